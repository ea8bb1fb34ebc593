//! The pictures for administrators.

use super::store::{self, COLUMNS};
use super::{Picture, uses};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// A picture in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Listed {
    #[serde(flatten)]
    picture: Picture,
    /// The address for texts.
    url: String,
    /// A small file for lists.
    preview_url: String,
    created_at: Timestamp,
    /// Where it is used.
    uses: Vec<uses::Use>,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    picture: Picture,
    created_at: Timestamp,
}

/// The pictures of the site, newest first
#[utoipa::path(get, path = "/api/admin/pictures", tag = "admin", params(Page), responses((status = 200, body = Paged<Listed>)))]
pub(super) async fn list_pictures(app: App, _: Admin, page: Page) -> Result<Json<Paged<Listed>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT COUNT(*) FROM pictures");
    let rows =
        format!("SELECT {COLUMNS}, created_at FROM pictures ORDER BY created_at DESC, id LIMIT $1 OFFSET $2");
    let rows: Paged<Row> = page.fetch(&mut tx, count, db::query_as(AssertSqlSafe(rows))).await?;
    let ids: Vec<String> = rows.data.iter().map(|row| row.picture.id.clone()).collect();
    let mut uses: HashMap<String, Vec<uses::Use>> = HashMap::new();
    for one in uses::of(&app, &mut tx, &ids).await? {
        uses.entry(one.picture.clone()).or_default().push(one);
    }
    Ok(Json(rows.map(|Row { picture, created_at }| {
        let uses = uses.remove(&picture.id).unwrap_or_default();
        let smallest = picture.widths().next().unwrap_or(picture.width);
        let preview_url = picture.file(smallest, super::Format::Webp);
        Listed { url: picture.url(), preview_url, created_at, uses, picture }
    })))
}

/// Delete a picture that nothing uses
#[utoipa::path(delete, path = "/api/admin/pictures/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It is in use")))]
pub(super) async fn delete_picture(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let picture = store::one(&mut tx, &id).await?.ok_or_else(Problem::not_found)?;
    if let Some(first) = uses::of(&app, &mut tx, std::slice::from_ref(&id)).await?.into_iter().next() {
        return Err(Problem::conflict("pictures.in-use").with("title", first.title));
    }
    db::query("DELETE FROM pictures WHERE id = $1").bind(&id).run(&mut tx).await?;
    let details = json!({ "width": picture.width, "height": picture.height });
    by.record(&mut tx, "picture.deleted", Subject::of("picture", &id, &id), details).await?;
    committed(tx, no_content()).await
}
