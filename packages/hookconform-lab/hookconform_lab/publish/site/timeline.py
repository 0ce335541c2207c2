"""A platform's drift as a picture: which tools which version had, and how that is known."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import pairwise

from hookconform.ground.versions import VersionKey, version_key
from hookconform_lab.evidence.claims import GradedClaim, PlatformEvidence

# Pixels; a letter of a name is as wide as the font of the picture makes it.
_LETTER = 7.2
_COLUMN = 46
_ROW = 20
_HEAD = 74
_FOOT = 12


@dataclass(frozen=True, slots=True)
class Bar:
    """One tool: a line from `x1` to `x2` at height `y`, and marks (x, kind, version) on it."""

    name: str
    canonical: str
    y: int
    x1: float
    x2: float
    ends: bool
    marks: tuple[tuple[float, str, str], ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The picture: its size in pixels, version labels (x, version) and bars."""

    width: int
    height: int
    head: int
    label: int
    columns: tuple[tuple[float, str], ...]
    bars: tuple[Bar, ...]

    @property
    def description(self) -> str:
        """Return what the picture shows, in a sentence."""
        changed = [bar.name for bar in self.bars if bar.ends]
        gone = f"; gone by the newest version: {', '.join(changed)}" if changed else ""
        return f"{len(self.bars)} tools over {len(self.columns)} versions{gone}."


def timeline(evidence: PlatformEvidence) -> Timeline | None:
    """Return the picture of the tools that map to a canonical name or came and went; None if there is no history."""
    versions = list(evidence.platform.versions)
    if any(version_key(one) > version_key(two) for one, two in pairwise(versions)):
        versions.sort(key=version_key)
    rows = [row for row in evidence.claims if _is_shown(row)]
    if len(versions) < 2 or not rows:  # noqa: PLR2004 (one version has no history)
        return None
    first = min((version for row in rows for version in _known(evidence, row)), key=version_key, default=versions[0])
    versions = [version for version in versions if version_key(version) >= version_key(first)]
    label = round(max(len(row.claim.native) for row in rows) * _LETTER)
    scale = _Scale(versions, label)
    bars = [_bar(evidence, row, scale, _HEAD + index * _ROW + _ROW // 2) for index, row in enumerate(rows)]
    return Timeline(
        width=label + len(versions) * _COLUMN + _FOOT,
        height=_HEAD + len(rows) * _ROW + _FOOT,
        head=_HEAD,
        label=label,
        columns=tuple((scale.at(version), version) for version in versions),
        bars=tuple(bars),
    )


class _Scale:
    """Versions at equal distances; one that is not among them stands half-way after its predecessor."""

    def __init__(self, versions: list[str], start: int) -> None:
        self._start = start
        self._keys = [version_key(version) for version in versions]

    @property
    def end(self) -> float:
        """Return the right end of a line that goes on."""
        return self._start + len(self._keys) * _COLUMN

    def at(self, version: str) -> float:
        key = version_key(version)
        before = bisect_right(self._keys, key)
        exact = before > 0 and self._keys[before - 1] == key
        return self._start + (before - 1 + (0.5 if exact else 1.0)) * _COLUMN


def _is_shown(row: GradedClaim) -> bool:
    claim = row.claim
    if claim.kind != "tool" or claim.status not in {"current", "historic"}:
        return False
    return claim.canonical is not None or claim.status == "historic" or claim.since is not None


def _bar(evidence: PlatformEvidence, row: GradedClaim, scale: _Scale, y: int) -> Bar:
    claim = row.claim
    seen = _seen(evidence, row)
    known = sorted(_known(evidence, row), key=version_key)
    start = scale.at(claim.since or known[0]) if known else scale.at(evidence.platform.newest)
    ends = claim.status == "historic"
    stop = scale.at(claim.until or known[-1]) if ends and known else scale.end
    marks = tuple((scale.at(version), kind, version) for version, kind in sorted(seen.items(), key=_by_version))
    return Bar(claim.native, claim.canonical or "", y, start, max(stop, start), ends, marks)


def _seen(evidence: PlatformEvidence, row: GradedClaim) -> dict[str, str]:
    """Return version → how the name was seen there, the strongest way if there are several."""
    seen: dict[str, str] = {}
    for item in row.claim.evidence:
        if item.supports and item.basis in ({"declared"} if row.is_only_probed else {"measured", "declared"}):
            seen |= dict.fromkeys(item.versions, item.basis)
    seen |= dict.fromkeys(evidence.declared.versions_of(row.claim.native), "declared")
    return seen | {item.case.version: "recorded" for item in row.graded.proofs if item.case.version is not None}


def _known(evidence: PlatformEvidence, row: GradedClaim) -> set[str]:
    claimed = {version for version in (row.claim.since, row.claim.until) if version}
    return claimed | _seen(evidence, row).keys()


def _by_version(item: tuple[str, str]) -> VersionKey:
    return version_key(item[0])
