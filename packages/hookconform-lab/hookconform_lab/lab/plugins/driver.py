"""What drivers of such programs have in common: the configuration, one plugin in the workspace, rows of its records."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab import functions
from hookconform_lab.lab.driver import Driver, HookCall, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Scenario

HOOKS = (
    "chat.message",
    "chat.params",
    "chat.headers",
    "command.execute.before",
    "permission.ask",
    "tool.execute.before",
    "tool.execute.after",
    "tool.definition",
    "shell.env",
    "experimental.chat.messages.transform",
    "experimental.chat.system.transform",
    "experimental.provider.small_model",
    "experimental.session.compacting",
    "experimental.compaction.autocontinue",
    "experimental.text.complete",
    "event",
    "config",
    "dispose",
)
# Ids by which a program tells the families of its models apart.
CLAUDE_MODEL, GPT_MODEL = "claude-scripted", "gpt-5-scripted"
MACHINE = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), "x64")
# What the program would download: `rg` for its search tools.
SEARCH_PACKAGE = "@vscode/ripgrep@1.18.0"
_HERE = Path(__file__).parent
_SWITCHED_OFF = ("AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "LSP_DOWNLOAD", "SHARE")


class PluginDriver(Driver):
    """One native program, whose model is a provider of the workspace's configuration."""

    in_process: ClassVar[bool] = True
    # The program in its package, the workspace's file and folder of configuration, the user's folder below
    # `.config`, the library of plugins, and how variables begin.
    command: ClassVar[str]
    file: ClassVar[str]
    folder: ClassVar[str]
    user_folder: ClassVar[str]
    library: ClassVar[str]
    variables: ClassVar[str]

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the native program."""
        return (str(install / "node_modules" / self.package / "bin" / self.command),)

    def extra_packages(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return the package of `rg`."""
        return (SEARCH_PACKAGE,)

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Switch everything off that would call out, and put `rg` on the path."""
        search = place.install / "node_modules" / "@vscode" / f"ripgrep-linux-{MACHINE}" / "bin"
        return {
            "PATH": f"{search}:/usr/local/bin:/usr/bin:/bin",
            **{f"{self.variables}_DISABLE_{name}": "1" for name in _SWITCHED_OFF},
        }

    def events(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (a plugin may define any hook)
        """Return the hooks the recording plugin defines."""
        return HOOKS

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the configuration and one plugin: the recording one, the bridge to a command, or prescribed steps.

        `settings`: `permission`, `configuration` (further keys), `further_servers` (names of further MCP servers),
        `hooks_in` (another folder for the plugin).
        """
        configuration = {**_configuration(place), **scenario.settings.get("configuration", {})}
        for name in scenario.settings.get("further_servers", ()):
            configuration["mcp"][name] = configuration["mcp"]["lab"]
        configuration["permission"] = scenario.settings.get("permission", {"*": "allow"})
        write_json(place.workspace / self.file, configuration)
        local = place.workspace / self.folder
        for folder in (local, place.home / ".config" / self.user_folder):
            self._claim_library_installed(folder)
        plugins = Path(scenario.settings.get("hooks_in", local / "plugin"))
        plugins.mkdir(parents=True, exist_ok=True)
        if hooks.steps is not None:
            functions.install_steps(_HERE / "answering.js", plugins / "answering.js", hooks.steps, hooks.log)
        elif hooks.commands is not None:
            target, file = plugins / "hook-bridge.js", plugins.parent / "hook-bridge.json"
            functions.install_bridge(self.platform, target, file, set(hooks.commands.values()))
        else:
            functions.install_filled(_HERE / "capture.js", plugins / "hookconform-capture.js", functions.PRESENT)
            write_json(plugins.parent / "hookconform-capture.json", {"log": str(hooks.log)})

    def not_driven(self, version: str) -> NotDriven:
        """Return the hooks that this version never calls, or that no run reaches; a plugin may define them all."""
        claims = load_platform(self.platform).events
        never = {
            hook: f"never called by this version: seen from {claims[hook].since or 'the first'}"
            + (f" to {claims[hook].until}" if claims[hook].until else " on")
            for hook in HOOKS
            if hook in claims and not claims[hook].covers(version)
        }
        return NotDriven(
            events={**never, "experimental.provider.small_model": "needs a provider without a small model"}
        )

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

    def _claim_library_installed(self, folder: Path) -> None:
        """Keep the program from installing its plugin library into a configuration folder, which it waits 70 s for."""
        (folder / "node_modules").mkdir(parents=True, exist_ok=True)
        wanted = {"dependencies": {self.library: "*"}}
        write_json(folder / "package.json", wanted)
        lock = {"name": "lab", "lockfileVersion": 3, "requires": True, "packages": {"": wanted}}
        write_json(folder / "package-lock.json", lock)


def plugin_files(driver: PluginDriver) -> tuple[str, ...]:
    """Return the files of the plugins that record and that take steps."""
    names = ("hookconform-capture", "answering")
    return tuple(f"{{{{workspace}}}}/{driver.folder}/plugin/{name}.js" for name in names)


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a file that a person can read too."""
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


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
