//! Audits after a deployment: a build server calls a secret address, and an audit starts.
//!
//! Calls before the audit starts are one: the job has the project as its key. While another audit runs, the job waits.

use super::start::start_saved;
use super::{Cause, settings};
use crate::platform::auth::AuditsRead;
use crate::platform::http::Incoming;
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::prelude::*;
use crate::workspace::projects;

/// Calls of one address.
const HOURLY: Limit = Limit::new(60, HOUR);
/// Minutes that a caller may ask to wait.
const MOST_DELAY: i64 = 1_440;
const MINUTE_MS: i64 = 60_000;
/// How long the job waits for another audit of the project.
const PAUSE_MS: i64 = 30_000;
/// Headers in which senders name a delivery, so that a repeated one is known.
const NAMES: [&str; 4] = ["idempotency-key", "x-github-delivery", "x-gitlab-event-uuid", "x-request-uuid"];
const NAME_CHARS: usize = 200;

/// Whether deployments start audits of a project.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditDeployment {
    /// Whether the project has an address for them.
    active: bool,
}

/// A new address for deployments.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DeploymentAddress {
    /// The address; it is shown only once.
    url: String,
}

/// What becomes of a call.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Delivery {
    /// False for a delivery that was received before.
    starts: bool,
}

/// Whether deployments start audits of a project
#[utoipa::path(get, path = "/api/projects/{id}/audit-deployment", tag = "audits", security(("key" = ["audits:read"])), params(("id" = i64, Path)), responses((status = 200, body = AuditDeployment)))]
pub(super) async fn get_audit_deployment(
    app: App,
    caller: Scoped<AuditsRead>,
    Path(project): Path<i64>,
) -> Result<Json<AuditDeployment>> {
    let mut tx = app.db.read().begin().await?;
    projects::expect_own(&mut tx, &caller.id, project).await?;
    caller.expect_project(project)?;
    Ok(Json(AuditDeployment { active: is_active(&mut tx, project).await? }))
}

async fn is_active(conn: &mut Conn, project: i64) -> Result<bool> {
    let active =
        "SELECT EXISTS (SELECT 1 FROM audit_settings WHERE project_id = $1 AND deployment IS NOT NULL)";
    Ok(db::query_scalar(active).bind(project).fetch_one(conn).await?)
}

/// Make an address that starts an audit of a project after a deployment
///
/// The address before it no longer works. Send `POST` to the new one, with `?delay=` and minutes if the audit should wait.
#[utoipa::path(post, path = "/api/projects/{id}/audit-deployment", tag = "audits", params(("id" = i64, Path)), responses((status = 201, body = DeploymentAddress)))]
pub(super) async fn renew_audit_deployment(
    app: App,
    user: User,
    Path(project): Path<i64>,
) -> Result<(StatusCode, Json<DeploymentAddress>)> {
    let mut tx = app.db.write_for(&user.id).await?;
    projects::expect_own(&mut tx, &user.id, project).await?;
    settings::ensure(&mut tx, &user.id, project).await?;
    let secret = auth::new_secret();
    set(&mut tx, project, Some(&auth::hash_of(&secret))).await?;
    tx.commit().await?;
    let url = format!("{}/api/incoming/deployments/{secret}", app.url());
    Ok((StatusCode::CREATED, Json(DeploymentAddress { url })))
}

/// Withdraw the address for deployments of a project
#[utoipa::path(delete, path = "/api/projects/{id}/audit-deployment", tag = "audits", params(("id" = i64, Path)), responses((status = 204)))]
pub(super) async fn withdraw_audit_deployment(
    app: App,
    user: User,
    Path(project): Path<i64>,
) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    projects::expect_own(&mut tx, &user.id, project).await?;
    set(&mut tx, project, None).await?;
    tx.commit().await?;
    Ok(no_content())
}

