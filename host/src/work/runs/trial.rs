//! Runs of trials: an administrator runs a version of a tool as a customer with a given plan would. They pass the
//! same checks and are executed like all others; their counts and costs belong to the trial only (see
//! `trial_store.rs`), whose customer has just begun a month and a day.

use std::sync::Arc;

use axum::{
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use utoipa::ToSchema;

use super::{
    RunStatus, Runs,
    admission::{accept, ticket},
    answer::answer,
    problems,
    store::{NewRun, Ticket},
    trial_store,
    trial_terms::Trial,
};
use crate::{
    billing::plans::Terms,
    catalogue::tools::{self, Tool},
    messages::audit_log::Actor,
    platform::{
        app::App,
        clock::Timestamp,
        db::Conn,
        error::{ProblemView, Result},
        locale::Locale,
    },
    workspace::projects,
};

/// The tool and the terms of a trial.
pub struct TrialOrder<'a> {
    pub trial: &'a str,
    pub tool: Arc<Tool>,
    pub terms: Terms,
    pub locale: Locale,
    pub actor: Actor,
}

/// Starts a run of a trial with the response of an ordinary start, in the language of the trial.
pub async fn start_trial(
    app: &App,
    order: TrialOrder<'_>,
    input: Value,
    headers: &HeaderMap,
) -> Result<Response> {
    let locale = order.locale;
    match begin(app, order, input, headers).await {
        Err(problem) if problem.status().is_client_error() && problem.retry_after_seconds().is_none() => {
            Ok((problem.status(), axum::Json(problem.tell(locale))).into_response())
        }
        answer => answer,
    }
}

/// The same checks in the same order as for an ordinary run.
async fn begin(app: &App, order: TrialOrder<'_>, mut input: Value, headers: &HeaderMap) -> Result<Response> {
    let TrialOrder { trial, tool, terms, locale, actor } = order;
    let runs = app.part::<Runs>();
    if let Some(why) = tool.gate.closed() {
        return Err(problems::closed(why));
    }
    let described = tool.described().await?;
    let schema = &described.text(locale).input;
    let mut conn = app.db.read().acquire().await?;
    // The administrator's project: no customer's brand or connection is used.
    let project = projects::selected(&mut conn, &actor.id).await?;
    if let Some(project) = &project {
        tools::prefer_language(schema, &mut input, &project.language_code);
    }
    let input = tools::prepare_aside(&described, locale, input).await?;
    terms.expect_open(&mut conn, &tool.id, tool.name()).await?;
    let ceilings = terms.ceilings(&tool.id, tool.name());
    let limit = terms.daily_limit(&ceilings);
    let (words, plan) = (terms.own.plan.ai_words, terms.own.plan.name());
    let trial = Trial { id: trial.to_owned(), words, limit, actor, plan };
    let needed = tool.needed_words();
    if runs.model_connected() && needed > 0 {
        let used = trial_store::used(&mut conn, &trial.id).await?;
        trial.expect_words(&ceilings, used, needed)?;
    }
    drop(conn);
    let account = trial.actor.id.clone();
    let plain = ticket(&account, project.map(|project| project.id), &tool);
    let new = NewRun {
        ticket: Arc::new(Ticket { ceilings, trial: Some(Box::new(trial)), ..plain }),
        locale,
        input: input.into(),
        key: None,
        created_at: Timestamp::now(),
        process: app.process.id().to_owned(),
        acted: false,
        limit: None,
    };
    let started = accept(app, runs, new, tool, false).await?;
    answer(runs, started, headers, locale).await
}

/// A run of a trial, with its resources and what it would have cost.
#[derive(Debug, Serialize, ToSchema)]
pub struct TrialRun {
    pub id: String,
    pub status: RunStatus,
    /// The input with defaults filled in.
    #[schema(value_type = Object)]
    pub input: Box<RawValue>,
    /// The problem of a failed run.
    #[schema(inline = false)]
    pub problem: Option<ProblemView>,
    /// Words that a customer would have been charged.
    pub words: i64,
    /// Whether the result is the plugin's own draft, made without a model.
    pub drafted: bool,
    /// Number of model calls; null if it was not executed, as for the next fields.
    #[schema(required)]
    pub model_calls: Option<i64>,
    /// Number of host calls.
    #[schema(required)]
    pub host_calls: Option<i64>,
    /// CPU time of the plugin, in microseconds.
    #[schema(required)]
    pub guest_cpu_us: Option<i64>,
    /// Peak memory.
    #[schema(required)]
    pub peak_memory_bytes: Option<i64>,
    pub created_at: Timestamp,
    #[schema(required)]
    pub started_at: Option<Timestamp>,
    #[schema(required)]
    pub finished_at: Option<Timestamp>,
    /// Milliseconds that it waited in the queue, and that it ran.
    #[schema(required)]
    pub waited_ms: Option<i64>,
    #[schema(required)]
    pub ran_ms: Option<i64>,
}

/// The latest runs of a trial, newest first.
pub async fn trial_runs(conn: &mut Conn, trial: &str, most: i64, locale: Locale) -> Result<Vec<TrialRun>> {
    let rows = trial_store::rows(conn, trial, most).await?;
    rows.into_iter().map(|row| row.view(locale)).collect()
}
