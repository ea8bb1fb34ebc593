//! The authors of posts: names that readers see, which need no account.

use super::pictures;
use super::slug::{numbered, slug_of};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::page::WholePage;
use crate::platform::prelude::*;

const BIO_CHARS: usize = 600;

/// An author.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct Author {
    id: String,
    name: String,
    /// The last part of the author's address.
    slug: String,
    bio_en: String,
    bio_pl: String,
    /// A page about the author; empty if there is none.
    link: String,
    #[schema(required)]
    picture_id: Option<String>,
    /// Posts with this author, of any state.
    posts: i64,
}

const COLUMNS: &str = "a.id, a.name, a.slug, a.bio_en, a.bio_pl, a.link, a.picture_id, \
    (SELECT count(*) FROM posts p WHERE p.author_id = a.id) AS posts";

/// All authors, by name
#[utoipa::path(get, path = "/api/admin/authors", tag = "admin", params(WholePage), responses((status = 200, body = Paged<Author>)))]
pub(super) async fn list_authors(
    app: App,
    _: Admin,
    WholePage(page): WholePage,
) -> Result<Json<Paged<Author>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM authors");
    let rows = format!("SELECT {COLUMNS} FROM authors a ORDER BY a.name, a.id LIMIT $1 OFFSET $2");
    Ok(Json(page.fetch(&mut tx, count, db::query_as(AssertSqlSafe(rows))).await?))
}

/// The fields of an author. Absent ones keep their value, or are empty for a new author.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AuthorEdit {
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, min = 1, max = 80)))]
    name: Option<String>,
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = BIO_CHARS)))]
    bio_en: Option<String>,
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(chars, max = BIO_CHARS)))]
    bio_pl: Option<String>,
    #[serde(default, deserialize_with = "single_line::written")]
    #[garde(inner(length(bytes, max = 500)))]
    link: Option<String>,
    /// Null for none.
    #[serde(default, deserialize_with = "json::present")]
    #[garde(skip)]
    #[schema(value_type = Option<String>)]
    picture_id: Option<Option<String>>,
}

impl AuthorEdit {
    async fn check(&self, tx: &mut Conn) -> Result<()> {
        let is_web = |link: &str| {
            Url::parse(link).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        };
        let wrong = self.link.as_deref().is_some_and(|link| !link.is_empty() && !is_web(link));
        refuse_if(wrong, || Problem::invalid_field("link", Text::key("validation.url")))?;
        if let Some(Some(picture)) = &self.picture_id {
            pictures::expect(tx, "picture_id", picture).await?;
        }
        Ok(())
    }
}

async fn find(conn: &mut Conn, id: &str) -> Result<Author> {
    let select = format!("SELECT {COLUMNS} FROM authors a WHERE a.id = $1");
    let found = db::query_as(AssertSqlSafe(select)).bind(id).fetch_optional(conn).await?;
    found.ok_or_else(Problem::not_found)
}

/// The author's slug: that of the name, or a numbered one.
async fn slug(tx: &mut Conn, name: &str) -> Result<String> {
    let base = Some(slug_of(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "author".to_owned());
    let taken: Vec<String> = db::query_scalar("SELECT slug FROM authors").fetch_all(tx).await?;
    Ok(numbered(&base, &taken.into_iter().collect()))
}

/// Create an author
#[utoipa::path(post, path = "/api/admin/authors", tag = "admin", request_body = AuthorEdit, responses((status = 201, body = Author)))]
pub(super) async fn create_author(
    app: App,
    by: ByAdmin,
    Valid(new): Valid<AuthorEdit>,
) -> Result<(StatusCode, Json<Author>)> {
    let name =
        new.name.clone().ok_or_else(|| Problem::invalid_field("name", Text::key("validation.required")))?;
    let mut tx = app.db.write().await?;
    new.check(&mut tx).await?;
    let (id, slug) = (db::new_id(), slug(&mut tx, &name).await?);
    db::query(
        "INSERT INTO authors (id, name, slug, bio_en, bio_pl, link, picture_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .binds((&id, &name, slug, new.bio_en.unwrap_or_default(), new.bio_pl.unwrap_or_default()))
    .binds((new.link.unwrap_or_default(), new.picture_id.flatten(), Timestamp::now()))
    .execute(&mut *tx)
    .await?;
    by.record(&mut tx, "author.created", Subject::of("author", &id, &name), json!({})).await?;
    let made = find(&mut tx, &id).await?;
    committed(tx, (StatusCode::CREATED, Json(made))).await
}

/// Change an author
#[utoipa::path(patch, path = "/api/admin/authors/{id}", tag = "admin", params(("id" = String, Path)), request_body = AuthorEdit,
    responses((status = 200, body = Author)))]
pub(super) async fn change_author(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    Valid(edit): Valid<AuthorEdit>,
) -> Result<Json<Author>> {
    let mut tx = app.db.write().await?;
    let before = find(&mut tx, &id).await?;
    edit.check(&mut tx).await?;
    let name = edit.name.unwrap_or_else(|| before.name.clone());
    // The author's address stays when the name changes.
    db::query(
        "UPDATE authors SET name = $2, bio_en = $3, bio_pl = $4, link = $5, picture_id = $6 WHERE id = $1",
    )
    .binds((&id, &name, edit.bio_en.unwrap_or(before.bio_en), edit.bio_pl.unwrap_or(before.bio_pl)))
    .binds((edit.link.unwrap_or(before.link), edit.picture_id.unwrap_or(before.picture_id)))
    .execute(&mut *tx)
    .await?;
    by.record(
        &mut tx,
        "author.changed",
        Subject::of("author", &id, &name),
        json!({ "name": [before.name, name] }),
    )
    .await?;
    let changed = find(&mut tx, &id).await?;
    committed(tx, Json(changed)).await
}

/// Delete an author without posts
#[utoipa::path(delete, path = "/api/admin/authors/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "There are posts with this author")))]
pub(super) async fn delete_author(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let author = find(&mut tx, &id).await?;
    refuse_if(author.posts > 0, || Problem::conflict("posts.author-in-use").with("count", author.posts))?;
    db::query("DELETE FROM authors WHERE id = $1").bind(&id).execute(&mut *tx).await?;
    by.record(&mut tx, "author.deleted", Subject::of("author", &id, &author.name), json!({})).await?;
    committed(tx, no_content()).await
}
