"""The user's cache: where platformdirs says, whether or not it is asked."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from hookconform.ground.cache import user_cache


@pytest.mark.parametrize("home", ["/home/dev", "/home/dev/", "", "relative", None])
@pytest.mark.parametrize("named", ["/var/cache/dev", "/var/cache/dev/", "", " ", "relative", " /var/cache", None])
@pytest.mark.parametrize("android", [None, "/data"])
def test_the_cache_is_where_platformdirs_says(
    monkeypatch: pytest.MonkeyPatch, home: str | None, named: str | None, android: str | None
) -> None:
    for name, value in (("HOME", home), ("XDG_CACHE_HOME", named), ("ANDROID_DATA", android)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert user_cache() == Path(platformdirs.user_cache_dir("hookconform")).resolve()
