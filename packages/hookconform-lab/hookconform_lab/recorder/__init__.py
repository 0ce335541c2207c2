"""Record hook payloads of a person's own runs, without the platform noticing.

No module here knows a platform: how one is told about the recorder is its part `recorder`
(`hookconform_lab/platforms/<p>/recorder.py`), where its files and variables are stands in its `platform.yaml`.

* `hook_recorder.py` runs inside the platform: `script.py` copies it into the private folder, where it stands alone.
* `folders.py` says where private things are kept, `programs.py` which program and version makes the payloads.
* `registrations.py` is the interface of the part: which events are recorded, in which files, and entries of a JSON
  file; `tables.py` is the same for TOML, `own_files.py` for files and plugins that are ours as a whole.
* `settings_file.py` edits a JSON settings file, `toml_tables.py` one in TOML; `plugin_recorder.js` is what plugins
  share.
* `installing.py` installs and uninstalls, `writing.py` writes all files or none, `notes.py` remembers what was there
  before, `inbox.py` reads what came in.
"""
