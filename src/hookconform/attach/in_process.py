"""An adapter that is a Python object in this process.

Its methods take the protocol's parameters by name. An exception with an integer `code` is an error answer,
any other exception is a crash over that one call. There is no deadline: what may hang belongs into a process.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from hookconform.attach.calls import PROTOCOL, Broken, Call, Refusal, Response, Result, StrayOutput
from hookconform.attach.manifest import Manifest
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError


class InProcessSession:
    """Calls the methods of the object that the manifest's factory returns."""

    def __init__(self, manifest: Manifest) -> None:
        self._adapter = _create(manifest)
        self.manifest = manifest
        self.stray = StrayOutput()

    def initialize(self) -> Response:
        """Return the adapter's answer to `initialize`."""
        return self._ask(Call("initialize", {"protocol": PROTOCOL}))

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one answer a call, in order."""
        return map(self._ask, calls)

    def close(self) -> None:
        """Do nothing: the object goes with the process."""

    def _ask(self, call: Call) -> Response:
        params = call.params if call.rules is None else {**call.params, "rules": call.rules.parsed}
        try:
            return Result(getattr(self._adapter, call.method)(**params))
        except Exception as error:  # noqa: BLE001 (whatever the adapter raises is its outcome)
            code = getattr(error, "code", None)
            if isinstance(code, int):
                return Refusal(code, str(error))
            return Broken(f"{call.method} raised {type(error).__name__}: {error}")


def _create(manifest: Manifest) -> Any:
    name, _, factory = manifest.raw["run"]["python"].partition(":")
    named_path = manifest.raw["run"].get("path")
    if named_path is not None:
        folder = str((manifest.folder / named_path).resolve())
        if folder not in sys.path:
            sys.path.insert(0, folder)
    try:
        return getattr(importlib.import_module(name), factory)()
    except Exception as error:
        raise HookconformError(
            "adapter.module",
            f"The adapter cannot be created from {name}:{factory}: {type(error).__name__}: {error}.",
            where=str(manifest.path),
            hint="Check module, factory and path below [run].",
            exit_code=EXIT_INCOMPLETE,
        ) from error
