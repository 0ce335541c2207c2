"""What a platform has by its claims: renamed arguments, patches, calls within calls. It decides which rules apply."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform

_LIVE = frozenset({"current", "historic"})


def _tools(test: Callable[[Claim], object]) -> Callable[[Platform], bool]:
    return lambda platform: any(test(claim) for claim in platform.tools.values() if claim.status in _LIVE)


def _events(test: Callable[[Claim], object]) -> Callable[[Platform], bool]:
    return lambda platform: any(test(claim) for claim in platform.events.values() if claim.status in _LIVE)


def _renames(claim: Claim) -> bool:
    return any(native != canonical for native, canonical in claim.arguments.items())


TRAITS: dict[str, Callable[[Platform], bool]] = {
    "own-tool-names": _tools(lambda claim: claim.maps),
    "canonical-tool-names": _tools(lambda claim: claim.canonical is not None and not claim.maps),
    "own-event-names": _events(lambda claim: claim.maps),
    "extended-tools": _tools(lambda claim: claim.tier == "extended"),
    "legacy-aliases": lambda platform: any(claim.status == "legacy-alias" for claim in platform.tools.values()),
    "kinds-of-native-tools": _tools(lambda claim: claim.canonical is None and claim.tool_kind),
    "renamed-arguments": _tools(_renames),
    "units": _tools(lambda claim: claim.units),
    "patches": _tools(lambda claim: claim.patch),
    "paths-elsewhere": _tools(lambda claim: claim.paths),
    "addresses": _tools(lambda claim: claim.urls),
    "commands-elsewhere": _tools(lambda claim: claim.commands),
    "contained-calls": _tools(lambda claim: claim.calls),
    "calls-by-tool": _tools(lambda claim: "tool" in claim.calls),
    "calls-by-file": _tools(lambda claim: "file" in claim.calls),
    "calls-by-value": _tools(lambda claim: "each" in claim.calls),
    "calls-with-words": _tools(lambda claim: "words" in claim.calls),
    "encoded-arguments": lambda platform: platform.payload.string_arguments,
    "server-field": lambda platform: bool(platform.payload.mcp),
    "own-failure": lambda platform: bool(platform.payload.failure),
    "further-keys": lambda platform: bool(platform.payload.further_keys),
    "envelope": lambda platform: platform.payload.enveloped is not None,
    "registration-decides": lambda platform: platform.payload.registration_decides,
    "names-event": lambda platform: not platform.payload.registration_decides,
    "null-for-no-tool": lambda platform: platform.payload.null_for_no_tool,
    "prompt-at-some-events": lambda platform: bool(platform.payload.prompt_events),
    "several-places": lambda platform: any(
        len(places) > 1 for places in (platform.payload.event, platform.payload.tool_input, platform.payload.session_id)
    ),
    "events-that-fire-others": _events(lambda claim: claim.also_fires),
    "events-that-imply-a-tool": _events(lambda claim: claim.implies_tool),
    "events-without-a-tool": _events(lambda claim: claim.names_no_tool),
    "paths-opened-otherwise": lambda platform: bool(platform.paths_read_as),
    "permission": _events(lambda claim: claim.becomes == "PermissionRequest"),
    "prompts": _events(lambda claim: claim.becomes == "UserPromptSubmit"),
    "failure-event": _events(lambda claim: claim.becomes == "PostToolUseFailure"),
    "ends": _events(lambda claim: claim.becomes == "Stop"),
}


@cache
def traits_of(platform_id: str) -> frozenset[str]:
    """Return the traits of a platform, by the claims of the corpus in use; each canonical tool is one: `has-Grep`."""
    platform = load_platform(platform_id)
    tools = {f"has-{claim.becomes}" for claim in platform.tools.values() if claim.status in _LIVE}
    return frozenset(tools) | {name for name, test in TRAITS.items() if test(platform)}
