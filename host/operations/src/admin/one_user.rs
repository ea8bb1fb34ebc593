//! One user, as administrators see them.

use crate::billing::meters::{self, Allowance, Meter};
use crate::people::accounts::{self, UserView};
use crate::platform::auth::SessionView;
use crate::platform::prelude::*;
use crate::work::runs;
use crate::workspace::{documents, projects};

use super::target::{self, may_impersonate};

/// How a user signs in, and when they did.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
struct Standing {
    created_at: Timestamp,
    /// Last use, to a quarter of an hour.
    #[schema(required)]
    seen_at: Option<Timestamp>,
    /// When the user was suspended.
    #[schema(required)]
    suspended_at: Option<Timestamp>,
    has_password: bool,
    /// Whether a Google account is connected.
    google: bool,
    /// Whether a second factor is required.
    #[sqlx(default)]
    two_factor: bool,
}

/// Counts of a user's content.
#[derive(Debug, Serialize, ToSchema)]
struct UserCounts {
    projects: i64,
    documents: i64,
    runs: i64,
}

/// A user as administrators see them.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AdminUser {
    #[serde(flatten)]
    user: UserView,
    #[serde(flatten)]
    standing: Standing,
    /// Pages of the current month that site audits may crawl.
    pages: Allowance,
    counts: UserCounts,
    sessions: Vec<SessionView>,
    /// Whether it is the reader's own account.
    is_self: bool,
    /// Whether the reader may act on this account.
    may_act: bool,
    /// Whether the reader may impersonate this user.
    may_impersonate: bool,
}

/// One user
#[utoipa::path(get, path = "/api/admin/users/{id}", tag = "admin", params(("id" = String, Path, description = "Id of the user")),
    responses((status = 200, body = AdminUser)))]
pub(super) async fn get_one_user(
    app: App,
    Admin(admin): Admin,
    Path(id): Path<String>,
) -> Result<Json<AdminUser>> {
    // One snapshot, so that all parts are consistent.
    let mut tx = app.db.read().begin().await?;
    Ok(Json(view(&mut tx, &admin, &id).await?))
}

pub(super) async fn view(conn: &mut Conn, admin: &User, id: &str) -> Result<AdminUser> {
    let role = auth::role_now(conn, admin).await?;
    let person = target::find(conn, id).await?;
    let standing = Standing {
        two_factor: accounts::has_second_step(conn, id).await?,
        ..db::query_as(
            "SELECT created_at, seen_at, suspended_at, has_password, has_google AS google FROM user_profiles WHERE id = $1",
        )
        .bind(id)
        .fetch_one(&mut *conn)
        .await?
    };
    let is_self = person.id == admin.id;
    Ok(AdminUser {
        user: accounts::view(conn, id, None).await?,
        standing,
        pages: meters::allowance(conn, Meter::Pages.of(id)).await?,
        counts: UserCounts {
            projects: projects::count(conn, id).await?,
            documents: documents::count(conn, id).await?,
            runs: runs::count(conn, id).await?,
        },
        sessions: auth::sessions_of(conn, id, &admin.session).await?,
        is_self,
        may_act: !is_self && auth::reaches(role, person.role),
        may_impersonate: !is_self && person.suspended_at.is_none() && may_impersonate(role, person.role),
    })
}
