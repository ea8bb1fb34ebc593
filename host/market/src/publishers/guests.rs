//! Invitation links to unlisted plugins. A publisher sees how many users followed a link, but not who.

use super::stats;
use crate::catalogue::tools::{self, Invitation};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;

/// Active links per plugin.
const MOST: i64 = 50;

/// The invitation links of your plugin, revoked ones last
#[utoipa::path(get, path = "/api/publisher/plugins/{id}/invitations", tag = "publishers", params(("id" = String, Path), Page),
    responses((status = 200, body = Paged<Invitation>)))]
pub async fn list_tool_invitations(
    app: App,
    user: User,
    Id(id): Id,
    page: Page,
) -> Result<Json<Paged<Invitation>>> {
    let mut tx = app.db.read().begin().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    tools::invitations_of(&mut tx, &id, page).await.map(Json)
}

/// A link to create.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewToolInvitation)]
pub(super) struct NewInvitation {
    /// Its purpose, shown only to the publisher.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 80)))]
    #[schema(required, value_type = String, min_length = 1, max_length = 80, example = "First testers")]
    name: Option<String>,
    /// How many users it admits; absent for no limit.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 1_000_000)))]
    #[schema(minimum = 1, maximum = 1_000_000)]
    most: Option<i64>,
    /// Days until it expires.
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 365)))]
    #[schema(minimum = 1, maximum = 365)]
    expires_in_days: Option<i64>,
}

/// A new link.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MadeToolInvitation)]
pub(super) struct Made {
    invitation: Invitation,
    /// The link itself, shown only this once.
    link: String,
}

/// Create an invitation link to your plugin
///
/// It is shown once. Users who follow it get the plugin in their catalogue, as long as it is unlisted and their plan
/// includes it.
#[utoipa::path(post, path = "/api/publisher/plugins/{id}/invitations", tag = "publishers", params(("id" = String, Path)), request_body = NewInvitation,
    responses((status = 201, body = Made), (status = 409, description = "The limit is reached")))]
pub async fn invite_to_tool(
    app: App,
    user: User,
    actor: Actor,
    locale: Locale,
    Id(id): Id,
    Valid(new): Valid<NewInvitation>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    if tools::count_open_invitations(&mut tx, &id).await? >= MOST {
        return Err(Problem::conflict("publishers.too-many-links").with("most", MOST));
    }
    let token = new_secret();
    let invitation = tools::NewInvitation {
        tool: &id,
        name: new.name,
        token: &token,
        invited_by: &user.id,
        most: new.most,
        expires_at: new.expires_in_days.map(|days| Timestamp::now().plus_ms(days * DAY_MS)),
    };
    let invitation = tools::invite(&mut tx, invitation).await?;
    let subject = Subject::of("plugin", &id, &id);
    audit_log::record(&mut tx, &actor, "plugin.invitation-made", subject, json!({ "most": new.most }))
        .await?;
    let invitation = tools::find_invitation(&mut tx, &id, &invitation).await?;
    tx.commit().await?;
    let path = locale.pick("app/invitation", "app/zaproszenie");
    let made = Made { invitation, link: format!("{}/{path}?token={token}", app.url()) };
    Ok((StatusCode::CREATED, NO_STORE, Json(made)).into_response())
}

/// What happens to users who followed the link.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Guests {
    /// Whether they lose the plugin too.
    #[serde(default)]
    guests: bool,
}

/// Revoke an invitation link
#[utoipa::path(delete, path = "/api/publisher/plugins/{id}/invitations/{invitation}", tag = "publishers",
    params(("id" = String, Path), ("invitation" = String, Path), Guests), responses((status = 204)))]
pub async fn revoke_tool_invitation(
    app: App,
    user: User,
    actor: Actor,
    Path((id, invitation)): Path<(String, String)>,
    Query(Guests { guests }): Query<Guests>,
) -> Result<Response> {
    let mut tx = app.db.write().await?;
    stats::expect_own(&mut tx, &user.id, &id).await?;
    tools::find_invitation(&mut tx, &id, &invitation).await?;
    tools::revoke_invitation(&mut tx, &invitation).await?;
    if guests {
        tools::remove_invited(&mut tx, &id, &invitation).await?;
    }
    let subject = Subject::of("plugin", &id, &id);
    audit_log::record(&mut tx, &actor, "plugin.invitation-revoked", subject, json!({ "guests": guests }))
        .await?;
    committed(tx, no_content()).await
}
