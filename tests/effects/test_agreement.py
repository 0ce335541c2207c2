"""The models agree with every measured row; there is no list of exceptions."""

from __future__ import annotations

from collections import Counter

import pytest

from hookconform.effects import effect, modelled_platforms
from hookconform.effects.effect import observe
from hookconform.effects.rows import load_rows, measured_platforms, measured_versions

MEASURED = [
    pytest.param(platform, version, id=f"{platform}-{version}")
    for platform in measured_platforms()
    for version in measured_versions(platform)
]


@pytest.mark.parametrize(("platform", "version"), MEASURED)
def test_the_model_predicts_every_measured_row(platform: str, version: str) -> None:
    wrong: list[str] = []
    for row in load_rows(platform, version):
        predicted = effect(platform, version, row.event, row.registered_event, row.answer, tool=row.tool or "Bash")
        seen = observe(predicted, approval=row.approval, prints=row.tool == "Bash")
        if seen != row.effect:
            wrong.append(f"{row.id}: predicted {seen} ({predicted.why}), measured {row.effect}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("platform", modelled_platforms())
def test_the_newest_version_has_thirty_forms_before_a_tool(platform: str) -> None:
    newest = measured_versions(platform)[-1]
    forms = Counter(row.registered_event for row in load_rows(platform, newest) if row.event == "PreToolUse")
    assert forms
    assert all(number >= 30 for number in forms.values()), forms


@pytest.mark.parametrize(("platform", "version"), MEASURED)
def test_a_file_names_its_own_version_and_no_row_twice(platform: str, version: str) -> None:
    ids = [row.id for row in load_rows(platform, version)]
    assert len(set(ids)) == len(ids)


def test_every_model_gives_a_reason_for_every_row() -> None:
    for parameters in MEASURED:
        platform, version = parameters.values
        for row in load_rows(str(platform), str(version)):
            predicted = effect(
                str(platform), str(version), row.event, row.registered_event, row.answer, tool=row.tool or "Bash"
            )
            assert predicted.why, row.id
