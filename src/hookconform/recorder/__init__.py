"""Record hook payloads of a person's own runs, without the platform noticing.

* `hook_recorder.py` and `opencode_recorder.js` run inside the platform: copied into the private folder, stand-alone.
* `folders.py` says where private things are kept, `programs.py` which program and version makes the payloads.
* `events.py` and `registrations.py` are the tables: which events are recorded and how each platform configures hooks.
* `settings_file.py` edits a JSON settings file, `installing.py` installs and uninstalls, `inbox.py` reads what came in.
"""
