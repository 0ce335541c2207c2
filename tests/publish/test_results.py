"""Run reports that cannot be published are refused, each for its own reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.ground.errors import HookconformError
from hookconform_lab.publish import published
from hookconform_lab.publish.publication import Corpus, Publication
from hookconform_lab.publish.results import accept_results, read_results

pytestmark = pytest.mark.whole

Report = dict[str, Any]
REAL_CORPUS = Path(__file__).parents[2] / "corpus"


def saved(folder: Path, *reports: Report) -> list[Path]:
    paths: list[Path] = []
    for number, report in enumerate(reports):
        path = folder / f"{number}.json"
        path.write_text(json.dumps(report), encoding="utf-8")
        paths.append(path)
    return paths


def drop_a_check(report: Report) -> None:
    del report["checks"][0]


def drop_a_row(report: Report) -> None:
    del report["table"][0]


def repeat_a_check(report: Report) -> None:
    report["checks"].append(report["checks"][0])


def another_corpus(report: Report) -> None:
    report["corpus"]["fingerprint"] = "f" * 64


def fewer_cases(report: Report) -> None:
    report["cases"] -= 1


def a_seed(report: Report) -> None:
    report["selection"]["perturb"] = 0


def measured_only(report: Report) -> None:
    report["selection"]["measured_only"] = True


def a_selection(report: Report) -> None:
    report["selection"]["platforms"] = ["gemini-cli"]


def interrupted(report: Report) -> None:
    report["status"] = "incomplete"


def a_name_with_a_path(report: Report) -> None:
    report["adapter"]["name"] = "../../etc/passwd"


def an_unknown_case(report: Report) -> None:
    report["checks"][0]["case"] = "gemini-cli/synthetic/never"


def an_unknown_platform(report: Report) -> None:
    report["table"][0]["platform"] = "netscape"


def no_verdict(report: Report) -> None:
    del report["verdict"]


@pytest.mark.parametrize(
    ("change", "code", "because"),
    [
        (drop_a_check, "results.truncated", "it lists"),
        (drop_a_row, "results.truncated", "its table has"),
        (fewer_cases, "results.truncated", "the corpus has 5"),
        (an_unknown_case, "results.truncated", "gemini-cli/synthetic/never"),
        (an_unknown_platform, "results.truncated", "no platform netscape"),
        (repeat_a_check, "results.duplicated", "is in the report twice"),
        (another_corpus, "results.corpus", "another corpus release"),
        (a_selection, "results.partial", "platforms gemini-cli"),
        (a_seed, "results.partial", "limited to perturb"),
        (measured_only, "results.partial", "limited to measured_only"),
        (interrupted, "results.incomplete", "did not come to its end"),
        (a_name_with_a_path, "results.name", "cannot be a file name"),
        (no_verdict, "schema.run-report", "verdict"),
    ],
)
def test_a_bad_report_is_refused(
    publication: Publication, tmp_path: Path, change: Callable[[Report], None], code: str, because: str
) -> None:
    report = copy.deepcopy(publication.results[1])
    assert report["checks"], "the broken adapter must fail something"
    change(report)
    with pytest.raises(HookconformError, match=because) as caught:
        accept_results(read_results(saved(tmp_path, report)), publication.corpus)
    assert caught.value.code == code
    assert caught.value.where.endswith("0.json")


def test_two_reports_of_one_adapter_are_refused(publication: Publication, tmp_path: Path) -> None:
    with pytest.raises(HookconformError, match="two reports") as caught:
        accept_results(read_results(saved(tmp_path, *publication.results, publication.results[0])), publication.corpus)
    assert caught.value.code == "results.duplicated"


def test_a_report_that_ends_early_is_refused(publication: Publication, tmp_path: Path) -> None:
    path = saved(tmp_path, publication.results[0])[0]
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(HookconformError, match="not a complete JSON document") as caught:
        accept_results(read_results([path]), publication.corpus)
    assert caught.value.code == "results.truncated"


def test_a_report_that_is_not_there_is_refused(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        accept_results(read_results([tmp_path / "gone.json"]), corpus)
    assert caught.value.code == "results.unreadable"


def test_good_reports_are_accepted(publication: Publication, tmp_path: Path) -> None:
    assert (
        accept_results(read_results(saved(tmp_path, *publication.results)), publication.corpus) == publication.results
    )


@pytest.fixture
def facades(corpus: Corpus) -> tuple[FacadeCase, ...]:
    """Those of one platform, beside the miniature corpus, which has none."""
    found = tuple(facade_cases(REAL_CORPUS, ("gemini-cli",)))
    corpus.__dict__["facades"] = found
    return found


@pytest.mark.parametrize("asked", [-1, 0, 1])
def test_a_run_asked_about_every_facade_that_its_adapter_claims(
    publication: Publication, facades: tuple[FacadeCase, ...], asked: int
) -> None:
    reference = publication.results[0] | {"facade_cases": len(facades) + asked}
    if asked == 0:
        assert accept_results([(reference, "a run")], publication.corpus) == (reference,)
    else:
        with pytest.raises(HookconformError, match=rf"the corpus has {len(facades)}") as caught:
            accept_results([(reference, "a run")], publication.corpus)
        assert caught.value.code == "results.truncated"


def test_a_run_of_an_adapter_without_facades_was_asked_about_none(
    publication: Publication, facades: tuple[FacadeCase, ...]
) -> None:
    broken = publication.results[1]
    assert "facade" not in broken["adapter"]["capabilities"]
    assert accept_results([(broken, "a run")], publication.corpus) == (broken,)
    with pytest.raises(HookconformError, match="has 0 for what the adapter claims"):
        accept_results([(broken | {"facade_cases": len(facades)}, "a run")], publication.corpus)


def test_published_runs_ask_about_facades_and_so_do_their_base_lines(
    corpus: Corpus, facades: tuple[FacadeCase, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "PUBLISHED", ("reference",))
    (report,) = published.run_published(corpus, lambda _: None)
    (row,) = [row for row in report["table"] if row["capability"] == "facade"]
    assert report["facade_cases"] == row["counts"]["passed"] == len(facades)
    assert row["baseline"]["judged"] == len(facades)
    assert row["baseline"]["passed"] < len(facades)
