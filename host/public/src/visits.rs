//! Views of the public site, its visitors and what they sign up from: sums by day, without cookies or stored addresses.
//!
//! A visitor is a hash of address and browser with a salt that changes every day and is in memory only, so that no one
//! can find an address from it, or follow a visitor to the next day. Counts are summed up in memory and stored every few
//! seconds. Each process has its own salt: a visitor whose requests reach two of them counts twice.

mod count;
mod report;

use crate::platform::prelude::*;

use count::{Counter, NAMELESS};

pub use count::View;

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::new("visits")],
    open: |app| Ok(app.with(Counter::default())),
    start: Some(|app| Box::pin(start(app))),
    jobs: &[Kind::periodic("visits.clear", Schedule::Cron("50 3 * * *"), |app| {
        Box::pin(async move { clear(&app, Timestamp::now()).await })
    })],
    ..Slice::new("visits")
};

/// How long rows are kept.
pub const KEPT_DAYS: i64 = 400;
/// How often counts are stored.
const STORE: Duration = Duration::from_secs(5);

fn routes() -> OpenApiRouter<App> {
    endpoints![report::get_visits]
}

async fn start(app: App) -> anyhow::Result<App> {
    let of_task = app.clone();
    app.tasks.spawn(async move {
        let mut ticks = tokio::time::interval(STORE);
        while of_task.stop.run_until_cancelled(ticks.tick()).await.is_some() {
            store_logged(&of_task).await;
        }
        store_logged(&of_task).await;
    });
    Ok(app)
}

async fn store_logged(app: &App) {
    if let Err(problem) = store(app).await {
        tracing::error!(%problem, "the visits of the site could not be stored");
    }
}

/// Counts a view of a page that exists.
pub fn count(app: &App, view: &View) {
    app.part::<Counter>().count(view);
}

/// Counts a registration that began on a page; empty if unknown.
pub fn sign_up(app: &App, page: &str, source: &str) {
    app.part::<Counter>().sign_up(page, source);
}

/// Where a visitor came from, as it is stored: the name of a host or a campaign in lower case; empty if it is neither.
pub fn source(text: &str) -> String {
    let text = text.trim().to_ascii_lowercase();
    let text = text.strip_prefix("www.").unwrap_or(&text);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_name = (1..=100).contains(&text.len()) && text.bytes().all(is_plain);
    if is_name { text.to_owned() } else { NAMELESS.to_owned() }
}

/// Stores what this process has counted.
pub async fn store(app: &App) -> Result<()> {
    let counter = app.part::<Counter>();
    let counted = counter.take();
    if counted.is_empty() {
        return Ok(());
    }
    let stored = count::write(app, &counted).await;
    if stored.is_err() {
        counter.put_back(counted);
    }
    stored
}

/// Deletes rows that are older than they are kept.
pub async fn clear(app: &App, now: Timestamp) -> Result<()> {
    let mut tx = app.db.write_rows().await?;
    db::query("DELETE FROM visits WHERE day < $1").bind(now.day() - KEPT_DAYS).run(&mut *tx).await?;
    Ok(tx.commit().await?)
}
