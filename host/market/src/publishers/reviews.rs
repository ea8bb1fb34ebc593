//! The review queue.

use sitewright_package::Permission;

use super::membership;
use super::store::{self, ReviewSort, Row, SubmissionState};
use super::submissions::{Submission, allowed, expect_submitted};
use crate::catalogue::tools::PermissionView;
use crate::platform::prelude::*;
use crate::registry::{self, PublisherLevel};

/// A submitted package, in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ReviewSummary {
    id: String,
    plugin: String,
    /// In the reader's language.
    name: String,
    version: String,
    /// The name of the publisher.
    publisher: String,
    submitted_at: Timestamp,
}

/// The order of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReviewOrder {
    #[serde(default)]
    #[param(inline, value_type = Option<ReviewSort>)]
    sort: ReviewSort,
    #[serde(default)]
    #[param(inline, value_type = Option<Direction>)]
    order: Direction,
}

/// Submitted packages; by default, oldest first
#[utoipa::path(get, path = "/api/admin/reviews", tag = "admin", params(ReviewOrder, Page), responses((status = 200, body = Paged<ReviewSummary>)))]
pub async fn list_reviews(
    app: App,
    _: Admin,
    locale: Locale,
    Query(ReviewOrder { sort, order }): Query<ReviewOrder>,
    page: Page,
) -> Result<Json<Paged<ReviewSummary>>> {
    let mut tx = app.db.read().begin().await?;
    let Paged { data: rows, total, .. } = store::waiting(&mut tx, sort, order, page).await?;
    let mut reviews = Vec::with_capacity(rows.len());
    for row in rows {
        let publisher = publisher(&mut tx, &row.publisher_id).await?.name;
        reviews.push(summary(row, publisher, locale));
    }
    Ok(Json(page.of(reviews, total)))
}

fn summary(row: Row, publisher: String, locale: Locale) -> ReviewSummary {
    let name = row.facts.and_then(|mut facts| facts.texts.remove(locale.tag())).map(|texts| texts.name);
    let plugin = row.plugin.unwrap_or_default();
    ReviewSummary {
        id: row.id,
        name: name.unwrap_or_else(|| plugin.clone()),
        plugin,
        version: row.version.unwrap_or_default(),
        publisher,
        submitted_at: row.submitted_at.unwrap_or(row.updated_at),
    }
}

/// The sender of a package.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
struct Sender {
    id: String,
    name: String,
    level: PublisherLevel,
    /// Null if the account is deleted, as for the next fields.
    #[schema(required)]
    contact: Option<String>,
    #[schema(required)]
    website: Option<String>,
    #[schema(required)]
    country: Option<String>,
    /// Their packages that were approved before.
    approved: i64,
}

async fn publisher(conn: &mut Conn, id: &str) -> Result<Sender> {
    let row = db::query_as(
        "SELECT p.id, p.name, p.level, f.contact, f.website, f.country,
             (SELECT count(*) FROM submissions s WHERE s.publisher_id = p.id AND s.state = 'approved') AS approved
         FROM publisher_names p LEFT JOIN publisher_profiles f ON f.publisher_id = p.id WHERE p.id = $1",
    );
    Ok(row.bind(id).fetch_one(conn).await?)
}

/// A package as a reviewer sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Review {
    #[serde(flatten)]
    submission: Submission,
    sender: Sender,
    /// The version that serves everyone now; null if the plugin is new.
    #[schema(required)]
    serves: Option<String>,
    /// Permissions that the previous version does not have.
    more: Vec<PermissionView>,
    /// Permissions of the previous version that this one does not request.
    less: Vec<PermissionView>,
    /// Whether the reader is trying it.
    tried: bool,
    /// Whether the reader may approve it: packages of one's own publisher need another administrator.
    may_approve: bool,
    #[schema(required)]
    reason_en: Option<String>,
    #[schema(required)]
    reason_pl: Option<String>,
}

/// One package that was submitted, or decided on
#[utoipa::path(get, path = "/api/admin/reviews/{id}", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = Review)))]
pub async fn get_review(app: App, Admin(admin): Admin, locale: Locale, Id(id): Id) -> Result<Json<Review>> {
    view(&app, &admin, &id, locale).await.map(Json)
}

pub async fn view(app: &App, admin: &User, id: &str, locale: Locale) -> Result<Review> {
    let mut tx = app.db.read().begin().await?;
    let row = store::find(&mut tx, id).await?;
    let sender = publisher(&mut tx, &row.publisher_id).await?;
    let (may, grants) = row.facts.as_ref().map(allowed).unwrap_or_default();
    let plugin = row.plugin.clone().unwrap_or_default();
    let before = registry::serving(app, &mut tx, &plugin).await?;
    let (more, less, serves) = match before {
        None => (may, Vec::new(), None),
        Some(before) => {
            let mut more = registry::more_than(&may, &before.permissions);
            // New hosts count as the permission to call hosts.
            if !grants.are_within(&before.grants) && !more.contains(&Permission::Http) {
                more.push(Permission::Http);
            }
            let less = registry::more_than(&before.permissions, &may);
            (more, PermissionView::all(&less, &before.grants, locale), Some(before.version))
        }
    };
    let (reason_en, reason_pl) = (row.reason_en.clone(), row.reason_pl.clone());
    let is_waiting = row.state == SubmissionState::Submitted;
    let tried = is_waiting && registry::is_tried_by(&mut tx, &row.digest, &admin.id).await?;
    let may_approve = is_waiting && may_approve(&mut tx, admin, &row).await?;
    Ok(Review {
        sender,
        serves,
        more: PermissionView::all(&more, &grants, locale),
        less,
        tried,
        may_approve,
        reason_en,
        reason_pl,
        submission: Submission::of(row, locale),
    })
}

/// Administrators may not approve packages of their own publisher; a super-administrator may.
pub async fn may_approve(conn: &mut Conn, admin: &User, row: &Row) -> Result<bool> {
    Ok(admin.role == Role::SuperAdmin || !membership::is_member(conn, &row.publisher_id, &admin.id).await?)
}

/// The file of a submitted package
#[utoipa::path(get, path = "/api/admin/reviews/{id}/package", tag = "admin", params(("id" = String, Path)), responses(
    (status = 200, description = "The package", body = Vec<u8>, content_type = "application/octet-stream"),
    (status = 409, description = "It was decided or withdrawn in the meantime")))]
pub async fn get_review_package(app: App, _: Admin, Id(id): Id) -> Result<Response> {
    let mut conn = app.db.read().acquire().await?;
    let row = store::find(&mut conn, &id).await?;
    expect_submitted(&row)?;
    let file = store::file(&mut conn, &id).await?;
    let (plugin, version) = (row.plugin.unwrap_or_default(), row.version.unwrap_or_default());
    let name = format!("attachment; filename=\"{plugin}-{version}.plugin\"");
    let headers =
        [(header::CONTENT_TYPE, "application/octet-stream".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, file).into_response())
}
