//! What a check compares.

use std::fmt;

use crate::json::{Json, Text};

/// How many differences of one check are kept.
pub const MAX_DIFFERENCES: usize = 50;

/// One thing that a check compares. `at` is a JSON Pointer into `{"events": […]}` or `{"matched_rules": […]}`; keys in
/// `ignoring` do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub at: String,
    pub ignoring: Vec<String>,
    pub wanted: Wanted,
}

/// What must stand there.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// A value.
    Is(Json),
    /// A value, or nothing.
    IsOrAbsent(Json),
    /// Nothing.
    Absent,
    /// What stands at another place.
    As(String),
    /// An object without these keys.
    Without(Vec<String>),
    /// A list of not more than so many.
    AtMost(usize),
}

/// One place at which an answer differs; `None` is a value that is not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub pointer: String,
    pub expected: Option<Json>,
    pub got: Option<Json>,
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown =
            |value: &Option<Json>| value.as_ref().map_or("absent".to_owned(), |value| shortened(&value.to_string()));
        write!(out, "{} is {}, expected {}", self.pointer, shown(&self.got), shown(&self.expected))
    }
}

/// Returns where a result differs from what a check expects; if there are none, it passed.
pub fn differences(comparisons: &[Comparison], result: &Json) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut gone: Vec<&str> = Vec::new();
    for one in comparisons {
        let event = event_of(&one.at);
        // Of an event that is not there, the first comparison alone says so.
        if gone.contains(&event) {
            continue;
        }
        one.compare(result, &mut found);
        if !event.is_empty() && result.pointer(event).is_none() {
            gone.push(event);
        }
    }
    found
}

/// Returns the pointer to the event that a pointer leads into, empty if it leads into none.
fn event_of(pointer: &str) -> &str {
    match pointer.strip_prefix("/events/") {
        Some(rest) => &pointer[..pointer.len() - rest.len() + rest.find('/').unwrap_or(rest.len())],
        None => "",
    }
}

impl Comparison {
    fn compare(&self, result: &Json, found: &mut Vec<Difference>) {
        let got = result.pointer(&self.at);
        match &self.wanted {
            Wanted::AtMost(most) => {
                let items = got.and_then(Json::as_array).unwrap_or_default();
                for (number, item) in items.iter().enumerate().skip(*most).take(MAX_DIFFERENCES + 1) {
                    let pointer = format!("{}/{number}", self.at);
                    found.push(match item.get("hook_event_name") {
                        Some(name) => difference(pointer + "/hook_event_name", None, Some(name)),
                        None => difference(pointer, None, Some(item)),
                    });
                }
            }
            Wanted::Without(keys) => {
                for key in keys {
                    if let Some(value) = got.and_then(|got| got.get(key)) {
                        found.push(difference(below(&self.at, key), None, Some(value)));
                    }
                }
            }
            Wanted::As(other) => {
                // Of an event that is not there, another comparison says so.
                if let Some(got) = got {
                    let first = result.pointer(other).map(|first| self.apart(first));
                    inner(first.as_ref(), Some(&self.apart(got)), &self.at, found);
                }
            }
            Wanted::Is(value) if self.at == "/matched_rules" => {
                let names = got.and_then(Json::as_array).unwrap_or_default();
                let counts = |name: &&Json| !name.as_str().is_some_and(|name| self.is_ignored(name));
                let counting = Json::Array(names.iter().filter(counts).cloned().collect());
                if *value != counting {
                    found.push(difference(self.at.clone(), Some(value), Some(&counting)));
                }
            }
            Wanted::Is(value) => inner(Some(value), self.left(got).as_ref(), &self.at, found),
            Wanted::IsOrAbsent(value) => {
                if let Some(left) = self.left(got) {
                    inner(Some(value), Some(&left), &self.at, found);
                }
            }
            Wanted::Absent => inner(None, self.left(got).as_ref(), &self.at, found),
        }
    }

    fn is_ignored(&self, key: &str) -> bool {
        self.ignoring.iter().any(|ignored| ignored == key)
    }

    /// Returns an object without ignored keys; one that held nothing else counts as absent.
    fn left(&self, value: Option<&Json>) -> Option<Json> {
        let value = value?;
        if !self.ignoring.iter().any(|key| value.get(key).is_some()) {
            return Some(value.clone());
        }
        Some(self.apart(value)).filter(|rest| !matches!(rest, Json::Object(members) if members.is_empty()))
    }

    fn apart(&self, value: &Json) -> Json {
        let mut rest = value.clone();
        if let Json::Object(members) = &mut rest {
            members.retain(|key, _| !key.as_str().is_some_and(|key| self.is_ignored(key)));
        }
        rest
    }
}

/// Finds the innermost places at which two values differ.
fn inner(expected: Option<&Json>, got: Option<&Json>, pointer: &str, found: &mut Vec<Difference>) {
    if expected == got || found.len() > MAX_DIFFERENCES {
        return;
    }
    match (expected, got) {
        (Some(Json::Object(one)), Some(Json::Object(other))) => {
            let keys: std::collections::BTreeSet<&Text> = one.keys().chain(other.keys()).collect();
            for key in keys {
                inner(one.get(key), other.get(key), &below(pointer, &key.to_lossy()), found);
            }
        }
        (Some(Json::Array(one)), Some(Json::Array(other))) if one.len() == other.len() => {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                inner(Some(one), Some(other), &format!("{pointer}/{number}"), found);
            }
        }
        _ => found.push(difference(pointer.to_owned(), expected, got)),
    }
}

fn difference(pointer: String, expected: Option<&Json>, got: Option<&Json>) -> Difference {
    Difference { pointer, expected: expected.cloned(), got: got.cloned() }
}

fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// Returns a text with its middle left out if it is long.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 2000;
    if text.len() <= MOST {
        return text.to_owned();
    }
    let (mut start, mut end) = (MOST / 4 * 3, text.len() - MOST / 4);
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    format!("{} … {} ({} bytes)", &text[..start], &text[end..], text.len())
}
