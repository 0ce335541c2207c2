//! From a case and an adapter to the outcome of each check.

use std::any::Any;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde_json::Value;

use crate::cases::{about, Case, Refuse};
use crate::compare::{differences, Comparison, Difference, MAX_DIFFERENCES};
use crate::json::Json;

/// Code of an adapter that refuses a payload.
pub const INVALID_PAYLOAD: i64 = -32001;
/// Code of an adapter that does not know the platform.
pub const UNSUPPORTED_PLATFORM: i64 = -32002;
/// Code of an adapter that refuses rules, one of which could never match.
pub const INVALID_RULES: i64 = -32602;

/// What is judged.
pub trait Adapter {
    /// Its name in the report.
    fn name(&self) -> &str;

    /// Its version in the report.
    fn version(&self) -> &str;

    /// The platforms it knows; all of them if it does not say.
    fn platforms(&self) -> Vec<&str> {
        about().platforms.iter().map(String::as_str).collect()
    }

    /// Returns the canonical events of a payload.
    fn canonicalize(&self, payload: &str, context: &Context<'_>) -> Result<Vec<Value>, Failure>;

    /// Returns the names of the rules that match; `None`, as here: it has no rule engine, and rules are not judged.
    fn matched_rules(
        &self,
        _payload: &str,
        _rules: &[Value],
        _context: &Context<'_>,
    ) -> Option<Result<Vec<String>, Failure>> {
        None
    }
}

/// Where a payload comes from.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub platform: &'a str,
    pub version: Option<&'a str>,
    pub registered_event: Option<&'a str>,
}

/// Why an adapter has no answer. Any error becomes `Broken` by `?`, so refusing has to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The adapter refuses; other codes than the three above say that it broke.
    Refused { code: i64, message: String },
    /// The adapter broke.
    Broken(String),
}

impl Failure {
    /// Returns the refusal of a payload that cannot be read.
    pub fn refused(message: impl fmt::Display) -> Failure {
        Failure::Refused { code: INVALID_PAYLOAD, message: message.to_string() }
    }
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Broken(error.to_string())
    }
}

/// What became of a check. `Failed` and `Error` turn a run red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    Passed,
    Failed,
    Error,
    Unsupported,
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Error => "error",
            Outcome::Unsupported => "unsupported",
        })
    }
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// The check's id, `<case>::<capability>`.
    pub check: String,
    pub case: String,
    pub platform: String,
    pub capability: String,
    pub outcome: Outcome,
    pub message: String,
    pub differences: Vec<Difference>,
}

impl CheckResult {
    /// Tells whether the result turns a run red.
    pub fn is_red(&self) -> bool {
        matches!(self.outcome, Outcome::Failed | Outcome::Error)
    }

    fn new(case: &Case, capability: &str, outcome: Outcome, message: String) -> CheckResult {
        CheckResult {
            check: format!("{}::{capability}", case.id),
            case: case.id.clone(),
            platform: case.platform.clone(),
            capability: capability.to_owned(),
            outcome,
            message,
            differences: vec![],
        }
    }
}

/// Writes the check, its outcome, and what is wrong, a line each.
impl fmt::Display for CheckResult {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.check, self.outcome)?;
        if !self.message.is_empty() {
            write!(out, "\n  {}", self.message)?;
        }
        self.differences.iter().try_for_each(|difference| write!(out, "\n  {difference}"))
    }
}

/// Returns the outcome of each check of a case, in the order of the corpus. `rules` are those of [`crate::rules`].
pub fn judge(case: &Case, adapter: &dyn Adapter, rules: &[Value]) -> Vec<CheckResult> {
    let context = Context {
        platform: &case.platform,
        version: case.version.as_deref(),
        registered_event: case.registered_event.as_deref(),
    };
    let rules = case.rules.as_deref().unwrap_or(rules);
    let mut events: Option<Answer> = None;
    results(case, |capability| {
        if capability == "rules" {
            let names = asked(|| adapter.matched_rules(&case.payload, rules, &context))?;
            return Some(names.map(|names| Json::object([("matched_rules", Json::list(&names))])));
        }
        if events.is_none() {
            let found = asked(|| Some(adapter.canonicalize(&case.payload, &context)))?;
            events = Some(found.map(|found| Json::object([("events", Json::list(&found))])));
        }
        events.clone()
    })
}

