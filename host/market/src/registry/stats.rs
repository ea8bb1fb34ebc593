//! Statistics of versions: counts of runs are stored in batches, and a version that is worse than the previous one is
//! rolled back.

use super::change::Change;
use super::decided::{self, Alarm, Decided};
use super::rule::{self, Broken, Record};
use super::store::{self, PluginRow, ReleaseRow, ReleaseState, Stage};
use super::{Registry, catalogue, quarantine, release};
use crate::catalogue::tools::{Counts, Tool, Tools};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;

/// The interval at which counts are stored.
const FLUSH: Duration = Duration::from_secs(5);
/// How often ratings are checked, in flushes: they are not counted as they arrive.
const RATINGS_EVERY: u32 = 12;
/// How long a release is watched.
const WATCHED_MS: i64 = 14 * DAY_MS;
/// How long statistics are kept, and how far back the previous version is examined.
pub const KEPT_MS: i64 = 90 * DAY_MS;
pub const HOUR_MS: i64 = 3_600_000;
const TRAP: &str = "plugin.trap";
/// Error codes of runs that failed by their plugin's fault.
const FAULTS: &[&str] = &[
    TRAP,
    "plugin.malformed",
    "plugin.memory-limit",
    "plugin.cpu-limit",
    "plugin.host-data-limit",
    "plugin.host-call-limit",
    "plugin.output-limit",
    "plugin.handle-limit",
    "plugin.table-limit",
    "plugin.stack-limit",
];
/// The actor in the audit log for automatic actions.
const ITSELF: &str = "system";

/// Stores and judges until the server stops, and once more then.
pub async fn watch(app: App) {
    let mut ticks = tokio::time::interval(FLUSH);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut round: u32 = 0;
    while app.stop.run_until_cancelled(ticks.tick()).await.is_some() {
        round = round.wrapping_add(1);
        if let Err(problem) = look(&app, round.is_multiple_of(RATINGS_EVERY)).await {
            tracing::warn!(%problem, "the statistics of the versions could not be stored");
        }
    }
    if let Err(problem) = flush(&app).await {
        tracing::warn!(%problem, "the statistics of the versions could not be stored");
    }
}

/// Does the periodic work at once: applies changes of other processes, stores and judges.
pub async fn settle(app: &App) -> Result<()> {
    catalogue::refresh(app).await?;
    look(app, true).await
}

async fn look(app: &App, anyway: bool) -> Result<()> {
    let counted = flush(app).await?;
    close_broken(app).await?;
    if counted || anyway {
        judge(app).await?;
    }
    Ok(())
}

/// Stores the counts since the last flush in one transaction. False if there were none.
async fn flush(app: &App) -> Result<bool> {
    let shelf = app.part::<Tools>().shelf();
    let counted: Vec<(&Arc<Tool>, Counts)> = shelf
        .packages()
        .values()
        .map(|tool| (tool, tool.tally.take()))
        .filter(|(_, counts)| counts.runs > 0)
        .collect();
    if counted.is_empty() {
        return Ok(false);
    }
    let stored = async {
        let mut tx = app.db.write().await?;
        for (tool, counts) in &counted {
            add(&mut tx, tool.package.as_deref().unwrap_or_default(), counts).await?;
        }
        tx.commit().await?;
        Ok(())
    };
    let stored: Result<()> = stored.await;
    if stored.is_err() {
        counted.iter().for_each(|(tool, counts)| tool.tally.give_back(*counts));
    }
    stored.map(|()| true)
}

async fn add(tx: &mut Conn, digest: &str, counts: &Counts) -> Result<()> {
    let query = db::query(
        "INSERT INTO version_stats (digest, hour, runs, failures, traps) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (digest, hour) DO UPDATE SET runs = version_stats.runs + excluded.runs,
             failures = version_stats.failures + excluded.failures, traps = version_stats.traps + excluded.traps",
    );
    let query = query.binds((digest, Timestamp::now().0 / HOUR_MS, counts.runs));
    query.binds((counts.failures, counts.traps)).execute(&mut *tx).await?;
    let query = db::query(
        "UPDATE plugin_releases SET runs = runs + $2, failures = failures + $3, traps = traps + $4
         WHERE digest = $1 AND state IN ('open', 'done')",
    );
    query.binds((digest, counts.runs, counts.failures, counts.traps)).run(tx).await
}

