"""What can be told to be harmless by itself: times, versions, small numbers, enumerations, model names, plain paths.

Everything is bounded: no form here has room for the digits of a card, a telephone or an account, nor for a free text.
"""

from __future__ import annotations

import re

from hookconform.corpus.placeholder_folders import HOME
from hookconform_lab.redaction.placeholders import ONE_PLACEHOLDER, WINDOWS_HOME, is_placeholder
from hookconform_lab.redaction.published import PATH_PARTS

_DATE = r"20[2-4]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6}(?:000)?)?)?"
_TIME = re.compile(rf"{_DATE}T{_CLOCK}(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)?", re.ASCII)
_DAY = re.compile(_DATE, re.ASCII)
_PRE_RELEASE = r"-(?:alpha|beta|canary|dev|insiders?|next|nightly|preview|pre|rc)(?:[.-]?(?:20)?\d{1,6})?(?:\.\d{1,2})?"
_VERSION = re.compile(
    rf"v?(?:\d{{1,3}}(?:\.\d{{1,4}}){{1,2}}|20[2-4]\d\.\d{{1,2}}\.\d{{1,2}})(?:{_PRE_RELEASE})?", re.ASCII
)
_YEAR = re.compile(r"20[2-4]\d\.", re.ASCII)
_VERSION_KEYS = re.compile(r"version$", re.IGNORECASE)
_TIME_KEYS = re.compile(r"(?:^|_)(?:timestamp|time|created|updated|start|end|date)$|(?:At|For|Time)$")
_DURATION_KEYS = re.compile(r"duration|elapsed|_ms$|Ms$|seconds$|timeout", re.IGNORECASE)
_COUNT_KEYS = re.compile(
    r"(?:tokens|count|size|length|bytes|limit|total)$|^(?:context|input|output|reasoning|read|write|cache)$|tokens?_",
    re.IGNORECASE,
)
_PATH_KEYS = re.compile(
    r"path|file|dir|cwd|directory|root|folder|^(?:uri|url|worktree|filename|include|exclude)$", re.IGNORECASE
)
_MODEL_KEYS = re.compile(r"model(?:_?id)?$", re.IGNORECASE)
_MODEL = re.compile(
    r"(?:gpt|o\d|claude|gemini|codex|grok|deepseek|qwen|llama|mistral|kimi|glm)(?:[-./ ]?(?:"
    r"opus|sonnet|haiku|fable|mini|nano|flash|lite|pro|max|codex|preview|latest|auto|turbo|exp|thinking|fast|high|low"
    rf"|medium|coder|chat|instruct|\d{{1,2}}[a-z]?|{_DATE}|20[2-4]\d[01]\d[0-3]\d))*",
    re.ASCII,
)
_MOST_MODEL_DIGITS = 14
# A telephone number may be written like a version.
_MOST_VERSION_DIGITS = 6
# Values that are the platforms' own words, key by key.
_ENUMERATIONS = {
    "permission_mode": {"default", "acceptEdits", "auto", "bypassPermissions", "dontAsk", "plan"},
    "source": {"startup", "resume", "clear", "compact", "new"},
    "reason": {"exit", "clear", "logout", "prompt_input_exit", "other", "complete", "error", "abort", "user_exit"},
    "trigger": {"manual", "auto"},
    "notification_type": {"ToolPermission", "permission_prompt", "idle_prompt", "elicitation_dialog", "agent_idle"},
    "role": {"user", "assistant", "system", "tool", "model"},
    "type": {"text", "image", "tool", "file", "object", "string", "error", "command"},
    "status": {"pending", "in_progress", "completed", "cancelled", "running", "success", "error", "failed"},
    "resultType": {"success", "failure", "rejected", "denied"},
    "result_type": {"success", "failure", "rejected", "denied"},
    "level": {"low", "medium", "high", "max"},
}
# What the walk-throughs of CONTRIBUTING.md let a program say and do.
_WALK_THROUGH = frozenset(
    {
        "Write the word hello to hello.txt, then run: cat hello.txt",
        "cat hello.txt",
        "hello",
        "hello\n",
    }
)
# Plain words of file names, one string for reading's sake.
_PLAIN_WORDS = (
    "app assets build c cc cfg chats changelog claude cli client code codex conf config copilot cpp css csv cursor "
    "data dist doc docs example examples file files fixtures gemini github go gradle h hello hooks html index ini java "
    "js json jsonl jsx kt lib license lock log logs main makefile md mjs module output package plugins project "
    "projects py pyproject readme rollout rs scripts server sessions settings sh spec sql src state styles test "
    "tests tmp toml ts tsx txt ui vscode xml yaml yml"
)
_PATH_WORDS = frozenset(_PLAIN_WORDS.split())
_ROOTS = (HOME, WINDOWS_HOME)
# Files that programs name by the time of a session: the time may stay.
_SESSION_FILE = re.compile(rf"(?:session|rollout)-{_DATE}T(?:[01]\d|2[0-3])-[0-5]\d(?:-[0-5]\d)?-(?=0{{8}})", re.ASCII)
# The folders of the day in which Codex keeps such a file.
_DAY_FOLDERS = re.compile(r"/(20[2-4]\d)/([01]\d)/([0-3]\d)(?=/rollout-\1-\2-\3T)", re.ASCII)
_LARGEST_NUMBER = 10_000
_LARGEST_COUNT = 2_000_000
_LARGEST_DURATION = 10**8
_EPOCH = (1_577_836_800, 2_208_988_800)  # the years 2020 to 2039
_LONGEST_NUMERIC_WORD = 2
_MOST_DIGITS = 4


