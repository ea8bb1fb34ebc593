//! The tools for agents: with the protocol's client, and with invalid messages.

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, ErrorCode,
    ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams,
};
use rmcp::service::{NotificationContext, PeerRequestOptions, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, ClientLifecycleMode, RoleClient, ServiceError, serve_client_with_lifecycle};

use crate::prelude::*;

/// Done, total and label.
type HowFar = (f64, Option<f64>, Option<String>);

/// An agent that records the progress of its calls.
#[derive(Clone, Default)]
struct Agent(Arc<Mutex<Vec<HowFar>>>);

impl ClientHandler for Agent {
    async fn on_progress(&self, shown: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.lock().expect("unharmed").push((shown.progress, shown.total, shown.message));
    }
}

type Connection = RunningService<RoleClient, Agent>;

struct World {
    app: TestApp,
    user: Client,
}

impl std::ops::Deref for World {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl World {
    async fn open(change: impl FnOnce(&mut Config)) -> Self {
        let app = TestApp::with_plugins(change).await;
        let user = app.user().await;
        Self { app, user }
    }

    async fn with_model(replies: impl IntoIterator<Item = Reply>) -> Self {
        let app = TestApp::with_model(replies).await;
        let user = app.user().await;
        Self { app, user }
    }

    async fn stop(self) {
        self.app.stop().await;
    }

    /// The secret of a new key.
    async fn key(&mut self, wishes: Value) -> String {
        let (_, program) = self.user.key(wishes).await;
        program.bearer.expect("a secret")
    }

    async fn connect(&self, agent: Agent, key: &str, how: ClientLifecycleMode) -> Connection {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        let url = format!("http://{}/mcp", self.app.address);
        let config = StreamableHttpClientTransportConfig::with_uri(url).auth_header(key);
        let transport = StreamableHttpClientTransport::with_client(http, config);
        serve_client_with_lifecycle(agent, transport, how).await.expect("a connection")
    }

    /// Sends a raw message.
    async fn post(&mut self, key: &str, message: Value, headers: &[(&str, &str)]) -> Answer {
        let mut program = self.user.program();
        program.bearer = Some(key.to_owned());
        let accept = "application/json, text/event-stream";
        let mut request = program.request(Method::POST, "/mcp").header("accept", accept).json(&message);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        program.send(request).await
    }
}

/// The newest revision, in which requests are independent.
fn newest() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] }
}

fn call(tool: &'static str, input: Value) -> CallToolRequestParams {
    let Value::Object(input) = input else { panic!("an object") };
    CallToolRequestParams::new(tool).with_arguments(input)
}

fn text(result: &CallToolResult) -> &str {
    result.content.first().and_then(|content| content.as_text()).map_or("", |text| &text.text)
}

fn meta<'a>(result: &'a CallToolResult, name: &str) -> &'a Value {
    result.meta.as_ref().and_then(|meta| meta.get(name)).unwrap_or(&Value::Null)
}

fn code(error: &ServiceError) -> (ErrorCode, String) {
    let ServiceError::McpError(error) = error else { panic!("{error}") };
    let code = error.data.as_ref().and_then(|data| data["code"].as_str()).unwrap_or_default();
    (error.code, code.to_owned())
}

