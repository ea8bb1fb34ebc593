//! Connections to providers. Administrators may name private addresses and those of this machine, where a local model
//! runs. A key goes only to the host that it was entered for: redirects are not followed, and a connection that moves to
//! another host needs its key again.

use url::Url;

use super::commit;
use super::overview::ModelConnection;
use super::store::{self, Connection, FROM_SETTINGS, origin};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::model::Kind;
use crate::platform::prelude::*;
use crate::platform::single_line::{filled, line};

const MOST: usize = 50;
pub(super) const KEY_CHARS: usize = 1_000;

/// A connection to a provider.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ModelConnectionToAdd)]
pub(super) struct NewConnection {
    #[garde(skip)]
    kind: Kind,
    /// Defaults to the host.
    #[serde(default, deserialize_with = "filled")]
    #[garde(inner(length(chars, max = 80)))]
    #[schema(value_type = Option<String>, max_length = 80)]
    name: Option<String>,
    /// The base URL, of OpenAI's protocol with the version. Defaults to that of OpenAI, Anthropic or Google.
    #[serde(default, deserialize_with = "filled")]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(value_type = Option<String>, max_length = 500, example = "http://127.0.0.1:11434/v1")]
    url: Option<String>,
    /// Empty for servers without authentication.
    #[serde(default)]
    #[garde(length(chars, max = KEY_CHARS))]
    #[schema(max_length = 1000, example = "")]
    key: String,
}

impl NewConnection {
    /// The row that it would have.
    pub fn row(self, app: &App) -> Result<Connection> {
        let url = checked_url(self.url.as_deref().unwrap_or(usual(self.kind)))?;
        let key = checked_key(&self.key)?;
        let now = Timestamp::now();
        let host = || url.host_str().unwrap_or_default().chars().take(80).collect();
        let mut row = Connection {
            id: db::new_id(),
            name: self.name.unwrap_or_else(host),
            kind: self.kind,
            url: base(&url).to_owned(),
            secret: None,
            created_at: now,
            updated_at: now,
        };
        row.seal(app, key)?;
        Ok(row)
    }
}

/// The usual address of a kind.
pub(super) fn usual(kind: Kind) -> &'static str {
    match kind {
        Kind::OpenAi => "https://api.openai.com/v1",
        Kind::Anthropic => "https://api.anthropic.com",
        Kind::Gemini => "https://generativelanguage.googleapis.com",
    }
}

/// Ends of the addresses of single calls, which providers' documentation shows.
const CALLS: [&str; 4] = ["/chat/completions", "/completions", "/messages", "/models"];

/// Checks an address. One of a call is shortened to its base.
pub(super) fn checked_url(typed: &str) -> Result<Url> {
    let wrong = || Problem::invalid_field("url", Text::key("validation.url"));
    let mut url = Url::parse(typed.trim()).map_err(|_| wrong())?;
    let is_base = matches!(url.scheme(), "http" | "https")
        && url.host().is_some()
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    refuse_if(!is_base, wrong)?;
    let path = url.path().trim_end_matches('/').to_owned();
    if let Some(path) = CALLS.iter().find_map(|call| path.strip_suffix(call)) {
        url.set_path(path);
    }
    Ok(url)
}

/// An address as it is stored.
pub(super) fn base(url: &Url) -> &str {
    url.as_str().trim_end_matches('/')
}

pub(super) fn checked_key(key: &str) -> Result<&str> {
    let key = key.trim();
    let is_key = key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_key { Ok(key) } else { Err(Problem::invalid_field("key", Text::key("models.key"))) }
}

/// Connect a provider of language models
///
/// The key is stored encrypted, is sent only to the host of the connection, and is never returned.
#[utoipa::path(post, path = "/api/admin/models/connections", tag = "admin", request_body = NewConnection, responses(
    (status = 201, body = ModelConnection), (status = 409, description = "There are too many connections")))]
pub(super) async fn create_model_connection(
    app: App,
    by: ByAdmin,
    Valid(new): Valid<NewConnection>,
) -> Result<(StatusCode, Json<ModelConnection>)> {
    let row = new.row(&app)?;
    let mut tx = app.db.write().await?;
    expect_room(&mut tx).await?;
    store::insert_connection(&mut tx, &row).await?;
    commit(&app, tx, &by, "model.connection-created", subject(&row), facts(&row)).await?;
    Ok((StatusCode::CREATED, Json(ModelConnection::of(&app, row, Vec::new()))))
}

pub(super) async fn expect_room(tx: &mut Conn) -> Result<()> {
    match store::connections(tx).await?.len() {
        MOST.. => Err(Problem::new(StatusCode::CONFLICT, "models.too-many-connections").with("max", MOST)),
        _ => Ok(()),
    }
}

pub(super) fn subject(row: &Connection) -> Subject<'static> {
    Subject::of("model-connection", row.id.clone(), row.name.clone())
}