/// Judges answers that were recorded as a runner over a pipe gets them. Each is `{"value": result}`, or `{"code",
/// "message"}` of a refusal, or `{"broken": why}`; `None` was not asked for.
pub fn judge_recorded(case: &Case, canonicalize: Option<&Json>, match_rules: Option<&Json>) -> Vec<CheckResult> {
    results(case, |capability| {
        let recorded = if capability == "rules" { match_rules } else { canonicalize }?;
        if let Some(value) = recorded.get("value") {
            return Some(Ok(value.clone()));
        }
        let said = |key| recorded.get(key).and_then(Json::as_str).map(str::to_owned);
        Some(Err(match recorded.get("code") {
            Some(Json::Number(code)) => Failure::Refused {
                code: code.parse().unwrap_or_default(),
                message: said("message").unwrap_or_default(),
            },
            _ => Failure::Broken(said("broken").unwrap_or_else(|| "there is no answer".to_owned())),
        }))
    })
}

/// What an adapter says to one question.
type Answer = Result<Json, Failure>;

fn results(case: &Case, mut answer: impl FnMut(&str) -> Option<Answer>) -> Vec<CheckResult> {
    let mut found = Vec::new();
    for (capability, comparisons) in &case.expect {
        found.push(match answer(capability) {
            Some(given) => judged(case, capability, comparisons, &given),
            None => CheckResult::new(case, capability, Outcome::Unsupported, String::new()),
        });
    }
    let unsupported = |name: &String| CheckResult::new(case, name, Outcome::Unsupported, String::new());
    found.extend(case.unsupported.iter().map(unsupported));
    found
}

fn asked<T>(call: impl FnOnce() -> Option<Result<T, Failure>>) -> Option<Result<T, Failure>> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|reason| Some(Err(Failure::Broken(panicked(reason.as_ref())))))
}

fn panicked(reason: &(dyn Any + Send)) -> String {
    let text = reason.downcast_ref::<&str>().copied().or_else(|| reason.downcast_ref::<String>().map(String::as_str));
    format!("panic: {}", text.unwrap_or("without a text"))
}

fn judged(case: &Case, capability: &str, comparisons: &[Comparison], given: &Answer) -> CheckResult {
    let result = |outcome, message| CheckResult::new(case, capability, outcome, message);
    let value = match given {
        Err(Failure::Broken(why)) => return result(Outcome::Error, why.clone()),
        Err(Failure::Refused { code, message }) => {
            let (outcome, message) = judged_refusal(case, capability, *code, message);
            return result(outcome, message);
        }
        Ok(_) if case.refuse == Some(Refuse::Must) => {
            return result(Outcome::Failed, format!("{}; it was answered as if it were harmless", must_refuse()));
        }
        Ok(value) => value,
    };
    if let Some(problem) = malformed(capability, value) {
        return result(Outcome::Error, format!("the answer does not follow the protocol: {problem}"));
    }
    let mut found = differences(comparisons, value);
    if found.is_empty() {
        return result(Outcome::Passed, String::new());
    }
    let mut failed = result(Outcome::Failed, String::new());
    if found.len() > MAX_DIFFERENCES {
        found.truncate(MAX_DIFFERENCES);
        failed.message = format!("there are more differences than the {MAX_DIFFERENCES} shown");
    }
    failed.differences = found;
    failed
}

fn judged_refusal(case: &Case, capability: &str, code: i64, message: &str) -> (Outcome, String) {
    match code {
        INVALID_RULES if capability == "rules" && case.may_refuse_rules => (Outcome::Passed, String::new()),
        INVALID_PAYLOAD if case.refuse.is_some() => (Outcome::Passed, String::new()),
        INVALID_PAYLOAD | UNSUPPORTED_PLATFORM if case.refuse == Some(Refuse::Must) => {
            (Outcome::Failed, format!("{}; it was refused with {code}: {message}", must_refuse()))
        }
        INVALID_PAYLOAD | UNSUPPORTED_PLATFORM => {
            (Outcome::Failed, format!("a good payload was refused with {code}: {message}"))
        }
        _ => (Outcome::Error, format!("the adapter answered error {code}: {message}")),
    }
}

fn must_refuse() -> String {
    format!("the payload must be refused with {INVALID_PAYLOAD}")
}

fn malformed(capability: &str, value: &Json) -> Option<&'static str> {
    if capability == "rules" {
        let names = value.get("matched_rules").and_then(Json::as_array);
        let are_names = names.is_some_and(|names| names.iter().all(|name| matches!(name, Json::String(_))));
        return (!are_names).then_some("`matched_rules` must be a list of rule names");
    }
    match value.get("events").and_then(Json::as_array) {
        None | Some([]) => Some("`events` must be a list with at least one event"),
        Some(events) if events.iter().all(|event| matches!(event, Json::Object(_))) => None,
        Some(_) => Some("an event must be an object"),
    }
}
