//! What a hook's payload means: its canonical events, by the tables in tables.json.
//! The tables are yours now: change them, and this file, as your program needs it.

use crate::strict::{read, Invalid};
use serde::de::IgnoredAny;
use serde::Deserialize;
use serde_json::{json, Map, Value};
use std::collections::HashMap;

type Names = HashMap<String, String>;

#[derive(Deserialize)]
struct Further {
    event: String,
    at: String,
    is: Value,
    fires: String,
}

#[derive(Deserialize)]
struct Implied {
    tool: String,
    argument: String,
}

#[derive(Deserialize)]
struct Batch {
    at: String,
    tool: String,
    arguments: String,
}

#[derive(Deserialize)]
pub struct Table {
    event: Vec<String>,
    tool: Vec<String>,
    input: Vec<String>,
    failure: Vec<String>,
    mcp: Vec<String>,
    session_id: Vec<String>,
    cwd: Vec<String>,
    prompt: Vec<String>,
    prompt_events: Vec<String>,
    registration_decides: bool,
    null_for_no_tool: bool,
    string_arguments: bool,
    names_no_tool: Vec<String>,
    registered: Names,
    events: Names,
    tools: Names,
    patches: Names,
    also: Vec<Further>,
    implied: HashMap<String, Implied>,
    batches: HashMap<String, Batch>,
}

/// What a payload means: its events, and the names of all tools that the call runs.
pub struct Meaning {
    pub events: Vec<Map<String, Value>>,
    #[allow(dead_code)] // what a hook program looks at
    pub called: Vec<String>,
}

const AFTER_A_TOOL: [&str; 2] = ["PostToolUse", "PostToolUseFailure"];
const HEADERS: [&str; 4] = ["Add File", "Update File", "Delete File", "Move to"];

/// Tell whether a call can still be stopped at a canonical event.
pub fn before_a_tool(name: &str) -> bool {
    ["PreToolUse", "PermissionRequest"].contains(&name)
}

pub fn tables() -> serde_json::Result<HashMap<String, Table>> {
    serde_json::from_str(include_str!("../tables.json"))
}

impl Table {
    /// Return what a payload means.
    pub fn canonical(&self, registered: &str, text: &str) -> Result<Meaning, Invalid> {
        let payload = read(text)?;
        let Value::Object(fields) = &payload else {
            return refuse("not a JSON object");
        };
        let native = self.event_name(registered, &payload)?;
        let name = mapped(&self.events, native);
        let mut event = Map::new();
        event.insert("hook_event_name".into(), name.into());
        if name != native {
            event.insert("platform_event_name".into(), native.into());
        }
        let called = if let Some(implied) = self.implied.get(native) {
            if before_a_tool(name) && !fields.contains_key(&implied.argument) {
                return refuse("no arguments");
            }
            event.insert("tool_name".into(), implied.tool.clone().into());
            vec![implied.tool.clone()]
        } else {
            self.add_tool(native, name, &payload, &mut event)?
        };
        for (key, pointers) in [
            ("session_id", &self.session_id),
            ("cwd", &self.cwd),
            ("prompt", &self.prompt),
        ] {
            if key == "prompt"
                && !self.prompt_events.is_empty()
                && !self.prompt_events.iter().any(|one| one == native)
            {
                continue;
            }
            if let Some(text) = first(&payload, pointers).and_then(text_of) {
                event.insert(key.into(), text.into());
            }
        }
        let mut events = vec![event.clone()];
        for other in self.also(native, name, &payload) {
            let mut further = event.clone();
            further.insert("hook_event_name".into(), other.into());
            events.push(further);
        }
        Ok(Meaning { events, called })
    }

    /// Put the tool's canonical name into the event, and return it with those of the calls within the call.
    fn add_tool(
        &self,
        native_event: &str,
        name: &str,
        payload: &Value,
        event: &mut Map<String, Value>,
    ) -> Result<Vec<String>, Invalid> {
        let given = first(payload, &self.input);
        let named =
            first(payload, &self.tool).filter(|found| !(self.null_for_no_tool && found.is_null()));
        let tool = named.and_then(Value::as_str).unwrap_or_default();
        if named.is_some() && tool.trim().is_empty() {
            return refuse("the tool name is no name");
        }
        if self.names_no_tool.iter().any(|one| one == native_event) {
            return Ok(vec![]);
        }
        if named.is_none() {
            if before_a_tool(name) || AFTER_A_TOOL.contains(&name) {
                return refuse("no tool name");
            }
            return Ok(vec![]);
        }
        if before_a_tool(name) && given.is_none() {
            return refuse("no arguments");
        }
        let mut given = given.cloned().unwrap_or_default();
        if self.string_arguments {
            given = decoded(given)?;
        }
        self.check_patch(tool, &given)?;
        // What an MCP server calls its tools is no word of the platform's.
        let bare = first(payload, &self.mcp).is_some();
        let canonical = if bare {
            tool
        } else {
            mapped(&self.tools, tool)
        };
        event.insert("tool_name".into(), canonical.into());
        if canonical != tool {
            event.insert("tool_input".into(), json!({"platform_tool_name": tool}));
        }
        let mut called = vec![canonical.to_owned()];
        if !bare {
            self.add_within(tool, &given, &mut called);
        }
        Ok(called)
    }

