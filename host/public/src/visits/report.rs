//! The figures for administrators.

use super::{KEPT_DAYS, store};
use crate::platform::prelude::*;

/// Days without the parameter.
const DAYS: i64 = 30;
/// Pages and sources of the lists: those with the most views.
const TOP: i64 = 100;

/// The period of the figures.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Period {
    /// How many days up to today, in UTC.
    #[param(minimum = 1, maximum = 400, default = 30)]
    days: Option<i64>,
}

/// Views of the site.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Visits {
    /// Every day of the period, the last one is today.
    days: Vec<VisitsOfDay>,
    /// The pages with the most views.
    pages: Vec<VisitsOfPage>,
    /// The sources with the most views.
    sources: Vec<VisitsOfSource>,
}

#[derive(Debug, Serialize, ToSchema)]
struct VisitsOfDay {
    #[schema(format = Date)]
    day: String,
    views: i64,
    /// Different visitors of this day. In the lists below a visitor counts once for each day.
    visitors: i64,
    sign_ups: i64,
}

#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
struct VisitsOfPage {
    #[sqlx(rename = "name")]
    path: String,
    views: i64,
    visitors: i64,
    /// Registrations that began on this page.
    sign_ups: i64,
}

#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
struct VisitsOfSource {
    /// A host such as `google.com`, or the name of a campaign; empty if unknown.
    #[sqlx(rename = "name")]
    source: String,
    views: i64,
    visitors: i64,
    sign_ups: i64,
}

#[derive(Debug, Clone, Copy, sqlx::FromRow)]
struct Day {
    day: i64,
    views: i64,
    visitors: i64,
    sign_ups: i64,
}

/// The rows of a kind with the most views.
const MOST: &str =
    "SELECT name, CAST(SUM(views) AS BIGINT) AS views, CAST(SUM(visitors) AS BIGINT) AS visitors,
        CAST(SUM(sign_ups) AS BIGINT) AS sign_ups
    FROM visits WHERE kind = $1 AND day >= $2 GROUP BY name ORDER BY views DESC, name LIMIT $3";

/// Views, visitors and registrations by day, page and source
#[utoipa::path(get, path = "/api/admin/visits", tag = "admin", params(Period), responses((status = 200, body = Visits)))]
pub(super) async fn get_visits(app: App, _: Admin, Query(period): Query<Period>) -> Result<Json<Visits>> {
    let days = period.days.unwrap_or(DAYS);
    refuse_if(!(1..=KEPT_DAYS).contains(&days), || Problem::not_between("days", 1, KEPT_DAYS))?;
    store(&app).await?;
    let today = Timestamp::now().day();
    let first = today - days + 1;
    let mut tx = app.db.read().begin().await?;
    let select =
        "SELECT day, views, visitors, sign_ups FROM visits WHERE kind = 'day' AND name = '' AND day >= $1";
    let known: Vec<Day> = db::query_as(select).bind(first).fetch_all(&mut *tx).await?;
    let pages = db::query_as(MOST).binds(("page", first, TOP)).fetch_all(&mut *tx).await?;
    let sources = db::query_as(MOST).binds(("source", first, TOP)).fetch_all(&mut *tx).await?;
    let known: HashMap<i64, Day> = known.into_iter().map(|day| (day.day, day)).collect();
    let of_day = |day: i64| {
        let Day { views, visitors, sign_ups, .. } =
            known.get(&day).copied().unwrap_or(Day { day, views: 0, visitors: 0, sign_ups: 0 });
        VisitsOfDay { day: Timestamp(day * DAY_MS).date(), views, visitors, sign_ups }
    };
    Ok(Json(Visits { days: (first..=today).map(of_day).collect(), pages, sources }))
}
