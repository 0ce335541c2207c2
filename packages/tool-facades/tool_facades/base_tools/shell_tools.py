"""Commands: `Bash`, and `BashOutput`, `BashInput`, `KillShell` for those in the background."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any
from weakref import finalize

from tool_facades.base_tools.folder import Folder
from tool_facades.base_tools.outcome import InvalidCall, Refusal
from tool_facades.base_tools.shell import BackgroundShell, Command, Ended, Running, Shell
from tool_facades.base_tools.stop import Stop
from tool_facades.base_tools.substitutions import has_substitution
from tool_facades.base_tools.text import encoded
from tool_facades.base_tools.ways import ShellWays

MOST_RUNNING = 20
# Commands that ended are forgotten, the oldest first.
MOST_KEPT = 100
# How long a blocking question may wait.
MOST_WAIT_SECONDS = 600.0
# After typing, if no time is said.
TYPED_SECONDS = 0.5
_INTERRUPT = "\x03"


class ShellTools:
    """Commands in one folder. `background` tells whether the shell can start them without waiting."""

    def __init__(self, folder: Folder, shell: Shell, ways: ShellWays) -> None:
        self._folder, self._shell, self._ways = folder, shell, ways
        self._lock = Lock()
        self._jobs: dict[str, Running] = {}
        self._number = 0
        # Shell → folder that its last command ended in.
        self._folders: dict[str, str] = {}
        self.background = isinstance(shell, BackgroundShell)
        self.close: Callable[[], object] = finalize(self, _end_all, self._jobs)

    def bash(self, arguments: dict[str, Any], stop: Stop) -> str:
        """Run a command to its end, for a while, or in the background."""
        text = _checked(arguments["command"])
        if not self._ways.substitutions and has_substitution(text):
            raise Refusal("Commands with command substitution are not run.")
        shell_id: str = arguments.get("shell_id", "")
        in_background, wait = arguments.get("run_in_background", False), arguments.get("wait")
        keeps = self._ways.keeps_folder and not in_background
        cwd = arguments.get("cwd") or (self._folders.get(shell_id, ".") if self._ways.keeps_folder else ".")
        seconds = _seconds(arguments.get("timeout"))
        # Then the time is how long the call waits, not how long the command may take.
        goes_on = self._ways.goes_on and seconds is not None and not text.lstrip().startswith("sleep ")
        with self._folder.opened(cwd) as (folder, _):
            command = Command(
                text,
                folder,
                None if goes_on else seconds,
                may_go_on=goes_on or in_background or wait is not None,
                has_input=in_background,
                tells_folder=keeps,
            )
            if isinstance(self._shell, BackgroundShell):
                self._need_room(shell_id)
                run = self._shell.start(command)
            elif in_background:
                raise Refusal("This shell runs nothing in the background.")
            else:
                ended = self._shell(command)
                self._keep(shell_id, ended)
                return self._told(ended)
        if in_background:
            name = self._add(run, shell_id)
            return f"The command runs in the background. Its id is {name}."
        with stop.ending(run.end):
            patience = seconds if goes_on else _seconds(wait)
            ended = run.wait(patience)
        if ended is None:
            name = self._add(run, shell_id)
            after = "" if patience is None else f" after {patience:g} seconds"
            return f"{run.new()}\n(The command goes on in the background{after}. Its id is {name}.)".lstrip()
        stop.check()
        self._keep(shell_id, ended)
        return self._told(ended)

    def output(self, arguments: dict[str, Any], stop: Stop) -> str:
        """Return what a command in the background wrote since it was asked last; with `limit`, its last lines."""
        run = self._job(arguments["bash_id"])
        wait = _seconds(arguments.get("wait"))
        if wait is None and arguments.get("block"):
            wait = MOST_WAIT_SECONDS
        self._wait(run, wait or 0, stop)
        limit: int | None = arguments.get("limit")
        text = run.new() if limit is None else "\n".join(run.written().splitlines()[-limit:])
        if "filter" in arguments:
            text = "\n".join(_filtered(text, arguments["filter"]))
        return f"{text}\n{_status(run)}".lstrip()

    def send(self, arguments: dict[str, Any], stop: Stop) -> str:
        """Type into a command in the background, and return what it then writes; without a text only the latter."""
        run = self._job(arguments["shell_id"])
        text: str = arguments.get("command", "")
        if text == _INTERRUPT:
            run.end()
        elif text:
            run.send(_checked(text))
        wait = _seconds(arguments.get("wait"))
        self._wait(run, TYPED_SECONDS if wait is None else wait, stop)
        return f"{run.new()}\n{_status(run)}".lstrip()

    def kill(self, arguments: dict[str, Any], stop: Stop) -> str:
        """End a command in the background, and all that it started."""
        run = self._job(arguments["shell_id"])
        was_running = run.wait(0) is None
        run.end()
        self._wait(run, MOST_WAIT_SECONDS, stop)
        done = "was ended" if was_running else "had ended already"
        return f"{run.new()}\n(The command {arguments['shell_id']} {done}.)".lstrip()

    def _wait(self, run: Running, seconds: float, stop: Stop) -> None:
        """Wait for the end of a command, which goes on if the call is cancelled."""
        left = min(seconds, MOST_WAIT_SECONDS)
        while run.wait(min(left, 0.2)) is None and left > 0:
            stop.check()
            left -= 0.2

    def _need_room(self, shell_id: str) -> None:
        with self._lock:
            running = [name for name, run in self._jobs.items() if run.wait(0) is None]
        if shell_id and shell_id in running:
            raise Refusal(f"A command still runs in {shell_id}. Read its output, or end it.")
        if len(running) >= MOST_RUNNING:
            raise Refusal(f"{len(running)} commands run in the background already: {', '.join(running)}. End one.")

    def _add(self, run: Running, shell_id: str) -> str:
        with self._lock:
            name = shell_id
            while not name or (name in self._jobs and not shell_id):
                self._number += 1
                name = str(self._number)
            self._jobs[name] = run
            ended = [other for other, job in self._jobs.items() if job.wait(0)]
            for other in ended[: max(len(self._jobs) - MOST_KEPT, 0)]:
                del self._jobs[other]
            return name

    def _job(self, name: str) -> Running:
        with self._lock:
            found = self._jobs.get(name)
            known = ", ".join(self._jobs) or "none"
        if found is None:
            raise Refusal(f"No command {name!r} runs in the background; there are: {known}.")
        return found

    def _keep(self, shell_id: str, ended: Ended) -> None:
        if ended.folder is None or not self._ways.keeps_folder:
            return
        try:
            with self._folder.opened(ended.folder):
                self._folders[shell_id] = ended.folder
        except (Refusal, OSError):
            self._folders.pop(shell_id, None)

    def _told(self, ended: Ended) -> str:
        if ended.timed_out:
            raise Refusal(
                f"{ended.output}\n(The command took too long; it and all that it started were ended.)".lstrip()
            )
        if ended.exit_code is None:
            raise Refusal(f"{ended.output}\n(The command was ended.)".lstrip())
        if not ended.exit_code or not self._ways.exit_codes:
            return ended.output
        return f"{ended.output}\n(Exit code {ended.exit_code}.)".lstrip()


def _checked(text: str) -> str:
    if "\0" in text:
        raise InvalidCall("command holds a NUL character.")
    encoded(text, "command")
    return text


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _status(run: Running) -> str:
    ended = run.wait(0)
    if ended is None:
        return "(It still runs.)"
    if ended.timed_out:
        return "(It took too long and was ended.)"
    return "(It was ended.)" if ended.exit_code is None else f"(It ended with exit code {ended.exit_code}.)"


def _filtered(text: str, pattern: str) -> list[str]:
    try:
        from tool_facades.base_tools.expression import Expression
    except ImportError as error:
        raise Refusal(f"filter is not possible: {error}") from None
    made = Expression(pattern)
    return [line for line in text.splitlines() if made.matches(line.encode(errors="replace"))]


def _end_all(jobs: dict[str, Running]) -> None:
    for run in jobs.values():
        run.end()
