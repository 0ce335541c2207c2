"""One pass over the inbox: each recording is reviewed, decided on, and kept, dropped or left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from hookconform.ground.plain_text import counted, folded
from hookconform_lab.recorder.folders import private_folder
from hookconform_lab.recorder.inbox import Inbox
from hookconform_lab.recorder.reviewed import write_reviewed
from hookconform_lab.recorder.reviewing import AskVersion, Review, Reviewer, Unusable
from hookconform_lab.recorder.showing import as_json, shown

Choice = Literal["keep", "drop", "leave", "stop"]
# Gives the review, edited or not, and what becomes of it. `keep` with doubts means that they are confirmed.
Decision = Callable[[Reviewer, Review], tuple[Review, Choice]]


def accept_cleared(reviewer: Reviewer, review: Review) -> tuple[Review, Choice]:  # noqa: ARG001 (a decision's form)
    """Keep what the gate clears, leave the rest for a person."""
    return review, "keep" if review.cleared else "leave"


def look_only(reviewer: Reviewer, review: Review) -> tuple[Review, Choice]:  # noqa: ARG001
    """Leave everything where it is."""
    return review, "leave"


class Session:
    """Carries out decisions and counts them; a raw recording is deleted once it is kept or dropped."""

    def __init__(
        self, root: Path, out: Path, *, version: str | None, mask: bool, ask_version: AskVersion | None = None
    ) -> None:
        self._root = root
        self._out = out
        self._mask = mask
        self._delete_unusable = False
        self._reviewer = Reviewer(root, version=version, ask_version=ask_version)
        self._kept: list[Path] = []
        self._left: list[Review] = []
        self._unusable: list[Unusable] = []
        self._unreadable: tuple[Path, ...] = ()
        self._stuck: list[Path] = []
        self._counts: Counter[str] = Counter()
        self._known_platforms: set[str] = set()

    def run(self, inbox: Inbox, decide: Decision, *, delete_unusable: bool = False) -> Iterator[dict[str, Any]]:
        """Review everything in order; yields each review as data, once it is decided."""
        self._delete_unusable = delete_unusable
        self._unreadable = tuple(path for path in inbox.unreadable if not self._deleted(path))
        for found in self._reviewer.reviews(inbox.received, masked=self._mask):
            if isinstance(found, Unusable):
                if found.can_be_mended or not self._deleted(found.source):
                    self._unusable.append(found)
                continue
            if found.known_as is not None:
                yield self._nothing_new(found, drop=decide is not look_only)
                continue
            review, choice = decide(self._reviewer, found)
            kept = self._carry_out(review, choice)
            yield as_json(review, str(kept) if kept else None)
            if choice == "stop":
                return

    def _nothing_new(self, review: Review, *, drop: bool) -> dict[str, Any]:
        self._counts["nothing new"] += 1
        self._known_platforms.add(review.recording.platform)
        if drop:
            self._remove(review.source)
        return as_json(review, None)

    def _carry_out(self, review: Review, choice: Choice) -> Path | None:
        if choice == "keep":
            path = write_reviewed(self._out, review, self._root)
            self._reviewer.keep(review)
            self._kept.append(path)
            self._remove(review.source)
            return path
        if choice == "drop":
            self._counts["dropped"] += 1
            self._remove(review.source)
        else:
            self._left.append(review)
        return None

    def _deleted(self, source: Path) -> bool:
        """Delete what cannot be used, if that was asked for; returns whether it is gone."""
        if not self._delete_unusable or not self._remove(source):
            return False
        self._counts["deleted"] += 1
        return True

    def _remove(self, source: Path) -> bool:
        try:
            source.unlink(missing_ok=True)
        except OSError:
            self._stuck.append(source)
            return False
        return True

    def summary(self) -> dict[str, Any]:
        """Return what happened, as data."""
        return {
            "kept": [str(path) for path in self._kept],
            "nothing_new": self._counts["nothing new"],
            "dropped": self._counts["dropped"],
            "deleted": self._counts["deleted"],
            "left": len(self._left),
            "unusable": [
                {"platform": item.platform, "registered_event": item.registered_event, "reason": item.reason}
                for item in self._unusable
            ],
            "unreadable": [str(path) for path in self._unreadable],
            "not_removed": [str(path) for path in self._stuck],
        }

    def report(self) -> Iterator[str]:
        """Yield what happened, in lines for a person."""
        yield from (f"kept: {path}" for path in self._kept)
        if self._counts["nothing new"]:
            recordings = counted(self._counts["nothing new"], "recording")
            yield f"nothing new: the corpus has what {recordings} would show; dropped"
        if self._counts["dropped"]:
            yield f"dropped: {self._counts['dropped']}"
        if self._counts["deleted"]:
            yield f"deleted: {counted(self._counts['deleted'], 'file')} that could not be used"
        for review in self._left:
            yield f"left: {shown(review.headline)}"
            yield from (f"  not recognised: {shown(doubt.render())}" for doubt in review.doubts)
        for item in self._unusable:
            event = shown(item.registered_event)
            yield from folded(f"unusable: {item.platform}, {event}: {item.reason} ({item.source.name})", 2)
        yield from (f"unreadable, remove it: {shown(str(path))}" for path in self._unreadable)
        if any(not item.can_be_mended for item in self._unusable) or self._unreadable:
            yield f"what cannot be used stays in: {shown(str(private_folder() / 'recordings'))}"
            yield "to delete it: hookconform record review --delete-unusable"
        yield from (f"could not be removed, remove it: {shown(str(path))}" for path in self._stuck)
        if self._kept:
            yield f"next: hookconform corpus add {self._out}/*.json"
        elif not (self._left or self._unusable or self._unreadable):
            yield "no recordings to review"
            for platform in sorted(self._known_platforms):
                yield f"next: record what `hookconform confidence {platform}` grades MEDIUM or LOW"
