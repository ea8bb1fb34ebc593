//! Rules as data: a valid pack, every way in which one can be invalid, each reported at its line, and hostile ones.

use sitewright_package::Code::*;
use sitewright_package::{Code, Files, LANGUAGES, Package, Problem, Program, RulePack, pack};

use crate::fixture::{development, files};

const RULES: &str = r#"category = "links"
name = { en = "PDF files", pl = "Pliki PDF" }
summary = { en = "Checks links to PDF files.", pl = "Sprawdza linki do plików PDF." }

[[rules]]
id = "pdf-links"
severity = "notice"
rows = 'links where lower(url) ends with ".pdf"'
when = 'count(rows) > $most'

[rules.params.most]
default = 10
min = 1
max = 1000
en = "Most links"
pl = "Najwięcej linków"

[rules.values]
count = { kind = "number", is = "count(rows)" }
first = { kind = "url", is = "first(rows.url)" }

[rules.en]
title = "Many PDF files"
what = "PDF files: {count}, the first is {first}. See `<a>`."
why = "They are hard to read on a phone."
fix = "Keep them for printing."
[rules.en.fix_in]
wordpress = "Media → Library."

[rules.pl]
title = "Dużo plików PDF"
what = "Pliki PDF: {count}, pierwszy to {first}."
why = "Na telefonie trudno się je czyta."
fix = "Zostaw je do druku."
[rules.pl.fix_in]
wordpress = "Media → Biblioteka."

[[rules.breaks]]
anything = "is read by the test command alone"
"#;

fn rule_files(rules: &str) -> Files {
    let mut files = files();
    for name in ["component.wasm", "examples/en.json"] {
        files.remove(name);
    }
    files.retain(|name, _| !name.starts_with("examples/"));
    let plugin = "id = \"pdf\"\nversion = \"1.0.0\"\npublisher = \"acme\"\ncategory = \"audit\"\nwords = 0\n\n[ui]\nmodule = \"form\"\n";
    files.insert("plugin.toml".to_owned(), plugin.as_bytes().to_vec());
    for language in LANGUAGES {
        let empty = r#"{"type":"object","properties":{}}"#;
        let described = format!(
            r#"{{"name":"PDF","summary":"Checks PDF files.","input":{empty},"output":{empty},"example":{{}}}}"#
        );
        files.insert(format!("describe/{language}.json"), described.into_bytes());
    }
    files.insert("rules.toml".to_owned(), rules.as_bytes().to_vec());
    files
}

fn problems(rules: &str) -> Vec<Problem> {
    RulePack::read(rules).err().unwrap_or_default()
}

fn codes(rules: &str) -> Vec<Code> {
    problems(rules).iter().map(|problem| problem.code).collect()
}

/// The only problem after one change, with its place.
fn changed(from: &str, to: &str) -> (Code, String) {
    assert!(RULES.contains(from), "{from}");
    let found = problems(&RULES.replacen(from, to, 1));
    assert_eq!(found.len(), 1, "{to}: {found:?}");
    (found[0].code, found[0].place.clone())
}

