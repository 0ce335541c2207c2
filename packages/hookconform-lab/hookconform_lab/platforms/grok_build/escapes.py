"""What hooks see of Grok Build: they are registered in a file of the user's folder of hooks."""

from __future__ import annotations

from hookconform_lab.lab.escapes.measuring import Escapes

ESCAPES = Escapes(("{{home}}/.grok/hooks/lab.json",))
