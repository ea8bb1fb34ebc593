//! `sitewright audit`: a site that breaks things on a loopback port, audited without a server and a database.

mod formats;
mod packs;

use crate::prelude::*;
use crate::util::site::{Reply as Page, Site};

/// Bytes of a call between the sizes of the smallest and the largest description of a pack.
const LARGE: &str = "30000";

/// A page with a title unless it is empty.
fn page(title: &str, body: &str) -> Page {
    let title = if title.is_empty() { String::new() } else { format!("<title>{title}</title>") };
    Page::Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">{title}</head><body>{body}</body></html>"
    ))
}

/// A home page, a page without a title, one that is fine, and a link to a page that is gone.
async fn broken() -> Site {
    let links = "<h1>Oak tables</h1><p><a href=\"/prices\">Prices</a> <a href=\"/gone\">Old prices</a> <a href=\"/about\">About</a></p>";
    Site::start([
        ("/", page("Oak tables made to order in York", links)),
        ("/prices", page("", "<h1>Prices</h1><p><a href=\"/\">Home</a></p>")),
        ("/about", page("About the workshop for oak tables in York", "<h1>About</h1>")),
        ("/robots.txt", Page::Text("User-agent: *\nDisallow: /closed\n".into())),
    ])
    .await
}

/// An audit in an empty folder.
struct Audit {
    folder: TempDir,
    command: Command,
}

struct Done {
    code: i32,
    printed: String,
    messages: String,
    folder: TempDir,
}

impl Audit {
    fn of(url: &str, arguments: &[&str]) -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut command = program(&folder.path().join("data"));
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
        command.env("SITEWRIGHT_BUNDLE", built).env("SITEWRIGHT_LOG", "off").current_dir(folder.path());
        command.args(["audit", url, "--no-external"]).args(arguments);
        Self { folder, command }
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it beside the site.
    async fn run(self) -> Done {
        let Self { folder, mut command } = self;
        let ended = tokio::task::spawn_blocking(move || output(&mut command)).await.expect("it ends");
        let (code, printed, messages) = ended;
        Done { code, printed, messages, folder }
    }
}

impl Done {
    fn is(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.printed, self.messages);
        self
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.printed).unwrap_or_else(|error| panic!("{error}: {}", self.printed))
    }
}

/// The findings of a rule in a JSON result.
fn of_rule<'a>(result: &'a Value, rule: &str) -> Vec<&'a Value> {
    let findings = result["findings"].as_array().expect("findings");
    findings.iter().filter(|finding| finding["rule"] == rule).collect()
}

#[tokio::test]
async fn a_site_is_audited_without_a_server_and_a_database() {
    let site = broken().await;
    let done = Audit::of(&site.url, &[]).run().await.is(0);
    assert_eq!(done.messages, "", "progress is for terminals");
    contains_all(
        &done.printed,
        &[
            &format!("{}/\nScore ", site.url),
            "Fix first\n  1. ",
            "\nErrors\n",
            "(title-missing): 1\n    /prices  ",
        ],
    );
    let place = |text: &str| done.printed.find(text).unwrap_or_else(|| panic!("{text}: {}", done.printed));
    assert!(place("\nErrors\n") < place("\nWarnings\n") && place("\nWarnings\n") < place("\nNotices\n"));
    assert!(done.printed.contains("not measured"), "{}", done.printed);
    let made: Vec<_> = fs::read_dir(done.folder.path().join("data")).expect("a folder").collect();
    assert_eq!(made.len(), 1, "the cache of compiled packs only: {made:?}");
    assert!(!site.paths().iter().any(|path| path == "/closed"));
}

#[tokio::test]
async fn an_audit_speaks_the_chosen_language() {
    let site = broken().await;
    let done = Audit::of(&site.url, &["--language", "pl", "--fail-on", "error"]).run().await.is(1);
    contains_all(&done.printed, &["Wynik ", "Popraw najpierw", "\nBłędy\n", "Audyt nie przechodzi"]);
    let english = Audit::of(&site.url, &["--json"]).run().await.is(0).json();
    let polish = Audit::of(&site.url, &["--json"]).env("LC_ALL", "pl_PL.UTF-8").run().await.is(0).json();
    let texts = |result: &Value| of_rule(result, "title-missing")[0]["what"].clone();
    assert_ne!(texts(&english), texts(&polish));
    assert_eq!(polish["language"], "pl");
}

