"""Answer `lab since`: releases from the registry, what is known from the corpus, the rest from units."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from hookconform.corpus.claims import Platform, load_platform
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import as_listed, at_least, in_order, next_to
from hookconform_lab.lab.driver import Driver
from hookconform_lab.sweep.bisecting import Bisection, Change, Step
from hookconform_lab.sweep.facts import bundle_facts, corpus_facts, known_versions
from hookconform_lab.sweep.keys import unit_key
from hookconform_lab.sweep.registry import Release, releases, with_integrity
from hookconform_lab.sweep.store import Store, Tombstone
from hookconform_lab.sweep.subjects import NO, Subject
from hookconform_lab.sweep.unit import Options, run_unit

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which releases are looked at: from and to a version, pre-releases too; `most` units are run at the most."""

    oldest: str = ""
    newest: str = ""
    prereleases: bool = False
    most: int | None = None
    # Whether a release is recorded whole where measuring the rows that are asked about would do.
    whole: bool = False
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Answer:
    """The changes, oldest first; which versions were compared; how many units were run now.

    `silent` are named ends that say nothing, with the reasons: the answer does not reach that far.
    """

    changes: list[Change]
    compared: list[str]
    run: int
    silent: tuple[tuple[str, str], ...] = ()

    @property
    def is_exact(self) -> bool:
        """Tell whether all that was asked for was looked at, and no release lies between the two of a change."""
        return not self.silent and all(change.is_exact for change in self.changes)


def changes_since(driver: Driver, subject: Subject, asked: Asked, store: Store, say: Say) -> Answer:
    """Return between which releases a claim changed.

    Versions that the corpus knows are compared first, and bisected where two neighbours differ. The two ends are looked
    at, too, if they are named. Raises `HookconformError`: `since.version` and `since.order` for ends that are no ends,
    `since.unknown` if fewer than two versions show anything or none has the name; and what `releases` and `run_unit`
    raise.
    """
    platform = load_platform(driver.platform)
    listed = {release.version: release for release in releases(driver, prereleases=asked.prereleases)}
    asked = _with_ends(asked, driver.platform, {*listed, *known_versions(platform)})
    known = [version for version in known_versions(platform) if _within(version, asked)]
    ends = [version for version in (asked.oldest, asked.newest) if version]
    versions = [version for version in in_order({*listed, *known, *ends}) if _within(version, asked)]
    run = 0

    def look(version: str) -> Step:
        nonlocal run
        facts = corpus_facts(platform, version)
        value = None if facts is None else subject.of(facts)
        if value is not None:
            return Step(value)
        if version not in listed:
            return Step(None, "the registry has no such release")
        (release,) = with_integrity(driver, [listed[version]])
        options = _options(driver, subject, release, asked, store)
        is_new = store.find(unit_key(driver, release, options.escapes, options.answers)) is None
        if is_new and asked.most is not None and run >= asked.most:
            return Step(None, "not run yet")
        say(f"looking at {driver.platform} {version}")
        run += is_new
        try:
            unit = run_unit(driver, release, store, options=options, say=say)
        except HookconformError as error:
            return Step(None, f"not run here: {error.what}")
        if isinstance(unit, Tombstone):
            return Step(None, f"{unit.reason}: {unit.detail}")
        value = subject.of(bundle_facts(unit))
        return Step(value, "" if value is not None else "a quick recording does not show it")

    bisection = Bisection(versions, look)
    # What only the corpus says of the ends needs no unit; ends that are named are looked at whatever it takes.
    wanted = in_order({*(version for version in known if _shows(platform, version, subject)), *ends})
    changes = bisection.changes(wanted)
    compared = [version for version in wanted if bisection.value(version) is not None]
    silent = tuple((version, bisection.why(version)) for version in wanted if version not in compared)
    if len(compared) < 2:  # noqa: PLR2004 (two versions make a change)
        raise HookconformError(
            "since.unknown",
            f"Fewer than two versions of {driver.platform} show {subject.kind}:{subject.name}.",
            hint="Name two releases with --from and --to; they are run if need be.",
            shown=[f"{version}: {why}" for version, why in silent],
        )
    if all(bisection.value(version) == {subject.name: NO} for version in compared):
        _demand_name(platform, subject)
    return Answer(changes, compared, run, silent)


def _with_ends(asked: Asked, platform: str, known: Iterable[str]) -> Asked:
    """Return what is asked with the ends as releases are called; raises `since.version`, `since.order`."""
    ordered = in_order(known)
    ends: list[str] = []
    for option, text in (("--from", asked.oldest), ("--to", asked.newest)):
        found = as_listed(ordered, text) if text else ""
        if found is None:
            raise HookconformError(
                "since.version",
                f"{platform} has no release {text!r}.",
                where=option,
                hint=f"Next to it: {', '.join(next_to(ordered, text))}. Pre-releases count with --pre.",
            )
        ends.append(found)
    oldest, newest = ends
    if oldest and newest and at_least(oldest, newest):
        raise HookconformError(
            "since.order", f"{oldest} is not older than {newest}.", where="--from and --to", hint="Swap the two."
        )
    return replace(asked, oldest=oldest, newest=newest)


def _demand_name(platform: Platform, subject: Subject) -> None:
    """Refuse a name that no version has: that it changed nowhere says nothing."""
    facts = (corpus_facts(platform, version) for version in known_versions(platform))
    if any(subject.of(one) not in (None, {subject.name: NO}) for one in facts if one is not None):
        return
    raise HookconformError(
        "since.unknown",
        f"No version of {platform.id} that was looked at has {subject.kind}:{subject.name}.",
        hint=f"`hookconform lab history {platform.id}` lists names; they are exact.",
    )


def _options(driver: Driver, subject: Subject, release: Release, asked: Asked, store: Store) -> Options:
    """Return how a release is looked at: whole if that was asked for or is in the store, else narrowly."""
    is_there = store.holds(unit_key(driver, release, asked.options.escapes))
    if asked.whole or is_there or subject.kind != "answer":
        return asked.options
    return replace(asked.options, answers=subject.rows)


def _shows(platform: Platform, version: str, subject: Subject) -> bool:
    facts = corpus_facts(platform, version)
    return facts is not None and subject.of(facts) is not None


def _within(version: str, asked: Asked) -> bool:
    return at_least(version, asked.oldest or "0") and (not asked.newest or at_least(asked.newest, version))
