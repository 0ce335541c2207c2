"""An adapter's hook answer: read from its result, and what the platform of a case would do with it."""

from __future__ import annotations

from typing import Any

from hookconform.attach.calls import Response, Result
from hookconform.attach.hook_check import PLUGIN_HOSTS
from hookconform.attach.manifest import Manifest
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.effects import effect
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.representatives import PRE_TOOL
from hookconform.effects.rows import measured_platforms, measured_versions
from hookconform.ground.parts import part

_MAX_EXIT_CODE = 255


def parse_answer(value: Any) -> Answer | str:
    """Return the answer in `{exit_code, stdout, stderr}`, or a sentence that says why it is none."""
    if not isinstance(value, dict):
        return "the answer is not an object"
    code, stdout, stderr = (value.get(key) for key in ("exit_code", "stdout", "stderr"))
    if isinstance(code, bool) or not isinstance(code, int) or not 0 <= code <= _MAX_EXIT_CODE:
        return f"`exit_code` must be an integer from 0 to {_MAX_EXIT_CODE}"
    if not isinstance(stdout, str) or not isinstance(stderr, str):
        return "`stdout` and `stderr` must be texts"
    return Answer(exit_code=code, stdout=stdout, stderr=stderr)


def answer_in(response: Response, manifest: Manifest, platform: str) -> Answer | str:
    """Return the answer of a hook program or plugin on a platform, or a sentence that says why it is none."""
    if not isinstance(response, Result):
        return response.words
    said = parse_answer(response.value)
    if isinstance(said, str) or manifest.hook.on(platform).plugin is None:
        return said
    host = part(PLUGIN_HOSTS, platform)
    assert host is not None  # noqa: S101 (the manifest was checked)
    return host.answer(said)


def is_before_a_tool(case: Case) -> bool:
    """Tell whether the hook is asked before a tool runs, on a platform whose answers are measured."""
    if case.platform not in measured_platforms():
        return False
    claim = load_platform(case.platform).registrations.get(case.registered_event or "")
    return claim is not None and claim.canonical == PRE_TOOL


def effect_of(case: Case, answer: Answer) -> Effect:
    """Return what the case's platform would do; a case without a version is about the newest measured one."""
    version = case.version or measured_versions(case.platform)[-1]
    event = case.expected.event or "PreToolUse"
    tool = case.expected.tool_name or "Bash"
    return effect(case.platform, version, event, case.registered_event or "", answer, tool=tool)
