"""Find an adapter by what the user typed."""

from __future__ import annotations

from contextlib import suppress
from importlib import resources
from pathlib import Path

from hookconform.attach.manifest import FILE_NAME, Manifest, load_manifest
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import nearest
from hookconform.ground.plain_text import listed

# Adapters in a folder that are named to whoever named the folder.
_SHOWN = 8


def find_adapter(named: str) -> Manifest:
    """Return the manifest of a shipped adapter (`reference`), of a folder, or of an adapter.toml.

    Raises `HookconformError` (`adapter.unknown`, and as `load_manifest`).
    """
    path = Path(named)
    if path.is_dir() and (path / FILE_NAME).is_file():
        return load_manifest(path / FILE_NAME)
    if path.exists() and not path.is_dir():
        return load_manifest(path)
    shipped = shipped_adapters()
    if path.parts == (named,) and (shipped / named / FILE_NAME).is_file():
        return load_manifest(shipped / named / FILE_NAME)
    raise HookconformError(
        "adapter.unknown",
        f"The folder {named!r} has no {FILE_NAME}." if path.is_dir() else f"There is no adapter {named!r}.",
        hint=f"{_meant(path)}Name a folder with an {FILE_NAME}, such a file, or a shipped one: "
        f"{', '.join(shipped_names())}.",
    )


def _meant(path: Path) -> str:
    """Return a sentence with the adapter in the folder, beside the path or shipped that was meant, if any."""
    if path.is_dir():
        inside = _adapters_in(path)
        return f"There are adapters in it: {listed(inside, _SHOWN)}. " if inside else ""
    shipped = shipped_names() if path.parent == Path() else []
    with suppress(OSError, ValueError):
        shipped += [str(path.parent / name) for name in _adapters_in(path.parent)]
    near = nearest(str(path), shipped)
    return f"Did you mean {near}? " if near else ""


def shipped_adapters() -> Path:
    """Return the folder of the manifests that come with hook-adapters, one folder an adapter."""
    return Path(str(resources.files("hook_adapters"))) / "manifests"


def shipped_names() -> list[str]:
    """Return the names of the adapters that come with hook-adapters."""
    return _adapters_in(shipped_adapters())


def _adapters_in(folder: Path) -> list[str]:
    return sorted(path.parent.name for path in folder.glob(f"*/{FILE_NAME}"))