#[app_test(World::open(|_| {}))]
async fn agents_find_the_catalogue_and_run_its_tools(mut world: World) {
    let key = world.key(json!({})).await;
    let catalogue = world.user.get("/api/tools").await.body;
    for how in [ClientLifecycleMode::Initialize, newest()] {
        let agent = Agent::default();
        let connection = world.connect(agent.clone(), &key, how).await;
        let tools = connection.list_all_tools().await.expect("tools");
        assert_eq!(tools.len(), catalogue["tools"].as_array().map_or(0, Vec::len));
        for (tool, known) in tools.iter().zip(catalogue["tools"].as_array().expect("tools")) {
            assert_eq!(
                (tool.name.as_ref(), tool.title.as_deref()),
                (known["id"].as_str().expect("an id"), known["name"].as_str())
            );
            assert_eq!(tool.description.as_deref(), known["summary"].as_str());
            assert_eq!(Value::Object(Map::clone(&tool.input_schema)), known["input"]);
            assert_eq!(
                tool.output_schema.as_ref().map(|schema| Value::Object(Map::clone(schema))),
                Some(known["output"].clone())
            );
        }
        let result = connection.call_tool(call(SCRIPTED, json!({ "topic": "tea" }))).await.expect("a result");
        assert_eq!((result.is_error, text(&result)), (Some(false), "A draft about tea."));
        let note = result.content.get(1).and_then(|content| content.as_text()).expect("a note");
        assert!(note.text.starts_with("This is a draft"), "{}", note.text);
        assert_eq!(result.structured_content, Some(json!({ "text": "A draft about tea." })));
        let run = meta(&result, "sitewright/run");
        assert_eq!((&run["drafted"], &run["words"]), (&json!(true), &json!(0)));

        let document = format!("sitewright://documents/{}", run["document_id"].as_str().expect("an id"));
        let resources = connection.list_resources(None).await.expect("resources").resources;
        assert_eq!((resources[0].uri.as_str(), resources[0].name.as_str()), (document.as_str(), "About tea"));
        let read =
            connection.read_resource(ReadResourceRequestParams::new(document)).await.expect("a document");
        assert_eq!(serde_json::to_value(&read.contents[0]).expect("JSON")["text"], "A draft about tea.");
        let unknown =
            connection.read_resource(ReadResourceRequestParams::new("sitewright://documents/none")).await;
        assert_eq!(code(&unknown.expect_err("none")).1, "not-found");
        connection.cancel().await.expect("closed");
    }
    assert_eq!(world.user.get("/api/runs").await.body["total"], 2, "they are runs like any other");
}

#[app_test(World::open(|_| {}))]
async fn errors_are_reported_to_the_agent_as_text(mut world: World) {
    let key = world.key(json!({ "tools": [SCRIPTED] })).await;
    let connection = world.connect(Agent::default(), &key, ClientLifecycleMode::Initialize).await;
    let names: Vec<_> =
        connection.list_all_tools().await.expect("tools").into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, [SCRIPTED]);
    for tool in [HOSTILE, "no-such-tool"] {
        let unknown = connection.call_tool(call(tool, json!({}))).await.expect_err("unknown");
        assert_eq!(code(&unknown).0, ErrorCode::INVALID_PARAMS);
    }
    let wrong =
        connection.call_tool(call(SCRIPTED, json!({ "topic": "", "count": 12 }))).await.expect("shown");
    assert_eq!(wrong.is_error, Some(true));
    assert!(
        text(&wrong).contains("- input.topic: ") && text(&wrong).contains("- input.count: "),
        "{wrong:?}"
    );
    assert_eq!(meta(&wrong, "sitewright/problem")["code"], "validation.failed");
    for (how, expected) in
        [("refuse", "plugin.refused"), ("need-model", "model.needed"), ("panic", "plugin.trap")]
    {
        let failed =
            connection.call_tool(call(SCRIPTED, json!({ "topic": "tea", "do": how }))).await.expect("shown");
        assert_eq!(failed.is_error, Some(true), "{failed:?}");
        assert_eq!(meta(&failed, "sitewright/problem")["code"], expected);
        assert!(!text(&failed).is_empty());
    }
    connection.cancel().await.expect("closed");

    let reader = world.key(json!({ "scopes": ["runs:read"] })).await;
    let connection = world.connect(Agent::default(), &reader, ClientLifecycleMode::Initialize).await;
    assert!(
        connection.peer_info().expect("known").capabilities.resources.is_none(),
        "what is not open is not offered"
    );
    let refused = |error: ServiceError| {
        assert_eq!(code(&error), (ErrorCode::INVALID_REQUEST, "keys.scope-missing".to_owned()))
    };
    refused(connection.list_tools(None).await.expect_err("no scope"));
    refused(connection.call_tool(call(SCRIPTED, json!({ "topic": "tea" }))).await.expect_err("no scope"));
    refused(connection.list_resources(None).await.expect_err("no scope"));
    connection.cancel().await.expect("closed");
    assert_eq!(world.app.value::<i64>("SELECT count(*) FROM runs WHERE status = 'succeeded'").await, 0);
}

