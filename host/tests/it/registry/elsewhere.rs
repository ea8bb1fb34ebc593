//! Packages from the command line, from a URL, and from an OCI registry.

use axum::extract::Request;
use axum::http::{Response, header};
use sitewright_package::digest;

use crate::prelude::*;
use crate::util::site::{Reply, Site};
use crate::util::store::on_postgres;

const LAYER: &str = "application/vnd.sitewright.plugin.v1+zip";

/// A server that may call the tests' servers on loopback.
async fn near() -> TestApp {
    TestApp::with(|config| {
        config.plugin_development = true;
        config.fetch_private = "127.0.0.1".parse_networks();
    })
    .await
}

trait Networks {
    fn parse_networks(&self) -> sitewright::platform::fetch::Networks;
}

impl Networks for str {
    fn parse_networks(&self) -> sitewright::platform::fetch::Networks {
        sitewright::platform::fetch::Networks::parse(self).expect("networks")
    }
}

#[app_test(near())]
async fn a_package_is_downloaded_from_a_url(app: TestApp, mut admin: administrator) {
    let package = Plain::new("motto", "1.0.0").pack(&app).await;
    let files = Site::start([
        ("/motto.plugin", Reply::Bytes("application/zip", package)),
        ("/moved", Reply::Redirect("/motto.plugin".to_owned())),
        ("/inside", Reply::Redirect("http://169.254.169.254/latest".to_owned())),
        ("/elsewhere", Reply::Redirect("http://example.com/motto.plugin".to_owned())),
        ("/endless", Reply::Endless(64 << 20)),
        ("/page", Reply::html("<html>")),
    ])
    .await;
    let fetch = "/api/admin/plugins/fetch";
    let brought = admin.post(fetch, json!({ "url": format!("{}/moved?token=secret", files.url) })).await;
    assert_eq!(brought.status, 201, "{}", brought.body);
    assert_eq!(brought.body["source"], format!("{}/moved", files.url), "the query may be a secret");
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
    for (path, why) in [
        ("/inside", "lead to a public website"),
        ("/elsewhere", "https://"),
        ("/endless", "MB"),
        ("/none", "404"),
    ] {
        let refused = admin.post(fetch, json!({ "url": format!("{}{path}", files.url) })).await.is(422);
        assert_eq!(refused.fields(), ["url"], "{path}");
        let text = refused.body["errors"]["url"][0].as_str().unwrap_or_default();
        assert!(text.contains(why), "{path}: {text}");
    }
    admin.post(fetch, json!({ "url": format!("{}/page", files.url) })).await.refused(422, "registry.refused");
    for address in ["http://example.com/a", "file:///etc/passwd", "motto"] {
        assert_eq!(admin.post(fetch, json!({ "url": address })).await.is(422).fields(), ["url"]);
    }
}

