//! JSON as cases need it.
//!
//! `serde_json` cannot be used for what is expected: it refuses half of a surrogate pair, which some payloads hold, and
//! rounds numbers. Its feature `arbitrary_precision` would change the `serde_json` of the adapter that is tested, too:
//! Cargo builds one for both.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::number::same_number;
use crate::reader::Reader;

/// What is nested deeper is replaced by `…`, as `hookconform run` does.
pub(crate) const MAX_DEPTH: usize = 500;

/// A JSON value. Values are equal if they mean the same: `1` is `1.0`, `true` is not `1`, the order of keys is nothing.
#[derive(Clone, Debug)]
pub enum Json {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(String),
    String(Text),
    Array(Vec<Json>),
    /// Of a key that stands twice the last one counts.
    Object(BTreeMap<Text, Json>),
}

/// A text that may hold half of a surrogate pair, which a `String` cannot: as UTF-8, a half as three bytes (WTF-8).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(Vec<u8>);

/// Why a text is no JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(pub(crate) String);

impl Json {
    /// Returns the value of a key; `None` if there is none, or this is no object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.get(&Text::from(key)),
            _ => None,
        }
    }

    /// Returns the value at a JSON Pointer.
    pub fn pointer(&self, pointer: &str) -> Option<&Json> {
        pointer.split('/').skip(1).try_fold(self, |value, part| match value {
            Json::Array(items) => items.get(part.parse::<usize>().ok()?),
            _ => value.get(&part.replace("~1", "/").replace("~0", "~")),
        })
    }

    /// Returns the text, if this is one that a `String` can hold.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => text.as_str(),
            _ => None,
        }
    }

    pub(crate) fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    pub(crate) fn list<I: IntoIterator>(items: I) -> Json
    where
        I::Item: Into<Json>,
    {
        Json::Array(items.into_iter().map(Into::into).collect())
    }

    fn of(value: &Value, depth: usize) -> Json {
        match value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(number) => Json::Number(number.to_string()),
            Value::String(text) => text.as_str().into(),
            _ if depth > MAX_DEPTH => "…".into(),
            Value::Array(items) => Json::Array(items.iter().map(|item| Json::of(item, depth + 1)).collect()),
            Value::Object(members) => {
                let of = |(key, item): (&String, &Value)| (key.as_str().into(), Json::of(item, depth + 1));
                Json::Object(members.iter().map(of).collect())
            }
        }
    }
}

impl std::str::FromStr for Json {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Json, ParseError> {
        let mut reader = Reader::new(text);
        let value = reader.value()?;
        reader.end()?;
        Ok(value)
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Json {
        Json::of(value, 1)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.into())
    }
}

impl From<&String> for Json {
    fn from(text: &String) -> Json {
        text.as_str().into()
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Json {
        Json::Number(number.to_string())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        match (self, other) {
            (Json::Null, Json::Null) => true,
            (Json::Bool(one), Json::Bool(other)) => one == other,
            (Json::Number(one), Json::Number(other)) => same_number(one, other),
            (Json::String(one), Json::String(other)) => one == other,
            (Json::Array(one), Json::Array(other)) => one == other,
            (Json::Object(one), Json::Object(other)) => one == other,
            _ => false,
        }
    }
}

/// Writes compact JSON in ASCII; half of a surrogate pair is an escape.
impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(number) => out.write_str(number),
            Json::String(text) => text.fmt(out),
            Json::Array(items) => {
                for (number, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if number == 0 { "[" } else { "," })?;
                }
                out.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(members) => {
                for (number, (key, item)) in members.iter().enumerate() {
                    write!(out, "{}{key}:{item}", if number == 0 { "{" } else { "," })?;
                }
                out.write_str(if members.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

impl Text {
    /// Returns the text, if a `str` can hold it.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// Returns the text with U+FFFD for what a `String` cannot hold.
    pub fn to_lossy(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }

    pub(crate) fn into_string(self) -> Option<String> {
        String::from_utf8(self.0).ok()
    }

    pub(crate) fn from_wtf8(bytes: Vec<u8>) -> Text {
        Text(bytes)
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let mut found = Vec::new();
        let mut rest = self.0.as_slice();
        while !rest.is_empty() {
            let valid = std::str::from_utf8(rest).map_or_else(|error| error.valid_up_to(), str::len);
            if valid == 0 {
                let unit = 0xD000 | u16::from(rest[1] & 0x3F) << 6 | u16::from(rest[2] & 0x3F);
                found.push(Part::Half(unit));
                rest = &rest[3..];
            } else {
                found.extend(std::str::from_utf8(&rest[..valid]).map(Part::Whole));
                rest = &rest[valid..];
            }
        }
        found
    }
}

enum Part<'a> {
    Whole(&'a str),
    Half(u16),
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text(text.into_bytes())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.as_bytes().to_vec())
    }
}

/// Writes a JSON string.
impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("\"")?;
        for part in self.parts() {
            match part {
                Part::Whole(text) => text.chars().try_for_each(|char| write_char(out, char))?,
                Part::Half(unit) => write!(out, "\\u{unit:04x}")?,
            }
        }
        out.write_str("\"")
    }
}

fn write_char(out: &mut fmt::Formatter<'_>, char: char) -> fmt::Result {
    match char {
        '"' => out.write_str("\\\""),
        '\\' => out.write_str("\\\\"),
        ' '..='\x7f' => write!(out, "{char}"),
        _ => char.encode_utf16(&mut [0; 2]).iter().try_for_each(|unit| write!(out, "\\u{unit:04x}")),
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "no JSON: {}", self.0)
    }
}

impl std::error::Error for ParseError {}
