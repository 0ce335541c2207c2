"""Judges answers that were recorded elsewhere: `python -m hookconform_data.judge_answers PLATFORM < answers.ndjson`.

A line in has `id`, `canonicalize` and `match`, each with `value`, `code` and `message`, or `broken`; a line out is a
check and its outcome.
"""

from __future__ import annotations

import json
import sys

from hookconform_data.cases import cases
from hookconform_data.judge import judged


def main() -> None:
    """Read answers from standard input, and write outcomes to standard output."""
    rows = {row["id"]: row for row in cases(sys.argv[1])}
    for line in sys.stdin:
        answers = json.loads(line)
        row = rows.get(answers["id"])
        if row is None:
            sys.exit(f"no case {answers['id']} of {sys.argv[1]}")
        for capability, comparisons in row["expect"].items():
            answer = answers["match" if capability == "rules" else "canonicalize"]
            print(f"{row['id']}::{capability} {judged(row, capability, comparisons, answer)['outcome']}")


if __name__ == "__main__":
    main()
