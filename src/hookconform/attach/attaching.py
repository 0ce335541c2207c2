"""Attach an adapter: start it, and check that it is what its manifest says."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hookconform.attach.calls import Session
from hookconform.attach.claim_check import check_run_program
from hookconform.attach.handshake import check_identity
from hookconform.attach.manifest import Manifest
from hookconform.ground.errors import HookconformError
from hookconform.ground.systems import require_posix

# Seconds an adapter has to answer the oldest open request.
DEFAULT_DEADLINE = 10.0


def attach(manifest: Manifest, *, deadline: float = DEFAULT_DEADLINE, in_process: bool = False) -> Session:
    """Start the adapter and check that it is what its manifest says; the session's manifest names every platform.

    `deadline` is in seconds and applies to adapters that run as a process; `in_process` has a Python adapter share
    this one, for debuggers. Raises `HookconformError` (`adapter.start`, `adapter.module`, `adapter.identity`,
    `adapter.in-process`, `adapter.setup`, `adapter.program`, `program.not-installed`, `system.posix`).
    """
    if not in_process:
        require_posix("Running an adapter as a process of its own")
    if manifest.needs_program:
        _ = manifest.program_folder
    if manifest.run is not None and manifest.run.setup:
        _set_up(manifest)
    session = _in_process(manifest) if in_process else _ATTACH[manifest.kind](manifest, deadline)
    try:
        session.manifest = check_identity(manifest, session.initialize(), session.stray.lines)
    except BaseException:
        with suppress(Exception):
            session.close()
        raise
    return session


def _in_process(manifest: Manifest) -> Session:
    if manifest.kind != "python":
        raise HookconformError(
            "adapter.in-process",
            f"{manifest.name} is a program, which cannot run in the process of the suite.",
            where=str(manifest.path),
            hint="Leave --in-process out; it is for adapters with `python` below [run].",
        )
    from hookconform.attach.in_process import InProcessSession  # noqa: PLC0415 (only the kind that is used)

    return InProcessSession(manifest)


def _set_up(manifest: Manifest) -> None:
    from hookconform.attach.run_setup import set_up  # noqa: PLC0415 (few adapters have any)

    set_up(manifest)
    check_run_program(manifest)


def _python(manifest: Manifest, deadline: float) -> Session:
    from hookconform.attach.python_session import PythonSession  # noqa: PLC0415 (only the kind that is used)

    return PythonSession(manifest, deadline=deadline)


def _serve(manifest: Manifest, deadline: float) -> Session:
    from hookconform.attach.launch import command_launch  # noqa: PLC0415 (only the kind that is used)
    from hookconform.attach.serve import ServeSession  # noqa: PLC0415

    return ServeSession(manifest, command_launch(manifest), deadline=deadline)


def _hook(manifest: Manifest, deadline: float) -> Session:
    from hookconform.attach.hook_program import HookProgramSession  # noqa: PLC0415 (only the kind that is used)

    return HookProgramSession(manifest, deadline=deadline)


_ATTACH: dict[str, Callable[[Manifest, float], Session]] = {
    "python": _python,
    "command": _serve,
    "hook": _hook,
}
