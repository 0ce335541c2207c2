"""What people get wrong in a new manifest, told in a sentence before the schema is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import platform_ids
from hookconform.corpus.schemas import load_schema
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant, nearest, spelled
from hookconform.ground.plain_text import series

# What a line of each key that a manifest must have may look like.
EXAMPLES = {
    "name": 'name = "my-adapter"',
    "version": 'version = "0.1.0"',
    "language": 'language = "python"',
    "platforms": 'platforms = "all"',
    "capabilities": 'capabilities = ["event", "tool-name"]',
    "tier": 'tier = "core"',
}


def demand_keys(raw: Mapping[str, Any], path: Path) -> None:
    """Raise `HookconformError` (`schema.adapter`) for a manifest without a key that every one has."""
    missing = [key for key in EXAMPLES if key not in raw]
    if not missing:
        return
    described = load_schema("adapter")["properties"]
    instead = {found: key for key in raw if key not in described and (found := nearest(key, missing))}
    below = {key: name for name, table in raw.items() if isinstance(table, Mapping) for key in missing if key in table}
    said = [f"`{key}`: did you mean {name}?" for name, key in instead.items()]
    said += [f"{key} is in the table [{name}]; move it above the first table" for key, name in below.items()]
    said += [EXAMPLES[key] for key in missing if key not in {*instead, *below}]
    raise HookconformError(
        "schema.adapter",
        f"The manifest lacks {series(missing)}.",
        where=str(path),
        shown=said,
        hint="Write each as a line of its own, at the top, with your own value.",
    )


def demand_platforms(names: Iterable[str], path: Path) -> None:
    """Raise `HookconformError` (`adapter.platform`) for a platform that the corpus does not have."""
    known = platform_ids()
    unknown = [name for name in names if name not in known]
    if not unknown:
        return
    quoted = ", ".join(repr(name) for name in unknown)
    hints = [f"{name!r}: {meant(name, known)}" for name in unknown]
    raise HookconformError(
        "adapter.platform",
        f"The corpus has no platform {quoted}, so nothing about it can be judged.",
        where=str(path),
        hint=meant(unknown[0], known) if len(unknown) == 1 else " ".join(hints),
    )


def demand_list_of_platforms(raw: Mapping[str, Any], path: Path) -> None:
    """Raise `HookconformError` (`adapter.platform`) unless `platforms` is `all` or names platforms, as far as told."""
    given = raw.get("platforms")
    if isinstance(given, str) and given != "all":
        name = spelled(given, platform_ids())
        raise HookconformError(
            "adapter.platform",
            f"`platforms` is {given!r}, and no list.",
            where=str(path),
            hint='Write platforms = "all".' if given.lower() == "all" else f'Write platforms = ["{name}"].',
        )
    if isinstance(given, list):
        demand_platforms((name for name in given if isinstance(name, str)), path)
