"""OpenCode: a plugin in the workspace records its hooks, which are functions called in process."""

from __future__ import annotations

import json
import platform
import shutil
from pathlib import Path
from typing import Any, ClassVar

from hookconform.ground.versions import at_least
from hookconform.lab.driver import Driver, HookCall, Hooks, NotDriven, Place
from hookconform.lab.scenario import Scenario
from hookconform.platforms.opencode.names import HOOKS, not_driven_at
from hookconform.platforms.opencode.plugins import install_bridge, install_steps
from hookconform.platforms.opencode.scenarios import scenarios_at

CLAUDE_MODEL, GPT_MODEL = "claude-scripted", "gpt-5-scripted"
_CAPTURE = Path(__file__).with_name("capture.js")
_MACHINE = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), "x64")
_PROVIDER = "@ai-sdk/openai-compatible@1.0.10"
# Another one, and the program empties its cache.
_CACHE_FORMAT = "9"
_SWITCHED_OFF = ("AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "LSP_DOWNLOAD", "SHARE")


class OpenCode(Driver):
    """One native program; the model is a provider of the workspace's configuration."""

    platform: ClassVar[str] = "opencode"
    # `opencode-ai` only starts this package, and pulls in those for other libraries and older processors too.
    package: ClassVar[str] = f"opencode-linux-{_MACHINE}"
    env_prefixes: ClassVar[tuple[str, ...]] = ("OPENCODE",)
    in_process: ClassVar[bool] = True

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the native program."""
        return (str(install / "node_modules" / self.package / "bin" / "opencode"),)

    def extra_packages(self, version: str) -> tuple[str, ...]:
        """Return what the program would download: `rg` for its search tools, and before 1.0 the model's provider."""
        return ("@vscode/ripgrep@1.18.0", *(() if at_least(version, "1.0.0") else (_PROVIDER,)))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Switch everything off that would call out, and put `rg` on the path."""
        search = place.install / "node_modules" / "@vscode" / f"ripgrep-linux-{_MACHINE}" / "bin"
        return {
            "PATH": f"{search}:/usr/local/bin:/usr/bin:/bin",
            **{f"OPENCODE_DISABLE_{name}": "1" for name in _SWITCHED_OFF},
        }

    def events(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (a plugin may define any hook)
        """Return the hooks the recording plugin defines."""
        return HOOKS

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write `opencode.json` and one plugin: the lab's recording one, the bridge to a command, or prescribed steps.

        `settings`: `permission`, `configuration` (further keys), `further_servers` (names of further MCP servers).
        """
        configuration = {**_configuration(place), **scenario.settings.get("configuration", {})}
        for name in scenario.settings.get("further_servers", ()):
            configuration["mcp"][name] = configuration["mcp"]["lab"]
        configuration["permission"] = scenario.settings.get("permission", {"*": "allow"})
        _write_json(place.workspace / "opencode.json", configuration)
        if not at_least(place.version, "1.0.0"):
            _claim_provider_installed(place)
        local = place.workspace / ".opencode"
        for folder in (local, place.home / ".config" / "opencode"):
            _claim_dependencies_installed(folder)
        (local / "plugin").mkdir(exist_ok=True)
        if hooks.steps is not None:
            install_steps(local, hooks.steps, hooks.log)
        elif hooks.commands is not None:
            install_bridge(local, set(hooks.commands.values()))
        else:
            shutil.copy(_CAPTURE, local / "plugin" / "hookconform-capture.js")
            _write_json(local / "hookconform-capture.json", {"log": str(hooks.log)})

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs for that version."""
        return scenarios_at(version)

    def family_of(self, model: str) -> str:
        """Return `gpt` for the models that edit by patches, `claude` for all others."""
        return "gpt" if "gpt-" in model and "gpt-4" not in model and "oss" not in model else "claude"

    def not_driven(self, version: str) -> NotDriven:
        """Return the hooks that version never calls."""
        return not_driven_at(version)

    def tool_of(self, row: dict[str, Any]) -> str | None:
        """Return the tool of a `tool.execute.*` row."""
        name = (row.get("input") or {}).get("tool")
        return name if isinstance(name, str) else None

    def payload_of(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the record of the native call."""
        return {key: row[key] for key in ("hook", "input", "output", "directory") if key in row}

    def row_of(self, call: HookCall) -> dict[str, Any]:
        """Return the native call as recorded row; arguments that were not there stay absent."""
        return {
            **call.scenario.row,
            "hook_env_names": [name for name in call.line["env_names"] if name.startswith(self.env_prefixes)],
            **self.payload_of(call.line),
        }


def _configuration(place: Place) -> dict[str, Any]:
    def model(name: str, context: int = 200_000, output: int = 8_000) -> dict[str, Any]:
        return {"name": name, "tool_call": True, "limit": {"context": context, "output": output}}

    provider = {
        "npm": "@ai-sdk/openai-compatible",
        "name": "Lab",
        "options": {"baseURL": f"{place.model_url}/v1", "apiKey": "dummy"},
        "models": {
            "scripted": model("Scripted"),
            GPT_MODEL: model("Scripted GPT"),
            CLAUDE_MODEL: model("Scripted Claude"),
            "small-context": model("Small", 20_000, 1_000),
        },
    }
    server = {"type": "local", "command": list(place.mcp_command), "enabled": True}
    return {
        "autoupdate": False,
        "share": "disabled",
        "model": "lab/scripted",
        "small_model": "lab/scripted",
        "provider": {"lab": provider},
        "mcp": {"lab": server},
    }


def _claim_provider_installed(place: Place) -> None:
    """Put the model's provider where the program before 1.0 would install it, in the cache format it knows."""
    cache = place.home / ".cache" / "opencode"
    cache.mkdir(parents=True, exist_ok=True)
    (cache / "node_modules").symlink_to(place.install / "node_modules")
    # It asks for the newest, by that word, and takes a provider that was asked for so.
    _write_json(cache / "package.json", {"dependencies": {_PROVIDER.rpartition("@")[0]: "latest"}})
    (cache / "version").write_text(_CACHE_FORMAT, encoding="utf-8")


def _claim_dependencies_installed(folder: Path) -> None:
    """Keep OpenCode from installing its plugin library into a configuration folder, which it waits 70 s for."""
    (folder / "node_modules").mkdir(parents=True, exist_ok=True)
    wanted = {"dependencies": {"@opencode-ai/plugin": "*"}}
    _write_json(folder / "package.json", wanted)
    lock = {"name": "lab", "lockfileVersion": 3, "requires": True, "packages": {"": wanted}}
    _write_json(folder / "package-lock.json", lock)


def _write_json(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


DRIVER = OpenCode()
