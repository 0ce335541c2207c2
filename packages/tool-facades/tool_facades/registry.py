"""Facades by provider: those of the recorded programs, and one's own."""

from __future__ import annotations

import functools
from typing import Any

from tool_facades import data
from tool_facades.asked import tool_of
from tool_facades.calls import Call, Mapped, NativeOnly
from tool_facades.canonical_tools import canonical_tool
from tool_facades.errors import FacadeError, is_text, meant
from tool_facades.facade import ToolFacade
from tool_facades.models import family_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NEWEST = "newest"
# The family and the version of the tools that a vendor defines.
ANY, OWN = "any", "own"
_DIGITS = 10


class ProviderToolRegistry:
    """What each provider's models know. A provider has families of models and recorded versions of its program."""

    def __init__(self) -> None:
        self._registered: dict[str, dict[str, ToolFacade]] = {}

    def providers(self) -> list[str]:
        """Return the names of all providers, sorted."""
        return sorted({*data.read("providers"), *self._registered})

    def families(self, provider: str, version: str = NEWEST) -> list[str]:
        """Return the families of models recorded at a version, the one that is taken without a model first."""
        name = self._tables(provider)
        return list(_families(name, _version(name, provider, version)))

    def versions(self, provider: str) -> list[str]:
        """Return the recorded versions of a provider's program, oldest first."""
        return list(_versions(self._tables(provider)))

    def tools_for_provider(self, provider: str, model: str | None = None, version: str = NEWEST) -> list[ToolFacade]:
        """Return the facades of a provider, sorted by canonical tool and order of the table; one's own come last.

        `model` is a model id or a family; `version` one of the program: the newest recorded one that is not above it
        counts. Raises `FacadeError` (`unknown-provider`, `unknown-family`, `unknown-version`).
        """
        own = list(self._registered.get(provider, {}).values()) if is_text(provider) else []
        name = self._tables(provider)
        found = _version(name, provider, version)
        if not _has_program(name):
            _demand_model(provider, model)
            from tool_facades.actions import vendor_facades

            shipped = vendor_facades(provider) if name else ()
        else:
            shipped = _facades(name, provider, _family(name, provider, model, found), found)
        replaced = {facade.tool_name for facade in own}
        return [facade for facade in shipped if facade.tool_name not in replaced] + own

    def tool(self, provider: str, tool_name: str, model: str | None = None, version: str = NEWEST) -> ToolFacade:
        """Return the facade of a native tool; raises `FacadeError` as `tools_for_provider`, and `unknown-tool`."""
        facades = {facade.tool_name: facade for facade in self.tools_for_provider(provider, model, version)}
        if not is_text(tool_name) or tool_name not in facades:
            family = f" of the family {model!r}" if model else ""
            what = f"{tool_name!r} is no tool{family} here."
            raise FacadeError("unknown-tool", what, provider, meant(str(tool_name), facades))
        return facades[tool_name]

    def to_native(  # noqa: PLR0913 (which tools, and what to say)
        self,
        provider: str,
        calls: Mapped | Call | Sequence[Call] | str,
        arguments: dict[str, Any] | Sequence[dict[str, Any] | str] = (),
        native_only: dict[str, Any] | None = None,
        *,
        model: str | None = None,
        version: str = NEWEST,
    ) -> Mapped:
        """Return the native calls of the first tool of a provider that can say a canonical call.

        `calls` is what `to_canonical` returned, canonical calls of one tool, or the name of a canonical tool, whose
        `arguments` follow. A tool's own arguments go back to that tool. Raises the `FacadeError` of the first tool that
        there is, or `unknown-tool` if the provider has none for it.
        """
        question: Any = arguments if isinstance(calls, str) else calls
        canonical = calls if isinstance(calls, str) else tool_of(calls, provider)
        facades = self.tools_for_provider(provider, model, version)
        fitting = [facade for facade in facades if canonical in facade.canonicals]
        own = calls.native_only if isinstance(calls, Mapped) and native_only is None else native_only
        if isinstance(own, NativeOnly) and own.provider == provider:
            fitting = [one for one in fitting if one.tool_name == own.tool_name] or fitting
        errors: list[FacadeError] = []
        for facade in fitting:
            try:
                return facade.to_native(_named(question, canonical, facade), own)
            except FacadeError as error:
                errors.append(error)
        if errors:
            raise errors[0]
        what = f"there is no tool for {canonical!r}."
        raise FacadeError(
            "unknown-tool", what, provider, meant(canonical, {name for one in facades for name in one.canonicals})
        )

    def register(self, facade: ToolFacade) -> None:
        """Add a facade of one's own; it stands in the place of a shipped one of the same provider and name.

        Raises `FacadeError` (`unknown-tool`) where its canonical tool is none.
        """
        for canonical in facade.canonicals:
            canonical_tool(canonical)
        self._registered.setdefault(facade.provider, {})[facade.tool_name] = facade

    def _tables(self, provider: str) -> str:
        """Return the name that a provider's tables are kept under; empty for one that has registered tools alone."""
        known: dict[str, str] = data.read("providers")
        if is_text(provider) and provider in self._registered:
            return known.get(provider, "")
        if not is_text(provider) or provider not in known:
            raise FacadeError(
                "unknown-provider", f"{provider!r} is no provider.", "facades", meant(str(provider), self.providers())
            )
        return known[provider]


