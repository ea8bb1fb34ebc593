//! The brand kit: the voice and facts of a project's brand, which every run of the project receives, and a proposal
//! read from a website. An account without projects has one as well; its first project takes it over.

mod examples;
mod hours;
mod links;
mod organization;
mod proposal;
mod reading;
mod rules;
mod site;
mod summary;
mod voice;

use sitewright_engine as engine;

use crate::platform::http::if_match;
use crate::platform::prelude::*;
use crate::projects::{self, Belonging};

pub use examples::{EXAMPLE_CHARS, StyleExample, add_example, examples};
pub use voice::{Described, Describer, SiteText};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[
        Table::personal("brand_kits", &["account_id"]),
        Table::personal("style_examples", &["account_id"]),
    ],
    personal_data: || Belongings { export: Some(own_files), ..Default::default() },
    open,
    ..Slice::new("brand")
};

/// Represents "no project" in comparisons, because NULL cannot.
const NO_PROJECT: i64 = 0;

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (get_brand_kit, save_brand_kit, delete_brand_kit),
        proposal::propose_brand_kit,
        examples::list_style_examples,
        examples::delete_style_example
    ]
}

/// Adds the state of this slice: the client for websites.
fn open(app: App) -> anyhow::Result<App> {
    let readers = proposal::Readers::new(&app.config)?;
    Ok(projects::keep(app.with(readers), OfProjects))
}

/// The content of a brand kit.
#[derive(Debug, Clone, Default, Serialize, ToSchema, sqlx::FromRow)]
pub struct BrandKitContent {
    #[schema(max_length = 80, example = "Piekarnia Pod Lipą")]
    pub name: String,
    /// The brand's activity, audience and distinction.
    #[schema(max_length = 1000)]
    pub description: String,
    /// The tone of texts, in free words.
    #[schema(max_length = 200, example = "warm, matter-of-fact")]
    pub tone: String,
    #[schema(max_length = 300)]
    pub audience: String,
    /// Words that texts must not contain.
    #[sqlx(json)]
    #[schema(max_items = 50)]
    pub avoid: Vec<String>,
    /// Claims that texts may make.
    #[sqlx(json)]
    #[schema(max_items = 30)]
    pub facts: Vec<String>,
    #[sqlx(json)]
    #[schema(max_items = 100)]
    pub glossary: Vec<GlossaryTerm>,
}

/// A term in both languages.
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

/// A stored brand kit.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub struct BrandKit {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub content: BrandKitContent,
    /// Incremented by every change; send it with a change to detect concurrent edits.
    pub version: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The brand kit of the selected project, or of an account without projects.
#[derive(Debug, Serialize, ToSchema)]
struct BrandKitAnswer {
    /// Null if none was filled in yet.
    #[serde(rename = "brandKit")]
    #[schema(required)]
    brand_kit: Option<BrandKit>,
    /// The project it belongs to; null for an account without projects.
    #[schema(required)]
    project_id: Option<i64>,
}

/// The complete new kit; absent fields become empty.
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
    /// The project of the kit; defaults to the selected one.
    #[serde(default)]
    project_id: Option<i64>,
    /// The edited version, 0 for a new kit; alternative to the header If-Match. Without either the change overwrites
    /// any version.
    #[schema(minimum = 0)]
    version: Option<i64>,
}

/// The brand kit for a run of this project; without a project, the account's.
pub async fn of_project(
    conn: &mut Conn,
    account: &str,
    project: Option<i64>,
) -> Result<Option<engine::Brand>> {
    Ok(find(conn, account, project).await?.map(|kit| kit.content.into()))
}

/// Brand kits belong to projects.
pub struct OfProjects;

impl Belonging for OfProjects {
    /// The kit and the examples of an account without projects move to its first project.
    fn adopt<'a>(&'a self, tx: &'a mut Conn, account: &'a str, project: i64) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            for adopted in [
                "UPDATE brand_kits SET project_id = $2 WHERE account_id = $1 AND project_id IS NULL",
                "UPDATE style_examples SET project_id = $2 WHERE account_id = $1 AND project_id IS NULL",
            ] {
                db::query(adopted).binds((account, project)).run(&mut *tx).await?;
            }
            Ok(())
        })
    }
}

/// The number of the selected project.
async fn selected(conn: &mut Conn, user: &User) -> Result<Option<i64>> {
    Ok(projects::selected(conn, &user.id).await?.map(|project| project.id))
}

impl From<BrandKitContent> for engine::Brand {
    fn from(kit: BrandKitContent) -> Self {
        let BrandKitContent { name, description, tone, audience, avoid, facts, glossary } = kit;
        let glossary =
            glossary.into_iter().map(|GlossaryTerm { source, target }| engine::Term { source, target });
        Self { name, description, tone, audience, avoid, facts, glossary: glossary.collect() }
    }
}

