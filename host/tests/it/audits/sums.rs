//! Sums are what a count says after each kind of change, and the plan says what the score becomes.

use super::*;
use sitewright::sites::audits::end_ignores;

/// Rules whose counts are not those of their findings.
const RULES: &str = "SELECT count(*) FROM audit_rules r WHERE
    r.errors <> (SELECT count(*) FROM audit_findings f WHERE f.audit = r.audit AND f.rule = r.number
        AND f.severity = 0 AND NOT f.ignored AND f.verified IS NULL)
    OR r.warnings <> (SELECT count(*) FROM audit_findings f WHERE f.audit = r.audit AND f.rule = r.number
        AND f.severity = 1 AND NOT f.ignored AND f.verified IS NULL)
    OR r.notices <> (SELECT count(*) FROM audit_findings f WHERE f.audit = r.audit AND f.rule = r.number
        AND f.severity = 2 AND NOT f.ignored AND f.verified IS NULL)
    OR r.ignored <> (SELECT count(*) FROM audit_findings f WHERE f.audit = r.audit AND f.rule = r.number
        AND f.ignored AND f.verified IS NULL)";

/// Sums of pages that are not what the pages come to, and the other way round.
const PAGES: &str = "SELECT (SELECT count(*) FROM (
        SELECT audit, role, class, flags, depth, pages FROM audit_page_sums WHERE pages <> 0 EXCEPT
        SELECT audit, role, status / 100, flags & 33, depth, count(*) FROM audit_pages WHERE batch >= 0
        GROUP BY audit, role, status / 100, flags & 33, depth) AS stored)
    + (SELECT count(*) FROM (
        SELECT audit, role, status / 100, flags & 33, depth, count(*) FROM audit_pages WHERE batch >= 0
        GROUP BY audit, role, status / 100, flags & 33, depth EXCEPT
        SELECT audit, role, class, flags, depth, pages FROM audit_page_sums) AS counted)";

/// Pages of audits that are done whose counts are not those of their findings.
const ON_PAGES: &str = "SELECT count(*) FROM audit_pages p JOIN audits a ON a.number = p.audit AND a.state = 'done'
    WHERE p.errors + 1000 * p.warnings + 1000000 * p.notices <> (
        SELECT COALESCE(SUM(CASE f.severity WHEN 0 THEN 1 WHEN 1 THEN 1000 ELSE 1000000 END), 0) FROM audit_findings f
        WHERE f.audit = p.audit AND f.page = p.number AND f.verified IS NULL AND NOT f.ignored)";

/// Audits that are done whose counts are not those of their rules.
const AUDITS: &str = "SELECT count(*) FROM audits a WHERE a.state = 'done' AND
    (a.errors <> (SELECT SUM(r.errors) FROM audit_rules r WHERE r.audit = a.number)
    OR a.warnings <> (SELECT SUM(r.warnings) FROM audit_rules r WHERE r.audit = a.number)
    OR a.notices <> (SELECT SUM(r.notices) FROM audit_rules r WHERE r.audit = a.number))";

async fn expect_right(app: &TestApp, after: &str) {
    for sql in [RULES, PAGES, ON_PAGES, AUDITS] {
        assert_eq!(app.value::<i64>(sql).await, 0, "after {after}: {sql}");
    }
}

fn titled() -> Reply {
    Reply::Html(page("<title>Prices of oak tables in York</title>", "<h1>Prices</h1>"))
}

async fn is_verified(client: &mut Client, audit: &Audit, app: &TestApp) {
    becomes("the job ends", async || {
        app.value::<i64>("SELECT count(*) FROM jobs WHERE kind = 'audits.again'").await == 0
    })
    .await;
    assert_eq!(audit.findings(client, "title-missing", "&show=verified").await.len(), 1);
}

#[tokio::test]
async fn sums_follow_each_change_of_what_they_count() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    let project = project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    expect_right(&app, "the audit").await;
    assert!(app.value::<i64>("SELECT CAST(SUM(pages) AS BIGINT) FROM audit_page_sums").await >= 4);

    let ignore = json!({ "project": project, "rule": "title-missing", "reason": "The page will go." });
    let ignored = client.post("/api/audit-ignores", ignore.clone()).await.is(201).id();
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audit_findings WHERE ignored").await, 1);
    expect_right(&app, "an ignore").await;
    client.delete(&format!("/api/audit-ignores/{ignored}")).await.is(204);
    expect_right(&app, "the withdrawal of an ignore").await;
    client.post("/api/audit-ignores", ignore).await.is(201);
    end_ignores(&app.app, Timestamp::now()).await.expect("looked at");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audit_findings WHERE ignored").await, 1);
    app.execute("UPDATE audit_ignores SET until = 1").await;
    end_ignores(&app.app, Timestamp::now()).await.expect("counted");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM audit_findings WHERE ignored").await, 0);
    expect_right(&app, "the end of an ignore").await;

    let number = audit.findings(&mut client, "title-missing", "").await[0]["page"].clone();
    site.put("/prices", titled());
    client.post(&format!("/api/audits/{}/again", audit.id), json!({ "page": number })).await.is(202);
    is_verified(&mut client, &audit, &app).await;
    expect_right(&app, "a check again").await;
    site.put("/prices", Reply::Html(page("", "<h1>Prices</h1>")));
    Audit::run(&mut client, &site, json!({})).await;
    expect_right(&app, "another audit").await;
    client.delete(&format!("/api/audits/{}", audit.id)).await.is(204);
    expect_right(&app, "a deletion").await;
}

