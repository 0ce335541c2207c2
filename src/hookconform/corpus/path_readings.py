"""Path readings: the claim `paths_read_as`, how a program changes a path before it opens the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from hookconform.corpus.evidence import Evidence, evidence_from_dict
from hookconform.ground.versions import at_least

# A step as it is filed: its name, or an object of its name and its parameter.
Step = str | dict[str, Any]

_ADDRESS = re.compile(r"file://(?:localhost)?(/[^?#]*)(?:[?#].*)?", re.DOTALL)
# Behind one slash there is no host; a window of a remote machine takes any.
_EDITOR_ADDRESS = re.compile(
    r"(?:file:(?=/(?!/))|file://(?:localhost)?(?=/)|vscode-remote:(?=/(?!/))|vscode-remote://[^/]*(?=/))"
    r"(/[^?#]*)(?:[?#].*)?",
    re.DOTALL,
)
_VARIABLE = re.compile(r"\$(?:\{(?P<braced>\w+)\}|(?P<bare>\w+))", re.ASCII)
_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


class PathReading(NamedTuple):
    """One way in which the tools named open a path; no `tools`: every tool that opens files."""

    steps: tuple[Step, ...]
    evidence: tuple[Evidence, ...]
    tools: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    note: str = ""

    def covers(self, tool: str, version: str) -> bool:
        """Tell whether a tool of a version reads paths so."""
        return (
            (not self.tools or tool in self.tools)
            and (self.since is None or at_least(version, self.since))
            and (self.until is None or at_least(self.until, version))
        )

    def read(self, path: str, environment: Mapping[str, str] | None = None) -> str:
        """Return the path that is opened; `environment` has HOME and the variables."""
        for step in self.steps:
            path = read_step(step, path, environment or {})
        return path


def path_reading_from_dict(raw: dict[str, Any]) -> PathReading:
    """Return the path reading in `raw`, which must follow the platform schema."""
    return PathReading(
        steps=tuple(raw["steps"]),
        evidence=tuple(evidence_from_dict(item) for item in raw["evidence"]),
        tools=tuple(raw.get("tools", ())),
        since=raw.get("since"),
        until=raw.get("until"),
        note=raw.get("note", ""),
    )


def read_step(step: Step, path: str, environment: Mapping[str, str]) -> str:  # noqa: PLR0911 (one a step)
    """Return what one step makes of a path; the platform schema describes the steps."""
    if not isinstance(step, str):
        ((name, given),) = step.items()
        return _with_parameter(name, given, path)
    if step == "drop-nul":
        return path.replace("\0", "")
    if step == "decode-percent":
        return _decoded(path)
    if step in ("file-address", "editor-address"):
        address = (_ADDRESS if step == "file-address" else _EDITOR_ADDRESS).fullmatch(path)
        return path if address is None else _decoded(address[1])
    if step in ("nfc", "nfd"):
        import unicodedata  # noqa: PLC0415 (slow to import, and rarely needed)

        return unicodedata.normalize("NFC" if step == "nfc" else "NFD", path)
    if step == "home":
        is_home = path == "~" or path.startswith("~/")
        return environment["HOME"] + path[1:] if is_home and "HOME" in environment else path
    if step == "variables":
        return _VARIABLE.sub(lambda found: environment.get(found["braced"] or found["bare"], found[0]), path)
    if step == "backslash-is-slash":
        return path.replace("\\", "/")
    raise ValueError(step)


def _with_parameter(name: str, given: Any, path: str) -> str:  # noqa: PLR0911 (one a step)
    if name == "trim":
        return path.strip(given)
    if name == "trim-start":
        return path.lstrip(given)
    if name == "trim-end":
        return path.rstrip(given)
    if name == "drop-start":
        return path.removeprefix(given)
    if name == "drop-prefix":
        return re.sub(rf"\A(?:{given})", "", path)
    if name == "drop-suffix":
        return re.sub(rf"(?:{given})\Z", "", path, count=1)
    if name == "replace":
        return path.translate({ord(character): given["to"] for character in given["from"]})
    raise ValueError(name)


def _decoded(text: str) -> str:
    """Return text with its percent escapes decoded, or as it is where one of them is none or not UTF-8."""
    if _BROKEN_ESCAPE.search(text):
        return text
    from urllib.parse import unquote_to_bytes  # noqa: PLC0415 (slow to import, and rarely needed)

    try:
        return unquote_to_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return text
