//! Pages of packages: who may load them, with which headers, and for how long.

use crate::prelude::*;
use crate::util::SECRET;

const INDEX: &str = r#"<!doctype html><html lang="en"><head><title>Motto</title><link rel="stylesheet" href="a/tool.css">
<script type="module" src="tool.js"></script></head><body><p>Motto</p></body></html>"#;

/// A package whose tool has its own page.
pub async fn package(app: &TestApp, version: &str) -> Vec<u8> {
    let mut files = Plain::new("motto", version).files(app.app.part::<Tools>().engine()).await;
    let manifest = String::from_utf8(files["plugin.toml"].clone()).expect("UTF-8");
    files.insert("plugin.toml".to_owned(), manifest.replace("\"form\"", "\"page\"").into_bytes());
    for (name, text) in [
        ("ui/index.html", INDEX),
        ("ui/tool.js", "export {};"),
        ("ui/a/tool.css", "p { color: green }"),
        ("ui/a/dot.svg", r#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M4 4h16"/></svg>"#),
        ("ui/data.json", "{}"),
    ] {
        files.insert(name.to_owned(), text.into());
    }
    pack(files).expect("packed")
}

fn expect_shut_off(answer: &Answer, folder: &str) {
    let policy: BTreeMap<&str, &str> = answer
        .header("content-security-policy")
        .split("; ")
        .map(|directive| directive.split_once(' ').expect("a name and a value"))
        .collect();
    assert_eq!(policy["sandbox"], "allow-scripts");
    for name in ["default-src", "connect-src", "form-action", "base-uri"] {
        assert_eq!(policy[name], "'none'", "{name}");
    }
    assert_eq!(policy["frame-ancestors"], "'self'");
    for name in ["script-src", "style-src", "img-src", "font-src"] {
        let sources: Vec<&str> = policy[name].split(' ').collect();
        assert!(
            sources.iter().all(|source| source.starts_with("http") && source.ends_with(folder)),
            "{policy:?}"
        );
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("access-control-allow-origin", "*"),
        ("referrer-policy", "no-referrer"),
        ("x-dns-prefetch-control", "off"),
        ("connection-allowlist", "(response-origin);webrtc=block"),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
    assert!(answer.headers.get("set-cookie").is_none());
}

#[app_test(workshop())]
async fn a_page_is_served_to_a_frame_without_credentials(app: TestApp) {
    let (mut admin, mut user, mut frame) = (administrator(&app).await, anna(&app).await, app.visitor());
    let digest = admin.installs(package(&app, "1.0.0").await).await;
    let folder = format!("/plugin-ui/{digest}/");
    let tool = user.get("/api/tools/motto").await.has(json!({ "ui": { "module": "page" } }));
    assert_eq!(tool.body["ui"]["entry"], format!("{folder}index.html"));

    const KEPT: &str = "public, max-age=31536000, immutable";
    for (path, kind, cache) in [
        ("index.html", "text/html; charset=utf-8", "no-cache"),
        ("tool.js", "text/javascript; charset=utf-8", KEPT),
        ("a/tool.css", "text/css; charset=utf-8", KEPT),
        ("a/dot.svg", "image/svg+xml", KEPT),
        ("data.json", "application/json", KEPT),
    ] {
        let answer = frame.get(&format!("{folder}{path}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, kind), "{path}");
        assert_eq!(answer.header("cache-control"), cache, "{path}");
        expect_shut_off(&answer, &folder);
    }
    let index = frame.get(&format!("{folder}index.html")).await;
    assert_eq!(index.text(), INDEX);
    let request = frame.request(Method::GET, &format!("{folder}index.html"));
    let again = frame.send(request.header("if-none-match", index.header("etag"))).await.is(304);
    expect_shut_off(&again, &folder);
    // An unknown host name that would extend the policy.
    let request = frame.request(Method::GET, &format!("{folder}index.html"));
    let strange = frame.send(request.header("host", "evil.example/;script-src *")).await;
    assert!(!strange.header("content-security-policy").contains("evil"), "{:?}", strange.headers);
}

#[app_test(workshop())]
async fn nothing_but_the_page_is_below_its_address(app: TestApp) {
    let (mut admin, mut frame) = (administrator(&app).await, app.visitor());
    let digest = admin.installs(package(&app, "1.0.0").await).await;
    let plain = admin.installs(Plain::new("plain", "1.0.0").pack(&app).await).await;
    for path in [
        format!("{digest}/plugin.toml"),
        format!("{digest}/ui/index.html"),
        format!("{digest}/%2e%2e/plugin.toml"),
        format!("{digest}/..%2fplugin.toml"),
        format!("{digest}/a%2f..%2findex.html"),
        format!("{digest}/INDEX.html"),
        format!("{plain}/index.html"),
        format!("{}/index.html", "0".repeat(64)),
        "short/index.html".to_owned(),
    ] {
        assert_eq!(frame.get(&format!("/plugin-ui/{path}")).await.status, 404, "{path}");
    }
    frame.post(&format!("/plugin-ui/{digest}/index.html"), json!({})).await.is(405);
}

#[app_test(workshop())]
async fn a_page_goes_with_its_version(app: TestApp, mut admin: administrator, mut frame: visitor) {
    let digest = admin.installs(package(&app, "1.0.0").await).await;
    let index = format!("/plugin-ui/{digest}/index.html");
    let script = format!("/plugin-ui/{digest}/tool.js");
    let quarantine = format!("/api/admin/packages/{digest}/quarantine");
    let body = json!({ "reason": "A closer look." });
    let closed = admin.put_with(&quarantine, body).await;
    assert!((200..300).contains(&closed.status), "{}", closed.body);
    assert_eq!((frame.get(&index).await.status, frame.get(&script).await.status), (404, 404));
    let opened = admin.delete(&quarantine).await;
    assert!((200..300).contains(&opened.status), "{}", opened.body);
    frame.get(&index).await.is(200);

    admin.delete("/api/admin/plugins/motto").await.is(204);
    frame.get(&index).await.is(404);
    // It may be installed again, and revoked permanently.
    admin.installs(package(&app, "1.0.0").await).await;
    frame.get(&script).await.is(200);
    let revoke = format!("/api/admin/packages/{digest}/revocation");
    let revoked = admin.put_with(&revoke, json!({ "reason": "It spies." })).await;
    assert!((200..300).contains(&revoked.status), "{}", revoked.body);
    assert_eq!((frame.get(&index).await.status, frame.get(&script).await.status), (404, 404));
}

#[app_test(workshop())]
async fn p1_the_page_of_a_version_in_development_is_for_its_author_only(app: TestApp) {
    let (mut admin, mut user, mut frame) = (administrator(&app).await, anna(&app).await, app.visitor());
    let sent = admin.develop(package(&app, "1.0.0").await).await.is(201);
    let tool = admin.get("/api/tools/motto").await.body;
    assert_eq!((&tool["ui"]["module"], &tool["development"]), (&json!("page"), &json!(true)));
    let entry = tool["ui"]["entry"].as_str().expect("an address").to_owned();
    let folder = entry.strip_suffix("index.html").expect("a page").to_owned();
    // The frame has no cookies.
    for path in ["index.html", "tool.js", "a/tool.css", "data.json"] {
        let answer = frame.get(&format!("{folder}{path}")).await;
        assert_eq!(answer.status, 200, "{path}");
        expect_shut_off(&answer, &folder);
    }
    frame.get(&format!("{folder}plugin.toml")).await.is(404);
    // The address cannot be derived from the package, and is secret.
    let digest = sent.body["digest"].as_str().expect("a digest");
    frame.get(&format!("/plugin-ui/{digest}/index.html")).await.is(404);
    user.get("/api/tools/motto").await.is(404);

    // The next version has another address, and nothing is left after its deletion.
    admin.develop(package(&app, "1.0.1").await).await.is(201);
    frame.get(&entry).await.is(404);
    let entry =
        admin.get("/api/tools/motto").await.body["ui"]["entry"].as_str().expect("an address").to_owned();
    frame.get(&entry).await.is(200);
    admin.delete("/api/development/plugins/motto").await.is(204);
    frame.get(&entry).await.is(404);

    // Once installed it is public, under the digest of the package.
    let digest = admin.installs(package(&app, "1.0.1").await).await;
    let tool = user.get("/api/tools/motto").await.body;
    assert_eq!(tool["ui"]["entry"], format!("/plugin-ui/{digest}/index.html"));
    assert!(tool["development"].is_null(), "{tool}");
}

#[app_test(TestApp::with(|config| {
    config.plugin_development = true;
    (config.realtime_key, config.realtime_secret) = (Some(KEY.to_owned()), Some(SECRET.to_owned()));
}))]
async fn p8_open_pages_are_notified_of_each_version_and_of_errors(app: TestApp) {
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let mut page = Socket::open(app.address).await;
    page.listen(&format!("private-user.{}", admin.user_id.clone().expect("an id")), None).await;
    let path = "/api/development/plugins/motto/mistakes";
    let mistakes = json!({ "mistakes": ["plugin.toml: version: One is missing."] });
    let early = admin.put_with(path, mistakes.clone()).await;
    assert_eq!(early.status, 404, "it has no page: {}", early.body);

    admin.develop(package(&app, "1.0.0").await).await.is(201);
    let output = page.until("development.changed").await;
    assert_eq!(output.data, json!({ "id": "motto", "mistakes": [] }));
    admin.put_with(path, mistakes.clone()).await.is(204);
    let output = page.until("development.changed").await;
    assert_eq!((&output.data["id"], &output.data["mistakes"]), (&json!("motto"), &mistakes["mistakes"]));
    for wrong in [json!([]), json!([""]), json!(["x".repeat(501)]), json!(vec!["x"; 21])] {
        admin.put_with(path, json!({ "mistakes": wrong })).await.is(422);
    }
    assert_eq!(user.put_with(path, mistakes).await.status, 404, "it is another's");
    admin.delete("/api/development/plugins/motto").await.is(204);
    assert_eq!(page.until("development.changed").await.data["mistakes"], json!([]));
}

