//! Reads JSON without rounding numbers, and with halves of surrogate pairs.

use std::collections::BTreeMap;

use crate::json::{Json, ParseError, Text, MAX_DEPTH};

type Read<T> = Result<T, ParseError>;

pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    is_packed: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, depth: 0, is_packed: false }
    }

    /// Reads a text that this package was built with, and not again each character to see whether it may stand there.
    pub(crate) fn of_packed(text: &'a str) -> Reader<'a> {
        Reader { is_packed: true, ..Reader::new(text) }
    }

    pub(crate) fn end(&mut self) -> Read<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.fault("the end"),
        }
    }

    pub(crate) fn value(&mut self) -> Read<Json> {
        match self.peek() {
            Some(b'{' | b'[') if self.depth >= MAX_DEPTH => self.skip(),
            Some(b'{') => {
                let mut found = BTreeMap::new();
                self.object(|reader, key| {
                    found.insert(key, reader.value()?);
                    Ok(())
                })?;
                Ok(Json::Object(found))
            }
            Some(b'[') => {
                let mut found = Vec::new();
                self.array(|reader| {
                    found.push(reader.value()?);
                    Ok(())
                })?;
                Ok(Json::Array(found))
            }
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => self.number(),
        }
    }

    /// Calls `each` for every key, which then reads the value.
    pub(crate) fn object(&mut self, mut each: impl FnMut(&mut Self, Text) -> Read<()>) -> Read<()> {
        self.items(b'{', b'}', |reader| {
            reader.peek();
            let key = reader.string()?;
            reader.expect(b':', "a colon")?;
            each(reader, key)
        })
    }

    /// Calls `each` for every item, which it then reads.
    pub(crate) fn array(&mut self, each: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.items(b'[', b']', each)
    }

    fn items(&mut self, open: u8, close: u8, mut each: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.expect(open, "an object or an array")?;
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(());
        }
        self.depth += 1;
        loop {
            each(self)?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(char) if char == close => break,
                _ => return self.fault("a comma or the end of an object or an array"),
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(())
    }

    /// Goes over an object or an array; whether the brackets fit is not looked at, only that there are as many.
    fn skip(&mut self) -> Read<Json> {
        let mut level = 0;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.string()?;
                    continue;
                }
                Some(b'{' | b'[') => level += 1,
                Some(b'}' | b']') => level -= 1,
                Some(_) => {}
                None => return self.fault("the end of an object or an array"),
            }
            self.at += 1;
            if level == 0 {
                return Ok("…".into());
            }
        }
    }

    pub(crate) fn string(&mut self) -> Read<Text> {
        if self.text.as_bytes().get(self.at) != Some(&b'"') {
            return self.fault("a string");
        }
        self.at += 1;
        let mut found = Vec::new();
        let mut quote = self.at;
        loop {
            if quote <= self.at {
                // Of characters, `find` is the fastest that a build without optimization has.
                quote = match self.text[self.at..].find('"') {
                    Some(place) => self.at + place,
                    None => return self.fault("the end of a string"),
                };
            }
            let plain = &self.text[self.at..quote];
            let (plain, is_escape) = match plain.find('\\') {
                Some(place) => (&plain[..place], true),
                None => (plain, false),
            };
            if !self.is_packed && plain.bytes().any(|byte| byte < b' ') {
                return self.fault("an escape for a control character");
            }
            found.extend_from_slice(plain.as_bytes());
            self.at += plain.len() + 1;
            if !is_escape {
                return Ok(Text::from_wtf8(found));
            }
            self.escape(&mut found)?;
        }
    }

    fn escape(&mut self, found: &mut Vec<u8>) -> Read<()> {
        let escaped = match self.text.as_bytes().get(self.at) {
            Some(b'u') => {
                self.at += 1;
                return self.escaped_unit(found);
            }
            Some(b'b') => 0x08,
            Some(b'f') => 0x0C,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(&char @ (b'"' | b'\\' | b'/')) => char,
            _ => return self.fault("an escape"),
        };
        self.at += 1;
        found.push(escaped);
        Ok(())
    }

    fn escaped_unit(&mut self, found: &mut Vec<u8>) -> Read<()> {
        let unit = self.unit()?;
        let mut code = u32::from(unit);
        if (0xD800..0xDC00).contains(&unit) && self.text.as_bytes()[self.at..].starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            match self.unit() {
                Ok(low @ 0xDC00..=0xDFFF) => code = 0x10000 + ((code - 0xD800) << 10) + u32::from(low - 0xDC00),
                _ => self.at = before,
            }
        }
        match char::from_u32(code) {
            Some(char) => found.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            None => found.extend_from_slice(&[0xED, (code >> 6 & 0x3F) as u8 | 0x80, (code & 0x3F) as u8 | 0x80]),
        }
        Ok(())
    }

    fn unit(&mut self) -> Read<u16> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        if digits.len() < 4 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return self.fault("four hexadecimal digits");
        }
        let unit = u16::from_str_radix(&self.text[self.at..self.at + 4], 16);
        self.at += 4;
        unit.or_else(|_| self.fault("four hexadecimal digits"))
    }

    fn number(&mut self) -> Read<Json> {
        let start = self.at;
        self.next(b"-");
        if !self.next(b"0") && !self.digits() {
            return self.fault("a value");
        }
        if self.next(b".") && !self.digits() {
            return self.fault("a digit");
        }
        if self.next(b"eE") {
            self.next(b"+-");
            if !self.digits() {
                return self.fault("a digit");
            }
        }
        Ok(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> bool {
        let start = self.at;
        while self.next(b"0123456789") {}
        self.at > start
    }

    fn next(&mut self, any: &[u8]) -> bool {
        let found = self.text.as_bytes().get(self.at).is_some_and(|char| any.contains(char));
        self.at += usize::from(found);
        found
    }

    fn word(&mut self, word: &str, value: Json) -> Read<Json> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return self.fault("a value");
        }
        self.at += word.len();
        Ok(value)
    }

    fn expect(&mut self, char: u8, what: &str) -> Read<()> {
        if self.peek() != Some(char) {
            return self.fault(what);
        }
        self.at += 1;
        Ok(())
    }

    /// Goes to the next character that is no blank, and returns it.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                char => return char.copied(),
            }
        }
    }

    pub(crate) fn fault<T>(&self, wanted: &str) -> Read<T> {
        Err(ParseError(format!("at byte {} there is not {wanted}", self.at)))
    }
}
