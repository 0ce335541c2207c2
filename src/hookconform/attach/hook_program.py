"""An adapter that is a one-shot hook program: payload on standard input, answer by exit code and output.

It is run as users install it. The rule pack is written where the manifest says, below a throw-away folder that
is the program's working folder, and each payload gets a process of its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from hookconform.attach.calls import PROTOCOL, Broken, Call, Response, Result, RulePack, StrayOutput
from hookconform.attach.manifest import Manifest

# Programs that run at the same time.
CONCURRENCY = 2


def hook_command(manifest: Manifest, platform: str, event: str, rules: Path) -> tuple[list[str], dict[str, str]]:
    """Return the program's argv and the variables to add, with the placeholders filled in.

    A program named by a relative path is taken from the manifest's folder.
    """
    hook = manifest.raw["hook"]
    special = hook.get("platforms", {}).get(platform, {})
    words = {
        "{platform}": platform,
        "{event}": event,
        "{rules}": str(rules),
        "{folder}": str(manifest.folder),
        "{python}": sys.executable,
    }
    argv = [_filled(manifest.with_program(part), words) for part in special.get("command", hook["command"])]
    if os.sep in argv[0] and not Path(argv[0]).is_absolute():
        argv[0] = str(manifest.folder / argv[0])
    variables = {**hook.get("env", {}), **special.get("env", {})}
    return argv, {name: _filled(manifest.with_program(value), words) for name, value in variables.items()}


def write_rules(pack: RulePack, path: Path) -> None:
    """Write a rule pack as YAML, or as JSON where the file is called so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        path.write_text(pack.encoded, encoding="utf-8")
        return
    import yaml  # noqa: PLC0415 (only this kind of adapter needs it)

    path.write_text(yaml.safe_dump(pack.parsed, sort_keys=False, allow_unicode=True), encoding="utf-8")


def search_path() -> str:
    """Return PATH with the folder of this Python first, where the shipped programs are installed."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


class HookProgramSession:
    """Starts the program once a call, at most `CONCURRENCY` at a time; every call brings the same rule pack."""

    def __init__(self, manifest: Manifest, *, deadline: float) -> None:
        self.manifest = manifest
        self._deadline = deadline
        self._folder = Path(tempfile.mkdtemp(prefix="hookconform-hook-"))
        self._rules = self._folder / manifest.raw["hook"]["rules_path"]
        self._written: RulePack | None = None
        self.stray = StrayOutput()

    def initialize(self) -> Response:
        """Return what the manifest says, since a hook program cannot be asked."""
        keys = ("name", "version", "language", "capabilities", "vocabulary")
        stated = {key: self.manifest.raw[key] for key in keys}
        return Result({"protocol": PROTOCOL, "platforms": sorted(self.manifest.platforms)} | stated)

    def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
        """Yield one answer a call, in order."""
        waiting: deque[Future[Response]] = deque()
        with ThreadPoolExecutor(CONCURRENCY) as pool:
            for call in calls:
                self._provide_rules(call)
                waiting.append(pool.submit(self._ask, call.params))
                if len(waiting) > CONCURRENCY:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def close(self) -> None:
        """Remove the throw-away folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _provide_rules(self, call: Call) -> None:
        if call.rules is not None and call.rules is not self._written:
            write_rules(call.rules, self._rules)
            self._written = call.rules

    def _ask(self, params: dict[str, Any]) -> Response:
        argv, variables = hook_command(self.manifest, params["platform"], params["registered_event"] or "", self._rules)
        try:
            process = subprocess.Popen(
                argv,
                cwd=self._folder,
                env={**os.environ, "PATH": search_path(), **variables},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            return Broken(f"the hook program cannot be started: {error}")
        try:
            stdout, stderr = process.communicate(params["payload"].encode("utf-8", "surrogateescape"), self._deadline)
        except subprocess.TimeoutExpired:
            return Broken(f"the hook program did not end within {self._deadline:g} s")
        finally:
            _end(process)
        if process.returncode < 0:
            return Broken(f"the hook program was ended by signal {-process.returncode}")
        return Result(
            {
                "exit_code": process.returncode,
                "stdout": stdout.decode("utf-8", "replace"),
                "stderr": stderr.decode("utf-8", "replace"),
            }
        )


def _filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started; nothing is left of a program that ended by itself."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
