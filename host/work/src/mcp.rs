//! The Model Context Protocol server at `/mcp`, over streamable HTTP, authenticated by a key.
//!
//! It keeps no state between requests, so any process answers any of them. A client of an older protocol revision
//! gets a session id, which only separates the request ids of clients: that is enough to cancel a call by its id.

mod agent;
mod call;
mod operations;
mod resources;

use axum::extract::Request;
use axum::http::Method;
use axum::middleware::{Next, from_fn_with_state};
use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ClientRequest, RequestId};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::platform::http;
use crate::platform::json as body;
use crate::platform::prelude::*;
use crate::runs;

use agent::Agent;

pub use operations::{Asked, Effect, Offer, Operation, offer, result};

pub const SLICE: Slice =
    Slice { open: |app| Ok(app.with(operations::Operations::default())), ..Slice::new("mcp") };

/// The header with the id of a session.
const SESSION: &str = "mcp-session-id";
/// The longest accepted id.
const LONGEST_SESSION: usize = 64;

pub fn routes(app: &App) -> Router<App> {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        // The proxy decides which hosts are allowed; origins are checked here, see `expect_own_origin`.
        .disable_allowed_hosts()
        .with_max_request_body_bytes(app.config.body_bytes)
        .with_cancellation_token(app.stop.child_token());
    let agent = Agent::new(app.clone());
    let service = StreamableHttpService::new(
        move || Ok(agent.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    let router = Router::new().route_service("/mcp", service);
    http::around_signed(app, router.layer(from_fn_with_state(app.clone(), door)))
}

/// Checks before the protocol handler: the origin, the key, the size and form of the message.
async fn door(app: App, request: Request, next: Next) -> Response {
    match enter(&app, request).await {
        Ok(Entered::Message { request, is_first }) => {
            let mut response = next.run(request).await;
            if is_first && response.status().is_success() {
                let id = HeaderValue::from_str(&db::new_id()).ok();
                id.map(|id| response.headers_mut().insert(SESSION, id));
            }
            response
        }
        Ok(Entered::Answered(response)) => response,
        Err(problem) => {
            let is_anonymous = problem.status() == StatusCode::UNAUTHORIZED;
            let mut response = problem.into_response();
            if is_anonymous {
                let way = HeaderValue::from_static("Bearer realm=\"Sitewright\"");
                response.headers_mut().insert(header::WWW_AUTHENTICATE, way);
            }
            response
        }
    }
}

enum Entered {
    Message {
        request: Request,
        /// Whether the message opens a session.
        is_first: bool,
    },
    Answered(Response),
}

async fn enter(app: &App, request: Request) -> Result<Entered> {
    expect_own_origin(app, request.headers())?;
    let (parts, body) = request.into_parts();
    let visit = visit(&parts)?;
    let caller = visit.key(app).await?;
    if parts.method != Method::POST {
        return Ok(Entered::Message { request: Request::from_parts(parts, body), is_first: false });
    }
    let bytes = body::read(app, &parts.headers, body, app.config.body_bytes).await?;
    let message = match understood(&bytes) {
        Ok(message) => message,
        Err(error) => return Ok(Entered::Answered(refused(error))),
    };
    let mut is_first = false;
    match &message {
        ClientJsonRpcMessage::Notification(sent) => {
            if let ClientNotification::CancelledNotification(cancelled) = &sent.notification
                && let Some(id) = &cancelled.params.request_id
            {
                cancel(app, caller, &parts.headers, id).await?;
            }
        }
        ClientJsonRpcMessage::Request(asked) => {
            is_first = matches!(asked.request, ClientRequest::InitializeRequest(_));
        }
        _ => {}
    }
    Ok(Entered::Message { request: Request::from_parts(parts, Body::from(bytes)), is_first })
}

/// Refuses requests from pages of other origins: such a page must not use a user's browser to call this server,
/// whatever name it has given this address.
fn expect_own_origin(app: &App, headers: &HeaderMap) -> Result<()> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let config = &app.config;
    let url = app.url();
    let own =
        [config.site_en.as_ref(), config.site_pl.as_ref()].into_iter().flatten().map(|site| site.as_str());
    let is_own = own.chain([url.as_str()]).any(|own| origin.as_bytes().eq_ignore_ascii_case(own.as_bytes()));
    refuse_if(!is_own, || Problem::new(StatusCode::FORBIDDEN, "mcp.foreign-origin"))
}

fn understood(bytes: &[u8]) -> std::result::Result<ClientJsonRpcMessage, ErrorData> {
    let value: Value =
        serde_json::from_slice(bytes).map_err(|error| ErrorData::parse_error(error.to_string(), None))?;
    let id = value.get("id").and_then(|id| serde_json::from_value::<RequestId>(id.clone()).ok());
    let data = id.map(|id| json!({ "id": id }));
    serde_json::from_value(value)
        .map_err(|_| ErrorData::invalid_request("This is not a message of the Model Context Protocol.", data))
}

/// The response to an invalid message. JSON-RPC requires an id: it is null if it could not be read.
fn refused(error: ErrorData) -> Response {
    let id = error.data.as_ref().map_or(Value::Null, |data| data["id"].clone());
    let error = json!({ "jsonrpc": "2.0", "id": id, "error": ErrorData { data: None, ..error } });
    (StatusCode::BAD_REQUEST, axum::Json(error)).into_response()
}

/// Cancels the call with this request id. A call that has ended or never started is not an error.
async fn cancel(app: &App, caller: &Caller, headers: &HeaderMap, id: &RequestId) -> Result<()> {
    let Some(name) = call_name(headers, id) else { return Ok(()) };
    match runs::find_call(app, caller, &name).await? {
        Some(begun) => begun.cancel(app).await,
        None => Ok(()),
    }
}

/// The idempotency key of a call: the session and the client's request id. `None` without a session, because ids of
/// several clients could collide.
fn call_name(headers: &HeaderMap, id: &RequestId) -> Option<String> {
    let session =
        headers.get(SESSION)?.to_str().ok().filter(|id| (1..=LONGEST_SESSION).contains(&id.len()))?;
    let id = serde_json::to_string(id).ok().filter(|id| id.len() <= LONGEST_SESSION)?;
    Some(format!("{session}·{id}"))
}
