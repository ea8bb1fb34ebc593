//! Publishers and the keys that sign their packages.

use serde::Serializer;
use sitewright_package::{Keyring, Level, Rules};

use super::check::{key_forms, key_id, shown_key};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// The level of a publisher's signature, from the lowest to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublisherLevel {
    /// This organisation, for itself.
    Private,
    /// Any registered publisher.
    Community,
    /// A partner with a contract.
    Partner,
    /// The makers of the product.
    Official,
}

text_column!(PublisherLevel);

impl From<PublisherLevel> for Level {
    fn from(level: PublisherLevel) -> Self {
        match level {
            PublisherLevel::Private => Self::Private,
            PublisherLevel::Community => Self::Community,
            PublisherLevel::Partner => Self::Partner,
            PublisherLevel::Official => Self::Official,
        }
    }
}

/// The rules for reading packages: the keys of all publishers, including revoked ones.
pub async fn rules(conn: &mut Conn, development: bool) -> Result<Rules> {
    let query = db::query_as(
        "SELECT p.id, p.level, y.content, y.revoked_at FROM publisher_keys y JOIN publishers p ON p.id = y.publisher_id",
    );
    let rows: Vec<(String, PublisherLevel, String, Option<Timestamp>)> = query.fetch_all(conn).await?;
    let mut keys = Keyring::default();
    for (publisher, level, content, revoked) in rows {
        let added = match revoked {
            None => keys.trust(&publisher, level.into(), &content),
            Some(_) => keys.revoke(&publisher, &content),
        };
        if let Err(error) = added {
            tracing::error!(publisher, %error, "a stored key is invalid");
        }
    }
    Ok(Rules { keys, development, ..Rules::default() })
}

/// A publisher's key.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct PublisherKey {
    /// 16 hexadecimal digits, in minisign's notation.
    #[serde(serialize_with = "shown")]
    #[schema(example = "89CD2EB26AB49D7C")]
    pub id: String,
    pub created_at: Timestamp,
    /// Null if it is valid.
    #[schema(required)]
    pub revoked_at: Option<Timestamp>,
}

fn shown<S: Serializer>(id: &str, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&shown_key(id))
}

/// A publisher.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct Publisher {
    #[schema(example = "acme")]
    id: String,
    name: String,
    level: PublisherLevel,
    #[sqlx(skip)]
    keys: Vec<PublisherKey>,
    created_at: Timestamp,
}

/// A column that sorts the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PublisherSort {
    #[default]
    Id,
    Name,
    Level,
    /// By the time of registration.
    Created,
}

/// The order of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PublisherOrder {
    #[serde(default)]
    #[param(inline, value_type = Option<PublisherSort>)]
    sort: PublisherSort,
    #[serde(default)]
    #[param(inline, value_type = Option<Direction>)]
    order: Direction,
}

impl PublisherOrder {
    /// Publishers are few. Names are compared without case and accents, which the databases do differently.
    fn sort(&self, publishers: &mut [Publisher]) {
        let by = |one: &Publisher, other: &Publisher| match self.sort {
            PublisherSort::Id => one.id.cmp(&other.id),
            PublisherSort::Name => fold(&one.name).cmp(&fold(&other.name)),
            PublisherSort::Level => one.level.cmp(&other.level),
            PublisherSort::Created => one.created_at.cmp(&other.created_at),
        };
        publishers.sort_by(|one, other| self.order.turn(by(one, other)));
    }
}

/// The known publishers, with their keys
#[utoipa::path(get, path = "/api/admin/publishers", tag = "admin", params(PublisherOrder, Page), responses((status = 200, body = Paged<Publisher>)))]
pub async fn list_publishers(
    app: App,
    _: Admin,
    Query(order): Query<PublisherOrder>,
    page: Page,
) -> Result<Json<Paged<Publisher>>> {
    let mut tx = app.db.read().begin().await?;
    let all = db::query_as("SELECT id, name, level, created_at FROM publishers ORDER BY id");
    let mut all: Vec<Publisher> = all.fetch_all(&mut *tx).await?;
    order.sort(&mut all);
    let mut publishers = page.cut(all);
    for publisher in &mut publishers.data {
        publisher.keys = keys_of(&mut tx, &publisher.id).await?;
    }
    Ok(Json(publishers))
}

/// The keys of a publisher, in the order of registration.
pub async fn keys_of(conn: &mut Conn, publisher: &str) -> Result<Vec<PublisherKey>> {
    let keys = db::query_as(
        "SELECT id, created_at, revoked_at FROM publisher_keys WHERE publisher_id = $1 ORDER BY created_at, id",
    );
    Ok(keys.bind(publisher).fetch_all(conn).await?)
}

/// The names of publishers, by id.
pub async fn names(conn: &mut Conn) -> Result<BTreeMap<String, String>> {
    let names: Vec<(String, String)> =
        db::query_as("SELECT id, name FROM publishers").fetch_all(conn).await?;
    Ok(names.into_iter().collect())
}