def is_harmless_number(key: str, value: float) -> bool:
    """Tell whether a number can be kept unasked: small, or a time, a duration or a count by its key."""
    size = abs(value)
    if _TIME_KEYS.search(key):
        return size < _LARGEST_NUMBER or any(_EPOCH[0] * unit <= size <= _EPOCH[1] * unit for unit in (1, 1000))
    if _DURATION_KEYS.search(key):
        return size < _LARGEST_DURATION
    # More decimals could be a place on earth.
    if isinstance(value, float) and round(value, 2) != value:
        return False
    return size < (_LARGEST_COUNT if _COUNT_KEYS.search(key) else _LARGEST_NUMBER)


def is_harmless_text(key: str, text: str) -> bool:
    """Tell whether a text can be kept unasked for what it is, whether or not it was published."""
    return (
        not text.strip()
        or is_placeholder(text)
        or _TIME.fullmatch(text) is not None
        or text in _ENUMERATIONS.get(key, ())
        or text in _WALK_THROUGH
        or (_TIME_KEYS.search(key) is not None and _DAY.fullmatch(text) is not None)
        or (_VERSION_KEYS.search(key) is not None and is_plain_version(text))
        or (_MODEL_KEYS.search(key) is not None and _is_model(text))
    )


def is_plain_version(text: str) -> bool:
    """Tell whether a text is a version as programs are released under, without a build's own name."""
    core = text.partition("-")[0]
    few = sum(map(str.isdecimal, core)) <= _MOST_VERSION_DIGITS or _YEAR.match(core) is not None
    return few and _VERSION.fullmatch(text) is not None


def is_harmless_path(key: str, text: str, published_words: frozenset[str]) -> bool:
    """Tell whether a text is a path, below a placeholder or relative, all of whose words are known or numbers."""
    root = next((root for root in _ROOTS if text == root or text.startswith((root + "/", root + "\\"))), "")
    relative = _PATH_KEYS.search(key) is not None and re.match(r"[/\\~]|[A-Za-z]:", text) is None
    if not (root or relative) or re.search(r"[^A-Za-z0-9_./\\@+ -]", text.removeprefix(root)):
        return False
    rest = _DAY_FOLDERS.sub("", text.removeprefix(root), count=1)
    left: list[str] = []
    for part in re.split(r"[/\\]", rest):
        bare = _without_placeholders(part)
        if not all(_is_known_word(word, published_words) for word in PATH_PARTS.findall(bare)):
            return False
        left.append(bare)
    return sum(map(str.isdecimal, "".join(left))) <= _MOST_DIGITS


def _without_placeholders(part: str) -> str:
    """Return one part of a path without the placeholders that stand in it as words of their own."""
    part = _SESSION_FILE.sub("", part, count=1)
    found = ONE_PLACEHOLDER.search(part)
    if found is None:
        return part
    before, after = part[: found.start()], part[found.end() :]
    if (before and before[-1].isalnum()) or (after and after[0].isalnum()):
        return part
    return f"{before} {_without_placeholders(after)}"


def _is_known_word(word: str, published_words: frozenset[str]) -> bool:
    return (
        word.lower() in _PATH_WORDS
        or word.lower() in published_words
        or (word.isdecimal() and len(word) <= _LONGEST_NUMERIC_WORD)
    )


def _is_model(text: str) -> bool:
    return _MODEL.fullmatch(text) is not None and sum(map(str.isdecimal, text)) <= _MOST_MODEL_DIGITS
