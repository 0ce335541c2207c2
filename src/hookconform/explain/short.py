"""The answer in short: three lines for a name, one line for each platform that has a canonical one."""

from __future__ import annotations

from typing import Any

from hookconform.effects.verdicts import VERDICTS, plain_verdict
from hookconform.explain.at_version import at_version_text
from hookconform.explain.text import becomes, version_range
from hookconform.ground.plain_text import WIDTH, columns, folded

_INDENT = 2
_LAST_STATUSES = ("historic", "legacy-alias", "refuted")
_STATUS = {
    "current": "current",
    "historic": "no longer sent",
    "legacy-alias": "legacy alias, never sent to a hook",
    "refuted": "never sent to a hook",
}
_AT_VERSION = {
    "later": "later than",
    "earlier": "no longer sent at",
    "unrecorded": "recorded only later than",
}


def short_text(explanation: dict[str, Any]) -> str:
    """Return an explanation in short, with the commands that show more as the last lines."""
    blocks, command = _blocks(explanation), _command(explanation)
    more = [f"Evidence: {command}"] if command else []
    if "tools" in explanation and "documented" not in explanation:
        more.append(f"What a hook never sees: hookconform explain {explanation['platform']} --escapes")
    return "\n\n".join("\n".join(lines) for lines in [*blocks, *([more] if more else [])])


def _blocks(explanation: dict[str, Any]) -> list[list[str]]:
    if "found" in explanation:
        return [block for one in explanation["found"] for block in _blocks(one)]
    if "canonical" in explanation:
        return [_canonical(explanation)]
    if "tools" in explanation:
        return _platform(explanation)
    return [_claim(explanation, row) for row in explanation["rows"]] or [_unknown(explanation)]


def _command(explanation: dict[str, Any]) -> str:
    if "found" in explanation:
        has_evidence = any(map(_command, explanation["found"]))
        return f"hookconform explain {explanation['name']} --evidence" * has_evidence
    if "canonical" in explanation:
        only = next(iter(explanation["platforms"])) if len(explanation["platforms"]) == 1 else ""
        words = [
            "hookconform explain",
            *([only] if only else []),
            "--canonical",
            explanation["canonical"],
            "--evidence",
        ]
        return " ".join(words)
    if "tools" in explanation:
        return f"hookconform explain {explanation['platform']} NAME --evidence"
    return f"hookconform explain {explanation['platform']} {explanation['name']} --evidence" * bool(explanation["rows"])


def _claim(explanation: dict[str, Any], row: dict[str, Any]) -> list[str]:
    """Return name and canonical name, what a hook is told instead; kind and renamed arguments; versions and grade."""
    native = row.get("native", explanation["name"])
    head = f"{explanation['platform']} {row['kind']}: {native} {becomes(row)}"
    told = _told(explanation) or _against(row) if row["kind"] == "tool" else []
    return [*folded(head, 2), *told, *_indented(_what(row)), *_indented(_since(explanation, row))]


def _told(explanation: dict[str, Any]) -> list[str]:
    """Return the name under which hooks are told of a tool that its model calls otherwise, if it is known."""
    told = " or ".join(explanation.get("told_as", ()))
    return _indented(f"A hook is told {told} for a call of it.") if told else []


def _against(row: dict[str, Any]) -> list[str]:
    """Return what was seen of a name that no hook is told: what was measured, else the first that is noted."""
    against = [item for item in row["evidence"] if row["status"] == "refuted" and not item["supports"]]
    against.sort(key=lambda item: item["basis"] != "measured")
    return _indented(next((item["note"] for item in against if item.get("note")), ""))


def _what(row: dict[str, Any]) -> str:
    if row["kind"] == "event":
        registered = (
            f"register it as {row['registered_as']}" if "registered_as" in row else "registered under this name"
        )
        further = f"; also {', '.join(row['also_fires'])}" if "also_fires" in row else ""
        return f"event, {registered}{further}"
    renamed = [f"{old} → {new}" for old, new in row.get("arguments", {}).items()]
    arguments = f"renames {', '.join(renamed)}" if renamed else "no argument to rename"
    return f"kind {row['tool_kind']}; {arguments}"


def _since(explanation: dict[str, Any], row: dict[str, Any]) -> str:
    status, versions = _STATUS[row["status"]], version_range(row)
    if row["status"] == "historic" and "until" in row:
        status, versions = "last sent at", row["until"]
    at = at_version_text(explanation, row)
    parts = [*filter(None, [at]), f"{status} {versions}".rstrip(), f"newest known version {explanation['newest']}"]
    basis = "documents only, never recorded" if "documented" in explanation else ""
    grade = f"evidence {row['grade']}" if "grade" in row else "evidence not graded without hookconform-lab"
    return "; ".join([*parts, grade + f" ({basis})" * bool(basis)])


