"""Small programs in each language of a package, which print what one function of it returns as JSON."""

from __future__ import annotations

import sys

# The interpreter of a script in each language.
INTERPRETERS = {"npm": ("node", "--input-type=module", "-e"), "python": (sys.executable, "-c")}

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
}
