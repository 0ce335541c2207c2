"""What hooks see of Code Puppy: they are registered in the user's file of hooks."""

from __future__ import annotations

from hookconform_lab.lab.escapes.measuring import Escapes
from hookconform_lab.platforms.code_puppy.driver import HOME

ESCAPES = Escapes((f"{{{{home}}}}/{HOME}/hooks.json",))
