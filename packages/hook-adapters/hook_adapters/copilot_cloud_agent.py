"""GitHub Copilot cloud agent: the Copilot CLI's runtime in a sandbox, with the same payloads and answers.

It has no user to ask: the platform itself takes "ask" for a deny, and permission and notification hooks do not fire.
"""

from __future__ import annotations

from hook_adapters.copilot_cli import PLATFORM

__all__ = ["PLATFORM"]
