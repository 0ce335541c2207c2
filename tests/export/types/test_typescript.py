"""The TypeScript module of each platform takes every recorded payload, and refuses one that lacks a key."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.typed_payloads import RECORDED, broken, module_text, odd_module, typed_payloads

from hookconform.export.types.naming import snake

pytestmark = [pytest.mark.whole, pytest.mark.slow, pytest.mark.needs("node", "npm")]

CONFIGURED = {
    "compilerOptions": {
        "strict": True,
        "noEmit": True,
        "exactOptionalPropertyTypes": True,
        "module": "nodenext",
        "target": "es2022",
        "types": [],
    },
    "files": ["odd_keys.ts", *(f"{snake(name)}.test.ts" for name in RECORDED)],
}
# Recorded keys are all known, so a value is a type's if it has no others of another type.
ACCEPTS = """\
type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;
declare function accept<T>(): <const V>(value: V, ...is: Mutable<V> extends T ? [] : [never]) => void;
"""


def test_every_recorded_payload_is_accepted_and_a_damaged_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(json.dumps(CONFIGURED), encoding="utf-8")
    (tmp_path / "odd_keys.ts").write_text(odd_module("ts"), encoding="utf-8")
    seen = 0
    for platform in RECORDED:
        (tmp_path / f"{snake(platform)}.ts").write_text(module_text("ts", platform), encoding="utf-8")
        lines = [f'import type * as types from "./{snake(platform)}.js";', ACCEPTS]
        for payload in typed_payloads(platform):
            name = f"types.{payload.type.type}"
            narrow = f"types.{payload.type.type}Of<{json.dumps(payload.tool)}>" if payload.tool else name
            lines.append(f"accept<{narrow}>()({json.dumps(payload.value)}); // {payload.case}")
            lines += ["// @ts-expect-error", f"accept<{name}>()({json.dumps(broken(payload))});"]
            seen += 1
        (tmp_path / f"{snake(platform)}.test.ts").write_text("\n".join(lines), encoding="utf-8")
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", "typescript@^5.9.0"]
    subprocess.run(install, cwd=tmp_path, check=True, timeout=600)
    done = subprocess.run(
        [tmp_path / "node_modules" / ".bin" / "tsc", "-p", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert (done.returncode, done.stdout[:3000]) == (0, "")
    assert seen > 3500
