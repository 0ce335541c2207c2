"""Draft what the corpus would say of a new version, as a patch that a person reads, corrects and applies.

Everything is written into a copy, so that the corpus stays as it is and the patch shows exactly what importing the
recording changes. Claims are drafted for names that have none; a person says what they mean.
"""

from __future__ import annotations

import difflib
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.declared import argument_keys_of
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import version_path, write_document
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.importing import Importer
from hookconform_lab.intake.probing import Probes
from hookconform_lab.intake.recordings import parse_recording
from hookconform_lab.sweep.store import Bundle

_NOTE = "Drafted from a recording; say what it does, and which kind it is."


def draft_patch(bundle: Bundle, *, root: Path | None = None) -> str:
    """Return the patch, for `git apply` in a checkout; raises what importing and filing raise."""
    real = root or corpus_root()
    with tempfile.TemporaryDirectory(prefix="hookconform-sweep-") as folder:
        copy = Path(folder) / "corpus"
        _copy(real, copy, bundle.platform)
        _file(bundle, copy)
        _claim(bundle, copy)
        own = Path("platforms", bundle.platform)
        return "".join(_differences(real / own, copy / own, f"corpus/{own.as_posix()}"))


def _copy(real: Path, copy: Path, platform: str) -> None:
    """Make a corpus in which one platform may be changed, and the rest is a link."""
    (copy / "platforms").mkdir(parents=True)
    for path in real.iterdir():
        if path.name != "platforms":
            (copy / path.name).symlink_to(path)
    for path in (real / "platforms").iterdir():
        if path.name != platform:
            (copy / "platforms" / path.name).symlink_to(path)
    shutil.copytree(real / "platforms" / platform, copy / "platforms" / platform)


def _file(bundle: Bundle, root: Path) -> None:
    recorded = bundle.unit["recorded"]
    at = (bundle.platform, bundle.version)
    named = frozenset(bundle.json("manifest.json")["tools"].get("probed", ()))
    declared = argument_keys_of(bundle.json("declared.json")["tools"])
    probes = Probes(named={at: named}, declared={at: declared})
    importer = Importer(root, driver="scripted-model", recorded=recorded, probes=probes)
    for number, row in enumerate(bundle.lines("recording.jsonl"), 1):
        where = f"{bundle.platform} {bundle.version}, hook call {number}"
        try:
            importer.add(parse_recording(json.dumps(row), where=where))
        except HookconformError as error:
            # It is for the person who records the version whole to see what cannot be drafted.
            importer.result.left_out[error.code] += 1
    importer.write()
    documents = {"declared": bundle.json("declared.json"), "responses": bundle.json("responses.json")}
    documents["calls"] = {"calls": bundle.lines("calls.jsonl")} if "calls.jsonl" in bundle.parts else None
    for kind, document in documents.items():
        if document is not None:
            path = version_path(bundle.platform, kind, bundle.version, root)
            path.parent.mkdir(exist_ok=True)
            write_document(kind, path, document)


def _claim(bundle: Bundle, root: Path) -> None:
    """Draft what platform.yaml lacks: the version itself, and a claim for each declared tool that has none."""
    platform = load_platform(bundle.platform, root)
    text = platform.path.read_text(encoding="utf-8")
    date = f', date: "{bundle.unit["published"]}"' if bundle.unit["published"] else ""
    line = f"  - {{version: {bundle.version}{date}, basis: measured}}\n"
    text = _at_the_end_of(text, "versions", line)
    tools: dict[str, Any] = bundle.json("declared.json")["tools"]
    drafts = "".join(_tool(name, tools[name], bundle.version) for name in _unclaimed(platform, tools, bundle.version))
    if drafts:
        text = _at_the_end_of(text, "tools", drafts)
    platform.path.write_text(text, encoding="utf-8")


def _unclaimed(platform: Platform, tools: dict[str, Any], version: str) -> list[str]:
    claimed = {claim.native for claim in platform.tools.values()}
    return [name for name in sorted(tools) if not ({name, *platform.hook_names(name, version)} & claimed)]


def _tool(name: str, tool: dict[str, Any], version: str) -> str:
    keys = sorted({key for schema in tool["parameters"] for key in schema.get("properties", {})})
    lines = [
        f"- native: {json.dumps(name)}",
        "  canonical: null",
        "  kind: other",
        "  status: current",
        f"  since: {version}",
        *([f"  keys: [{', '.join(map(json.dumps, keys))}]"] if keys else []),
        "  evidence:",
        f"    - {{basis: declared, versions: [{version}]}}",
        f"  note: {_NOTE}",
    ]
    return "".join(f"  {line}\n" for line in lines)


def _at_the_end_of(text: str, section: str, lines: str) -> str:
    """Return a YAML text with lines added to the end of a list at its top level."""
    start = re.search(rf"^{section}:.*\n", text, re.MULTILINE)
    if start is None:
        return text
    following = re.search(r"^\S", text[start.end() :], re.MULTILINE)
    place = start.end() + following.start() if following is not None else len(text)
    return text[:place] + lines + text[place:]


def _differences(before: Path, after: Path, name: str) -> Iterator[str]:
    """Yield the parts of a patch, file by file; files that are no text are left out."""
    files = sorted(
        {path.relative_to(folder) for folder in (before, after) for path in folder.rglob("*") if path.is_file()}
    )
    for file in files:
        old, new = _lines(before / file), _lines(after / file)
        if old == new:
            continue
        label = f"{name}/{file.as_posix()}"
        yield f"diff --git a/{label} b/{label}\n"
        if not (before / file).is_file():
            yield "new file mode 100644\n"
        from_file = f"a/{label}" if (before / file).is_file() else "/dev/null"
        for line in difflib.unified_diff(old, new, from_file, f"b/{label}"):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(path: Path) -> list[str]:
    # Not splitlines: the files hold other line separators than the newline.
    if not path.is_file():
        return []
    parts = path.read_text(encoding="utf-8").split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