    /// Add the canonical names of the tools that a call of several calls runs.
    fn add_within(&self, tool: &str, given: &Value, called: &mut Vec<String>) {
        let Some(batch) = self.batches.get(tool) else {
            return;
        };
        for call in given
            .get(&batch.at)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if let Some(name) = call.get(&batch.tool).and_then(Value::as_str) {
                called.push(mapped(&self.tools, name).to_owned());
                self.add_within(
                    name,
                    call.get(&batch.arguments).unwrap_or(&Value::Null),
                    called,
                );
            }
        }
    }

    /// Return the canonical events that fire with this one.
    fn also(&self, native: &str, name: &str, payload: &Value) -> Vec<String> {
        let rows = self
            .also
            .iter()
            .filter(|row| row.event == native && at(payload, &row.at) == Some(&row.is));
        let mut found: Vec<String> = rows.map(|row| row.fires.clone()).collect();
        let failure = first(payload, &self.failure).unwrap_or(&Value::Null);
        if name == "PostToolUse" && !failure.is_null() && failure != &Value::Bool(false) {
            found.push("PostToolUseFailure".into());
        }
        found
    }

    /// Return the native event, as the payload or else the hook's registration names it.
    fn event_name<'a>(
        &'a self,
        registered: &'a str,
        payload: &'a Value,
    ) -> Result<&'a str, Invalid> {
        let without_matcher = registered.split('[').next().unwrap_or_default();
        let meant = mapped(&self.registered, without_matcher);
        let named = first(payload, &self.event);
        let name = named.and_then(Value::as_str).unwrap_or_default();
        if named.is_some() && name.trim().is_empty() {
            return refuse("the event name is no name");
        }
        let decides = named.is_none() || (self.registration_decides && !meant.is_empty());
        let event = if decides { meant } else { name };
        if event.is_empty() {
            return refuse("no event name");
        }
        Ok(event)
    }

    /// Refuse a patch whose lines or paths programs read differently.
    fn check_patch(&self, tool: &str, given: &Value) -> Result<(), Invalid> {
        let Some(key) = self.patches.get(tool) else {
            return Ok(());
        };
        let patch = if given.is_object() {
            given.get(key)
        } else {
            Some(given)
        };
        let (mut updating, mut above) = (false, "");
        for raw in patch
            .and_then(Value::as_str)
            .unwrap_or_default()
            .split('\n')
        {
            let line = raw.strip_suffix('\r').unwrap_or(raw);
            if line.contains('\r') {
                return refuse("a carriage return within a line of the patch");
            }
            let found = header(line);
            let word = found.map_or("", |(word, _)| word);
            let is_content =
                updating && line.starts_with(' ') && !(word == "Move to" && above == "Update File");
            if let Some((_, path)) = found.filter(|_| !is_content) {
                updating = word == "Update File" || (updating && word == "Move to");
                if path.trim_matches([' ', '\t']).contains(char::is_control) {
                    return refuse("a control character in a path of the patch");
                }
            }
            above = word;
        }
        Ok(())
    }
}

/// Return the words and the path of a patch's header line.
fn header(line: &str) -> Option<(&str, &str)> {
    let blank = |sign: char| {
        sign.is_whitespace() || sign == '\u{feff}' || ('\u{1c}'..='\u{1f}').contains(&sign)
    };
    let rest = line.trim_start_matches(blank).strip_prefix("*** ")?;
    let (word, path) = rest.split_once(':')?;
    HEADERS.contains(&word).then_some((word, path))
}

/// Return the object that arguments in a text encode, else what is given.
fn decoded(given: Value) -> Result<Value, Invalid> {
    match given.as_str() {
        Some(text)
            if text.trim_start().starts_with('{')
                // JSON that is more than a `Value` can be is refused, since the platform may read it.
                && serde_json::from_str::<IgnoredAny>(text).is_ok() =>
        {
            read(text)
        }
        _ => Ok(given),
    }
}

/// Return the value at a JSON Pointer.
fn at<'a>(document: &'a Value, pointer: &str) -> Option<&'a Value> {
    document.pointer(pointer)
}

fn first<'a>(document: &'a Value, pointers: &[String]) -> Option<&'a Value> {
    pointers.iter().find_map(|pointer| at(document, pointer))
}

/// Return a text, or the texts of a list of parts in one.
fn text_of(value: &Value) -> Option<String> {
    let Some(parts) = value.as_array() else {
        return value.as_str().map(str::to_owned);
    };
    let is_text = |part: &&Value| part.get("type").is_some_and(|kind| kind == "text");
    let texts: Vec<&str> = parts
        .iter()
        .filter(is_text)
        .filter_map(|part| part.get("text")?.as_str())
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn mapped<'a>(names: &'a Names, native: &'a str) -> &'a str {
    names.get(native).map_or(native, String::as_str)
}

fn refuse<Found>(why: &str) -> Result<Found, Invalid> {
    Err(Invalid(why.to_owned()))
}
