//! The front end: files, compression, caching, and the shell's page for every screen.

mod pages;

use crate::prelude::*;

fn write(folder: &Path, path: &str, content: &str) {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    fs::write(file, content).expect("written");
}

/// Addresses in the format of the build: a page in one language or both, an older address.
const ROUTES: &str = r#"[
    {"pattern": "/", "access": "public", "language": "en", "alias": false, "to": {"en": "/", "pl": "/pl"}},
    {"pattern": "/pl", "access": "public", "language": "pl", "alias": false, "to": {"en": "/", "pl": "/pl"}},
    {"pattern": "/login", "access": "guest", "language": null, "alias": false, "to": {"en": "/login", "pl": "/login"}},
    {"pattern": "/register", "access": "guest", "language": "en", "alias": false, "to": {"en": "/register", "pl": "/rejestracja"}},
    {"pattern": "/rejestracja", "access": "guest", "language": "pl", "alias": false, "to": {"en": "/register", "pl": "/rejestracja"}},
    {"pattern": "/auth/one-time-login/:token", "access": "public", "language": null, "alias": false,
        "to": {"en": "/auth/one-time-login/:token", "pl": "/auth/one-time-login/:token"}},
    {"pattern": "/app/dashboard", "access": "user", "language": null, "alias": false, "to": {"en": "/app/dashboard", "pl": "/app/dashboard"}},
    {"pattern": "/app/archive", "access": "user", "language": "en", "alias": false, "to": {"en": "/app/archive", "pl": "/app/archiwum"}},
    {"pattern": "/app/archiwum", "access": "user", "language": "pl", "alias": false, "to": {"en": "/app/archive", "pl": "/app/archiwum"}},
    {"pattern": "/app/archive/:document", "access": "user", "language": "en", "alias": false,
        "to": {"en": "/app/archive/:document", "pl": "/app/archiwum/:document"}},
    {"pattern": "/app/tools/:tool/*", "access": "user", "language": "en", "alias": false,
        "to": {"en": "/app/tools/:tool/*", "pl": "/app/narzedzia/:tool/*"}},
    {"pattern": "/app/admin/users", "access": "admin", "language": null, "alias": false, "to": {"en": "/app/admin/users", "pl": "/app/admin/users"}},
    {"pattern": "/auth/register", "access": "guest", "language": null, "alias": true, "to": {"en": "/register", "pl": "/rejestracja"}},
    {"pattern": "/pl/login", "access": "guest", "language": "pl", "alias": true, "to": {"en": "/login", "pl": "/login"}},
    {"pattern": "/dashboard/archive/:document", "access": "user", "language": "en", "alias": true,
        "to": {"en": "/app/archive/:document", "pl": "/app/archiwum/:document"}}
]"#;

async fn with_bundle() -> TestApp {
    with_routes(ROUTES, |_| {}).await
}

async fn with_routes(routes: &str, change: impl FnOnce(&mut Config)) -> TestApp {
    let folder = TempDir::new().expect("a folder");
    for (path, content) in [
        (
            "web/index.html",
            "<!doctype html><html lang=\"en\"><title>Sitewright</title><div id=\"root\"></div></html>",
        ),
        ("routes.json", routes),
        ("web/favicon.svg", "<svg/>"),
        ("web/assets/index-DbG3x_1a.js", "plain"),
        ("web/assets/index-DbG3x_1a.js.br", "brotli"),
        ("web/assets/index-DbG3x_1a.js.gz", "gzip"),
        ("web/api-docs/index.html", "<!doctype html>docs"),
        ("modules/form/mf-manifest.json", "{}"),
        ("plugins/secret/plugin.toml", "id = \"secret\""),
    ] {
        write(folder.path(), path, content);
    }
    fs::write(folder.path().join("outside.txt"), "outside").expect("written");
    let path = folder.path().to_owned();
    let app = TestApp::with(|config| {
        config.bundle = Some(path);
        change(config);
    });
    app.await.keeping(folder)
}

