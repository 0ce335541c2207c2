"""Mutations of text that is meant to be JSON: of what it says, and of how it is written."""

from __future__ import annotations

import json
from random import Random
from typing import Any

# Texts that have meant trouble somewhere: to parsers, terminals, file systems, patterns, redaction.
_TEXTS = (
    "",
    " ",
    "\x00",
    "\n",
    "\r\n",
    "\x1b[2J",
    "\x85",
    "\u2028",
    "\u202eevil",
    "\ufeff",
    "\ud800",
    "\udc80tail",
    "\U0001f600",
    "e\u0301" * 20,
    "ﬁ\u0130ß\u017f",
    "..",
    "../../../../etc/passwd",
    "/",
    "//host/share",
    "C:\\Users\\someone\\x",
    "file:///home/someone/x",
    "~/.ssh/id_rsa",
    "CON",
    "-rf",
    "rm -rf /",
    "git push --force && rm -r -f .",
    "$(id)`id`${HOME}",
    "%s%n{0}{}",
    "%2e%2e%2f%00",
    "null",
    "true",
    "NaN",
    "1e999",
    "[]",
    "{}",
    '{"a":1}',
    '{"a":1,"a":2}',
    '"text"',
    "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch",
    "*** Add File: /x\u2028*** Delete File: y\n*** Move to: z",
    "A" * 300,
    "ab" * 2000,
    "a.b.c." * 60,
    "QUJD" * 90,
    "deadbeef" * 30,
    "AKIAIOSFODNN7EXAMPLE",
    "Bearer abcdefghijklmnopqrstuvwxyz0123456789",
    "https://user:pa55word@example.com/x?token=1#y",
    "someone@example.com",
    "2001:db8::1 203.0.113.7",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----",
    "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11",
    "<redacted: x>",
    "<token-1>",
    "/home/dev/project/x",
)
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 10**40, -0.0, 0.1, 1e308, float("inf"), float("nan"), [], {}, [[]],
    [None], {"": ""},
)  # fmt: skip
_CHARACTERS = '{}[]",:\\/\x00\x1f \n\ud800\u2028éA0-.eE+'
_DEPTHS = (3, 40, 200, 499, 500, 501, 3000, 100_000)
_LONGEST = 60_000
# Many values at a great depth, indented, would be more than anything here promises to read in time.
_LONGEST_TEXT = 300_000


def mutated(text: str, others: tuple[str, ...], random: Random) -> str:
    """Return a text like `text`; parts of `others` may be in it. The same generator state gives the same text."""
    if random.random() < 0.7:
        try:
            return _written(_changed(json.loads(text), others, random), random)[:_LONGEST_TEXT]
        except (ValueError, RecursionError):
            pass
    return _scratched(text, random)


def odd_text(random: Random) -> str:
    """Return one of the texts that have meant trouble."""
    return random.choice(_TEXTS)


def _changed(value: Any, others: tuple[str, ...], random: Random) -> Any:
    root = [value]
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        holder, key = _place(root, random)
        _CHANGES[random.randrange(len(_CHANGES))](holder, key, others, random)
    return root[0]


def _place(root: list[Any], random: Random) -> tuple[Any, Any]:
    """Return container and key of a value: each level down is a coin's throw, so that all depths are met."""
    holder: Any = root
    key: Any = 0
    while isinstance(holder[key], (dict, list)) and holder[key] and random.random() < 0.75:
        holder = holder[key]
        key = random.choice(list(holder)) if isinstance(holder, dict) else random.randrange(len(holder))
    return holder, key


def _replace(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    holder[key] = random.choice(_VALUES if random.random() < 0.4 else _TEXTS)
    if isinstance(holder[key], (dict, list)):
        holder[key] = json.loads(json.dumps(holder[key]))


def _remove(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    if isinstance(holder, dict):
        del holder[key]
    else:
        holder[key] = None


def _rename(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    if isinstance(holder, dict):
        new = random.choice(
            (random.choice(_TEXTS), key + "_", key.upper(), key.replace("_", ""), random.choice(list(holder)))
        )
        holder[new] = holder.pop(key)


def _wrap(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    way = random.randrange(4)
    if way == 0:
        holder[key] = [holder[key]]
    elif way == 1:
        holder[key] = {random.choice(_TEXTS): holder[key]}
    elif way == 2:
        holder[key] = json.dumps(holder[key])
    else:
        for _ in range(random.choice(_DEPTHS[:3])):
            holder[key] = [holder[key]] if random.random() < 0.5 else {"a": holder[key]}


def _grow(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    value = holder[key]
    times = random.choice((2, 10, 100))
    if isinstance(value, str):
        holder[key] = (value * times + random.choice(_TEXTS))[:_LONGEST]
    elif isinstance(value, list):
        holder[key] = (value * times)[:200]
    elif isinstance(value, dict):
        value |= {f"{random.choice(_TEXTS)}{number}": number for number in range(times)}
    else:
        holder[key] = [value] * times


def _splice(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    try:
        other = [json.loads(random.choice(others))]
    except (ValueError, RecursionError):
        return
    there, name = _place(other, random)
    holder[key] = there[name]


def _edit(holder: Any, key: Any, others: tuple[str, ...], random: Random) -> None:
    if isinstance(holder[key], str):
        text, at = holder[key], random.randrange(len(holder[key]) + 1)
        holder[key] = text[:at] + random.choice(_TEXTS) + text[at + random.randrange(3) :]
    else:
        _replace(holder, key, others, random)


_CHANGES = (_replace, _edit, _edit, _remove, _rename, _wrap, _grow, _splice)


def _written(value: Any, random: Random) -> str:
    style = random.randrange(6)
    if style == 0:
        text = json.dumps(value, indent=random.choice((None, 1, "\t")), ensure_ascii=True)
    else:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if style == 1:
        # A key twice: what the last one says and what the first one says must not both be believed.
        text = text.replace(",", ',"tool_name":"Read",', 1)
    return text


def _scratched(text: str, random: Random) -> str:
    """Return a text that was cut, pasted and scribbled into."""
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(text) + 1)
        to = min(len(text), at + random.choice((0, 1, 1, 5, 50)))
        way = random.randrange(6)
        if way == 0:
            text = text[:at] + text[to:]
        elif way == 1:
            text = text[:at] + random.choice(_CHARACTERS) + text[to:]
        elif way == 2:
            text = text[:at] + text[at:to] * random.choice((2, 9, 200)) + text[to:]
        elif way == 3:
            text = text[:at]
        elif way == 4:
            text = text[:at] + random.choice(_TEXTS) + text[to:]
        else:
            bracket = random.choice("[{")
            deep = {"[": "[", "{": '{"a":'}[bracket] * random.choice(_DEPTHS)
            text = text[:at] + deep + text[to:]
    return text[:_LONGEST_TEXT]
