"""One tool as one provider's models know it."""

from __future__ import annotations

from typing import Any

from tool_facades.absent import assume, complete
from tool_facades.calls import Assumed, Call, Mapped, NativeOnly
from tool_facades.canonical_tools import CanonicalTool, canonical_tool
from tool_facades.errors import FacadeError, meant
from tool_facades.lenient import from_words, without_client_arguments
from tool_facades.validation import Problem, closed, problem, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping as Named
    from collections.abc import Sequence

    from tool_facades.forms import Unsayable
    from tool_facades.mapping import Mapping
    from tool_facades.rows import Report


# Names of the one argument of a tool of free text that is offered as a function.
TEXT_ARGUMENTS = frozenset({"input", "patchText"})


class ToolFacade:
    """A tool's name, its parameter schema, and the way to and from the arguments of a canonical tool.

    `parameters` are the schemas that the tool is declared with, the one to offer first; none for a tool of free text,
    whose text is the canonical argument `text` of the row. `row` is one of a provider's table
    (docs/maintainers/facade-tables.md). `version` is the one whose declaration this is.
    """

    def __init__(  # noqa: PLR0913 (what a facade is)
        self,
        provider: str,
        tool_name: str,
        canonical: str,
        parameters: Sequence[dict[str, Any]],
        row: dict[str, Any],
        *,
        family: str = "any",
        version: str = "own",
    ) -> None:
        self.provider = provider
        self.family = family
        self.version = version
        self.tool_name = tool_name
        self.canonical = canonical
        self.parameters = tuple(parameters)
        self._row = row
        self._made: Mapping | None = None
        self._closed_parameters: list[dict[str, Any]] | None = None
        # By the identity of a declaration, all of which live as long as this does.
        self._absent_by_schema: dict[int, dict[str, Any]] = {}
        self._natives_by_schema: dict[tuple[int, str], list[str]] = {}

    def __repr__(self) -> str:
        """Name provider, tool and canonical tool."""
        return f"<ToolFacade {self.provider} {self.tool_name} ({self.canonical}) {self.family} {self.version}>"

    @property
    def canonicals(self) -> tuple[str, ...]:
        """Return the canonical tools that a call may stand for."""
        return (self.canonical,)

    @property
    def free_text(self) -> bool:
        """Tell whether the tool takes a text in the place of arguments."""
        return not self.parameters

    @property
    def row(self) -> dict[str, Any]:
        """Return the row of the table: what goes where."""
        return self._row

    def definition(
        self, api: str, choices: Named[str, Sequence[str]] | None = None, *, text_as: str = ""
    ) -> dict[str, Any]:
        """Return what a request offers the tool with.

        `api` is `messages`, `responses`, `chat`, `gemini` or `mcp`. `choices` gives the values of a parameter that
        depend on the machine (skills, agents), by its name. `text_as` offers a tool of free text as a function, whose
        one argument has that name (`input` or `patchText`), also on interfaces without tools of free text. Raises
        `FacadeError` (`unknown-api`, `unknown-argument`, `wrong-argument`, `no-free-text`, `no-namespace`).
        """
        from tool_facades.definitions import definition

        return definition(self, self._canonical(), api, {} if choices is None else choices, text_as)

    def to_canonical(self, arguments: dict[str, Any] | str) -> Mapped:
        """Return the canonical calls of one native call, and in `native_only` what only this tool knows.

        Raises `FacadeError` for arguments that do not fit the declaration.
        """
        if self.free_text:
            if isinstance(arguments, dict) and len(arguments) == 1 and TEXT_ARGUMENTS & arguments.keys():
                (arguments,) = arguments.values()
            if not isinstance(arguments, str):
                raise FacadeError("wrong-argument", "takes a text, not named arguments.", self._where(""))
            return Mapped((Call(self.canonical, {self._row["text"]: arguments}),), (), (), self._own({}))
        if not isinstance(arguments, dict):
            raise FacadeError("wrong-argument", "takes named arguments.", self._where(""))
        declared_names = {name for schema in self.parameters for name in schema.get("properties", {})}
        arguments, dropped = without_client_arguments(arguments, declared_names)
        schema, arguments = self._check(arguments)
        own: dict[str, Any] = {}
        calls = self._mapping().to_canonical(arguments, own)
        assumed = assume(
            self._canonical(),
            calls,
            self._absent(schema),
            lambda name: any(own.get(native) is not None for native in self._natives_of(name, schema)),
        )
        return Mapped(tuple(Call(self.canonical, one) for one in calls), (), dropped, self._own(own), assumed)

    def to_native(
        self,
        calls: Mapped | Call | dict[str, Any] | Sequence[Call | dict[str, Any] | str],
        native_only: dict[str, Any] | None = None,
        assumed: Sequence[Assumed] = (),
    ) -> Mapped:
        """Return the native calls for what `to_canonical` returned, for one canonical call, or for several in order.

        A canonical call is a `Call` or its arguments. `native_only` and `assumed` are those of the mapping that it
        comes from; a `Mapped` brings its own. Raises `FacadeError`.
        """
        from tool_facades.asked import asked
        from tool_facades.rows import Report

        question = asked(calls, native_only, assumed, self.canonical, self._where(""))
        canonical = [self._canonical_call(one) for one in question.calls]
        own, dropped = self._accepted(question.native_only)
        errors: list[FacadeError] = []
        # Of several declarations the first that says all of it, else the first by which the tool does so anyway.
        found: list[tuple[bool, Mapped]] = []
        for schema in self.parameters or ({},):
            report = Report(self._canonical().advisory, own)
            try:
                natives, said_now = self._natives(canonical, question.assumed, schema, report, own)
            except FacadeError as error:
                errors.append(error)
            else:
                said = Mapped(
                    natives,
                    tuple(report.filled),
                    (*dropped, *report.dropped),
                    NativeOnly({}),
                    said_now,
                    tuple(dict.fromkeys(report.differences)),
                )
                found.append((report.is_silent, said))
        if not found:
            raise errors[0]
        return min(found, key=lambda one: one[0])[1]

    def _canonical_call(self, call: dict[str, Any] | str) -> dict[str, Any]:
        found = self._canonical().problem(call)
        if found or isinstance(call, str):
            raise self._canonical_error(found or Problem("wrong-argument", "", "must be named arguments"))
        return call

    def _natives(
        self,
        calls: list[dict[str, Any]],
        assumed: list[dict[str, Any]],
        schema: dict[str, Any],
        report: Report,
        own: dict[str, Any],
    ) -> tuple[tuple[Call, ...], tuple[Assumed, ...]]:
        """Return the native calls, and those of their arguments that the canonical ones leave to be understood."""
        from tool_facades.forms import Unsayable
        from tool_facades.own import put_back

        if self.free_text:
            return tuple(Call(self.tool_name, self._text(call, report)) for call in calls), ()
        mapping = self._mapping()
        declared: dict[str, Any] = schema.get("properties", {})
        absent = self._absent(schema)
        added: set[str] = set()
        try:
            complete_calls: list[dict[str, Any]] = []
            for call, unsaid in zip(calls, assumed, strict=True):
                whole, names = complete(
                    self._canonical(),
                    call,
                    unsaid,
                    # What comes back by itself is said.
                    {name: value for name, value in absent.items() if not self._comes_back(name, own, schema)},
                    lambda name, call=call: mapping.takes(name, declared) and mapping.row.has_effect(name, call),
                    report.differences,
                )
                complete_calls.append(whole)
                added.update(native for name in names for native in self._natives_of(name, schema))
                if added:
                    said = (name for name in whole if name not in names)
                    added.difference_update(native for name in said for native in self._natives_of(name, schema))
            found = mapping.to_native(complete_calls, schema, report)
        except Unsayable as error:
            raise self._unsayable(error) from None
        for native in found:
            put_back(native, own, schema, self._where)
            wrong = problem(native, schema)
            if wrong:
                raise self._native_error(wrong)
        added -= {item.argument for item in report.filled}
        now_said = (
            Assumed(number, name, native[name])
            for number, native in enumerate(found)
            for name in native
            if name in added
        )
        return tuple(Call(self.tool_name, native) for native in found), tuple(now_said)

    def _comes_back(self, name: str, own: dict[str, Any], schema: dict[str, Any]) -> bool:
        return any(native in own for native in self._natives_of(name, schema))

    def _absent(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return canonical name → what the tool of a declaration does where it is not said."""
        if id(schema) not in self._absent_by_schema:
            self._absent_by_schema[id(schema)] = self._mapping().absent(schema, self.version)
        return self._absent_by_schema[id(schema)]

    def _natives_of(self, canonical: str, schema: dict[str, Any]) -> list[str]:
        """Return the arguments of a declaration that say a canonical one."""
        key = id(schema), canonical
        if key not in self._natives_by_schema:
            self._natives_by_schema[key] = self._mapping().natives_of(canonical, schema.get("properties", {}))
        return self._natives_by_schema[key]

    def _text(self, call: dict[str, Any], report: Report) -> str:
        from tool_facades.forms import Unsayable

        name: str = self._row["text"]
        for other in call:
            if other == name:
                continue
            try:
                report.refuse_or_drop(other)
            except Unsayable as error:
                raise self._unsayable(error) from None
        if name not in call:
            raise FacadeError("missing-argument", f"{name} is required.", self._where(name))
        return call[name]

    def _check(self, arguments: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the declaration that arguments fit, and the arguments as the program reads them."""
        problems: list[Problem] = []
        for schema, whole in zip(self.parameters, self._closed_schemas(), strict=True):
            read = from_words(arguments, schema) if self._row.get("lenient") else arguments
            found = problem(read, whole)
            if found is None:
                return schema, read
            problems.append(found)
        raise self._native_error(problems[0])

    def _closed_schemas(self) -> list[dict[str, Any]]:
        """Return the declarations with no argument allowed that they do not name."""
        if self._closed_parameters is None:
            self._closed_parameters = [{**closed(schema), "additionalProperties": False} for schema in self.parameters]
        return self._closed_parameters

    def _accepted(self, native_only: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
        """Return the tool's own arguments to put back, and the names of another's that are dropped."""
        if not isinstance(native_only, NativeOnly) or (native_only.provider, native_only.tool_name) == (
            self.provider,
            self.tool_name,
        ):
            return native_only, ()
        left = [name for name, value in native_only.items() if value is not None and name not in native_only.neutral]
        for name in left:
            if name not in native_only.advisory:
                whose = f"{native_only.provider} {native_only.tool_name}"
                raise FacadeError("native-only", f"{name} is an argument of {whose} alone.", self._where(name))
        return {}, tuple(left)

    def _own(self, own: dict[str, Any]) -> NativeOnly:
        values: dict[str, list[Any]] = self._row.get("neutral", {})
        return NativeOnly(
            own,
            self.provider,
            self.tool_name,
            advisory=frozenset(self._row.get("advisory", ())),
            neutral=frozenset(name for name in own if any(same(own[name], one) for one in values.get(name, ()))),
        )

    def _mapping(self) -> Mapping:
        if self._made is None:
            from tool_facades.mapping import Mapping

            self._made = Mapping(self._row, self._canonical().arguments)
        return self._made

    def _canonical(self) -> CanonicalTool:
        return canonical_tool(self.canonical)

    def _where(self, name: str) -> str:
        return " ".join(filter(None, (self.provider, self.tool_name, name)))

    def _unsayable(self, error: Unsayable) -> FacadeError:
        hint = self._row.get("hints", {}).get(error.argument, "")
        return FacadeError("no-counterpart", f"{error.argument} {error.why}.", self._where(error.argument), hint)

    def _native_error(self, found: Problem) -> FacadeError:
        hint = ""
        if found.code == "unknown-argument" and "/" not in found.at:
            hint = meant(found.at, {name for schema in self.parameters for name in schema.get("properties", {})})
        return FacadeError(found.code, f"{found.at or 'arguments'} {found.what}.", self._where(found.at), hint)

    def _canonical_error(self, found: Problem) -> FacadeError:
        hint = meant(found.at, self._canonical().arguments) if found.code == "unknown-argument" else ""
        what = f"{found.at or 'arguments'} {found.what}."
        return FacadeError(found.code, what, " ".join(filter(None, (self.canonical, found.at))), hint)
