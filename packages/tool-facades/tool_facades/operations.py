"""A patch as OpenAI's Responses interface has it: one file operation a call, in the place of a text for all files."""

from __future__ import annotations

from typing import Any

from tool_facades.asked import asked
from tool_facades.calls import Call, Mapped
from tool_facades.errors import FacadeError
from tool_facades.facade import ToolFacade
from tool_facades.validation import closed, problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tool_facades.calls import Assumed

_BEGIN, _END = "*** Begin Patch\n", "*** End Patch"
_HEADS = {"create_file": "*** Add File: ", "update_file": "*** Update File: ", "delete_file": "*** Delete File: "}


class OperationFacade(ToolFacade):
    """`apply_patch` of the Responses interface: `{"operation": {"type", "path", "diff"}}` for `Edit` with `patch`."""

    def definition(
        self, api: str, choices: Mapping[str, Sequence[str]] | None = None, *, text_as: str = ""
    ) -> dict[str, Any]:
        """Return the type that the vendor defines; raises `FacadeError` (`unknown-api`, `unknown-argument`)."""
        del text_as
        if api != "responses":
            raise FacadeError("unknown-api", f"{self.tool_name} is a tool of responses alone.", self._where(""))
        for name in choices or {}:
            raise FacadeError("unknown-argument", f"{name} is not declared.", self._where(name))
        return {"type": self.tool_name}

    def to_canonical(self, arguments: dict[str, Any] | str) -> Mapped:
        """Return the patch of one operation; raises `FacadeError`."""
        wrong = problem(arguments, closed(self.parameters[0]))
        if wrong:
            raise self._native_error(wrong)
        operation: dict[str, Any] = arguments["operation"]  # type: ignore[index]
        if not operation["path"].isprintable() or not operation["path"].strip():
            raise FacadeError("wrong-argument", "operation/path has to fit a line.", self._where("operation/path"))
        diff = operation.get("diff", "")
        if ("diff" in operation) == (operation["type"] == "delete_file"):
            code = "unknown-argument" if "diff" in operation else "missing-argument"
            what = f"operation/diff {'is not for' if diff else 'is required for'} {operation['type']}."
            raise FacadeError(code, what, self._where("operation/diff"))
        if any(line.startswith("*** ") and line != "*** End of File" for line in diff.splitlines()):
            what = "operation/diff begins another file."
            raise FacadeError("wrong-argument", what, self._where("operation/diff"))
        lines = diff if not diff or diff.endswith("\n") else f"{diff}\n"
        patch = f"{_BEGIN}{_HEADS[operation['type']]}{operation['path']}\n{lines}{_END}\n"
        return Mapped((Call("Edit", {"patch": patch}),), (), (), self._own({}))

    def to_native(
        self,
        calls: Mapped | Call | dict[str, Any] | Sequence[Call | dict[str, Any] | str],
        native_only: dict[str, Any] | None = None,
        assumed: Sequence[Assumed] = (),
    ) -> Mapped:
        """Return one call for each file of the patches; raises `FacadeError` for a move, and for edits by strings."""
        question = asked(calls, native_only, assumed, "Edit", self._where(""))
        _, dropped = self._accepted(question.native_only)
        natives: list[Call] = []
        for call in question.calls:
            arguments = self._canonical_call(call)
            for name in (name for name in arguments if name not in {"patch", "description"}):
                hint = "A patch needs the file's text, see edits_as_patch."
                raise FacadeError("no-counterpart", f"{name} has no counterpart.", self._where(name), hint)
            if "patch" not in arguments:
                raise FacadeError("missing-argument", "patch is required.", self._where("patch"))
            natives += [Call(self.tool_name, {"operation": one}) for one in self._operations(arguments["patch"])]
            dropped = (*dropped, *(["description"] if "description" in arguments else []))
        return Mapped(tuple(natives), (), dropped, self._own({}))

    def _operations(self, patch: str) -> list[dict[str, Any]]:
        lines = patch.strip("\n").split("\n")
        if len(lines) < 2 or lines[0].rstrip() != _BEGIN.strip() or lines[-1].rstrip() != _END:  # noqa: PLR2004 (both)
            raise FacadeError("wrong-argument", "patch has to begin and end as a patch.", self._where("patch"))
        found: list[dict[str, Any]] = []
        for line in lines[1:-1]:
            kind = next((kind for kind, head in _HEADS.items() if line.startswith(head)), None)
            if kind:
                found.append({"type": kind, "path": line.removeprefix(_HEADS[kind])})
                found[-1] |= {} if kind == "delete_file" else {"diff": ""}
            elif line.startswith("*** Move to: "):
                raise FacadeError("no-counterpart", "patch moves a file.", self._where("patch"))
            elif not found or "diff" not in found[-1]:
                raise FacadeError("wrong-argument", f"{line!r} belongs to no file.", self._where("patch"))
            else:
                found[-1]["diff"] += f"{line}\n"
        if not found:
            raise FacadeError("wrong-argument", "patch is about no file.", self._where("patch"))
        return found
