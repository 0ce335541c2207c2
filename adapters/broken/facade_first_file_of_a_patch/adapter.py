"""Fault: of a patch only the first file is given on."""

from __future__ import annotations

import re
from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native, with_arguments

FILE = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: ", re.MULTILINE)
END = "*** End Patch\n"


class Adapter(BrokenFacades):
    """Cuts the canonical `patch` behind its first file."""

    name = "broken-facade-first-file-of-a-patch"

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Cut what a native call means."""
        return answer if is_to_native(params) else with_arguments(answer, _cut)


def _cut(call: dict[str, Any]) -> dict[str, Any]:
    begins = [found.start() for found in FILE.finditer(call.get("patch", ""))]
    return call | {"patch": call["patch"][: begins[1]] + END} if len(begins) > 1 else call


create = Adapter
