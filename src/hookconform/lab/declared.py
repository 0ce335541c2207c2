"""The tools a program declared to the model, without prose: the ground truth for what exists at a version."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hookconform.lab.driver import Driver
from hookconform.lab.run import Run


def declared_tools(runs: Iterable[Run]) -> dict[str, dict[str, Any]]:
    """Return tool → `{"declared_in": [scenario], "parameters": [schema]}`, sorted; each distinct schema once.

    A tool of free text has no parameters. `declared_in` names `scenario` or, for a request of another
    conversation than the main one, `scenario/conversation`.
    """
    found: dict[str, dict[str, Any]] = {}
    for run in runs:
        for request in run.requests:
            place = run.scenario.name + ("" if request.conversation == "main" else f"/{request.conversation}")
            for name, schema in request.tools.items():
                entry = found.setdefault(name, {"declared_in": [], "parameters": []})
                if place not in entry["declared_in"]:
                    entry["declared_in"].append(place)
                if schema is not None and schema not in entry["parameters"]:
                    entry["parameters"].append(schema)
    return dict(sorted(found.items()))


def declared_document(driver: Driver, version: str, recorded: str, tools: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the content of `corpus/platforms/<platform>/declared/<version>.json`."""
    return {
        "$schema": "../../../schema/declared.schema.json",
        "platform": driver.platform,
        "version": version,
        "recorded": recorded,
        "tools": tools,
    }


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON document, pretty-printed, with a newline at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
