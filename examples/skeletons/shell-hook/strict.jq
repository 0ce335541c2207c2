# JSON as every reader understands it: jq keeps the last of two equal keys, another program may read the first.

# Refuse a payload that cannot be judged: it must never look like a harmless call.
def refuse($why): error("invalid payload: " + $why);

# Return the parts of a JSON text in which no escape has a quote: outside and inside its strings by turns.
def parts: split("\\\"") | join("  ") | split("\"");

# Return the one value of a JSON text.
def read:
  # An escaped backslash begins no escape.
  (split("\\\\") | join("  ")) as $text
  | (if test("\\S") then . else refuse("empty input") end)
  # In a list, since `try` of jq 1.6 also catches what is raised behind it.
  | ([try {value: fromjson} catch {error: .}] | .[0]) as $found
  | if $found | has("value") | not then refuse("not JSON: \($found.error)") else . end
  | $found.value as $value
  | ($text | parts) as $parts
  | [$parts[range(0; $parts | length; 2)]] as $outside
  | ([$outside[] | split(":") | length - 1] | add) as $keys
  # jq takes more for a number than JSON has, and control characters in strings.
  | if any($outside[]; test("[^-+0-9.eE{}\\[\\]:,\\struefalsn]|[nN]a|(^|[^0-9.eE])0[0-9]|[-+]?\\.[^0-9]|(^|[^0-9])\\.|[0-9]\\.([^0-9]|$)|(^|[^eE])\\+"))
      or any($parts[range(1; $parts | length; 2)]; test("[\\x00-\\x1f]"))
    then refuse("not JSON") else . end
  # jq makes the largest double of whatever is larger; another program refuses it, or reads no number.
  | if any($outside[]; test("[eE]\\+?0*(309|3[1-9][0-9]|[4-9][0-9]{2}|[1-9][0-9]{3,})|(^|[^0-9.])([2-9]|[1-9][0-9]+|1\\.([89]|79769313486231[6-9]))[.0-9]*[eE]\\+?0*308"))
    then refuse("a number that no double holds") else . end
  | if $keys != ([$value | .. | objects | length] | add // 0) then refuse("a key stands twice") else . end
  | if ($text | contains("\\u")) and ($text | test("\\\\u[dD][89abAB]..(?!\\\\u[dD][c-fC-F])|(?<!\\\\u[dD][89abAB]..)\\\\u[dD][c-fC-F]"))
    then refuse("half a surrogate pair") else . end
  | $value;
