"""The instruments: one folder a platform, each with the parts it has. A part that is missing is said, never assumed.

The machinery (`lab`, `effects`, `recorder`) knows no platform. It asks for a part by its name (`ground.parts`), and
finds the module `hookconform_lab.platforms.<platform>.<part>`, hyphens of the platform's name as underscores:

`driver.py`
: `DRIVER`, a `lab.driver.Driver`: how the program is installed, configured and driven through everything it has.
  Without it nothing of the platform can be recorded here.

`turn.py`
: `TURN`, a class derived from `lab.turn.Turn`: how one unattended turn is started, and how its model calls the shell,
  writes a file, applies a patch. Without it answers cannot be measured and hooks not be proved on the real program.

`file_calls.py`
: `file_calls(version, edited)` and `NOT_MEASURED` (`lab/file_calls.py`): file tools beside those of `turn.py`.

`escapes.py`
: `ESCAPES`, a `lab.escapes.measuring.Escapes`: in which files hooks are registered, and rows of its own. Without it
  nobody can measure what a hook never sees there.

`outcomes.py`
: `OUTCOMES`, a `lab.outcomes.Outcomes`: how the program words what became of a tool call. Without it the calls of its
  model are not kept.

`semantics.py`
: `SEMANTICS`, a `lab.semantics.native.Semantics`: how its models say the calls of the shared script. Without it nobody
  can drive the script there.

`recorder.py`
: `RECORDER`, a `recorder.registrations.Registration`: how a person's own runs are recorded. Without it
  `hookconform record install` refuses the platform.

The judge finds two more modules by the platform's name: its model of hook responses in `hookconform.effects.platforms`,
and in `hookconform.attach.plugin_hosts` how plugins are called whose hooks are functions.

What a platform *is* (names, versions, files, variables) stands in `corpus/platforms/<platform>/platform.yaml`, and the
parts read it there. Everything else in a platform's folder is its own business. `hookconform platforms` shows who has
what; `docs/maintainers/adding-a-platform.md` walks through adding one.
"""
