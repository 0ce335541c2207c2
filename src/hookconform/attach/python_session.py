"""An adapter that is a Python object, in a process of its own: nothing it does reaches the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookconform.attach.calls import Answer, Broken, Call, Refusal, Response, RulePack
from hookconform.attach.child import Child
from hookconform.attach.launch import python_launch, python_object
from hookconform.attach.manifest import Manifest
from hookconform.attach.messages import PAYLOAD, request
from hookconform.attach.python_host import CANNOT_CREATE, CRASHED, KEEP, KEPT, SAME_PAYLOAD
from hookconform.attach.serve import ServeSession
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError


class PythonSession(ServeSession):
    """Serves the object that the manifest's factory returns.

    A pack that is matched twice in a row is kept by the host, and not sent and parsed with every call from then on.
    Nor is a payload that was sent with the call before.
    """

    def __init__(self, manifest: Manifest, *, deadline: float) -> None:
        super().__init__(manifest, python_launch(manifest), deadline=deadline)

    def _start(self) -> Child:
        # A program that was just started keeps nothing.
        self._last: RulePack | None = None
        self._kept: RulePack | None = None
        self._payload: str | bytes | None = None
        return super()._start()

    def _encoded(self, number: int, call: Call) -> bytes:
        return request(number, call, [mark for mark in (self._of_payload(call), self._of_pack(call)) if mark])

    def _of_payload(self, call: Call) -> str:
        """Return the mark of a payload that the host has."""
        payload = call.params.get(PAYLOAD) if call.encoded is None else call.encoded.payload or None
        if payload is not None and payload == self._payload:
            return SAME_PAYLOAD
        self._payload = payload
        return ""

    def _of_pack(self, call: Call) -> str:
        """Return the mark of a pack that the host has or is to keep."""
        pack = call.rules
        if pack is None:
            return ""
        if pack is self._kept:
            return KEPT
        if pack is self._last:
            self._kept = pack
            return KEEP
        self._last = pack
        return ""

    def initialize(self) -> Response:
        """Return the adapter's response to `initialize`; raises `HookconformError` (`adapter.module`)."""
        response = super().initialize()
        if isinstance(response, Refusal) and response.code == CANNOT_CREATE:
            raise not_created(self.manifest, response.message, self.stray.lines)
        return response

    def answers(self, calls: Iterable[Call]) -> Iterator[Answer]:
        """Yield one answer a call, in order; raises `AdapterGoneError`."""
        for answer in super().answers(calls):
            if isinstance(answer.response, Refusal) and answer.response.code == CRASHED:
                yield Answer(Broken(answer.response.message))
            else:
                yield answer


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
