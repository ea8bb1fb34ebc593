//! What a server responds while it starts. A browser test starts a real one without compiled tools.

use sitewright::platform::starting::{Progress, Waiting};

use tokio::net::TcpListener;

use crate::prelude::*;

async fn waiting(app: &TestApp, progress: &Progress) -> (Waiting, Client) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    (Waiting::start(listener, &app.app.config, progress.clone()), Client::new(address))
}

#[app_test]
async fn a_starting_server_refuses_calls_with_its_progress(app: TestApp) {
    let progress = Progress::default();
    let (_waiting, mut client) = waiting(&app, &progress).await;

    let first = client.get("/api/user").await.refused(503, "server.starting");
    assert_eq!(first.header("retry-after"), "2");
    assert_eq!(first.header("cache-control"), "no-store");
    first.has(json!({ "step": "Opening the database", "done": 0, "of": 0 }));

    progress.expect(3);
    progress.advance();
    let polish = client.request(Method::GET, "/readyz").header("accept-language", "pl");
    let polish = client.send(polish).await.refused(503, "server.starting");
    polish.has(json!({ "step": "Przygotowywanie narzędzi", "done": 1, "of": 3 }));

    assert_eq!(client.get("/healthz").await.is(200).text(), "ok\n");
}

#[app_test]
async fn a_starting_server_shows_a_page_in_the_language_of_the_reader(app: TestApp) {
    let progress = Progress::default();
    progress.expect(3);
    let (waiting, mut client) = waiting(&app, &progress).await;

    let page = client.request(Method::GET, "/app/tools").header("accept", "text/html,*/*");
    let english = client.send(page).await.is(503);
    assert!(english.text().contains("<html lang=\"en\">") && english.text().contains("0/3"));
    let page = client.request(Method::GET, "/app/tools").header("accept", "text/html,*/*");
    let polish = client.send(page.header("cookie", "locale=pl")).await.is(503);
    assert!(
        polish.text().contains("<html lang=\"pl\">") && polish.text().contains("Sitewright się uruchamia")
    );
    assert!(!polish.text().contains("{{"), "every value is filled in: {}", polish.text());
    // The policy allows no inline script.
    assert!(polish.header("content-security-policy").contains("script-src 'self';"));
    let script = client.get("/starting.js").await.is(200);
    assert!(script.header("content-type").starts_with("text/javascript"));

    let listener = waiting.end().await.expect("the port");
    assert!(listener.local_addr().is_ok());
}
