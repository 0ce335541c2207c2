"""What hooks see of pi: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class PiEscapes(Escapes):
    """Hooks are functions of an extension in the user's folder."""

    hook_files: ClassVar[tuple[str, ...]] = tuple(
        f"{{{{home}}}}/.pi/agent/extensions/{name}.js" for name in ("capture", "answering")
    )


ESCAPES = PiEscapes()
