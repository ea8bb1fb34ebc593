//! Egress of plugins: each interface called by a hostile plugin, with hostile servers.

mod connections;
mod http;
mod limits;
mod replay;
mod search;
mod store;
mod web;

use std::ops::Deref;

use sitewright::platform::config::HostPorts;
use sitewright::platform::fetch::{Names, Networks};

use crate::prelude::*;
use crate::util::peer::Peer;

/// Two plugins with the same component: their stores are separate.
pub const OUTSIDE: &str = "outside";
pub const STRANGER: &str = "stranger";

const PERMISSIONS: &str = r#"permissions = ["http", "search", "store", "web"]"#;

pub struct World {
    pub app: TestApp,
    pub peer: Peer,
    bundle: TempDir,
}

/// A plugin whose manifest allows these hosts, among them `shop.test` as a name of the peer, and its server.
pub async fn world(hosts: &str, change: impl FnOnce(&mut Config)) -> World {
    world_with(hosts, None, change).await
}

/// The same with `slow.test` as the name of a server on this port.
async fn world_with(hosts: &str, slow: Option<u16>, change: impl FnOnce(&mut Config)) -> World {
    world_of(&guest("outside"), hosts, slow, |config, _| change(config)).await
}

/// The same with another component; the port is the peer's.
pub async fn world_of(
    component: &[u8],
    hosts: &str,
    slow: Option<u16>,
    change: impl FnOnce(&mut Config, u16),
) -> World {
    let folder = bundle();
    for id in [OUTSIDE, STRANGER] {
        let allowed = format!("{PERMISSIONS}\nhosts = {hosts}\nconnections = [\"shop\"]\n");
        let manifest = manifest(id, 0).replace("[ui]", &format!("{allowed}[ui]"));
        add_plugin(folder.path(), id, &manifest, component);
    }
    let peer = Peer::start().await;
    let (path, port) = (folder.path().to_owned(), peer.port);
    let app = TestApp::with(|config| {
        settings(config, path, port, slow);
        change(config, port);
    })
    .await;
    World { app, peer, bundle: folder }
}

/// Several names for the peer on this port, and one for a forbidden address.
fn settings(config: &mut Config, bundle: PathBuf, port: u16, slow: Option<u16>) {
    config.bundle = Some(bundle);
    config.fetch_private = Networks::parse("127.0.0.1").expect("a network");
    config.fetch_pause = Duration::from_millis(1);
    let names = "shop.test=127.0.0.1,a.shop.test=127.0.0.1,other.test=127.0.0.1,private.test=127.0.0.2,slow.test=127.0.0.1";
    config.fetch_names = Names::parse(names).expect("names");
    let hosts = ["shop.test", "a.shop.test", "other.test", "private.test", "127.0.0.1"];
    let ports = hosts.iter().map(|host| format!("{host}:{port}"));
    let ports: Vec<String> = ports.chain(slow.map(|port| format!("slow.test:{port}"))).collect();
    config.plugin_http_ports = HostPorts::parse(&ports.join(",")).expect("ports");
}

impl Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl World {
    /// An address of the peer under one of its names.
    pub fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.peer.port)
    }

    /// The same world with other addresses for its names.
    pub async fn moved(self, names: &str) -> Self {
        let (path, port) = (self.bundle.path().to_owned(), self.peer.port);
        let app = self.app.restart(|config| {
            settings(config, path, port, None);
            config.fetch_names = Names::parse(names).expect("names");
        });
        Self { app: app.await, ..self }
    }

    pub async fn stop(self) {
        self.app.stop().await;
    }
}

/// The plugin's result; the values of its input are `do`, `a`, `b`, `c`.
pub async fn reply<const N: usize>(client: &mut Client, input: [&str; N]) -> String {
    reply_from(client, OUTSIDE, input).await
}

pub async fn reply_from<const N: usize>(client: &mut Client, tool: &str, input: [&str; N]) -> String {
    let fields = ["do", "a", "b", "c", "times"].into_iter().zip(input);
    let input: Value = fields.map(|(name, value)| (name.to_owned(), json!(value))).collect();
    let run = client.run_to_end(tool, input).await.has(json!({ "status": "succeeded" }));
    run.body["outcome"]["text"].as_str().expect("a text").to_owned()
}

/// Connects the peer under this name and returns the connection's id.
pub async fn connect(client: &mut Client, host: &str, secret: &str) -> String {
    let new = json!({ "kind": "shop", "host": host, "login": "jan", "secrets": { "token": secret } });
    client.post("/api/connections", new).await.is(201).id()
}

#[app_test(world(r#"["api.example.com", "*.shoparena.pl"]"#, |_| {}))]
async fn the_catalogue_describes_the_egress_of_a_tool(world: World, mut client: user) {
    let titles = |tool: Value| -> Vec<String> {
        let permissions = tool["permissions"].as_array().expect("permissions").clone();
        permissions.iter().map(|one| one["title"].as_str().expect("a title").to_owned()).collect()
    };
    let english = titles(client.get("/api/tools/outside").await.body);
    assert_eq!(
        english,
        [
            "Sends requests to other systems: api.example.com, *.shoparena.pl, your own connections (shop)",
            "Queries search engines through this server's provider",
            "Stores data for your project",
            "Reads public web pages",
        ]
    );
    client.cookies.insert("locale".into(), "pl".into());
    let polish = titles(client.get("/api/tools/outside").await.body);
    assert_eq!(
        polish[0],
        "Wysyła żądania do innych systemów: api.example.com, *.shoparena.pl, Twoje połączenia (shop)"
    );
}

/// A component may import less than its manifest declares, but not more.
#[tokio::test]
async fn a_tool_with_an_undeclared_import_is_not_installed() {
    let folder = bundle();
    add_plugin(folder.path(), OUTSIDE, &manifest(OUTSIDE, 0), &guest("outside"));
    let app = TestApp::with_bundle(folder, |_| {}).await;
    let refused = app.app.part::<sitewright::catalogue::tools::Tools>().refused().to_vec();
    assert_eq!(refused.len(), 1);
    assert!(refused[0].1.contains("the component imports `http`"), "{refused:?}");
    app.stop().await;
}

/// A new host counts like a new permission.
#[app_test(crate::registry::workshop())]
async fn an_update_that_would_call_another_host_waits_for_an_administrator(app: TestApp) {
    let mut admin = crate::admin::administrator(&app).await;
    for (version, hosts, state, more) in [
        ("1.0.0", r#"["api.example.com"]"#, "ready", ""),
        ("1.1.0", r#"["api.example.com"]"#, "ready", ""),
        (
            "1.2.0",
            r#"["api.example.com", "evil.example.net"]"#,
            "waiting",
            "api.example.com, evil.example.net",
        ),
    ] {
        let asked_for = format!("{PERMISSIONS}\nhosts = {hosts}");
        let plain = Plain { guest: Some("outside"), asked_for, ..Plain::new("caller", version) };
        let answer = admin.install(plain.pack(&app).await, "").await;
        assert_eq!(answer.body["state"], state, "{version}: {}", answer.body);
        let title = answer.body["more"][0]["title"].as_str().unwrap_or_default();
        assert!(title.ends_with(more) && title.is_empty() == more.is_empty(), "{version}: {title}");
    }
}
