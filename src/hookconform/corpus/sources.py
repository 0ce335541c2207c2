"""Documents that evidence refers to: where they are, and how they are cited, the same everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

_COMMIT = 12


class Source(NamedTuple):
    """One source: a file of a repository at a `commit`, one of a released `package`, or a page at a `url`.

    What does not apply is empty; `date` is of the text or of reading it, `note` says what it is good for.
    """

    basis: str
    repository: str = ""
    commit: str = ""
    package: str = ""
    path: str = ""
    url: str = ""
    date: str = ""
    note: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return what it is, where in it, as of when: what a reader needs to find it, in full."""
        if self.url:
            found = (self.url, self.date)
        elif self.package:
            found = (self.package, self.path, self.date)
        else:
            found = (self.repository, self.path, f"commit {self.commit}" + (f", {self.date}" if self.date else ""))
        return tuple(part for part in found if part)

    @property
    def citation(self) -> str:
        """Return it in one line."""
        if self.url:
            return f"{self.url} ({self.date})"
        if self.package:
            return f"{self.package}, {self.path}"
        return f"{self.repository}, {self.path} at {self.commit[:_COMMIT]}"

    @property
    def address(self) -> str:
        """Return where it can be opened; empty for a released package."""
        if self.repository:
            return f"https://github.com/{self.repository}/blob/{self.commit}/{self.path}"
        return self.url

    def as_json(self) -> dict[str, str]:
        """Return it as it is filed."""
        return {name: str(value) for name, value in self._asdict().items() if value}


def source_from_dict(raw: Mapping[str, str]) -> Source:
    """Return the source in `raw`, which must follow the platform schema."""
    return Source(**raw)
