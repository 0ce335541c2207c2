"""Small programs in each language of a package, which print what one function of it returns as JSON."""

from __future__ import annotations

import sys
from pathlib import Path

_INTERPRETERS = {"npm": ("node", "--input-type=module", "-e"), "python": (sys.executable, "-c")}


def command_of(name: str, folder: Path, script: str) -> list[str]:
    """Return the command that runs a script of a package's language; one that is compiled is written into it."""
    if name == "go":
        program = folder / "cmd" / "script" / "main.go"
        program.parent.mkdir(exist_ok=True)
        program.write_text(script, encoding="utf-8")
        return ["go", "run", "./cmd/script"]
    if name == "rust":
        (folder / "examples" / "script.rs").write_text(script, encoding="utf-8")
        return ["cargo", "run", "--quiet", "--example", "script", "--"]
    return [*_INTERPRETERS[name], script]


# [platform, version, event, verdict] each → [exit code, standard output, standard error], null where there is none.
RESPOND = {
    "npm": """
import { respond, Unsupported } from "./answers.js";
const one = (asked) => {
  try {
    const { exitCode, stdout, stderr } = respond(...asked, "why");
    return [exitCode, stdout, stderr];
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
};
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(one)));
""",
    "python": """
import json, sys
from hookconform_data import respond, Unsupported

def one(asked):
    try:
        return respond(*asked, "why")
    except Unsupported:
        return None

print(json.dumps([one(asked) for asked in json.loads(sys.argv[1])]))
""",
    "go": """
package main

import (
	"encoding/json"
	"errors"
	"os"

	hookconform "github.com/hookconform/hookconform-data-go"
)

func main() {
	var asked [][4]string
	if err := json.Unmarshal([]byte(os.Args[1]), &asked); err != nil {
		panic(err)
	}
	given := make([]any, len(asked))
	for place, one := range asked {
		answer, err := hookconform.Respond(one[0], one[1], one[2], hookconform.Verdict(one[3]), "why")
		if err == nil {
			given[place] = []any{answer.ExitCode, answer.Stdout, answer.Stderr}
		} else if !errors.As(err, &hookconform.NoAnswer{}) {
			panic(err)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(given); err != nil {
		panic(err)
	}
}
""",
    "rust": """
use hookconform_data::{respond, Verdict};
use serde_json::{json, Value};

fn main() {
    let asked: Vec<[String; 4]> = serde_json::from_str(&std::env::args().nth(1).unwrap()).unwrap();
    let one = |[platform, version, event, verdict]: &[String; 4]| {
        let verdicts = [Verdict::Deny, Verdict::Ask, Verdict::Allow, Verdict::Context];
        let verdict = verdicts.into_iter().find(|one| one.to_string() == *verdict).unwrap();
        let given = respond(platform, Some(version), event, verdict, "why");
        given.map_or(Value::Null, |given| json!([given.exit_code, given.stdout, given.stderr]))
    };
    println!("{}", asked.iter().map(one).collect::<Value>());
}
""",
}

# [one version, another] each → -1, 0 or 1.
ORDER = {
    "npm": """
import { compareVersions } from "./versions.js";
console.log(JSON.stringify(JSON.parse(process.argv[1]).map(([a, b]) => Math.sign(compareVersions(a, b)))));
""",
    "python": """
import json, sys
from hookconform_data.versions import version_key as key
print(json.dumps([(key(a) > key(b)) - (key(a) < key(b)) for a, b in json.loads(sys.argv[1])]))
""",
    "go": """
package main

import (
	"encoding/json"
	"fmt"
	"os"

	hookconform "github.com/hookconform/hookconform-data-go"
)

func main() {
	var pairs [][2]string
	if err := json.Unmarshal([]byte(os.Args[1]), &pairs); err != nil {
		panic(err)
	}
	orders := make([]int, len(pairs))
	for place, pair := range pairs {
		orders[place] = hookconform.CompareVersions(pair[0], pair[1])
	}
	written, _ := json.Marshal(orders)
	fmt.Println(string(written))
}
""",
    "rust": """
use serde_json::Value;

fn main() {
    let pairs: Vec<[String; 2]> = serde_json::from_str(&std::env::args().nth(1).unwrap()).unwrap();
    let order = |[one, other]: &[String; 2]| hookconform_data::compare_versions(one, other) as i8;
    println!("{}", pairs.iter().map(order).collect::<Value>());
}
""",
}

# The report of an adapter that makes the same event of everything.
RUN = {
    "npm": """
import { run } from "./index.js";
const canonicalize = () => [{ hook_event_name: "PreToolUse", x: "y".repeat(5000) }];
console.log(JSON.stringify(await run({ name: "one", version: "1", canonicalize })));
""",
    "python": """
import json
from hookconform_data import run

class One:
    name, version = "one", "1"

    def canonicalize(self, payload, context):
        return [{"hook_event_name": "PreToolUse", "x": "y" * 5000}]

print(json.dumps(run(One())))
""",
    "go": """
package main

import (
	"encoding/json"
	"os"
	"strings"

	hookconform "github.com/hookconform/hookconform-data-go"
)

func main() {
	report, err := hookconform.Run(hookconform.Adapter{
		Name: "one", Version: "1",
		Canonicalize: func(string, hookconform.Context) (any, error) {
			return []any{map[string]any{"hook_event_name": "PreToolUse", "x": strings.Repeat("y", 5000)}}, nil
		},
	})
	if err != nil {
		panic(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(report); err != nil {
		panic(err)
	}
}
""",
    "rust": """
use hookconform_data::{run, Adapter, Context, Failure};
use serde_json::{json, Value};

struct One;

impl Adapter for One {
    fn name(&self) -> &str {
        "one"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn canonicalize(&self, _: &str, _: &Context<'_>) -> Result<Vec<Value>, Failure> {
        Ok(vec![json!({"hook_event_name": "PreToolUse", "x": "y".repeat(5000)})])
    }
}

fn main() {
    println!("{}", run(&One).unwrap().to_json());
}
""",
}
