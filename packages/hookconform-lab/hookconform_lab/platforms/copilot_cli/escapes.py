"""What hooks see of Copilot CLI: where they are registered, and the rows that are its own."""

from __future__ import annotations

from typing import ClassVar

from hookconform_lab.lab.escapes.measuring import Escapes


class CopilotCliEscapes(Escapes):
    """Hooks are in the workspace, a file for each casing."""

    hook_files: ClassVar[tuple[str, ...]] = tuple(
        f"{{{{workspace}}}}/.github/hooks/{style}.json" for style in ("camel", "pascal")
    )


ESCAPES = CopilotCliEscapes()