/// Replaces versions that the engine has closed in this process. Without a replacement, the engine lets a run through
/// from time to time, and the version opens by itself.
async fn close_broken(app: &App) -> Result<()> {
    let shelf = app.part::<Tools>().shelf();
    let why = |tool: &Tool| tool.code.loaded().and_then(|plugin| plugin.broken());
    for tool in shelf.packages().values().filter(|tool| tool.gate.closed().is_none()) {
        let digest = tool.package.as_deref().unwrap_or_default();
        let Some(why) = why(tool) else {
            app.part::<Registry>().alarmed().remove(digest);
            continue;
        };
        if !app.part::<Registry>().alarmed().contains(digest) {
            close_one(app, tool, digest, &why.last).await?;
            app.part::<Registry>().alarmed().insert(digest.to_owned());
        }
    }
    Ok(())
}

async fn close_one(app: &App, tool: &Tool, digest: &str, reason: &str) -> Result<()> {
    let mut change = Change::begin(app, "quarantine").await?;
    let tx = &mut change.tx;
    let Some(plugin) = store::plugin(tx, &tool.id).await? else { return Ok(()) };
    if can_be_replaced(app, tx, &plugin, digest).await? {
        quarantine::close(app, tx, digest, &tool.id, reason).await?;
    }
    let subject = Subject::of("package", digest, format!("{} {}", tool.id, tool.version));
    audit_log::record(tx, &itself(), "plugin.quarantined", subject, json!({ "reason": reason })).await?;
    decided::raise(app, tx, Alarm::Quarantined, &tool.id, digest).await?;
    decided::notify(app, tx, digest, Decided::Closed, Some(reason)).await?;
    change.finish(&[&tool.id]).await?;
    tracing::warn!(plugin = tool.id, version = tool.version, reason, "a version is closed");
    Ok(())
}

/// Whether another version serves everyone once this one does not.
async fn can_be_replaced(app: &App, tx: &mut Conn, plugin: &PluginRow, digest: &str) -> Result<bool> {
    if plugin.current_digest.as_deref() == Some(digest) {
        return release::has_before(app, tx, plugin).await;
    }
    Ok(plugin.current_digest.is_some() || app.part::<Tools>().bundled().contains_key(&plugin.id))
}

/// Rolls back every version that breaks the rule.
async fn judge(app: &App) -> Result<()> {
    let mut conn = app.db.read().acquire().await?;
    let mut broken = Vec::new();
    for release in watched(&mut conn).await? {
        let (now, before) = records(&mut conn, &release).await?;
        let Some(why) = rule::broken(&now, &before) else { continue };
        // Only now, because counting accounts reads the runs themselves.
        let (now, before) = by_account(&mut conn, &release).await?;
        if rule::is_shared(why.rise, &now, &before, release.stage == Stage::Me) {
            broken.push((release, why));
        }
    }
    drop(conn);
    for (release, why) in broken {
        take_back(app, &release, &why).await?;
    }
    Ok(())
}

/// Rollouts with enough faults that they could break the rule.
async fn watched(conn: &mut Conn) -> Result<Vec<ReleaseRow>> {
    let releases = db::query_as(
        "SELECT r.id, r.plugin, r.digest, r.previous_digest, r.stage, r.account_id, r.product_id, r.percent, r.state, r.reason,
             r.runs, r.failures, r.traps, r.created_at, r.updated_at
         FROM plugin_releases r JOIN plugins p ON p.id = r.plugin
         WHERE r.state IN ('open', 'done') AND p.installed AND NOT p.pinned AND r.created_at >= $1 AND r.runs > 0",
    );
    Ok(releases.bind(Timestamp::now().plus_ms(-WATCHED_MS)).fetch_all(conn).await?)
}

/// The counts of a released version since its release, and of the previous version.
async fn records(conn: &mut Conn, release: &ReleaseRow) -> Result<(Record, Record)> {
    let counts = Counts { runs: release.runs, failures: release.failures, traps: release.traps };
    let (good, bad) = ratings(conn, &release.digest, release.created_at).await?;
    let now = Record { counts, good, bad };
    let Some(previous) = &release.previous_digest else { return Ok((now, Record::default())) };
    let from = Timestamp::now().plus_ms(-KEPT_MS);
    let (good, bad) = ratings(conn, previous, from).await?;
    Ok((now, Record { counts: counts_of(conn, previous, from).await?, good, bad }))
}

