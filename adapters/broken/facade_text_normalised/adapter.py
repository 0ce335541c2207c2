"""Fault: texts are given on in normal form C, so that letters are other ones than the model wrote."""

from __future__ import annotations

import unicodedata
from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params, with_arguments


class Adapter(BrokenFacades):
    """Composes letters and accents in all arguments that it maps, both ways."""

    name = "broken-facade-text-normalised"

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Normalise what is there."""
        del params
        return with_arguments(answer, _normalised)


def _normalised(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _normalised(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_normalised(item) for item in value]
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


create = Adapter
