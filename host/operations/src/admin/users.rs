//! All users with the figures that administrators compare: searched, filtered and sorted by the database.

use super::figures::{self, DAYS, micro_to_usd};
use crate::billing::plans::{self, Plan};
use crate::catalogue::models::Models;
use crate::platform::db::{QueryAs, QueryScalar};
use crate::platform::fold::like;
use crate::platform::prelude::*;

/// Most words of a search.
const SEARCH_WORDS: usize = 8;

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum UserSort {
    /// By registration.
    #[default]
    Joined,
    /// By last visit.
    Seen,
    Name,
    Plan,
    /// By words used in the current month.
    Words,
    /// By runs of the last 30 days.
    Runs,
    /// By the cost of the model in the last 30 days.
    Cost,
}

/// Whether a user can sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum UserState {
    /// Verified, and not suspended.
    Active,
    Unverified,
    Suspended,
}

impl UserState {
    fn sql(self) -> &'static str {
        match self {
            Self::Active => " AND u.email_verified_at IS NOT NULL AND u.suspended_at IS NULL",
            Self::Unverified => " AND u.email_verified_at IS NULL",
            Self::Suspended => " AND u.suspended_at IS NOT NULL",
        }
    }
}

/// The search for users.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Search {
    /// Words that name or email address must contain; case and Polish accents are ignored.
    search: Option<String>,
    /// Only users with this role.
    #[param(inline)]
    role: Option<Role>,
    /// Only users with this plan.
    plan: Option<i64>,
    /// Only users in this state.
    #[param(inline)]
    state: Option<UserState>,
    #[serde(default)]
    #[param(inline, value_type = Option<UserSort>)]
    sort: UserSort,
    /// By default names ascend, and all else descends.
    #[param(inline)]
    #[serde(rename = "order")]
    direction: Option<Direction>,
}

/// A user in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UserSummary {
    #[serde(flatten)]
    pub row: UserRow,
    /// The plan's name in the reader's language.
    pub plan: String,
    /// Cost of the operator's models in the last 30 days.
    pub cost_usd: f64,
}

/// A user as the database has it.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct UserRow {
    pub id: String,
    pub name: String,
    /// Until the first address is verified, the pending one.
    pub email: String,
    #[schema(required)]
    pub avatar: Option<String>,
    pub role: Role,
    #[schema(required)]
    pub email_verified_at: Option<Timestamp>,
    #[schema(required)]
    pub suspended_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Last use, to a quarter of an hour.
    #[schema(required)]
    pub seen_at: Option<Timestamp>,
    pub plan_id: i64,
    /// Words of the current month.
    pub allowance: i64,
    /// Words used in the current month, including reservations of running work.
    pub words_used: i64,
    /// Runs of the last 30 days.
    pub runs: i64,
    #[serde(skip)]
    pub micro_usd: i64,
}

impl UserSummary {
    fn of(row: UserRow, plans: &[Plan], locale: Locale) -> Self {
        let plan = plans.iter().find(|plan| plan.id == row.plan_id);
        let plan = plan.map(|plan| plan.name_in(locale).to_owned()).unwrap_or_default();
        Self { cost_usd: micro_to_usd(row.micro_usd), plan, row }
    }
}

/// Users
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(Search, Page), responses((status = 200, body = Paged<UserSummary>)))]
pub(super) async fn list_users(
    app: App,
    _: Admin,
    locale: Locale,
    Query(search): Query<Search>,
    page: Page,
) -> Result<Json<Paged<UserSummary>>> {
    search.prepare(&app).await?;
    // One snapshot, so that the rows match the total.
    let mut tx = app.db.read().begin().await?;
    let plans = plans::list(&mut tx).await?;
    Ok(Json(search.page(&mut tx, page).await?.map(|row| UserSummary::of(row, &plans, locale))))
}

impl Search {
    /// Stores what the figures and the search need.
    pub async fn prepare(&self, app: &App) -> Result<()> {
        if self.sort == UserSort::Name || !self.patterns().is_empty() {
            users::fold_new(app).await?;
        }
        app.part::<Models>().store_usage().await;
        Ok(())
    }

    fn patterns(&self) -> Vec<String> {
        self.search.as_deref().unwrap_or_default().split_whitespace().take(SEARCH_WORDS).map(like).collect()
    }

    /// The conditions. Only the number of patterns is part of the SQL, never a search word.
    fn conditions(&self) -> String {
        let first = "WHERE ($1 IS NULL OR u.role = $1) AND ($2 IS NULL OR COALESCE(p.product_id, 0) = $2)"
            .to_owned()
            + self.state.map_or("", UserState::sql);
        (0..self.patterns().len())
            .fold(first, |sql, index| sql + &format!(" AND u.folded LIKE ${} ESCAPE '!'", index + 3))
    }

