"""The Go package of each platform is vetted, formatted, and reads and writes every recorded payload."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.typed_payloads import RECORDED, as_line, module_text, odd_module, typed_payloads, without_nulls

from hookconform.export.types.golang import package

pytestmark = [pytest.mark.whole, pytest.mark.slow, pytest.mark.needs("go")]

MAIN = """
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
%(imports)s
)

var types = map[string]func() any{
%(types)s
}

type line struct {
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

// Each line of the input is a payload; each of the output is what the type makes of it.
func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	decoder := json.NewDecoder(in)
	for decoder.More() {
		var one line
		if err := decoder.Decode(&one); err != nil {
			panic(err)
		}
		value := types[one.Type]()
		if err := json.Unmarshal(one.Payload, value); err != nil {
			fmt.Printf("%%q\\n", err.Error())
			continue
		}
		parsed := []string{}
		methods := reflect.ValueOf(value)
		for i := 0; i < methods.NumMethod(); i++ {
			if strings.HasPrefix(methods.Type().Method(i).Name, "Parse") {
				found := methods.Method(i).Call(nil)
				if !found[1].IsNil() {
					parsed = append(parsed, fmt.Sprint(found[1]))
				} else {
					parsed = append(parsed, fmt.Sprintf("%%T", found[0].Interface()))
				}
			}
		}
		data, err := json.Marshal(map[string]any{"payload": value, "parsed": parsed})
		if err != nil {
			panic(err)
		}
		fmt.Println(string(data))
	}
}
"""


# What a part that depends on the tool may be, besides a struct of its platform.
PARTS = ("map", "[]", "string", "interface", "<nil>")


def run(*command: str, folder: Path, stdin: str = "") -> str:
    done = subprocess.run(command, cwd=folder, input=stdin, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_every_recorded_payload_is_read_and_written_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "go.mod").write_text("module payloads\n\ngo 1.24\n", encoding="utf-8")
    for platform in RECORDED:
        place = tmp_path / package(platform)
        place.mkdir()
        (place / "payloads.go").write_text(module_text("go", platform), encoding="utf-8")
    (tmp_path / "oddkeys").mkdir()
    (tmp_path / "oddkeys" / "payloads.go").write_text(odd_module("go"), encoding="utf-8")
    every = [(package(name), payload) for name in RECORDED for payload in typed_payloads(name)]
    names = sorted({f"{folder}.{payload.type.type}" for folder, payload in every})
    main = MAIN % {
        "imports": "".join(f'\t"payloads/{folder}"\n' for folder in sorted({folder for folder, _ in every})),
        "types": "".join(f'\t"{name}": func() any {{ return new({name}) }},\n' for name in names),
    }
    (tmp_path / "main.go").write_text(main, encoding="utf-8")
    run("go", "vet", "./...", folder=tmp_path)
    assert run("gofmt", "-l", "oddkeys", *(package(name) for name in RECORDED), folder=tmp_path) == ""
    lines = "".join(as_line(type=f"{folder}.{payload.type.type}", payload=payload.value) for folder, payload in every)
    answers = run("go", "run", ".", folder=tmp_path, stdin=lines).splitlines()
    assert len(answers) == len(every)
    with_tool = 0
    for answer, (folder, payload) in zip(answers, every, strict=True):
        found = json.loads(answer)
        assert without_nulls(found["payload"]) == without_nulls(payload.value), payload.case
        if payload.tool:
            assert found["parsed"], payload.case
            assert any(
                text.startswith((folder, "map", "[]", "string", "interface", "<nil>")) for text in found["parsed"]
            )
            with_tool += 1
    assert with_tool > 2000
