"""Where programs of protocol 1 run: one folder for all calls, with the environment of whoever runs the suite."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock
from typing import Any

from hookconform.attach.calls import Call, RulePack
from hookconform.attach.hook_command import hook_command, write_rules
from hookconform.attach.manifest import Manifest
from hookconform.attach.place.environment import search_path


class SharedFolder:
    """A folder with the one rule pack in it, shared by all calls."""

    def __init__(self, manifest: Manifest, root: Path) -> None:
        self._manifest = manifest
        self._root = root
        self._rules = root / manifest.hook.rules_path
        self._written: RulePack | None = None
        self._lock = Lock()

    def request(self, call: Call) -> dict[str, Any]:
        """Return what a host is asked for one call, but for the deadline."""
        with self._lock:
            if call.rules is not None and call.rules is not self._written:
                write_rules(call.rules, self._rules)
                self._written = call.rules
        params = call.params
        argv, variables = hook_command(
            self._manifest, params["platform"], params["registered_event"] or "", self._rules
        )
        return {
            "argv": argv,
            "folder": str(self._root),
            "environment": {**os.environ, "PATH": search_path(), **variables},
            "payload": params["payload"],
        }
