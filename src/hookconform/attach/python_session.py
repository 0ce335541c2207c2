"""An adapter that is a Python object, in a process of its own: nothing it does reaches the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookconform.attach.calls import Broken, Call, Refusal, Response
from hookconform.attach.launch import python_launch, python_object
from hookconform.attach.manifest import Manifest
from hookconform.attach.python_host import CANNOT_CREATE, CRASHED
from hookconform.attach.serve import ServeSession
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError


class PythonSession(ServeSession):
    """Serves the object that the manifest's factory returns."""

    def __init__(self, manifest: Manifest, *, deadline: float) -> None:
        super().__init__(manifest, python_launch(manifest), deadline=deadline)

    def initialize(self) -> Response:
        """Return the adapter's response to `initialize`; raises `HookconformError` (`adapter.module`)."""
        response = super().initialize()
        if isinstance(response, Refusal) and response.code == CANNOT_CREATE:
            raise not_created(self.manifest, response.message, self.stray.lines)
        return response

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one response a call, in order; raises `AdapterGoneError`."""
        for response in super().responses(calls):
            if isinstance(response, Refusal) and response.code == CRASHED:
                yield Broken(response.message)
            else:
                yield response


def not_created(manifest: Manifest, why: str, said: list[str]) -> HookconformError:
    """Return the error for an object that could not be made."""
    return HookconformError(
        "adapter.module",
        f"The adapter cannot be created from {python_object(manifest)}: {why}.",
        where=str(manifest.path),
        hint="Check module, factory and path below [run].",
        shown=said,
        exit_code=EXIT_INCOMPLETE,
    )
