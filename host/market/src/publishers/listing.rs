//! Whether the catalogue lists a plugin. Its publisher can unlist it at any time, and list it again if an
//! administrator has approved its listing before; otherwise the publisher requests it and an administrator decides.

use super::membership::{self, Letter, To};
use super::stats;
use crate::catalogue::tools::{self, Tools};
use crate::messages::audit_log::{self, Actor, ByAdmin, Subject};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::prelude::*;
use crate::registry::{self, Change, Decider, ListingRequest};

const NOTE_CHARS: usize = 2000;

/// Whether a plugin is listed, and how many users a change affects.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PluginListing {
    listed: bool,
    /// Whether an administrator has approved its listing, so that its publisher may list it again.
    approved: bool,
    /// Accounts that have used it: they keep it if it is unlisted.
    users: i64,
    /// Accounts that followed an invitation link.
    guests: i64,
    /// The publisher's open request; null if there is none.
    #[schema(required)]
    request: Option<ListingRequest>,
}

async fn view(conn: &mut Conn, plugin: &str) -> Result<PluginListing> {
    let listing = registry::listing_of(conn, plugin).await?;
    Ok(PluginListing {
        listed: listing.listed,
        approved: listing.listing_approved,
        users: registry::count_users(conn, plugin).await?,
        guests: tools::count_invited(conn, plugin).await?,
        request: registry::listing_request(conn, plugin).await?,
    })
}

/// Whether your plugin is listed
#[utoipa::path(get, path = "/api/publisher/plugins/{id}/listing", tag = "publishers", params(("id" = String, Path)),
    responses((status = 200, body = PluginListing)))]
pub async fn get_own_listing(app: App, user: User, Id(id): Id) -> Result<Json<PluginListing>> {
    let mut tx = app.db.read().begin().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    view(&mut tx, &id).await.map(Json)
}

/// The change that the publisher wants.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListingChange {
    #[garde(skip)]
    listed: bool,
    /// A note to the administrators, if they have to decide.
    #[serde(default, deserialize_with = "json::trimmed")]
    #[garde(inner(length(chars, max = NOTE_CHARS)))]
    #[schema(max_length = 2000)]
    note: Option<String>,
}

/// Unlist your plugin, list it again, or request its listing; owners only
///
/// Unlisting takes effect at once and withdraws an open request. Listing takes effect at once if an administrator has
/// approved it before; otherwise it becomes a request.
#[utoipa::path(put, path = "/api/publisher/plugins/{id}/listing", tag = "publishers", params(("id" = String, Path)), request_body = ListingChange,
    responses((status = 200, body = PluginListing)))]
pub async fn put_own_listing(
    app: App,
    user: User,
    actor: Actor,
    Id(id): Id,
    Valid(change_to): Valid<ListingChange>,
) -> Result<Json<PluginListing>> {
    let mut change = Change::begin(&app, "listing").await?;
    let tx = &mut change.tx;
    stats::expect_own(tx, &user.id, &id).await?;
    membership::expect_owner(tx, &user.id).await?;
    let before = registry::listing_of(tx, &id).await?;
    if !change_to.listed {
        registry::remove_listing_request(tx, &id).await?;
    }
    if change_to.listed && !before.listed && !before.listing_approved {
        ask(&app, tx, &user, &id, change_to.note.as_deref()).await?;
    } else if registry::set_listed(tx, &id, change_to.listed, Decider::Publisher).await? {
        let details = json!({ "listed": change_to.listed });
        audit_log::record(tx, &actor, "plugin.listing", Subject::of("plugin", &id, &id), details).await?;
    }
    let seen = view(tx, &id).await?;
    change.finish(&[&id]).await?;
    Ok(Json(seen))
}

/// Stores the request; administrators are notified of the first.
async fn ask(app: &App, tx: &mut Conn, user: &User, id: &str, note: Option<&str>) -> Result<()> {
    if registry::request_listing(tx, id, &user.id, note).await? {
        let params = params([("plugin", name_of(app, id)), ("about", id.into())]);
        for admin in users::administrators(tx).await? {
            notifications::notify(app, tx, &admin, NotificationKind::ListingRequested, &params).await?;
        }
    }
    Ok(())
}

