//! Starting a run: all checks before it is accepted.

use super::answer::{Started, answer};
use super::idempotency::{idempotency_key, repeated};
use super::queue::Full;
use super::store::{IdempotencyKey, NewRun, Ticket, Write, Written, new_id};
use super::work::Live;
use super::{RunView, Runs, problems};
use crate::billing::meters::{self, FreeCalls};
use crate::billing::plans::{self, SharedCeilings, Terms};
use crate::catalogue::models::ModelTerms;
use crate::catalogue::tools::{self, Tool, Tools};
use crate::keys::KeyMonth;
use crate::messages::audit_log::Actor;
use crate::platform::auth::{RunsWrite, expect_developer};
use crate::platform::prelude::*;
use crate::workspace::documents;
use crate::workspace::projects::{self, Project};

/// `Retry-After` for a full queue, in seconds.
const TRY_AGAIN: u64 = 5;

/// The input of a run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RunRequest {
    /// As the tool's input schema describes it.
    #[schema(value_type = Object)]
    input: Value,
    /// A document of the same tool whose variant is rewritten: the result is a proposal, stored with the run only.
    revises: Option<String>,
    /// Record the host calls of the run for a week, so that it can be replayed: for users who may develop plugins.
    #[serde(default)]
    record: bool,
}

/// Run a tool
///
/// Returns 202 at once. With `Prefer: wait=N` it waits up to N seconds and returns 201 if the run has ended by then.
#[utoipa::path(post, path = "/api/tools/{id}/runs", tag = "runs", security(("key" = ["runs:write"])),
    params(("id" = String, Path), ("Prefer" = Option<String>, Header), ("Idempotency-Key" = Option<String>, Header)),
    request_body = RunRequest,
    responses((status = 201, description = "Ended", body = RunView<'static>), (status = 202, description = "Accepted", body = RunView<'static>),
        (status = 402, description = "Too few words are left, the plan does not include the tool, or today's runs are used up"), (status = 409, description = "The archive is full"), (status = 422, description = "The input breaks a rule of the tool"),
        (status = 429, description = "Too many runs are queued"), (status = 503, description = "The tool is closed")))]
pub(super) async fn start_run(
    app: App,
    caller: Scoped<RunsWrite>,
    locale: Locale,
    Path(id): Path<String>,
    headers: HeaderMap,
    json::Json(request): json::Json<RunRequest>,
) -> Result<Response> {
    caller.expect_tool(&id)?;
    let project = match &request.revises {
        // A rewrite uses the brand that the document was written for.
        Some(document) => match documents::project_of(&app, &caller, document, &id).await? {
            Some(project) => projects::find(&mut app.db.read().acquire().await?, project).await?,
            None => None,
        },
        None => project_of(&app, &caller).await?,
    };
    let RunRequest { input, revises, record } = request;
    if record {
        expect_developer(&app, &caller)?;
    }
    let key = caller.key.as_ref().map(|key| key.id.as_str());
    let acted = caller.impersonator_id.is_some();
    let order = Order { revises, key, record, acted, ..Order::new(&caller.id, project, locale, &id, input) };
    let started = admit(&app, order, |input| idempotency_key(&headers, key, &id, input)).await?;
    answer(app.part::<Runs>(), started, &headers, locale).await
}

/// The project of a run: that of the key, or the one that the user selected.
pub(super) async fn project_of(app: &App, caller: &Caller) -> Result<Option<Project>> {
    let mut conn = app.db.read().acquire().await?;
    match caller.project() {
        Some(project) => projects::find(&mut conn, project).await,
        None => projects::selected(&mut conn, &caller.id).await,
    }
}

/// A run to start, and its owner.
pub(super) struct Order<'a> {
    pub account: &'a str,
    /// The project of the run.
    pub project: Option<Project>,
    pub locale: Locale,
    pub tool: &'a str,
    pub input: Value,
    /// A document of the account that the run rewrites.
    pub revises: Option<String>,
    /// The id of the key that requests it.
    pub key: Option<&'a str>,
    /// Whether to record its host calls.
    pub record: bool,
    /// Whether an administrator requests it while impersonating the user.
    pub acted: bool,
    /// The trial that it belongs to. The account is the administrator's then.
    pub trial: Option<Trial>,
}

/// A trial: its version of the tool, and the terms of its simulated customer.
pub struct Trial {
    pub id: String,
    pub tool: Arc<Tool>,
    pub terms: Terms,
    /// The administrator, for the audit log.
    pub actor: Actor,
}

impl<'a> Order<'a> {
    pub fn new(
        account: &'a str,
        project: Option<Project>,
        locale: Locale,
        tool: &'a str,
        input: Value,
    ) -> Self {
        let (revises, key, record, acted, trial) = Default::default();
        Self { account, project, locale, tool, input, revises, key, record, acted, trial }
    }
}