#[tokio::test]
async fn sums_are_right_during_a_crawl_and_after_a_part_of_it_is_stored_again() {
    let site = site().await;
    site.put("/about", Reply::Silence);
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let new = json!({ "start": Audit::start(&site) });
    let audit = Audit { id: client.post("/api/audits", new).await.is(202).id() };
    becomes("pages are stored", async || {
        app.value::<i64>("SELECT count(*) FROM audit_pages WHERE batch >= 0").await >= 2
    })
    .await;
    expect_right(&app, "some batches").await;
    let view = audit.view(&mut client).await;
    has(&view, json!({ "state": "crawling", "score": null }));
    assert!(view["statuses"].as_array().is_some_and(|statuses| !statuses.is_empty()), "{view}");
    let found = audit.get(&mut client, "findings?per_page=100").await;
    assert!(found["total"].as_i64().is_some_and(|total| total > 0), "{found}");
    assert_eq!(found["total"].as_i64(), found["data"].as_array().map(|data| data.len() as i64));

    let path = format!("/api/audits/{}", audit.id);
    client.post(&format!("{path}/pause"), json!({})).await.is(200);
    site.put("/about", titled());
    client.post(&format!("{path}/resume"), json!({})).await.is(200);
    becomes("the audit is done", async || audit.view(&mut client).await["state"] == "done").await;
    expect_right(&app, "the audit goes on").await;
    let score = audit.view(&mut client).await["score"].clone();

    // The end of the audit is stored again, as after a crash just before it was done.
    app.execute("UPDATE audits SET state = 'paused'").await;
    client.post(&format!("{path}/resume"), json!({})).await.is(200);
    becomes("the audit is done", async || audit.view(&mut client).await["state"] == "done").await;
    expect_right(&app, "the end is stored again").await;
    assert_eq!(audit.view(&mut client).await["score"], score);
}

#[tokio::test]
async fn a_list_of_findings_is_the_same_in_small_pages() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let key = |finding: &Value| format!("{} {} {}", finding["level"], finding["rule"], finding["page"]);
    let whole = audit.get(&mut client, "findings?per_page=100").await;
    let whole: Vec<String> = whole["data"].as_array().expect("a list").iter().map(key).collect();
    assert!(whole.len() > 7, "{whole:?}");
    let rank =
        |text: &String| ["\"error", "\"warning", "\"notice"].iter().position(|level| text.starts_with(level));
    assert!(whole.is_sorted_by_key(rank), "{whole:?}");
    for filter in ["", "&level=warning", "&category=titles", "&q=prices", "&page_number=0"] {
        let all = audit.get(&mut client, &format!("findings?per_page=100{filter}")).await;
        let all: Vec<String> = all["data"].as_array().expect("a list").iter().map(key).collect();
        assert!(!all.is_empty() && (filter.is_empty() || all.len() < whole.len()), "{filter} {all:?}");
        let mut parts = Vec::new();
        for number in 1..=all.len().div_ceil(3) + 1 {
            let part = audit.get(&mut client, &format!("findings?per_page=3&page={number}{filter}")).await;
            assert_eq!(part["total"], all.len(), "{filter}");
            parts.extend(part["data"].as_array().expect("a list").iter().map(key));
        }
        assert_eq!(parts, all, "{filter}");
    }
    let csv = client.get(&format!("/api/audits/{}/findings/export/csv", audit.id)).await.is(200);
    assert_eq!(csv.text().lines().count(), whole.len() + 1);
}

#[tokio::test]
async fn the_plan_says_what_the_score_becomes() {
    let broken = "<script type=\"application/ld+json\">{\"@context\":</script>";
    let body = |name: &str, rest: &str| {
        format!("<h1>{name}</h1><p>{name} of oak from a small workshop in York.</p><p>{rest}</p>")
    };
    let pages = [
        ("/", "Tables", "<a href=\"/chairs\">Chairs</a> <a href=\"/shelves\">Shelves</a>"),
        ("/chairs", "Chairs", "<a href=\"/\">Tables</a>"),
        ("/shelves", "Shelves", "<a href=\"/\">Tables</a>"),
    ];
    let site =
        Site::start(pages.map(|(path, name, rest)| (path, Reply::Html(page(broken, &body(name, rest))))))
            .await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let audit = Audit::run(&mut client, &site, json!({})).await;
    let before = audit.view(&mut client).await["score"].as_f64().expect("a score");
    let rules = audit.get(&mut client, "rules").await;
    let first: Vec<&Value> =
        rules.as_array().expect("rules").iter().filter(|rule| rule["step"] == 1).collect();
    let mut names: Vec<&str> = first.iter().filter_map(|rule| rule["rule"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["sd-json-invalid", "title-missing"], "{first:?}");
    assert!(first.iter().all(|rule| rule["gain"] == 0.0), "{first:?}");
    let gain = first[0]["step_gain"].as_f64().expect("points");
    assert!(gain > 0.0 && first[1]["step_gain"] == gain, "{first:?}");

    for (path, name, rest) in pages {
        let title = format!("<title>{name} of oak made to order in York</title>");
        site.put(path, Reply::Html(page(&title, &body(name, rest))));
    }
    let after = Audit::run(&mut client, &site, json!({})).await.view(&mut client).await;
    let after = after["score"].as_f64().expect("a score");
    assert!((after - before - gain).abs() < 0.005, "{before} + {gain} is not {after}");
}
