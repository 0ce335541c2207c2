"""Filing of cases into a corpus of a test, as the corpus files them; written without the project's own writing of them.

A case here is what the case schema describes; `origin` of a recorded one may leave out its SHA-256, which is then that
of its payload.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from hookconform.corpus.case_files import CaseFiles

DRIVER, RECORDED = "scripted-model", "2026-11-21"
TOPIC = "some"


def sha256_of(case: dict[str, Any]) -> str:
    """Return the hash of a case's payload as the program sent it: compact, or as its text has it."""
    text = case.get("payload_text") or _compact(case["payload"])
    return hashlib.sha256(text.encode()).hexdigest()


def file_recorded(root: Path, case_id: str, case: dict[str, Any]) -> Path:
    """File a recorded case with a payload of its own: a line of its version, and one of the manifest; return its file.

    A line of the same name is replaced.
    """
    platform, _, version, name = case_id.split("/")
    folder = root / "platforms" / platform
    path = folder / "captured" / f"{version}.jsonl"
    lines = [line for line in read_lines(path) if line["name"] != name] if path.is_file() else []
    given = {"kind": "captured", "driver": DRIVER, "recorded": RECORDED, **case.get("origin", {})}
    digest = given.pop("sha256", None) or sha256_of(case)
    origin = {
        key: value
        for key, value in given.items()
        if (key, value) not in {("kind", "captured"), ("driver", DRIVER), ("recorded", RECORDED)}
    }
    content = {key: value for key, value in case.items() if key not in {"$schema", "origin", "name"}}
    write_lines(path, [*lines, {"name": name, **content, **({"origin": origin} if origin else {})}])
    list_recorded(root, case_id, digest, case_id, _envelope(case))
    return path


def copy_recorded(root: Path, platform: str, version: str, names: str = "*") -> None:
    """File what the project's corpus has of one version in another, also what repeats a payload, each with its own."""
    files = CaseFiles(Path(__file__).parents[2] / "corpus" / "platforms" / platform)
    for case in files.captured(version, lambda case_id: fnmatch(case_id.rpartition("/")[2], names)):
        # What repeats another has no bytes of its own.
        origin = {key: value for key, value in case.content["origin"].items() if key != "sha256"}
        file_recorded(root, case.id, {**case.content, "origin": origin})


def change_case(root: Path, case_id: str, change: Callable[[dict[str, Any]], None]) -> Path:
    """Change a filed case with a payload of its own, and nothing that its manifest says; return its file."""
    platform, kind, *version, name = case_id.split("/")
    folder = root / "platforms" / platform
    if kind == "captured":
        path = folder / "captured" / f"{version[0]}.jsonl"
        lines = read_lines(path)
        change(next(line for line in lines if line["name"] == name))
        return write_lines(path, lines)
    for path in sorted((folder / "cases").glob("*.json")):
        document = json.loads(path.read_bytes())
        if name in document["cases"]:
            change(document["cases"][name])
            return write_json(path, document)
    raise AssertionError(f"no file has {case_id}")


def read_case(root: Path, case_id: str) -> dict[str, Any]:
    """Return what its file says of a case with a payload of its own."""
    found: list[dict[str, Any]] = []
    change_case(root, case_id, lambda case: found.append(json.loads(json.dumps(case))))
    return found[0]


def file_repeated(root: Path, case_id: str, shown: str, sha256: str) -> Path:
    """List a recorded payload whose shape another case shows; return the manifest."""
    platform, _, version, name = shown.split("/")
    line = next(
        line
        for line in read_lines(root / "platforms" / platform / "captured" / f"{version}.jsonl")
        if line["name"] == name
    )
    return list_recorded(root, case_id, sha256, shown, _envelope(line))


def list_recorded(
    root: Path, case_id: str, sha256: str, shown: str, envelope: tuple[str, list[str]] | None = None
) -> Path:
    """Add a payload to the manifest of its version; `envelope` is the event and its sorted keys."""
    platform, _, version, name = case_id.split("/")
    path = root / "platforms" / platform / "versions" / f"{version}.json"
    manifest: dict[str, Any] = {
        "$schema": "../../../schema/manifest.schema.json",
        "driver": DRIVER,
        "recorded": RECORDED,
        "payloads": {},
        "envelopes": {},
    }
    if path.is_file():
        manifest = json.loads(path.read_bytes())
    _, _, at, other = shown.split("/")
    for names in manifest["payloads"].values():
        names.pop(name, None)
    manifest["payloads"].setdefault(at, {})[name] = sha256 if other == name else f"{sha256} {other}"
    manifest["payloads"] = {version: names for version, names in manifest["payloads"].items() if names}
    if envelope is not None and envelope[1] not in manifest["envelopes"].setdefault(envelope[0], []):
        manifest["envelopes"][envelope[0]].append(envelope[1])
    return write_json(path, manifest)


def file_by_hand(root: Path, case_id: str, case: dict[str, Any], topic: str = TOPIC) -> Path:
    """File a case written by hand among those of a topic; return the topic's file."""
    platform, _, name = case_id.split("/")
    path = root / "platforms" / platform / "cases" / f"{topic}.json"
    document: dict[str, Any] = {"$schema": "../../../schema/cases.schema.json", "cases": {}}
    if path.is_file():
        document = json.loads(path.read_bytes())
    document["cases"][name] = {key: value for key, value in case.items() if key != "$schema"}
    return write_json(path, document)


def file_contribution(root: Path, case_id: str, case: dict[str, Any]) -> Path:
    """File a contribution; return its file."""
    platform, _, version, name = case_id.split("/")
    path = root / "platforms" / platform / "contributed" / f"{version}-{name}.json"
    origin = {"kind": "captured", "driver": "live", "recorded": RECORDED, **case.get("origin", {})}
    origin.setdefault("sha256", sha256_of(case))
    schema = "../../../schema/contribution.schema.json"
    return write_json(path, {**case, "$schema": schema, "id": f"captured/{version}/{name}", "origin": origin})


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the cases of a file of recorded payloads."""
    return [json.loads(line) for line in path.read_bytes().decode().removesuffix("\n").split("\n")]


def write_lines(path: Path, lines: list[dict[str, Any]]) -> Path:
    """Write a file of recorded payloads, by name; return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{_compact(line)}\n" for line in sorted(lines, key=lambda line: line["name"]))
    path.write_bytes(text.encode())
    return path


def write_json(path: Path, document: dict[str, Any]) -> Path:
    """Write a JSON file, indented; return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())
    return path


def _envelope(case: dict[str, Any]) -> tuple[str, list[str]] | None:
    payload = case.get("payload")
    if payload is None and "payload_text" in case:
        payload = json.loads(case["payload_text"])
    if not isinstance(payload, dict):
        return None
    return str(case.get("registered_event") or "").partition("[")[0], sorted(payload)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
