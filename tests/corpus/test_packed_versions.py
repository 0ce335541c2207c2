"""What was recorded of a version reads the same packed, as in a wheel, and unpacked."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import KINDS, filed_versions, read_document
from hookconform.ground.errors import HookconformError
from hookconform.ground.packed import SUFFIX, is_held, packed

PACKED = sorted(kind for kind, form in KINDS.items() if form.suffix.startswith(".json"))


@pytest.fixture
def folders(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Return the folder of a kind with the most versions, and a packed copy of it."""
    found = sorted((corpus_root() / "platforms").glob(f"*/{request.param}"))
    folder = max(found, key=lambda each: len(filed_versions(each)))
    copy = tmp_path / folder.parent.name / folder.name
    copy.parent.mkdir(parents=True)
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    copy.with_name(copy.name + SUFFIX).write_bytes(packed(files))
    return folder, copy


@pytest.mark.parametrize("folders", PACKED, indirect=True)
def test_every_document_is_found_and_reads_the_same(folders: tuple[Path, Path]) -> None:
    folder, copy = folders
    kind = folder.name
    versions = filed_versions(folder)
    assert versions
    assert filed_versions(copy) == versions
    for version in versions:
        name = f"{version}{KINDS[kind].suffix}"
        assert is_held(copy / name)
        assert read_document(kind, copy / name) == read_document(kind, folder / name)
    assert not is_held(copy / f"9999.0.0{KINDS[kind].suffix}")


@pytest.mark.parametrize("folders", PACKED, indirect=True)
@pytest.mark.parametrize("left", [0, 9])
def test_a_damaged_document_is_an_error(folders: tuple[Path, Path], left: int) -> None:
    kind, copy = folders[0].name, folders[1]
    path = copy / f"{filed_versions(copy)[0]}{KINDS[kind].suffix}"
    holder = copy.with_name(copy.name + SUFFIX)
    holder.write_bytes(holder.read_bytes()[:left])
    with pytest.raises(HookconformError, match=r"cannot be unpacked") as found:
        read_document(kind, path)
    assert found.value.code == "corpus.damaged"
