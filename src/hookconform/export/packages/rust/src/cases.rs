//! The corpus that is packed here: cases by platform, the rules, and what they were worked out for.

use std::sync::OnceLock;

use serde_json::Value;

use crate::compare::{Comparison, Wanted};
use crate::data;
use crate::json::{Json, ParseError, Text};
use crate::reader::Reader;

/// What the data says of itself.
#[derive(Debug)]
pub struct About {
    pub data: usize,
    pub hookconform: String,
    /// Fingerprint of the corpus.
    pub corpus: String,
    pub vocabulary: usize,
    pub tier: String,
    pub capabilities: Vec<String>,
    /// The platforms, sorted.
    pub platforms: Vec<String>,
}

/// A payload, and what is expected of an adapter.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub id: String,
    pub platform: String,
    pub version: Option<String>,
    pub registered_event: Option<String>,
    pub payload: String,
    pub refuse: Option<Refuse>,
    /// The case's own rules, in the place of the combined ones.
    pub rules: Option<Vec<Value>>,
    pub may_refuse_rules: bool,
    /// What each check compares, by capability, in the order of the corpus.
    pub expect: Vec<(String, Vec<Comparison>)>,
    pub unsupported: Vec<String>,
}

/// Whether the payload must, or may, be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuse {
    Must,
    May,
}

/// There is no such platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlatform(pub String);

impl std::fmt::Display for UnknownPlatform {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "no platform {:?}; there are {}", self.0, about().platforms.join(", "))
    }
}

impl std::error::Error for UnknownPlatform {}

/// Returns the version of the data, the fingerprint of the corpus, tier, capabilities and platforms.
pub fn about() -> &'static About {
    static ABOUT: OnceLock<About> = OnceLock::new();
    ABOUT.get_or_init(|| {
        let said = packed(data::ABOUT);
        let text = |key: &str| said[key].as_str().unwrap_or_default().to_owned();
        let number = |key: &str| said[key].as_u64().unwrap_or_default() as usize;
        let texts = |key: &str| {
            let items = said[key].as_array().map(Vec::as_slice).unwrap_or_default();
            items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        About {
            data: number("data"),
            hookconform: text("hookconform"),
            corpus: text("corpus"),
            vocabulary: number("vocabulary"),
            tier: text("tier"),
            capabilities: texts("capabilities"),
            platforms: texts("platforms"),
        }
    })
}

/// Returns all cases of a platform, in the order of the corpus.
pub fn cases(platform: &str) -> Result<Vec<Case>, UnknownPlatform> {
    let (_, text) =
        data::CASES.iter().find(|(name, _)| *name == platform).ok_or_else(|| UnknownPlatform(platform.to_owned()))?;
    let read = |line| case(line).unwrap_or_else(|error| panic!("the packed cases cannot be read: {error}: {line}"));
    Ok(text.lines().map(read).collect())
}

/// Returns the combined rules, which cases without rules of their own are matched with.
pub fn rules() -> Vec<Value> {
    packed_rows(data::RULES)
}

/// Returns native names with their canonical names and versions.
pub fn claims() -> Vec<Value> {
    packed_rows(data::CLAIMS)
}

/// Returns what hooks see of all that happens in a session, by platform, version and way.
pub fn escapes() -> Vec<Value> {
    packed_rows(data::ESCAPES)
}

fn packed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("the packed data cannot be read: {error}"))
}

fn packed_rows(text: &str) -> Vec<Value> {
    match packed(text) {
        Value::Array(rows) => rows,
        other => panic!("the packed data is no list: {other}"),
    }
}

fn case(line: &str) -> Result<Case, ParseError> {
    let mut found = Case::default();
    let mut marks = Vec::new();
    Reader::of_packed(line).object(|reader, key| {
        match key.as_str().unwrap_or_default() {
            "id" => found.id = text(reader)?,
            "platform" => found.platform = text(reader)?,
            "version" => found.version = optional_text(reader)?,
            "registered_event" => found.registered_event = optional_text(reader)?,
            "payload" => found.payload = text(reader)?,
            "refuse" => found.refuse = Some(if text(reader)? == "must" { Refuse::Must } else { Refuse::May }),
            "rules" => found.rules = Some(own_rules(&reader.value()?)?),
            "may_refuse_rules" => found.may_refuse_rules = reader.value()? == Json::Bool(true),
            "unsupported" => found.unsupported = texts(reader)?,
            "expect" => reader.object(|reader, capability| {
                found.expect.push((capability.to_lossy(), comparisons(reader)?));
                Ok(())
            })?,
            "repeated" => marks = repeated(&reader.value()?),
            _ => drop(reader.value()?),
        }
        Ok(())
    })?;
    if !marks.is_empty() {
        expand(&mut found, &marks);
    }
    Ok(found)
}

