//! Invitation links to unlisted plugins. A publisher sees how many users followed a link, but not who.

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use garde::Validate;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::stats;
use crate::{
    messages::audit_log::{self, Actor, Subject},
    platform::{
        app::App,
        auth::{User, hash_of, new_secret},
        clock::{DAY_MS, Timestamp},
        db::{self, Conn},
        error::{Problem, Result},
        http::no_content,
        json::{Valid, trimmed},
        locale::Locale,
        page::{Page, Paged},
    },
};

/// Active links per plugin.
const MOST: i64 = 50;

/// An invitation link to an unlisted plugin.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ToolInvitation)]
pub(super) struct Invitation {
    id: String,
    /// Its purpose.
    name: String,
    /// The name of the member who created it; null if the account is deleted.
    #[schema(required)]
    invited_by: Option<String>,
    /// How many users it admits; null for no limit.
    #[schema(required)]
    most: Option<i64>,
    /// How many users followed it.
    uses: i64,
    /// How many of them still have the plugin.
    guests: i64,
    created_at: Timestamp,
    #[schema(required)]
    expires_at: Option<Timestamp>,
    #[schema(required)]
    revoked_at: Option<Timestamp>,
    /// Whether it still admits users.
    is_open: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    name: String,
    invited_by: Option<String>,
    most: Option<i64>,
    uses: i64,
    guests: i64,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
}

impl From<Row> for Invitation {
    fn from(row: Row) -> Self {
        let Row { id, name, invited_by, most, uses, guests, created_at, expires_at, revoked_at } = row;
        let is_over = revoked_at.is_some() || expires_at.is_some_and(|at| at <= Timestamp::now());
        let is_open = !is_over && most.is_none_or(|most| uses < most);
        Self { id, name, invited_by, most, uses, guests, created_at, expires_at, revoked_at, is_open }
    }
}

const ROW: &str = "SELECT i.id, i.name, u.name AS invited_by, i.most, i.uses, i.created_at, i.expires_at, i.revoked_at,
        (SELECT count(*) FROM tool_guests g WHERE g.plugin = i.plugin AND g.invitation_id = i.id) AS guests
    FROM tool_invitations i LEFT JOIN users u ON u.id = i.invited_by AND u.deleted_at IS NULL WHERE i.plugin = $1";

async fn find(conn: &mut Conn, plugin: &str, id: &str) -> Result<Invitation> {
    let sql = sqlx::AssertSqlSafe(format!("{ROW} AND i.id = $2"));
    let row: Option<Row> = db::query_as(sql).bind(plugin).bind(id).fetch_optional(conn).await?;
    row.map(Invitation::from).ok_or_else(Problem::not_found)
}

/// The invitation links of your plugin, revoked ones last
#[utoipa::path(get, path = "/api/publisher/plugins/{id}/invitations", tag = "publishers", params(("id" = String, Path), Page),
    responses((status = 200, body = Paged<Invitation>)))]
pub(super) async fn list_tool_invitations(
    State(app): State<App>,
    user: User,
    Path(id): Path<String>,
    page: Page,
) -> Result<Json<Paged<Invitation>>> {
    let mut tx = app.db.read().begin().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    let total = db::query_scalar("SELECT count(*) FROM tool_invitations WHERE plugin = $1")
        .bind(&id)
        .fetch_one(&mut *tx)
        .await?;
    let sql = format!(
        "{ROW} ORDER BY CASE WHEN i.revoked_at IS NULL THEN 0 ELSE 1 END, i.id DESC LIMIT $2 OFFSET $3"
    );
    let rows = db::query_as(sqlx::AssertSqlSafe(sql)).bind(&id).bind(page.limit()).bind(page.offset());
    let rows: Vec<Row> = rows.fetch_all(&mut *tx).await?;
    Ok(Json(page.of(rows.into_iter().map(Invitation::from).collect(), total)))
}

