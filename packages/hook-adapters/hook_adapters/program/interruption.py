"""What may end a hook before it has answered: its own deadline, and signals of whoever grew tired of it."""

from __future__ import annotations

import os
import select
import signal

from hook_adapters.program.streams import OUTPUT, say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

# The seconds of computing that the launcher allows: enough for every deadline up to the usual one.
LAUNCHER_SECONDS = 9
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name))


_alarm: list[int] = []


class InterruptedHook(BaseException):
    """The hook has to answer now; the text says why."""


def stop_at_signals(code: int, answer: str = "", beside_answer: int | None = None) -> None:
    """Let signals end the process with this answer on standard output, until `watch` can answer them.

    The exit code is `beside_answer` if it is given and the answer could be printed, else `code`.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        printed = say(OUTPUT, answer)
        os._exit(beside_answer if printed and beside_answer is not None else code)

    for number in ENDING:
        signal.signal(number, end)


def watch(seconds: float) -> None:
    """Let signals, and the end of these seconds, raise `InterruptedHook`; systems without timers have no deadline."""
    for number in ENDING:
        signal.signal(number, _ended)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: _late(seconds))
        signal.setitimer(signal.ITIMER_REAL, seconds)
    if seconds + 1 > LAUNCHER_SECONDS:
        _compute_longer(int(seconds) + 1)
    if os.name == "posix":
        if not _alarm:
            _alarm.extend(map(_above_streams, os.pipe()))
            os.set_blocking(_alarm[1], False)
        signal.set_wakeup_fd(_alarm[1], warn_on_full_buffer=False)


def _compute_longer(seconds: int) -> None:
    """Let the process compute for these seconds where it has the launcher's limit."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if soft == LAUNCHER_SECONDS:
        most = seconds if hard == resource.RLIM_INFINITY else min(seconds, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _above_streams(descriptor: int) -> int:
    """Return the descriptor under another number, since a pipe takes the place of a stream that is closed."""
    import fcntl

    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)
    os.close(descriptor)
    return moved


def wait_for(stream: int) -> None:
    """Wait for something to read, or for a signal; raises `OSError` if the stream is closed.

    A read alone would not do: Python answers a signal that comes just before it only when the read is over.
    """
    if _alarm:
        select.select([stream, _alarm[0]], [], [])


def last_chance(seconds: float) -> None:
    """Let nothing but the end of these seconds interrupt what is left to do, with `InterruptedHook`."""
    _ignore_ending()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: _late(seconds))
        signal.setitimer(signal.ITIMER_REAL, seconds)
    if seconds + 1 > LAUNCHER_SECONDS:
        _compute_longer(int(seconds) + 1)


def _ignore_ending() -> None:
    """Ignore signals from here on, by a handler: with `SIG_IGN` Python reports one that has just arrived on stderr."""
    for number in ENDING:
        signal.signal(number, lambda *_: None)


def _ended(number: int, _frame: FrameType | None) -> None:
    # A second signal, as the members of a process group get it from their launcher too, must not end the first answer.
    _ignore_ending()
    raise InterruptedHook(f"ended by {signal.Signals(number).name}")


def _late(seconds: float) -> None:
    raise InterruptedHook(f"no answer within {seconds:g} seconds")
