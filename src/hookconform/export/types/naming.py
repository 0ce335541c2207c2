"""Names of types: readable, unique, and none that a language has already."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import chain

_WORD = re.compile(r"[A-Za-z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Names that one of the languages, or the libraries that the modules import, give to something else.
RESERVED = frozenset(
    {
        *("Any", "Array", "BaseModel", "Boolean", "Box", "Clone", "Constant", "Date", "Debug", "Default"),
        *("Deserialize", "Dict", "Err", "Error", "Extra", "False", "Field", "Function", "List", "Literal", "Map"),
        *("None", "Number", "Object", "Ok", "Option", "Optional", "Partial", "Payload", "Payloads", "Pick"),
        *("Promise", "Readonly", "Record", "Result", "Self", "Serialize", "Set", "Some", "String", "Symbol"),
        *("True", "Union", "Value", "Vec"),
    }
)


def words_of(text: str) -> list[str]:
    """Return the words of a name in any spelling; letters that no identifier may have by their code point."""
    plain = "".join(one if one.isascii() else f" u{ord(one):04x} " for one in text)
    return [word for part in _WORD.findall(plain) for word in _HUMP.split(part)]


def pascal(text: str) -> str:
    """Return a name as a type is called: `tool.execute.before` is `ToolExecuteBefore`."""
    found = "".join(word[:1].upper() + word[1:] for word in words_of(text))
    return found if found[:1].isalpha() else f"N{found}"


def snake(text: str) -> str:
    """Return a name as a field is called: `toolArgs` is `tool_args`."""
    found = "_".join(word.lower() for word in words_of(text))
    return found if found[:1].isalpha() else f"n{found}"


def version_suffix(version: str) -> str:
    """Return what distinguishes the type of an older range of versions."""
    return "V" + "_".join(words_of(version))


def unique_names(keys: Iterable[str], convert: Callable[[str], str], taken: Collection[str] = ()) -> dict[str, str]:
    """Return a name for each key; of two with the same name the one that is the key, or comes first, keeps it."""
    known = list(keys)
    names: dict[str, str] = {}
    used = set(taken)
    for key in sorted(known, key=lambda key: (convert(key) != key, known.index(key))):
        plain = convert(key)
        # A field is written in lower case, a type or a variant in one word.
        joint = "_" if plain.islower() else ""
        numbered = (f"{plain}{joint}{number}" for number in range(2, len(known) + len(used) + 2))
        names[key] = next(name for name in chain([plain], numbered) if name not in used)
        used.add(names[key])
    return names


def has_lone_surrogate(text: str) -> bool:
    """Tell whether a text has half of a pair of surrogates: most languages have no string of it."""
    return any("\ud800" <= one <= "\udfff" for one in text)
