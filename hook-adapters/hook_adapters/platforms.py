"""Which module speaks for which platform; imported on use, so that a hook pays for one platform only."""

from __future__ import annotations

import importlib

from hook_adapters.errors import UnsupportedPlatform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from hook_adapters.reading import Reading, Tables
    from hook_adapters.verdict import Answer, Verdict

    class Platform(Protocol):
        """What every platform module offers.

        `PRE_TOOL_EVENT` is the event whose answer stops a tool; `WARNING_EXIT_CODE` ends a hook that failed on another
        event, so that the user may see why and nothing is stopped.
        """

        TABLES: Tables
        PRE_TOOL_EVENT: str
        WARNING_EXIT_CODE: int

        def read(self, text: str | bytes, registered_event: str | None = None) -> Reading:
            """Say in the platform's own words what a payload means."""
            ...

        def answer(self, reading: Reading, verdict: Verdict, platform_version: str | None = None) -> Answer:
            """Put a verdict into the platform's own words."""
            ...


PLATFORMS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "copilot-cli": "copilot_cli",
    "copilot-cloud-agent": "copilot_cloud_agent",
    "cursor": "cursor",
    "gemini-cli": "gemini_cli",
    "opencode": "opencode",
    "vscode-copilot": "vscode_copilot",
}


def load(platform: str) -> Platform:
    """Import and return a platform's module; raises `UnsupportedPlatform` for a name that is not in the table."""
    if platform not in PLATFORMS:
        raise UnsupportedPlatform(platform, tuple(PLATFORMS))
    return importlib.import_module(f"hook_adapters.{PLATFORMS[platform]}")  # pyright: ignore[reportReturnType] (modules keep the protocol; a test checks each)