async fn find(conn: &mut Conn, account: &str, project: Option<i64>) -> Result<Option<BrandKit>> {
    Ok(db::query_as(
        "SELECT name, description, tone, audience, avoid, facts, glossary, version, created_at, updated_at
         FROM brand_kits WHERE account_id = $1 AND COALESCE(project_id, 0) = $2",
    )
    .binds((account, project.unwrap_or(NO_PROJECT)))
    .fetch_optional(conn)
    .await?)
}

fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let kits = db::query_as(
            "SELECT name, description, tone, audience, avoid, facts, glossary, version, created_at, updated_at
             FROM brand_kits WHERE account_id = $1 ORDER BY id",
        );
        let kits: Vec<BrandKit> = kits.bind(account).fetch_all(&mut *conn).await?;
        let examples = examples::all(conn, account).await?;
        Ok(vec![File::json("brand-kits.json", &kits)?, File::json("style-examples.json", &examples)?])
    })
}

/// The brand kit of the selected project; null if there is none
#[utoipa::path(get, path = "/api/brand-kit", tag = "brand", responses((status = 200, body = BrandKitAnswer)))]
async fn get_brand_kit(app: App, user: User) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let project = selected(&mut conn, &user).await?;
    Ok(answer(project, find(&mut conn, &user.id, project).await?))
}

fn answer(project_id: Option<i64>, brand_kit: Option<BrandKit>) -> Response {
    let tag = format!("\"{}\"", brand_kit.as_ref().map_or(0, |kit| kit.version));
    ([(header::ETAG, tag)], Json(BrandKitAnswer { brand_kit, project_id })).into_response()
}

/// Fill in or change the brand kit of the selected project
#[utoipa::path(put, path = "/api/brand-kit", tag = "brand", params(("If-Match" = Option<String>, Header)), request_body = BrandKitChange,
    responses((status = 200, body = BrandKitAnswer), (status = 409, description = "It was changed in the meantime"),
        (status = 404, description = "The project does not exist, or it is not yours")))]
async fn save_brand_kit(
    app: App,
    user: User,
    headers: HeaderMap,
    json::Json(change): json::Json<BrandKitChange>,
) -> Result<Response> {
    let expected = change.version.or(if_match(&headers)?);
    let named = change.project_id;
    let kit = rules::tidied(change);
    rules::check(&kit)?;

    let mut tx = app.db.write_for(&user.id).await?;
    let project = match named {
        // The user may have selected another project in another window meanwhile.
        Some(project) => Some(projects::expect_own(&mut tx, &user.id, project).await?),
        None => selected(&mut tx, &user).await?,
    };
    let version = find(&mut tx, &user.id, project).await?.map_or(0, |kit| kit.version);
    let is_old = expected.is_some_and(|expected| expected != version);
    refuse_if(is_old, || Problem::conflict("brand.changed-meanwhile").with("version", version))?;
    store(&mut tx, &user.id, project, &kit).await?;
    let saved = find(&mut tx, &user.id, project).await?;
    committed(tx, answer(project, saved)).await
}

async fn store(conn: &mut Conn, account: &str, project: Option<i64>, kit: &BrandKitContent) -> Result<()> {
    // The unique key of the kit: the project's, or the account's.
    let once = match project {
        Some(_) => "(project_id) WHERE project_id IS NOT NULL",
        None => "(account_id) WHERE project_id IS NULL",
    };
    let sql = format!(
        "INSERT INTO brand_kits (id, account_id, name, description, tone, audience, avoid, facts, glossary, created_at, updated_at, project_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
         ON CONFLICT {once} DO UPDATE SET name = excluded.name, description = excluded.description, tone = excluded.tone,
         audience = excluded.audience, avoid = excluded.avoid, facts = excluded.facts, glossary = excluded.glossary,
         version = brand_kits.version + 1, updated_at = excluded.updated_at"
    );
    db::query(AssertSqlSafe(sql))
        .binds((db::new_id(), account, &kit.name, &kit.description, &kit.tone, &kit.audience))
        .binds((sqlx::types::Json(&kit.avoid), sqlx::types::Json(&kit.facts)))
        .binds((sqlx::types::Json(&kit.glossary), Timestamp::now(), project))
        .run(conn)
        .await
}

/// Delete the brand kit of the selected project
///
/// Deleting a missing kit is not an error.
#[utoipa::path(delete, path = "/api/brand-kit", tag = "brand", responses((status = 204)))]
async fn delete_brand_kit(app: App, user: User) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let project = selected(&mut tx, &user).await?;
    let query = db::query("DELETE FROM brand_kits WHERE account_id = $1 AND COALESCE(project_id, 0) = $2");
    query.binds((&user.id, project.unwrap_or(NO_PROJECT))).execute(&mut *tx).await?;
    committed(tx, no_content()).await
}
