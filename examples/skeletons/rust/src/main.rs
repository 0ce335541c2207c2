//! The adapter that the suite asks: JSON-RPC 2.0, one message a line.

mod canonical;
mod strict;

use canonical::{tables, Table};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::error::Error;
use std::io::{stdin, stdout, BufRead, Write};

fn answer(
    tables: &HashMap<String, Table>,
    method: &str,
    params: &Value,
) -> Result<Value, (i32, String)> {
    let text = |key: &str| params.get(key).and_then(Value::as_str).unwrap_or_default();
    match method {
        // What it claims is stated in adapter.toml alone.
        "initialize" => Ok(json!({
            "protocol": 2, "name": "example-rust", "version": "0.1.0", "language": "rust",
        })),
        "shutdown" => Ok(Value::Null),
        "canonicalize" => {
            let platform = text("platform");
            let table = tables
                .get(platform)
                .ok_or((-32002, format!("unsupported platform: {platform}")))?;
            let found = table.canonical(text("registered_event"), text("payload"));
            found
                .map(|found| json!({"events": found.events}))
                .map_err(|why| (-32001, why.0))
        }
        _ => Err((-32601, format!("there is no method {method}"))),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let tables = tables()?;
    for line in stdin().lock().lines() {
        let (id, method, said) = match serde_json::from_str::<Value>(&whole(&line?)) {
            Err(error) => (Value::Null, String::new(), Err((-32700, error.to_string()))),
            Ok(request) => {
                let method = request["method"].as_str().unwrap_or_default();
                let said = answer(&tables, method, &request["params"]);
                (request["id"].clone(), method.to_owned(), said)
            }
        };
        let message = match said {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err((code, why)) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}})
            }
        };
        let mut out = stdout().lock();
        writeln!(out, "{message}")?;
        out.flush()?;
        if method == "shutdown" {
            break;
        }
    }
    Ok(())
}

/// Return a request in which half a surrogate pair, which no Rust string can hold, is U+FFFD: a payload may have some.
fn whole(line: &str) -> String {
    let unit = |at: usize| {
        let digits = line.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let (mut found, mut at, mut kept) = (String::new(), 0, 0);
    while let Some(next) = line[at..].find('\\') {
        at += next;
        match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at += 12,
            (Some(0xd800..=0xdfff), _) => {
                found += &line[kept..at];
                found += "\\ufffd";
                at += 6;
                kept = at;
            }
            _ => at += 2,
        }
    }
    found + &line[kept..]
}
