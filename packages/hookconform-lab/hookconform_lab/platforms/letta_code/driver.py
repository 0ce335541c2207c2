"""Letta Code: how it is configured, kept offline and started in the lab; the runs are in `scenarios.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.node import node_program
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.platforms.letta_code.scenarios import scenarios_at

# Events whose groups are matched against a tool; the others take no matcher.
MATCHED = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest")
# Milliseconds.
_HOOK_TIMEOUT = 20_000
SETTINGS = ".letta/settings.json"
MODEL = "scripted"
_PROVIDERS = {"lmstudio": "lmstudio_openai", "lc-lmstudio": "lmstudio"}
CONTEXT = 200_000


class LettaCode(Driver):
    """Hooks are commands in the user's `settings.json`; agents and the model's address are kept on this machine."""

    platform: ClassVar[str] = "letta-code"
    package: ClassVar[str] = "@letta-ai/letta-code"
    env_prefixes: ClassVar[tuple[str, ...]] = ("LETTA_", "AGENT_", "CONVERSATION_", "MEMORY_", "USER_")
    # It names 22.19 as the least.
    node: ClassVar[str] = "24.21.0"

    def executable(self, install: Path, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return its own Node.js with the bundle."""
        return (str(node_program(self.node)), str(install / "node_modules" / "@letta-ai" / "letta-code" / "letta.js"))

    def overrides(self, version: str) -> dict[str, str]:  # noqa: ARG002 (what is not asked for is not overridden)
        """Return stand-ins for packages that it names and npm may not have.

        The first is for a desktop, the second is a part of the bundle, and the third belongs to workflows, which are
        called without it.
        """
        return {
            "@janhapke/sharp-electron": "0.35.4-electron.1",
            "@letta-ai/trajectory": "npm:empty-npm-package@1.0.0",
            "@letta-ai/letta-agent-sdk": "npm:empty-npm-package@1.0.0",
        }

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:  # noqa: ARG002 (same for all)
        """Return what keeps agents here instead of at the vendor's service, and switches updates off."""
        return {
            "LETTA_LOCAL_BACKEND_EXPERIMENTAL": "1",
            "LETTA_CODE_TELEM": "0",
            "DISABLE_AUTOUPDATER": "1",
            "DO_NOT_TRACK": "1",
        }

    def events(self, version: str) -> tuple[str, ...]:
        """Return the events that the claims say that version accepts."""
        return load_platform(self.platform).events_at(version)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write the user's settings.json, and what `letta connect lmstudio` would write of the model's address.

        The setting `hooks_in`, ours, is another file for the hooks.
        """
        commands = hooks.installed(self.events(place.version))
        settings = {"hooks": {event: [_entry(event, line)] for event, line in commands.items()}}
        if "hooks_in" in scenario.settings:
            _write(Path(scenario.settings["hooks_in"]), settings)
            settings = {"hooks": {}}
        _write(place.home / SETTINGS, settings)
        # Older versions look for the second.
        providers = {name: _provider(name, kind, place) for name, kind in _PROVIDERS.items()}
        _write(place.home / ".letta/lc-local-backend/providers/auth.json", {"version": 1, "providers": providers})

    def served(self, place: Place) -> dict[str, Any]:  # noqa: ARG002 (the same for all)
        """Return the one model that a server of its kind tells of."""
        model = {"id": MODEL, "object": "model", "type": "vlm", "state": "loaded", "max_context_length": CONTEXT}
        listed = {"object": "list", "data": [{**model, "loaded_context_length": CONTEXT}]}
        return {"GET /v1/models": listed, "GET /api/v0/models": listed}

    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs of that version."""
        return scenarios_at(version)

    def not_driven(self, version: str) -> NotDriven:  # noqa: ARG002 (the same at all)
        """Return nothing: every declared tool is called, and every event seen."""
        return NotDriven()


def _provider(name: str, kind: str, place: Place) -> dict[str, Any]:
    known = {"id": f"local-provider-{name}", "name": name, "provider_type": kind, "provider_category": "byok"}
    return {**known, "auth": {"type": "api", "key": "not-needed"}, "base_url": f"{place.model_url}/v1"}


def _write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")


def _entry(event: str, command: str) -> dict[str, Any]:
    hook = {"type": "command", "command": command, "timeout": _HOOK_TIMEOUT}
    return {**({"matcher": "*"} if event in MATCHED else {}), "hooks": [hook]}


DRIVER = LettaCode()
