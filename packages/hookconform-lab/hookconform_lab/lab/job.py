"""What is handed into the sandbox and what comes back, as JSON files in the run's folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hookconform_lab.lab.scenario import Key, Program, Terminal
from hookconform_lab.lab.script import Script, script_from_json


@dataclass(frozen=True, slots=True)
class Job:
    """One run as the inside of the sandbox needs it: `environment` is the programs' complete environment.

    `folder` is the run's own, `shown` is what a run in a namespace sees besides it and the system (`enclosure.py`).
    `served` is what the model's address answers beside model requests (`Driver.served`).
    """

    port: int
    script: Script
    steps: tuple[Program | Terminal, ...]
    environment: dict[str, str]
    workspace: Path
    requests: Path
    outcomes: Path
    isolated: bool
    folder: Path
    shown: tuple[Path, ...] = ()
    served: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def time_limit(self) -> float:
        """Return the seconds after which the whole run is ended from outside."""
        return sum(step.timeout for step in self.steps) + 30

    def save(self, path: Path) -> None:
        """Write the job."""
        raw: dict[str, Any] = {
            "port": self.port,
            "script": self.script.as_json(),
            "steps": [{"kind": type(step).__name__, **asdict(step)} for step in self.steps],
            "environment": self.environment,
            "workspace": str(self.workspace),
            "requests": str(self.requests),
            "outcomes": str(self.outcomes),
            "isolated": self.isolated,
            "folder": str(self.folder),
            "shown": [str(place) for place in self.shown],
            "served": self.served,
        }
        path.write_text(json.dumps(raw), encoding="utf-8")


def load_job(path: Path) -> Job:
    """Read what `Job.save` wrote."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return Job(
        port=raw["port"],
        script=script_from_json(raw["script"]),
        steps=tuple(_step(item) for item in raw["steps"]),
        environment=raw["environment"],
        workspace=Path(raw["workspace"]),
        requests=Path(raw["requests"]),
        outcomes=Path(raw["outcomes"]),
        isolated=raw["isolated"],
        folder=Path(raw["folder"]),
        shown=tuple(Path(place) for place in raw["shown"]),
        served=raw["served"],
    )


def _step(raw: dict[str, Any]) -> Program | Terminal:
    fields: dict[str, Any] = {key: value for key, value in raw.items() if key != "kind"} | {"argv": tuple(raw["argv"])}
    if raw["kind"] == "Program":
        return Program(**fields)
    fields["keys"] = tuple(Key(**key) for key in raw["keys"])
    return Terminal(**fields)


@dataclass(frozen=True, slots=True)
class StepEnd:
    """How one step ended; `stdout` and `stderr` are text (a terminal's screen is its stdout)."""

    exit_code: int
    timed_out: bool
    seconds: float
    stdout: str
    stderr: str = ""
    missed: tuple[str, ...] = ()
