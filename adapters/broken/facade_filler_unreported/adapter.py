"""Fault: what was filled in is not said."""

from __future__ import annotations

from broken.facade_wrapper import Answer, BrokenFacades, Params


class Adapter(BrokenFacades):
    """Makes up required arguments and keeps that to itself."""

    name = "broken-facade-filler-unreported"

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Empty the list."""
        del params
        return answer | {"filled": []}


create = Adapter
