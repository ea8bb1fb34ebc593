//! Rules that compare a site with what it was in the audits before.

use super::*;

fn product(availability: &str) -> Reply {
    let data = format!(
        "{{\"@context\":\"https://schema.org\",\"@type\":\"Product\",\"name\":\"Oak table\",\"offers\":{{\"@type\":\"Offer\",\
         \"price\":\"900.00\",\"priceCurrency\":\"PLN\",\"availability\":\"https://schema.org/{availability}\"}}}}"
    );
    let head = format!(
        "<title>Oak table for six people</title><script type=\"application/ld+json\">{data}</script>"
    );
    Reply::Html(page(&head, "<h1>Oak table</h1>"))
}

fn about(head: &str) -> Reply {
    Reply::Html(page(&format!("<title>About the workshop for oak tables</title>{head}"), "<h1>About</h1>"))
}

async fn site() -> Site {
    let links = "<h1>Oak tables</h1><p><a href=\"/about\">About</a> <a href=\"/table\">Table</a> <a href=\"/old\">Old</a></p>";
    Site::start([
        ("/", Reply::Html(page("<title>Oak tables made to order in York</title>", links))),
        ("/about", about("")),
        ("/table", product("OutOfStock")),
        ("/old", Reply::Redirect("/about".into())),
        ("/robots.txt", Reply::Text("User-agent: *\nDisallow: /closed\n".into())),
    ])
    .await
}

/// The state of a rule, and how often it was found.
async fn rule(client: &mut Client, audit: &Audit, id: &str) -> (String, i64) {
    let rules = audit.get(client, "rules").await;
    let rules = rules.as_array().expect("rules");
    let rule = rules.iter().find(|rule| rule["rule"] == id).expect("the rule");
    let count = ["errors", "warnings", "notices"].map(|name| rule[name].as_i64().expect("a number"));
    (rule["state"].as_str().expect("a state").to_owned(), count.iter().sum())
}

const RULES: [&str; 3] = ["indexability-changed", "redirect-temporary", "ecom-out-of-stock-indexed"];

#[tokio::test]
async fn what_a_page_was_before_is_compared() {
    let site = site().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let first = Audit::run(&mut client, &site, json!({})).await;
    for id in RULES {
        assert_eq!(rule(&mut client, &first, id).await, ("needs".to_owned(), 0), "{id}");
    }
    let past = |days: i64| {
        let ms = days * 24 * 60 * 60 * 1000;
        app.change(db::query("UPDATE audits SET ended_at = ended_at - $1").bind(ms))
    };
    past(40).await;
    let second = Audit::run(&mut client, &site, json!({})).await;
    assert_eq!(rule(&mut client, &second, RULES[0]).await, ("checked".to_owned(), 0));
    assert_eq!(rule(&mut client, &second, RULES[1]).await, ("checked".to_owned(), 1));
    assert_eq!(rule(&mut client, &second, RULES[2]).await, ("checked".to_owned(), 0), "40 days are too few");

    past(30).await;
    site.put("/about", about("<meta name=\"robots\" content=\"noindex\">"));
    let third = Audit::run(&mut client, &site, json!({})).await;
    for id in RULES {
        assert_eq!(rule(&mut client, &third, id).await, ("checked".to_owned(), 1), "{id}");
    }
    // A check of the page alone knows the audits before, too.
    let page = third.findings(&mut client, RULES[0], "").await[0]["page"].clone();
    let again = format!("/api/audits/{}/again", third.id);
    client.post(&again, json!({ "rule": RULES[0], "page": page })).await.is(202);
    becomes("the check ends", async || {
        app.value::<i64>("SELECT COUNT(*) FROM jobs WHERE kind = 'audits.again'").await == 0
    })
    .await;
    assert_eq!(rule(&mut client, &third, RULES[0]).await, ("checked".to_owned(), 1));
    site.put("/about", about(""));
    client.post(&again, json!({ "rule": RULES[0], "page": page })).await.is(202);
    becomes("it is verified", async || {
        !third.findings(&mut client, RULES[0], "&show=verified").await.is_empty()
    })
    .await;
}

#[tokio::test]
async fn a_link_elsewhere_is_broken_after_two_checks() {
    let other = Site::start([("/gone", Reply::Status(404)), ("/robots.txt", Reply::Status(404))]).await;
    let port = other.url.rsplit_once(':').expect("a port").1.to_owned();
    let links =
        format!("<h1>Oak tables</h1><p><a href=\"http://{ELSEWHERE}:{port}/gone\">A study of oak</a></p>");
    let site = Site::start([
        ("/", Reply::Html(page("<title>Oak tables made to order in York</title>", &links))),
        ("/robots.txt", Reply::Text("User-agent: *\nDisallow: /closed\n".into())),
    ])
    .await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let id = "link-external-broken";
    let first = Audit::run(&mut client, &site, json!({})).await;
    assert_eq!(rule(&mut client, &first, id).await, ("needs".to_owned(), 0));
    let second = Audit::run(&mut client, &site, json!({})).await;
    assert_eq!(rule(&mut client, &second, id).await, ("checked".to_owned(), 0), "too soon");
    app.change(db::query("UPDATE audits SET ended_at = ended_at - 90000000")).await;
    let third = Audit::run(&mut client, &site, json!({})).await;
    assert_eq!(rule(&mut client, &third, id).await, ("checked".to_owned(), 1));
}
