//! Permissions: every operation of the API, called with every role, on own and foreign objects.
//!
//! The operations come from the server's OpenAPI document; the expected responses are in `rights/table.rs`, one line
//! each. An operation without a line fails the test, and so does a line without an operation.

mod body;
mod entry;
mod people;
mod table;
mod things;

use std::fmt::Write as _;

use futures::stream;
use sitewright::platform::auth::Scope;

use self::entry::{Answers, Entry, Whose};
use self::people::{Office, Person, Role};

use crate::prelude::*;

/// Operations that are tested concurrently.
const AT_ONCE: usize = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_role_has_exactly_the_permissions_of_the_table() {
    let (office, document, _bundle) = open().await;
    let entries = table::entries();
    let mut wrong = lines_that_do_not_fit(&document, &entries);
    let tried: Vec<Vec<String>> =
        stream::iter(&entries).map(|entry| try_out(&office, entry)).buffer_unordered(AT_ONCE).collect().await;
    wrong.extend(tried.into_iter().flatten());
    let with_keys: Vec<Vec<String>> = stream::iter(&entries)
        .map(|entry| try_keys(&office, entry))
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    wrong.extend(with_keys.into_iter().flatten());
    wrong.sort();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    office.app.stop().await;
}

#[test]
fn a_route_without_a_line_is_reported_with_the_line_to_add() {
    let document = json!({ "paths": {
        "/api/x/{id}": { "delete": { "responses": { "204": {} }, "security": [{ "session": [] }] } },
        "/api/tools": { "get": { "responses": { "200": {} }, "security": [{ "session": [] }, { "key": ["tools:read"] }] } },
        "/api/plan": { "get": { "responses": { "200": {} }, "security": [{ "key": ["tools:read"] }] } },
    }});
    let wrong = lines_that_do_not_fit(&document, &table::entries());
    let reports = |text: &str| wrong.iter().any(|line| line.contains(text));
    assert!(
        reports("DELETE /api/x/{id} has no entry") && reports("users(\"DELETE /api/x/{id}\", 204).own("),
        "{wrong:?}"
    );
    assert!(reports("GET /api/words: the document has no such operation"), "{wrong:?}");
    assert!(
        reports("GET /api/plan: the document says of keys Some(\"tools:read\"), the line None"),
        "{wrong:?}"
    );
    assert!(!reports("GET /api/tools:") && !reports("GET /api/tools has"), "{wrong:?}");
}

/// A server with everything that the routes need, and its document.
async fn open() -> (Office, Value, TempDir) {
    let bundle = bundle();
    let folder = bundle.path().to_owned();
    let app = TestApp::with(|config| {
        config.bundle = Some(folder);
        config.verify_email = Some(true);
        config.google_client_id = Some("id".into());
        config.google_client_secret = Some("secret".into());
    });
    let app = app.await;
    let document = app.visitor().get("/api/openapi.json").await.body;
    (Office::open(app, document.clone()).await, document, bundle)
}

/// Operations without a line, and lines without an operation.
fn lines_that_do_not_fit(document: &Value, entries: &[Entry]) -> Vec<String> {
    let mut unknown: BTreeSet<&str> = entries.iter().map(|entry| entry.operation).collect();
    let mut wrong = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, described) in item.as_object().expect("operations") {
            let operation = format!("{} {path}", method.to_uppercase());
            wrong.extend(other_scope(&operation, described, entries));
            if !unknown.remove(operation.as_str())
                && !entries.iter().any(|known| known.operation == operation)
            {
                wrong.push(missing(&operation, described));
            }
        }
    }
    wrong.extend(
        unknown.into_iter().map(|operation| format!("{operation}: the document has no such operation")),
    );
    wrong
}

/// A scope that only the document or only the line contains.
fn other_scope(operation: &str, described: &Value, entries: &[Entry]) -> Option<String> {
    let ways = described["security"].as_array().into_iter().flatten();
    let said = ways.filter_map(|way| way["key"].as_array()).next();
    let said = said.map(|scopes| scopes.first().and_then(Value::as_str).unwrap_or_default());
    let known = entries.iter().find(|entry| entry.operation == operation)?;
    (known.scope != said)
        .then(|| format!("{operation}: the document says of keys {said:?}, the line {:?}", known.scope))
}

/// Calls an operation with keys of every scope, on own and foreign objects.
async fn try_keys(office: &Office, entry: &Entry) -> Vec<String> {
    let mut trial = Trial { office, entry, wrong: Vec::new() };
    let mut owner = office.person(Role::User).await;
    let theirs = match entry.thing.filter(|_| entry.scope.is_some()) {
        Some(thing) => thing.make(office, &mut office.person(Role::User).await).await,
        None => "1".to_owned(),
    };
    for scope in Scope::ALL {
        let own = match entry.thing.filter(|_| entry.scope.is_some()) {
            Some(thing) => thing.make(office, &mut owner).await,
            None => "1".to_owned(),
        };
        let mut key = office.key(&owner, scope.name()).await;
        for (id, whose) in [(&theirs, Whose::Foreign), (&own, Whose::Own)] {
            let Some(expected) = entry.answers_key(scope.name(), whose) else { continue };
            let of = format!("with a key for {}, {whose:?}", scope.name());
            trial.expect(&mut key, id, expected, &of).await;
        }
    }
    trial.wrong
}

