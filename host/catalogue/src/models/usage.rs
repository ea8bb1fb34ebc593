//! Reports of the calls: by day, model, tool, plan and account. The database sums; lists of tools and accounts have
//! their largest entries only.

use time::Date;
use time::format_description::well_known::Iso8601;

use super::ledger::{KEPT_DAYS, date_of, day_of, today};
use super::{Models, usd};
use crate::billing::plans::{self, ToolNames};
use crate::platform::prelude::*;

/// Days of a report without a beginning.
const DAYS: i64 = 30;
/// Entries of each list but that of days.
const TOP: i64 = 20;
/// The columns of sums.
const SUMS: &str = "CAST(SUM(calls) AS BIGINT) AS calls, CAST(SUM(failures) AS BIGINT) AS failures, CAST(SUM(words) AS BIGINT) AS words,
    CAST(SUM(input_tokens) AS BIGINT) AS input_tokens, CAST(SUM(output_tokens) AS BIGINT) AS output_tokens,
    CAST(SUM(estimated) AS BIGINT) AS estimated, CAST(SUM(micro_usd) AS BIGINT) AS micro_usd, CAST(SUM(ms) AS BIGINT) AS ms";

/// The period of a report, with both days.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Period {
    /// The first day in UTC, such as `2026-01-31`; by default 30 days before the last one.
    from: Option<String>,
    /// The last day in UTC; by default today.
    to: Option<String>,
}

impl Period {
    /// The days, as numbers.
    fn days(&self) -> Result<(i64, i64)> {
        let day = |field: &str, text: &Option<String>| match text.as_deref().filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => match Date::parse(text, &Iso8601::DATE) {
                Ok(date) => Ok(Some(day_of(date))),
                Err(_) => Err(Problem::invalid_field(field, Text::key("validation.wrong-format"))),
            },
        };
        let to = day("to", &self.to)?.unwrap_or_else(today);
        let from = day("from", &self.from)?.unwrap_or(to - DAYS + 1);
        // Older rows do not exist.
        Ok((from.max(to - KEPT_DAYS), to))
    }
}

/// Sums of calls.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = ModelUsageSums)]
struct Sums {
    calls: i64,
    /// Calls without a usable answer.
    failures: i64,
    words: i64,
    input_tokens: i64,
    output_tokens: i64,
    /// Calls whose tokens were estimated, because the provider did not report them.
    estimated: i64,
    cost_usd: f64,
    /// Average milliseconds of a call.
    average_ms: i64,
}

/// A row of sums.
#[derive(Debug, sqlx::FromRow)]
struct Row {
    id: String,
    name: Option<String>,
    calls: i64,
    failures: i64,
    words: i64,
    input_tokens: i64,
    output_tokens: i64,
    estimated: i64,
    micro_usd: i64,
    ms: i64,
}

impl Row {
    fn sums(&self) -> Sums {
        Sums {
            calls: self.calls,
            failures: self.failures,
            words: self.words,
            input_tokens: self.input_tokens,
            output_tokens: self.output_tokens,
            estimated: self.estimated,
            cost_usd: usd(self.micro_usd),
            average_ms: self.ms / self.calls.max(1),
        }
    }
}

/// The calls of one day.
#[derive(Debug, Serialize, ToSchema)]
struct ModelUsageDay {
    #[schema(example = "2026-01-31")]
    day: String,
    #[serde(flatten)]
    sums: Sums,
}

/// The calls of one model, tool, plan or account.
#[derive(Debug, Serialize, ToSchema)]
struct ModelUsagePart {
    /// `settings` for the model of the settings. Empty for tests by administrators, and for deleted accounts.
    id: String,
    /// Null if it does not exist any more, or if the id is empty.
    #[schema(required)]
    name: Option<String>,
    #[serde(flatten)]
    sums: Sums,
}

/// The calls of a period. Lists begin with the highest cost, and of equal ones with the most calls.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ModelUsage {
    #[schema(example = "2026-01-01")]
    from: String,
    #[schema(example = "2026-01-31")]
    to: String,
    total: Sums,
    /// Days with calls, oldest first.
    days: Vec<ModelUsageDay>,
    /// The largest 20, as for the other lists.
    models: Vec<ModelUsagePart>,
    tools: Vec<ModelUsagePart>,
    plans: Vec<ModelUsagePart>,
    accounts: Vec<ModelUsagePart>,
}

