//! Judges recorded answers, and prints the outcome of each check of a platform.
//!
//! Standard input has one line a case: `{"id": …, "canonicalize": answer, "match": answer}`. An answer is `{"value":
//! result}`, `{"code": …, "message": …}` of a refusal, or `{"broken": why}`; one that is not there was not asked for.

use std::collections::HashMap;
use std::error::Error;
use std::io::{stdin, stdout, BufRead, BufWriter, Write};

use hookconform_data::{cases, judge_recorded, Case, Json};

fn main() -> Result<(), Box<dyn Error>> {
    let platform = std::env::args().nth(1).ok_or("usage: judge_answers PLATFORM < answers.ndjson")?;
    let cases = cases(&platform)?;
    let by_id: HashMap<&str, &Case> = cases.iter().map(|case| (case.id.as_str(), case)).collect();
    let mut out = BufWriter::new(stdout().lock());
    for line in stdin().lock().lines() {
        let answers: Json = line?.parse()?;
        let id = answers.get("id").and_then(Json::as_str).unwrap_or_default();
        let case = by_id.get(id).ok_or_else(|| format!("no case {id} of {platform}"))?;
        for result in judge_recorded(case, answers.get("canonicalize"), answers.get("match")) {
            writeln!(out, "{} {}", result.check, result.outcome)?;
        }
    }
    out.flush()?;
    Ok(())
}