/// A link to create.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewToolInvitation)]
pub(super) struct NewInvitation {
    /// Its purpose, shown only to the publisher.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 80)))]
    #[schema(required, value_type = String, min_length = 1, max_length = 80, example = "First testers")]
    name: Option<String>,
    /// How many users it admits; absent for no limit.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 1_000_000)))]
    #[schema(minimum = 1, maximum = 1_000_000)]
    most: Option<i64>,
    /// Days until it expires.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 365)))]
    #[schema(minimum = 1, maximum = 365)]
    expires_in_days: Option<i64>,
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MadeToolInvitation)]
pub(super) struct Made {
    invitation: Invitation,
    /// The link itself, shown only this once.
    link: String,
}

/// Create an invitation link to your plugin
///
/// It is shown once. Users who follow it get the plugin in their catalogue, as long as it is unlisted and their plan
/// includes it.
#[utoipa::path(post, path = "/api/publisher/plugins/{id}/invitations", tag = "publishers", params(("id" = String, Path)), request_body = NewInvitation,
    responses((status = 201, body = Made), (status = 409, description = "The limit is reached")))]
pub(super) async fn invite_to_tool(
    State(app): State<App>,
    user: User,
    actor: Actor,
    locale: Locale,
    Path(id): Path<String>,
    Valid(new): Valid<NewInvitation>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    let open: i64 =
        db::query_scalar("SELECT count(*) FROM tool_invitations WHERE plugin = $1 AND revoked_at IS NULL")
            .bind(&id)
            .fetch_one(&mut *tx)
            .await?;
    if open >= MOST {
        return Err(Problem::new(StatusCode::CONFLICT, "publishers.too-many-links").with("most", MOST));
    }
    let (invitation, token, now) = (db::new_id(), new_secret(), Timestamp::now());
    db::query(
        "INSERT INTO tool_invitations (id, plugin, name, token_hash, invited_by, most, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&invitation)
    .bind(&id)
    .bind(new.name)
    .bind(hash_of(&token))
    .bind(&user.id)
    .bind(new.most)
    .bind(now)
    .bind(new.expires_in_days.map(|days| now.plus_ms(days * DAY_MS)))
    .execute(&mut *tx)
    .await?;
    let subject = Subject::of("plugin", &id, &id);
    audit_log::record(&mut tx, &actor, "plugin.invitation-made", subject, json!({ "most": new.most }))
        .await?;
    let invitation = find(&mut tx, &id, &invitation).await?;
    tx.commit().await?;
    let path = match locale {
        Locale::En => "app/invitation",
        Locale::Pl => "app/zaproszenie",
    };
    let made = Made { invitation, link: format!("{}/{path}?token={token}", app.url()) };
    let unkept = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::CREATED, unkept, Json(made)).into_response())
}

/// What happens to users who followed the link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Guests {
    /// Whether they lose the plugin too.
    #[serde(default)]
    guests: bool,
}

/// Revoke an invitation link
#[utoipa::path(delete, path = "/api/publisher/plugins/{id}/invitations/{invitation}", tag = "publishers",
    params(("id" = String, Path), ("invitation" = String, Path), Guests), responses((status = 204)))]
pub(super) async fn revoke_tool_invitation(
    State(app): State<App>,
    user: User,
    actor: Actor,
    Path((id, invitation)): Path<(String, String)>,
    Query(Guests { guests }): Query<Guests>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    find(&mut tx, &id, &invitation).await?;
    db::query("UPDATE tool_invitations SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1")
        .bind(&invitation)
        .bind(Timestamp::now())
        .execute(&mut *tx)
        .await?;
    if guests {
        db::query("DELETE FROM tool_guests WHERE plugin = $1 AND invitation_id = $2")
            .bind(&id)
            .bind(&invitation)
            .execute(&mut *tx)
            .await?;
    }
    let subject = Subject::of("plugin", &id, &id);
    audit_log::record(&mut tx, &actor, "plugin.invitation-revoked", subject, json!({ "guests": guests }))
        .await?;
    tx.commit().await?;
    Ok(no_content())
}
