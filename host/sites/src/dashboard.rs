//! The dashboard: what an account has used and written, over all or in one project, and its projects with theirs.
//!
//! It only reads views of other slices, and makes the same number of queries for any number of documents and projects.

mod changes;
mod days;
mod projects;

use crate::billing::meters::{self, Meter};
use crate::billing::plans;
use crate::catalogue::tools::Tools;
use crate::platform::prelude::*;
use crate::workspace::documents;
use crate::workspace::projects::{expect_own, selected};

use changes::Change;
use days::Days;

pub const SLICE: Slice = Slice { routes, ..Slice::new("dashboard") };

/// Texts that are listed.
const RECENT: i64 = 6;
/// Days of a week: what was written in the last one is compared with the one before.
const WEEK: i64 = 7;
/// Days of which the average use is taken.
const PACE_DAYS: i64 = 14;

fn routes() -> OpenApiRouter<App> {
    endpoints![get_dashboard, projects::list_projects]
}

/// Which dashboard.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// The number of a project; without it, all of them.
    #[param(minimum = 1)]
    project: Option<i64>,
    /// Instead of a number, the selected project; all of them if there is none.
    #[serde(default)]
    selected: bool,
    /// Minutes by which the reader's clock is ahead of UTC: its midnight begins a day.
    #[serde(default, deserialize_with = "days::offset")]
    #[param(minimum = -840, maximum = 840)]
    utc_offset: i64,
}

/// What was used and written, and what changed.
#[derive(Debug, Serialize, ToSchema)]
struct Dashboard {
    /// The number of the project; null for all of them.
    #[schema(required)]
    project: Option<i64>,
    /// The days of `uses`, oldest first; the last one is today.
    #[schema(example = json!(["2026-11-25", "2026-11-26"]))]
    days: Vec<String>,
    words: WordsLeft,
    /// Words per day and tool; days and tools without any are omitted.
    uses: Vec<DayUse>,
    texts: TextCounts,
    /// Newest first.
    recent: Vec<RecentText>,
    /// Newest first.
    changes: Vec<Change>,
    /// The tools that the other fields name, by id.
    tools: BTreeMap<String, ToolName>,
}

/// The words of the account, which its projects share.
#[derive(Debug, Serialize, ToSchema)]
struct WordsLeft {
    /// Words granted this month.
    allowance: i64,
    /// Words used, including reservations of running work.
    used: i64,
    left: i64,
    /// When the words of the next month are granted; null if the account has not begun.
    #[schema(required)]
    renews_at: Option<Timestamp>,
    /// Words that the account uses per day: the average of the last fourteen, or of all since its first.
    pace: i64,
}

/// The use of a tool on one day.
#[derive(Debug, Serialize, ToSchema)]
struct DayUse {
    #[schema(example = "2026-11-26")]
    day: String,
    tool: String,
    words: i64,
}

/// How many texts there are, without those in the trash.
#[derive(Debug, Default, Serialize, ToSchema)]
struct TextCounts {
    total: i64,
    /// In the last seven days, and in the seven before.
    week: i64,
    week_before: i64,
    by_tool: Vec<ToolCount>,
}

/// The texts of one tool.
#[derive(Debug, Serialize, ToSchema)]
struct ToolCount {
    tool: String,
    count: i64,
}

/// A text that was written lately.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
struct RecentText {
    /// Of the document.
    id: String,
    title: String,
    tool: String,
    #[schema(required)]
    project_id: Option<i64>,
    created_at: Timestamp,
}

/// A tool by name. One that is not installed any more has its id as the name.
#[derive(Debug, Serialize, ToSchema)]
struct ToolName {
    name: String,
    /// Null if it is not installed any more.
    #[schema(required)]
    category: Option<String>,
}

/// What you have used and written, over all or in one project, and what changed
#[utoipa::path(get, path = "/api/dashboard", tag = "dashboard", params(Wanted), responses((status = 200, body = Dashboard),
    (status = 404, description = "The project does not exist, or it is not yours")))]
