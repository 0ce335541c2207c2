#!/bin/sh
# A hook that denies by a policy: hook.sh PLATFORM EVENT POLICY-FILE, the payload on standard input.
# The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied. It needs jq 1.6 or newer.

# Whatever goes wrong stops the call: exit code 2 is what most programs take for a denial.
stop() {
  echo "the hook failed: $1" >&2
  exit 2
}

[ $# = 3 ] || stop "hook.sh PLATFORM EVENT POLICY-FILE"
folder=$(dirname -- "$0") || stop "no folder"
policy=$(cat -- "$3") || policy=
answer=$(jq -R -s -r -L "$folder" --arg platform "$1" --arg event "$2" --arg policy "$policy" \
  --slurpfile tables "$folder/tables.json" '
  include "strict";
  include "canonical";

  ($tables[0][$platform] // error("unsupported platform: " + $platform)) as $table
  | $table.deny[$event | split("[")[0] // ""] as $denial
  # In a list, since `try` of jq 1.6 also catches what is raised behind it.
  | ([try (
      ($policy | read | .deny | if type == "array" and all(.[]; type == "string") then . else error("deny is no list of names") end) as $denied
      | canonical($table; $event)
      | {stops: (any(.events[]; .hook_event_name | before_a_tool) and any(.called[]; . as $name | $denied | index($name) != null)), why: ""}
    ) catch {stops: true, why: tostring}] | .[0]) as $found
  | if $found.stops | not then {exit_code: 0, stdout: "", stderr: ""}
    elif $denial == null then {exit_code: 2, stdout: "", stderr: ($found.why + "\nThe policy of this project denies this call.\n")}
    elif $denial.stderr == "" then $denial + {stderr: $found.why}
    else $denial end
  | @sh "code=\(.exit_code) out=\(.stdout) err=\(.stderr)"
') || stop "jq failed"
[ -n "$answer" ] || stop "jq said nothing"
code=2 out='' err=''
eval "$answer"
printf %s "$err" >&2
printf %s "$out"
exit "$code"
