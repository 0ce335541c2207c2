"""Capability `facade`: tools as each provider's models know them, offered as declared and mapped without loss.

Its cases are no payloads (`hookconform.corpus.facade_cases`), so no check of a payload is about it; `facade[…]` names
what is judged. Only an adapter that claims the capability is asked.
"""

from __future__ import annotations

from hookconform.checks.capability import METHOD_KINDS, Capability
from hookconform.checks.outcome import PASS
from hookconform.corpus.facade_names import FACADE, VARIANTS

CAPABILITY = Capability(
    FACADE,
    METHOD_KINDS,
    applies=lambda _: False,
    calls=lambda _: (),
    judge=lambda _, __: PASS,
    all_variants=lambda: VARIANTS,
)
