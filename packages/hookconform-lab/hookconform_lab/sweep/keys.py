"""The key of a unit: a hash of all that its result depends on, so that equal keys need not be run twice.

The claims of the corpus are not among it. They say how a recording is read, not what the program does.
"""

from __future__ import annotations

import hashlib
import platform as machine
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from hookconform.effects.forms import Form, load_forms
from hookconform.ground.json_text import compact
from hookconform_lab import platforms
from hookconform_lab.lab.driver import Driver
from hookconform_lab.sweep.registry import Release

# Raised when a unit does something else than before, or its bundle holds something else.
METHOD = 1
EVENT = "PreToolUse"
DOOR = "headless"
# Parts of a platform that a unit does not run.
_NOT_RUN = frozenset({"recorder.py", "semantics.py"})
_LENGTH = 32


@dataclass(frozen=True, slots=True)
class UnitKey:
    """The parts of a key: what is run (`integrity` of the archive), by what, with which script, where and how."""

    platform: str
    version: str
    integrity: str
    instrument: str
    script: str
    system: str
    door: str = DOOR
    method: int = METHOD

    @property
    def name(self) -> str:
        """Return the key as its files are called."""
        return hashlib.sha256(compact(asdict(self)).encode()).hexdigest()[:_LENGTH]


def unit_key(
    driver: Driver, release: Release, escapes: tuple[str, ...] = (), answers: frozenset[str] = frozenset()
) -> UnitKey:
    """Return the key of a unit; `escapes` are rows of corpus/escape-rows.yaml that it drives, too.

    A narrow unit measures the rows `answers` and does nothing else.
    """
    forms = asked_forms(driver.platform, release.version, answers)
    return UnitKey(
        platform=driver.platform,
        version=release.version,
        integrity=release.integrity,
        instrument=instrument_hash(driver.platform),
        script=_script_hash(forms, escapes, is_narrow=bool(answers)),
        system=system_name(driver),
    )


def asked_forms(platform: str, version: str, answers: frozenset[str] = frozenset()) -> list[Form]:
    """Return the responses that a unit measures: those of the event before a tool, or those that are named."""
    forms = load_forms(platform, version)
    return [form for form in forms if (form.id in answers if answers else form.event == EVENT)]


def instrument_hash(platform: str) -> str:
    """Return the hash of the code that drives a platform."""
    folder = Path(str(platforms.__file__)).parent / platform.replace("-", "_")
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        if path.name not in _NOT_RUN:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def system_name(driver: Driver) -> str:
    """Return system and processor; for a program of PyPI the Python that runs it, too."""
    python = f"-python{sys.version_info.major}.{sys.version_info.minor}" if driver.from_pypi else ""
    return f"{machine.system()}-{machine.machine()}{python}".lower()


def _script_hash(forms: list[Form], escapes: tuple[str, ...], *, is_narrow: bool) -> str:
    asked = [form._asdict() | {"answer": form.answer._asdict()} for form in forms]
    script: dict[str, object] = {"forms": asked, "escapes": sorted(escapes)}
    if is_narrow:
        script["narrow"] = True
    return hashlib.sha256(compact(script).encode()).hexdigest()
