"""Explanations with all evidence: plain text, at most 80 columns, no colour."""

from __future__ import annotations

import textwrap
from typing import Any

from hookconform.corpus.sources import source_from_dict
from hookconform.explain.at_version import at_version_text
from hookconform.explain.contract.step import when
from hookconform.ground.plain_text import WIDTH, paragraph

_LABEL = 12
_NATIVE = 26
_STATUS = {
    "current": "current",
    "historic": "historic",
    "legacy-alias": "legacy alias",
    "refuted": "refuted",
}


def explanation_text(explanation: dict[str, Any]) -> str:
    """Return the text of an explanation, whatever it is about."""
    if "found" in explanation:
        return "\n\n".join(explanation_text(one) for one in explanation["found"])
    if "canonical" in explanation:
        return canonical_text(explanation)
    return name_text(explanation)


def name_text(explanation: dict[str, Any]) -> str:
    """Return the text of one native name."""
    if not explanation["rows"]:
        return _unknown(explanation)
    return "\n\n".join(_claim(explanation, row) for row in explanation["rows"])


def canonical_text(explanation: dict[str, Any]) -> str:
    """Return the reverse table of one canonical name."""
    kind = explanation["kind"]
    if "tier" in explanation:
        kind = f"{kind}, {explanation['tier']}, kind {explanation['tool_kind']}"
    lines = [f"{explanation['canonical']} ({kind})"]
    documented = explanation.get("documented", ())
    if "arguments" in explanation:
        lines += _field("arguments", ", ".join(explanation["arguments"]))
    for platform, rows in explanation["platforms"].items():
        lines += ["", f"{platform} (documented)" if platform in documented else platform]
        if not rows:
            lines.append("  no name known")
        for row in rows:
            lines += _native(row, explanation["kind"])
    return "\n".join(lines)


def _claim(explanation: dict[str, Any], row: dict[str, Any]) -> str:
    native = row.get("native", explanation["name"])
    lines = _headline(f"{explanation['platform']} {row['kind']}: {native} {becomes(row)}")
    if "documented" in explanation:
        lines += _field("platform", "known from documents only, never recorded")
    lines += _field("registered", f"as {row['registered_as']}" if "registered_as" in row else "")
    lines += _field("status", _status(row, explanation["newest"]))
    lines += _field("grade", row.get("grade", "not computed without hookconform-lab"))
    lines += _field("told as", ", ".join(explanation.get("told_as", ())) if row["kind"] == "tool" else "")
    lines += _field("kind", row.get("tool_kind", ""))
    lines += _field("version", at_version_text(explanation, row))
    lines += _field("versions", version_range(row))
    for change in row.get("changes", ()):
        lines += _field("came" if change["text"].startswith("new") else "went", when(change))
    lines += _field("where", row.get("where", ""))
    for index, (old, new) in enumerate(row.get("arguments", {}).items()):
        lines += _field("arguments" if index == 0 else "", f"{old} → {new}")
    lines += _field("units", ", ".join(f"{name} counts {unit}" for name, unit in row.get("units", {}).items()))
    lines += _field("paths", ", ".join(row.get("paths", ())))
    lines += _field("opened as", "; or ".join(row.get("opened_as", ())))
    lines += _field("addresses", _urls(row.get("urls", {})))
    lines += _field("calls", _calls(row.get("calls", {})))
    lines += _field("unchanged", ", ".join(row.get("unchanged", ())))
    lines += _field("patch", _patch(row.get("patch")))
    lines += _field("also fires", _also_fires(row))
    lines += _field("tool", _implied(row))
    lines += _field("keys", ", ".join(row.get("keys", ())))
    lines += _field("note", row.get("note", ""))
    for index, item in enumerate(row["evidence"]):
        lines += _evidence("evidence" if index == 0 else "", item)
    count = row["cases"]["count"]
    for index, case_id in enumerate(row["cases"]["examples"]):
        lines.append("  " + ("cases" if index == 0 else "").ljust(_LABEL) + case_id)
    if not count:
        lines += _field("cases", "none in the corpus")
    elif count > len(row["cases"]["examples"]):
        lines += _field("", f"{count} in all")
    return "\n".join(lines)


def becomes(row: dict[str, Any]) -> str:
    """Return what a native name becomes: its canonical name, or itself."""
    canonical = row["canonical"]
    if canonical is None or row["status"] == "refuted":
        return "passes through unchanged"
    tier = f" ({row['tier']})" if "tier" in row else ""
    return f"→ {canonical}{tier}" if row["maps"] else f"is canonical already{tier}"


