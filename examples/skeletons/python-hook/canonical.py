"""What a hook's payload means: its canonical events, by the tables in tables.json.

The tables are yours now: change them, and this file, as your program needs it.
"""

import json
import re
from pathlib import Path

TABLES = json.loads((Path(__file__).parent / "tables.json").read_text(encoding="utf-8"))
BEFORE_A_TOOL = ("PreToolUse", "PermissionRequest")
AFTER_A_TOOL = ("PostToolUse", "PostToolUseFailure")
ABSENT = object()  # null is a value
HEADER = re.compile(r"[\s\ufeff]*\*\*\* (Add File|Update File|Delete File|Move to):(.*)", re.DOTALL)
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class InvalidError(Exception):
    """The payload cannot be judged, so it is refused: it must never look like a harmless call."""


def canonical(platform, registered_event, text):
    """Return the canonical events of a payload, and the names of all tools that the call runs."""
    table = TABLES[platform]
    payload = read(text)
    if not isinstance(payload, dict):
        raise InvalidError("not a JSON object")
    native = event_name(table, registered_event, payload)
    name = table["events"].get(native, native)
    event = {"hook_event_name": name}
    if name != native:
        event["platform_event_name"] = native
    called = []
    if native in table["implied"]:
        implied = table["implied"][native]
        if name in BEFORE_A_TOOL and implied["argument"] not in payload:
            raise InvalidError("no arguments")
        event["tool_name"] = implied["tool"]
        called.append(implied["tool"])
    else:
        called += add_tool(table, native, payload, event)
    prompted = not table["prompt_events"] or native in table["prompt_events"]
    for key in ("session_id", "cwd", *(("prompt",) if prompted else ())):
        value = text_of(first(payload, table[key]))
        if value is not None:
            event[key] = value
    return [event, *({**event, "hook_event_name": also} for also in further(table, native, name, payload))], called


def add_tool(table, native_event, payload, event):
    """Put the tool's canonical name into the event, and return it with those of the calls within the call."""
    tool, given = first(payload, table["tool"]), first(payload, table["input"])
    before = event["hook_event_name"] in BEFORE_A_TOOL
    if tool is None and table["null_for_no_tool"]:
        tool = ABSENT
    if tool is not ABSENT and (not isinstance(tool, str) or not tool.strip()):
        raise InvalidError("the tool name is no name")
    if native_event in table["names_no_tool"]:
        return []
    if tool is ABSENT:
        if before or event["hook_event_name"] in AFTER_A_TOOL:
            raise InvalidError("no tool name")
        return []
    if before and given is ABSENT:
        raise InvalidError("no arguments")
    if table["string_arguments"]:
        given = decoded(given)
    check_patch(table, tool, given)
    # What an MCP server calls its tools is no word of the platform's.
    bare = first(payload, table["mcp"]) is not ABSENT
    event["tool_name"] = tool if bare else table["tools"].get(tool, tool)
    if event["tool_name"] != tool:
        event["tool_input"] = {"platform_tool_name": tool}
    return [event["tool_name"], *([] if bare else within(table, tool, given))]


def within(table, tool, given):
    """Return the canonical names of the tools that a call of several calls runs."""
    batch = table["batches"].get(tool)
    calls = given.get(batch["at"]) if batch and isinstance(given, dict) else None
    found = []
    for call in calls if isinstance(calls, list) else []:
        name = call.get(batch["tool"]) if isinstance(call, dict) else None
        if isinstance(name, str):
            found += [table["tools"].get(name, name), *within(table, name, call.get(batch["arguments"]))]
    return found


def same(one, other):
    """Tell whether two values are the same; to Python 1 is True."""
    return type(one) is type(other) and one == other


def further(table, native, name, payload):
    """Return the canonical events that fire with this one."""
    also = [row["fires"] for row in table["also"] if row["event"] == native and same(at(payload, row["at"]), row["is"])]
    failure = first(payload, table["failure"])
    # To Python 0 is False, but to a platform it is an error.
    if name == "PostToolUse" and not any(failure is none for none in (ABSENT, None, False)):
        also.append("PostToolUseFailure")
    return also


def event_name(table, registered_event, payload):
    """Return the native event, as the payload or else the hook's registration names it."""
    registered = (registered_event or "").partition("[")[0]  # without a matcher
    registered = table["registered"].get(registered, registered)
    named = first(payload, table["event"])
    if named is not ABSENT and (not isinstance(named, str) or not named.strip()):
        raise InvalidError("the event name is no name")
    if named is ABSENT or (registered and table["registration_decides"]):
        named = registered
    if not named:
        raise InvalidError("no event name")
    return named


def check_patch(table, tool, given):
    """Refuse a patch whose lines or paths programs read differently."""
    if tool not in table["patches"]:
        return
    patch = given.get(table["patches"][tool]) if isinstance(given, dict) else given
    if not isinstance(patch, str):
        return
    updating, above = False, ""
    for raw in patch.split("\n"):
        line = raw.removesuffix("\r")
        if "\r" in line:
            raise InvalidError("a carriage return within a line of the patch")
        header = HEADER.match(line)
        word = header[1] if header else ""
        is_content = updating and line.startswith(" ") and not (word == "Move to" and above == "Update File")
        if header and not is_content:
            updating = word == "Update File" or (updating and word == "Move to")
            if CONTROL.search(header[2].strip(" \t")):
                raise InvalidError("a control character in a path of the patch")
        above = word


def at(document, pointer):
    """Return the value at a JSON Pointer, ABSENT if there is none."""
    for part in pointer.split("/")[1:]:
        if isinstance(document, dict) and part in document:
            document = document[part]
        elif isinstance(document, list) and part.isdecimal() and int(part) < len(document):
            document = document[int(part)]
        else:
            return ABSENT
    return document


def first(document, pointers):
    """Return the value at the first pointer that leads to one, ABSENT if none does."""
    return next((value for pointer in pointers if (value := at(document, pointer)) is not ABSENT), ABSENT)


def text_of(value):
    """Return a text, or the texts of a list of parts in one; None where there is none."""
    if isinstance(value, list):
        parts = [part.get("text") for part in value if isinstance(part, dict) and part.get("type") == "text"]
        texts = [text for text in parts if isinstance(text, str)]
        return "\n".join(texts) if texts else None
    return value if isinstance(value, str) else None


def read(text):
    """Return the one value of a JSON text; a key that stands twice is refused, because readers take different ones."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_number)
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"not JSON: {error}") from None


def decoded(given):
    """Return the object that arguments in a text encode, else what is given."""
    if not isinstance(given, str) or not given.lstrip().startswith("{"):
        return given
    try:
        json.loads(given)
    except json.JSONDecodeError:
        return given
    except (ValueError, RecursionError):
        pass  # JSON, but more than is read here: refused, since the platform may read it
    return read(given)


def _object(pairs):
    if len(dict(pairs)) < len(pairs):
        raise InvalidError("a key stands twice")
    return dict(pairs)


def _no_number(name):
    raise InvalidError(f"not JSON: {name}")


def _number(text):
    """Return a number; one that no double holds is refused, because readers make different ones of it."""
    found = float(text)
    if found in (float("inf"), float("-inf")):
        raise InvalidError(f"no double holds {text}")
    return found
