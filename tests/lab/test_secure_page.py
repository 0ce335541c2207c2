"""The page over TLS is served to who trusts the run's own authority, and the program beside it learns of that."""

from __future__ import annotations

import ssl
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from hookconform_lab.lab import secure_page
from hookconform_lab.lab.model_server.listener import PAGE


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve on a free port."""
    server = secure_page.serve(0, tmp_path / "authority.pem")
    yield f"https://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_who_trusts_the_authority_gets_the_page(address: str, tmp_path: Path) -> None:
    trusting = ssl.create_default_context(cafile=str(tmp_path / "authority.pem"))
    with urllib.request.urlopen(f"{address}/page?a=1", context=trusting, timeout=30) as answer:
        assert answer.read() == PAGE
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}/missing", context=trusting, timeout=30)


def test_nobody_else_does(address: str) -> None:
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"{address}/page", context=ssl.create_default_context(), timeout=30)


def test_the_program_is_told_of_the_authority_and_its_exit_code_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secure_page, "PORT", 0)
    check = (
        "import os, sys; sys.exit(7 if 'BEGIN CERTIFICATE' in open(os.environ['NODE_EXTRA_CA_CERTS']).read() else 1)"
    )
    assert secure_page.main(str(tmp_path), sys.executable, "-c", check) == 7