/// From a folder to the tool of a server, with only the files of `plugin new`.
#[tokio::test]
async fn a_new_page_passes_unchanged_and_is_installed() {
    let partner = Partner::new();
    let printed = partner.does(&["new", "my-page", "--kind", "page", "--publisher", "acme"]);
    assert!(printed.contains("sitewright plugin test my-page"), "{printed}");
    let tested = partner.does(&["test", "my-page"]);
    assert!(tested.contains("draft"), "{tested}");
    partner.does(&["pack", "my-page", "-o", "my-page.plugin"]);
    partner.does(&["check", "my-page.plugin", "--development"]);
    let package = std::fs::read(partner.path("my-page.plugin")).expect("a package");

    let app = workshop().await;
    let (mut admin, mut user) = (administrator(&app).await, anna(&app).await);
    let digest = admin.installs(package).await;
    let sdk = user.get(&format!("/plugin-ui/{digest}/sitewright.js")).await;
    assert!(sdk.text().contains("export async function connect"), "{}", sdk.status);
    assert_eq!(run(&mut user, "my-page").await.body["status"], "succeeded");

    // Errors of the page are reported with their lines.
    let page = std::fs::read_to_string(partner.path("my-page/ui/index.html")).expect("a page");
    let spoilt = page.replace("<body>", "<body onload=\"go()\">\n<img src=\"https://evil.example/x.png\">");
    partner.write("my-page/ui/index.html", spoilt);
    let output = partner.fails(&["pack", "my-page"]);
    for code in ["page-inline", "page-address"] {
        assert!(output.contains(&format!("[package.{code}]")), "{code}: {output}");
    }
    app.stop().await;
}

#[app_test(workshop())]
async fn a_package_without_the_page_that_it_names_is_refused(app: TestApp, mut admin: administrator) {
    let mut files = Plain::new("motto", "1.0.0").files(app.app.part::<Tools>().engine()).await;
    let manifest = String::from_utf8(files["plugin.toml"].clone()).expect("UTF-8");
    files.insert("plugin.toml".to_owned(), manifest.replace("\"form\"", "\"page\"").into_bytes());
    assert_eq!(admin.install(pack(files).expect("packed"), "").await.is(422).fields(), ["ui/index.html"]);
}
