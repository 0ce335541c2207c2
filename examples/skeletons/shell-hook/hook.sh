#!/bin/sh
# A hook that denies by a policy: hook.sh PLATFORM EVENT POLICY-FILE, the payload on standard input.
# The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied,
# and so is every call under a name that would never match: names.json has the words that programs have for a tool.
# It needs jq 1.6 or newer.

# Whatever goes wrong stops the call: exit code 2 is what most programs take for a denial.
stop() {
  echo "the hook failed: $1" >&2
  exit 2
}

[ $# = 3 ] || stop "hook.sh PLATFORM EVENT POLICY-FILE"
folder=$(dirname -- "$0") || stop "no folder"
policy=$(cat -- "$3") || policy=
answer=$(jq -R -s -r -L "$folder" --arg platform "$1" --arg event "$2" --arg policy "$policy" \
  --slurpfile tables "$folder/tables.json" --slurpfile names "$folder/names.json" '
  include "strict";
  include "canonical";

  # Return the names of a policy that has nothing but these.
  def names_denied($meant):
    if type != "object" or keys != ["deny"] or (.deny | type) != "array" then error("the policy is not one list, deny") else .deny end
    | map(if is_name | not then error("deny is not a list of names") else . end
          | . as $name
          | $meant[gsub("^\\s+|\\s+$"; "") | ascii_downcase] as $canonical
          | if $canonical != null and $canonical != $name
            then error("a policy for \($name) never matches: write \($canonical)") else . end);

  ($tables[0][$platform] // error("unsupported platform: " + $platform)) as $table
  | $table.deny[$event | split("[")[0] // ""] as $denial
  # In a list, since `try` of jq 1.6 also catches what is raised behind it.
  | ([try (
      ($policy | read | names_denied($names[0])) as $denied
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
