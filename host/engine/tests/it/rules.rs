//! Rule packs: what crosses the boundary, and that a hostile pack harms nothing but its own check.

use futures::FutureExt;
use sitewright_engine::rules::{Checked, Checks, Crawl, Pack, Question, THE_SITE};
use sitewright_engine::{Context, Failure, SiteLimits};
use sitewright_facts::{NewLink, NewPage, NewState, Selection, Table, Tables, pages_of, select};

use crate::prelude::*;

fn component(name: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../target/guests/{name}.wasm"));
    std::fs::read(file).expect("the compiled guests are missing: run `make guests`")
}

/// A page with 40 links.
fn page(number: u32) -> Tables {
    let url = format!("https://example.com/{number}");
    Tables::of_page(&NewPage { number, url: &url, status: 200, html: true, ..NewPage::default() }, |page| {
        for link in 0..40 {
            let target = format!("https://example.com/pages/{}", number + link);
            NewLink { href: Some(&target), url: &target, text: "A link", ..NewLink::default() }
                .push(&mut page.links);
        }
    })
}

fn batch(pages: u32) -> Arc<Tables> {
    let (mut batch, mut known) = (Tables::default(), Default::default());
    (0..pages).for_each(|number| batch.append(&page(number), &mut known));
    Arc::new(batch)
}

/// A site of 2,000 addresses, every hundredth of them missing.
struct Site(Tables);

impl Site {
    fn new() -> Arc<Self> {
        let mut site = Tables::default();
        for number in 0..2_000 {
            let status = if number % 100 == 0 { 404 } else { 200 };
            NewState { number, status, ..NewState::default() }.push(&mut site.states);
        }
        Arc::new(Self(site))
    }
}

impl Crawl for Site {
    fn select(&self, question: Question) -> BoxFuture<'_, Result<Selection, Failure>> {
        let Question { table, conditions, after, limit } = question;
        let answer = select(&self.0.view(), &table, &conditions, after, limit);
        async { answer.map_err(|why| Failure::Refused(why.to_string())) }.boxed()
    }

    fn pages(&self, numbers: Vec<u32>, tables: Vec<String>) -> BoxFuture<'_, Result<Vec<Table>, Failure>> {
        let pages: Vec<_> = numbers.into_iter().map(page).collect();
        let answer = pages_of(&pages, &tables).map_err(|why| Failure::Refused(why.to_string()));
        async { answer }.boxed()
    }
}

