"""The lab: run a real coding agent, offline, and record what its hooks are sent, or what their answers do.

How the parts fit, from the outside in:

* `record.py` records one platform at one version: installs it (`install.py`), runs every scenario of its
  driver (`run.py`) and files recordings and a manifest (`recording.py`, `privacy.py`, `manifest.py`).
* `measuring.py` measures what answers do, `enforce.py` proves that a policy hook stops a tool. Both run one
  unattended turn of the platform (`turn.py`) with calls of their own.
* `run.py` runs one scenario: makes a throw-away home and workspace (`place.py`), lets the driver write its
  configuration and hooks into them, and starts the program in a sandbox (`sandbox.py`) that has loopback and
  nothing else.
* Inside the sandbox `inside.py` starts the scripted model server (`model_server/`) and executes the
  scenario's steps. Every hook call appends one line to a log (`hook.py`); every model request is kept too.

A platform plugs in by its parts in `hookconform_lab/platforms/<platform>/`, found by name (`drivers.py`, `turn.py`).
A driver is a subclass of `driver.Driver`, data and small pure functions:

1. identity: `platform`, `package` (npm), `env_prefixes`;
2. `executable(install)` → argv prefix; `environment(place, scenario)` → the complete environment;
3. `events(version)` → every hook event that version can be configured with;
4. `prepare(place, scenario, hooks)` → write configuration below `place.home` and `place.workspace`, with
   `hooks.installed(events)` as the shell command of each event; a program that calls hooks in process gets a plugin
   that records, hands over to those commands, or takes `hooks.steps`;
5. `scenarios(version)` → list of `scenario.Scenario`: a script for the model (`script.py`) and the steps
   (`Program` without a terminal, `Terminal` behind a pseudo-terminal) that drive the program;
6. `tool_of(row)` → the tool name one recorded row reports; `not_driven(version)` → declared tools and
   events that no scenario can reach, each with its reason.

A turn is a subclass of `turn.Turn`: how one prompt is started with everything granted or nothing, and the calls with
which the platform's model runs a command, writes a file, applies a patch.

Nothing else is platform specific: no module here names a platform, and a part that a platform lacks is an error with a
hint. Texts in scenarios may hold `{{workspace}}`, `{{home}}`, `{{model_url}}` and `{{python}}`, and an argv element
`{{program}}`, all filled in by `placeholders.py`; arguments in a script may hold `{{last:REGEX}}` and
`{{int:REGEX}}`, filled in by the model server from the request it answers.
"""
