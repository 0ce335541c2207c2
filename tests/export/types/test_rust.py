"""The Rust module of each platform compiles without a warning, and reads and writes every recorded payload."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.typed_payloads import RECORDED, as_line, module_text, odd_module, typed_payloads, without_nulls

from hookconform.export.types.naming import snake

pytestmark = [pytest.mark.whole, pytest.mark.slow, pytest.mark.needs("cargo")]

MANIFEST = """
[package]
name = "payloads"
version = "0.1.0"
edition = "2021"

[dependencies]
serde = { version = "1", features = ["derive"] }
# Without it the last digit of a number may differ.
serde_json = { version = "1", features = ["float_roundtrip"] }

[profile.dev]
debug = false
"""
MAIN = """
use payloads::*;
use serde_json::{json, Value};
use std::io::BufRead;

fn again<T: serde::de::DeserializeOwned + serde::Serialize>(
    payload: Value,
    parsed: fn(&T) -> Vec<Result<String, String>>,
) -> Value {
    match serde_json::from_value::<T>(payload) {
        Ok(one) => json!({"payload": serde_json::to_value(&one).unwrap(), "parsed": parsed(&one)}),
        Err(error) => Value::String(error.to_string()),
    }
}

fn parsed<T: std::fmt::Debug>(value: serde_json::Result<T>) -> Result<String, String> {
    value
        .map(|one| format!("{one:?}").split('(').next().unwrap_or("").to_string())
        .map_err(|error| error.to_string())
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let payload = line["payload"].clone();
        let answer = match line["type"].as_str().unwrap() {
%(types)s
            other => panic!("{other}"),
        };
        println!("{answer}");
    }
}
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all crates are built, so that serde is built once."""
    return tmp_path_factory.mktemp("target")


# One crate for all platforms takes a compiler gigabytes.
@pytest.mark.parametrize("platform", RECORDED)
def test_every_recorded_payload_is_read_and_written_as_it_was(platform: str, target: Path, tmp_path: Path) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (tmp_path / "Cargo.toml").write_text(MANIFEST, encoding="utf-8")
    (source / f"{snake(platform)}.rs").write_text(module_text("rs", platform), encoding="utf-8")
    (source / "odd_keys.rs").write_text(odd_module("rs"), encoding="utf-8")
    modules = f"pub mod {snake(platform)};\npub mod odd_keys;\n"
    (source / "lib.rs").write_text(modules, encoding="utf-8")
    every = [(snake(platform), payload) for payload in typed_payloads(platform)]
    types = {f"{folder}::{payload.type.type}": payload.type for folder, payload in every}
    cases: list[str] = []
    for name, kind in sorted(types.items()):
        paths = sorted({path for tool in kind.tools for path, _ in tool.parts})
        calls = ", ".join(f"parsed(one.parse_{'_'.join(snake(key) for key in path)}())" for path in paths)
        cases.append(f'"{name}" => again::<{name}>(payload, |{"one" if calls else "_"}| vec![{calls}]),\n')
    (source / "main.rs").write_text(MAIN % {"types": "".join(cases)}, encoding="utf-8")
    lines = "".join(as_line(type=f"{folder}::{payload.type.type}", payload=payload.value) for folder, payload in every)
    done = subprocess.run(
        ["cargo", "run", "--quiet", "--target-dir", target],
        cwd=tmp_path,
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.splitlines()
    assert len(answers) == len(every)
    with_tool = 0
    for answer, (_, payload) in zip(answers, every, strict=True):
        found = json.loads(answer)
        assert isinstance(found, dict), (payload.case, found)
        assert without_nulls(found["payload"]) == without_nulls(payload.value), payload.case
        if payload.tool:
            assert found["parsed"], payload.case
            assert all("Ok" in one and one["Ok"] != "Other" for one in found["parsed"]), (payload.case, found["parsed"])
            with_tool += 1
    assert with_tool > 20