async fn checks(plugin: &Plugin, attack: &str) -> Checks {
    let pack = Arc::new(plugin.describe_rules("en").await.expect("it describes itself"));
    plugin.checks(pack, &format!(r#"{{"do":"{attack}"}}"#), Context::default())
}

fn limits() -> Limits {
    let site = SiteLimits {
        cpu: Duration::from_secs(5),
        host_calls: 500,
        findings: 50_000,
        ..SiteLimits::default()
    };
    Limits { quarantine_traps: 0, cpu: Duration::from_secs(1), site, ..Limits::default() }
}

#[tokio::test]
async fn a_pack_describes_its_rules_and_is_no_tool() {
    let bench = bench(limits());
    let plugin = bench.install(component("rule_pack")).await;
    assert!(plugin.is_rules() && !plugin.is_shop());
    assert_eq!(plugin.permissions(), [Permission::Crawl]);
    let pack = plugin.describe_rules("en").await.expect("it describes itself");
    assert_eq!(pack.rules.iter().map(|rule| rule.id.as_str()).collect::<Vec<_>>(), ["of-page", "of-site"]);
    let described = plugin.describe("en").await.expect("it has a name");
    assert_eq!((described.name.as_str(), described.example.as_str()), ("Hostile", "{}"));
    let run = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
    assert_eq!(error(run).code(), "plugin.refused");
}

#[tokio::test]
async fn descriptions_that_break_the_contract_are_refused() {
    let bench = bench(limits());
    let plugin = bench.install(component("rule_pack")).await;
    for (attack, why) in [
        ("html", "rule `of-page`: `why` contains HTML outside of code"),
        ("long", "`fix` has 10000 characters instead of 1 to 3000"),
        ("control", "the name contains control characters"),
        ("table", "a table is not one of pages"),
        ("placeholder", "a placeholder without value, {unknown}"),
        ("many", "a pack has 1 to 200 rules"),
        ("loop", "CPU limit"),
    ] {
        let refused = plugin.describe_rules(attack).await.expect_err(attack).to_string();
        assert!(refused.contains(why), "{attack}: {refused}");
    }
    assert!(plugin.describe_rules_in(["en", "pl"]).await.is_ok());
    let differ =
        plugin.describe_rules_in(["en", "fewer"]).await.expect_err("one has fewer rules").to_string();
    assert!(differ.contains("not the same in each language"), "{differ}");
}

#[tokio::test]
async fn findings_about_pages_are_checked() {
    let bench = bench(limits());
    let plugin = bench.install(component("rule_pack")).await;
    let pages = batch(50);
    let found = checks(&plugin, "good").await.pages(pages.clone()).await.expect("it is valid");
    let [finding] = &found.findings[..] else { panic!("{found:?}") };
    assert_eq!((finding.rule, finding.page, finding.evidence[0].row), (0, 1, 2), "the row within its page");
    for (attack, code, why) in [
        ("page", "plugin.malformed", "it is about page 1000 of a batch of 50"),
        ("rule", "plugin.malformed", "there is no rule 7"),
        ("scope", "plugin.malformed", "there is no rule 1 with this scope"),
        ("twice", "plugin.malformed", "there are two of `of-page` for one page"),
        ("million", "plugin.output-limit", "output limit"),
        ("values", "plugin.malformed", "are not a JSON object"),
        ("kind", "plugin.malformed", "of their kinds"),
        ("missing", "plugin.malformed", "are not those of its placeholders"),
        ("more", "plugin.malformed", "are not those of its placeholders"),
        ("long", "plugin.malformed", "are too long"),
        ("evidence", "plugin.malformed", "row 0 of table 1, does not belong to its page"),
        ("table", "plugin.malformed", "row 0 of table 2, does not belong to its page"),
        ("ask", "plugin.trap", "it panicked"),
        ("loop", "plugin.cpu-limit", "CPU limit of 1 s"),
        ("memory", "plugin.memory-limit", "64 MiB"),
        ("panic", "plugin.trap", "it panicked"),
    ] {
        let refused = checks(&plugin, attack).await.pages(pages.clone()).await.expect_err(attack);
        assert_eq!(refused.code(), code, "{attack}: {refused}");
        assert!(refused.to_string().contains(why), "{attack}: {refused}");
    }
    assert!(checks(&plugin, "good").await.pages(pages).await.is_ok(), "the next call is not affected");
}

async fn of_site(plugin: &Plugin, attack: &str) -> Result<Checked, RunError> {
    checks(plugin, attack).await.site(Site::new()).await
}

#[tokio::test]
async fn a_check_of_the_site_asks_about_the_crawl() {
    let bench = bench(limits());
    let plugin = bench.install(component("rule_pack")).await;
    let found = of_site(&plugin, "good").await.expect("it is valid");
    let pages: Vec<u32> = found.findings.iter().map(|finding| finding.page).collect();
    assert_eq!(pages, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, THE_SITE]);
    let found = of_site(&plugin, "limit").await.expect("a large limit is lowered");
    assert_eq!(found.findings[0].page, 1_000, "rows");
}

#[tokio::test]
async fn hostile_checks_of_a_site_are_contained() {
    let bench = bench(limits());
    let plugin = bench.install(component("rule_pack")).await;
    for (attack, code, why) in [
        ("select", "plugin.host-call-limit", "limit of 500 calls"),
        ("numbers", "plugin.refused", "at most 50 pages"),
        ("conditions", "plugin.refused", "at most 20 conditions"),
        ("table", "plugin.refused", "no table `secrets`"),
        ("million", "plugin.finding-limit", "limit of 50000 findings"),
        ("at-once", "plugin.refused", "at most 1,000 findings"),
        ("twice", "plugin.malformed", "there are two of `of-site`"),
        ("scope", "plugin.malformed", "there is no rule 0 with this scope"),
        ("failure", "plugin.refused", "not today"),
        ("loop", "plugin.cpu-limit", "CPU limit of 5 s"),
        ("panic", "plugin.trap", "it panicked"),
    ] {
        let refused = of_site(&plugin, attack).await.expect_err(attack);
        assert_eq!(refused.code(), code, "{attack}: {refused}");
        assert!(refused.to_string().contains(why), "{attack}: {refused}");
    }
}

#[tokio::test]
async fn a_pack_that_breaks_the_contract_is_closed_for_its_caller() {
    let bench = bench(Limits { quarantine_traps: 2, ..limits() });
    let plugin = bench.install(component("rule_pack")).await.for_caller("one");
    for pages in [2, 3] {
        let mut batch = Tables::default();
        batch.append(&page(pages), &mut Default::default());
        let _ = checks(&plugin, "page").await.pages(Arc::new(batch)).await;
    }
    assert!(plugin.quarantined().is_some());
    assert!(plugin.for_caller("two").quarantined().is_none());
}

#[tokio::test]
async fn a_pack_of_the_sdk_reads_a_batch() {
    let bench = bench(limits());
    let plugin = bench.install(component("idle_pack")).await;
    assert_eq!(plugin.permissions(), [Permission::Context, Permission::Crawl]);
    let pack = Pack {
        name: "Idle".to_owned(),
        summary: String::new(),
        tables: vec!["pages".to_owned(), "links".to_owned()],
        probes: Vec::new(),
        rules: Vec::new(),
    };
    let checks = plugin.checks(Arc::new(pack), "{}", Context::default());
    let checked = checks.pages(batch(50)).await.expect("it finds nothing");
    assert!(checked.findings.is_empty());
}