#[app_test(World::with_model([Reply::Holds(vec!["Fresh tea every day.".into()])]))]
async fn a_call_reports_progress_and_costs_the_keys_words(mut world: World, model: model) {
    let key = world.key(json!({ "monthly_words": 60 })).await;
    let agent = Agent::default();
    let connection = world.connect(agent.clone(), &key, ClientLifecycleMode::Initialize).await;
    let called = tokio::spawn({
        let peer = connection.peer().clone();
        async move { peer.call_tool_once(call(SCRIPTED, json!({ "topic": "tea" }))).await }
    });
    model.until("the model writes", |seen| seen.open == 1).await;
    let refused = connection.call_tool(call(SCRIPTED, json!({ "topic": "tea" }))).await.expect("shown");
    assert_eq!(meta(&refused, "sitewright/problem")["code"], "keys.spent", "{refused:?}");
    model.open_gate();
    let result = called.await.expect("no panic").expect("a result");
    let result = serde_json::to_value(format!("{result:?}")).expect("JSON").to_string();
    assert!(result.contains("Fresh tea every day."), "{result}");
    let shown = agent.0.lock().expect("unharmed").clone();
    assert_eq!(shown.first(), Some(&(0.0, Some(2.0), Some("Writing".to_owned()))), "{shown:?}");
    let key = world.user.get("/api/keys").await.body["data"][0].clone();
    assert_eq!(key["words"], 4);
    connection.cancel().await.expect("closed");
}

#[app_test(World::with_model([Reply::Holds(vec!["Half a ".into()])]))]
async fn a_cancelled_call_ends_its_run(mut world: World, model: model) {
    let key = world.key(json!({})).await;
    for how in [ClientLifecycleMode::Initialize, newest()] {
        let connection = world.connect(Agent::default(), &key, how).await;
        let before = model.seen().requests;
        let request =
            ClientRequest::CallToolRequest(CallToolRequest::new(call(SCRIPTED, json!({ "topic": "tea" }))));
        let asked = connection.send_cancellable_request(request, PeerRequestOptions::no_options());
        let asked = asked.await.expect("sent");
        model.until("the model writes", |seen| seen.requests > before && seen.open == 1).await;
        asked.cancel(None).await.expect("cancelled");
        let id = world.user.get("/api/runs").await.body["data"][0]["id"].as_str().expect("an id").to_owned();
        assert_eq!(world.user.ended(&id).await["status"], "cancelled");
        connection.cancel().await.expect("closed");
    }
}

#[app_test(World::open(|_| {}))]
async fn a_key_is_required_and_foreign_origins_are_refused(mut world: World) {
    let key = world.key(json!({})).await;
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    assert_eq!(world.post(&key, ping.clone(), &[]).await.body["result"], json!({}));

    let session = world.user.token.clone().expect("a token");
    let guest = world.app.visitor();
    for (bearer, expected) in [
        (Some(session), "auth.unauthenticated"),
        (None, "auth.unauthenticated"),
        (Some("sw_no".into()), "keys.unknown"),
    ] {
        let mut client = guest.program();
        client.bearer = bearer;
        for method in [Method::POST, Method::GET, Method::DELETE] {
            let answer = client.send(client.request(method, "/mcp").json(&ping)).await.refused(401, expected);
            assert!(answer.header("www-authenticate").starts_with("Bearer "));
        }
    }
    // A browser's cookie gives no access, with or without its CSRF token.
    world.user.fetch_csrf_token().await;
    let by_cookie = world.user.request(Method::POST, "/mcp").json(&ping);
    world.user.send(by_cookie).await.refused(401, "auth.unauthenticated");

    let own = format!("http://{}", world.app.address);
    world.post(&key, ping.clone(), &[("origin", &own)]).await.is(200);
    for foreign in ["http://attacker.example", "null", "http://127.0.0.1:1"] {
        let answer = world.post(&key, ping.clone(), &[("origin", foreign)]).await;
        assert_eq!(answer.problem(), (403, "mcp.foreign-origin"), "{foreign}");
    }
}

