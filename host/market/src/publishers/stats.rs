//! Statistics of a publisher's plugins: counts by day and by version. They contain no users and no content.

use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;

const DAYS: i64 = 30;
/// How long statistics are kept.
const MOST_DAYS: i64 = 90;
const HOURS: i64 = 24;

/// A plugin of the reader's publisher.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnPlugin {
    id: String,
    /// In the reader's language; the id if no version is in use.
    name: String,
    /// The version that serves everyone.
    #[schema(required)]
    version: Option<String>,
    /// Whether the catalogue lists it.
    listed: bool,
    /// Whether it is currently closed.
    closed: bool,
    /// Versions that were approved and are installed.
    versions: i64,
}

const OWN: &str =
    "p.installed AND p.publisher = (SELECT publisher_id FROM publisher_members WHERE account_id = $1)";

/// Your installed plugins, by id
#[utoipa::path(get, path = "/api/publisher/plugins", tag = "publishers", params(Page), responses((status = 200, body = Paged<OwnPlugin>)))]
pub async fn list_own_plugins(
    app: App,
    user: User,
    locale: Locale,
    page: Page,
) -> Result<Json<Paged<OwnPlugin>>> {
    let mut tx = app.db.read().begin().await?;
    let count = format!("SELECT count(*) FROM plugin_listings p WHERE {OWN}");
    let count = db::query_scalar(AssertSqlSafe(count)).bind(&user.id);
    let sql = format!(
        "SELECT p.id, p.listed, (SELECT count(*) FROM package_versions k WHERE k.plugin = p.id AND k.state IN ('ready', 'quarantined')),
             (SELECT k.version FROM package_versions k WHERE k.digest = p.current_digest)
         FROM plugin_listings p WHERE {OWN} ORDER BY p.id LIMIT $2 OFFSET $3"
    );
    let rows = page.fetch(&mut tx, count, db::query_as(AssertSqlSafe(sql)).bind(&user.id)).await?;
    let shelf = app.part::<Tools>().shelf();
    let own = |(id, listed, versions, version): (String, bool, i64, Option<String>)| OwnPlugin {
        name: shelf.name_of(&id, locale),
        closed: shelf.current(&id).is_some_and(|tool| tool.closed().is_some()),
        id,
        version,
        listed,
        versions,
    };
    Ok(Json(rows.map(own)))
}

/// The period.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// Days, 1 to 90; defaults to 30.
    days: Option<i64>,
}

impl Since {
    /// The first day, counted since the Unix epoch.
    fn first_day(&self) -> Result<i64> {
        let days = self.days.unwrap_or(DAYS);
        refuse_if(!(1..=MOST_DAYS).contains(&days), || Problem::not_between("days", 1, MOST_DAYS))?;
        Ok(Timestamp::now().0 / DAY_MS - days + 1)
    }
}

/// Counts of a day, of a version, or in total.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
struct Figures {
    /// Finished runs.
    runs: i64,
    /// Runs that failed by the plugin's fault: a limit, or a result that violates its schema.
    faults: i64,
    /// Runs that trapped.
    breakdowns: i64,
    /// Different accounts that ran it.
    accounts: i64,
    /// Words that the model wrote.
    words: i64,
    /// Documents with a good and a bad rating.
    good: i64,
    bad: i64,
}

/// A day, in UTC.
#[derive(Debug, Serialize, ToSchema)]
struct DayFigures {
    /// Its start.
    day: Timestamp,
    #[serde(flatten)]
    figures: Figures,
}

#[derive(Debug, Serialize, ToSchema)]
struct VersionFigures {
    version: String,
    #[serde(flatten)]
    figures: Figures,
}

/// The statistics of a plugin.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PluginStats {
    id: String,
    /// In the reader's language.
    name: String,
    total: Figures,
    /// Days with data, oldest first.
    days: Vec<DayFigures>,
    /// Versions with data.
    versions: Vec<VersionFigures>,
}

/// Statistics of your plugin; a few seconds old
#[utoipa::path(get, path = "/api/publisher/plugins/{id}/stats", tag = "publishers", params(("id" = String, Path), Since),
    responses((status = 200, body = PluginStats)))]
pub async fn get_own_stats(
    app: App,
    user: User,
    locale: Locale,
    Id(id): Id,
    Query(since): Query<Since>,
) -> Result<Json<PluginStats>> {
    stats(&app, &user.id, id, &since, locale).await.map(Json)
}

async fn stats(app: &App, account: &str, id: String, since: &Since, locale: Locale) -> Result<PluginStats> {
    let first = since.first_day()?;
    let mut tx = app.db.read().begin().await?;
    expect_own(&mut tx, account, &id).await?;
    let mut days = BTreeMap::new();
    for (day, figures) in by(&mut tx, By::Day, &id, first).await? {
        days.insert(day.parse::<i64>().unwrap_or_default(), figures);
    }
    let versions = by(&mut tx, By::Version, &id, first).await?;
    let total = by(&mut tx, By::All, &id, first).await?.into_values().next().unwrap_or_default();
    let name = app.part::<Tools>().shelf().name_of(&id, locale);
    let day = |(day, figures)| DayFigures { day: Timestamp(day * DAY_MS), figures };
    let version = |(version, figures)| VersionFigures { version, figures };
    Ok(PluginStats {
        id,
        name,
        total,
        days: days.into_iter().map(day).collect(),
        versions: versions.into_iter().map(version).collect(),
    })
}

