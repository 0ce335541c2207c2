"""Rule engines with one fault each: what is put in the place of one function of the reference engine."""

from __future__ import annotations

from tests.support.engine_faults import expressions, fields, folders, names, packs, suffixes
from tests.support.engine_faults.putting import Fault

FAULTS: dict[str, Fault] = {
    name: fault
    for table in (expressions, folders, suffixes, fields, names, packs)
    for name, fault in table.FAULTS.items()
}
