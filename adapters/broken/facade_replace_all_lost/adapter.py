"""Fault: `replace_all` is left out of native calls without a word."""

from __future__ import annotations

from broken.facade_wrapper import BrokenFacades, Params, with_calls


class Adapter(BrokenFacades):
    """Turns every edit into one of a single place."""

    name = "broken-facade-replace-all-lost"

    def asked(self, params: Params) -> Params:
        """Leave the switch out before the call is mapped."""
        return with_calls(params, lambda call: {key: value for key, value in call.items() if key != "replace_all"})


create = Adapter
