//! The order of versions: numbers between dots; a pre-release comes before its release.

use std::cmp::Ordering;

/// What orders versions: the numbers, whether it is a release, and the parts of a pre-release.
type Key = (Vec<Part>, bool, Vec<Part>);

/// Numbers by value (length and digits without the zeros before them), then words.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(usize, String),
    Word(String),
}

/// Orders two versions; two spellings of one version are equal. A text without any number comes first of all.
pub fn compare_versions(one: &str, other: &str) -> Ordering {
    key(one).cmp(&key(other))
}

fn key(version: &str) -> Key {
    let Some(start) = version.find(|char: char| char.is_ascii_digit()) else {
        return (vec![], false, vec![]);
    };
    let version = &version[start..];
    let end = numbers_end(version);
    let (numbers, rest) = version.split_at(end);
    let rest = rest.split(|char: char| char == '+' || char.is_whitespace()).next().unwrap_or_default();
    let mut numbers = parts(numbers);
    while matches!(numbers.last(), Some(Part::Number(0, _))) {
        numbers.pop();
    }
    let rest = parts(rest);
    (numbers, rest.is_empty(), rest)
}

/// Returns where the numbers between single dots end.
fn numbers_end(version: &str) -> usize {
    let bytes = version.as_bytes();
    let is_digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while is_digit(end) || (bytes.get(end) == Some(&b'.') && is_digit(end + 1)) {
        end += 1;
    }
    end
}

fn parts(text: &str) -> Vec<Part> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_of_part = |char: char| {
            if first.is_ascii_digit() {
                char.is_ascii_digit()
            } else {
                char.is_ascii_alphabetic()
            }
        };
        let end = rest.find(|char| !is_of_part(char)).unwrap_or(rest.len()).max(first.len_utf8());
        let part = &rest[..end];
        if first.is_ascii_digit() {
            let digits = part.trim_start_matches('0');
            found.push(Part::Number(digits.len(), digits.to_owned()));
        } else if first.is_ascii_alphabetic() {
            found.push(Part::Word(part.to_owned()));
        }
        rest = &rest[end..];
    }
    found
}
