//! The models that providers offer: of a connection, or of one that is being entered or changed.

use std::time::Duration;

use super::book::settings_of;
use super::connections::{ConnectionChange, NewConnection, expect_stored};
use super::store::{self, FROM_SETTINGS};
use crate::platform::model::{self, ModelError, ModelSettings, NotOffered, Offered, Purpose};
use crate::platform::prelude::*;

/// Timeout of a provider's list of models.
pub(super) const LIST_TIME: Duration = Duration::from_secs(15);

/// A model that a provider offers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OfferedModel {
    pub name: String,
    /// The provider's display name, if it has another one.
    #[schema(required)]
    label: Option<String>,
    #[schema(required)]
    context_tokens: Option<i64>,
    /// Null if the provider does not say, as for the prices.
    #[schema(required)]
    sees_images: Option<bool>,
    /// USD per million tokens.
    #[schema(required)]
    input_usd: Option<f64>,
    #[schema(required)]
    output_usd: Option<f64>,
    purpose: Purpose,
    /// Whether it was added already.
    added: bool,
}

impl OfferedModel {
    pub fn of(offered: Offered, added: bool) -> Self {
        let Offered { name, label, context_tokens, sees_images, input_usd, output_usd, purpose, .. } =
            offered;
        Self { name, label, context_tokens, sees_images, input_usd, output_usd, purpose, added }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OfferedModels {
    /// At most 1,000; those that write text first.
    models: Vec<OfferedModel>,
}

impl OfferedModels {
    pub fn of(offered: Vec<Offered>, added: &[String]) -> Self {
        let models = offered.into_iter().map(|offered| {
            let added = added.contains(&offered.name);
            OfferedModel::of(offered, added)
        });
        Self { models: models.collect() }
    }
}

/// The models that a provider offers. A failure is reported at the field that it depends on, so that an administrator
/// sees what to correct.
async fn offers(
    settings: Option<ModelSettings>,
    added: &[String],
    locale: Locale,
) -> Result<Json<OfferedModels>> {
    let settings = settings.ok_or_else(key_lost)?;
    let offered = model::offered(&settings, LIST_TIME).await.map_err(|why| not_offered(why, locale))?;
    Ok(Json(OfferedModels::of(offered, added)))
}

pub(super) fn key_lost() -> Problem {
    Problem::invalid_field("key", Text::key("models.key-lost"))
}

/// Why there is no list, with the words of the provider, at the field to correct.
pub(super) fn not_offered(NotOffered { error, complaint }: NotOffered, locale: Locale) -> Problem {
    let (field, why) = match error {
        ModelError::WrongKey => ("key", "models.wrong-key"),
        ModelError::Busy => ("url", "models.busy"),
        ModelError::Unknown | ModelError::Garbled => ("url", "models.no-list"),
        ModelError::Rejected => ("url", "models.failed"),
        _ => ("url", "models.no-answer"),
    };
    let why = Text::key(why).say(locale);
    Problem::invalid_field(field, Text::Said(with_complaint(why, complaint, locale)))
}

/// A sentence, followed by the provider's own words.
pub(super) fn with_complaint(why: String, complaint: Option<String>, locale: Locale) -> String {
    let Some(complaint) = complaint else { return why };
    let said = Text::key("models.provider-said").with("complaint", complaint).say(locale);
    format!("{why} {said}")
}

/// The names of the models that a connection has.
async fn names_of(conn: &mut Conn, connection: &str) -> Result<Vec<String>> {
    let models = store::models(conn).await?;
    Ok(models.into_iter().filter(|model| model.connection_id == connection).map(|model| model.name).collect())
}

/// The models that the provider of a connection offers
#[utoipa::path(get, path = "/api/admin/models/connections/{id}/offered", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = OfferedModels),
    (status = 422, description = "The provider does not answer, or refuses the key; `errors` names the field to correct")))]
pub(super) async fn list_offered_models(
    app: App,
    _: Admin,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<OfferedModels>> {
    if id == FROM_SETTINGS {
        let settings = model::settings(&app.config).ok_or_else(Problem::not_found)?;
        let added = [settings.name.clone()];
        return offers(Some(settings), &added, locale).await;
    }
    let mut conn = app.db.read().acquire().await?;
    let row = store::find_connection(&mut conn, &id).await?;
    let added = names_of(&mut conn, &id).await?;
    drop(conn);
    offers(settings_of(&app, &row, ""), &added, locale).await
}

/// Check an address and a key without storing them
///
/// The answer is the list of models that the provider offers.
#[utoipa::path(post, path = "/api/admin/models/connections/check", tag = "admin", request_body = NewConnection,
    responses((status = 200, body = OfferedModels)))]
pub(super) async fn check_new_model_connection(
    app: App,
    _: Admin,
    locale: Locale,
    Valid(new): Valid<NewConnection>,
) -> Result<Json<OfferedModels>> {
    let row = new.row(&app)?;
    offers(settings_of(&app, &row, ""), &[], locale).await
}

/// Check changes of a connection without storing them
///
/// The answer is the list of models that the provider offers.
#[utoipa::path(post, path = "/api/admin/models/connections/{id}/check", tag = "admin", params(("id" = String, Path)),
    request_body = ConnectionChange, responses((status = 200, body = OfferedModels),
    (status = 409, description = "It comes from the server's settings")))]
pub(super) async fn check_changed_model_connection(
    app: App,
    _: Admin,
    locale: Locale,
    Path(id): Path<String>,
    Valid(change): Valid<ConnectionChange>,
) -> Result<Json<OfferedModels>> {
    expect_stored(&id)?;
    let mut conn = app.db.read().acquire().await?;
    let mut row = store::find_connection(&mut conn, &id).await?;
    let added = names_of(&mut conn, &id).await?;
    drop(conn);
    change.apply(&app, &mut row)?;
    offers(settings_of(&app, &row, ""), &added, locale).await
}
