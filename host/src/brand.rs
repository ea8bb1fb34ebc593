//! The brand kit: how an account's brand speaks, which every run is told, and a proposal of it read from a website.

mod hours;
mod html;
mod organization;
mod proposal;
mod reading;
mod rules;
mod summary;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use sitewright_engine as engine;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    auth::User,
    clock::Timestamp,
    config::Config,
    db::{self, Conn, Db},
    error::{Problem, Result},
    http::{if_match, no_content},
    json,
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_brand_kit, save_brand_kit, delete_brand_kit))
        .routes(routes!(proposal::propose_brand_kit))
}

/// Adds what this slice keeps in memory: the way to the websites that are read.
pub fn start(app: App) -> anyhow::Result<App> {
    let readers = proposal::Readers::new(&app.config)?;
    Ok(app.with(readers))
}

/// What a brand kit says.
#[derive(Debug, Clone, Default, Serialize, ToSchema, sqlx::FromRow)]
pub struct BrandKitContent {
    #[schema(max_length = 80, example = "Piekarnia Pod Lipą")]
    pub name: String,
    /// What the brand does, for whom, what sets it apart.
    #[schema(max_length = 1000)]
    pub description: String,
    /// How texts sound, in free words.
    #[schema(max_length = 200, example = "warm, matter-of-fact")]
    pub tone: String,
    #[schema(max_length = 300)]
    pub audience: String,
    /// Words that texts must not use.
    #[sqlx(json)]
    #[schema(max_items = 50)]
    pub avoid: Vec<String>,
    /// What texts may claim.
    #[sqlx(json)]
    #[schema(max_items = 30)]
    pub facts: Vec<String>,
    #[sqlx(json)]
    #[schema(max_items = 100)]
    pub glossary: Vec<GlossaryTerm>,
}

/// How the brand writes a term in the other language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GlossaryTerm {
    #[serde(default)]
    #[schema(required, max_length = 120)]
    pub source: String,
    #[serde(default)]
    #[schema(required, max_length = 120)]
    pub target: String,
}

/// A brand kit as it is kept.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct BrandKit {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub content: BrandKitContent,
    /// Goes up with every change; send it back with a change so that nobody's work is lost.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The brand kit of the account.
#[derive(Debug, Serialize, ToSchema)]
struct BrandKitAnswer {
    /// Null where none was filled in yet.
    #[serde(rename = "brandKit")]
    #[schema(required)]
    brand_kit: Option<BrandKit>,
}

/// The whole kit as it is to be; what is left out becomes empty.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BrandKitChange {
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 80)]
    name: String,
    #[serde(default)]
    #[schema(max_length = 1000)]
    description: String,
    #[serde(default)]
    #[schema(max_length = 200)]
    tone: String,
    #[serde(default)]
    #[schema(max_length = 300)]
    audience: String,
    /// Each up to 60 characters.
    #[serde(default)]
    #[schema(max_items = 50)]
    avoid: Vec<String>,
    /// Each up to 300 characters.
    #[serde(default)]
    #[schema(max_items = 30)]
    facts: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 100)]
    glossary: Vec<GlossaryTerm>,
    /// The version that was changed, 0 where there was none; the header If-Match does the same. Without either the change
    /// always wins.
    #[schema(minimum = 0)]
    version: Option<i64>,
}

/// What a run of this account is told about its brand.
pub async fn of_account(db: &Db, account: &str) -> Result<Option<engine::Brand>> {
    let mut conn = db.read().acquire().await?;
    Ok(find(&mut conn, account).await?.map(|kit| kit.content.into()))
}

impl From<BrandKitContent> for engine::Brand {
    fn from(kit: BrandKitContent) -> Self {
        let BrandKitContent { name, description, tone, audience, avoid, facts, glossary } = kit;
        let glossary =
            glossary.into_iter().map(|GlossaryTerm { source, target }| engine::Term { source, target });
        Self { name, description, tone, audience, avoid, facts, glossary: glossary.collect() }
    }
}

async fn find(conn: &mut Conn, account: &str) -> Result<Option<BrandKit>> {
    Ok(db::query_as(
        "SELECT name, description, tone, audience, avoid, facts, glossary, version, created_at, updated_at
         FROM brand_kits WHERE account_id = $1",
    )
    .bind(account)
    .fetch_optional(conn)
    .await?)
}

/// The brand kit; null where there is none
#[utoipa::path(get, path = "/api/brand-kit", tag = "brand", responses((status = 200, body = BrandKitAnswer)))]
async fn get_brand_kit(State(app): State<App>, user: User) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    Ok(answer(find(&mut conn, &user.id).await?))
}

fn answer(brand_kit: Option<BrandKit>) -> Response {
    let tag = format!("\"{}\"", brand_kit.as_ref().map_or(0, |kit| kit.version));
    ([(header::ETAG, tag)], Json(BrandKitAnswer { brand_kit })).into_response()
}

/// Fill in or change the brand kit
#[utoipa::path(put, path = "/api/brand-kit", tag = "brand", params(("If-Match" = Option<String>, Header)), request_body = BrandKitChange,
    responses((status = 200, body = BrandKitAnswer), (status = 409, description = "Changed meanwhile")))]
async fn save_brand_kit(
    State(app): State<App>,
    user: User,
    headers: HeaderMap,
    json::Json(change): json::Json<BrandKitChange>,
) -> Result<Response> {
    let expected = change.version.or(if_match(&headers)?);
    let kit = rules::tidied(change);
    rules::check(&kit)?;

    let mut tx = app.db.write().await?;
    let version = find(&mut tx, &user.id).await?.map_or(0, |kit| kit.version);
    if expected.is_some_and(|expected| expected != version) {
        return Err(Problem::new(StatusCode::CONFLICT, "brand.changed-meanwhile").with("version", version));
    }
    store(&mut tx, &user.id, &kit).await?;
    let saved = find(&mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(answer(saved))
}

async fn store(conn: &mut Conn, account: &str, kit: &BrandKitContent) -> Result<()> {
    db::query(
        "INSERT INTO brand_kits (id, account_id, name, description, tone, audience, avoid, facts, glossary, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
         ON CONFLICT (account_id) DO UPDATE SET name = excluded.name, description = excluded.description, tone = excluded.tone,
         audience = excluded.audience, avoid = excluded.avoid, facts = excluded.facts, glossary = excluded.glossary,
         version = brand_kits.version + 1, updated_at = excluded.updated_at",
    )
    .bind(db::new_id())
    .bind(account)
    .bind(&kit.name)
    .bind(&kit.description)
    .bind(&kit.tone)
    .bind(&kit.audience)
    .bind(sqlx::types::Json(&kit.avoid))
    .bind(sqlx::types::Json(&kit.facts))
    .bind(sqlx::types::Json(&kit.glossary))
    .bind(Timestamp::now())
    .execute(conn)
    .await?;
    Ok(())
}

/// Delete the brand kit
///
/// Deleting what is not there is no mistake.
#[utoipa::path(delete, path = "/api/brand-kit", tag = "brand", responses((status = 204)))]
async fn delete_brand_kit(State(app): State<App>, user: User) -> Result<Response> {
    let mut tx = app.db.write().await?;
    db::query("DELETE FROM brand_kits WHERE account_id = $1").bind(&user.id).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(no_content())
}
