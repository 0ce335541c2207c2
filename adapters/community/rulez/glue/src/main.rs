//! Serves RuleZ's own parsers: payload → `adapters::<platform>::parse_event` → its event as JSON.
//! Nothing is mapped here; the native event name, which RuleZ keeps among the arguments, is moved to its place.
use rulez::adapters::{copilot, gemini, opencode};
use rulez::models::{Event, EventType};
use serde_json::{Value, json};
use std::io::{BufRead, Write, stdin, stdout};

const INVALID_PAYLOAD: i64 = -32001;
const UNSUPPORTED_PLATFORM: i64 = -32002;
const UNKNOWN_METHOD: i64 = -32601;
type Failure = (i64, String);

fn identity() -> Value {
    json!({"protocol": 2, "name": "rulez", "version": "2.3.0", "language": "rust", "tier": "core",
        "platforms": ["claude-code", "copilot-cli", "gemini-cli", "opencode"],
        "capabilities": ["tool-name", "event", "input", "result", "refusal"]})
}

fn canonicalize(params: &Value) -> Result<Value, Failure> {
    let text = params["payload"].as_str().unwrap_or_default();
    let payload: Value = serde_json::from_str(text).map_err(invalid)?;
    let (event, further, native) = match params["platform"].as_str().unwrap_or_default() {
        "claude-code" => {
            // RuleZ reads Claude Code's payload as its own event, without an adapter.
            let native = payload["hook_event_name"].as_str().unwrap_or_default().to_string();
            (serde_json::from_value(payload).map_err(invalid)?, vec![], native)
        }
        "gemini-cli" => {
            let read = gemini::parse_event(payload).map_err(invalid)?;
            (read.event, read.additional_event_types, read.hook_event_name)
        }
        "copilot-cli" => {
            let read = copilot::parse_event(payload).map_err(invalid)?;
            (read.event, vec![], read.hook_event_name)
        }
        "opencode" => {
            let read = opencode::parse_event(as_its_plugin_sends(&payload)).map_err(invalid)?;
            (read.event, read.additional_event_types, read.hook_event_name)
        }
        other => return Err((UNSUPPORTED_PLATFORM, format!("no adapter for {other}"))),
    };
    let mut events = vec![shown(&event, &native)];
    events.extend(further.into_iter().map(|kind| shown(&renamed(&event, kind), &native)));
    Ok(json!({ "events": events }))
}

/// The suite's record of an OpenCode call in the flat form that RuleZ's parser reads.
fn as_its_plugin_sends(record: &Value) -> Value {
    let hook = &record["hook"];
    let arguments = &record["output"]["args"];
    json!({
        "session_id": record["input"]["sessionID"].as_str().unwrap_or("unknown"),
        "hook_event_name": if hook == "event" { &record["input"]["event"]["type"] } else { hook },
        "tool_name": record["input"]["tool"],
        "tool_input": if arguments.is_null() { &record["input"]["args"] } else { arguments },
        "cwd": record["directory"],
    })
}

fn renamed(event: &Event, kind: EventType) -> Event {
    Event { hook_event_name: kind, ..event.clone() }
}

fn shown(event: &Event, native: &str) -> Value {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    if value["hook_event_name"] != native {
        value["platform_event_name"] = native.into();
    }
    let is_empty = value.get_mut("tool_input").and_then(Value::as_object_mut).is_some_and(|arguments| {
        arguments.remove("gemini_hook_event_name");
        arguments.remove("copilot_hook_event_name");
        arguments.is_empty()
    });
    if is_empty {
        value.as_object_mut().map(|event| event.remove("tool_input"));
    }
    value
}

fn invalid(error: impl ToString) -> Failure {
    (INVALID_PAYLOAD, error.to_string())
}

fn main() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        let Ok(request) = serde_json::from_str::<Value>(&line) else { continue };
        let method = request["method"].as_str().unwrap_or_default();
        let result = match method {
            "initialize" => Ok(identity()),
            "canonicalize" => canonicalize(&request["params"]),
            "shutdown" => Ok(Value::Null),
            other => Err((UNKNOWN_METHOD, format!("no method {other}"))),
        };
        let mut answer = json!({"jsonrpc": "2.0", "id": request["id"]});
        match result {
            Ok(value) => answer["result"] = value,
            Err((code, message)) => answer["error"] = json!({"code": code, "message": message}),
        }
        if writeln!(stdout(), "{answer}").is_err() || method == "shutdown" {
            break;
        }
    }
}
