//! Figures of plugins: runs, failures, words and the cost of the model, for built-in and installed ones alike.

use crate::catalogue::models::Models;
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;

use super::store;

/// Days of the figures in the list.
const DAYS: i64 = 30;

/// Figures of a plugin in a period.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
pub(super) struct PluginFigures {
    pub runs: i64,
    /// Runs that failed.
    pub failed: i64,
    /// Words that accounts used.
    pub words: i64,
    /// Cost of the operator's models.
    pub cost_usd: f64,
}

/// The figures of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PluginDay {
    #[schema(example = "2026-01-31")]
    day: String,
    #[serde(flatten)]
    figures: PluginFigures,
}

/// The figures of a plugin in the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PluginReport {
    /// Every day of the period, oldest first.
    days: Vec<PluginDay>,
    now: PluginFigures,
    /// The same for the 30 days before.
    before: PluginFigures,
    /// Accounts that ran it in the period.
    accounts: i64,
}

fn usd(micro: i64) -> f64 {
    micro as f64 / 1e6
}

/// The figures of the last 30 days of all plugins that have any, by plugin.
pub(super) async fn of_all(conn: &mut Conn) -> Result<HashMap<String, PluginFigures>> {
    let mut all = HashMap::<String, PluginFigures>::new();
    let first = Timestamp::now().day() - DAYS + 1;
    let runs = db::query_as(
        "SELECT tool, COUNT(*), COUNT(CASE WHEN status = 'failed' THEN 1 END) FROM customer_runs WHERE created_at >= $1 GROUP BY tool",
    );
    let runs: Vec<(String, i64, i64)> = runs.bind(Timestamp(first * DAY_MS)).fetch_all(&mut *conn).await?;
    for (tool, runs, failed) in runs {
        all.insert(tool, PluginFigures { runs, failed, ..Default::default() });
    }
    let cost = db::query_as(
        "SELECT tool, CAST(SUM(words) AS BIGINT), CAST(SUM(micro_usd) AS BIGINT) FROM model_days WHERE day >= $1 GROUP BY tool",
    );
    let cost: Vec<(String, i64, i64)> = cost.bind(first).fetch_all(conn).await?;
    for (tool, words, micro) in cost {
        let figures = all.entry(tool).or_default();
        (figures.words, figures.cost_usd) = (words, usd(micro));
    }
    Ok(all)
}

/// The figures of a plugin by day
#[utoipa::path(get, path = "/api/admin/plugins/{id}/figures", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = PluginReport)))]
pub async fn get_plugin_figures(app: App, _: Admin, Id(id): Id) -> Result<Json<PluginReport>> {
    app.part::<Models>().store_usage().await;
    let mut tx = app.db.read().begin().await?;
    let is_installed = store::plugin(&mut tx, &id).await?.is_some_and(|row| row.installed);
    refuse_if(!is_installed && !app.part::<Tools>().bundled().contains_key(&id), Problem::not_found)?;
    let end = Timestamp::now().day() + 1;
    let (first, all) = (end - DAYS, end - 2 * DAYS);
    let days = by_day(&mut tx, &id, all).await?;
    let accounts = db::query_scalar(
        "SELECT COUNT(DISTINCT account_id) FROM customer_runs WHERE tool = $1 AND created_at >= $2",
    );
    let accounts = accounts.binds((&id, Timestamp(first * DAY_MS))).fetch_one(&mut *tx).await?;
    let one = |day| PluginDay {
        day: Timestamp(day * DAY_MS).rfc3339().chars().take(10).collect(),
        figures: days.get(&day).copied().unwrap_or_default(),
    };
    Ok(Json(PluginReport {
        days: (first..end).map(one).collect(),
        now: sum(days.range(first..end).map(|(_, one)| one)),
        before: sum(days.range(all..first).map(|(_, one)| one)),
        accounts,
    }))
}

async fn by_day(conn: &mut Conn, id: &str, first: i64) -> Result<BTreeMap<i64, PluginFigures>> {
    let mut days = BTreeMap::<i64, PluginFigures>::new();
    let runs = db::query_as(
        "SELECT created_at / 86400000, COUNT(*), COUNT(CASE WHEN status = 'failed' THEN 1 END)
         FROM customer_runs WHERE tool = $1 AND created_at >= $2 GROUP BY created_at / 86400000",
    );
    let runs: Vec<(i64, i64, i64)> =
        runs.binds((id, Timestamp(first * DAY_MS))).fetch_all(&mut *conn).await?;
    for (day, runs, failed) in runs {
        days.insert(day, PluginFigures { runs, failed, ..Default::default() });
    }
    let cost = db::query_as(
        "SELECT day, CAST(SUM(words) AS BIGINT), CAST(SUM(micro_usd) AS BIGINT) FROM model_days WHERE tool = $1 AND day >= $2 GROUP BY day",
    );
    let cost: Vec<(i64, i64, i64)> = cost.binds((id, first)).fetch_all(conn).await?;
    for (day, words, micro) in cost {
        let figures = days.entry(day).or_default();
        (figures.words, figures.cost_usd) = (words, usd(micro));
    }
    Ok(days)
}

fn sum<'a>(figures: impl Iterator<Item = &'a PluginFigures>) -> PluginFigures {
    figures.fold(PluginFigures::default(), |sum, one| PluginFigures {
        runs: sum.runs + one.runs,
        failed: sum.failed + one.failed,
        words: sum.words + one.words,
        cost_usd: sum.cost_usd + one.cost_usd,
    })
}
