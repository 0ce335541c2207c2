#!/bin/sh
# The adapter that the suite asks: JSON-RPC 2.0, one message a line. It needs jq 1.6 or newer.
cd "$(dirname -- "$0")" || exit 1
exec jq -n -R -c --unbuffered -L . --slurpfile tables tables.json '
  include "canonical";

  def respond($tables):
    if .method == "initialize" then
      # What it claims is stated in adapter.toml alone.
      {result: {protocol: 2, name: "example-shell", version: "0.1.0", language: "shell"}}
    elif .method == "shutdown" then {result: null}
    elif .method != "canonicalize" then {error: {code: -32601, message: "there is no method \(.method)"}}
    elif $tables[.params.platform // ""] == null then
      {error: {code: -32002, message: "unsupported platform: \(.params.platform)"}}
    else
      .params as $asked
      # In a list, since `try` of jq 1.6 also catches what is raised behind it.
      | [try ($asked.payload | canonical($tables[$asked.platform]; $asked.registered_event // "") | {result: {events}})
         catch {error: {code: (if tostring | startswith("invalid payload") then -32001 else -32603 end), message: tostring[:2000]}}]
      | .[0]
    end;

  label $done
  | inputs
  | ([try fromjson catch null] | .[0]) as $request
  | (if $request | type == "object" then {jsonrpc: "2.0", id: $request.id} + ($request | respond($tables[0]))
     else {jsonrpc: "2.0", id: null, error: {code: -32700, message: "the line is not a request"}} end),
    (if ($request | objects | .method) == "shutdown" then break $done else empty end)
'
