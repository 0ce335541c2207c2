# What a hook's payload means: its canonical events, by the tables in tables.json.
# The tables are yours now: change them, and this file, as your program needs it.
include "strict";

def before_a_tool: . == "PreToolUse" or . == "PermissionRequest";
def after_a_tool: . == "PostToolUse" or . == "PostToolUseFailure";
def is_name: type == "string" and test("\\S");

# Return what an object has under a key, else the key itself.
def mapped($names): . as $name | if $names | has($name) then $names[$name] else . end;

# Return {value} for the value at a JSON Pointer, nothing if there is none: null is a value.
def at($pointer):
  reduce ($pointer | split("/")[1:][]) as $part ({value: .};
    if . == {} then .
    elif (.value | type) == "object" and (.value | has($part)) then {value: .value[$part]}
    elif (.value | type) == "array" and ($part | test("^[0-9]+$")) and ($part | tonumber) < (.value | length)
    then {value: .value[$part | tonumber]}
    else {} end)
  | select(. != {});

# Return {value} for the first pointer that leads to one, null if none does.
def first_at($pointers): . as $document | [$pointers[] as $pointer | $document | at($pointer)] | .[0];

# Return a text, or the texts of a list of parts in one; nothing where there is none.
def text_of:
  if type == "array" then [.[] | objects | select(.type == "text") | .text | strings] | select(. != []) | join("\n")
  else strings end;

# Return the object that arguments in a text encode, else what is given. What is nested more deeply than jq reads is refused,
# since the platform may read it.
def decoded:
  if type == "string" and test("^\\s*\\{") and ([try (fromjson | true) catch test("depth")] | .[0]) then read else . end;

# Refuse a patch whose lines or paths programs read differently.
def check_patch($table; $tool):
  if $table.patches | has($tool) then
    (if type == "object" then .[$table.patches[$tool]] else . end | strings | split("\n"))
    | reduce (.[] | rtrimstr("\r")) as $line ({updating: false, above: ""};
        if $line | contains("\r") then refuse("a carriage return within a line of the patch") else . end
        | (if $line | contains("*** ") then
             $line | capture("^[\\s\\x1c-\\x1f\\x{feff}]*\\*\\*\\* (?<word>Add File|Update File|Delete File|Move to):(?<path>.*)"; "s") // null
           else null end) as $header
        | ($header.word // "") as $word
        | (.updating and ($line | startswith(" ")) and (($word == "Move to" and .above == "Update File") | not)) as $is_content
        | if $header != null and ($is_content | not) then
            .updating = ($word == "Update File" or (.updating and $word == "Move to"))
            | if $header.path | sub("^[ \t]+"; "") | sub("[ \t]+$"; "") | explode | any(. < 32 or (. >= 127 and . <= 159))
              then refuse("a control character in a path of the patch") else . end
          else . end
        | .above = $word)
    | empty
  else empty end;

# Return the canonical names of the tools that a call of several calls runs.
def within($table; $tool):
  $table.batches[$tool] as $batch
  | if $batch == null then empty
    else objects | .[$batch.at] | arrays | .[] | objects | (.[$batch.tool] | strings) as $name
      | ($name | mapped($table.tools)), (.[$batch.arguments] | within($table; $name)) end;

# Return the native event, as the payload or else the hook's registration names it.
def event_name($table; $registered):
  ($registered | split("[")[0] // "" | mapped($table.registered)) as $meant
  | first_at($table.event) as $named
  | (if $named != null and ($named.value | is_name | not) then refuse("the event name is no name") else . end)
  | (if $named == null or ($meant != "" and $table.registration_decides) then $meant else $named.value end)
  | if . == "" then refuse("no event name") else . end;

# Return what the event says of the tool, and under `called` it and the tools of the calls within the call.
def tool_call($table; $native; $name):
  (first_at($table.tool) | if . == {value: null} and $table.null_for_no_tool then null else . end) as $tool
  | first_at($table.input) as $given
  | if $tool != null and ($tool.value | is_name | not) then refuse("the tool name is no name")
    elif $table.names_no_tool | index($native) then {called: []}
    elif $tool == null then
      if $name | (before_a_tool or after_a_tool) then refuse("no tool name") else {called: []} end
    elif $given == null and ($name | before_a_tool) then refuse("no arguments")
    else
      # What an MCP server calls its tools is no word of the platform's.
      (first_at($table.mcp) != null) as $bare
      | ($given.value | if $table.string_arguments then decoded else . end) as $arguments
      | [$arguments | check_patch($table; $tool.value)]
      | ($tool.value | if $bare then . else mapped($table.tools) end) as $canonical
      | {tool_name: $canonical}
        + (if $canonical != $tool.value then {tool_input: {platform_tool_name: $tool.value}} else {} end)
        + {called: [$canonical, (if $bare then empty else $arguments | within($table; $tool.value) end)]}
    end;

# Return the canonical events that fire with this one.
def also($table; $native; $name):
  . as $payload
  | ($table.also[] | select(.event == $native) | . as $row | select($payload | at($row.at) | .value == $row.is) | .fires),
    (if $name == "PostToolUse" and ((first_at($table.failure) | .value // false) != false)
     then "PostToolUseFailure" else empty end);

# Return {events, called} for the text of a payload: its canonical events, and all tools that the call runs.
def canonical($table; $registered):
  read
  | if type != "object" then refuse("not a JSON object") else . end
  | . as $payload
  | event_name($table; $registered) as $native
  | ($native | mapped($table.events)) as $name
  | $table.implied[$native] as $implied
  | (if $implied == null then tool_call($table; $native; $name)
     elif ($name | before_a_tool) and (has($implied.argument) | not) then refuse("no arguments")
     else {tool_name: $implied.tool, called: [$implied.tool]} end) as $call
  | ({hook_event_name: $name}
     + (if $name != $native then {platform_event_name: $native} else {} end)
     + ($call | del(.called))
     + ([("session_id", "cwd", "prompt") as $key
         | select($key != "prompt" or $table.prompt_events == [] or ($table.prompt_events | index($native) != null))
         | $payload | first_at($table[$key]) | select(. != null) | .value | {($key): text_of}] | add // {})) as $event
  | {events: [$event, ($event + {hook_event_name: ($payload | also($table; $native; $name))})], called: $call.called};
