//! One named trial a case.

use std::process::ExitCode;

fn main() -> ExitCode {
    hookconform_data::run_trials(&example::Example)
}
