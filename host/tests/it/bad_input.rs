//! Invalid requests: the right status, a message in the reader's language, nothing stored.

use crate::prelude::*;

async fn send(client: &mut Client, kind: Option<&str>, body: impl Into<reqwest::Body>) -> Answer {
    client.fetch_csrf_token().await;
    let mut request = client.request(Method::POST, "/register").body(body);
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    client.send(request).await
}

#[app_test]
async fn an_unreadable_body_is_refused_with_a_reason(app: TestApp, mut client: visitor) {
    let json = Some("application/json");

    let broken = send(&mut client, json, "{\"name\": \"x\",\n oops}").await;
    assert_eq!(broken.problem(), (400, "request.broken-json"));
    assert_eq!((&broken.body["line"], &broken.body["column"]), (&json!(2), &json!(2)));
    send(&mut client, json, "{\"name\": \"x").await.refused(400, "request.broken-json");
    send(&mut client, json, "").await.refused(400, "request.broken-json");
    send(&mut client, json, "{} {}").await.refused(400, "request.broken-json");
    let deep = send(&mut client, json, "[".repeat(100_000)).await;
    assert_eq!(deep.status / 100, 4, "{}", deep.body);

    // serde would accept the values of the fields in order.
    let list =
        send(&mut client, json, r#"["Anna", "a@example.com", "correct horse", "correct horse"]"#).await;
    assert_eq!(list.problem(), (422, "validation.failed"));
    assert_eq!(list.body["errors"].as_object().map(|errors| errors.contains_key("body")), Some(true));

    send(&mut client, json, b"{\"name\": \"\xff\xfe\"}".to_vec()).await.refused(400, "request.not-utf8");
    let form = send(&mut client, Some("application/x-www-form-urlencoded"), "name=x").await;
    assert_eq!(form.problem(), (415, "request.not-json"));
    send(&mut client, None, "{}").await.refused(415, "request.not-json");
    assert_eq!(app.value::<i64>("SELECT count(*) FROM users").await, 0);
}

#[app_test]
async fn ten_megabytes_are_refused_announced_or_not(app: TestApp, mut client: visitor) {
    client.language = Some("pl");
    let body = format!("{{\"name\": \"{}\"}}", "x".repeat(10 * 1024 * 1024));
    let announced = send(&mut client, Some("application/json"), body.clone()).await;
    assert_eq!(announced.problem(), (413, "request.too-large"));
    assert_eq!(announced.body["message"], "Żądanie jest za duże.");

    // Two megabytes in pieces, without a Content-Length.
    let pieces = body
        .into_bytes()
        .chunks(64 * 1024)
        .take(32)
        .map(|piece| Ok::<_, std::io::Error>(piece.to_vec()))
        .collect::<Vec<_>>();
    let stream = reqwest::Body::wrap_stream(futures::stream::iter(pieces));
    send(&mut client, Some("application/json"), stream).await.refused(413, "request.too-large");
}

#[app_test]
async fn wrong_types_are_reported_at_their_field(app: TestApp, mut client: visitor) {
    let wrong = client.post("/register", json!({"name": 5})).await.refused(422, "validation.failed");
    assert_eq!(wrong.body["errors"], json!({"name": ["This value has the wrong type."]}));
    client.post("/register", json!(["x"])).await.is(422);
    let mut user = app.user().await;
    let unknown = user.patch("/api/documents/none", json!({"titel": "x"})).await;
    assert_eq!(unknown.body["errors"], json!({"titel": ["This field is unknown."]}));
}

#[app_test]
async fn nul_in_a_text_is_reported_at_its_field(app: TestApp, mut client: visitor) {
    client.language = Some("pl");
    let output = json!(["Tekst zawiera niedozwolony znak (NUL). Wpisz go ponownie."]);
    let name = client.post("/register", json!({"name": "An\0na"})).await.refused(422, "validation.failed");
    assert_eq!(name.body["errors"], json!({ "name": output }));

    let mut user = app.user().await;
    let folder = user.post("/api/folders", json!({"name": "a\0b"})).await;
    assert_eq!(folder.body["errors"].as_object().map(|errors| errors.contains_key("name")), Some(true));
    let input = json!({"input": {"topic": "Bread", "keywords": ["rye", "whe\0at"], "language": "en"}});
    let deep = user.post("/api/tools/scripted/runs", input).await;
    assert_eq!(
        deep.body["errors"].as_object().map(|errors| errors.keys().cloned().collect::<Vec<_>>()),
        Some(vec!["input.keywords.1".to_owned()]),
        "{}",
        deep.body
    );
    let named = user.post("/api/folders", json!({"na\0me": "x"})).await;
    assert_eq!(named.body["errors"].as_object().map(|errors| errors.contains_key("name")), Some(true));
    // An escaped backslash, u and four digits are ordinary text.
    user.post("/api/folders", json!({"name": r"\u0000"})).await.is(201).has(json!({ "name": r"\u0000" }));
    assert_eq!(app.value::<i64>("SELECT count(*) FROM folders").await, 1);
}

#[app_test]
async fn pages_must_be_numbers_in_range(app: TestApp, mut client: user) {
    for query in ["page=0", "page=x", "page=-1", "page=99999999999", "page="] {
        let path = format!("/api/documents?{query}");
        client.get(&path).await.errors(json!({"page": ["Enter a whole number from 1 to 1,000,000."]}));
    }
    let both = client.get("/api/words?page=0&per_page=101").await;
    assert_eq!(both.body["errors"].as_object().map(|errors| errors.len()), Some(2));
}

#[app_test]
async fn nul_in_an_address_is_refused_wherever_it_stands(app: TestApp, mut client: user) {
    for path in [
        "/api/documents?page=%00",
        "/api/documents?q=a%00b",
        "/api/documents/%00",
        "/api/tools/facebook-post%00",
        "/app/archive?folder=%00",
        "/assets/%00.js",
    ] {
        assert_eq!(client.get(path).await.problem(), (400, "request.malformed"), "{path}");
    }
    // An escaped percent sign and two digits are ordinary text.
    client.get("/api/documents?q=%2500").await.is(200);
}

#[app_test]
async fn not_found_has_the_shape_of_every_problem(app: TestApp, mut client: user) {
    for path in ["/api/nothing", "/api", "/api/documents/%FF", "/api/documents/a/b/c"] {
        let answer = client.get(path).await;
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert_eq!(answer.header("content-type"), "application/json", "{path}");
        assert_eq!(answer.body["request_id"], answer.header("x-request-id"), "{path}");
        assert!(answer.body["message"].as_str().is_some_and(|message| !message.is_empty()), "{path}");
    }
    let method = client.delete("/api/words").await.refused(405, "request.method");
    assert!(method.header("allow").contains("GET"), "{:?}", method.headers);
    client.get("/api/documents?q=a&q=b").await.is(400);
}

#[app_test]
async fn the_cookie_decides_the_language_then_the_header(app: TestApp, mut client: visitor) {
    client.language = Some("de, pl;q=0.8");
    assert_eq!(client.get("/api/user").await.body["message"], "Zaloguj się, aby kontynuować.");
    client.cookies.insert("locale".into(), "en".into());
    client.get("/api/user").await.has(json!({ "message": "You aren't signed in. Sign in and try again." }));
    client.cookies.insert("locale".into(), "xx".into());
    assert_eq!(client.get("/api/user").await.body["message"], "Zaloguj się, aby kontynuować.");
}
