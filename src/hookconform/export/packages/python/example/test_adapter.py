"""One test a case: `pytest`."""

import adapter
import pytest
from hookconform_data import RED, cases, judge, rules

PACK = rules()


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in cases("gemini-cli")])
def test_case(row):
    assert [result for result in judge(row, adapter, PACK) if result["outcome"] in RED] == []
