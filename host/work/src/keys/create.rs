//! Creating a key. The secret is in the response and never shown again: only its hash is stored. An administrator's
//! local command gets a temporary key, valid while the command runs.

use super::{KeyView, find};
use crate::catalogue::tools::{self, Tools};
use crate::platform::auth::KEY_PREFIX;
use crate::platform::prelude::*;
use crate::workspace::projects;

/// Unrevoked keys per account.
const MOST: i64 = 50;
/// Characters of the secret that are shown, after the common prefix.
const SHOWN: usize = 6;

/// A key to create.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewApiKey)]
pub(super) struct NewKey {
    /// Its purpose.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 80)))]
    #[schema(required, value_type = String, min_length = 1, max_length = 80, example = "Claude")]
    name: Option<String>,
    #[serde(default)]
    #[garde(length(min = 1, max = 20))]
    #[schema(required, min_items = 1, max_items = 20, example = json!(["tools:read"]))]
    scopes: Vec<Scope>,
    /// The ids of the tools that it may use; absent for all.
    #[serde(default)]
    #[garde(inner(length(min = 1, max = 1000)))]
    #[schema(min_items = 1, max_items = 1000)]
    tools: Option<Vec<String>>,
    /// The project that it is bound to.
    #[serde(default)]
    #[garde(skip)]
    project_id: Option<i64>,
    /// Words that its runs may use in a calendar month (UTC).
    #[serde(default)]
    #[garde(inner(range(min = 0, max = 1_000_000_000)))]
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    monthly_words: Option<i64>,
    /// Days after which it expires.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 3650)))]
    #[schema(minimum = 1, maximum = 3650)]
    expires_in_days: Option<i64>,
}

/// A new key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MadeApiKey)]
pub(super) struct MadeKey {
    key: KeyView,
    /// The key itself, shown only this once.
    #[schema(example = "sw_3f9c01…")]
    secret: String,
}

/// Create a key for programs and agents
#[utoipa::path(post, path = "/api/keys", tag = "keys", request_body = NewKey, responses(
    (status = 201, body = MadeKey),
    (status = 409, description = "The limit is reached"),
    (status = 423, description = "Confirm the password first"),
))]
pub(super) async fn create_api_key(app: App, user: User, Valid(new): Valid<NewKey>) -> Result<Response> {
    auth::expect_confirmed(&app, &user).await?;
    let tools = match new.tools {
        Some(tools) => Some(known(&app, &user.id, tools).await?),
        None => None,
    };
    let secret = fresh_secret();
    let (id, now) = (db::new_id(), Timestamp::now());
    let mut scopes = new.scopes;
    scopes.sort_by_key(|scope| Scope::ALL.iter().position(|known| known == scope));
    scopes.dedup();
    let mut tx = app.db.write().await?;
    expect_room(&mut tx, &user.id).await?;
    if let Some(project) = new.project_id
        && !projects::owns(&mut tx, &user.id, project).await?
    {
        return Err(Problem::invalid_field("project_id", Text::key("validation.not-a-choice")));
    }
    db::query(
        "INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, tools, project_id, monthly_words, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .binds((&id, &user.id, new.name, prefix(&secret), hash_of(&secret), serde_json::to_string(&scopes)?))
    .binds((tools.as_ref().map(serde_json::to_string).transpose()?, new.project_id, new.monthly_words))
    .binds((now, new.expires_in_days.map(|days| now.plus_ms(days * DAY_MS))))
    .execute(&mut *tx)
    .await?;
    let key = find(&mut tx, &user.id, &id).await?;
    tx.commit().await?;
    let unkept = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::CREATED, unkept, Json(MadeKey { key, secret })).into_response())
}

/// Generates the secret of a key.
fn fresh_secret() -> String {
    format!("{KEY_PREFIX}{}", new_secret())
}

/// The part of a secret that is shown to its owner.
fn prefix(secret: &str) -> &str {
    &secret[..KEY_PREFIX.len() + SHOWN]
}

/// Sorts the tools by id without duplicates; refuses those that the account does not have.
async fn known(app: &App, account: &str, mut tools: Vec<String>) -> Result<Vec<String>> {
    let shelf = app.part::<Tools>().shelf();
    tools.sort();
    tools.dedup();
    let is_known = tools.iter().all(|tool| shelf.any(tool).is_some());
    let are_open = is_known && tools::has_all(app, account, &tools).await?;
    refuse_if(!are_open, || Problem::invalid_field("tools", Text::key("validation.not-a-choice")))?;
    Ok(tools)
}

async fn expect_room(tx: &mut Conn, account: &str) -> Result<()> {
    let count: i64 =
        db::query_scalar("SELECT count(*) FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL")
            .bind(account)
            .fetch_one(tx)
            .await?;
    refuse_if(count >= MOST, || Problem::conflict("keys.too-many").with("most", MOST))
}

/// The name that its owner sees if it is left behind.
const NAME: &str = "sitewright plugin dev";
/// Expiry, for a command that was killed.
const DAYS: i64 = 1;
const SCOPES: [Scope; 4] = [Scope::ToolsRead, Scope::RunsRead, Scope::RunsWrite, Scope::PluginsWrite];

/// A temporary key.
pub struct Lent {
    pub id: String,
    pub secret: String,
}

/// Creates a key of an administrator: of the first one if no address is given; `None` if there is none.
pub async fn lend(app: &App, email: Option<&str>) -> Result<Option<Lent>> {
    let mut tx = app.db.write().await?;
    let now = Timestamp::now();
    let query = db::query("DELETE FROM api_keys WHERE name = $1 AND expires_at <= $2");
    query.binds((NAME, now)).execute(&mut *tx).await?;
    let account = db::query_scalar(
        "SELECT id FROM user_profiles WHERE role IN ('admin', 'super-admin') AND suspended_at IS NULL
             AND email_verified_at IS NOT NULL AND ($1 IS NULL OR email = $1) ORDER BY id LIMIT 1",
    );
    let account: Option<String> = account.bind(email.map(str::to_lowercase)).fetch_optional(&mut *tx).await?;
    let Some(account) = account else { return Ok(None) };
    let (id, secret) = (db::new_id(), fresh_secret());
    db::query(
        "INSERT INTO api_keys (id, account_id, name, prefix, secret_hash, scopes, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .binds((&id, &account, NAME, prefix(&secret), hash_of(&secret), serde_json::to_string(&SCOPES)?, now))
    .bind(now.plus_ms(DAYS * DAY_MS))
    .execute(&mut *tx)
    .await?;
    committed(tx, Some(Lent { id, secret })).await
}

/// Deletes a temporary key.
pub async fn take_back(app: &App, id: &str) -> Result<()> {
    let query = db::query("DELETE FROM api_keys WHERE id = $1 AND name = $2");
    query.binds((id, NAME)).run(&mut app.db.write_alone().await?).await
}