    /// What the order needs besides the account and its plan, and the value of the order.
    fn order(&self) -> (String, &'static str) {
        let day = figures::first_day(DAYS);
        let sums = |sums: &str| {
            format!("LEFT JOIN (SELECT account_id, {sums} GROUP BY account_id) f ON f.account_id = u.id")
        };
        match self.sort {
            UserSort::Joined => (String::new(), "u.created_at"),
            UserSort::Seen => (String::new(), "u.seen_at"),
            UserSort::Name => (String::new(), "u.folded"),
            UserSort::Plan => (String::new(), "COALESCE(p.product_id, 0)"),
            UserSort::Words => {
                let words = "LEFT JOIN account_words w ON w.account_id = u.id";
                (words.to_owned(), "COALESCE(w.allowance - w.words_left, 0)")
            }
            UserSort::Runs => {
                let from = day * DAY_MS;
                (
                    sums(&format!("COUNT(*) AS sum FROM customer_runs WHERE created_at >= {from}")),
                    "COALESCE(f.sum, 0)",
                )
            }
            UserSort::Cost => {
                let cost =
                    format!("CAST(SUM(micro_usd) AS BIGINT) AS sum FROM model_days WHERE day >= {day}");
                (sums(&cost), "COALESCE(f.sum, 0)")
            }
        }
    }

    /// Numbers of the users of the list, in its order: only its order is computed for all users.
    fn ranked(&self, limit: &str) -> String {
        let (joined, by) = self.order();
        let usual = Direction::rising(self.sort == UserSort::Name);
        let order = match self.direction.unwrap_or(usual) {
            Direction::Asc => format!("{by} ASC NULLS FIRST, u.id ASC"),
            Direction::Desc => format!("{by} DESC NULLS LAST, u.id DESC"),
        };
        format!(
            "SELECT u.id, ROW_NUMBER() OVER (ORDER BY {order}) AS place
             FROM user_profiles u LEFT JOIN account_plans p ON p.account_id = u.id {joined}
             {} ORDER BY {order} {limit}",
            self.conditions()
        )
    }

    /// The rows, with the values of the conditions.
    fn rows(&self, sql: String) -> QueryAs<'static, UserRow> {
        let query = db::query_as(AssertSqlSafe(sql)).binds((self.role, self.plan));
        self.patterns().into_iter().fold(query, QueryAs::bind)
    }

    async fn page(&self, conn: &mut Conn, page: Page) -> Result<Paged<UserRow>> {
        let conditions = self.conditions();
        let count = format!(
            "SELECT COUNT(*) FROM user_profiles u LEFT JOIN account_plans p ON p.account_id = u.id {conditions}"
        );
        let place = self.patterns().len() + 3;
        let rows = self.selected(&format!("LIMIT ${place} OFFSET ${}", place + 1));
        let count = db::query_scalar(AssertSqlSafe(count)).binds((self.role, self.plan));
        let count = self.patterns().into_iter().fold(count, QueryScalar::bind);
        page.fetch(conn, count, self.rows(rows)).await
    }

    /// The first of all rows that match, with the plans that they name.
    pub async fn first(&self, conn: &mut Conn, most: i64, locale: Locale) -> Result<Vec<UserSummary>> {
        let plans = plans::list(conn).await?;
        let rows = self.selected(&format!("LIMIT ${}", self.patterns().len() + 3));
        let rows: Vec<UserRow> = self.rows(rows).bind(most).fetch_all(conn).await?;
        Ok(rows.into_iter().map(|row| UserSummary::of(row, &plans, locale)).collect())
    }

    /// The statement changes once a day: the beginning of the period is a literal, because not every order uses it.
    fn selected(&self, limit: &str) -> String {
        let day = figures::first_day(DAYS);
        format!(
            "SELECT u.id, u.name, u.shown_email AS email, u.avatar, u.role, u.email_verified_at, u.suspended_at, u.created_at, u.seen_at,
                 COALESCE(p.product_id, 0) AS plan_id, COALESCE(w.allowance, 0) AS allowance,
                 COALESCE(w.allowance - w.words_left, 0) AS words_used,
                 (SELECT COUNT(*) FROM customer_runs r WHERE r.account_id = u.id AND r.id >= '{}') AS runs,
                 (SELECT CAST(COALESCE(SUM(m.micro_usd), 0) AS BIGINT) FROM model_days m
                  WHERE m.account_id = u.id AND m.day >= {day}) AS micro_usd
             FROM ({}) ranked JOIN user_profiles u ON u.id = ranked.id
                 LEFT JOIN account_plans p ON p.account_id = u.id
                 LEFT JOIN account_words w ON w.account_id = u.id
             ORDER BY ranked.place",
            Timestamp(day * DAY_MS).first_id(),
            self.ranked(limit)
        )
    }
}