async fn get(client: &mut Client, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = client.request(Method::GET, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.send(request).await
}

#[app_test(with_bundle())]
async fn files_with_a_hash_are_kept_for_ever_and_come_compressed(app: TestApp, mut client: visitor) {
    let path = "/assets/index-DbG3x_1a.js";
    let plain = get(&mut client, path, &[]).await;
    assert_eq!((plain.status, plain.text()), (200, "plain"));
    assert_eq!(plain.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(plain.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(plain.header("vary"), "Accept-Encoding");

    let brotli = get(&mut client, path, &[("accept-encoding", "gzip, deflate, br")]).await;
    assert_eq!((brotli.text(), brotli.header("content-encoding")), ("brotli", "br"));
    assert_eq!(brotli.header("content-type"), plain.header("content-type"));
    let gzip = get(&mut client, path, &[("accept-encoding", "gzip, br;q=0")]).await;
    assert_eq!((gzip.text(), gzip.header("content-encoding")), ("gzip", "gzip"));

    let icon = get(&mut client, "/favicon.svg", &[]).await;
    assert_eq!((icon.header("content-type"), icon.header("cache-control")), ("image/svg+xml", "no-cache"));
    let tag = icon.header("etag").to_owned();
    let again = get(&mut client, "/favicon.svg", &[("if-none-match", &tag)]).await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
}

#[app_test(with_bundle())]
async fn every_screen_is_the_shells_page_in_the_readers_language(app: TestApp, mut client: visitor) {
    let html = [("accept", "text/html,application/xhtml+xml")];
    // The "not found" page is shown to guests too.
    for (path, visitor) in
        [("/", ""), ("/login", " data-visitor=\"guest\""), ("/auth/one-time-login/abc.def", "")]
    {
        let page = get(&mut client, path, &html).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text().contains(&format!("<html lang=\"en\"{visitor}>")), "{path}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(page.header("cache-control"), "no-cache");
        let robots = page.headers.get("x-robots-tag").map(|value| value.as_bytes().to_vec());
        assert_eq!(
            robots.is_some(),
            path.ends_with(".def"),
            "{path}: an address with a secret is not listed"
        );
    }
    client.cookies.insert("locale".into(), "pl".into());
    let page = get(&mut client, "/login", &html).await;
    assert!(page.text().contains("<html lang=\"pl\" data-visitor=\"guest\">"));
    assert_eq!(page.header("content-language"), "pl");
}

#[tokio::test]
async fn a_page_comes_with_its_opening_in_its_language() {
    let opening =
        r#""/login", "opening": {"en": "<p>Sign in</p>", "pl": "<p>Zaloguj się</p>"}, "access": "guest""#;
    let routes = ROUTES.replace(r#""/login", "access": "guest""#, opening);
    let app = with_routes(&routes, |config| config.registration_open = false).await;
    let mut client = app.visitor();
    for (language, opening) in [("en", "<p>Sign in</p>"), ("pl", "<p>Zaloguj się</p>")] {
        client.cookies.insert("locale".into(), language.into());
        let answer = get(&mut client, "/login", &[("accept", "text/html")]).await;
        let page = answer.text();
        assert!(page.contains(&format!("<div id=\"root\">{opening}</div>")), "{page}");
        assert!(page.contains(" data-registration=\"closed\""), "{page}");
    }
    app.stop().await;
}

#[app_test(with_bundle())]
async fn a_missing_file_is_not_answered_with_the_page(app: TestApp, mut client: visitor) {
    for path in [
        "/assets/gone-12345678.js",
        "/modules/form/gone.js",
        "/api/nothing",
        "/api/docs/gone.js",
        "/sanctum/nothing",
    ] {
        let answer = get(&mut client, path, &[("accept", "*/*")]).await;
        assert_eq!(answer.problem(), (404, "not-found"), "{path}");
    }
    let api = get(&mut client, "/api/nothing", &[("accept", "text/html")]).await;
    assert_eq!(api.problem(), (404, "not-found"), "a page is no answer of the API");
}

#[app_test(with_bundle())]
async fn nothing_but_the_front_end_is_served(app: TestApp, mut client: visitor) {
    for path in [
        "/plugins/secret/plugin.toml",
        "/modules/../plugins/secret/plugin.toml",
        "/modules/%2e%2e/plugins/secret/plugin.toml",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/..%5coutside.txt",
        "/modules//etc/passwd.txt",
        "/.hidden.txt",
    ] {
        let answer = get(&mut client, path, &[("accept", "*/*")]).await;
        assert_eq!(answer.status, 404, "{path}: {}", String::from_utf8_lossy(&answer.bytes));
    }
}

#[app_test(with_bundle())]
async fn modules_and_the_page_to_try_the_api_are_served(app: TestApp, mut client: visitor) {
    let manifest = get(&mut client, "/modules/form/mf-manifest.json", &[]).await;
    assert_eq!(
        (manifest.header("content-type"), manifest.header("cache-control")),
        ("application/json", "no-cache")
    );
    let bare = get(&mut client, "/api/docs", &[]).await;
    assert_eq!((bare.status, bare.header("location")), (308, "/api/docs/"));
    let docs = get(&mut client, "/api/docs/", &[]).await;
    assert_eq!((docs.status, docs.text()), (200, "<!doctype html>docs"));
}

#[tokio::test]
async fn a_server_without_a_front_end_reports_it() {
    let empty = TempDir::new().expect("a folder");
    let path = empty.path().to_owned();
    let app = TestApp::with(|config| config.bundle = Some(path)).await;
    get(&mut app.visitor(), "/", &[("accept", "text/html")]).await.refused(404, "server.front-end-missing");
    app.stop().await;
}

#[app_test(with_bundle())]
async fn every_response_has_the_security_headers(app: TestApp, mut client: visitor) {
    for path in ["/", "/api/user", "/favicon.svg", "/healthz"] {
        let answer = get(&mut client, path, &[("accept", "text/html")]).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe-eval"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("x-frame-options"), "SAMEORIGIN", "{path}");
        assert_eq!(answer.header("referrer-policy"), "strict-origin-when-cross-origin", "{path}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
    }
}
