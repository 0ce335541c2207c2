"""Grok Build: how it is installed, configured, kept offline and started in the lab; the runs are in `scenarios.py`."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import AUX, Route
from hookconform_lab.platforms.grok_build.limits import undriven_at
from hookconform_lab.platforms.grok_build.scenarios import MODEL, scenarios_at

_HOOK_SECONDS = 20
_KEY_VARIABLE = "HOOKCONFORM_MODEL_KEY"
# The program is packed; what unpacks it for others is an install script, which writes into the user's home.
_UNPACK = (
    "const fs = require('fs'); const [from, to] = process.argv.slice(1);"
    "fs.createReadStream(from).pipe(require('zlib').createBrotliDecompress())"
    ".pipe(fs.createWriteStream(to, {mode: 0o755}));"
)


class GrokBuild(Driver):
    """Hooks are commands in the user's `.grok/hooks/`; the model speaks chat completions."""

    platform: ClassVar[str] = "grok-build"
    package: ClassVar[str] = "@xai-official/grok"
    env_prefixes: ClassVar[tuple[str, ...]] = ("GROK_", "CLAUDE_", "CURSOR_")
    # With the first prompt it asks for a title, by way of a tool of its own.
    asides: ClassVar[tuple[Route, ...]] = (Route(AUX, declares="session_title"),)

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the native program."""
        return (str(install / "grok"),)

    def finish_install(self, folder: Path, version: str, say: Callable[[str], None]) -> None:
        """Unpack the native program."""
        packed = next((folder / "node_modules" / "@xai-official").glob("grok-linux-*/bin/grok.br"), None)
        if packed is None:
            raise HookconformError(
                "lab.install",
                f"No program for this machine in {self.package} {version}.",
                where=str(folder),
                hint="The npm package brings it as an optional dependency: install without --no-optional.",
            )
        say(f"unpacking {packed.name}")
        node = shutil.which("node") or "node"
        done = subprocess.run(
            [node, "-e", _UNPACK, str(packed), str(folder / "grok")], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise HookconformError(
                "lab.install",
                f"{packed.name} of {self.package} {version} cannot be unpacked.",
                where=str(packed),
                hint=(done.stderr.strip().splitlines() or ["Try again."])[-1],
                exit_code=EXIT_INCOMPLETE,
            )

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return where its files are, the dummy key, and what keeps it from asking anybody else."""
        return {
            "GROK_HOME": str(place.home / ".grok"),
            _KEY_VARIABLE: "dummy",
            "GROK_TELEMETRY_ENABLED": "false",
            "GROK_DISABLE_AUTOUPDATER": "1",
            "DO_NOT_TRACK": "1",
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version accepts."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the user's configuration and one file of hooks.

        Of `scenario.settings`, `features` and `model` are lines of the sections of that name, `sections` whole ones.
        The file is the user's own, or the one that `hooks` names, below the home, or `hooks_in`.
        """
        commands = hooks.installed(self.events(place.version))
        configuration = place.home / ".grok" / "config.toml"
        elsewhere = scenario.settings.get("hooks", ".grok/hooks/lab.json")
        registered = place.home / scenario.settings.get("hooks_in", elsewhere)
        for file in (configuration, registered):
            file.parent.mkdir(parents=True, exist_ok=True)
        configuration.write_text(_configuration(place, scenario.settings), encoding="utf-8")
        groups = {event: [_group(line)] for event, line in commands.items()}
        registered.write_text(json.dumps({"hooks": groups}, indent=1), encoding="utf-8")

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs of that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that no run reaches, and why."""
        return undriven_at(version)


def _group(command: str) -> dict[str, Any]:
    return {"hooks": [{"type": "command", "command": command, "timeout": _HOOK_SECONDS}]}


def _configuration(place: Place, settings: dict[str, Any]) -> str:
    """Return `config.toml`; JSON texts and lists of texts are TOML, too."""
    server, *arguments = place.mcp_command
    return f"""
[cli]
auto_update = false

[features]
telemetry = false
turn_summary = false
session_recap = false
title_refresh = false
{settings.get("features", "")}
[telemetry]
enabled = false

[models]
default = "{MODEL}"

[model.{MODEL}]
model = "{MODEL}"
name = "{MODEL}"
base_url = {json.dumps(place.model_url + "/v1")}
env_key = "{_KEY_VARIABLE}"
api_backend = "chat_completions"
context_window = 200000
{settings.get("model", "")}
[mcp_servers.lab]
command = {json.dumps(server)}
args = {json.dumps(arguments)}
enabled = true

{settings.get("sections", "")}
"""


DRIVER = GrokBuild()
