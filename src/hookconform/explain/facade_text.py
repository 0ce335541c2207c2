"""A facade for people: plain text, at most 80 columns."""

from __future__ import annotations

from typing import Any

from hookconform.explain.parameters import in_words, parameters_of
from hookconform.ground.plain_text import columns, paragraph

_WIDEST = 34


def facade_text(told: dict[str, Any]) -> str:
    """Return the text of a facade, or of all that a provider has."""
    families = " ".join(f"[{one}]" if one == told["family"] else one for one in told["families"])
    about = f"version {told['version']}, family {families}"
    if "tools" in told:
        rows = [[one["name"], one["canonical"]] for one in told["tools"]]
        lines = [f"{told['provider']}: {about}", "", *_indented(columns(rows))]
        return "\n".join([*lines, "", f"`hookconform explain --facade {told['provider']} TOOL` says more of one."])
    lines = [f"{told['provider']}: {told['tool']} ↔ {told['canonical']}", f"  {about}"]
    lines += ["", "takes", *_parameters(told["parameters"])]
    lines += ["", f"to {told['canonical']} and back", *_table(told["arguments"])]
    lines += _listed(
        "filled in where a call lacks it", [f"{one['argument']}: {one['from']}" for one in told.get("filled", ())]
    )
    lines += _listed("this tool's own, for no other", told.get("native_only", ()))
    anyway = told.get("had_anyway", {})
    lines += _listed("has anyway", [f"{name}: {' or '.join(map(in_words, values))}" for name, values in anyway.items()])
    lines += _listed("dropped, and said so", told.get("dropped", ()))
    lines += _listed("refused", [name for name in told.get("refused", ()) if name not in anyway])
    return "\n".join(lines)


def _parameters(schemas: list[dict[str, Any]]) -> list[str]:
    if not schemas:
        return ["  free text"]
    lines: list[str] = []
    for number, schema in enumerate(schemas):
        lines += ["  or"] if number else []
        rows = [[name, kind, "required" if required else ""] for name, kind, required in parameters_of(schema)]
        lines += _wrapped(rows) if rows else ["  nothing"]
    return lines


def _table(arguments: list[dict[str, Any]]) -> list[str]:
    rows = [[one["native"] or "(text)", f"↔ {', '.join(one['canonical'])}", one.get("how", "")] for one in arguments]
    return _wrapped(rows) if rows else ["  nothing"]


def _wrapped(rows: list[list[str]]) -> list[str]:
    """Return rows of two columns, and below each what is said besides."""
    lines: list[str] = []
    heads = columns([row[:1] for row in rows], least=(12,), widest=_WIDEST)
    width = max(len(line) for line in heads)
    for (first, second, third), _ in zip(rows, heads, strict=True):
        text = f"{second}; {third}" if third and not second.startswith("↔") else second
        lines += _beside(first, text, width)
        if third and second.startswith("↔"):
            lines += paragraph(" " * (width + 6), third)
    return lines


def _beside(first: str, text: str, width: int) -> list[str]:
    told = paragraph(" " * (width + 4), text)
    if len(first) > width:
        return [f"  {first}", *told]
    return [f"  {first.ljust(width)}  {told[0].lstrip()}", *told[1:]]


def _listed(heading: str, lines: Any) -> list[str]:
    return ["", heading, *(part for line in lines for part in paragraph("  ", line))] if lines else []


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]
