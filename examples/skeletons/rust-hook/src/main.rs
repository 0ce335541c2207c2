//! A hook that denies by a policy: hook PLATFORM EVENT POLICY-FILE, the payload on standard input.
//! The policy is {"deny": ["Bash", …]}, in canonical names of tools. What cannot be read is denied,
//! and so is every call under a name that would never match: names.json has the words that programs have for a tool.

mod canonical;
mod strict;

use canonical::{before_a_tool, tables, Table};
use serde_json::Value;
use std::collections::HashMap;
use std::error::Error;
use std::io::{stdin, stdout, Read, Write};
use std::process::ExitCode;

// What most programs take for a denial.
const STOPPED: u8 = 2;

/// Return the names of a policy that has nothing but these.
fn names_denied(policy_file: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let policy = strict::read(&std::fs::read_to_string(policy_file)?).map_err(|why| why.0)?;
    let names = match (policy.get("deny"), policy.as_object()) {
        (Some(Value::Array(names)), Some(fields)) if fields.len() == 1 => names,
        _ => return Err("the policy is not one list, deny".into()),
    };
    let meant: HashMap<String, String> = serde_json::from_str(include_str!("../names.json"))?;
    let mut denied = Vec::new();
    for name in names {
        let name = name.as_str().filter(|name| !name.trim().is_empty());
        let name = name.ok_or("deny is not a list of names")?;
        match meant.get(&name.trim().to_lowercase()) {
            Some(canonical) if canonical != name => {
                return Err(
                    format!("a policy for {name:?} never matches: write {canonical}").into(),
                );
            }
            _ => denied.push(name.to_owned()),
        }
    }
    Ok(denied)
}

/// Tell whether the policy denies a call; what cannot be judged is an error.
fn stops(table: &Table, registered: &str, policy_file: &str) -> Result<bool, Box<dyn Error>> {
    let denied = names_denied(policy_file)?;
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
    Ok(before && found.called.iter().any(|tool| denied.contains(tool)))
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
    let failed = match stops(table, registered, policy_file) {
        Ok(false) => return Ok(0),
        Ok(true) => None,
        Err(error) => Some(error.to_string()),
    };
    let event = registered.split('[').next().unwrap_or_default();
    let Some(denial) = table.deny.get(event) else {
        return Err(failed
            .unwrap_or_else(|| "The policy of this project denies this call.".into())
            .into());
    };
    write!(stdout(), "{}", denial.stdout)?;
    stdout().flush()?;
    match failed {
        Some(why) if denial.stderr.is_empty() => eprintln!("{why}"),
        _ => eprint!("{}", denial.stderr),
    }
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
