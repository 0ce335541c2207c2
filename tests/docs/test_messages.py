"""The messages that the runner contract shows follow the protocol, and the reference adapter answers them so."""

from __future__ import annotations

import json
import re

import pytest
from tests.prose.pages import ROOT

from hook_adapters.suite import create
from hookconform.corpus import schemas

PAGE = (ROOT / "docs/runner-contract.md").read_text(encoding="utf-8")
PAIRS = re.findall(r"^→ (.*)\n← (.*)$", PAGE, re.MULTILINE)


def test_every_method_of_payloads_is_shown() -> None:
    assert [json.loads(request)["method"] for request, _ in PAIRS] == ["canonicalize", "match", "respond"]


@pytest.mark.parametrize(("request_line", "response_line"), PAIRS)
def test_a_message_is_a_real_one(request_line: str, response_line: str) -> None:
    request, response = json.loads(request_line), json.loads(response_line)
    result = getattr(create(), request["method"])(**request["params"])
    assert response == {"jsonrpc": "2.0", "id": request["id"], "result": result}
    assert schemas.problems({request["method"]: result}, "protocol") == []