/// The line to add, with guesses for the author to correct.
fn missing(operation: &str, described: &Value) -> String {
    let responses = described["responses"].as_object().into_iter().flatten();
    let status =
        responses.map(|(status, _)| status.as_str()).find(|status| status.starts_with('2')).unwrap_or("200");
    let is_open =
        described["security"].as_array().is_some_and(|ways| ways.iter().any(|way| *way == json!({})));
    let who = if is_open {
        "public"
    } else if operation.contains("/api/admin/") {
        "admins"
    } else {
        "users"
    };
    let whose = match (operation.contains('{'), who) {
        (false, _) => "",
        (true, "users") => ".own(Document /* a thing of things.rs: 404 for other users */)",
        (true, _) => ".any(Document /* a thing of things.rs, of any user */)",
    };
    format!(
        "{operation} has no entry. Add to host/tests/it/rights/table.rs:\n        {who}(\"{operation}\", {status}){whose},"
    )
}

/// Calls an operation with every role; returns the unexpected responses.
async fn try_out(office: &Office, entry: &Entry) -> Vec<String> {
    let mut trial = Trial { office, entry, wrong: Vec::new() };
    match entry.thing {
        None => {
            for role in Role::ALL {
                let mut person = office.person(role).await;
                trial.expect(&mut person, "", entry.answers(role, Whose::Nobodys), "").await;
            }
        }
        Some(thing) => {
            let mut other = office.person(Role::User).await;
            let theirs = thing.make(office, &mut other).await;
            for role in Role::ALL {
                trial.on_own_and_foreign(role, &theirs).await;
            }
            // The object still exists unchanged after all refused calls.
            trial
                .expect(&mut other, &theirs, entry.answers(Role::User, Whose::Own), "after all others")
                .await;
        }
    }
    trial.wrong
}

struct Trial<'a> {
    office: &'a Office,
    entry: &'a Entry,
    wrong: Vec<String>,
}

impl Trial<'_> {
    async fn on_own_and_foreign(&mut self, role: Role, theirs: &str) {
        let (office, entry) = (self.office, self.entry);
        let Some(thing) = entry.thing else { return };
        let mut person = office.person_before_proof(role).await;
        let own = match role {
            Role::Guest => None,
            _ => Some(thing.make(office, &mut person).await),
        };
        office.give_up_proof(&person).await;
        // Each role gets its own copy of an object that can be used up.
        let foreign = if entry.is_used_up(role) {
            let mut other = office.person(Role::User).await;
            thing.make(office, &mut other).await
        } else {
            theirs.to_owned()
        };
        let refused =
            self.expect(&mut person, &foreign, entry.answers(role, Whose::Foreign), "another user's").await;
        if role == Role::User && entry.is_hidden() {
            // Foreign and missing objects must look the same.
            let unknown = self.call(&mut person, &things::unknown(&foreign)).await;
            if unknown.problem() != refused.problem() {
                let difference =
                    format!("{:?}, but another user's {:?}", unknown.problem(), refused.problem());
                self.wrong.push(format!("{}: what does not exist answers {difference}", entry.operation));
            }
        }
        let Some(own) = own else { return };
        let answer = self.expect(&mut person, &own, entry.answers(role, Whose::Own), "their own").await;
        if entry.lists && answer.status == 200 {
            let shows = |id: &str| answer.text().contains(id);
            if !shows(&own) || (shows(&foreign) && entry.is_hidden()) {
                self.wrong.push(format!("{}: {role:?} sees {}", entry.operation, answer.text()));
            }
        }
    }

    async fn expect(&mut self, person: &mut Person, id: &str, expected: Answers, of: &str) -> Answer {
        let answer = self.call(person, id).await;
        let code = answer.body["code"].as_str().unwrap_or_default();
        let is_other_count = expected.count.is_some_and(|count| answer.body["count"] != count);
        let is_other_code = expected.code.is_some_and(|expected| expected != code);
        if answer.status != expected.status || is_other_code || is_other_count {
            let mut line = format!("{}: {:?}", self.entry.operation, person.role);
            let Answers { status, code, count } = expected;
            let _ = write!(line, " {of} answers {} {}", answer.status, answer.body);
            let _ = write!(line, ", and should {status} {} {count:?}", code.unwrap_or_default());
            self.wrong.push(line);
        }
        answer
    }

    async fn call(&self, person: &mut Person, id: &str) -> Answer {
        let (method, path) = self.entry.address(id);
        let client: &mut Client = &mut person.client;
        client.fetch_csrf_token().await;
        let request = client.request(method, &path);
        let request = match &self.entry.body {
            entry::Body::Generated => match body::minimal(&self.office.document, self.entry.operation) {
                Some(body) => request.json(&body),
                None => request,
            },
            entry::Body::Json(make) => request.json(&make(id)),
            entry::Body::Bytes(kind, bytes) => request.header("content-type", *kind).body(*bytes),
        };
        client.send(request).await
    }
}
