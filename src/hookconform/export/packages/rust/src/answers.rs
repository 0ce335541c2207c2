//! What a hook answers so that a platform does something, as measured.

use std::fmt;
use std::sync::OnceLock;

use serde_json::Value;

use crate::data;
use crate::versions::compare_versions;

/// What a hook answers: its exit code and what it writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub exit_code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// What a guard decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Deny,
    Ask,
    Allow,
    /// The call runs, and the model is told something.
    Context,
}

/// No measured answer does what is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer(String);

impl fmt::Display for NoAnswer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NoAnswer {}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Verdict::Deny => "deny",
            Verdict::Ask => "ask",
            Verdict::Allow => "allow",
            Verdict::Context => "context",
        })
    }
}

/// Returns the answer that carries out a verdict, with the text for the user or the model in it. The event is the
/// platform's own name; without a version the newest is meant.
pub fn respond(
    platform: &str,
    version: Option<&str>,
    event: &str,
    verdict: Verdict,
    text: &str,
) -> Result<Answer, NoAnswer> {
    let table = table();
    let ranges = table["platforms"][platform][event][verdict.to_string()].as_array();
    let range = ranges.into_iter().flatten().rev().find(|range| has_begun(range, version));
    let number = range.and_then(|range| range[2].as_u64());
    let Some(number) = number else {
        let at = version.map(|version| format!(" {version}")).unwrap_or_default();
        return Err(NoAnswer(format!("{platform}{at}: no measured answer to {event} is {verdict}")));
    };
    let measured = &table["answers"][number as usize];
    let written = |key: &str| measured[key].as_str().unwrap_or_default().replace("@text", text);
    let stdout = match &measured["json"] {
        Value::Null => written("stdout"),
        value => filled(value, text).to_string(),
    };
    let exit_code = measured["exit_code"].as_i64().and_then(|code| code.try_into().ok()).unwrap_or_default();
    Ok(Answer { exit_code, stdout, stderr: written("stderr") })
}

/// The table: ranges of versions, oldest first, by platform, event and verdict; and each answer once.
fn table() -> &'static Value {
    static TABLE: OnceLock<Value> = OnceLock::new();
    TABLE.get_or_init(|| {
        serde_json::from_str(data::ANSWERS).unwrap_or_else(|error| panic!("the packed answers cannot be read: {error}"))
    })
}

/// A range is the version it begins at, whether it begins behind that, and the number of its answer.
fn has_begun(range: &Value, version: Option<&str>) -> bool {
    let from = range[0].as_str().unwrap_or_default();
    match version {
        Some(version) if !from.is_empty() => {
            let order = compare_versions(version, from);
            order.is_gt() || (order.is_eq() && range[1] == false)
        }
        _ => true,
    }
}

fn filled(value: &Value, text: &str) -> Value {
    match value {
        Value::String(part) => part.replace("@text", text).into(),
        Value::Array(items) => items.iter().map(|item| filled(item, text)).collect(),
        Value::Object(members) => {
            Value::Object(members.iter().map(|(key, item)| (key.clone(), filled(item, text))).collect())
        }
        other => other.clone(),
    }
}
