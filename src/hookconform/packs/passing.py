"""What passes a rule about files: commands and searches that name them, searches above them, and longer names."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Sequence

from hookconform.corpus.path_spellings import WORKSPACE
from hookconform.packs.rule import Event, Rule, made_call
from hookconform.packs.tests_of import PATHS

# Suffixes that are the whole name of a file: `.env.local` is its variant.
_WHOLE_NAMES = frozenset({".env", ".npmrc", ".netrc"})
_BEGINS, _ENDS = re.compile(r"^/?(?:\*\*/+)+"), re.compile(r"(?:/+\*\*)+/*$")
# A folder that is none below the working folder, or that is meant at any depth.
_ELSEWHERE = re.compile(r"[/~*\\$%]|\.\./|[A-Za-z][\w+.-]*:")


def is_about_files(rule: Rule) -> bool:
    """Tell whether a rule looks at paths."""
    return any(test.reads == PATHS for test in rule.tests)


def listed(rule: Rule, matcher: str) -> list[str]:
    """Return the suffixes or folders of a rule of the suite's grammar."""
    return [text for test in rule.tests if test.matcher == matcher for text in json.loads(test.wanted)]


def passed_by_commands(rule: Rule, rules: Sequence[Rule]) -> bool:
    """Tell whether some command that names one of a rule's files passes all `rules`, the rule itself among them."""
    longer = [f"{text}.local" for text in _WHOLE_NAMES if goes_on(rule, text)]
    examples = [*_examples(rule), *longer]
    return is_about_files(rule) and (not examples or any(is_passed_by_command(path, rules) for path in examples))


def is_passed_by_command(path: str, rules: Sequence[Rule]) -> bool:
    """Tell whether a command that names a path as written passes all `rules`."""
    return not is_stopped(made_call("Bash", "execute", {"command": f"cat {path}"}), rules)


def passed_by_searches(rule: Rule, rules: Sequence[Rule]) -> bool:
    """Tell whether some search of one of the files that a rule keeps from being read passes all `rules`."""
    return any(not is_stopped(_search(path), rules) for path in _kept_unread(rule))


def passed_by_searches_above(rule: Rule, rules: Sequence[Rule]) -> bool:
    """Tell whether a search of the working folder passes all `rules`, though one stops reading some files in it."""
    seen = _kept_unread(rule) or [path for path in _examples(rule) if rule.matches(_search(path))]
    return bool(seen) and not is_stopped(_search(""), rules)


def goes_on(rule: Rule, suffix: str) -> bool:
    """Tell whether a suffix of a rule about reads is a whole name (`.env`): what follows is the same kind of file."""
    listed_so = suffix in _WHOLE_NAMES and suffix in listed(rule, "extensions")
    return listed_so and rule.matches(_read(_within(rule, suffix)))


def longer_names(rule: Rule, rules: Sequence[Rule]) -> list[str]:
    """Return patterns of files whose names go on behind a suffix of the rule, and which none of `rules` stops."""
    suffixes = [text for text in listed(rule, "extensions") if goes_on(rule, text)]
    return [f"**/*{text}.*" for text in suffixes if not is_stopped(_read(_within(rule, f"{text}.local")), rules)]


def plain_folders(rule: Rule) -> list[str]:
    """Return the folders of a rule that are meant below the working folder, and not at any depth."""
    folders = [posixpath.normpath(text) for text in listed(rule, "directories")]
    return [text for text in folders if text not in {".", ".."} and not _ELSEWHERE.match(text)]


def without_depth(folder: str) -> str:
    """Return a folder without the `**` that only say "at any depth" and "with all in it": `keys` for `**/keys/**`."""
    return _ENDS.sub("", _BEGINS.sub("", folder))


def _within(rule: Rule, name: str) -> str:
    """Return a file of a name in the first of the rule's folders, if it has any."""
    folders = [example_of(text) for text in listed(rule, "directories")]
    return posixpath.join(*folders[:1], name)


def _examples(rule: Rule) -> list[str]:
    """Return paths that a rule is about, one for each of its suffixes and folders."""
    suffixes = listed(rule, "extensions")
    folders = [example_of(text) for text in listed(rule, "directories")]
    if suffixes and folders:
        return [posixpath.join(folder, suffix) for folder in folders for suffix in suffixes]
    return suffixes or folders


def example_of(pattern: str) -> str:
    """Return a path that a folder's pattern matches."""
    names = ["x" if name == "**" else name.replace("*", "x") for name in pattern.removeprefix("**/").split("/")]
    return "/".join(names)


def keeps_unread(rule: Rule) -> bool:
    """Tell whether a rule stops reads of some file."""
    return bool(_kept_unread(rule))


def _kept_unread(rule: Rule) -> list[str]:
    return [path for path in _examples(rule) if rule.decides and rule.matches(_read(path))]


def _read(path: str) -> Event:
    return made_call("Read", "read", {"file_path": _absolute(path)})


def _search(path: str) -> Event:
    return made_call("Grep", "search", {"pattern": "x", "path": _absolute(path), "file_paths": [_absolute(path)]})


def _absolute(path: str) -> str:
    return path if path.startswith("~") else posixpath.join(WORKSPACE, path)


def is_stopped(call: Event, rules: Iterable[Rule]) -> bool:
    """Tell whether one of some rules denies or asks about a call."""
    return any(rule.decides and rule.matches(call) for rule in rules)