fn comparisons(reader: &mut Reader<'_>) -> Result<Vec<Comparison>, ParseError> {
    let mut found = Vec::new();
    reader.array(|reader| {
        let (mut at, mut ignoring, mut or_absent, mut wanted) = (String::new(), Vec::new(), false, None);
        reader.object(|reader, key| {
            match key.as_str().unwrap_or_default() {
                "at" => at = text(reader)?,
                "ignoring" => ignoring = texts(reader)?,
                "or_absent" => or_absent = reader.value()? == Json::Bool(true),
                "is" => wanted = Some(Wanted::Is(reader.value()?)),
                "absent" => {
                    reader.value()?;
                    wanted = Some(Wanted::Absent);
                }
                "as" => wanted = Some(Wanted::As(text(reader)?)),
                "without" => wanted = Some(Wanted::Without(texts(reader)?)),
                "at_most" => wanted = Some(Wanted::AtMost(number(&reader.value()?))),
                // Judged without it, a check would pass that should not.
                other => return reader.fault(&format!("a comparison; {other:?} is unknown")),
            }
            Ok(())
        })?;
        let wanted = match wanted {
            Some(Wanted::Is(value)) if or_absent => Wanted::IsOrAbsent(value),
            Some(wanted) => wanted,
            None => return reader.fault("a comparison that says what is wanted"),
        };
        found.push(Comparison { at, ignoring, wanted });
        Ok(())
    })?;
    Ok(found)
}

fn text(reader: &mut Reader<'_>) -> Result<String, ParseError> {
    match optional_text(reader)? {
        Some(text) => Ok(text),
        None => reader.fault("a text"),
    }
}

fn optional_text(reader: &mut Reader<'_>) -> Result<Option<String>, ParseError> {
    match reader.value()? {
        Json::Null => Ok(None),
        Json::String(text) => match text.into_string() {
            Some(text) => Ok(Some(text)),
            None => reader.fault("a text that a String can hold"),
        },
        _ => reader.fault("a text"),
    }
}

fn texts(reader: &mut Reader<'_>) -> Result<Vec<String>, ParseError> {
    let mut found = Vec::new();
    reader.array(|reader| {
        found.push(text(reader)?);
        Ok(())
    })?;
    Ok(found)
}

fn number(value: &Json) -> usize {
    match value {
        Json::Number(number) => number.parse().unwrap_or_default(),
        _ => 0,
    }
}

/// Returns a case's own rules as an adapter is given them.
fn own_rules(rules: &Json) -> Result<Vec<Value>, ParseError> {
    serde_json::from_str(&rules.to_string()).map_err(|error| ParseError(error.to_string()))
}

/// Returns the marks, with the texts that would fill megabytes.
fn repeated(value: &Json) -> Vec<(String, String)> {
    let Json::Object(members) = value else { return vec![] };
    let repeat = |(mark, long): (&Text, &Json)| {
        let text = long.get("text").and_then(Json::as_str).unwrap_or_default();
        (mark.to_lossy(), text.repeat(long.get("times").map_or(0, number)))
    };
    members.iter().map(repeat).collect()
}

fn expand(case: &mut Case, marks: &[(String, String)]) {
    expand_text(&mut case.payload, marks);
    case.rules.iter_mut().flatten().for_each(|rule| expand_rule(rule, marks));
    for comparison in case.expect.iter_mut().flat_map(|(_, comparisons)| comparisons) {
        if let Wanted::Is(value) | Wanted::IsOrAbsent(value) = &mut comparison.wanted {
            expand_value(value, marks);
        }
    }
}

fn expand_value(value: &mut Json, marks: &[(String, String)]) {
    match value {
        Json::String(text) => {
            if let Some(mut whole) = text.as_str().map(str::to_owned) {
                expand_text(&mut whole, marks);
                *text = whole.into();
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| expand_value(item, marks)),
        Json::Object(members) => members.values_mut().for_each(|item| expand_value(item, marks)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

fn expand_rule(value: &mut Value, marks: &[(String, String)]) {
    match value {
        Value::String(text) => expand_text(text, marks),
        Value::Array(items) => items.iter_mut().for_each(|item| expand_rule(item, marks)),
        Value::Object(members) => members.values_mut().for_each(|item| expand_rule(item, marks)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn expand_text(text: &mut String, marks: &[(String, String)]) {
    *text = expanded(text, marks);
}

/// Returns a text without its marks. What one stands for is not looked through for others.
fn expanded(text: &str, marks: &[(String, String)]) -> String {
    match marks.split_first() {
        Some(((mark, long), others)) if text.contains(mark.as_str()) => {
            text.split(mark.as_str()).map(|part| expanded(part, others)).collect::<Vec<_>>().join(long)
        }
        Some((_, others)) => expanded(text, others),
        None => text.to_owned(),
    }
}
