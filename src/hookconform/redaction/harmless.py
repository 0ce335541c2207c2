"""What can be told to be harmless by itself: times, versions, small numbers, enumerations, model names, plain paths."""

from __future__ import annotations

import re

from hookconform.redaction.placeholders import HOME, WINDOWS_HOME, is_placeholder
from hookconform.redaction.published import PATH_PARTS

_TIME = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?")
_VERSION = re.compile(r"v?\d{1,5}(?:\.\d{1,5}){1,3}(?:-(?:alpha|beta|nightly|preview|rc)[.\d-]{0,16})?")
_VERSION_KEYS = re.compile(r"version$", re.IGNORECASE)
_TIME_KEYS = re.compile(r"(?:^|_)(?:timestamp|time|created|updated|start|end|date)$|(?:At|For|Time)$")
_DURATION_KEYS = re.compile(r"duration|elapsed|_ms$|Ms$|seconds$|timeout", re.IGNORECASE)
_COUNT_KEYS = re.compile(r"tokens|count|size|length|context|limit|input|output|reasoning", re.IGNORECASE)
_PATH_KEYS = re.compile(
    r"path|file|dir|cwd|directory|root|folder|^(?:uri|url|worktree|filename|include|exclude)$", re.IGNORECASE
)
_MODEL_KEYS = re.compile(r"model(?:_?id)?$", re.IGNORECASE)
_MODEL_WORD = re.compile(
    r"gpt|o\d|claude|gemini|opus|sonnet|haiku|fable|mini|nano|flash|lite|pro|max|codex|preview|latest|auto|turbo|exp"
    r"|thinking|fast|high|low|medium|\d{1,8}[a-z]?"
)
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
# Plain words of file names, one string for reading's sake.
_PLAIN_WORDS = (
    "app assets build c cc cfg chats changelog claude cli client code codex conf config copilot cpp css csv cursor "
    "data dist doc docs example examples file files fixtures gemini github go gradle h hooks html index ini java "
    "js json jsonl jsx kt lib license lock log logs main makefile md mjs module output package plugins project "
    "projects py pyproject readme rollout rs scripts server sessions settings sh spec sql src state styles test "
    "tests tmp toml ts tsx txt ui vscode xml yaml yml"
)
_PATH_WORDS = frozenset(_PLAIN_WORDS.split())
_ROOTS = (HOME, WINDOWS_HOME)
_LARGEST_NUMBER = 10_000
_LARGEST_COUNT = 10_000_000
_LARGEST_DURATION = 10**8
_EPOCH = (1_500_000_000, 4_000_000_000)
_LONGEST_NUMERIC_WORD = 4


def is_harmless_number(key: str, value: float) -> bool:
    """Tell whether a number can be kept unasked: small, or a time, a duration or a count by its key."""
    size = abs(value)
    if _TIME_KEYS.search(key):
        return size < _LARGEST_NUMBER or any(_EPOCH[0] <= size / unit <= _EPOCH[1] for unit in (1, 1000))
    if _DURATION_KEYS.search(key):
        return size < _LARGEST_DURATION
    if isinstance(value, float) and round(value, 3) != value:
        return False
    return size < (_LARGEST_COUNT if _COUNT_KEYS.search(key) else _LARGEST_NUMBER)


def is_harmless_text(key: str, text: str) -> bool:
    """Tell whether a text can be kept unasked for what it is, whether or not it was published."""
    return (
        not text.strip()
        or is_placeholder(text)
        or _TIME.fullmatch(text) is not None
        or text in _ENUMERATIONS.get(key, ())
        or (_VERSION_KEYS.search(key) is not None and _VERSION.fullmatch(text) is not None)
        or (_MODEL_KEYS.search(key) is not None and _is_model(text))
    )


def is_harmless_path(key: str, text: str, published_words: frozenset[str]) -> bool:
    """Tell whether a text is a path, below a placeholder or relative, all of whose words are known or numbers."""
    root = next((root for root in _ROOTS if text == root or text.startswith((root + "/", root + "\\"))), "")
    relative = _PATH_KEYS.search(key) is not None and re.match(r"[/\\~]|[A-Za-z]:", text) is None
    if not (root or relative) or re.search(r"[^\w./\\:@+ -]", text):
        return False
    parts = re.split(r"[/\\]", text.removeprefix(root))
    return all(_is_known_part(part, published_words) for part in parts if part)


def _is_known_part(part: str, published_words: frozenset[str]) -> bool:
    stem = part.partition(".")[0]
    if is_placeholder(stem) or re.fullmatch(r"session-[\dT-]+-0{8}|rollout-[\dT-]+-0{8}-0{4}-4000-8000-\d{12}", stem):
        return True
    return all(
        word.lower() in _PATH_WORDS
        or word.lower() in published_words
        or (word.isdecimal() and len(word) <= _LONGEST_NUMERIC_WORD)
        or is_placeholder(word)
        for word in PATH_PARTS.findall(part)
    )


def _is_model(text: str) -> bool:
    return all(_MODEL_WORD.fullmatch(word) for word in re.split(r"[-./]", text))