async fn find(conn: &mut Conn, id: &str) -> Result<Publisher> {
    let query = db::query_as("SELECT id, name, level, created_at FROM publishers WHERE id = $1");
    let found: Option<Publisher> = query.bind(id).fetch_optional(&mut *conn).await?;
    Ok(Publisher { keys: keys_of(conn, id).await?, ..found.ok_or_else(Problem::not_found)? })
}

/// A new publisher.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPublisher {
    /// The value of `publisher` in plugin.toml: lower-case words joined by hyphens.
    #[garde(length(chars, min = 1, max = 64))]
    #[schema(min_length = 1, max_length = 64, pattern = "^[a-z0-9]+(-[a-z0-9]+)*$", example = "acme")]
    id: String,
    #[serde(deserialize_with = "single_line::required")]
    #[garde(length(chars, min = 1, max = 120))]
    #[schema(min_length = 1, max_length = 120, example = "Acme")]
    name: String,
    #[garde(skip)]
    level: PublisherLevel,
}

/// Register a publisher
#[utoipa::path(post, path = "/api/admin/publishers", tag = "admin", request_body = NewPublisher,
    responses((status = 201, body = Publisher), (status = 409, description = "The id is taken")))]
pub async fn create_publisher(
    app: App,
    by: ByAdmin,
    Valid(new): Valid<NewPublisher>,
) -> Result<(StatusCode, Json<Publisher>)> {
    let is_kebab = sitewright_package::is_kebab(&new.id);
    refuse_if(!is_kebab, || Problem::invalid_field("id", Text::key("validation.wrong-format")))?;
    let mut tx = app.db.write().await?;
    let is_added = add_publisher(&mut tx, &new.id, &new.name, new.level).await?;
    refuse_if(!is_added, || Problem::conflict("registry.publisher-taken"))?;
    let subject = Subject::of("publisher", &new.id, &new.name);
    by.record(&mut tx, "publisher.created", subject, json!({ "level": new.level })).await?;
    let made = find(&mut tx, &new.id).await?;
    committed(tx, (StatusCode::CREATED, Json(made))).await
}

/// Stores a publisher; false if the id exists.
pub async fn add_publisher(tx: &mut Conn, id: &str, name: &str, level: PublisherLevel) -> Result<bool> {
    let query = db::query(
        "INSERT INTO publishers (id, name, level, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    );
    let done = query.binds((id, name, level, Timestamp::now())).execute(tx).await?;
    Ok(done.rows_affected() == 1)
}

/// Changes the name of a publisher.
pub async fn rename_publisher(tx: &mut Conn, id: &str, name: &str) -> Result<()> {
    db::query("UPDATE publishers SET name = $2 WHERE id = $1").binds((id, name)).run(tx).await
}

/// A key that signs packages.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewKey {
    /// The text of the public file, as `sitewright plugin keygen` and minisign write it.
    #[garde(length(chars, min = 1, max = 1000))]
    #[schema(min_length = 1, max_length = 1000)]
    key: String,
}

/// Trust a publisher's key
#[utoipa::path(post, path = "/api/admin/publishers/{id}/keys", tag = "admin", params(("id" = String, Path)), request_body = NewKey,
    responses((status = 201, body = Publisher), (status = 409, description = "The key is registered already, possibly for another publisher")))]
pub async fn add_key(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(new): Valid<NewKey>,
) -> Result<(StatusCode, Json<Publisher>)> {
    let mut tx = app.db.write().await?;
    find(&mut tx, &id).await?;
    let key = trust_key(&mut tx, &id, &new.key).await?;
    by.record(
        &mut tx,
        "publisher.key-added",
        Subject::of("key", &key, shown_key(&key)),
        json!({ "publisher": id }),
    )
    .await?;
    let made = find(&mut tx, &id).await?;
    committed(tx, (StatusCode::CREATED, Json(made))).await
}

/// Trusts a publisher's key and returns its id; 409 if it is known, maybe as another publisher's.
pub async fn trust_key(tx: &mut Conn, publisher: &str, text: &str) -> Result<String> {
    let malformed = || Problem::invalid_field("key", Text::key("registry.not-a-key"));
    // Validates the key as the keyring will use it.
    Keyring::default().trust(publisher, Level::Private, text).map_err(|_| malformed())?;
    let key = key_id(text).ok_or_else(malformed)?;
    let query = db::query(
        "INSERT INTO publisher_keys (id, publisher_id, content, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    );
    let done = query.binds((&key, publisher, text, Timestamp::now())).execute(tx).await?;
    refuse_if(done.rows_affected() == 0, || Problem::conflict("registry.key-known"))?;
    Ok(key)
}

/// Refuses new packages signed by a publisher's key; existing ones stay. Returns the key's stored id; `None` if they
/// have no such valid key.
pub async fn retire_key(tx: &mut Conn, publisher: &str, key: &str) -> Result<Option<String>> {
    let [stored, shown] = key_forms(key);
    let retired = db::query_scalar(
        "UPDATE publisher_keys SET revoked_at = $4 WHERE id IN ($2, $3) AND publisher_id = $1 AND revoked_at IS NULL
         RETURNING id",
    );
    let retired = retired.binds((publisher, stored, shown, Timestamp::now()));
    Ok(retired.fetch_optional(tx).await?)
}