/// The only entry point: checks the order and starts a run, or finds the one that the idempotency key started before.
pub(super) async fn admit(
    app: &App,
    order: Order<'_>,
    key: impl FnOnce(&str) -> Result<Option<IdempotencyKey>>,
) -> Result<Started> {
    let Order { account, project, locale, tool, input, revises, key: by, record, acted, trial } = order;
    let runs = app.part::<Runs>();
    // The version is fixed from here on, whatever is installed while the run waits.
    let tool = match &trial {
        Some(trial) => trial.tool.clone(),
        None => app.part::<Tools>().find_for(app, account, tool).await?,
    };
    if let Some(why) = tool.gate.closed() {
        return Err(problems::closed(why));
    }
    let input = prepare(&tool, project.as_ref(), locale, input).await?;
    let key = key(&input)?;
    if let Some(key) = &key
        && let Some(run) = repeated(app, account, key).await?
    {
        return Ok(run);
    }
    let is_trial = trial.is_some();
    if !is_trial && let Some(quarantine) = tool.code.closed_for(account, &input) {
        return Err(problems::paused(&quarantine));
    }
    let record = !is_trial && (record || app.part::<Tools>().shelf().is_development(account, &tool));
    let created_at = Timestamp::now();
    let trial_id = trial.as_ref().map(|trial| trial.id.clone());
    let audit = trial.as_ref().map(|trial| (trial.actor.clone(), trial.terms.own.plan.name()));
    let Checked { limit, ceilings, models, uses_own_model } =
        check_plan(app, account, &tool, trial.map(|trial| trial.terms)).await?;
    let ticket = Ticket {
        id: new_id(),
        account: account.to_owned(),
        project: project.map(|project| project.id),
        tool: tool.id.clone(),
        tool_version: tool.version.clone(),
        package: tool.package.clone(),
        revises,
        attempt: 1,
        key: by.map(|key| KeyMonth::new(key.to_owned(), created_at)),
        ceilings,
        models,
        trial: trial_id,
    };
    if !uses_own_model {
        check_words(app, runs, &ticket, tool.needed_words()).await?;
    }
    let new = NewRun {
        limit,
        ticket: Arc::new(ticket),
        locale,
        input: input.into(),
        key,
        created_at,
        process: app.process.id().to_owned(),
        acted,
        audit,
    };
    accept(app, runs, new, tool, record).await
}

/// The input with its defaults, after the checks of the tool's schema.
async fn prepare(tool: &Tool, project: Option<&Project>, locale: Locale, mut input: Value) -> Result<String> {
    let described = tool.described().await?;
    if let Some(project) = project {
        tools::prefer_language(&described.text(locale).input, &mut input, &project.language_code);
    }
    tools::prepare_aside(&described, locale, input).await
}

/// What the plan says about a run.
struct Checked {
    /// The limit of runs per day, which is checked when the run is stored.
    limit: Option<plans::DailyLimit>,
    /// The limits of the tool.
    ceilings: SharedCeilings,
    models: ModelTerms,
    uses_own_model: bool,
}

/// Refuses a tool that the account, or the customer with these terms, does not have.
async fn check_plan(app: &App, account: &str, tool: &Tool, terms: Option<Terms>) -> Result<Checked> {
    let is_trial = terms.is_some();
    let mut conn = app.db.read().acquire().await?;
    let terms = match terms {
        Some(terms) => terms,
        None => plans::terms(&mut conn, account, &tool.id).await?,
    };
    terms.expect_open(&mut conn, &tool.id, tool.name()).await?;
    let models = ModelTerms::of(&terms.own.plan);
    let models = if is_trial { models.of_trial() } else { models };
    let uses_own_model = models.uses_own(&mut conn, account).await?;
    drop(conn);
    if terms.own.is_due() {
        plans::renew_if_due(app, account).await?;
    }
    let ceilings = terms.ceilings(&tool.id, tool.name());
    Ok(Checked { limit: terms.daily_limit(&ceilings), ceilings, models, uses_own_model })
}

/// With a model connected a run costs words; one that a limit or the balance does not cover is not started.
async fn check_words(app: &App, runs: &Runs, ticket: &Ticket, needed: i64) -> Result<()> {
    if !runs.model_connected() || needed == 0 {
        return Ok(());
    }
    let free = FreeCalls { most: app.config.free_model_calls, wasted: 0 };
    let mut charge = ticket.charge();
    charge.ceilings.push(&free);
    meters::check(&mut app.db.read().acquire().await?, &charge, needed).await
}

/// Stores the run and queues it. Both happen even if the client disconnects in between: a run that is stored but not
/// queued would wait until the next start.
async fn accept(app: &App, runs: &Runs, new: NewRun, tool: Arc<Tool>, record: bool) -> Result<Started> {
    let place = runs.promise(&new.ticket.account).map_err(full)?;
    let (account, key) = (new.ticket.account.clone(), new.key.clone());
    let (ticket, input) = (new.ticket.clone(), new.input.clone());
    let live = Live::new(ticket, Some(tool), new.locale, input, new.created_at);
    let live = Arc::new(live.recorded(record));
    let stored = app.tasks.spawn({
        let (runs, live) = (runs.clone(), live.clone());
        async move {
            // A concurrent request that finds the row by its key must also find the run.
            runs.know(&live);
            let written = runs.write(Write::Insert { run: Box::new(new) }).await;
            match &written {
                Ok(Written::Duplicate) | Err(_) => runs.forget(&live),
                Ok(_) => place.take(&live),
            }
            written
        }
    });
    match stored.await.map_err(Problem::internal)?? {
        // The same request was sent twice at the same time; the other one was first.
        Written::Duplicate => {
            let key = key.ok_or_else(Problem::not_found)?;
            repeated(app, &account, &key).await?.ok_or_else(Problem::not_found)
        }
        _ => Ok(Started::Live(live)),
    }
}

fn full(full: Full) -> Problem {
    let code = match full {
        Full::Account => "runs.too-many",
        Full::All => "runs.queue-full",
    };
    metrics::counter!("sitewright_runs_refused_total", "code" => code).increment(1);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, code).retry_after(TRY_AGAIN)
}