/// A registry that requires a token.
struct Oci {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

#[derive(Clone)]
struct Kept {
    manifest: Vec<u8>,
    package: Vec<u8>,
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Oci {
    async fn start(package: &[u8], named: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let layer = json!({ "mediaType": LAYER, "digest": format!("sha256:{named}"), "size": package.len() });
        let manifest = json!({ "schemaVersion": 2, "layers": [layer] }).to_string().into_bytes();
        let asked = Arc::new(Mutex::default());
        let (package, registry, notes) = (package.to_vec(), address.clone(), Arc::clone(&asked));
        let kept = Kept { manifest, package, address: registry, asked: notes };
        let routes = Router::new().fallback(oci).with_state(kept);
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { address, asked }
    }
}

async fn oci(State(kept): State<Kept>, request: Request) -> Response<Body> {
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    kept.asked.lock().unwrap_or_else(PoisonError::into_inner).push(path.clone());
    let answer = |body: Vec<u8>| Response::new(Body::from(body));
    if path.starts_with("/token?") {
        return answer(json!({ "token": "anonymous" }).to_string().into_bytes());
    }
    let token = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if token != Some("Bearer anonymous") {
        let realm = format!("Bearer realm=\"{}/token\",service=\"tests\",scope=\"pull\"", kept.address);
        let refused = Response::builder().status(StatusCode::UNAUTHORIZED);
        return refused.header(header::WWW_AUTHENTICATE, realm).body(Body::empty()).expect("an answer");
    }
    match path.as_str() {
        "/v2/acme/motto/manifests/1.0.0" => answer(kept.manifest),
        path if path.starts_with("/v2/acme/motto/blobs/sha256:") => answer(kept.package),
        _ => Response::builder().status(StatusCode::NOT_FOUND).body(Body::empty()).expect("an answer"),
    }
}

#[app_test(near())]
async fn a_package_is_pulled_from_an_oci_registry(app: TestApp, mut admin: administrator) {
    let package = Plain::new("motto", "1.0.0").pack(&app).await;
    let fetch = "/api/admin/plugins/fetch";
    let forged = Oci::start(&package, &digest(b"another")).await;
    let refused =
        admin.post(fetch, json!({ "oci": format!("{}/acme/motto:1.0.0", forged.address) })).await.is(422);
    assert_eq!(refused.fields(), ["oci"], "{}", refused.body);
    let text = refused.body["errors"]["oci"][0].as_str().unwrap_or_default();
    assert!(text.contains("digest of the registry's response is wrong"), "{text}");

    let oci = Oci::start(&package, &digest(&package)).await;
    admin.post(fetch, json!({ "oci": format!("{}/acme/motto:1.0.0", oci.address) })).await.is(201);
    assert_eq!(version(&mut admin, "motto").await, "1.0.0");
    let asked = oci.asked.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let blob = format!("/v2/acme/motto/blobs/sha256:{}", digest(&package));
    let manifest = "/v2/acme/motto/manifests/1.0.0".to_owned();
    assert_eq!(asked, [manifest.clone(), "/token?service=tests&scope=pull".to_owned(), manifest, blob]);
    for wrong in ["acme", "http://127.0.0.1:1/acme/motto:1.0.0", "example.com/../motto"] {
        assert_eq!(admin.post(fetch, json!({ "oci": wrong })).await.is(422).fields(), ["oci"]);
    }
}

/// Installs with the program next to a server: exit code and messages.
fn installs(app: &TestApp, store: &Store, path: &str, development: bool) -> (i32, String) {
    let config = &app.app.config;
    let mut command = program(&config.data);
    command
        .env("SITEWRIGHT_LOG", "error")
        .env("SITEWRIGHT_PLUGIN_DEVELOPMENT", if development { "true" } else { "false" });
    if let Some(url) = &config.database_url {
        command.env("DATABASE_URL", url);
    }
    let (code, _, messages) = output(command.args(["plugin", "install", path]).current_dir(store.path()));
    (code, messages)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_package_or_a_folder_is_installed_at_the_command_line_beside_a_server() {
    let app = workshop().await;
    let mut user = anna(&app).await;
    let place = Store::new();
    let file = |name: &str| place.path().join(name);
    std::fs::write(file("motto.plugin"), Plain::new("motto", "1.0.0").pack(&app).await).expect("written");
    let (code, shown) = installs(&app, &place, "motto.plugin", false);
    assert_eq!((code, shown.contains("The package is not signed")), (1, true), "{shown}");
    let (code, shown) = installs(&app, &place, "motto.plugin", true);
    assert_eq!(code, 0, "{shown}");
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.0.0");

    std::fs::create_dir(file("motto")).expect("a folder");
    let engine = app.app.part::<sitewright::catalogue::tools::Tools>().engine().clone();
    for (name, content) in Plain::new("motto", "1.1.0").files(&engine).await {
        if !name.contains('/') {
            std::fs::write(file("motto").join(name), content).expect("written");
        }
    }
    let (code, shown) = installs(&app, &place, "motto", true);
    assert_eq!(code, 0, "{shown}");
    registry::settle(&app.app).await.expect("settled");
    assert_eq!(version(&mut user, "motto").await, "1.1.0");
    let source: Value = administrator(&app).await.get("/api/admin/packages").await.body["data"][0].clone();
    assert_eq!(source["source"], "command-line");
    app.stop().await;
}

#[tokio::test]
async fn a_package_installed_on_one_server_is_served_by_another() {
    if !on_postgres() {
        return;
    }
    let store = Arc::new(Store::new());
    let beside = |name: &'static str| {
        let store = store.clone();
        TestApp::in_folder(store.clone(), move |config| {
            config.data = store.path().join(name);
            config.plugin_development = true;
        })
    };
    let (first, second) = (beside("one").await, beside("two").await);
    let mut admin = administrator(&first).await;
    let mut user = anna(&second).await;
    let package = Plain::new("motto", "1.0.0");
    admin.installs(package.pack(&first).await).await;
    registry::settle(&second.app).await.expect("settled");
    // Its component comes from the database: this server never had the file.
    assert_eq!(version(&mut user, "motto").await, "1.0.0");
    admin.delete("/api/admin/plugins/motto").await.is(204);
    registry::settle(&second.app).await.expect("settled");
    run(&mut user, "motto").await.is(404);
    second.stop().await;
    first.stop().await;
}
