"""GitHub Copilot CLI: how it is configured, kept offline and started in the lab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver, HookCall, Hooks, MachineEnum, NotDriven, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.copilot_cli.models import MODELS, has_providers
from hookconform_lab.platforms.copilot_cli.names import events_at, style_of, undriven_at
from hookconform_lab.platforms.copilot_cli.scenarios import CLAUDE_MODEL, scenarios_at

_HOOK_SECONDS = 20


class CopilotCli(Driver):
    """Hooks are commands in the workspace's `.github/hooks`; the model comes from a provider that the user configures.

    Every event is registered twice, in camelCase and in PascalCase: the casing decides the payload's shape.
    """

    platform: ClassVar[str] = "copilot-cli"
    package: ClassVar[str] = "@github/copilot"
    env_prefixes: ClassVar[tuple[str, ...]] = ("COPILOT", "CLAUDE", "GITHUB", "GH_")
    machine_enums: ClassVar[frozenset[MachineEnum]] = frozenset({("task", "agent_type"), ("task", "model")})

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        """Return the native program, whose first start unpacks itself below the home.

        Some releases lack it in the registry; they run from the JavaScript of the package on a newer Node.js.
        """
        native = sorted((install / "node_modules" / "@github").glob("copilot-*/copilot"))
        script = install / "node_modules" / "@github" / "copilot" / "index.js"
        if not native and self.node and script.is_file():
            return (str(node_program(self.node)), str(script))
        if not native:
            raise HookconformError(
                "lab.install",
                f"No program for this machine in copilot-cli {version}.",
                where=str(install),
                hint="The npm package brings it as an optional dependency: install without --no-optional.",
            )
        return (str(native[0]),)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        """Return the provider's address, a dummy key, and everything that goes online switched off.

        `scenario.settings`: `model` (chooses the tool set) and `wire_api`.
        """
        if has_providers(place.version):
            model = {
                "COPILOT_PROVIDER_API_KEY": "dummy",
                "COPILOT_PROVIDER_BASE_URL": f"{place.model_url}/v1",
                "COPILOT_PROVIDER_WIRE_API": scenario.settings.get("wire_api", "completions"),
            }
        else:
            model = {"COPILOT_API_URL": f"{place.model_url}/v1", "COPILOT_GITHUB_TOKEN": "dummy"}
        return {
            **model,
            "COPILOT_AUTO_UPDATE": "false",
            "COPILOT_MODEL": scenario.settings.get("model", CLAUDE_MODEL),
            "COPILOT_OFFLINE": "true",
            # Without it older versions do not read a repository's hooks and MCP servers in `-p` runs.
            "GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS": "true",
            "GITHUB_COPILOT_PROMPT_MODE_WORKSPACE_MCP": "true",
        }

    def served(self, place: Place) -> dict[str, Any]:
        """Return what the vendor's API says of models, for versions that know no other provider of them."""
        if has_providers(place.version):
            return {}
        account = {"viewer": {"login": "dev", "copilotEndpoints": {"api": f"{place.model_url}/v1"}}}
        return {"GET /v1/models": {"data": MODELS}, "POST /graphql": {"data": account}}

    def events(self, version: str) -> tuple[str, ...]:
        """Return the event keys that version reads, in both casings."""
        return events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the hooks, one file a casing, the MCP configuration, and that the workspace is trusted.

        `scenario.settings`: `hooks_in`, another folder for the hooks, or one file for both casings; `user`, further
        settings of the user.
        """
        commands = hooks.installed(self.events(place.version))
        folder = Path(scenario.settings.get("hooks_in", place.workspace / ".github" / "hooks"))
        together: dict[str, Any] = {}
        for style in ("camel", "pascal"):
            entries = {
                event: [{"type": "command", "bash": command, "timeoutSec": _HOOK_SECONDS}]
                for event, command in commands.items()
                if style_of(event) == style
            }
            if entries and folder.suffix != ".json":
                _write(folder / f"{style}.json", {"version": 1, "hooks": entries})
            together |= entries
        if folder.suffix == ".json":
            _write(folder, {"version": 1, "hooks": together})
        command, *arguments = place.mcp_command
        server = {"type": "local", "command": command, "args": arguments, "tools": ["*"]}
        _write(place.home / ".mcp-lab.json", {"mcpServers": {"lab": server}})
        trusted = [str(place.workspace)]
        # The key and the file moved between versions.
        _write(place.home / ".copilot" / "config.json", {"trusted_folders": trusted, "trustedFolders": trusted})
        _write(
            place.home / ".copilot" / "settings.json", {"trustedFolders": trusted, **scenario.settings.get("user", {})}
        )

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def family_of(self, model: str) -> str:
        """Return `gpt` for the models that edit by patches, `claude` for all others."""
        return "gpt" if model.startswith("gpt-5") else "claude"

    def not_driven(self, version: str) -> NotDriven:
        """Return the tools and events that cannot be reached offline."""
        return undriven_at(version)

    def hook_names(self, declared: str, version: str) -> frozenset[str]:
        """Return the names under which the two payload shapes report a tool; one of MCP has its server's namespace."""
        return super().hook_names(declared.rpartition(".")[2], version)

    def row_of(self, call: HookCall) -> dict[str, Any]:
        """Return a hook call as row, with the casing of its registration."""
        row = super().row_of(call)
        return {
            "registered_event": row.pop("registered_event"),
            "config_style": style_of(call.line["registered_event"]),
            **row,
        }


def _write(path: Path, value: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


DRIVER = CopilotCli()
