//! Language models: administrators connect providers, and tools use their models by role.
//!
//! A run asks for its model once, at its start (see [`Models::of_run`]). The first model of the tool's role answers; if
//! its provider fails, the next one does, for the rest of the run. Every call is counted (see `ledger.rs`), and a
//! budget that is used up refuses further calls. What administrators change is read again by every process: at once
//! over the bus, and at the latest with the next look at the version. An account whose plan allows it may connect an own
//! model, which then answers all its runs (see `own.rs`).

mod book;
mod budgets;
mod check;
mod connections;
mod detection;
mod entries;
mod ledger;
mod offers;
mod overview;
mod own;
mod recommended;
mod role;
mod roles;
mod router;
mod store;
mod usage;

use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::db::Tx;
use crate::platform::jobs::Schedule;
use crate::platform::model::Connected;
use crate::platform::prelude::*;

pub use own::ModelTerms;
pub use role::ModelRole;
pub use router::{Asker, Models};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::new("model_connections"),
        Table::new("models"),
        Table::new("model_roles"),
        Table::new("model_tools"),
        Table::new("model_settings"),
        Table::new("model_budgets"),
        // Its rows stay without the account, see `ledger::forget_account`.
        Table::new("model_usage"),
        Table::personal("own_models", &["account_id"]),
    ],
    views: &["model_days"],
    personal_data: || Belongings {
        export: Some(own::own_files),
        leave: Some(ledger::forget_account),
        ..Belongings::default()
    },
    open: |app| {
        let connected = Connected::of(&app.config);
        Ok(app.with(connected))
    },
    load: Some(|app| Box::pin(load(app))),
    start: Some(|app| Box::pin(start(app))),
    jobs: &[Kind::periodic("models.sweep", Schedule::Cron("40 3 * * *"), |app| {
        Box::pin(async move { ledger::sweep(&app, Timestamp::now()).await })
    })],
    ..Slice::new("models")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        overview::get_models,
        connections::create_model_connection,
        (connections::change_model_connection, connections::delete_model_connection),
        offers::list_offered_models,
        offers::check_new_model_connection,
        offers::check_changed_model_connection,
        entries::add_model,
        (entries::change_model, entries::remove_model),
        check::test_model,
        roles::set_model_role,
        roles::set_default_model_role,
        roles::set_tool_model_role,
        budgets::set_model_budgets,
        usage::get_model_usage,
        (detection::get_detected_models, detection::detect_models),
        detection::connect_detected_models,
        recommended::get_recommended_models,
        (own::get_own_model, own::set_own_model, own::delete_own_model),
        own::check_own_model
    ]
}

async fn load(app: App) -> anyhow::Result<App> {
    let models = Models::open(&app).await?;
    Ok(app.with(models))
}

async fn start(app: App) -> anyhow::Result<App> {
    let models = app.part::<Models>();
    models.start();
    detection::look_at_start(&app, models);
    Ok(app)
}

/// Ends a change: writes its entry in the audit log and the new version, commits, and reads the tables again, here and
/// in the other processes.
async fn commit(
    app: &App,
    mut tx: Tx,
    by: &ByAdmin,
    action: &'static str,
    subject: Subject<'_>,
    details: Value,
) -> Result<()> {
    by.record(&mut tx, action, subject, details).await?;
    db::query("UPDATE model_settings SET version = version + 1").run(&mut *tx).await?;
    tx.commit().await?;
    app.part::<Models>().changed().await;
    Ok(())
}

/// Micro-USD of an amount in USD.
fn micro(usd: f64) -> i64 {
    // Validation keeps it small.
    (usd * 1e6).round() as i64
}

/// USD of an amount in micro-USD.
fn usd(micro: i64) -> f64 {
    micro as f64 / 1e6
}
