"""Keep one hook payload: `python -I -S hook_recorder.py PLATFORM EVENT`, payload on standard input.

Copied by `hookconform record install` into the private folder, where it stands alone: it imports three modules of the
standard library, because it starts once a hook call. Each call becomes one JSON file in `../recordings/PLATFORM/`,
complete or not there at all. It prints nothing and exits 0 whatever happens, so that the platform goes on as if there
were no hook; what went wrong is noted, without any content, in `errors.log` beside it.
"""

# pathlib and contextlib would double the time a call takes.
# ruff: noqa: PTH100, PTH104, PTH108, PTH116, PTH118, PTH120, PTH123, SIM105

import os
import sys
import time

LARGEST_PAYLOAD = 8 << 20
LARGEST_LOG = 64 << 10
# Filled in when the script is copied. Names of variables worth keeping begin so; values are never kept.
PREFIXES: "tuple[str, ...]" = ()
# Platform → variable; the only values that are read: they hold nothing but a version.
VERSION_VARIABLES: "dict[str, str]" = {}


def main(folder: str, platform: str, event: str) -> None:
    """Keep the call that standard input brings."""
    payload = read_all(0)
    kept = (
        ("platform", quoted(platform)),
        ("platform_version", optional(version_of(folder, platform))),
        ("registered_event", quoted(event)),
        ("hook_env_names", "[" + ",".join(map(quoted, env_names())) + "]"),
        ("recorded_ns", str(time.time_ns())),
        ("payload_text", quoted(payload.decode("utf-8", "surrogateescape"))),
    )
    text = "{" + ",".join(f'"{key}":{value}' for key, value in kept) + "}\n"
    write_new(os.path.join(os.path.dirname(folder), "recordings", platform), text.encode("ascii"))


def env_names() -> list[str]:
    """Return the names of the platforms' own variables."""
    return sorted(name for name in os.environ if name.startswith(PREFIXES))


def read_all(descriptor: int) -> bytes:
    """Return everything to the end; raises `OverflowError` for too much, but only after reading it all."""
    parts = []
    size = 0
    while part := os.read(descriptor, 1 << 16):
        size += len(part)
        if size <= LARGEST_PAYLOAD:
            parts.append(part)
    if size > LARGEST_PAYLOAD:
        raise OverflowError
    return b"".join(parts)


def version_of(folder: str, platform: str) -> str | None:
    """Return the version the platform tells, else the installed one if its program is still the same file."""
    told = os.environ.get(VERSION_VARIABLES.get(platform, ""))
    if told:
        return told
    try:
        with open(os.path.join(folder, "versions", platform), encoding="utf-8") as file:
            version, size, modified, program = file.read().splitlines()
        status = os.stat(program)
    except (OSError, ValueError):
        return None
    return version if (str(status.st_size), str(status.st_mtime_ns)) == (size, modified) else None


def write_new(folder: str, data: bytes) -> None:
    """Write a file of its own for this call: first under a hidden name, then renamed when it is complete."""
    name = f"{time.time_ns()}-{os.getpid()}-{os.urandom(4).hex()}.json"
    partial = os.path.join(folder, "." + name)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        try:
            while data:
                data = data[os.write(descriptor, data) :]
        finally:
            os.close(descriptor)
        os.rename(partial, os.path.join(folder, name))
    except OSError:
        os.unlink(partial)
        raise


def note(folder: str, event: str, error: BaseException) -> None:
    """Append what went wrong to the log: time, event, kind of error and its number, nothing else."""
    number = getattr(error, "errno", None)
    line = f"{int(time.time())} {event[:40]!r} {type(error).__name__} {number}\n"
    descriptor = os.open(os.path.join(folder, "errors.log"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.fstat(descriptor).st_size < LARGEST_LOG:
            os.write(descriptor, line.encode("utf-8", "replace"))
    finally:
        os.close(descriptor)


def optional(text: str | None) -> str:
    """Return text as a JSON string, None as null."""
    return "null" if text is None else quoted(text)


try:
    # The json package would cost a third of the whole call.
    from _json import encode_basestring_ascii as quoted
except ImportError:
    from json.encoder import py_encode_basestring_ascii as quoted

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    registered = "".join(sys.argv[2:])
    try:
        main(here, sys.argv[1], registered)
    except BaseException as error:  # noqa: BLE001 (the platform must not notice anything)
        try:
            note(here, registered, error)
        except BaseException:  # noqa: BLE001, S110 (there is nowhere left to say it)
            pass
    os._exit(0)
