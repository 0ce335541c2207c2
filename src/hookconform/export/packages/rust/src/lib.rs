//! Payloads that coding agents hand to hooks, and what an adapter must make of each.
//!
//! ```
//! use hookconform_data::{about, cases, judge, rules, Adapter, Context, Failure};
//!
//! struct Nothing;
//!
//! impl Adapter for Nothing {
//!     fn name(&self) -> &str { "nothing" }
//!     fn version(&self) -> &str { "0.1.0" }
//!     fn canonicalize(&self, payload: &str, _: &Context) -> Result<Vec<serde_json::Value>, Failure> {
//!         serde_json::from_str(payload).map(|event| vec![event]).map_err(Failure::refused)
//!     }
//! }
//!
//! let rules = rules();
//! let cases = cases(&about().platforms[0])?;
//! assert!(cases.iter().flat_map(|case| judge(case, &Nothing, &rules)).any(|result| result.is_red()));
//! # Ok::<(), hookconform_data::UnknownPlatform>(())
//! ```

mod answers;
mod cases;
mod compare;
mod data;
mod json;
mod judge;
mod number;
mod reader;
mod run;
mod trials;
mod versions;

pub use answers::{respond, Answer, NoAnswer, Verdict};
pub use cases::{about, cases, claims, escapes, rules, About, Case, Refuse, UnknownPlatform};
pub use compare::{differences, Comparison, Difference, Wanted, MAX_DIFFERENCES};
pub use json::{Json, ParseError, Text};
pub use judge::{
    judge, judge_recorded, Adapter, CheckResult, Context, Failure, Outcome, INVALID_PAYLOAD, INVALID_RULES,
    UNSUPPORTED_PLATFORM,
};
pub use run::{run, Report};
pub use trials::run_trials;
pub use versions::compare_versions;
