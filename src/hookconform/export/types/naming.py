"""Names of types: readable, unique, and none that a language has already."""

from __future__ import annotations

import re

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
