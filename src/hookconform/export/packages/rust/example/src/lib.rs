//! A small adapter for Gemini CLI: it knows one tool and two events. Most checks are red.

use hookconform_data::{Adapter, Context, Failure};
use serde_json::{Map, Value};

pub struct Example;

impl Adapter for Example {
    fn name(&self) -> &str {
        "example"
    }

    fn version(&self) -> &str {
        "0.1.0"
    }

    fn platforms(&self) -> Vec<&str> {
        vec!["gemini-cli"]
    }

    fn canonicalize(&self, payload: &str, _: &Context<'_>) -> Result<Vec<Value>, Failure> {
        let mut sent: Map<String, Value> = serde_json::from_str(payload).map_err(Failure::refused)?;
        let Some(Value::String(event)) = sent.get("hook_event_name").cloned() else {
            return Err(Failure::refused("hook_event_name is no text"));
        };
        if let Some(canonical) = event_of(&event) {
            sent.insert("hook_event_name".into(), canonical.into());
            sent.insert("platform_event_name".into(), event.into());
        }
        let tool = sent.get("tool_name").cloned();
        if let Some(canonical) = tool.as_ref().and_then(Value::as_str).and_then(tool_of) {
            sent.insert("tool_name".into(), canonical.into());
            if let Some(Value::Object(input)) = sent.get_mut("tool_input") {
                input.insert("platform_tool_name".into(), tool.into());
            }
        }
        Ok(vec![sent.into()])
    }
}

fn event_of(native: &str) -> Option<&'static str> {
    match native {
        "BeforeTool" => Some("PreToolUse"),
        "AfterTool" => Some("PostToolUse"),
        _ => None,
    }
}

fn tool_of(native: &str) -> Option<&'static str> {
    match native {
        "run_shell_command" => Some("Bash"),
        _ => None,
    }
}