fn name_of(app: &App, id: &str) -> serde_json::Value {
    app.part::<Tools>().shelf().any(id).map_or_else(|| id.into(), |tool| tool.name())
}

/// Open requests to list plugins, oldest first
#[utoipa::path(get, path = "/api/admin/listing-requests", tag = "admin", params(Page), responses((status = 200, body = Paged<ListingRequest>)))]
pub async fn list_listing_requests(app: App, _: Admin, page: Page) -> Result<Json<Paged<ListingRequest>>> {
    let mut tx = app.db.read().begin().await?;
    registry::listing_requests(&mut tx, page).await.map(Json)
}

/// Whether a plugin is listed, and how many users a change affects
#[utoipa::path(get, path = "/api/admin/plugins/{id}/listing", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = PluginListing)))]
pub async fn get_listing(app: App, _: Admin, Id(id): Id) -> Result<Json<PluginListing>> {
    let mut tx = app.db.read().begin().await?;
    view(&mut tx, &id).await.map(Json)
}

/// Whether the lists show it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Listing {
    listed: bool,
}

/// List a plugin in the catalogue, or unlist it
///
/// Users who have used it keep it. Its publisher cannot list it again after an administrator has unlisted it.
#[utoipa::path(put, path = "/api/admin/plugins/{id}/listing", tag = "admin", params(("id" = String, Path)), request_body = Listing,
    responses((status = 204)))]
pub async fn put_listing(
    app: App,
    by: ByAdmin,
    Id(id): Id,
    json::Json(listing): json::Json<Listing>,
) -> Result<Response> {
    let mut change = Change::begin(&app, "listing").await?;
    let tx = &mut change.tx;
    let before = registry::listing_of(tx, &id).await?;
    let kind =
        if listing.listed { NotificationKind::ListingApproved } else { NotificationKind::ListingEnded };
    if registry::set_listed(tx, &id, listing.listed, Decider::Administrator).await? {
        let details = json!({ "listed": listing.listed });
        by.record(tx, "plugin.listing", Subject::of("plugin", &id, &id), details).await?;
        notify(&app, tx, &before.publisher, &id, kind).await?;
    }
    change.finish(&[&id]).await?;
    Ok(no_content())
}

/// Decline a publisher's request to have a plugin listed
#[utoipa::path(delete, path = "/api/admin/listing-requests/{id}", tag = "admin", params(("id" = String, Path, description = "Id of the plugin")),
    responses((status = 204), (status = 409, description = "The request was withdrawn")))]
pub async fn decline_listing(app: App, by: ByAdmin, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let before = registry::listing_of(&mut tx, &id).await?;
    let was_asked = registry::remove_listing_request(&mut tx, &id).await?;
    refuse_if(!was_asked, || Problem::conflict("publishers.not-asked"))?;
    let subject = Subject::of("plugin", &id, &id);
    by.record(&mut tx, "plugin.listing-declined", subject, json!({})).await?;
    notify(&app, &mut tx, &before.publisher, &id, NotificationKind::ListingDeclined).await?;
    committed(tx, no_content()).await
}

async fn notify(app: &App, tx: &mut Conn, publisher: &str, id: &str, kind: NotificationKind) -> Result<()> {
    let template = match kind {
        NotificationKind::ListingApproved => "listing-approved",
        NotificationKind::ListingDeclined => "listing-declined",
        _ => "listing-ended",
    };
    let letter = Letter {
        template,
        link: |app, language, params| {
            let path = language.pick("app/publisher/plugins", "app/wydawca/wtyczki");
            let id = params.get("about").and_then(serde_json::Value::as_str).unwrap_or_default();
            format!("{}/{path}/{id}", app.url())
        },
    };
    let params = params([("plugin", name_of(app, id)), ("about", id.into())]);
    membership::notify(app, tx, publisher, To::Everybody, kind, &params, Some(letter)).await
}
