//! A hook that denies by a policy: hook PLATFORM EVENT POLICY-FILE, the payload on standard input.
//! The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied.

mod canonical;
mod strict;

use canonical::{before_a_tool, tables, Table};
use serde::Deserialize;
use std::error::Error;
use std::io::{stdin, stdout, Read, Write};
use std::process::ExitCode;

// What most programs take for a denial.
const STOPPED: u8 = 2;

#[derive(Deserialize)]
struct Policy {
    deny: Vec<String>,
}

/// Tell whether the policy denies a call; what cannot be judged is an error.
fn stops(table: &Table, registered: &str, policy_file: &str) -> Result<bool, Box<dyn Error>> {
    let policy: Policy = serde_json::from_str(&std::fs::read_to_string(policy_file)?)?;
    let mut payload = String::new();
    stdin().read_to_string(&mut payload)?;
    let found = table.canonical(registered, &payload).map_err(|why| why.0)?;
    let name = |event: &serde_json::Map<_, _>| {
        event
            .get("hook_event_name")
            .and_then(serde_json::Value::as_str)
            .map(before_a_tool)
    };
    let before = found.events.iter().any(|event| name(event) == Some(true));
    Ok(before && found.called.iter().any(|tool| policy.deny.contains(tool)))
}

fn answer() -> Result<u8, Box<dyn Error>> {
    let given: Vec<String> = std::env::args().collect();
    let [_, platform, registered, policy_file] = given.as_slice() else {
        return Err("hook PLATFORM EVENT POLICY-FILE".into());
    };
    let tables = tables()?;
    let table = tables
        .get(platform)
        .ok_or_else(|| format!("unsupported platform: {platform}"))?;
    let why = match stops(table, registered, policy_file) {
        Ok(false) => return Ok(0),
        Ok(true) => "The policy of this project denies this call.".to_owned(),
        Err(error) => error.to_string(),
    };
    let event = registered.split('[').next().unwrap_or_default();
    let Some(denial) = table.deny.get(event) else {
        return Err(why.into());
    };
    write!(stdout(), "{}", denial.stdout)?;
    stdout().flush()?;
    eprint!("{}", denial.stderr);
    Ok(u8::try_from(denial.exit_code).unwrap_or(STOPPED))
}

fn main() -> ExitCode {
    let code = std::panic::catch_unwind(answer).unwrap_or_else(|_| Err("the hook failed".into()));
    code.map_or_else(
        |error| {
            eprintln!("{error}");
            STOPPED.into()
        },
        ExitCode::from,
    )
}
