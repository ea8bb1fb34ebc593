//! A tool call: starts a run, waits for it, and cancels it when the client disconnects.

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ContentBlock, MetaObject, ProgressNotificationParam, ProgressToken,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};

use super::agent::{Client, error};
use super::call_name;
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;
use crate::runs::{self, Call, Run, RunStatus, StartedRun};

/// The result of a run.
#[derive(Deserialize)]
struct Outcome {
    text: String,
    data: Value,
}

/// Runs a call to its end. Problems of the input, the words or the run itself are returned as the tool's result, so
/// that the agent can react.
pub(super) async fn carry_out(
    app: &App,
    client: &Client,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<CallToolResult, ErrorData> {
    let Client { caller, locale } = client;
    let tool = request.name.as_ref();
    if let Err(problem) = expect_tool(app, client, tool).await {
        return Err(match problem.status() {
            StatusCode::NOT_FOUND => ErrorData::invalid_params(unknown(tool, *locale), None),
            _ => error(&problem, *locale),
        });
    }
    let name = context.extensions.get::<Parts>().and_then(|parts| call_name(&parts.headers, &context.id));
    let call = Call { caller, locale: *locale, tool, name: name.as_deref() };
    let input = Value::Object(request.arguments.unwrap_or_default());
    let begun = match runs::call(app, call, input).await {
        Ok(begun) => begun,
        Err(problem) if problem.status().is_server_error() => return Err(error(&problem, *locale)),
        Err(problem) => return Ok(refused(&problem, *locale)),
    };
    let mut waiting = Waiting { app: app.clone(), begun: Some(begun.clone()) };
    let ended = context.ct.run_until_cancelled(wait(app, begun, context)).await;
    let run = match ended {
        Some(run) => run.map_err(|problem| error(&problem, *locale))?,
        None => return Ok(cancelled(*locale)),
    };
    waiting.begun = None;
    answer(&run, *locale).map_err(|problem| error(&problem, *locale))
}

/// Reports a tool that is not available to this client as missing.
async fn expect_tool(app: &App, client: &Client, tool: &str) -> Result<()> {
    refuse_if(!client.caller.has_tool(tool), Problem::not_found)?;
    app.part::<Tools>().find_for(app, &client.caller.id, tool).await.map(drop)
}

fn unknown(tool: &str, locale: Locale) -> String {
    locale.say("mcp.unknown-tool", &params([("tool", tool.into())]))
}

/// Waits for the end of a run, and sends progress if the client asked for it.
async fn wait(app: &App, begun: StartedRun, context: &RequestContext<RoleServer>) -> Result<Run> {
    if let Some(token) = context.meta.get_progress_token() {
        send_progress(&begun, token, context).await;
    }
    begun.end(app).await
}

async fn send_progress(begun: &StartedRun, token: ProgressToken, context: &RequestContext<RoleServer>) {
    let (mut seen, mut sent) = (None, -1);
    while let Some((progress, last)) = begun.progress(seen).await {
        seen = Some(last);
        // The protocol requires progress to increase.
        let Some(progress) = progress.filter(|progress| progress.done > sent) else { continue };
        sent = progress.done;
        let mut how_far = ProgressNotificationParam::new(token.clone(), progress.done as f64);
        if progress.total > 0 {
            how_far = how_far.with_total(progress.total as f64);
        }
        // The client may have disconnected.
        let _ = context.peer.notify_progress(how_far.with_message(progress.label)).await;
    }
}

/// Cancels the run if the client disconnects before it has ended. A stopping server leaves it to the next one.
struct Waiting {
    app: App,
    begun: Option<StartedRun>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let Some(begun) = self.begun.take().filter(|_| !self.app.stop.is_cancelled()) else { return };
        let app = self.app.clone();
        self.app.tasks.spawn(async move {
            if let Err(problem) = begun.cancel(&app).await {
                tracing::warn!(run = begun.id(), %problem, "the run of a disconnected client could not be cancelled");
            }
        });
    }
}

fn answer(run: &Run, locale: Locale) -> Result<CallToolResult> {
    let mut result = match (run.status, run.failure()?) {
        (RunStatus::Succeeded, _) => made(run, locale)?,
        (RunStatus::Cancelled, _) => cancelled(locale),
        (_, Some(problem)) => refused(&problem, locale),
        // Its end could not be written; the next start of the server repairs that.
        (_, None) => return Err(Problem::internal(anyhow::anyhow!("run {} has no end", run.id))),
    };
    let about =
        json!({ "id": run.id, "document_id": run.document_id, "words": run.words, "drafted": run.drafted });
    result.meta.get_or_insert_default().insert("sitewright/run".to_owned(), about);
    Ok(result)
}

fn made(run: &Run, locale: Locale) -> Result<CallToolResult> {
    let Outcome { text, data } = serde_json::from_str(run.outcome.as_deref().unwrap_or_default())?;
    let mut content = vec![ContentBlock::text(text)];
    if run.drafted {
        // A separate part: agents read it, but it is not copied with the text.
        content.push(ContentBlock::text(locale.say("mcp.draft", &Params::new())));
    }
    let mut result = CallToolResult::success(content);
    result.structured_content = Some(data);
    Ok(result)
}

fn cancelled(locale: Locale) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(locale.say("mcp.cancelled", &Params::new()))])
}

/// The end of an operation: its structured result, or its problem, so that the agent can react.
pub(super) fn answered(done: Result<Value>, client: &Client) -> Result<CallToolResult, ErrorData> {
    match done {
        Ok(result) => Ok(CallToolResult::structured(result)),
        Err(problem) if problem.status().is_server_error() => Err(error(&problem, client.locale)),
        Err(problem) => Ok(refused(&problem, client.locale)),
    }
}

/// A problem as a tool result: as text with the field errors, and structured for programs.
fn refused(problem: &Problem, locale: Locale) -> CallToolResult {
    let view = problem.render(locale);
    let fields =
        view.errors.iter().flatten().flat_map(|(field, messages)| {
            messages.iter().map(move |message| format!("- {field}: {message}"))
        });
    let text: Vec<String> = match view.errors {
        Some(_) => fields.collect(),
        None => vec![view.message.clone()],
    };
    let mut result = CallToolResult::error(vec![ContentBlock::text(text.join("\n"))]);
    let whole = serde_json::to_value(&view).unwrap_or_default();
    result.meta =
        Some(MetaObject::from(serde_json::Map::from_iter([("sitewright/problem".to_owned(), whole)])));
    result
}
