"""One change of a platform's contract with hooks, and the versions between which it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hookconform.corpus.claims import Platform
from hookconform.corpus.releases import Releases, load_releases, release_date
from hookconform.ground.json_text import stated
from hookconform.ground.versions import VersionKey, version_key

# By kind, the most important first: what a hook answers decides whether a call is stopped.
KINDS = {
    "answer": "What an answer does",
    "escape": "Ways past a hook",
    "event": "Events",
    "tool": "Tools",
    "payload": "What a hook reads",
    "argument": "Arguments of tools",
    "path": "How paths are read",
    "note": "Also noted",
}
_HEAVY = ("no longer stops", "now stops")
RECORDED, MEASURED, DECLARED, CLAIMED, DOCUMENTED = "recorded", "measured", "declared", "claimed", "documented"


class ContractStep(NamedTuple):
    """One change: not yet at `after`, there at `since`, both looked at; no `after`: a document names the release.

    `subjects` are what changed, in the terms of the corpus (an event, a tool, row ids of one answer); `before` and
    `now` say how it was and is, so that a change that was undone can be told. `basis` is how it is known. With `items`
    several of one kind and text are one change, and the text ends with them.
    """

    kind: str
    subjects: tuple[str, ...]
    text: str
    after: str
    since: str
    basis: str
    before: str = ""
    now: str = ""
    items: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Return the change as a sentence without its release."""
        return f"{self.text} {', '.join(self.items)}" if self.items else self.text

    @property
    def order(self) -> tuple[VersionKey, int, str]:
        """Return what steps are sorted by: version, importance, words."""
        return version_key(self.since), list(KINDS).index(self.kind), self.text

    @property
    def weight(self) -> int:
        """Return what comes first of a kind: a call that is no longer stopped, then one that now is."""
        return next((place for place, words in enumerate(_HEAVY) if words in self.text), len(_HEAVY))

    def is_exact(self, releases: Releases | None) -> bool:
        """Tell whether `since` is the very release: it is documented, or no release lies between both."""
        return not self.after or (releases is not None and releases.none_between(self.after, self.since))


def when(change: Mapping[str, Any]) -> str:
    """Return at which release a change of a document came, or between which two, with the day if it is known."""
    released = change.get("released")
    day = "" if released is None else f" ({'' if released['exact'] else 'released by '}{released['day']})"
    return f"{change['since']}{day}" if change["exact"] else f"between {change['after']} and {change['since']}{day}"


def step_json(platform: Platform, step: ContractStep) -> dict[str, Any]:
    """Return a change as a document has it (`contract-changes.schema.json`)."""
    date = release_date(platform, step.since)
    return {
        "kind": step.kind,
        "text": step.words,
        "subjects": list(step.subjects),
        **stated(after=step.after),
        "since": step.since,
        "exact": step.is_exact(load_releases(platform.id, platform.root)),
        **stated(released={} if date is None else {"day": date.day, "exact": date.is_exact}),
        "basis": step.basis,
    }


def quoted(names: Sequence[str]) -> str:
    """Return names for a sentence."""
    return ", ".join(f"`{name}`" for name in names)
