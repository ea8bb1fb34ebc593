//! Audits that go on where they were.

use super::*;

/// A site whose page `/slow` does not answer, and whose sitemap lists its pages.
async fn stuck() -> Site {
    let number = |number: usize| format!("/pages/{number}");
    let links: String = (0..30).map(|at| format!("<a href=\"{}\">Table {at}</a> ", number(at))).collect();
    let home = page(
        "<title>Oak tables made to order in York</title>",
        &format!("<h1>Tables</h1><p>{links}<a href=\"/slow\">More</a></p>"),
    );
    let table = |at: usize| {
        page(&format!("<title>Oak table number {at}</title>"), "<h1>Table</h1><p><a href=\"/\">Home</a></p>")
    };
    let mut pages: Vec<(String, Reply)> = (0..30).map(|at| (number(at), Reply::Html(table(at)))).collect();
    pages.extend([
        ("/".to_owned(), Reply::Html(home)),
        ("/slow".to_owned(), Reply::Silence),
        ("/robots.txt".to_owned(), Reply::Text("User-agent: *\nDisallow: /closed\n".into())),
    ]);
    let site = Site::start(pages).await;
    let urls: String =
        (0..30).map(|at| format!("<url><loc>{}pages/{at}</loc></url>", Audit::start(&site))).collect();
    let sitemap = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{urls}</urlset>");
    site.put("/sitemap.xml", Reply::Bytes("application/xml", sitemap.into_bytes()));
    site
}

#[tokio::test]
async fn a_paused_audit_requests_nothing_again_and_finds_the_same() {
    let site = stuck().await;
    let app = auditing(&site).await;
    let mut client = app.user().await;
    project(&mut client).await;
    let id = client.post("/api/audits", json!({ "start": Audit::start(&site) })).await.is(202).id();
    let audit = Audit { id };
    becomes("the pages are fetched", async || audit.view(&mut client).await["fetched"] == 31).await;
    client.post(&format!("/api/audits/{}/pause", audit.id), json!({})).await.is(200);
    // The job leaves an audit that is paused.
    becomes("the job ends", async || {
        app.value::<i64>("SELECT COUNT(*) FROM jobs WHERE kind = 'audits.run'").await == 0
    })
    .await;
    let before = site.paths();
    site.put("/slow", Reply::Html(page("<title>More tables made of oak</title>", "<h1>More</h1>")));
    client.post(&format!("/api/audits/{}/resume", audit.id), json!({})).await.is(200);
    becomes("the audit is done", async || audit.view(&mut client).await["state"] == "done").await;
    let mut after = site.paths().split_off(before.len());
    after.retain(|path| path != "/slow");
    assert_eq!(after, ["/robots.txt"], "what was requested again");
    has(&audit.view(&mut client).await, json!({ "pages": 32, "limit": null }));
    let left = std::fs::read_dir(app.app.config.crawls()).map(Iterator::count).unwrap_or_default();
    assert_eq!(left, 0, "its journal is deleted");

    let whole = Audit::run(&mut client, &site, json!({})).await;
    assert_eq!(found(&mut client, &audit).await, found(&mut client, &whole).await);
}
