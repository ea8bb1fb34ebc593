//! Invitation links to unlisted tools: accepting one, leaving the tool, and how their publishers manage them.

use super::guests::{self, Reach};
use super::{Reader, Shelf, Terms, Tools, favourites, no_tool, terms};
use crate::platform::auth::hash_of;
use crate::platform::prelude::*;

/// The token of a link.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ToolInvitationLink)]
pub(super) struct Link {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 200)))]
    #[schema(required, value_type = String, max_length = 200)]
    token: Option<String>,
}

/// The tool of an invitation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InvitationToTool)]
pub(super) struct Invited {
    /// The id of the tool.
    tool: String,
    /// In the reader's language, like `summary`.
    name: String,
    summary: String,
    /// The name of the publisher.
    publisher: String,
    /// Who created the link; null if the account is deleted.
    #[schema(required)]
    invited_by: Option<String>,
    /// Whether the account has access already, as a guest or because the tool is listed.
    has: bool,
    /// Whether the account's plan does not include the tool: an invitation does not change that.
    locked: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    plugin: String,
    invited_by: Option<String>,
    /// Whether its limit is reached.
    is_full: bool,
    is_guest: bool,
}

/// The invitation of a link, if it is valid for this account.
async fn find(conn: &mut Conn, shelf: &Shelf, account: &str, link: Link) -> Result<Row> {
    let found = db::query_as(
        "SELECT i.id, i.plugin, u.name AS invited_by, i.most IS NOT NULL AND i.uses >= i.most AS is_full,
             EXISTS (SELECT 1 FROM tool_guests g WHERE g.plugin = i.plugin AND g.account_id = $2) AS is_guest
         FROM tool_invitations i LEFT JOIN user_profiles u ON u.id = i.invited_by
         WHERE i.token_hash = $1 AND i.revoked_at IS NULL AND (i.expires_at IS NULL OR i.expires_at > $3)",
    );
    let found = found.binds((hash_of(&link.token.unwrap_or_default()), account, Timestamp::now()));
    let row: Option<Row> = found.fetch_optional(conn).await?;
    row.filter(|row| shelf.any(&row.plugin).is_some())
        .filter(|row| !row.is_full || row.is_guest || !shelf.is_unlisted(&row.plugin))
        .ok_or_else(over)
}

fn over() -> Problem {
    Problem::new(StatusCode::GONE, "tools.invitation-over")
}

async fn view(app: &App, shelf: &Shelf, account: &str, row: Row, locale: Locale) -> Result<Json<Invited>> {
    let Terms { plan, locks, .. } = terms(app, account).await?;
    let reader = Reader { account, plan: Some(plan), reach: Reach::All };
    let tool = shelf.find(&row.plugin, reader).ok_or_else(over)?;
    let text = tool.text(locale);
    Ok(Json(Invited {
        tool: tool.id.clone(),
        name: text.name.clone(),
        summary: text.summary.clone(),
        publisher: shelf.publisher_name(&tool.publisher).to_owned(),
        invited_by: row.invited_by,
        has: row.is_guest || !shelf.is_unlisted(&tool.id),
        locked: locks.of(&tool.id).is_some(),
    }))
}

/// The tool behind an invitation link
#[utoipa::path(post, path = "/api/tool-invitations/look", tag = "tools", request_body = Link, responses(
    (status = 200, body = Invited), (status = 410, description = "Used up, revoked, expired or unknown")))]
pub(super) async fn look_at_tool_invitation(
    app: App,
    user: User,
    locale: Locale,
    Valid(link): Valid<Link>,
) -> Result<Json<Invited>> {
    let shelf = app.part::<Tools>().shelf();
    let row = find(&mut app.db.read().acquire().await?, &shelf, &user.id, link).await?;
    view(&app, &shelf, &user.id, row, locale).await
}

/// Accept an invitation link to a tool
///
/// An account that has access already does not count. The plan still applies: a tool that it does not include stays
/// locked.
#[utoipa::path(post, path = "/api/tool-invitations/accept", tag = "tools", request_body = Link, responses(
    (status = 200, body = Invited), (status = 410, description = "Used up, revoked, expired or unknown")))]
pub(super) async fn accept_tool_invitation(
    app: App,
    user: User,
    locale: Locale,
    Valid(link): Valid<Link>,
) -> Result<Json<Invited>> {
    let mut tx = app.db.write().await?;
    let shelf = app.part::<Tools>().shelf();
    let mut row = find(&mut tx, &shelf, &user.id, link).await?;
    if !row.is_guest && shelf.is_unlisted(&row.plugin) {
        enter(&mut tx, &user.id, &row).await?;
        row.is_guest = true;
    }
    tx.commit().await?;
    view(&app, &shelf, &user.id, row, locale).await
}

