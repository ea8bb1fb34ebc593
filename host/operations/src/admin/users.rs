//! All users, searched by name or address.

use crate::platform::fold::like;
use crate::platform::prelude::*;

/// Most words of a search.
const SEARCH_WORDS: usize = 8;

/// The order of users.
#[derive(Debug, Default, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum UserOrder {
    /// By registration, latest first.
    #[default]
    Newest,
    /// By last visit, latest first.
    Seen,
}

impl UserOrder {
    fn sql(self) -> &'static str {
        match self {
            Self::Newest => "created_at DESC, id DESC",
            Self::Seen => "COALESCE(seen_at, 0) DESC, id DESC",
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
    #[serde(default)]
    #[param(inline, value_type = Option<UserOrder>)]
    sort: UserOrder,
}

/// A user in the list.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct UserSummary {
    id: String,
    name: String,
    /// Until the first address is verified, the pending one.
    email: String,
    #[schema(required)]
    avatar: Option<String>,
    role: Role,
    #[schema(required)]
    email_verified_at: Option<Timestamp>,
    #[schema(required)]
    suspended_at: Option<Timestamp>,
    created_at: Timestamp,
    /// Last use, to a quarter of an hour.
    #[schema(required)]
    seen_at: Option<Timestamp>,
}

/// Users
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(Search, Page), responses((status = 200, body = Paged<UserSummary>)))]
pub(super) async fn list_users(
    app: App,
    _: Admin,
    Query(search): Query<Search>,
    page: Page,
) -> Result<Json<Paged<UserSummary>>> {
    let patterns: Vec<String> = search
        .search
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
        .take(SEARCH_WORDS)
        .map(like)
        .collect();
    if !patterns.is_empty() {
        users::fold_new(&app).await?;
    }
    // Only the number of patterns is part of the SQL, never a search word.
    let found = (0..patterns.len())
        .fold("FROM user_profiles WHERE ($1 IS NULL OR role = $1)".to_owned(), |sql, index| {
            sql + &format!(" AND folded LIKE ${} ESCAPE '!'", index + 2)
        });
    let rows = format!(
        "SELECT id, name, shown_email AS email, avatar, role, email_verified_at, suspended_at, created_at, seen_at {found}
         ORDER BY {} LIMIT ${} OFFSET ${}",
        search.sort.sql(),
        patterns.len() + 2,
        patterns.len() + 3
    );
    // One snapshot, so that the rows match the total.
    let mut tx = app.db.read().begin().await?;
    let mut count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) {found}"))).bind(search.role);
    let mut rows = db::query_as(AssertSqlSafe(rows)).bind(search.role);
    for pattern in &patterns {
        (count, rows) = (count.bind(pattern), rows.bind(pattern));
    }
    page.fetch(&mut tx, count, rows).await.map(Json)
}
