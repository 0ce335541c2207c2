//! A whole run, and its report as `hookconform run --format json` writes it (schema: run-report).

use std::collections::BTreeMap;

use crate::cases::{about, cases, rules, UnknownPlatform};
use crate::compare::{shortened, Difference};
use crate::json::Json;
use crate::judge::{judge, Adapter, CheckResult, Outcome};

/// Characters of a value that a report shows whole.
const MOST: usize = 2000;

/// What a run found.
pub struct Report {
    pub name: String,
    pub version: String,
    /// The platforms, sorted.
    pub platforms: Vec<String>,
    /// How many cases were judged.
    pub cases: usize,
    pub results: Vec<CheckResult>,
}

/// Judges an adapter by all cases of the platforms it names.
pub fn run(adapter: &dyn Adapter) -> Result<Report, UnknownPlatform> {
    let mut platforms: Vec<String> = adapter.platforms().into_iter().map(str::to_owned).collect();
    platforms.sort();
    let rules = rules();
    let mut report = Report {
        name: adapter.name().to_owned(),
        version: adapter.version().to_owned(),
        platforms,
        cases: 0,
        results: vec![],
    };
    for platform in &report.platforms {
        let cases = cases(platform)?;
        report.cases += cases.len();
        report.results.extend(cases.iter().flat_map(|case| judge(case, adapter, &rules)));
    }
    Ok(report)
}

impl Report {
    /// Returns the number of checks with an outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.results.iter().filter(|result| result.outcome == outcome).count()
    }

    /// Returns the results that turn the run red.
    pub fn red(&self) -> impl Iterator<Item = &CheckResult> {
        self.results.iter().filter(|result| result.is_red())
    }

    /// Tells whether checks were judged, and none is red.
    pub fn has_passed(&self) -> bool {
        self.red().next().is_none() && self.count(Outcome::Passed) > 0
    }

    /// Returns the status as a sentence.
    pub fn verdict(&self) -> String {
        let red = self.red().count();
        let judged = red + self.count(Outcome::Passed);
        match (red, judged) {
            (_, 0) => "failed: no check of this selection was judged, which proves nothing".to_owned(),
            (0, 1) => "passed: 1 check".to_owned(),
            (0, _) => format!("passed: {} checks", grouped(judged)),
            (1, _) => format!("failed: 1 of {} checks is red", grouped(judged)),
            _ => format!("failed: {} of {} checks are red", grouped(red), grouped(judged)),
        }
    }

    /// Returns the report as JSON text.
    pub fn to_json(&self) -> String {
        let about = about();
        let has_rules = self.results.iter().any(|one| one.capability == "rules" && one.outcome != Outcome::Unsupported);
        let mut capabilities: Vec<&String> =
            about.capabilities.iter().filter(|name| *name != "rules" || has_rules).collect();
        capabilities.sort();
        let nothing = || Json::object([]);
        let adapter = Json::object([
            ("name", (&self.name).into()),
            ("version", (&self.version).into()),
            ("language", "rust".into()),
            ("protocol", 2.into()),
            ("tier", (&about.tier).into()),
            ("kind", "native".into()),
            ("platforms", Json::list(&self.platforms)),
            ("capabilities", Json::list(capabilities)),
            ("events", "all".into()),
            ("verdicts", "all".into()),
            ("coarse_words", Json::object([("tools", nothing()), ("events", nothing())])),
            ("legacy_aliases", Json::Bool(false)),
            ("further_fields", Json::Bool(false)),
            ("rule_engine", "own".into()),
        ]);
        let selected: &[String] = if self.platforms == about.platforms { &[] } else { &self.platforms };
        let selection = Json::object([
            ("platforms", Json::list(selected)),
            ("capabilities", Json::list(&about.capabilities)),
            ("cases", Json::Array(vec![])),
            ("measured_only", Json::Bool(false)),
        ]);
        let corpus = Json::object([("fingerprint", (&about.corpus).into()), ("vocabulary", about.vocabulary.into())]);
        Json::object([
            ("report", 2.into()),
            ("hookconform", (&about.hookconform).into()),
            ("adapter", adapter),
            ("corpus", corpus),
            ("selection", selection),
            ("cases", self.cases.into()),
            ("status", if self.has_passed() { "passed" } else { "failed" }.into()),
            ("verdict", (&self.verdict()).into()),
            ("counts", self.counts()),
            ("table", self.table()),
            ("inferred", 0.into()),
            ("not_applicable", nothing()),
            ("checks", Json::Array(self.red().map(check).collect())),
            ("stale_entries", Json::Array(vec![])),
            ("stray_output", Json::object([("count", 0.into()), ("lines", Json::Array(vec![]))])),
        ])
        .to_string()
    }

    fn counts(&self) -> Json {
        Json::object([
            ("passed", self.count(Outcome::Passed).into()),
            ("failed", self.count(Outcome::Failed).into()),
            ("error", self.count(Outcome::Error).into()),
            ("unsupported", self.count(Outcome::Unsupported).into()),
            ("known", 0.into()),
            ("stale", 0.into()),
        ])
    }

    fn table(&self) -> Json {
        let mut rows: BTreeMap<(&str, &str), BTreeMap<Outcome, usize>> = BTreeMap::new();
        for result in &self.results {
            let counts = rows.entry((&result.platform, &result.capability)).or_default();
            *counts.entry(result.outcome).or_default() += 1;
        }
        let row = |((platform, capability), counts): (&(&str, &str), &BTreeMap<Outcome, usize>)| {
            let counts = counts.iter().map(|(outcome, count)| (outcome.to_string().as_str().into(), (*count).into()));
            Json::object([
                ("platform", (*platform).into()),
                ("capability", (*capability).into()),
                ("counts", Json::Object(counts.collect())),
            ])
        };
        Json::Array(rows.iter().map(row).collect())
    }
}

fn check(result: &CheckResult) -> Json {
    let mut found = vec![
        ("check", (&result.check).into()),
        ("case", (&result.case).into()),
        ("platform", (&result.platform).into()),
        ("capability", (&result.capability).into()),
        ("outcome", result.outcome.to_string().as_str().into()),
    ];
    if !result.message.is_empty() {
        found.push(("message", shortened(&result.message).as_str().into()));
    }
    if !result.differences.is_empty() {
        found.push(("differences", Json::Array(result.differences.iter().map(difference).collect())));
    }
    object(found)
}

fn difference(difference: &Difference) -> Json {
    let mut found = vec![("pointer", shortened(&difference.pointer).as_str().into())];
    for (key, value) in [("expected", &difference.expected), ("got", &difference.got)] {
        found.extend(value.as_ref().map(|value| (key, bounded(value))));
    }
    object(found)
}

fn object(members: Vec<(&str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

fn bounded(value: &Json) -> Json {
    let text = value.to_string();
    if text.len() > MOST {
        shortened(&text).as_str().into()
    } else {
        value.clone()
    }
}

fn grouped(number: usize) -> String {
    let mut digits = number.to_string();
    let mut place = digits.len();
    while place > 3 {
        place -= 3;
        digits.insert(place, ',');
    }
    digits
}
