"""pi: an extension in the home records its events, which are handed to functions in process."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import Driver, HookCall, Hooks, NotDriven, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.pi.extensions import install_bridge, install_capture, install_steps
from hookconform_lab.platforms.pi.scenarios import MODEL, PROVIDER, scenarios_at, undriven_at

_MACHINE = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), "x64")


class Pi(Driver):
    """Events are handed to functions of extensions; the model speaks chat completions."""

    platform: ClassVar[str] = "pi"
    package: ClassVar[str] = "@earendil-works/pi-coding-agent"
    env_prefixes: ClassVar[tuple[str, ...]] = ("PI_",)
    in_process: ClassVar[bool] = True
    # Newer ones refuse to start on less than 22.19.
    node: ClassVar[str] = "24.21.0"

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return its own Node.js with the program."""
        script = install / "node_modules" / self.package / "dist" / "cli.js"
        return (str(node_program(self.node)), str(script))

    def extra_packages(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return what the program would download: `rg` for its search tool."""
        return ("@vscode/ripgrep@1.18.0",)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Switch everything off that would call out, and put `rg` on the path."""
        search = place.install / "node_modules" / "@vscode" / f"ripgrep-linux-{_MACHINE}" / "bin"
        return {
            "PATH": f"{search}:{node_program(self.node).parent}:/usr/local/bin:/usr/bin:/bin",
            "PI_OFFLINE": "1",
            "PI_SKIP_VERSION_CHECK": "1",
            "PI_TELEMETRY": "0",
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version has."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:  # noqa: ARG002 (the same for all)
        """Write the model's provider, and one extension: the lab's own, the bridge to a command, or steps."""
        agent = place.home / ".pi" / "agent"
        extensions = agent / "extensions"
        extensions.mkdir(parents=True)
        provider = {
            "baseUrl": f"{place.model_url}/v1",
            "api": "openai-completions",
            "apiKey": "dummy",
            "models": [{"id": MODEL, "contextWindow": 128_000, "maxTokens": 8_000}],
        }
        (agent / "models.json").write_text(json.dumps({"providers": {PROVIDER: provider}}), encoding="utf-8")
        # Else a conversation of the lab's is too short for anything of it to be summed up.
        settings = {"compaction": {"enabled": True, "keepRecentTokens": 10}}
        (agent / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        if hooks.steps is not None:
            install_steps(extensions, hooks.steps, hooks.log)
        elif hooks.commands is not None:
            install_bridge(extensions, set(hooks.commands.values()))
        else:
            install_capture(extensions, self.events(place.version), hooks.log)

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the events that the runs do not reach."""
        return undriven_at(version)

    def tool_of(self, row: dict[str, Any]) -> str | None:
        """Return the tool of an event that names one."""
        name = (row.get("input") or {}).get("toolName")
        return name if isinstance(name, str) else None

    def payload_of(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the record of the event."""
        return {key: row[key] for key in ("hook", "input", "directory", "session") if key in row}

    def row_of(self, call: HookCall) -> dict[str, Any]:
        """Return the event as recorded row."""
        return {
            **call.scenario.row,
            "hook_env_names": [name for name in call.line["env_names"] if name.startswith(self.env_prefixes)],
            **self.payload_of(call.line),
        }


DRIVER = Pi()
