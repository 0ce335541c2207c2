"""Fault: every model is given the tools of the provider's first family."""

from __future__ import annotations

from broken.facade_wrapper import BrokenFacades, Params


class Adapter(BrokenFacades):
    """Does not look at the model."""

    name = "broken-facade-family-ignored"

    def asked(self, params: Params) -> Params:
        """Forget which model it is."""
        return params | {"model": None}


create = Adapter
