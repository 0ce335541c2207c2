"""A hook that denies by a policy: hook.py PLATFORM EVENT POLICY-FILE, the payload on standard input.

The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied,
and so is every call under a name that would never match: names.json has the words that programs have for a tool.
"""

import json
import sys
from pathlib import Path


def answer(platform, registered_event, policy_file, payload):
    """Return exit code, standard output and standard error."""
    from canonical import BEFORE_A_TOOL, TABLES, InvalidError, canonical, read

    denial = TABLES[platform]["deny"].get(registered_event.partition("[")[0])
    try:
        denied = names_denied(read(Path(policy_file).read_text(encoding="utf-8")))
        events, called = canonical(platform, registered_event, payload.decode("utf-8"))
        before = any(event["hook_event_name"] in BEFORE_A_TOOL for event in events)
        stops = before and not set(denied).isdisjoint(called)
        why = ""
    except (InvalidError, OSError, ValueError) as error:
        stops, why = True, f"{type(error).__name__}: {error}\n"
    if not stops:
        return 0, "", ""
    if denial is None:
        return 2, "", why or "The policy of this project denies this call.\n"
    return denial["exit_code"], denial["stdout"], denial["stderr"] or why


def names_denied(policy):
    """Return the names of a policy that has nothing but these."""
    if not isinstance(policy, dict) or policy.keys() != {"deny"}:
        raise ValueError("the policy is not one list, deny")
    denied = policy["deny"]
    if not isinstance(denied, list) or not all(isinstance(name, str) and name.strip() for name in denied):
        raise ValueError("deny is not a list of names")
    meant = json.loads((Path(__file__).parent / "names.json").read_text(encoding="utf-8"))
    for name in denied:
        canonical = meant.get(name.strip().lower(), name)
        if canonical != name:
            raise ValueError(f"a policy for {name!r} never matches: write {canonical}")
    return denied


def main():
    """Answer one call. Whatever goes wrong stops the call: exit code 2 is what most programs take for a denial."""
    try:
        _, platform, registered_event, policy_file = sys.argv
        code, out, err = answer(platform, registered_event, policy_file, sys.stdin.buffer.read())
    except Exception as error:
        code, out, err = 2, "", f"the hook failed: {type(error).__name__}: {error}\n"
    sys.stderr.write(err)
    sys.stdout.write(out)
    sys.exit(code)


if __name__ == "__main__":
    main()
