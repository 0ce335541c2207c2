"""The skeleton of a platform: its three folders, with a made-up payload that the checks accept."""

from __future__ import annotations

import json
import keyword
import re
from pathlib import Path

from hookconform.corpus.case_files import write_cases
from hookconform.corpus.claims import Platform, load_platform
from hookconform.drafting.event import draft
from hookconform.ground.errors import HookconformError, reason

_TEMPLATES = Path(__file__).with_name("platform")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
# Template → the file it becomes.
_FILES = {
    "platform.yaml": "corpus/platforms/{name}/platform.yaml",
    "cases.json": "corpus/platforms/{name}/cases/events.json",
    "package.txt": "packages/hookconform-lab/hookconform_lab/platforms/{module}/__init__.py",
    "driver.txt": "packages/hookconform-lab/hookconform_lab/platforms/{module}/driver.py",
    "turn.txt": "packages/hookconform-lab/hookconform_lab/platforms/{module}/turn.py",
    "recorder.txt": "packages/hookconform-lab/hookconform_lab/platforms/{module}/recorder.py",
    "adapter.txt": "packages/hook-adapters/hook_adapters/{module}.py",
}
_CHECKOUT = (
    "corpus/platforms",
    "packages/hookconform-lab/hookconform_lab/platforms",
    "packages/hook-adapters/hook_adapters",
)
_LONGEST = 40


def write_skeleton(name: str, root: Path) -> list[Path]:
    """Write the files of a new platform below a checkout and return them.

    Raises `HookconformError` (`platforms.name`, `platforms.checkout`, `platforms.exists`, `file.unwritable`) with
    nothing written.
    """
    module = name.replace("-", "_")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST or keyword.iskeyword(module):
        raise HookconformError(
            "platforms.name",
            f"{name[:_LONGEST]!r} cannot be a platform's name.",
            hint="Small letters and digits, words joined by hyphens, a letter first: my-agent.",
        )
    missing = [folder for folder in _CHECKOUT if not (root / folder).is_dir()]
    if missing:
        raise HookconformError(
            "platforms.checkout",
            f"This is not a checkout: it has no {missing[0]}/.",
            where=str(root),
            hint="Run it in the folder you cloned, or name that with --root.",
        )
    words = {"@name@": name, "@module@": module, "@class@": "".join(word.capitalize() for word in name.split("-"))}
    texts = {root / path.format(name=name, module=module): template for template, path in _FILES.items()}
    there = [path for path in texts if path.exists()]
    if there:
        raise HookconformError(
            "platforms.exists", f"There is a {name!r} already.", where=str(there[0]), hint="Choose another name."
        )
    try:
        for path, template in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_filled((_TEMPLATES / template).read_text(encoding="utf-8"), words), encoding="utf-8")
        for path in texts:
            if path.suffix == ".json":
                _expect(path, load_platform(name, (root / "corpus").resolve()))
    except OSError as error:
        raise HookconformError(
            "file.unwritable",
            f"The skeleton cannot be written: {reason(error)}.",
            where=str(root),
            hint="Check the rights.",
        ) from error
    return list(texts)


def _expect(path: Path, platform: Platform) -> None:
    """Write into a case what the claims and the rules say its payload means."""
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    for case in cases.values():
        case["expected"] = draft(platform, case["registered_event"], case["payload"]).as_json()
    write_cases(path, cases)


def _filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text
