"""What a driver is: everything the lab must know about one platform, and nothing more."""

from __future__ import annotations

import json
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Route


@dataclass(frozen=True, slots=True)
class Place:
    """Where one run happens: the installed program and the throw-away folders and addresses of this run.

    `workspace` and `home` exist and are empty but for the scenario's own files; `temporary` is for TMPDIR.
    `model_url` is `http://127.0.0.1:PORT`, without a path; `GET {model_url}/page` serves a small HTML page.
    `mcp_command` starts the lab's MCP server over stdio (server name to configure: `lab`).
    """

    version: str
    install: Path
    workspace: Path
    home: Path
    temporary: Path
    model_url: str
    mcp_command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What to install as hooks: the lab's recorder for every event (default), commands, or steps of a plugin.

    `log` is the file each recorder call appends one JSON line to. `commands` maps a registered event to a shell
    command to install instead of the recorder; events missing there get no hook. `steps` is for programs that call
    hooks in process (`Driver.in_process`): what a plugin does at which call, `{"hook", "contains", "steps"}` each,
    with steps as in the corpus's `responses.schema.json`; the plugin appends each call to `log` too. `also` are events
    that the version is not claimed to have, and that the recorder is installed for all the same.
    """

    log: Path
    recorder: tuple[str, ...]
    commands: Mapping[str, str] | None = None
    steps: tuple[dict[str, Any], ...] | None = None
    also: tuple[str, ...] = ()

    def installed(self, events: tuple[str, ...]) -> dict[str, str]:
        """Return registered event → shell command for those of `events` that get a hook, in that order."""
        if self.commands is not None:
            return {event: self.commands[event] for event in events if event in self.commands}
        return {event: self._record(event) for event in (*events, *self.also)}

    def _record(self, event: str) -> str:
        return shlex.join([*self.recorder, event])


@dataclass(frozen=True, slots=True)
class HookCall:
    """One line of the hook log as `hook.py` (or a driver's own plugin) wrote it.

    `line` has `registered_event`, `payload_text`, `env_names`; from a plugin what its driver reads, `hook` among
    it. `scenario` is the run it came from.
    """

    line: dict[str, Any]
    scenario: Scenario


# A tool and the argument of it whose enum names what is installed on the machine (skills, agents, models).
MachineEnum = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NotDriven:
    """What no scenario of a driver can reach, name → reason in a few words."""

    tools: dict[str, str] = field(default_factory=dict[str, str])
    events: dict[str, str] = field(default_factory=dict[str, str])


class Driver(ABC):
    """One platform. Drivers hold no state; every method is pure but `prepare`, which writes files."""

    platform: ClassVar[str]
    package: ClassVar[str]
    # Whether `package` is one of PyPI, and what of it is installed besides: `[mcp]`. It then lies in a virtual
    # environment, and is started as `bin/python -m …` of it.
    from_pypi: ClassVar[bool] = False
    extras: ClassVar[str] = ""
    # Prefixes of the environment variables whose names are worth recording.
    env_prefixes: ClassVar[tuple[str, ...]] = ()
    # Programs that must be on PATH beside node, with the reason shown to the user (`rg`: the search tools).
    needs: ClassVar[dict[str, str]] = {}
    # Whether hooks are functions called in process: only such a driver is given `Hooks.steps`.
    in_process: ClassVar[bool] = False
    # Exact version of Node.js, taken from npm, for a program that needs a newer one than machines have; it is then
    # first on the PATH of a run, and `node_program` (lab/node.py) is its path. Empty: the one on PATH.
    node: ClassVar[str] = ""
    # What the program takes from its start to its first prompt, added to the time that one turn has.
    startup_seconds: ClassVar[float] = 0
    # Requests that the program makes of its own accord, beside any conversation: they come before a script's routes.
    asides: ClassVar[tuple[Route, ...]] = ()
    # Arguments whose enums name what is installed on the machine.
    machine_enums: ClassVar[frozenset[MachineEnum]] = frozenset()

    @abstractmethod
    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        """Return the start of the program's command line; `install` is the folder it was installed into."""

    def extra_packages(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (for drivers whose versions differ)
        """Return further packages of the same registry to install beside `package`, with their exact versions."""
        return ()

    def overrides(self, version: str) -> dict[str, str]:  # noqa: ARG002 (for packages that need others than npm has)
        """Return versions to install in the place of those that packages ask for and npm has no longer, by package."""
        return {}

    @abstractmethod
    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        """Return the variables to add to the sandbox's own (PATH, HOME, TMPDIR, LANG, TERM).

        They point the program at `place.model_url` with a dummy key and switch telemetry and updates off.
        `scenario.environment` is added by the core afterwards.
        """

    @abstractmethod
    def events(self, version: str) -> tuple[str, ...]:
        """Return every hook event that this version accepts in its configuration, as registered."""

    @abstractmethod
    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        """Write configuration below `place.home` and `place.workspace`.

        Installs `hooks.installed(self.events(place.version))` (or `hooks.steps`), the MCP server
        `place.mcp_command`, and whatever `scenario.settings` asks for.
        """

    @abstractmethod
    def scenarios(self, version: str) -> list[Scenario]:
        """Return the runs that together drive every tool and event this version has.

        In the argv of a step, an element `{{program}}` stands for the elements of `executable(...)`.
        """

    @abstractmethod
    def not_driven(self, version: str) -> NotDriven:
        """Return the declared tools and configurable events that the scenarios do not reach, and why."""

    def package_version(self, version: str) -> str:
        """Return the version of `package` that holds this version of the program."""
        return version

    def program_version(self, package_version: str) -> str | None:
        """Return the version of the program that this version of `package` holds, None if it is not there."""
        return package_version

    def finish_install(self, folder: Path, version: str, say: Callable[[str], None]) -> None:  # noqa: B027 (most need none)
        """Do what is left to do in `folder` after the package was installed there, before anybody uses it."""

    def served(self, place: Place) -> dict[str, Any]:  # noqa: ARG002 (nothing by default)
        """Return what the model's address answers beside model requests: `METHOD /path` → JSON, with 200.

        A path that ends with `*` stands for all that begin so; the longest that fits counts.
        """
        return {}

    def family_of(self, model: str) -> str:  # noqa: ARG002 (for programs that give models different tools)
        """Return the family of a model id: models of one family are given the same tools, in the same configuration."""
        return "any"

    def hook_names(self, declared: str, version: str) -> frozenset[str]:
        """Return the names under which hooks report a declared tool: those the claims give, or its own."""
        return load_platform(self.platform).hook_names(declared, version)

    def tool_of(self, row: dict[str, Any]) -> str | None:
        """Return the tool name that a recorded row reports, None if it reports none."""
        payload = self.payload_of(row)
        name = payload.get("tool_name", payload.get("toolName"))
        return name if isinstance(name, str) else None

    def payload_of(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the parsed payload of a recorded row."""
        return json.loads(row["payload_text"])

    def row_of(self, call: HookCall) -> dict[str, Any]:
        """Return one hook call as recorded row, before redaction, without platform, version and scenario."""
        return {
            "registered_event": call.line["registered_event"],
            **call.scenario.row,
            "hook_env_names": [name for name in call.line["env_names"] if name.startswith(self.env_prefixes or "\0")],
            "payload_text": call.line["payload_text"],
        }