/// 404 for a plugin of another publisher.
pub async fn expect_own(conn: &mut Conn, account: &str, id: &str) -> Result<()> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM plugin_listings p WHERE {OWN} AND p.id = $2)");
    let own: bool = db::query_scalar(AssertSqlSafe(sql)).binds((account, id)).fetch_one(conn).await?;
    if own { Ok(()) } else { Err(Problem::not_found()) }
}

/// The grouping of the counts.
#[derive(Clone, Copy)]
enum By {
    Day,
    Version,
    All,
}

impl By {
    /// The SQL expression of the group; `day` is that of a timestamp in the table.
    fn key(self, day: &str) -> String {
        match self {
            Self::Day => format!("CAST({day} AS TEXT)"),
            Self::Version => "k.version".to_owned(),
            Self::All => "CAST('' AS TEXT)".to_owned(),
        }
    }
}

/// Counts since a day, from three tables: ends of runs, accounts and words, and ratings.
async fn by(conn: &mut Conn, by: By, plugin: &str, first: i64) -> Result<BTreeMap<String, Figures>> {
    let mut found: BTreeMap<String, Figures> = BTreeMap::new();
    let key = by.key("v.hour / 24");
    let sql = format!(
        "SELECT {key}, CAST(SUM(v.runs) AS BIGINT), CAST(SUM(v.failures - v.traps) AS BIGINT), CAST(SUM(v.traps) AS BIGINT)
         FROM package_hours v JOIN package_versions k ON k.digest = v.digest WHERE k.plugin = $1 AND v.hour >= $2 GROUP BY {key}"
    );
    let ended: Vec<(String, i64, i64, i64)> =
        db::query_as(AssertSqlSafe(sql)).binds((plugin, first * HOURS)).fetch_all(&mut *conn).await?;
    for (key, runs, faults, breakdowns) in ended {
        let figures = found.entry(key).or_default();
        (figures.runs, figures.faults, figures.breakdowns) = (runs, faults, breakdowns);
    }
    let key = by.key("r.created_at / 86400000");
    let sql = format!(
        "SELECT {key}, COUNT(DISTINCT r.account_id), CAST(COALESCE(SUM(r.words), 0) AS BIGINT)
         FROM customer_runs r JOIN package_versions k ON k.digest = r.package_digest WHERE k.plugin = $1 AND r.created_at >= $2 GROUP BY {key}"
    );
    let query = db::query_as(AssertSqlSafe(sql));
    let ran: Vec<(String, i64, i64)> = query.binds((plugin, first * DAY_MS)).fetch_all(&mut *conn).await?;
    for (key, accounts, words) in ran {
        let figures = found.entry(key).or_default();
        (figures.accounts, figures.words) = (accounts, words);
    }
    let key = by.key("d.created_at / 86400000");
    let sql = format!(
        "SELECT {key}, COUNT(CASE WHEN d.rating = 'good' THEN 1 END), COUNT(CASE WHEN d.rating = 'bad' THEN 1 END)
         FROM document_ratings d JOIN package_versions k ON k.digest = d.package_digest
         WHERE k.plugin = $1 AND d.created_at >= $2 GROUP BY {key}"
    );
    let rated: Vec<(String, i64, i64)> =
        db::query_as(AssertSqlSafe(sql)).binds((plugin, first * DAY_MS)).fetch_all(conn).await?;
    for (key, good, bad) in rated {
        let figures = found.entry(key).or_default();
        (figures.good, figures.bad) = (good, bad);
    }
    Ok(found)
}

/// The same days as a table
///
/// Comma-separated, with English titles and days as `2026-01-31`, for programs and spreadsheets.
#[utoipa::path(get, path = "/api/publisher/plugins/{id}/stats.csv", tag = "publishers", params(("id" = String, Path), Since),
    responses((status = 200, description = "The table", body = Vec<u8>, content_type = "text/csv")))]
pub async fn get_own_table(app: App, user: User, Id(id): Id, Query(since): Query<Since>) -> Result<Response> {
    let stats = stats(&app, &user.id, id, &since, Locale::En).await?;
    let titles = ["day", "runs", "faults", "breakdowns", "accounts", "words", "good", "bad"];
    let mut lines = vec![titles.map(str::to_owned).to_vec()];
    lines.extend(stats.days.iter().map(|DayFigures { day, figures }| {
        let Figures { runs, faults, breakdowns, accounts, words, good, bad } = *figures;
        let day = day.rfc3339().chars().take(10).collect();
        let figures = [runs, faults, breakdowns, accounts, words, good, bad].map(|figure| figure.to_string());
        [vec![day], figures.to_vec()].concat()
    }));
    // For programs: the same separator in both languages.
    Ok(csv_file::file(csv_file::table(lines, csv_file::separator(Locale::En))?, &stats.id))
}
