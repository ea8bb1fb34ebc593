//! Health, readiness, metrics, request ids.

use crate::prelude::*;

#[app_test(TestApp::with(|config| config.metrics_token = Some("for figures".into())))]
async fn a_server_reports_its_health(app: TestApp, mut client: visitor) {
    let alive = client.get("/healthz").await;
    assert_eq!((alive.status, alive.text()), (200, "ok\n"));
    let ready = client.get("/readyz").await;
    assert_eq!((ready.status, ready.text()), (200, "ready\n"));
    client.get("/api/user").await;
    client.bearer = Some("for figures".into());
    let figures = client.get("/metrics").await;
    assert!(figures.header("content-type").starts_with("text/plain; version=0.0.4"));
    let counted = figures.text().lines().any(|line| {
        line.starts_with("sitewright_http_requests_total{")
            && line.contains("route=\"/api/user\"")
            && line.contains("status=\"401\"")
    });
    assert!(counted, "{}", figures.text());
    assert!(figures.text().contains("sitewright_http_request_seconds_bucket"));
}

#[app_test]
async fn a_request_keeps_its_id_unless_it_is_unsafe(app: TestApp, mut client: visitor) {
    let with_id = client.request(Method::GET, "/api/user").header("x-request-id", "trace-12345678");
    assert_eq!(client.send(with_id).await.body["request_id"], "trace-12345678");
    let unfit = client.request(Method::GET, "/api/user").header("x-request-id", "<script>alert(1)</script>");
    assert_eq!(client.send(unfit).await.body["request_id"].as_str().map(str::len), Some(36));
}