#[tokio::test]
async fn an_audit_fails_where_it_is_told_to() {
    let site = broken().await;
    Audit::of(&site.url, &[]).run().await.is(0);
    let done = Audit::of(&site.url, &["--fail-on", "error"]).run().await.is(1);
    assert!(done.printed.contains("The audit fails: "), "{}", done.printed);
    let result = Audit::of(&site.url, &["--json"]).run().await.is(0).json();
    let errors: BTreeSet<&str> = result["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|finding| finding["level"] == "error")
        .filter_map(|finding| finding["rule"].as_str())
        .collect();
    let off: Vec<&str> = errors.iter().flat_map(|rule| ["--off", rule]).collect();
    let done = Audit::of(&site.url, &[&["--fail-on", "error"], &*off].concat()).run().await.is(0);
    assert!(done.printed.contains("The audit passes"), "{}", done.printed);
    Audit::of(&site.url, &[&["--fail-on", "warning"], &*off].concat()).run().await.is(1);
}

#[tokio::test]
async fn what_cannot_be_audited_is_told() {
    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let gone = format!("http://{}", closed.local_addr().expect("an address"));
    drop(closed);
    let site = Site::start([
        ("/robots.txt", Page::Text("User-agent: SitewrightBot\nDisallow: /\n".into())),
        ("/", page("Closed", "")),
    ])
    .await;
    let failing = Site::start([("/", Page::Status(410))]).await;
    for (url, said) in [
        ("two words", "full web address"),
        ("ftp://example.com/", "full web address"),
        ("https://me:secret@example.com/", "full web address"),
        (&*gone, "can't reach"),
        (&*site.url, "robots.txt"),
    ] {
        let done = Audit::of(url, &[]).run().await.is(2);
        assert!(done.printed.is_empty() && done.messages.contains(said), "{url}: {}", done.messages);
        assert!(done.messages.starts_with("URL: "), "{}", done.messages);
    }
    Audit::of(&failing.url, &[]).run().await.is(2);
    let error = Audit::of(&gone, &["--format", "json"]).run().await.is(2).json();
    assert_eq!(error["error"]["code"], "validation.failed");
    Audit::of(&site.url, &["--ignore-robots"]).run().await.is(0);
    for arguments in [
        ["--include", "no path"],
        ["--baseline", "missing.json"],
        ["--list", "missing.txt"],
        ["--basic-from", "NO_SUCH_VARIABLE"],
        ["--header", "no header"],
        ["--pages", "0"],
        ["--format", "pdf"],
    ] {
        let done = Audit::of(&site.url, &arguments).run().await.is(2);
        assert!(!done.messages.is_empty(), "{arguments:?}");
    }
}

#[tokio::test]
async fn a_private_address_is_read_only_on_the_host_that_was_named() {
    let other = Site::start([("/", page("Other", ""))]).await;
    let port = other.url.rsplit_once(':').expect("a port").1;
    let elsewhere = format!("http://localhost:{port}/secret");
    let site = Site::start([
        (
            "/",
            page(
                "Home",
                &format!("<a href=\"{elsewhere}\">Secret</a><img src=\"{elsewhere}\"><a href=\"/to\">To</a>"),
            ),
        ),
        ("/to", Page::Redirect(elsewhere.clone())),
    ])
    .await;
    let Audit { folder, mut command } = Audit::of(&site.url, &[]);
    // Linked pages of other sites are asked for in this test.
    let arguments: Vec<_> =
        command.get_args().filter(|it| *it != "--no-external").map(ToOwned::to_owned).collect();
    let mut asking = Command::new(command.get_program());
    let variables = command.get_envs().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
    asking.env_clear().envs(variables.collect::<Vec<_>>()).args(arguments).current_dir(folder.path());
    command = asking;
    Audit { folder, command }.run().await.is(0);
    assert!(site.paths().contains(&"/to".to_owned()));
    assert_eq!(other.paths(), Vec::<String>::new());
}

#[tokio::test]
async fn secrets_come_from_variables_and_go_to_the_site_only() {
    let site = broken().await;
    let arguments = [
        "--basic-from",
        "LOGIN",
        "--cookie-from",
        "COOKIES",
        "--header",
        "X-Preview: 1",
        "--header-from",
        "KEY",
        "--json",
    ];
    let audit = Audit::of(&site.url, &arguments);
    let audit = audit
        .env("LOGIN", "anna:open sesame")
        .env("COOKIES", "session=abc")
        .env("KEY", "X-Key: k3y-0f-staging");
    let done = audit.run().await.is(0);
    let headers = site.visited().last().expect("a request").headers.clone();
    assert_eq!(headers["authorization"], format!("Basic {}", STANDARD.encode("anna:open sesame")));
    assert_eq!(
        (&headers["cookie"], &headers["x-preview"]),
        (&"session=abc".parse().expect("a value"), &"1".parse().expect("a value"))
    );
    assert_eq!(headers["x-key"], "k3y-0f-staging");
    for secret in ["sesame", "session=abc", "k3y-0f-staging"] {
        assert!(!done.printed.contains(secret), "{secret}");
    }
}

#[tokio::test]
async fn a_list_is_read_without_following_links() {
    let site = broken().await;
    let audit = Audit::of(&site.url, &["--list", "list.txt", "--json"]);
    let lines = format!("# changed\n\n{}/prices\n", site.url);
    fs::write(audit.folder.path().join("list.txt"), lines).expect("written");
    let result = audit.run().await.is(0).json();
    assert_eq!((&result["pages"], of_rule(&result, "title-missing").len()), (&json!(2), 1));
    assert!(!site.paths().contains(&"/about".to_owned()));
}

#[tokio::test]
async fn limits_are_named() {
    let site = broken().await;
    let result = Audit::of(&site.url, &["--pages", "1", "--json"]).run().await.is(0).json();
    assert_eq!((&result["ended_by"], &result["pages"]), (&json!("pages"), &json!(1)));
    let done = Audit::of(&site.url, &["--pages", "1"]).run().await.is(0);
    assert!(done.printed.contains("ended at a limit: pages"), "{}", done.printed);
}

#[tokio::test]
async fn a_pack_that_exceeds_a_limit_is_named_and_does_not_pass_as_clean() {
    let site = broken().await;
    // The large packs describe themselves with more than this, and the small ones with less.
    let tight = |bytes: &str, arguments: &[&str]| {
        Audit::of(&site.url, arguments).env("SITEWRIGHT_PLUGIN_HOST_CALL_BYTES", bytes)
    };
    let result = tight(LARGE, &["--json"]).run().await.is(2).json();
    let failed = result["failed_packs"].as_array().expect("a list");
    assert!(failed.iter().all(|failed| failed["why"].as_str().is_some_and(|why| why.contains("limit"))));
    assert!(!failed.is_empty() && !result["findings"].as_array().expect("findings").is_empty(), "{failed:?}");
    let done = tight(LARGE, &[]).run().await.is(2);
    let said = format!("The rule pack {} failed", failed[0]["pack"].as_str().expect("a pack"));
    assert!(done.printed.contains(&said), "{}", done.printed);
    let none = tight("1", &[]).run().await.is(1);
    assert!(
        none.printed.is_empty() && none.messages.contains("no rule pack can be used"),
        "{}",
        none.messages
    );
}

#[tokio::test]
async fn an_interrupted_audit_tells_what_it_found_so_far() {
    let site = broken().await;
    site.put("/about", Page::Silence);
    let Audit { folder, mut command } = Audit::of(&site.url, &["--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    becomes("the slow page is asked for", async || site.paths().contains(&"/about".to_owned())).await;
    // The others were read before, or are read meanwhile.
    becomes("the other pages are asked for", async || site.paths().contains(&"/gone".to_owned())).await;
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output()).await;
    let ended = ended.expect("it ends").expect("its output");
    assert_eq!(ended.status.code(), Some(130), "{}", String::from_utf8_lossy(&ended.stderr));
    let result: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
    assert_eq!(result["ended_by"], "interrupted");
    let rules = result["rules"].as_array().expect("rules");
    let of_site = rules.iter().filter(|rule| rule["scope"] == "site");
    assert!(of_site.into_iter().all(|rule| rule["state"] != "checked"), "pages are missing");
    drop(folder);
}
