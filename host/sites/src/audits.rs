//! Audits of sites: a crawl reads the pages of a project's site into facts, rule packs check them, and the findings come to
//! a score.
//!
//! - An audit is a job that goes on where it was: each batch of pages is stored in one transaction with its findings.
//! - The facts of pages are stored as they are passed to packs, and are what the screens show.
//! - Findings are compared with the audit before: the same rule on the same address is the same finding.

mod again;
mod bill;
mod browser;
mod columns;
mod compare;
mod control;
mod crawler;
mod deployment;
mod errors;
mod export;
mod findings;
mod finish;
pub mod guest;
mod handles;
mod history;
mod ignores;
mod journal;
mod links;
mod login;
mod make_task;
mod mcp;
pub mod offline;
mod packs;
mod pages;
mod plan;
mod render;
mod reports;
mod rules;
mod run;
mod score;
mod select;
mod settings;
mod site;
mod snippet;
mod start;
mod store;
mod sums;
mod tree;
mod unchanged;
mod verified;
mod view;

use crate::messages::realtime;
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;
use crate::work;
use crate::workspace::projects;

pub use ignores::end as end_ignores;
pub use reports::mail_due;
pub use settings::{Cadence, RuleSetting, Settings};
pub use view::AuditView;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::personal("audits", &["account_id"]),
        Table::new("audit_numbers"),
        Table::new("audit_pages"),
        Table::new("audit_page_sums"),
        Table::new("audit_facts"),
        Table::new("audit_links"),
        Table::new("audit_sites"),
        Table::new("audit_rules"),
        Table::new("audit_findings"),
        Table::personal("audit_ignores", &["account_id"]),
        Table::personal("audit_settings", &["account_id"]),
        Table::personal("audit_reports", &["account_id"]),
        Table::personal("audit_brands", &["account_id"]),
        Table::personal("audit_mailings", &["account_id"]),
        Table::personal("audit_recipients", &["account_id"]),
        Table::personal("audit_refusals", &["account_id"]),
    ],
    personal_data: || Belongings { export: Some(own_files), ..Belongings::default() },
    open: |app| {
        let app = projects::keep(app.with(handles::Handles::default()), control::OfProjects);
        work::mcp::offer(render::connect(app)?, &mcp::OFFER)
    },
    jobs: &[
        Kind::of::<run::RunAudit>(),
        Kind::of::<again::CheckAgain>(),
        Kind::of::<deployment::AuditDeployed>(),
        Kind::periodic("audits.schedule", Schedule::Cron("*/10 * * * *"), |app| {
            Box::pin(async move {
                journal::sweep(&app).await?;
                start::start_due(&app, Timestamp::now()).await
            })
        }),
        Kind::periodic("audits.end-ignores", Schedule::HOURLY, |app| {
            Box::pin(async move { end_ignores(&app, Timestamp::now()).await })
        }),
        Kind::of::<reports::MailReport>(),
        Kind::periodic("audits.mail-reports", Schedule::HOURLY, |app| {
            Box::pin(async move { reports::mail_due(&app, Timestamp::now()).await })
        }),
    ],
    ..Slice::new("audits")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (list_audits, start::start_audit),
        (get_audit, control::delete_audit),
        control::pause_audit,
        control::resume_audit,
        control::cancel_audit,
        rules::list_audit_rules,
        rules::get_audit_rule,
        findings::list_audit_findings,
        pages::list_audit_pages,
        pages::get_audit_page,
        pages::list_audit_links,
        tree::get_audit_tree,
        again::check_again,
        make_task::make_task,
        guest::check_page,
        browser::get_audit_browser,
        browser::test_audit_browser,
        (ignores::list_audit_ignores, ignores::ignore_finding),
        ignores::heed_finding,
        (settings::get_audit_settings, settings::put_audit_settings),
        (login::get_audit_login, login::put_audit_login, login::delete_audit_login),
        (
            deployment::get_audit_deployment,
            deployment::renew_audit_deployment,
            deployment::withdraw_audit_deployment
        ),
        deployment::receive_deployment,
        export::export_audit_findings,
        export::export_audit_pages,
        compare::compare_audits,
        compare::compare_audit_pages,
        compare::compare_audit_findings
    ]
    .merge(reports::routes())
}

fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let mut files = view::own_files(conn, account).await?;
        files.extend(reports::own_files(conn, account).await?);
        Ok(files)
    })
}

/// Where an audit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuditState {
    /// Its job has not started.
    Waiting,
    Crawling,
    /// All pages were fetched; the site as a whole is checked.
    Checking,
    Paused,
    Done,
    Failed,
    Cancelled,
}

text_column!(AuditState);

impl AuditState {
    fn is_ended(self) -> bool {
        matches!(self, Self::Done | Self::Failed | Self::Cancelled)
    }
}

/// Who or what started an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    User,
    Schedule,
    Deployment,
    /// A key or an agent.
    Agent,
}

text_column!(Cause);

/// Which audits.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Only those of the project with this number.
    project: Option<i64>,
}

/// The audits of a user, newest first
#[utoipa::path(get, path = "/api/audits", tag = "audits", security(("key" = ["audits:read"])), params(Wanted, Page), responses((status = 200, body = Paged<AuditView>)))]
async fn list_audits(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Query(wanted): Query<Wanted>,
    page: Page,
) -> Result<Json<Paged<AuditView>>> {
    let mut tx = app.db.read().begin().await?;
    let project = caller.project().or(wanted.project);
    let matching = "WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2)";
    let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM audits {matching}")));
    let rows = db::query_as(store::selected(&format!("{matching} ORDER BY number DESC LIMIT $3 OFFSET $4")));
    let values = (&caller.id, project);
    let audits: Paged<store::Audit> = page.fetch(&mut tx, count.binds(values), rows.binds(values)).await?;
    Ok(Json(audits.map(|audit| view::of(audit, locale))))
}

/// An audit: its progress, score and counts
#[utoipa::path(get, path = "/api/audits/{id}", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path)), responses((status = 200, body = view::AuditOverview)))]
async fn get_audit(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<view::AuditOverview>> {
    let mut tx = app.db.read().begin().await?;
    let audit = store::find(&mut tx, &caller, &id).await?;
    view::overview(&mut tx, audit, locale).await.map(Json)
}

/// Tells open pages that an audit changed.
fn changed(app: &App, tx: &mut Conn, account: &str, id: &str) {
    realtime::publish(app, tx, account, "audit.changed", &json!({ "id": id }));
}
