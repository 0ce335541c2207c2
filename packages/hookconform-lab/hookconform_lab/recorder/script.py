"""The stand-alone script that hooks call: copied into the private folder, with what the corpus knows filled in."""

from __future__ import annotations

from pathlib import Path

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform_lab.recorder.folders import make_private

NAME = "hook_recorder.py"
_SOURCE = Path(__file__).with_name(NAME)
_PREFIXES = 'PREFIXES: "tuple[str, ...]" = ()'
_VERSION_VARIABLES = 'VERSION_VARIABLES: "dict[str, str]" = {}'


def script_text() -> str:
    """Return the script with the names of the variables that matter, of all platforms."""
    programs = {
        platform: program for platform in platform_ids() if (program := load_platform(platform).program) is not None
    }
    prefixes = tuple(sorted({prefix for program in programs.values() for prefix in program.prefixes}))
    variables = {name: program.version_variable for name, program in programs.items() if program.version_variable}
    text = _SOURCE.read_text(encoding="utf-8")
    text = text.replace(_PREFIXES, f"PREFIXES = {prefixes!r}")
    return text.replace(_VERSION_VARIABLES, f"VERSION_VARIABLES = {variables!r}")


def copy_script() -> Path:
    """Write the script into the private folder and return its place."""
    target = make_private("recorder") / NAME
    partial = target.with_name(f".{NAME}.new")
    partial.write_text(script_text(), encoding="utf-8")
    partial.chmod(0o600)
    # Hooks may be calling the one that is there.
    partial.replace(target)
    return target