async fn set(tx: &mut Conn, project: i64, hash: Option<&str>) -> Result<()> {
    db::query("UPDATE audit_settings SET deployment = $2, delivery = NULL WHERE project_id = $1")
        .binds((project, hash))
        .run(tx)
        .await
}

/// Start an audit after a deployment
///
/// The address is a secret of the project. `?delay=` waits some minutes. A call while an audit waits or runs starts one more
/// audit at most; one with the `Idempotency-Key` of the call before starts none.
#[utoipa::path(post, path = "/api/incoming/deployments/{secret}", tag = "audits", params(("secret" = String, Path), ("delay" = Option<i64>, Query)),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 202, body = Delivery), (status = 404, description = "The address was renewed or withdrawn"), (status = 429, description = "Too many calls")))]
pub(super) async fn receive_deployment(
    app: App,
    Path(secret): Path<String>,
    incoming: Incoming,
) -> Result<(StatusCode, Json<Delivery>)> {
    let hash = auth::hash_of(&secret);
    let delay = delay_of(&incoming)?;
    let found = db::query_as("SELECT project_id, account_id FROM audit_settings WHERE deployment = $1");
    let found: Option<(i64, String)> = found.bind(&hash).fetch_optional(app.db.read()).await?;
    let (project, account) = found.ok_or_else(Problem::not_found)?;
    app.rates.count("audit-deployments", &project.to_string(), HOURLY)?;
    let mut tx = app.db.write_for(&account).await?;
    if let Some(name) = name_of(&incoming) {
        let fresh = db::query(
            "UPDATE audit_settings SET delivery = $2 WHERE project_id = $1 AND (delivery IS NULL OR delivery <> $2)",
        );
        let fresh = fresh.binds((project, &name)).execute(&mut *tx).await?;
        if fresh.rows_affected() == 0 {
            return Ok((StatusCode::ACCEPTED, Json(Delivery { starts: false })));
        }
    }
    let job = Enqueue::new(&AuditDeployed { project, account: account.clone() })?;
    let due = Timestamp::now().plus_ms(delay * MINUTE_MS);
    job.key(project).account(&account).due(due).put(&app, &mut tx).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(Delivery { starts: true })))
}

/// Minutes to wait.
fn delay_of(incoming: &Incoming) -> Result<i64> {
    let Some((_, text)) = incoming.query.iter().find(|(name, _)| name == "delay") else { return Ok(0) };
    let minutes = text.parse::<i64>().ok().filter(|minutes| (0..=MOST_DELAY).contains(minutes));
    minutes.ok_or_else(|| Problem::invalid_field("delay", Text::key("audits.delay").with("max", MOST_DELAY)))
}

/// The name of the delivery, if its sender gave one.
fn name_of(incoming: &Incoming) -> Option<String> {
    let named =
        incoming.headers.iter().find(|(name, value)| NAMES.contains(&name.as_str()) && !value.is_empty());
    named.map(|(_, value)| value.chars().take(NAME_CHARS).collect())
}

/// Starts the audit of a project that was deployed.
#[derive(Serialize, Deserialize)]
pub(super) struct AuditDeployed {
    project: i64,
    account: String,
}

impl jobs::Job for AuditDeployed {
    const NAME: &'static str = "audits.deployed";
    const LANE: Lane = Lane::UPKEEP;
    const RETRY: Retry = Retry::DEFAULT;

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        if !is_active(&mut app.db.read().acquire().await?, self.project).await? {
            return Ok(Next::Done);
        }
        let started = start_saved(app, &self.account, self.project, Cause::Deployment, Some(running)).await;
        match started {
            Ok(_) => Ok(Next::Done),
            Err(problem) if problem.code() == "audits.running" => {
                Ok(Next::At(Timestamp::now().plus_ms(PAUSE_MS)))
            }
            // Such as a plan without pages: it stays so.
            Err(problem) if problem.status().is_client_error() => {
                tracing::info!(project = self.project, %problem, "an audit after a deployment did not start");
                Ok(Next::Done)
            }
            Err(problem) => Err(problem),
        }
    }
}
