"""A pinned corpus: a run about any other is wrong use, so that nothing turns red that nobody changed."""

from __future__ import annotations

import re

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.released import last_release
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version
from hookconform.run.fingerprint import corpus_fingerprint

PREFIX = "sha256:"
# Reports and summaries show this many characters; fewer name nothing for certain.
_SHORTEST = 12
_FINGERPRINT = re.compile(rf"sha256:[0-9a-f]{{{_SHORTEST},64}}")


def demand_corpus(pin: str, *, where: str) -> None:
    """Raise `HookconformError` (`corpus.pin`) if the corpus here is not the one that is pinned.

    `pin` is the version of a release, whose corpus must be unchanged since, or `sha256:` and the first 12 characters
    or more of a fingerprint.
    """
    here = corpus_fingerprint()
    if _FINGERPRINT.fullmatch(pin):
        if f"{PREFIX}{here}".startswith(pin):
            return
        wrong = "The corpus here is another one than the one that is pinned."
    elif is_version(pin):
        release, fingerprint = _released()
        if release == pin and fingerprint == here:
            return
        wrong = f"The corpus here is not that of release {pin}."
        if release == pin:
            wrong = f"The corpus here has changed since release {pin}."
    else:
        wrong = f"{pin[:80]!r} is neither the version of a release nor a fingerprint."
    raise HookconformError(
        "corpus.pin",
        wrong,
        where=where,
        hint=f"Here is {PREFIX}{here}: pin that, or install the release of hookconform that you mean.",
    )


def _released() -> tuple[str, str]:
    """Return version and fingerprint of the last release; empty where they are not known: then nothing is proved."""
    try:
        found = last_release(corpus_root())
    except HookconformError:
        return "", ""
    return (found.version, found.fingerprint) if found else ("", "")
