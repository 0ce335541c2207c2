"""Which family of a provider's models an id belongs to: the program's own rule, and a stated default."""

from __future__ import annotations

from typing import Any

# A leading mark that excludes ids from a family.
_NOT = "!"


def family_of(model: str, table: dict[str, Any], provider: str = "") -> str | None:
    """Return the family of a model id, or of the name of a family; None if no pattern and no default says it.

    A family has patterns of ids, one with `!` in front excludes what it matches; of several families the one with the
    longest pattern counts. An id counts as it is, then without the prefix of a router (`openrouter/anthropic/…`,
    `models/…`), then without those of Bedrock (`us.anthropic.…`). `instead` are families that a provider of the table
    takes in the place of others; `default` is the family of all other ids.
    """
    families: dict[str, list[str]] = table["families"]
    if model in families:
        return model
    for spelling in _spellings(model.casefold()):
        found = max(
            ((length, family) for family, said in families.items() if (length := _matched(spelling, said))),
            default=None,
        )
        if found:
            return table.get("instead", {}).get(provider, {}).get(found[1], found[1])
    return table.get("default")


def _spellings(model: str) -> list[str]:
    bare = model.rpartition("/")[2]
    # Bedrock: region, vendor, name; a version of a model (gpt-5.5, gemini-2.5) has a digit before the dot.
    name = bare
    while (head := name.partition("."))[1] and head[0].isalpha():
        name = head[2]
    return list(dict.fromkeys((model, bare, name)))


def _matched(model: str, patterns: list[str]) -> int:
    """Return the length of the longest pattern that a model matches, 0 if it matches none or is excluded."""
    from fnmatch import fnmatchcase

    if any(fnmatchcase(model, one.removeprefix(_NOT)) for one in patterns if one.startswith(_NOT)):
        return 0
    return max((len(one) for one in patterns if not one.startswith(_NOT) and fnmatchcase(model, one)), default=0)
