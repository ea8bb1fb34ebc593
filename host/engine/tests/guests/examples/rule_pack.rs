//! A rule pack that attacks the host. Its settings name the attack: `{"do": "loop"}`; the language of a description does
//! the same.
//!
//! It is plain Rust with the standard allocator, like `hostile`. Natively there is nothing to compile.

#![cfg(target_arch = "wasm32")]

use std::hint::black_box;

use exports::sitewright::plugin::rules::{Failure, Guest, Pack, Rule, Scope, Value};
use sitewright::plugin::crawl::{self, Condition, Range, Test};
use sitewright::plugin::facts::{Evidence, Finding, Severity, Table};
use sitewright_facts::{Batch, View};

wit_bindgen::generate!({ path: "../../../../wit", world: "rule-pack", generate_all });

struct Hostile;

const PAGE_RULE: u32 = 0;
const SITE_RULE: u32 = 1;
const THE_SITE: u32 = u32::MAX;

fn rule(id: &str, scope: Scope) -> Rule {
    Rule {
        id: id.to_owned(),
        severity: Severity::Warning,
        category: "tests".to_owned(),
        scope,
        score: true,
        needs: Vec::new(),
        parameters: Vec::new(),
        values: vec![Value { name: "count".to_owned(), kind: "number".to_owned() }],
        title: "A title".to_owned(),
        what: "It occurs {count} times.".to_owned(),
        why: "It matters.".to_owned(),
        fix: "Remove `<b>`.".to_owned(),
        fixes: Vec::new(),
    }
}

fn finding(rule: u32, page: u32) -> Finding {
    let values = r#"{"count":1}"#.to_owned();
    Finding { rule, page, severity: Severity::Error, values, evidence: Vec::new() }
}

fn endless_loop() -> ! {
    let mut number = 0u64;
    loop {
        number = black_box(number.wrapping_add(1));
    }
}

impl Guest for Hostile {
    fn describe(language: String) -> Pack {
        let mut pack = Pack {
            name: "Hostile".to_owned(),
            summary: "Attacks the host.".to_owned(),
            tables: vec!["pages".to_owned(), "links".to_owned()],
            probes: Vec::new(),
            rules: vec![rule("of-page", Scope::Page), rule("of-site", Scope::Site)],
        };
        match language.as_str() {
            "html" => pack.rules[0].why = "<script>alert(1)</script>".to_owned(),
            "long" => pack.rules[0].fix = "x".repeat(10_000),
            "control" => pack.name = "a\u{1b}[2J".to_owned(),
            "table" => pack.tables.push("secrets".to_owned()),
            "placeholder" => pack.rules[0].what = "{unknown}".to_owned(),
            "many" => pack.rules = (0..300).map(|_| rule("again", Scope::Page)).collect(),
            "fewer" => drop(pack.rules.pop()),
            "loop" => endless_loop(),
            _ => {}
        }
        pack
    }

    fn check_pages(batch: Vec<Table>, settings: String) -> Vec<Finding> {
        let mut good = finding(PAGE_RULE, 1);
        match attack(&settings) {
            "nothing" => return Vec::new(),
            "good" => {
                // The first link of the second page, as a row of the batch.
                let Table { width, cells, text } = &batch[0];
                let mut read = Batch::default();
                read.set("pages", View { width: *width as usize, cells, text });
                let links = read.rows_of_page(1, "links").expect("pages have links");
                good.evidence.push(Evidence { table: 1, row: links.start + 2 });
            }
            "loop" => endless_loop(),
            "memory" => drop(black_box(vec![1u8; 100 << 20])),
            "page" => good.page = 1_000,
            "rule" => good.rule = 7,
            "scope" => good.rule = SITE_RULE,
            "twice" => return vec![good.clone(), good],
            "million" => {
                let one = |page| Finding { values: String::new(), ..finding(PAGE_RULE, page) };
                return (0..1_000_000).map(one).collect();
            }
            "values" => good.values = "[1]".to_owned(),
            "kind" => good.values = r#"{"count":"many"}"#.to_owned(),
            "missing" => good.values = "{}".to_owned(),
            "more" => good.values = r#"{"count":1,"html":"<b>"}"#.to_owned(),
            "long" => good.values = format!(r#"{{"count":{}}}"#, "1".repeat(9_000)),
            "evidence" => good.evidence.push(Evidence { table: 1, row: 0 }),
            "table" => good.evidence.push(Evidence { table: 2, row: 0 }),
            "ask" => drop(crawl::select("states", &[], 0, 1).expect("only a check of the site can ask")),
            _ => panic!("as asked"),
        }
        vec![good]
    }

    fn check_site(settings: String) -> Result<(), Failure> {
        match attack(&settings) {
            "nothing" => Ok(()),
            "good" => {
                let errors = Test::Within(Range { least: 400, most: 599 });
                let conditions = [Condition { column: "status".to_owned(), test: errors }];
                let found = crawl::select("states", &conditions, 0, 10)?;
                let numbers: Vec<u32> =
                    found.rows.cells.chunks(found.rows.width as usize).map(|row| row[0]).collect();
                let pages = crawl::pages(&numbers, &["pages".to_owned()])?;
                assert_eq!(pages[0].cells.len(), numbers.len() * pages[0].width as usize);
                let mut findings: Vec<_> = numbers.iter().map(|number| finding(SITE_RULE, *number)).collect();
                findings.push(finding(SITE_RULE, THE_SITE));
                crawl::report(&findings)
            }
            "select" => loop {
                crawl::select("states", &[], 0, 1_000)?;
            },
            "limit" => {
                let found = crawl::select("states", &[], 0, u32::MAX)?;
                let rows = found.rows.cells.len() / found.rows.width as usize;
                crawl::report(&[finding(SITE_RULE, rows as u32)])
            }
            "numbers" => crawl::pages(&vec![0; 100_000], &["pages".to_owned()]).map(drop),
            "conditions" => {
                let condition = Condition {
                    column: "status".to_owned(),
                    test: Test::Within(Range { least: 0, most: 0 }),
                };
                crawl::select("states", &vec![condition; 1_000], 0, 1).map(drop)
            }
            "table" => crawl::select("secrets", &[], 0, 1).map(drop),
            "million" => (0..1_000).try_for_each(|block| {
                let findings: Vec<_> =
                    (0..1_000).map(|page| finding(SITE_RULE, block * 1_000 + page)).collect();
                crawl::report(&findings)
            }),
            "at-once" => {
                let findings: Vec<_> = (0..2_000).map(|page| finding(SITE_RULE, page)).collect();
                crawl::report(&findings)
            }
            "twice" => {
                crawl::report(&[finding(SITE_RULE, 1)]).and_then(|()| crawl::report(&[finding(SITE_RULE, 1)]))
            }
            "scope" => crawl::report(&[finding(PAGE_RULE, 1)]),
            "failure" => Err(Failure::Refused("not today".to_owned())),
            "loop" => endless_loop(),
            _ => panic!("as asked"),
        }
    }
}

fn attack(settings: &str) -> &str {
    settings.trim_start_matches(r#"{"do":""#).trim_end_matches(r#""}"#)
}

export!(Hostile);
