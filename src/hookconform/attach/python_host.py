"""Serves a Python object as an adapter: run as a program by the adapter's own interpreter, or used in process.

It stands alone on the standard library, because that interpreter has nothing of hookconform's; syntax and names are
those of Python 3.8. Called as `python_host.py CHANNEL MODULE:FACTORY [FOLDER]`: requests come on standard input,
answers go to the descriptor CHANNEL, so that neither what the adapter prints nor what it reads can get between them.
"""

from __future__ import annotations

import importlib
import json
import marshal
import os
import sys
import traceback
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Error codes of this module's own: the object could not be made, or raised an exception that is no answer.
CANNOT_CREATE = -32099
CRASHED = -32098
# JSON-RPC's own, as any other program answers it.
NO_METHOD = -32601
# Members of a request: the pack in it is to be kept; it has none, the kept one is meant; it has no payload, that of the
# last request with one is meant.
KEEP = "keep_rules"
KEPT = "kept_rules"
SAME_PAYLOAD = "same_payload"
_FILE = Path(__file__).resolve()
_LIBRARY = Path(os.__file__).resolve().parent
_FRAMES = 5
_MESSAGE = 2000
# What a pipe holds, so that many requests are read at once.
_READ_BYTES = 1 << 16
# How deep a result may be nested; below stands a mark. Nothing that is compared is deeper.
_DEPTH = 500
_MARK = "…"
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def create(named: str, folder: str | None) -> Any:
    """Return what `module:factory` makes; `folder` comes first on the import path. Raises whatever that raises."""
    module, _, factory = named.partition(":")
    if folder is not None and folder not in sys.path:
        sys.path.insert(0, folder)
    return getattr(importlib.import_module(module), factory)()


def ask(adapter: Any, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return `{"result": text}` with the result as JSON text, or `{"error": {"code", "message"}}`.

    An exception with an integer `code` is an error of that code, any other a crash over this one call, `sys.exit` too.
    """
    try:
        called = getattr(adapter, method, None)
        if called is None:
            return {"error": {"code": NO_METHOD, "message": f"the object has no method {method!r}"}}
        return {"result": as_json(called(**params))}
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (whatever the adapter raises is its answer)
        code = code_of(error)
        if code is not None:
            return {"error": {"code": code, "message": _str(error)}}
        return {"error": {"code": CRASHED, "message": f"{method} raised {told(error)}"}}


def code_of(error: BaseException) -> int | None:
    """Return the error code an exception carries; None if it carries none, or stands for the end of the program."""
    try:
        code = None if isinstance(error, SystemExit) else getattr(error, "code", None)
    except Exception:  # noqa: BLE001 (a property may do anything)
        return None
    return int(code) if isinstance(code, int) and not isinstance(code, bool) else None


def told(error: BaseException) -> str:
    """Return type and text of an exception, and where in the adapter's own code it was raised."""
    said = _str(error)
    frames = ", ".join(own_frames(error))
    return type(error).__name__ + (f": {said}" if said else "") + (f" (at {frames})" if frames else "")


def own_frames(error: BaseException) -> list[str]:
    """Return the innermost frames that are neither Python's nor this module's, as `file:line in function`."""
    found: list[str] = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        # What was made of text, `<string>`, is no file.
        if path.is_absolute():
            path = path.resolve()
            pythons = _LIBRARY in path.parents and not {"site-packages", "dist-packages"}.intersection(path.parts)
            if path != _FILE and not pythons:
                found.append(f"{_short(path)}:{frame.lineno} in {frame.name}")
    return found[-_FRAMES:]


def as_json(value: Any) -> str:
    """Return a result as JSON text; raises `ValueError` or `TypeError` for what JSON cannot hold."""
    try:
        return _ENCODER.encode(value)
    except RecursionError:
        return _ENCODER.encode(_within_depth(value))


def _within_depth(value: Any) -> Any:
    """Return a copy of nested lists and dictionaries in which what is too deep is a mark; without recursion."""
    top: list[Any] = [None]
    left: list[tuple[Any, Any, Any, int]] = [(value, top, 0, 0)]
    while left:
        item, holder, key, depth = left.pop()
        if isinstance(item, dict):
            holder[key] = copy = {} if depth < _DEPTH else _MARK
            if depth < _DEPTH:
                left.extend((part, copy, name, depth + 1) for name, part in item.items())
        elif isinstance(item, (list, tuple)):
            holder[key] = copy = [None] * len(item) if depth < _DEPTH else _MARK
            if depth < _DEPTH:
                left.extend((part, copy, number, depth + 1) for number, part in enumerate(item))
        else:
            holder[key] = item
    return top[0]


def _str(error: BaseException) -> str:
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 (an exception may fail to say what it is)
        return "(its text cannot be read)"
    return text if len(text) <= _MESSAGE else text[:_MESSAGE] + "…"


def _short(path: Path) -> str:
    """Return a path from the folder it was imported from, since reports name no place of one machine."""
    roots = {Path(root).resolve() for root in sys.path if root}
    root = next((parent for parent in path.parents if parent in roots), path.parent)
    return path.relative_to(root).as_posix()


def serve(channel: int, named: str, folder: str | None) -> None:
    """Answer requests until `shutdown` or the end of input."""
    requests = os.fdopen(os.dup(0), "rb", _READ_BYTES)
    answers = os.fdopen(channel, "wb")
    os.set_inheritable(channel, False)  # noqa: FBT003 (its signature)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    adapter, failure = _created(named, folder)
    kept, pack, whole, payload = b"", None, None, ""
    for line in requests:
        request = json.loads(line)
        method, params = request["method"], request["params"]
        if SAME_PAYLOAD in request:
            params["payload"] = payload
        elif "payload" in params:
            payload = params["payload"]
        if KEEP in request:
            kept = marshal.dumps(params["rules"])
            pack, whole = marshal.loads(kept), marshal.loads(kept)  # noqa: S302 (written above)
        elif KEPT in request:
            # An adapter may have changed the pack that it was given; to look costs less than a new one for every call.
            if not _is_same(pack, whole):
                pack = marshal.loads(kept)  # noqa: S302 (written above)
            params["rules"] = pack
        if method == "shutdown":
            said: dict[str, Any] = {"result": "null"}
        else:
            said = {"error": failure} if failure else ask(adapter, method, params)
        body = f'"result":{said["result"]}' if "result" in said else f'"error":{json.dumps(said["error"])}'
        answers.write(f'{{"jsonrpc":"2.0","id":{request["id"]},{body}}}\n'.encode("ascii"))
        answers.flush()
        if method == "shutdown":
            break


def _is_same(value: Any, original: Any) -> bool:
    """Tell whether a value that an adapter had is what it was; what cannot be compared is not."""
    try:
        return bool(value == original)
    except Exception:  # noqa: BLE001 (an adapter may put anything into it)
        return False


def _created(named: str, folder: str | None) -> tuple[Any, dict[str, Any] | None]:
    try:
        return create(named, folder), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 (a module may do anything when it is imported)
        return None, {"code": CANNOT_CREATE, "message": told(error)}


if __name__ == "__main__":
    if Path(sys.path[0]).resolve() == _FILE.parent:
        # The folder of this file is no place to import from.
        del sys.path[0]
    # What is printed shall be seen even if the program then ends without a word.
    sys.stdout = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8", errors="backslashreplace")
    serve(int(sys.argv[1]), sys.argv[2], next(iter(sys.argv[3:]), None))