/// Counts in a transaction, so that the limit holds for concurrent requests.
async fn enter(tx: &mut Conn, account: &str, row: &Row) -> Result<()> {
    let counted = db::query(
        "UPDATE tool_invitations SET uses = uses + 1 WHERE id = $1 AND revoked_at IS NULL AND (most IS NULL OR uses < most)",
    );
    refuse_if(counted.bind(&row.id).execute(&mut *tx).await?.rows_affected() == 0, over)?;
    let query = db::query(
        "INSERT INTO tool_guests (account_id, plugin, invitation_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    );
    query.binds((account, &row.plugin, &row.id, Timestamp::now())).run(tx).await
}

/// Leave a tool that you were invited to
#[utoipa::path(delete, path = "/api/tools/{id}/invitation", tag = "tools", params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn leave_tool(app: App, user: User, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let done = db::query("DELETE FROM tool_guests WHERE account_id = $1 AND plugin = $2");
    let done = done.binds((&user.id, &id)).execute(&mut *tx).await?;
    refuse_if(done.rows_affected() == 0, || no_tool(&id))?;
    if app.part::<Tools>().shelf().is_unlisted(&id) {
        favourites::remove(&mut tx, &user.id, &id).await?;
    }
    committed(tx, no_content()).await
}

/// Whether an account has access to all of these unlisted tools.
pub async fn has_all(app: &App, account: &str, ids: &[String]) -> Result<bool> {
    let shelf = app.part::<Tools>().shelf();
    let unlisted: Vec<&String> = ids.iter().filter(|id| shelf.is_unlisted(id)).collect();
    if unlisted.is_empty() {
        return Ok(true);
    }
    for id in unlisted {
        if !guests::has(app, &shelf, account, id).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// An invitation link to an unlisted plugin.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[schema(as = ToolInvitation)]
pub struct Invitation {
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
    #[sqlx(skip)]
    is_open: bool,
}

impl Invitation {
    /// The invitation at the present time.
    fn now(self) -> Self {
        let is_over = self.revoked_at.is_some() || self.expires_at.is_some_and(|at| at <= Timestamp::now());
        Self { is_open: !is_over && self.most.is_none_or(|most| self.uses < most), ..self }
    }
}

const ROW: &str =
    "SELECT i.id, i.name, u.name AS invited_by, i.most, i.uses, i.created_at, i.expires_at, i.revoked_at,
        (SELECT count(*) FROM tool_guests g WHERE g.plugin = i.plugin AND g.invitation_id = i.id) AS guests
    FROM tool_invitations i LEFT JOIN user_profiles u ON u.id = i.invited_by WHERE i.plugin = $1";

/// An invitation to a tool; 404 if there is none.
pub async fn find_invitation(conn: &mut Conn, tool: &str, id: &str) -> Result<Invitation> {
    let sql = AssertSqlSafe(format!("{ROW} AND i.id = $2"));
    let found: Option<Invitation> = db::query_as(sql).binds((tool, id)).fetch_optional(conn).await?;
    found.map(Invitation::now).ok_or_else(Problem::not_found)
}

/// The invitations to a tool, revoked ones last.
pub async fn invitations_of(conn: &mut Conn, tool: &str, page: Page) -> Result<Paged<Invitation>> {
    let count = db::query_scalar("SELECT count(*) FROM tool_invitations WHERE plugin = $1");
    let sql = format!(
        "{ROW} ORDER BY CASE WHEN i.revoked_at IS NULL THEN 0 ELSE 1 END, i.id DESC LIMIT $2 OFFSET $3"
    );
    let rows = db::query_as(AssertSqlSafe(sql)).bind(tool);
    Ok(page.fetch(conn, count.bind(tool), rows).await?.map(Invitation::now))
}

/// How many invitations to a tool are not revoked.
pub async fn count_open_invitations(conn: &mut Conn, tool: &str) -> Result<i64> {
    let count =
        db::query_scalar("SELECT count(*) FROM tool_invitations WHERE plugin = $1 AND revoked_at IS NULL");
    Ok(count.bind(tool).fetch_one(conn).await?)
}

/// A new invitation.
pub struct NewInvitation<'a> {
    pub tool: &'a str,
    pub name: Option<String>,
    /// The secret of the link; its hash is stored.
    pub token: &'a str,
    /// The account of the author.
    pub invited_by: &'a str,
    pub most: Option<i64>,
    pub expires_at: Option<Timestamp>,
}

/// Stores an invitation and returns its id.
pub async fn invite(tx: &mut Conn, new: NewInvitation<'_>) -> Result<String> {
    let id = db::new_id();
    db::query(
        "INSERT INTO tool_invitations (id, plugin, name, token_hash, invited_by, most, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .binds((&id, new.tool, new.name, hash_of(new.token), new.invited_by, new.most, Timestamp::now()))
    .bind(new.expires_at)
    .execute(tx)
    .await?;
    Ok(id)
}

/// Revokes an invitation; its guests stay.
pub async fn revoke_invitation(tx: &mut Conn, id: &str) -> Result<()> {
    let query = db::query("UPDATE tool_invitations SET revoked_at = COALESCE(revoked_at, $2) WHERE id = $1");
    query.binds((id, Timestamp::now())).run(tx).await
}

/// Revokes all invitations of an author.
pub async fn revoke_invitations_by(tx: &mut Conn, account: &str) -> Result<()> {
    db::query("UPDATE tool_invitations SET revoked_at = $2 WHERE invited_by = $1 AND revoked_at IS NULL")
        .binds((account, Timestamp::now()))
        .run(tx)
        .await
}