def _unknown(explanation: dict[str, Any]) -> list[str]:
    platform, name = explanation["platform"], explanation["name"]
    if explanation["mcp_forms"]:
        form = f"It has the form of an MCP tool name: {', '.join(explanation['mcp_forms'])}."
        return [f"{platform}: {name} passes through unchanged", *_indented(form)]
    if told := _told(explanation):
        command = f"hookconform explain {platform} {explanation['told_as'][0]}"
        return [f"{platform} tool: {name}, as its model calls it", *told, *_indented(f"More: {command}")]
    lines = [f"{platform}: no tool or event {name} is known"]
    if (verdict := plain_verdict(name)) in VERDICTS:
        lines += _indented(f"{name} is a verdict. What a hook must answer: hookconform respond {platform}")
        return [*lines, *_indented(f"On every platform: hookconform respond --all PreToolUse {verdict}")]
    for row in explanation.get("elsewhere", ()):
        here = ", ".join(row["here"])
        mine = f"{platform} calls that {here}" if here else f"{platform} has none"
        lines += _indented(f"On {', '.join(row['platforms'])} it is {row['canonical']}; {mine}.")
    lines += _indented("Names are exact; an adapter must leave one that it does not know unchanged.")
    near = next((row for row in explanation["near"] if row["status"] == "current"), None)
    lines += [] if near is None else _indented(f"Did you mean {near['name']} ({near['kind']})?")
    return [*lines, *_indented(f"What a hook's answers do: hookconform respond {explanation['platform']}")]


def _canonical(explanation: dict[str, Any]) -> list[str]:
    """Return the canonical name, then one line a platform with the names it sends today."""
    kind = explanation["kind"]
    if "tier" in explanation:
        kind = f"{explanation['tier']} tool of kind {explanation['tool_kind']}"
    lines = [f"{explanation['canonical']}: {kind}"]
    if "arguments" in explanation:
        lines += _indented(f"arguments: {', '.join(explanation['arguments']) or 'none'}")
    documented = explanation.get("documented", ())
    width = max(len(platform) for platform in explanation["platforms"]) + 2 + 2 * bool(documented)
    lines.append("")
    for platform, rows in explanation["platforms"].items():
        sent = [row for row in rows if _is_sent(row)]
        names = ", ".join(_native(row, explanation["kind"]) for row in sent)
        older = ", ".join(row["name"] for row in rows if row["status"] == "historic" and "at_version" not in row)
        said = names or ("no name known" if not older else "") or f"formerly {older}"
        mark = " *" if platform in documented else ""
        lines += folded(f"{platform + mark:<{width}}{said}", width)
    if documented:
        lines.append("* from documents only, never recorded")
    return lines


def _native(row: dict[str, Any], kind: str) -> str:
    remarks = ["event"] if row["kind"] != kind else []
    remarks += [version_range(row)] if "since" in row or "until" in row else []
    remarks += ["in some payloads"] if "when" in row else []
    return row["name"] + f" ({', '.join(remarks)})" * bool(remarks)


def _platform(explanation: dict[str, Any]) -> list[list[str]]:
    """Return the tables of a platform: names sent today, then in one line each those that are not."""
    version = explanation.get("platform_version", explanation["newest"])
    title = f"{explanation['platform']}: {explanation['title']} {version}"
    blocks = [[title + ", from documents only" * ("documented" in explanation)]]
    for heading, kind in (("tools", "tool"), ("events", "event")):
        current = [row for row in explanation[heading] if _is_sent(row)]
        lines = _table(kind, current) if current else []
        asked = explanation.get("platform_version")
        for state, said in _AT_VERSION.items():
            names = [row["name"] for row in explanation[heading] if row.get("at_version") == state]
            lines += folded(f"{said} {asked}: {', '.join(names)}", _INDENT) if names else []
        for status in _LAST_STATUSES:
            rows = [row for row in explanation[heading] if row["status"] == status]
            names = [row["name"] for row in rows if row.get("at_version", "never") == "never"]
            if names:
                lines += folded(f"{_STATUS[status]}: {', '.join(names)}", _INDENT)
        blocks += [lines] if lines else []
    ways: dict[str, list[str]] = {}
    for way in explanation.get("opened_as", ()):
        ways.setdefault(", ".join(way["tools"]) or "file tools", []).append(way["as"])
    opened = [f"path as opened by {tools}: {'; or '.join(found)}" for tools, found in ways.items()]
    blocks += [[line for text in opened for line in folded(text, _INDENT)]] if opened else []
    return [*blocks, ["-: no canonical name; adapters pass the name through unchanged."]]


def _is_sent(row: dict[str, Any]) -> bool:
    """Tell whether hooks get a name today, or got it at the version asked for."""
    return row["at_version"] == "known" if "at_version" in row else row["status"] == "current"


def _table(kind: str, rows: list[dict[str, Any]]) -> list[str]:
    heads = [kind, "canonical name", *(["kind"] if kind == "tool" else []), "versions"]
    cells = [heads]
    for row in rows:
        canonical = (row["canonical"] or row["name"]) if row["maps"] or row["canonical"] else "-"
        cells.append(
            [row["name"], canonical, *([row["tool_kind"]] if kind == "tool" else []), version_range(row) or "all"]
        )
    lines = columns(cells)
    return lines if max(map(len, lines)) <= WIDTH else columns(cells, gap=1)


def _indented(text: str) -> list[str]:
    return folded(" " * _INDENT + text, _INDENT * 2)