#[test]
fn valid_rules_become_the_input_of_the_runner() {
    let package =
        Package::read(&pack(rule_files(RULES)).expect("packed"), &development()).expect("it is good");
    assert!(package.is_data() && package.permissions.is_empty() && package.examples.is_empty());
    let Program::Rules(source) = package.program() else { panic!("rules") };
    assert_eq!(Program::of_data(source), Program::Rules(source));
    assert_eq!(Program::of_data(r#"{"fields":[]}"#), Program::Template(r#"{"fields":[]}"#));
    let source: serde_json::Value = serde_json::from_str(source).expect("JSON");
    assert_eq!(source["tables"], serde_json::json!(["pages", "links"]));
    assert_eq!(source["rules"][0]["category"], "links");
    assert_eq!(source["texts"][1]["rules"][0]["fixes"][0], "Media → Biblioteka.");
    assert!(!source.to_string().contains("test command"), "pages of tests are not part of the program");
}

#[test]
fn a_package_has_one_program() {
    let mut both = rule_files(RULES);
    both.insert("template.toml".to_owned(), b"name = 1".to_vec());
    let found = Package::read(&pack(both).expect("packed"), &development()).expect_err("two programs");
    assert!(
        found.iter().any(|one| (one.code, one.place.as_str()) == (ProgramTwice, "rules.toml")),
        "{found:?}"
    );
    let mut tool = rule_files(RULES);
    let plugin = String::from_utf8(tool["plugin.toml"].clone()).expect("text").replace("audit", "seo");
    tool.insert("plugin.toml".to_owned(), plugin.into_bytes());
    let found = Package::read(&pack(tool).expect("packed"), &development()).expect_err("a tool's category");
    assert!(found.iter().any(|one| one.code == CategoryOfPacks), "{found:?}");
}

#[test]
fn a_problem_names_the_line() {
    let at = |line: usize, path: &str| format!("rules.toml:{line}: rules.{path}");
    let cases = [
        ("severity = \"notice\"", "severity = \"bad\"", ValueUnknown, at(7, "pdf-links.severity")),
        ("severity = \"notice\"", "severity = \"notice\"\nodd = 1", FieldUnknown, at(8, "pdf-links.odd")),
        (
            "severity = \"notice\"",
            "severity = \"notice\"\nscope = \"site\"",
            ValueUnknown,
            at(8, "pdf-links.scope"),
        ),
        ("severity = \"notice\"\n", "", FieldMissing, at(5, "pdf-links.severity")),
        ("lower(url)", "lower(adress)", ConditionColumn, at(8, "pdf-links.rows")),
        ("links where", "pictures where", ConditionTable, at(8, "pdf-links.rows")),
        ("$most'", "$least'", ConditionParameter, at(9, "pdf-links.when")),
        ("> $most", "contains \"x\"", ConditionType, at(9, "pdf-links.when")),
        ("> $most", ">", ConditionUnexpected, at(9, "pdf-links.when")),
        ("default = 10", "default = 0", NumberWrong, at(12, "pdf-links.params.most.default")),
        ("default = 10", "default = inf", NumberWrong, at(12, "pdf-links.params.most.default")),
        ("max = 1000", "max = 99999999999999999", NumberWrong, at(14, "pdf-links.params.most.max")),
        ("default = 10", "default = \"ten\"", FieldType, at(12, "pdf-links.params.most.default")),
        ("pl = \"Najwięcej linków\"\n", "", FieldMissing, at(11, "pdf-links.params.most.pl")),
        ("is = \"first(rows.url)\"", "is = \"words\"", ConditionType, at(20, "pdf-links.values.first.is")),
        ("kind = \"url\"", "kind = \"link\"", ValueUnknown, at(20, "pdf-links.values.first.kind")),
        (
            "what = \"PDF files: {count}",
            "what = \"PDF files: {total}",
            ValueMissing,
            at(24, "pdf-links.en.what"),
        ),
        ("on a phone.", "on a <b>phone</b>.", Markup, at(25, "pdf-links.en.why")),
        ("on a phone.", "on a `phone.", Backtick, at(25, "pdf-links.en.why")),
        ("title = \"Dużo plików PDF\"", "title = \" \"", TextEmpty, at(31, "pdf-links.pl.title")),
        (
            "wordpress = \"Media → Biblioteka.\"",
            "shoper = \"Pliki.\"",
            FixesDiffer,
            at(35, "pdf-links.pl.fix_in"),
        ),
        ("id = \"pdf-links\"", "id = \"PDF\"", RuleId, "rules.toml:6: rules.PDF.id".to_owned()),
        ("category = \"links\"", "category = \"My links\"", RuleId, "rules.toml:1: category".to_owned()),
    ];
    for (from, to, code, place) in cases {
        assert_eq!(changed(from, to), (code, place), "{to}");
    }
    let neither =
        RULES.replace("rows = ", "# rows = ").replace("when = ", "# when = ").replace("count(rows)", "1");
    let neither = neither.replace("first(rows.url)", "title");
    assert_eq!(codes(&neither), [ConditionMissing]);
    let twice = RULES.split_once("[[rules]]").expect("a rule").1;
    let twice = format!("{RULES}\n[[rules]]{}", twice.split("[[rules.breaks]]").next().expect("a rule"));
    assert_eq!(codes(&twice), [RuleIdTaken]);
    assert_eq!(codes("category = = 1"), [TomlMalformed]);
}

#[test]
fn hostile_rules_are_refused_at_once() {
    let many = format!("{RULES}{}", "[[rules]]\n".repeat(10_000));
    assert!(codes(&many).contains(&CountWrong));
    assert_eq!(codes(&format!("{RULES}#{}", "x".repeat(600_000))), [EntryTooLarge]);
    let deep = format!("x = {}{}\n{RULES}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(!problems(&deep).is_empty());
    let tables = format!("{RULES}\n[{}]\n", ["a"; 5_000].join("."));
    assert!(!problems(&tables).is_empty());
    for condition in [
        format!("{}html{}", "(".repeat(900), ")".repeat(90)),
        "not ".repeat(240),
        "html or ".repeat(120),
        "x".repeat(5_000),
    ] {
        let found = changed("count(rows) > $most", &condition);
        assert_eq!(found.0, ConditionTooLarge, "{condition}");
    }
    let params: String = (0..21)
        .map(|number| {
            format!("[rules.params.p{number}]\ndefault = 1\nmin = 0\nmax = 2\nen = \"A\"\npl = \"B\"\n")
        })
        .collect();
    assert!(
        codes(&RULES.replacen("[rules.values]", &format!("{params}[rules.values]"), 1)).contains(&CountWrong)
    );
    for number in ["nan", "-inf", "1e400", "9223372036854775807"] {
        assert!(
            !problems(&RULES.replacen("default = 10", &format!("default = {number}"), 1)).is_empty(),
            "{number}"
        );
    }
}