/// What the audit log keeps of a connection.
pub(super) fn facts(row: &Connection) -> Value {
    json!({ "kind": row.kind, "url": row.url, "key": row.secret.is_some() })
}

/// Refuses the connection that the settings name.
pub(super) fn expect_stored(id: &str) -> Result<()> {
    match id {
        FROM_SETTINGS => Err(Problem::new(StatusCode::CONFLICT, "models.from-settings")),
        _ => Ok(()),
    }
}

/// The changes; absent fields keep their value. The kind cannot change.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ModelConnectionChange)]
pub(super) struct ConnectionChange {
    #[garde(inner(length(chars, min = 1, max = 80)))]
    #[schema(min_length = 1, max_length = 80)]
    name: Option<String>,
    /// Another host needs the key again.
    #[garde(inner(length(chars, max = 500)))]
    #[schema(max_length = 500, example = "http://127.0.0.1:11434/v1")]
    url: Option<String>,
    /// A new key; an empty text removes it.
    #[garde(inner(length(chars, max = KEY_CHARS)))]
    #[schema(max_length = 1000, example = "")]
    key: Option<String>,
}

impl ConnectionChange {
    pub fn apply(&self, app: &App, row: &mut Connection) -> Result<()> {
        if let Some(name) = self.name.as_deref().map(line) {
            json::expect_filled("name", Some(&name))?;
            row.name = name;
        }
        match &self.url {
            Some(url) => move_to(app, row, base(&checked_url(url)?), self.key.as_deref()),
            None => move_to(app, row, &row.url.clone(), self.key.as_deref()),
        }
    }
}

/// Sets address and key. Without a new key the stored one stays, but only for its host.
pub(super) fn move_to(app: &App, row: &mut Connection, url: &str, key: Option<&str>) -> Result<()> {
    let is_same_host = origin(&row.url) == origin(url);
    url.clone_into(&mut row.url);
    match key.map(checked_key).transpose()? {
        Some(key) => row.seal(app, key),
        None if row.secret.is_some() && !is_same_host => {
            Err(Problem::invalid_field("key", Text::key("models.key-again")))
        }
        None => Ok(()),
    }
}

/// Change a connection to a provider
#[utoipa::path(patch, path = "/api/admin/models/connections/{id}", tag = "admin", params(("id" = String, Path)),
    request_body = ConnectionChange, responses((status = 200, body = ModelConnection),
    (status = 409, description = "It comes from the server's settings")))]
pub(super) async fn change_model_connection(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(change): Valid<ConnectionChange>,
) -> Result<Json<ModelConnection>> {
    expect_stored(&id)?;
    let mut tx = app.db.write().await?;
    let mut row = store::find_connection(&mut tx, &id).await?;
    change.apply(&app, &mut row)?;
    row.updated_at = Timestamp::now();
    store::update_connection(&mut tx, &row).await?;
    let models =
        store::models(&mut tx).await?.into_iter().filter(|model| model.connection_id == id).collect();
    let mut details = facts(&row);
    details["key_changed"] = change.key.is_some().into();
    commit(&app, tx, &by, "model.connection-changed", subject(&row), details).await?;
    Ok(Json(ModelConnection::of(&app, row, models)))
}

/// Delete a connection with its models
#[utoipa::path(delete, path = "/api/admin/models/connections/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It comes from the server's settings")))]
pub(super) async fn delete_model_connection(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
) -> Result<Response> {
    expect_stored(&id)?;
    let mut tx = app.db.write().await?;
    let row = store::find_connection(&mut tx, &id).await?;
    store::delete_connection(&mut tx, &id).await?;
    commit(&app, tx, &by, "model.connection-deleted", subject(&row), facts(&row)).await?;
    Ok(no_content())
}

#[cfg(test)]
mod tests {
    use super::{base, checked_url};

    #[test]
    fn base_addresses_are_accepted() {
        for (typed, expected) in [
            ("https://api.openai.com/v1/", Some("https://api.openai.com/v1")),
            (" http://127.0.0.1:11434/v1", Some("http://127.0.0.1:11434/v1")),
            ("http://ollama.internal", Some("http://ollama.internal")),
            ("https://api.groq.com/openai/v1/chat/completions", Some("https://api.groq.com/openai/v1")),
            ("http://127.0.0.1:11434/v1/models/", Some("http://127.0.0.1:11434/v1")),
            ("https://api.anthropic.com/v1/messages", Some("https://api.anthropic.com/v1")),
            ("https://models.example/v1", Some("https://models.example/v1")),
            ("ftp://a", None),
            ("https://user:key@a", None),
            ("https://a/v1?key=x", None),
            ("a", None),
        ] {
            let checked = checked_url(typed).ok();
            assert_eq!(checked.as_ref().map(base), expected, "{typed}");
        }
    }
}