async fn get_dashboard(
    app: App,
    user: User,
    locale: Locale,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Dashboard>> {
    let days = Days::until(Timestamp::now(), wanted.utc_offset);
    // One snapshot, so that the figures agree.
    let mut tx = app.db.read().begin().await?;
    let project = match wanted.project {
        Some(project) => Some(expect_own(&mut tx, &user.id, project).await?),
        None if wanted.selected => selected(&mut tx, &user.id).await?.map(|project| project.id),
        None => None,
    };
    let (uses, pace) = uses(&mut tx, &user.id, project, &days).await?;
    let words = words(&mut tx, &user.id, pace).await?;
    let texts = texts(&mut tx, &user.id, project, &days).await?;
    let mut recent = recent(&mut tx, &user.id, project).await?;
    let mut changes = changes::latest(&mut tx, &user.id, project, &days).await?;
    drop(tx);
    let titles = documents::Names::of(&app);
    recent
        .iter_mut()
        .for_each(|text| text.title = titles.shown(std::mem::take(&mut text.title), &text.tool, 1));
    changes.iter_mut().for_each(|change| change.show_title(&titles));
    let named = uses.iter().map(|each| &each.tool).chain(texts.by_tool.iter().map(|each| &each.tool));
    let named =
        named.chain(recent.iter().map(|each| &each.tool)).chain(changes.iter().map(|each| &each.tool));
    let shelf = app.part::<Tools>().shelf();
    let name = |id: &String| ToolName {
        name: shelf.name_of(id, locale),
        category: shelf.any(id).map(|tool| tool.category.clone()),
    };
    let tools = named.collect::<BTreeSet<_>>().into_iter().map(|id| (id.clone(), name(id))).collect();
    Ok(Json(Dashboard { project, days: days.dates(), words, uses, texts, recent, changes, tools }))
}

async fn words(conn: &mut Conn, account: &str, pace: i64) -> Result<WordsLeft> {
    let meters::Allowance { allowance, used, left } =
        meters::allowance(conn, Meter::Words.of(account)).await?;
    let renews_at = plans::of_account(conn, account).await?.term_ends_at;
    Ok(WordsLeft { allowance, used, left, renews_at, pace })
}

/// Words per day and tool, and the pace of the account.
async fn uses(
    conn: &mut Conn,
    account: &str,
    project: Option<i64>,
    days: &Days,
) -> Result<(Vec<DayUse>, i64)> {
    let rows: Vec<(i64, String, i64, i64)> = db::query_as(
        "SELECT CAST((created_at + $4) / 86400000 AS BIGINT) AS day, tool, CAST(SUM(words) AS BIGINT),
             CAST(SUM(CASE WHEN $5 IS NULL OR project_id = $5 THEN words ELSE 0 END) AS BIGINT)
         FROM customer_runs WHERE account_id = $1 AND id >= $2 AND created_at >= $3 AND words > 0
         GROUP BY day, tool ORDER BY day, tool",
    )
    .binds((account, days.first_id(), days.since(), days.offset_ms(), project))
    .fetch_all(conn)
    .await?;
    let first = rows.iter().map(|(day, ..)| *day).min().unwrap_or(days.today());
    let lately = (days.today() - first + 1).clamp(1, PACE_DAYS);
    let total: i64 =
        rows.iter().filter(|(day, ..)| *day > days.today() - lately).map(|(.., all, _)| all).sum();
    let own = rows.into_iter().filter(|(.., words)| *words > 0);
    let own = own.map(|(day, tool, _, words)| DayUse { day: days::date(day), tool, words });
    Ok((own.collect(), total / lately))
}

async fn texts(conn: &mut Conn, account: &str, project: Option<i64>, days: &Days) -> Result<TextCounts> {
    let rows: Vec<(String, i64, i64, i64)> = db::query_as(
        "SELECT tool, count(*), CAST(SUM(CASE WHEN created_at >= $3 THEN 1 ELSE 0 END) AS BIGINT),
             CAST(SUM(CASE WHEN created_at >= $4 AND created_at < $3 THEN 1 ELSE 0 END) AS BIGINT)
         FROM archived_documents WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2)
         GROUP BY tool ORDER BY count(*) DESC, tool",
    )
    .binds((account, project, days.begin_of(WEEK), days.begin_of(2 * WEEK)))
    .fetch_all(conn)
    .await?;
    let mut counts = TextCounts::default();
    for (tool, count, week, before) in rows {
        counts.total += count;
        counts.week += week;
        counts.week_before += before;
        counts.by_tool.push(ToolCount { tool, count });
    }
    Ok(counts)
}

async fn recent(conn: &mut Conn, account: &str, project: Option<i64>) -> Result<Vec<RecentText>> {
    let recent = db::query_as(
        "SELECT id, title, tool, project_id, created_at FROM archived_documents
         WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2) ORDER BY id DESC LIMIT $3",
    );
    Ok(recent.binds((account, project, RECENT)).fetch_all(conn).await?)
}