def _has_program(name: str) -> bool:
    """Tell whether a program declares a provider's tools; a vendor's interface and tools of one's own have none."""
    return bool(name) and not name.startswith("vendors/")


def _named(question: Any, canonical: str, facade: ToolFacade) -> Any:
    """Return calls with the name of their tool, for a facade that has several."""
    if len(facade.canonicals) == 1 or isinstance(question, Mapped | Call):
        return question
    listed: Any = [question] if isinstance(question, dict) else question
    return [call if isinstance(call, Call) else Call(canonical, call) for call in listed]


def _table(name: str) -> dict[str, Any]:
    return data.read(f"tables/{name}")


def _family(name: str, provider: str, model: str | None, version: str) -> str:
    there = _families(name, version)
    family = there[0] if model is None else _of_model(name, provider, model)
    if family not in there:
        what = f"nothing is recorded of {family!r} at {version}."
        raise FacadeError("unknown-family", what, provider, f"There are: {', '.join(there)}.")
    return family


def _of_model(name: str, provider: str, model: str) -> str:
    family = _family_of(model, name, provider) if is_text(model) else None
    if family is None:
        what = f"{model!r} belongs to no recorded family of models."
        raise FacadeError("unknown-family", what, provider, f"There are: {', '.join(_table(name)['families'])}.")
    return family


def _demand_model(provider: str, model: str | None) -> None:
    """Refuse what names no model; tools that are of no program are the same for all."""
    if model is not None and not (is_text(model) and model.strip()):
        raise FacadeError("unknown-family", f"{model!r} names no model.", provider, "Leave it out.")


def _version(name: str, provider: str, version: str) -> str:
    versions = _versions(name)
    if version == NEWEST:
        return versions[-1]
    if version in versions:
        return version
    if versions == (OWN,):
        what = f"its tools are of no program, and have no version {version!r}."
        raise FacadeError("unknown-version", what, provider, "Leave it out.")
    if not is_text(version) or not all(
        part.isascii() and part.isdigit() and len(part) < _DIGITS for part in version.split(".")
    ):
        raise FacadeError(
            "unknown-version", f"{version!r} is no version.", provider, f"As in {versions[-1]!r}, or {NEWEST!r}."
        )
    below = [one for one in versions if _key(one) <= _key(version)]
    if not below:
        what = f"nothing is recorded of {version} or before."
        raise FacadeError("unknown-version", what, provider, f"The oldest is {versions[0]}.")
    return below[-1]


# A program names the same few models with every call.
@functools.lru_cache(maxsize=1024)
def _family_of(model: str, name: str, provider: str) -> str | None:
    return family_of(model, _table(name), provider)


def _declarations(name: str) -> dict[str, Any]:
    return data.read(f"declarations/{name}")


@functools.cache
def _offered(name: str) -> dict[str, dict[str, dict[str, list[int]]]]:
    """Return version → family → tool → numbers of its schemas; shipped are changes against the version before."""
    found: dict[str, Any] = {}
    there: dict[str, Any] = {}
    for version in _versions(name):
        there = found[version] = _changed(there, _declarations(name)["versions"][version])
    return found


def _changed(before: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return an object with changes to its values; null takes a name away (RFC 7396)."""
    values = {
        name: _changed(before.get(name, {}), value) if isinstance(value, dict) else value
        for name, value in changes.items()
    }
    return {name: value for name, value in {**before, **values}.items() if value is not None}


@functools.cache
def _families(name: str, version: str) -> tuple[str, ...]:
    """Return the families of models recorded at a version, the one that is taken without a model first."""
    if not _has_program(name):
        return (ANY,)
    there = _offered(name)[version]
    return tuple(family for family in _table(name)["families"] if family in there)


@functools.cache
def _versions(name: str) -> tuple[str, ...]:
    return (OWN,) if not _has_program(name) else tuple(sorted(_declarations(name)["versions"], key=_key))


@functools.cache
def _facades(name: str, provider: str, family: str, version: str) -> tuple[ToolFacade, ...]:
    table, schemas = _table(name), _declarations(name)["schemas"]
    offered = _offered(name)[version][family]
    return tuple(
        ToolFacade(
            provider,
            native,
            row["tool"],
            [schemas[number] for number in offered[native]],
            row,
            family=family,
            version=version,
        )
        for row in table["tools"]
        for native in row["names"]
        if native in offered
    )


def _key(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]