/// The same by account, each counted once.
async fn by_account(conn: &mut Conn, release: &ReleaseRow) -> Result<(Record, Record)> {
    let now = accounts(conn, &release.digest, release.created_at).await?;
    let Some(previous) = &release.previous_digest else { return Ok((now, Record::default())) };
    Ok((now, accounts(conn, previous, Timestamp::now().plus_ms(-KEPT_MS)).await?))
}

async fn accounts(conn: &mut Conn, digest: &str, from: Timestamp) -> Result<Record> {
    // In a stored problem the plugin's text has its quotes escaped, so it cannot look like a code.
    let is = |codes: &[&str]| {
        let like = |code: &&str| format!("problem LIKE '%\"code\":\"{code}\"%'");
        codes.iter().map(like).collect::<Vec<_>>().join(" OR ")
    };
    let sql = format!(
        "SELECT COUNT(DISTINCT account_id), COUNT(DISTINCT CASE WHEN {} THEN account_id END),
             COUNT(DISTINCT CASE WHEN {} THEN account_id END)
         FROM customer_runs WHERE package_digest = $1 AND created_at >= $2",
        is(FAULTS),
        is(&[TRAP])
    );
    let (runs, failures, traps) =
        db::query_as(AssertSqlSafe(sql)).binds((digest, from)).fetch_one(&mut *conn).await?;
    let query = db::query_as(
        "SELECT COUNT(DISTINCT CASE WHEN rating = 'good' THEN account_id END), COUNT(DISTINCT CASE WHEN rating = 'bad' THEN account_id END)
         FROM document_ratings WHERE package_digest = $1 AND created_at >= $2",
    );
    let (good, bad) = query.binds((digest, from)).fetch_one(conn).await?;
    Ok(Record { counts: Counts { runs, failures, traps }, good, bad })
}

/// Runs of a version since a time, rounded to an hour.
pub async fn counts_of(conn: &mut Conn, digest: &str, from: Timestamp) -> Result<Counts> {
    let query = db::query_as(
        "SELECT CAST(COALESCE(SUM(runs), 0) AS BIGINT), CAST(COALESCE(SUM(failures), 0) AS BIGINT), CAST(COALESCE(SUM(traps), 0) AS BIGINT)
         FROM version_stats WHERE digest = $1 AND hour >= $2",
    );
    let (runs, failures, traps) = query.binds((digest, from.0 / HOUR_MS)).fetch_one(conn).await?;
    Ok(Counts { runs, failures, traps })
}

/// Documents of a version since a time with a good and a bad rating.
pub async fn ratings(conn: &mut Conn, digest: &str, from: Timestamp) -> Result<(i64, i64)> {
    let ratings = db::query_as(
        "SELECT COUNT(CASE WHEN rating = 'good' THEN 1 END), COUNT(CASE WHEN rating = 'bad' THEN 1 END)
         FROM document_ratings WHERE package_digest = $1 AND created_at >= $2",
    );
    Ok(ratings.binds((digest, from)).fetch_one(conn).await?)
}

async fn take_back(app: &App, release: &ReleaseRow, why: &Broken) -> Result<()> {
    let mut change = Change::begin(app, "rollback").await?;
    let tx = &mut change.tx;
    let live = store::live_release(tx, &release.plugin).await?;
    // An administrator may have decided meanwhile.
    if live.is_none_or(|live| live.id != release.id) {
        return Ok(());
    }
    let mut plugin = store::expect_plugin(tx, &release.plugin).await?;
    let has_other = release.state == ReleaseState::Open || release::has_before(app, tx, &plugin).await?;
    if plugin.pinned || !has_other {
        return Ok(());
    }
    release::take_back(app, tx, &mut plugin, Some(serde_json::to_string(why)?)).await?;
    let details = json!({ "from": release.digest, "to": plugin.current_digest, "because": why });
    let subject = Subject::of("plugin", &release.plugin, &release.plugin);
    audit_log::record(tx, &itself(), "plugin.rolled-back", subject, details).await?;
    decided::raise(app, tx, Alarm::RolledBack, &release.plugin, &release.digest).await?;
    decided::notify(app, tx, &release.digest, Decided::RolledBack, None).await?;
    change.finish(&[&release.plugin]).await?;
    tracing::warn!(
        plugin = release.plugin,
        ?why,
        "a version was worse than the previous one and was rolled back"
    );
    Ok(())
}

fn itself() -> Actor {
    Actor { id: ITSELF.to_owned(), impersonator_id: None, network: None }
}
