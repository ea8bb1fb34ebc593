//! Attempts to read a secret that a tool may use but never see.

use super::Line;
use crate::outside::{OUTSIDE, World, connect, reply, world};
use crate::prelude::*;

const GROUP: &str = "Secrets";
const SECRET: &str = "s3cret+token/value";
/// Encodings of the secret, which must not appear either.
const FORMS: [&str; 4] =
    [SECRET, "czNjcmV0K3Rva2VuL3ZhbHVl", "7333637265742B746F6B656E2F76616C7565", "s3cret%2Btoken%2Fvalue"];

/// A request and the tool's result. `TO` is the URL of a host that the secret is not for.
struct Grab {
    name: &'static str,
    method: &'static str,
    host: &'static str,
    path: &'static str,
    headers: &'static str,
    body: &'static str,
    end: &'static str,
}

const fn grab(
    name: &'static str,
    [method, host, path]: [&'static str; 3],
    [headers, body]: [&'static str; 2],
    end: &'static str,
) -> Grab {
    Grab { name, method, host, path, headers, body, end }
}

const NONE: &str = "There is no secret";
const OURS: [&str; 3] = ["POST", "shop.test", "/echo"];
const THEIRS: [&str; 3] = ["POST", "other.test", "/echo"];

const ALL: &[Grab] = &[
    grab("in the path", ["GET", "shop.test", "/echo/{secret:token}"], ["", ""], "404\n"),
    grab("in the query", ["GET", "shop.test", "/echo?token={secret:token}"], ["", ""], "200\n"),
    grab("in the name of a header", OURS, ["X-{secret:token}: a", ""], "The tool may not set the header"),
    grab("to another host, in a header", THEIRS, ["X-Token: {secret:token}", ""], NONE),
    grab("to another host, as a login", THEIRS, ["Authorization: Basic {basic:token}", ""], NONE),
    grab("to another host, in the body", THEIRS, ["", "t={secret:token}"], NONE),
    grab("a placeholder within a placeholder", OURS, ["", "{secret:{secret:token}}"], NONE),
    grab("an unclosed placeholder", OURS, ["", "{secret:token"], NONE),
    grab("a secret of another name", OURS, ["", "{secret:../token}"], NONE),
    grab(
        "a header with a line break",
        OURS,
        ["X-Token: {secret:token}\r\nHost: other.test", ""],
        "The tool may not set the header",
    ),
    grab(
        "another host in a header",
        OURS,
        ["Host: other.test¦X-Token: {secret:token}", ""],
        "The tool may not set the header",
    ),
    grab(
        "a redirect with the secret in a header",
        ["GET", "shop.test", "/redirect?to=TO"],
        ["X-Token: {secret:token}", ""],
        "200\n",
    ),
    grab(
        "a redirect with the login",
        ["GET", "shop.test", "/redirect?to=TO"],
        ["Authorization: Basic {basic:token}", ""],
        "200\n",
    ),
    grab(
        "a redirect with the secret in the body",
        ["POST", "shop.test", "/redirect?status=307&to=TO"],
        ["", "{secret:token}"],
        "which your secret is not for",
    ),
    grab(
        "a redirect that drops the body",
        ["POST", "shop.test", "/redirect?status=303&to=TO"],
        ["", "{secret:token}"],
        "200\n",
    ),
    grab("a server that repeats it", OURS, ["X-Token: {secret:token}", "{secret:token}"], "[secret]"),
    grab("a server that repeats the login", OURS, ["X-Token: {basic:token}", ""], "[secret]"),
    grab(
        "a server that repeats it in Base64",
        ["POST", "shop.test", "/echo-written?as=base64"],
        ["", "{secret:token}"],
        "[secret]",
    ),
    grab(
        "a server that repeats it in hexadecimal",
        ["POST", "shop.test", "/echo-written?as=hex"],
        ["", "{secret:token}"],
        "[secret]",
    ),
    grab(
        "a server that repeats it percent-encoded",
        ["POST", "shop.test", "/echo-written?as=url"],
        ["", "{secret:token}"],
        "[secret]",
    ),
    grab(
        "a server that repeats it in HTML entities",
        ["POST", "shop.test", "/echo-written?as=html"],
        ["", "{secret:token}"],
        "[secret]",
    ),
    grab(
        "a server that repeats it in JSON escapes",
        ["POST", "shop.test", "/echo-written?as=json"],
        ["", "{secret:token}"],
        "[secret]",
    ),
];

/// Checked after all of them.
const AFTERWARDS: [(&str, &str); 3] = [
    ("a tool that stores what a server repeated", "stores `[secret]`"),
    (
        "a result that contains what a server repeated",
        "`[secret]` in the run, its events, the document and its files",
    ),
    ("metrics of the server, and lists of runs and connections", "no secret in them"),
];

pub fn lines() -> impl Iterator<Item = Line> {
    let grabs = ALL.iter().map(|one| Line { group: GROUP, name: one.name, end: one.end.trim_end() });
    grabs.chain(AFTERWARDS.map(|(name, end)| Line { group: GROUP, name, end }))
}

fn holds_none(what: &str, text: &str) {
    for form in FORMS {
        assert!(!text.to_lowercase().contains(&form.to_lowercase()), "{what}: {form} in {text}");
    }
}

async fn grabs(world: &World, client: &mut Client, grab: &Grab) -> String {
    let to = world.url("other.test", "/echo");
    let call = format!("{} {}", grab.method, world.url(grab.host, &grab.path.replace("TO", &to)));
    reply(client, ["send", &call, grab.headers, grab.body]).await
}

#[app_test(world(r#"["other.test"]"#, |_| {}))]
async fn no_secret_is_returned_stored_or_sent_elsewhere(world: World) {
    let mut client = world.app.user().await;
    connect(&mut client, "shop.test", SECRET).await;
    for grab in ALL {
        let answer = grabs(&world, &mut client, grab).await;
        assert!(answer.contains(grab.end), "{}: {answer}", grab.name);
        holds_none(grab.name, &answer);
    }
    let came = world.peer.came();
    let host = |came: &crate::util::peer::Came| came.headers["host"].to_str().expect("a text").to_owned();
    assert!(came.iter().any(|came| came.body.starts_with(SECRET.as_bytes())), "it was sent where it belongs");
    for came in &came {
        holds_none("an address", &came.path);
        if !host(came).starts_with("shop.test:") {
            holds_none("another host", &format!("{came:?}"));
        }
    }

    let repeats = ALL.iter().find(|grab| grab.end == "[secret]").expect("a server that repeats it");
    let repeated = grabs(&world, &mut client, repeats).await;
    assert_eq!(reply(&mut client, ["set", "key", &repeated]).await, "kept");
    holds_none("what is kept", &reply(&mut client, ["get", "key"]).await);
    let post = format!("POST {}", world.url("shop.test", "/echo"));
    let input = json!({ "do": "send", "a": post, "b": "X-Token: {secret:token}", "c": "{secret:token}" });
    let run = client.run_to_end(OUTSIDE, input).await;
    let id = run.id();
    holds_none("the run", &run.body.to_string());
    holds_none("its events", &format!("{:?}", client.events(&id, None).await));
    let documents = client.get("/api/documents").await.body;
    let document = documents["data"][0]["id"].as_str().expect("a document").to_owned();
    for path in ["", "/export/md", "/export/html"] {
        let answer = client.get(&format!("/api/documents/{document}{path}")).await;
        assert_eq!(answer.status, 200, "{path}");
        holds_none(path, &String::from_utf8_lossy(&answer.bytes));
    }
    for path in ["/metrics", "/api/connections", "/api/runs"] {
        holds_none(path, &String::from_utf8_lossy(&client.get(path).await.bytes));
    }
}