/// The usage of language models in a period
#[utoipa::path(get, path = "/api/admin/models/usage", tag = "admin", params(Period), responses((status = 200, body = ModelUsage)))]
pub(super) async fn get_model_usage(
    app: App,
    _: Admin,
    locale: Locale,
    Query(period): Query<Period>,
) -> Result<Json<ModelUsage>> {
    let (from, to) = period.days()?;
    app.part::<Models>().store_usage().await;
    let mut tx = app.db.read().begin().await?;
    let days = read(&mut tx, "CAST(day AS TEXT)", "NULL", (from, to), false).await?;
    let models = read(&mut tx, "model_id", "MAX(model_name)", (from, to), true).await?;
    let tools = read(&mut tx, "tool", "NULL", (from, to), true).await?;
    let plans = read(&mut tx, "CAST(plan_id AS TEXT)", "NULL", (from, to), true).await?;
    let name = "(SELECT p.name FROM user_profiles p WHERE p.id = model_usage.account_id)";
    let accounts = read(&mut tx, "account_id", name, (from, to), true).await?;
    let known_plans = plans::list(&mut tx).await?;
    drop(tx);
    let known_tools = (app.part::<ToolNames>().0)(&app, locale);
    let part = |row: Row, name: Option<String>| ModelUsagePart { sums: row.sums(), name, id: row.id };
    let parts = |rows: Vec<Row>, named: &dyn Fn(&Row) -> Option<String>| {
        rows.into_iter()
            .map(|row| {
                let name = named(&row);
                part(row, name)
            })
            .collect::<Vec<_>>()
    };
    let mut models = parts(models, &|row| row.name.clone());
    models.iter_mut().filter(|model| model.id.is_empty()).for_each(|model| model.id = "settings".to_owned());
    Ok(Json(ModelUsage {
        from: date_of(from).to_string(),
        to: date_of(to).to_string(),
        total: total(&days),
        days: days
            .iter()
            .map(|row| ModelUsageDay {
                day: date_of(row.id.parse().unwrap_or_default()).to_string(),
                sums: row.sums(),
            })
            .collect(),
        models,
        tools: parts(tools, &|row| {
            known_tools.iter().find(|tool| tool.id == row.id).map(|tool| tool.name.clone())
        }),
        plans: parts(plans, &|row| {
            let plan = known_plans.iter().find(|plan| plan.id.to_string() == row.id);
            plan.map(|plan| plan.name_in(locale).to_owned())
        }),
        accounts: parts(accounts, &|row| row.name.clone()),
    }))
}

/// Sums by a column; `column` and `name` are SQL from the code.
async fn read(
    conn: &mut Conn,
    column: &'static str,
    name: &'static str,
    (from, to): (i64, i64),
    top: bool,
) -> Result<Vec<Row>> {
    let order =
        if top { format!("micro_usd DESC, calls DESC, id LIMIT {TOP}") } else { "MIN(day)".to_owned() };
    let sql = format!(
        "SELECT {column} AS id, CAST({name} AS TEXT) AS name, {SUMS} FROM model_usage
         WHERE day BETWEEN $1 AND $2 GROUP BY {column} ORDER BY {order}"
    );
    Ok(db::query_as(AssertSqlSafe(sql)).binds((from, to)).fetch_all(conn).await?)
}

fn total(days: &[Row]) -> Sums {
    let sum = |field: fn(&Row) -> i64| days.iter().map(field).sum::<i64>();
    let calls = sum(|row| row.calls);
    Sums {
        calls,
        failures: sum(|row| row.failures),
        words: sum(|row| row.words),
        input_tokens: sum(|row| row.input_tokens),
        output_tokens: sum(|row| row.output_tokens),
        estimated: sum(|row| row.estimated),
        cost_usd: usd(sum(|row| row.micro_usd)),
        average_ms: sum(|row| row.ms) / calls.max(1),
    }
}
