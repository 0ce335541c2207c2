"""Changes between two versions are said in words."""

from __future__ import annotations

import pytest

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.manifests import load_manifests
from hookconform.ground.errors import HookconformError
from hookconform_lab.evidence.version_changes import Changes, version_changes


def changes(platform: str, old: str, new: str) -> dict[str, Changes]:
    return {item.kind: item for item in version_changes(load_platform(platform), old, new)}


def test_versions_that_are_alike_have_no_lines() -> None:
    found = changes("cline", "3.0.62", "3.0.65")
    assert all(not item.lines and not item.unknown for item in found.values())


def test_new_keys_are_named_by_tool_and_envelope() -> None:
    found = changes("gemini-cli", "0.40.1", "0.61.0")
    assert "BeforeTool replace: new allow_multiple" in found["calls"].lines
    assert "BeforeTool: new original_request_name" in found["envelopes"].lines
    assert "gone save_memory" in found["declared tools"].lines


def test_the_other_way_round_new_is_gone() -> None:
    found = changes("gemini-cli", "0.61.0", "0.40.1")
    assert "BeforeTool replace: gone allow_multiple" in found["calls"].lines


def test_responses_that_nobody_measured_are_said_to_be_unknown() -> None:
    found = changes("gemini-cli", "0.34.0", "0.61.0")
    assert found["hook responses"].unknown == "nobody measured them at 0.34.0"


def test_a_platform_without_recorded_versions_says_so() -> None:
    name = next(name for name in platform_ids() if not load_manifests(load_platform(name).path.parent))
    with pytest.raises(HookconformError, match=r"^No version of .* was recorded") as caught:
        changes(name, "1.7", "1.7")
    assert (caught.value.code, caught.value.where) == ("version.unrecorded", name)
    assert f"`hookconform explain {name}`" in caught.value.hint


def test_an_unrecorded_version_is_an_error_with_a_suggestion() -> None:
    with pytest.raises(HookconformError, match=r"not recorded at 0\.61") as caught:
        changes("gemini-cli", "0.40.1", "0.61")
    assert caught.value.code == "version.unrecorded"
    assert caught.value.hint == "Did you mean 0.61.0?"
