//! The server is killed while it works, and started again.

use crate::prelude::*;

const ACCOUNTS: usize = 4;
const RUNS: usize = 200;

/// The program in its own process.
pub struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    pub fn start(store: &Store, bundle: &Path, model: Option<&ModelServer>) -> Self {
        Self::with_folder(store, store.path(), bundle, model, None, &[])
    }

    /// A server with more settings.
    pub fn start_with(store: &Store, bundle: &Path, more: &[(&str, &str)]) -> Self {
        Self::with_folder(store, store.path(), bundle, None, None, more)
    }

    /// A server on the database of another one; each has its own data folder.
    pub fn beside(store: &Store, bundle: &Path, model: Option<&ModelServer>) -> Self {
        Self::with_folder(store, &store.path().join("beside"), bundle, model, None, &[])
    }

    /// The same with more settings.
    pub fn beside_with(store: &Store, bundle: &Path, more: &[(&str, &str)]) -> Self {
        Self::with_folder(store, &store.path().join("beside"), bundle, None, None, more)
    }

    /// Two servers on one database, connected by Redis.
    pub fn pair(store: &Store, bundle: &Path, model: &ModelServer, redis: &RedisServer) -> [Self; 2] {
        ["one", "two"].map(|name| {
            Self::with_folder(store, &store.path().join(name), bundle, Some(model), Some(redis), &[])
        })
    }

    fn with_folder(
        store: &Store,
        data: &Path,
        bundle: &Path,
        model: Option<&ModelServer>,
        redis: Option<&RedisServer>,
        more: &[(&str, &str)],
    ) -> Self {
        let mut command = program(data);
        command
            .arg("serve")
            .env("SITEWRIGHT_SECRET_KEY", "5e".repeat(32))
            .env("SITEWRIGHT_REALTIME_PORT", "0")
            .env("SITEWRIGHT_BUNDLE", bundle)
            .env("SITEWRIGHT_LISTEN", "127.0.0.1:0")
            .env("SITEWRIGHT_LOG", "warn")
            .env("SITEWRIGHT_MODEL_LOCAL", "")
            .env("SITEWRIGHT_PROCESS_SILENCE", "1s")
            .env("SITEWRIGHT_MAX_INSTANCES", "64")
            .envs(more.iter().copied());
        if let Some(url) = &store.url {
            command.env("DATABASE_URL", url);
        }
        if let Some(model) = model {
            command.env("SITEWRIGHT_MODEL_URL", &model.url);
        }
        if let Some(redis) = redis {
            command.env("SITEWRIGHT_REDIS_URL", &redis.url);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("Serving http://").unwrap_or_else(|| panic!("{line:?}"));
        Self { address: address.parse().expect("an address"), child }
    }

    /// Like `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().expect("it was alive");
        self.child.wait().expect("it ends");
    }

    /// Kills it and checks the database.
    pub async fn ends(self, store: &Store) {
        self.kill();
        check(store).await;
    }

    /// Waits for a server that dies by itself.
    pub fn died(mut self) {
        self.child.wait().expect("it ends");
    }

    pub fn client(&self, token: &str) -> Client {
        let mut client = Client::new(self.address);
        client.bearer = Some(token.to_owned());
        client
    }

    pub async fn accounts(&self) -> Vec<String> {
        join_all((0..ACCOUNTS).map(|number| async move {
            let mut client = Client::new(self.address);
            let body = json!({ "name": "Test", "email": format!("{number}@example.com"),
                "password": "correct horse", "password_confirmation": "correct horse" });
            client.post("/register", body).await.string("token")
        }))
        .await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Invariants of the database once every run has ended.
pub async fn check(store: &Store) {
    let db = store.open(store.path()).await;
    for (rule, sql) in [
        ("nothing is left running", "SELECT count(*) FROM runs WHERE status IN ('queued', 'running')"),
        ("a run that succeeded has its document",
            "SELECT count(*) FROM runs r WHERE status = 'succeeded' AND NOT EXISTS
             (SELECT 1 FROM documents d WHERE d.id = r.document_id AND d.run_id = r.id AND d.text <> '')"),
        ("a document belongs to a run that succeeded",
            "SELECT count(*) FROM documents d WHERE NOT EXISTS
             (SELECT 1 FROM runs r WHERE r.id = d.run_id AND r.document_id = d.id AND r.status = 'succeeded')"),
        ("every reservation is settled",
            "SELECT count(*) FROM meter_entries r WHERE kind = 'reserve' AND NOT EXISTS
             (SELECT 1 FROM meter_entries s WHERE s.run_id = r.run_id AND s.meter = r.meter AND s.attempt = r.attempt AND s.kind = 'settle')"),
        ("what a run charged is what the ledger took for it",
            "SELECT count(*) FROM runs r WHERE r.words <> -COALESCE((SELECT SUM(amount) FROM meter_entries e WHERE e.run_id = r.id), 0)"),
        ("each balance follows from the one before",
            "SELECT count(*) FROM meter_entries e WHERE balance <> amount + COALESCE(
             (SELECT balance FROM meter_entries p WHERE p.holder = e.holder AND p.meter = e.meter AND p.seq = e.seq - 1), 0)"),
    ] {
        let broken: i64 = db::query_scalar(sql).fetch_one(db.read()).await.expect("the query runs");
        assert_eq!(broken, 0, "{rule}");
    }
    db.close().await;
}

#[tokio::test]
async fn no_run_no_word_and_no_document_is_lost_when_the_server_dies_while_the_model_writes() {
    let (data, bundle) = (Store::new(), bundle());
    let answered = RUNS / 2;
    let mut script = vec![Reply::text("Three good words."); answered];
    script.push(Reply::Holds(vec!["Three good ".into()]));
    let model = ModelServer::start(script).await;

    let server = Server::start(&data, bundle.path(), Some(&model));
    let tokens = server.accounts().await;
    let ids = join_all(tokens.iter().map(|token| {
        let mut client = server.client(token);
        async move {
            let mut ids = Vec::new();
            for _ in 0..RUNS / ACCOUNTS {
                ids.push(client.begin(json!({ "topic": "tea" })).await);
            }
            ids
        }
    }))
    .await;
    // Half is done, eight of each account are running, the rest waits.
    model
        .until("half is done", |seen| seen.open == 8 * ACCOUNTS && seen.requests >= answered + 8 * ACCOUNTS)
        .await;
    server.kill();
    model.until("the streams are gone", |seen| seen.open == 0).await;

    model.then([Reply::text("Three good words.")]);
    model.open_gate();
    let server = Server::start(&data, bundle.path(), Some(&model));
    for (token, ids) in tokens.iter().zip(&ids) {
        let mut client = server.client(token);
        for id in ids {
            client.ended(id).await.has(json!({ "status": "succeeded", "words": 3 }));
        }
        let words = client.get("/api/words").await.body;
        assert_eq!(words["left"], 10_000 - 3 * RUNS / ACCOUNTS, "{words}");
    }
    server.ends(&data).await;
}

const FIVE_CALLS: &str = "ask-in-turn";

/// Replies that differ, so that a repeated request is seen in the result.
fn numbered(first: usize, count: usize) -> impl Iterator<Item = String> {
    (first..first + count).map(|number| format!("Answer number {number}."))
}

#[tokio::test]
async fn a_run_that_dies_at_each_of_its_calls_continues_where_it_was() {
    let (data, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([]).await;
    let mut server = Server::start(&data, bundle.path(), Some(&model));
    let tokens = server.accounts().await;
    let token = tokens.first().expect("an account");
    let holds = || Reply::Holds(vec!["Half an ".to_owned()]);
    model.then([holds()]);
    let id = server.client(token).begin(json!({ "topic": "tea", "do": FIVE_CALLS })).await;
    for (death, text) in numbered(0, 5).enumerate() {
        model.until("a call waits", |seen| seen.open == 1 && seen.requests == 2 * death + 1).await;
        server.kill();
        model.until("the stream is gone", |seen| seen.open == 0).await;
        model.then([Reply::text(&text)]);
        if death < 4 {
            model.then([holds()]);
        }
        server = Server::start(&data, bundle.path(), Some(&model));
    }
    let mut client = server.client(token);
    let run = client.ended(&id).await.has(json!({ "status": "succeeded", "words": 15 }));
    assert_eq!(run["outcome"]["text"], numbered(0, 5).collect::<Vec<_>>().join("\n\n"), "{run}");
    assert_eq!(model.seen().requests, 10, "each call was made twice: one died, one was answered");
    assert_eq!(client.get("/api/words").await.body["left"], 10_000 - 15);
    server.ends(&data).await;
}

#[tokio::test]
async fn a_run_that_continues_keeps_the_examples_of_style_that_it_began_with() {
    let (data, bundle) = (Store::new(), bundle());
    let holds = || Reply::Holds(vec!["Half an ".to_owned()]);
    let model = ModelServer::start([Reply::text("Three good words.")]).await;
    let server = Server::start(&data, bundle.path(), Some(&model));
    let tokens = server.accounts().await;
    let token = tokens.first().expect("an account");
    let mut client = server.client(token);
    let document = client.run(json!({ "topic": "tea" })).await.string("document_id");
    let path = format!("/api/documents/{document}/style-example");
    let example = client.post(&path, json!({ "text": "Hot tea!" })).await.is(201).id();
    model.then([Reply::text("Answer number 0."), holds()]);
    let id = client.begin(json!({ "topic": "tea", "do": FIVE_CALLS })).await;
    model.until("the second call waits", |seen| seen.open == 1 && seen.requests == 3).await;
    client.delete(&format!("/api/style-examples/{example}")).await.is(204);
    server.kill();
    model.until("the stream is gone", |seen| seen.open == 0).await;
    let replies: Vec<_> = numbered(1, 4).collect();
    model.then(replies.iter().map(|text| Reply::text(text)));
    let server = Server::start(&data, bundle.path(), Some(&model));
    server.client(token).ended(&id).await.has(json!({ "status": "succeeded" }));
    let bodies = model.bodies().split_off(1);
    assert_eq!(bodies.len(), 6);
    assert!(bodies.iter().all(|body| body.to_string().contains("Hot tea!")), "{bodies:?}");
    server.ends(&data).await;
}

/// The project's bar is `KILLS=1000`.
#[tokio::test]
async fn no_answered_call_is_made_again_after_a_death_at_random() {
    let kills = std::env::var("KILLS").map_or(12, |kills| kills.parse().expect("a number"));
    let (data, bundle) = (Store::new(), bundle());
    let model = ModelServer::start([]).await;
    let mut server = Server::start(&data, bundle.path(), Some(&model));
    let tokens = server.accounts().await;
    let (mut spent, mut sent) = (0, 0);
    for kill in 0..kills {
        let (token, before) = (&tokens[kill % ACCOUNTS], model.seen().requests);
        let replies: Vec<_> = numbered(sent, 8).collect();
        model.then(replies.iter().map(|text| Reply::text(text)));
        let id = server.client(token).begin(json!({ "topic": "tea", "do": FIVE_CALLS })).await;
        model.until("it is at work", |seen| seen.requests > before + kill % 5).await;
        server.kill();
        server = Server::start(&data, bundle.path(), Some(&model));
        let run = server.client(token).ended(&id).await.has(json!({ "status": "succeeded", "words": 15 }));
        let text = run["outcome"]["text"].as_str().expect("a text");
        let bodies = model.bodies().split_off(before);
        assert!(bodies.len() <= 6, "one call was open when the server died: {}", bodies.len());
        for reply in &replies {
            let was_received = bodies.iter().any(|body| body.to_string().contains(reply));
            assert!(!was_received || text.contains(reply), "{reply} was lost: {text}");
        }
        model.clear();
        (spent, sent) = (spent + 15, sent + 8);
    }
    let mut left = 0;
    for token in &tokens {
        left += server.client(token).get("/api/words").await.body["left"].as_u64().expect("a number");
    }
    assert_eq!(left, 10_000 * ACCOUNTS as u64 - spent);
    server.ends(&data).await;
}

#[tokio::test]
async fn a_run_that_makes_another_call_than_before_its_death_fails() {
    let (data, bundle) = (Store::new(), bundle());
    let holds = Reply::Holds(vec!["Half an ".to_owned()]);
    let model = ModelServer::start([Reply::text("Three good words."), holds]).await;
    let server = Server::start(&data, bundle.path(), Some(&model));
    let tokens = server.accounts().await;
    let token = tokens.first().expect("an account");
    let id = server.client(token).begin(json!({ "topic": "tea", "do": FIVE_CALLS })).await;
    model.until("the second call waits", |seen| seen.requests == 2).await;
    server.kill();
    let db = data.open(data.path()).await;
    let other = db::query("UPDATE run_calls SET digest = 'of another call' WHERE slot > 0");
    other.execute(&mut db.write_alone().await.expect("a connection")).await.expect("changed");
    db.close().await;
    let server = Server::start(&data, bundle.path(), Some(&model));
    let mut client = server.client(token);
    client.ended(&id).await.has(json!({ "problem": { "code": "run.diverged" }, "words": 0 }));
    assert_eq!(client.get("/api/words").await.body["left"], 10_000);
    server.ends(&data).await;
}

#[tokio::test]
async fn v1_a_run_that_was_in_progress_at_two_deaths_is_not_started_again() {
    let (data, bundle) = (Store::new(), bundle());
    let holds = || Reply::Holds(vec!["Three good ".into()]);
    let model = ModelServer::start([holds(), holds(), Reply::text("Three good words.")]).await;
    let mut server = Server::start(&data, bundle.path(), Some(&model));
    let tokens = server.accounts().await;
    let token = tokens.first().expect("an account");
    let id = server.client(token).begin(json!({ "topic": "tea" })).await;
    for death in 1..=2 {
        model.until("it is written", |seen| seen.open == 1 && seen.requests == death).await;
        server.kill();
        model.until("the stream is gone", |seen| seen.open == 0).await;
        server = Server::start(&data, bundle.path(), Some(&model));
    }
    let mut client = server.client(token);
    let run = client.ended(&id).await;
    has(&run, json!({ "status": "failed", "problem": { "code": "run.interrupted" }, "words": 0 }));
    assert_eq!(client.get("/api/words").await.body["left"], 10_000);
    assert_eq!(model.seen().requests, 2, "the model is not called a third time");
    // New runs of others succeed.
    let other = client.begin(json!({ "topic": "tea" })).await;
    assert_eq!(client.ended(&other).await["status"], "succeeded");
    server.ends(&data).await;
}

#[tokio::test]
async fn accepted_runs_are_finished_when_the_server_dies_while_it_writes() {
    let (data, bundle) = (Store::new(), bundle());
    let server = Server::start(&data, bundle.path(), None);
    let tokens = server.accounts().await;
    let (accepted, mut count) = tokio::sync::mpsc::unbounded_channel();
    let work: Vec<_> = tokens
        .iter()
        .map(|token| {
            let (client, accepted) = (server.client(token), accepted.clone());
            tokio::spawn(start_until_it_dies(client, accepted))
        })
        .collect();
    for _ in 0..RUNS / 2 {
        count.recv().await.expect("a run was accepted");
    }
    server.kill();
    let accepted: Vec<Vec<String>> =
        join_all(work).await.into_iter().map(|ids| ids.expect("no panic")).collect();

    let server = Server::start(&data, bundle.path(), None);
    for (token, ids) in tokens.iter().zip(&accepted) {
        let mut client = server.client(token);
        for id in ids {
            assert_eq!(client.ended(id).await["status"], "succeeded");
        }
        assert_eq!(client.get("/api/words").await.body["left"], 10_000);
        // Some were stored but their response was lost; they are finished as well.
        while let Some(run) = client.get("/api/runs?status=queued").await.body["data"].get(0) {
            client.ended(run["id"].as_str().expect("an id")).await;
        }
    }
    server.ends(&data).await;
}

/// Starts runs until the server is dead, and returns the accepted ones.
async fn start_until_it_dies(
    client: Client,
    accepted: tokio::sync::mpsc::UnboundedSender<()>,
) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..RUNS {
        let request = client.request(Method::POST, "/api/tools/scripted/runs");
        let Ok(answer) = request.json(&json!({ "input": { "topic": "tea" } })).send().await else { break };
        let Ok(run) = answer.json::<Value>().await else { break };
        ids.extend(run["id"].as_str().map(str::to_owned));
        // The receiver stops counting at half of them.
        let _ = accepted.send(());
    }
    ids
}