def _status(row: dict[str, Any], newest: str) -> str:
    return {
        "current": f"current; the newest version known is {newest}",
        "historic": f"historic: gone at {newest}, the newest version known",
        "legacy-alias": "legacy alias: never seen, mapped by adapters that claim legacy aliases",
        "refuted": "refuted: no hook is known to receive it, so no adapter needs it",
    }[row["status"]]


def version_range(row: dict[str, Any]) -> str:
    """Return the versions of a row in words; empty where it has all."""
    since, until = row.get("since"), row.get("until")
    if since and until:
        return f"{since} to {until}"
    if since:
        return f"since {since}"
    return f"up to {until}" if until else ""


def _patch(patch: str | bool | None) -> str:
    """Return the words for patch text that is the whole of the arguments; under a key it is a renamed argument."""
    return "the arguments may be bare patch text" if patch is True else ""


def _urls(urls: dict[str, Any]) -> str:
    how = {"listed": "in the list {}", "in_text": "in the text {}", "at": "{}"}
    places = ((word, name if isinstance(name, str) else ", ".join(name)) for word, name in urls.items())
    return ", ".join(how[word].format(name) for word, name in places)


def _calls(calls: dict[str, Any]) -> str:
    if not calls:
        return ""
    if "each" in calls:
        words = f", with further words under {calls['words']}" if "words" in calls else ""
        return f"one a value of {' or '.join(calls['at'])}, which is its {calls['each']}{words}"
    if "file" in calls:
        return f"one a file, which stands under {calls['file']} in {calls['at']}"
    return f"in {calls['at']}: name under {calls['tool']}, arguments under {calls['arguments']}"


def _also_fires(row: dict[str, Any]) -> str:
    if "also_fires" not in row:
        return ""
    when = " and ".join(f"{pointer} is {value}" for pointer, value in row.get("also_fires_when", {}).items())
    return ", ".join(row["also_fires"]) + (f", when {when}" if when else "")


def _implied(row: dict[str, Any]) -> str:
    if "implies_tool" in row:
        arguments = ", ".join(row.get("implied_arguments", ())) or "none"
        return f"implies {row['implies_tool']} with the arguments {arguments}"
    return "names none" if row.get("names_no_tool") else ""


def _evidence(label: str, item: dict[str, Any]) -> list[str]:
    head = item["basis"] + ("" if item["supports"] else " (against)")
    lines = _field(label, f"{head}: {', '.join(item['versions'])}" if "versions" in item else head)
    texts = [item.get("note", "")]
    if "source" in item:
        source = source_from_dict({"basis": item["basis"], **item["source"]})
        texts = [*source.parts, *texts, source.note]
    for text in texts:
        lines += paragraph(" " * (_LABEL + 4), text)
    return lines


def _unknown(explanation: dict[str, Any]) -> str:
    native = explanation["name"]
    lines = _headline(f"{explanation['platform']}: {native} passes through unchanged")
    lines += _field("told as", ", ".join(explanation.get("told_as", ())))
    lines += _field("status", "unknown name; adapters must leave it unchanged, and names are exact")
    if explanation["mcp_forms"]:
        lines += _field("MCP", f"has the form {', '.join(explanation['mcp_forms'])}")
    for index, row in enumerate(explanation["near"]):
        becomes = row["canonical"] or "passes through"
        lines += _field("near" if index == 0 else "", f"{row['name']} ({row['kind']}, {row['status']}) → {becomes}")
    return "\n".join(lines)


def _native(row: dict[str, Any], kind: str) -> list[str]:
    name = row["name"] + (" (event)" if row["kind"] != kind else "")
    status = " ".join(part for part in (_STATUS[row["status"]], version_range(row)) if part)
    basis = row["basis"] + (f" {row['version']}" if "version" in row else "")
    if row["status"] == "legacy-alias":
        basis = "refuted"
    lines = [f"  {name.ljust(_NATIVE)} {status.ljust(25)} {basis}"]
    remarks = [f"tier {row['tier']}" if "tier" in row else "", row.get("where", ""), _patch(row.get("patch"))]
    if "when" in row:
        remarks.append("when " + " and ".join(f"{pointer} is {value}" for pointer, value in row["when"].items()))
    if row.get("implied"):
        remarks.append("names no tool, implies this one")
    lines += paragraph("    ", ", ".join(part for part in remarks if part))
    return lines + [f"    {old} → {new}" for old, new in row.get("arguments", {}).items()]


def _headline(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)


def _field(label: str, text: str) -> list[str]:
    """Return a labelled paragraph; nothing for an empty text."""
    lines = paragraph(" " * (_LABEL + 2), text)
    return ["  " + label.ljust(_LABEL) + lines[0].lstrip(), *lines[1:]] if lines else []
