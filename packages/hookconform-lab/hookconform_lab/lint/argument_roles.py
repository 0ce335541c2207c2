"""Every text that a declared tool takes has a role, and rules see every path, address and command among them.

A text without a role is one that nobody looked at: it may be a path that passes every rule about paths.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from hookconform.corpus.argument_roles import (
    ADDRESS,
    COMMAND,
    FILE,
    PATCH,
    PATH,
    SEEN_BY_RULES,
    ArgumentRoles,
    load_argument_roles,
)
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import declared_tools, declared_versions, free_texts
from hookconform.drafting.arguments import canonical_arguments, values_at
from hookconform.drafting.contained import contained
from hookconform.ground.pointers import unescaped
from hookconform_lab.lint.reading import Corpus

# Put in the place of an argument, to see where it comes out.
_MARK = "a://mark/of/lint"
_PATCH = f"*** Begin Patch\n*** Add File: {_MARK}\n+x\n*** End Patch"
_SEEN_AS = {
    PATH: ("file_path", "file_paths", "notebook_path"),
    ADDRESS: ("url", "urls", "uri"),
    COMMAND: ("command", "commands", "input", "text"),
    PATCH: ("file_path", "file_paths"),
}


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield texts without a role, ones of a role that no rule sees, and roles of nothing that is declared."""
    roles = load_argument_roles(corpus.root)
    used: set[str] = set()
    told: dict[str, set[str]] = defaultdict(set)
    for platform in corpus.platforms.values():
        of_tools = _texts_of_tools(corpus, platform)
        for claim in (claim for claim in platform.tools.values() if claim.status != "refuted"):
            texts = of_tools.get(claim.native, {})
            for pointer in claim.roles.keys() - texts.keys():
                yield claim.id, f"no version declares a text at {pointer}, of which roles tells the role"
            for pointer, version in texts.items():
                name = _name(pointer)
                used.add(name)
                role = claim.roles.get(pointer) or roles.declared.get(name)
                if role is None:
                    yield claim.id, f"{pointer}, declared at {version}, has no role: say in roles what it is"
                    continue
                told[name].add(role)
                if role in SEEN_BY_RULES and not _is_seen(platform, claim, pointer, role):
                    yield (
                        claim.id,
                        f"no rule sees {pointer}, whose role is {role}: say in the claim where it stands",
                    )
                if pointer in claim.paths and role not in {PATH, ADDRESS}:
                    yield claim.id, f"paths has {pointer}, whose role is {role}"
    yield from _of_table(roles, used, told)


def _of_table(roles: ArgumentRoles, used: set[str], told: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    for name, role in roles.declared.items():
        if name not in used:
            yield FILE, f"no tool declares a text called {name}"
        elif role in SEEN_BY_RULES and not roles.of_unknown(name):
            yield FILE, f"{name} is {role} here, and nothing under unknown_tools"
        elif role not in SEEN_BY_RULES and (others := told[name] & SEEN_BY_RULES):
            yield FILE, f"{name} is {role} here and {', '.join(sorted(others))} in a claim: say it in the claims alone"


def _texts_of_tools(corpus: Corpus, platform: Platform) -> dict[str, dict[str, str]]:
    """Return each tool of the hooks → pointer to a text that is declared → the newest version with it."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for version in declared_versions(platform.id, corpus.root):
        for declared, tool in declared_tools(platform.id, version, corpus.root).items():
            for name in {*platform.hook_names(declared, version), declared} & platform.tools.keys():
                found[name] |= dict.fromkeys(free_texts(tool), version)
    return found


def _name(pointer: str) -> str:
    """Return the name of the argument that a pointer leads to, of the list that a pointer leads into."""
    return unescaped(next((part for part in reversed(pointer.split("/")) if part != "*"), ""))


def _is_seen(platform: Platform, claim: Claim, pointer: str, role: str) -> bool:
    """Tell whether an argument comes out where rules look, or is none that hooks are told of."""
    parts = [unescaped(part) for part in pointer.split("/")[1:]]
    if claim.keys and parts[:1] and parts[0] not in claim.keys:
        return True
    # A program stands beside each list of words, since the two are one command.
    # Where hooks get the bare text of a patch, its name is not told.
    arguments = _PATCH if role == PATCH and claim.patch is True else _built(parts, _PATCH if role == PATCH else _MARK)
    for command, words in claim.commands.items():
        above, _, last = command.rpartition("/")
        for place in values_at(arguments, above):
            if isinstance(place, dict) and words in place:
                place.setdefault(last, "x")
    events = [canonical_arguments(platform, claim, arguments, {})]
    events += [call.tool_input or {} for call in contained(platform, claim, arguments)]
    held = [event[name] for event in events for name in _SEEN_AS[role] if name in event]
    return any(_MARK in text for value in held for text in (value if isinstance(value, list) else [value]))


def _built(parts: list[str], text: str) -> Any:
    """Return the arguments in which a text stands at a pointer."""
    if not parts:
        return text
    below = _built(parts[1:], text)
    return [below] if parts[0] == "*" else {parts[0]: below}
