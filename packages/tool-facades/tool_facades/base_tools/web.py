"""Fetching and searching: what a backend of your own is asked, and told back within bounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tool_facades.base_tools.outcome import InvalidCall, Refusal

MAX_LETTERS = 100_000
_ADDRESS = re.compile(r"https?://[^/?#@\s\\]+([/?#][^\s\\]*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fetch:
    """One page to fetch; `prompt` is what the model wants to know of it, `seconds` how long it may take."""

    url: str
    prompt: str = ""
    format: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class WebSearch:
    """One search of the web; with `allowed` only on these hosts, never on those `blocked`."""

    query: str
    allowed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    results: int | None = None


# Return the text for the model, or raise with the reason why there is none.
Fetcher = Callable[[Fetch], str]
Searcher = Callable[[WebSearch], str]


def fetch(fetcher: Fetcher, wanted: list[Fetch]) -> str:
    """Return the pages, in order; raises `InvalidCall` for what is no address of a page, `Refusal` for what fails."""
    for one in wanted:
        if not _ADDRESS.fullmatch(one.url):
            raise InvalidCall(f"{one.url!r} is no address of a page: give http:// or https://, and no user name.")
    pages = [_asked(lambda one=one: fetcher(one), one.url) for one in wanted]
    if len(pages) == 1:
        return pages[0]
    return "\n\n".join(f"{one.url}\n{page}" for one, page in zip(wanted, pages, strict=True))


def search(searcher: Searcher, wanted: WebSearch) -> str:
    """Return what was found; raises `Refusal` where the search fails."""
    return _asked(lambda: searcher(wanted), f"The search for {wanted.query!r}")


def _asked(ask: Callable[[], str], what: str) -> str:
    try:
        text = ask()
    except Exception as error:  # whatever goes wrong in a backend is told, and the run goes on
        raise Refusal(f"{what} failed: {error or type(error).__name__}") from error
    if len(text) <= MAX_LETTERS:
        return text
    return f"{text[:MAX_LETTERS]}\n(Left out: {len(text) - MAX_LETTERS} more letters.)"
