//! The comparison, red and green.

use std::cmp::Ordering;

use hookconform_data::{
    about, cases, compare_versions, differences, judge, respond, run, Adapter, Case, Comparison, Context, Failure,
    Json, Outcome, Refuse, Verdict, Wanted, UNSUPPORTED_PLATFORM,
};
use serde_json::{json, Value};

fn parsed(text: &str) -> Json {
    text.parse().unwrap_or_else(|error| panic!("{text:.40}: {error}"))
}

#[test]
fn values_that_are_the_same() {
    let zeros = "0".repeat(5000);
    let long = format!("1{zeros}");
    for (one, other) in [
        ("1", "1.0"),
        ("1", "10e-1"),
        ("-0", "0.0"),
        ("0e999999999999999999999", "0"),
        ("1e2", "100"),
        (long.as_str(), "1e5000"),
        (long.as_str(), "0.1e5001"),
        ("0.1", "0.10"),
        ("0.1", "0.1000000000000000055511151231257827"),
        ("12345678901234567168", "1.2345678901234567e19"),
        (r#"{"a": 1, "b": [null]}"#, r#"{"b":[null],"a":1.0}"#),
        (r#"{"a": 1, "a": 2}"#, r#"{"a": 2}"#),
        (r#""\ud83d\ude00""#, r#""😀""#),
        (r#""\ud83d""#, r#""\uD83D""#),
        (r#""\u00e9\/\n""#, r#""é/\u000a""#),
    ] {
        assert!(parsed(one) == parsed(other) && parsed(other) == parsed(one), "{one:.40} and {other:.40} are the same");
    }
}

#[test]
fn values_that_differ() {
    let zeros = "0".repeat(4999);
    let (even, odd) = (format!("1{zeros}0"), format!("1{zeros}1"));
    for (one, other) in [
        ("1", "true"),
        ("0", "false"),
        ("0", "null"),
        (r#""""#, "null"),
        ("1", r#""1""#),
        ("1", "-1"),
        ("[]", "{}"),
        ("[]", "null"),
        ("9007199254740993", "9007199254740992"),
        ("9007199254740993", "9007199254740992.0"),
        (even.as_str(), odd.as_str()),
        ("1e400", "1e401"),
        ("1e999999999999999999999", "1e999999999999999999998"),
        ("[1,2]", "[2,1]"),
        ("[1]", "[1,1]"),
        (r#"{"a":null}"#, "{}"),
        (r#"{"a":1}"#, r#"{"b":1}"#),
        (r#""A""#, r#""a""#),
        (r#""\ud83d""#, r#""\ufffd""#),
        (r#""\ud83d""#, r#""\ude00""#),
        (r#""é""#, r#""e\u0301""#),
    ] {
        assert!(parsed(one) != parsed(other) && parsed(other) != parsed(one), "{one:.40} and {other:.40} differ");
    }
}

#[test]
fn texts_that_are_no_json() {
    for text in [
        "",
        " ",
        "{",
        "[1,]",
        r#"{"a"}"#,
        r#"{"a":1,}"#,
        "{a:1}",
        "01",
        "1.",
        ".1",
        "1e",
        "+1",
        "-",
        "NaN",
        "Infinity",
        "tru",
        "nulls",
        "\"",
        r#""\x""#,
        r#""\u12""#,
        r#""\u12g4""#,
        r#""\u+123""#,
        "\"\n\"",
        "1 1",
        "'a'",
        "\"\\é\"",
    ] {
        assert!(text.parse::<Json>().is_err(), "{text:?}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    for text in [
        r#"{"a":[1,2.50,null,true,false,"x",[],{}],"b":{"\ud83d":"\ude00\ud83d"}}"#,
        r#""\u0000\"\\\u007f😀é""#,
        "1e400",
    ] {
        let written = parsed(text).to_string();
        assert!(written.is_ascii() && parsed(&written) == parsed(text), "{text} is written as {written}");
    }
}

#[test]
fn depth_does_not_end_the_run() {
    let deep = |levels| "[".repeat(levels) + &"]".repeat(levels);
    assert!(parsed(&deep(499)) != parsed(&deep(500)));
    assert!(parsed(&deep(100_000)).to_string().contains("\\u2026"));
    let nested = (0..600).fold(json!(1), |inside, _| json!([inside]));
    assert!(Json::from(&nested).to_string().contains("\\u2026"));
}

#[test]
fn an_answer_is_passed_or_failed_at_its_places() {
    let at = |at: &str, wanted| vec![Comparison { at: at.into(), ignoring: vec![], wanted }];
    let ignoring = |at: &str, wanted| vec![Comparison { at: at.into(), ignoring: vec!["b".into()], wanted }];
    let is = |text| Wanted::Is(parsed(text));
    let two = [at("/events/1/a", is("1")), at("/events/1/b", is("2"))].concat();
    for (comparisons, events, pointers) in [
        (at("/events/0/a", is("1")), r#"[{"a": 1.0}]"#, ""),
        (at("/events/0/a", is("1")), r#"[{"a": true}]"#, "/events/0/a"),
        (at("/events/0/a", is("1")), "[{}]", "/events/0/a"),
        (at("/events/0/a", is("null")), r#"[{"a": null}]"#, ""),
        (at("/events/0/a", is("null")), "[{}]", "/events/0/a"),
        (at("/events/0/a", Wanted::IsOrAbsent(parsed("1"))), "[{}]", ""),
        (at("/events/0/a", Wanted::IsOrAbsent(parsed("1"))), r#"[{"a": null}]"#, "/events/0/a"),
        (at("/events/0/a", Wanted::Absent), "[{}]", ""),
        (at("/events/0/a", Wanted::Absent), r#"[{"a": null}]"#, "/events/0/a"),
        (ignoring("/events/0/a", Wanted::Absent), r#"[{"a": {"b": 1}}]"#, ""),
        (ignoring("/events/0/a", Wanted::Absent), r#"[{"a": {}}]"#, "/events/0/a"),
        (ignoring("/events/0/a", is(r#"{"c": 1}"#)), r#"[{"a": {"b": 1, "c": 2}}]"#, "/events/0/a/c"),
        (
            at("/events/0", Wanted::Without(vec!["x".into(), "y/z".into()])),
            r#"[{"x": null, "y/z": 1}]"#,
            "/events/0/x /events/0/y~1z",
        ),
        (
            at("/events", Wanted::AtMost(1)),
            r#"[{}, {"hook_event_name": "A"}, {}]"#,
            "/events/1/hook_event_name /events/2",
        ),
        (ignoring("/events/1", Wanted::As("/events/0".into())), r#"[{"a": 1, "b": 1}, {"a": 1, "b": 2}]"#, ""),
        (at("/events/1", Wanted::As("/events/0".into())), r#"[{"a": 1, "b": 1}, {"a": 1, "b": 2}]"#, "/events/1/b"),
        (two, "[{}]", "/events/1/a"),
    ] {
        let found = differences(&comparisons, &parsed(&format!(r#"{{"events": {events}}}"#)));
        let got: Vec<&str> = found.iter().map(|one| one.pointer.as_str()).collect();
        assert_eq!(got.join(" "), pointers, "{comparisons:?} {events}");
    }
}

#[test]
fn rules_are_compared_in_order() {
    let wanted = Wanted::Is(parsed(r#"["a","b"]"#));
    let comparisons = [Comparison { at: "/matched_rules".into(), ignoring: vec!["c".into()], wanted }];
    for (names, passes) in
        [(r#"["a","b"]"#, true), (r#"["a","c","b"]"#, true), (r#"["b","a"]"#, false), (r#"["a"]"#, false)]
    {
        let found = differences(&comparisons, &parsed(&format!(r#"{{"matched_rules": {names}}}"#)));
        assert_eq!(found.is_empty(), passes, "{names}");
    }
}

#[test]
fn versions_in_order() {
    let order = [
        "",
        "0.9",
        "0.60.9",
        "0.61.0-preview.1",
        "0.61.0-preview.2",
        "0.61.0-preview.10",
        "v0.61",
        "0.61.1",
        "1",
        "10.0",
    ];
    for (a, one) in order.iter().enumerate() {
        for (b, other) in order.iter().enumerate() {
            assert_eq!(compare_versions(one, other), a.cmp(&b), "{one} and {other}");
        }
    }
    for (one, other) in [("2.1", "2.1.0"), ("v1", "1+build"), ("1.02", "1.2")] {
        assert_eq!(compare_versions(one, other), Ordering::Equal, "{one} and {other}");
    }
}

struct Answering<F>(F);

impl<F: Fn() -> Result<Vec<Value>, Failure>> Adapter for Answering<F> {
    fn name(&self) -> &str {
        "answering"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn platforms(&self) -> Vec<&str> {
        vec![&about().platforms[0]]
    }

    fn canonicalize(&self, _: &str, _: &Context<'_>) -> Result<Vec<Value>, Failure> {
        self.0()
    }
}

#[test]
fn outcomes_of_an_adapter() {
    let wanted = Wanted::Is(parsed(r#""b""#));
    let comparison = Comparison { at: "/events/0/a".into(), ignoring: vec![], wanted };
    let expect = vec![("event".to_owned(), vec![comparison])];
    let case = |refuse| Case { id: "x".into(), refuse, expect: expect.clone(), ..Case::default() };
    let (plain, must, may) = (case(None), case(Some(Refuse::Must)), case(Some(Refuse::May)));
    let outcome = |case: &Case, adapter: &dyn Adapter| judge(case, adapter, &[])[0].outcome;
    let answers = |value: Value| Answering(move || Ok(value.as_array().cloned().unwrap_or_default()));
    let fails = |failure: Failure| Answering(move || Err(failure.clone()));
    let code = |code| Failure::Refused { code, message: String::new() };

    assert_eq!(outcome(&plain, &answers(json!([{"a": "b"}]))), Outcome::Passed);
    assert_eq!(outcome(&plain, &answers(json!([{"a": "c"}]))), Outcome::Failed);
    assert_eq!(outcome(&plain, &answers(json!([]))), Outcome::Error);
    assert_eq!(outcome(&plain, &answers(json!([1]))), Outcome::Error);
    assert_eq!(outcome(&plain, &fails(Failure::refused("no"))), Outcome::Failed);
    assert_eq!(outcome(&may, &fails(Failure::refused("no"))), Outcome::Passed);
    assert_eq!(outcome(&must, &fails(Failure::refused("no"))), Outcome::Passed);
    assert_eq!(outcome(&must, &answers(json!([{"a": "b"}]))), Outcome::Failed);
    assert_eq!(outcome(&must, &fails(code(UNSUPPORTED_PLATFORM))), Outcome::Failed);
    assert_eq!(outcome(&must, &fails(code(-1))), Outcome::Error);
    assert_eq!(outcome(&must, &Answering(|| Ok(vec![serde_json::from_str("{")?]))), Outcome::Error);
    assert_eq!(outcome(&must, &Answering(|| panic!("no"))), Outcome::Error);
}

#[test]
fn all_cases_are_read() {
    for platform in &about().platforms {
        let cases = cases(platform).unwrap_or_default();
        assert!(!cases.is_empty(), "{platform}: {} cases", cases.len());
        for case in cases {
            assert!(
                case.platform == *platform && !case.expect.is_empty() && !case.payload.contains("@w"),
                "{}",
                case.id
            );
        }
    }
    assert!(cases("nobody").is_err());
}

#[test]
fn answers_that_a_guard_gives() {
    let before_tools =
        ["PreToolUse", "preToolUse", "BeforeTool", "beforeShellExecution", "pre_tool_call", "tool.execute.before"];
    let mut quoted = 0;
    for platform in &about().platforms {
        for event in before_tools {
            if let Ok(told) = respond(platform, None, event, Verdict::Deny, "no \"rm\" 😀") {
                let is_json = told.stdout.parse::<Json>().is_ok();
                assert!(is_json || !told.stdout.starts_with('{'), "{platform}: {told:?}");
                quoted += told.stdout.matches(r#"no \"rm\" 😀"#).count();
            }
        }
    }
    assert!(quoted > 0);
    assert!(respond("nobody", None, "PreToolUse", Verdict::Deny, "").is_err());
    assert!(respond(&about().platforms[0], None, "no event", Verdict::Deny, "").is_err());
}

#[test]
fn a_report_counts_what_was_judged() {
    let report = run(&Answering(|| Err(Failure::refused("no")))).unwrap_or_else(|error| panic!("{error}"));
    assert!(!report.has_passed() && report.cases > 0, "{}", report.verdict());
    assert!(report.count(Outcome::Passed) > 0 && report.count(Outcome::Unsupported) > 0);
    assert_eq!(report.count(Outcome::Error), 0);
    assert_eq!(parsed(&report.to_json()).pointer("/adapter/name"), Some(&"answering".into()));
}
