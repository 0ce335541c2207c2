//! One named trial a case under `cargo test`, whose own harness makes none at run time.

use std::process::ExitCode;

use crate::cases::{cases, rules};
use crate::compare::shortened;
use crate::judge::{judge, Adapter, CheckResult};

/// Runs one trial a case, and prints them as `cargo test` does. For `main` of a test with `harness = false`.
///
/// The first argument that is no option is a part of the names of the cases to run: `cargo test --test cases -- read`.
/// `--exact` takes it as the whole name, `--list` prints names only.
pub fn run_trials(adapter: &dyn Adapter) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let wanted = arguments.iter().find(|argument| !argument.starts_with('-'));
    let is_wanted = |id: &str| match wanted {
        Some(part) => id == part || (!has("--exact") && id.contains(part.as_str())),
        None => true,
    };
    let rules = rules();
    let (mut passed, mut red) = (0, Vec::new());
    for platform in adapter.platforms() {
        let cases = match cases(platform) {
            Ok(cases) => cases,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        };
        for case in cases.iter().filter(|case| is_wanted(&case.id)) {
            if has("--list") {
                println!("{}: test", case.id);
                continue;
            }
            let failed: Vec<CheckResult> =
                judge(case, adapter, &rules).into_iter().filter(CheckResult::is_red).collect();
            println!("test {} ... {}", case.id, if failed.is_empty() { "ok" } else { "FAILED" });
            passed += usize::from(failed.is_empty());
            if !failed.is_empty() {
                red.push((case.id.clone(), failed));
            }
        }
    }
    if has("--list") {
        return ExitCode::SUCCESS;
    }
    for (id, failed) in &red {
        println!("\n---- {id} ----");
        failed.iter().for_each(|result| println!("{}", shortened(&result.to_string())));
    }
    let is_green = red.is_empty() && passed > 0;
    println!("\ntest result: {}. {passed} passed; {} failed", if is_green { "ok" } else { "FAILED" }, red.len());
    ExitCode::from(if is_green { 0 } else { 101 })
}