#[app_test(World::open(|config| config.body_bytes = 10_000))]
async fn invalid_messages_are_refused_as_the_protocol_requires(mut world: World) {
    let key = world.key(json!({})).await;
    let mut program = world.user.program();
    program.bearer = Some(key.clone());
    let raw = |body: &'static str| {
        let request = program.request(Method::POST, "/mcp").header("content-type", "application/json");
        request.header("accept", "application/json, text/event-stream").body(body)
    };
    let mut client = world.user.program();
    for (body, status, expected) in [
        ("{", 400, -32_700),
        ("", 400, -32_700),
        ("[]", 400, -32_600),
        ("7", 400, -32_600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, 400, -32_600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, 400, -32_600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, 200, -32_601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, 200, -32_601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, 200, -32_602),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"99999999999999999999"}}"#,
            200,
            -32_602,
        ),
    ] {
        let answer = client.send(raw(body)).await;
        assert_eq!(
            (answer.status, &answer.body["error"]["code"]),
            (status, &json!(expected)),
            "{body}: {}",
            answer.text()
        );
        assert!(!answer.body["error"]["message"].as_str().unwrap_or_default().is_empty());
    }
    let long = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "_meta": { "x": "x".repeat(20_000) } } });
    world.post(&key, long, &[]).await.refused(413, "request.too-large");
    let shown =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } });
    assert_eq!(world.post(&key, shown.clone(), &[]).await.status, 202, "of no session");
    assert_eq!(world.post(&key, shown, &[("mcp-session-id", "mine")]).await.status, 202, "never started");
    client.send(program.request(Method::GET, "/mcp")).await.refused(405, "request.method");
    client.send(program.request(Method::DELETE, "/mcp")).await.refused(405, "request.method");
}

#[app_test(World::open(|_| {}))]
async fn q6_an_unreadable_message_is_answered_with_a_null_id(mut world: World) {
    let key = world.key(json!({})).await;
    let mut program = world.user.program();
    program.bearer = Some(key);
    for (body, code, id) in [
        ("{", -32700, Value::Null),
        ("", -32700, Value::Null),
        ("[]", -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":7,"nothing":1}"#, -32600, json!(7)),
        (r#"{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}"#, -32600, Value::Null),
    ] {
        let request = program.request(Method::POST, "/mcp").header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream").body(body);
        let refused = program.send(request).await;
        assert_eq!((refused.status, &refused.body["error"]["code"]), (400, &json!(code)), "{body}");
        assert!(refused.body.as_object().is_some_and(|error| error.contains_key("id")), "{}", refused.body);
        assert_eq!((&refused.body["id"], &refused.body["jsonrpc"]), (&id, &json!("2.0")), "{body}");
    }
}

#[app_test(World::open(|_| {}))]
async fn an_agent_gets_its_language_and_the_tools_of_its_plan(mut world: World) {
    let key = world.key(json!({})).await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let polish = world.post(&key, list.clone(), &[("accept-language", "pl")]).await.body;
    let tools = polish["result"]["tools"].as_array().expect("tools");
    assert!(tools.iter().any(|tool| tool["title"] == "Narzędzie ze scenariuszem"), "{polish}");
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": SCRIPTED, "arguments": { "topic": "tea", "do": "reject" } } });
    let refused = world.post(&key, call.clone(), &[("accept-language", "pl")]).await.body;
    mentions(&refused["result"]["content"][0]["text"], "(pl)");

    world.app.execute("UPDATE products SET all_tools = FALSE WHERE id = 0").await;
    assert_eq!(world.post(&key, list, &[]).await.body["result"]["tools"], json!([]));
    let locked = world.post(&key, call, &[]).await.body;
    let code = &locked["result"]["_meta"]["sitewright/problem"]["code"];
    assert!(code.as_str().is_some_and(|code| code.starts_with("plans.tool-")), "{locked}");
}
