"""What hooks see of VS Code's agent: they are registered in a file of the workspace."""

from __future__ import annotations

from hookconform_lab.lab.escapes.measuring import Escapes

ESCAPES = Escapes(("{{workspace}}/.github/hooks/lab.json",))
