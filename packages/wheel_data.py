"""Build hook of the wheel `hookconform`: the corpus goes into it with what was recorded packed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

# The build's own environment has it.
from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # pyright: ignore[reportMissingImports]

DATA = "hookconform/_data"


class WheelData(BuildHookInterface):  # pyright: ignore[reportUntypedBaseClass]
    """The folders that hook programs and runs need beside the code: `corpus/` and the adapters to compare with."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name every file of the corpus and its place in the wheel; an editable install reads the checkout."""
        if version == "editable":
            return
        root = Path(self.root)
        # The code that reads what is packed says what is packed, and how.
        sys.path.insert(0, str(root / "src"))
        try:
            from hookconform.corpus.case_files import FOLDERS  # noqa: PLC0415
            from hookconform.corpus.registered import FOLDER as NAMES  # noqa: PLC0415
            from hookconform.corpus.released import PAYLOADS  # noqa: PLC0415
            from hookconform.corpus.version_files import KINDS  # noqa: PLC0415
            from hookconform.ground.packed import SUFFIX, packed  # noqa: PLC0415
        finally:
            sys.path.pop(0)
        self._made = tempfile.TemporaryDirectory(prefix="hookconform-wheel-")
        included: dict[str, str] = build_data["force_include"]
        packing = {*FOLDERS, *KINDS}
        together: dict[Path, dict[str, bytes]] = {}
        # The one is for those who change the corpus, the other for lint.
        for path in sorted(_below(root / "corpus", but={"README.md", PAYLOADS})):
            is_recorded = path.parent.name in packing and path.parents[2].name == "platforms"
            # Names are many small files, of which most of what a wheel takes is their entries.
            if is_recorded and (path.suffix.startswith(".json") or path.parent.name == NAMES):
                together.setdefault(path.parent, {})[path.name] = path.read_bytes()
            else:
                included[str(path)] = _place(path, root)
        for number, (folder, files) in enumerate(together.items()):
            made = Path(self._made.name, f"{number}{SUFFIX}")
            made.write_bytes(packed(files))
            included[str(made)] = _place(folder, root) + SUFFIX

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what was packed."""
        if version != "editable":
            self._made.cleanup()


def _place(path: Path, root: Path) -> str:
    return f"{DATA}/{path.relative_to(root).as_posix()}"


def _below(folder: Path, but: set[str]) -> list[Path]:
    return [
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.name not in but
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]
