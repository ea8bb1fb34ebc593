//! An account's own model, where the plan allows one: it answers all runs of the account, at the user's expense. If the
//! plan stops to allow it, it is kept but not used. Its address must be public and encrypted, because the server calls
//! it for a user; the address is checked again when it is connected.

use super::Models;
use super::book::settings_of;
use super::connections::{KEY_CHARS, base, checked_url, move_to, usual};
use super::offers::{LIST_TIME, OfferedModels, key_lost, not_offered};
use super::store::{self, Connection};
use crate::billing::plans::{self, Plan};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::model::{self, Kind, Offered};
use crate::platform::prelude::*;
use crate::platform::single_line::filled;

/// Checks of addresses by an account.
const CHECKS: Limit = Limit::new(60, HOUR);

/// What the plan of an account says about models.
#[derive(Debug, Clone, Copy, Default)]
pub struct ModelTerms {
    pub plan: i64,
    /// Whether the plan allows an own model.
    pub own: bool,
}

impl ModelTerms {
    pub fn of(plan: &Plan) -> Self {
        Self { plan: plan.id, own: plan.own_model }
    }

    /// The same for a trial, which uses no own model.
    pub fn of_trial(self) -> Self {
        Self { own: false, ..self }
    }

    /// Whether the runs of the account use an own model.
    pub async fn uses_own(self, conn: &mut Conn, account: &str) -> Result<bool> {
        Ok(self.own && store::find_own(conn, account).await?.is_some())
    }
}

/// Everything but the key.
pub(super) fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let own = store::find_own(conn, account).await?;
        own.iter().map(|row| File::json("own-model.json", &facts(row))).collect()
    })
}

/// What the audit log and the export contain.
fn facts(row: &Connection) -> Value {
    json!({ "kind": row.kind, "url": row.url, "name": row.name, "key": row.secret.is_some() })
}

/// The own model of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnModels {
    /// Whether the plan allows one. If not, a stored one is kept but not used.
    allowed: bool,
    /// Null if none is stored.
    #[schema(required)]
    model: Option<OwnModel>,
}

/// A user's own model, without its key.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnModel {
    kind: Kind,
    url: String,
    /// As the provider calls the model.
    name: String,
    has_key: bool,
    /// Whether the key was encrypted with another server key, so that it has to be entered again.
    key_lost: bool,
}

impl OwnModels {
    fn of(app: &App, allowed: bool, row: Option<Connection>) -> Json<Self> {
        let model = row.map(|row| OwnModel {
            has_key: row.secret.is_some(),
            key_lost: row.key(app).is_none(),
            kind: row.kind,
            url: row.url,
            name: row.name,
        });
        Json(Self { allowed, model })
    }
}

/// The own language model of the account
#[utoipa::path(get, path = "/api/user/model", tag = "accounts", responses((status = 200, body = OwnModels)))]
pub(super) async fn get_own_model(app: App, user: User) -> Result<Json<OwnModels>> {
    let mut conn = app.db.read().acquire().await?;
    let plan = plans::of_account(&mut conn, &user.id).await?.plan;
    let row = store::find_own(&mut conn, &user.id).await?;
    Ok(OwnModels::of(&app, plan.own_model, row))
}

/// An own model.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OwnModelToStore)]
pub(super) struct NewOwn {
    #[garde(skip)]
    kind: Kind,
    /// The base URL, of OpenAI's protocol with the version: a public address with https. Defaults to that of OpenAI,
    /// Anthropic or Google.
    #[serde(default, deserialize_with = "filled")]
    #[garde(inner(length(chars, max = 500)))]
    #[schema(value_type = Option<String>, max_length = 500, example = "https://api.openai.com/v1")]
    url: Option<String>,
    /// A new key; an empty text removes it. If absent, the stored one stays for its host.
    #[garde(inner(length(chars, max = KEY_CHARS)))]
    #[schema(max_length = 1000, example = "")]
    key: Option<String>,
    /// One of the models that the provider offers. A check does not need it.
    #[serde(default)]
    #[garde(length(chars, max = 200))]
    #[schema(max_length = 200, example = "gpt-5-mini")]
    name: String,
}

impl NewOwn {
    /// The row that it would have, and the models that its provider offers. Refused if the plan does not allow it.
    async fn checked(self, app: &App, account: &str, locale: Locale) -> Result<(Connection, Vec<Offered>)> {
        let mut conn = app.db.read().acquire().await?;
        let plan = plans::of_account(&mut conn, account).await?.plan;
        refuse_if(!plan.own_model, || {
            Problem::new(StatusCode::PAYMENT_REQUIRED, "own-model.not-in-plan").with("plan", plan.name())
        })?;
        let stored = store::find_own(&mut conn, account).await?;
        drop(conn);
        let url = checked_url(self.url.as_deref().unwrap_or(usual(self.kind)))?;
        let fetcher = app.part::<Models>().fetcher();
        fetcher.expect_safe(&url).map_err(|why| Problem::invalid_field("url", why.text()))?;
        app.rates.count("own-model", account, CHECKS)?;
        let now = Timestamp::now();
        let mut row = stored.unwrap_or_else(|| Connection {
            id: account.to_owned(),
            name: String::new(),
            kind: self.kind,
            url: base(&url).to_owned(),
            secret: None,
            created_at: now,
            updated_at: now,
        });
        move_to(app, &mut row, base(&url), self.key.as_deref())?;
        let row = Connection { name: self.name.trim().to_owned(), kind: self.kind, updated_at: now, ..row };
        let settings = settings_of(app, &row, "").ok_or_else(key_lost)?;
        let offered = model::offered_through(fetcher.client(), &settings, LIST_TIME).await;
        Ok((row, offered.map_err(|why| not_offered(why, locale))?))
    }
}

/// Check an own language model without storing it
///
/// The answer is the list of models that the provider offers.
#[utoipa::path(post, path = "/api/user/model/check", tag = "accounts", request_body = NewOwn, responses(
    (status = 200, body = OfferedModels), (status = 402, description = "The plan does not allow an own model"),
    (status = 422, description = "The provider does not answer, or refuses the key; `errors` names the field to correct"),
    (status = 429, description = "Too many checks in an hour")))]
pub(super) async fn check_own_model(
    app: App,
    user: User,
    locale: Locale,
    Valid(new): Valid<NewOwn>,
) -> Result<Json<OfferedModels>> {
    let (_, offered) = new.checked(&app, &user.id, locale).await?;
    Ok(Json(OfferedModels::of(offered, &[])))
}

/// Use an own language model for all runs of the account
///
/// It is checked first. The key is stored encrypted, is sent only to the host of the model, and is never returned.
#[utoipa::path(put, path = "/api/user/model", tag = "accounts", request_body = NewOwn, responses(
    (status = 200, body = OwnModels), (status = 402, description = "The plan does not allow an own model"),
    (status = 429, description = "Too many checks in an hour")))]
pub(super) async fn set_own_model(
    app: App,
    user: User,
    actor: Actor,
    locale: Locale,
    Valid(new): Valid<NewOwn>,
) -> Result<Json<OwnModels>> {
    json::expect_filled("name", Some(new.name.trim()))?;
    let (row, offered) = new.checked(&app, &user.id, locale).await?;
    refuse_if(!offered.iter().any(|offered| offered.name == row.name), || {
        Problem::invalid_field("name", Text::key("validation.not-a-choice"))
    })?;
    let mut tx = app.db.write_for(&user.id).await?;
    store::save_own(&mut tx, &row).await?;
    audit_log::record(&mut tx, &actor, "own-model.connected", Subject::user(&user.id), facts(&row)).await?;
    committed(tx, OwnModels::of(&app, true, Some(row))).await
}

/// Delete the own language model with its key
///
/// Idempotent: nothing to delete is not an error.
#[utoipa::path(delete, path = "/api/user/model", tag = "accounts", responses((status = 204)))]
pub(super) async fn delete_own_model(app: App, user: User, actor: Actor) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    if store::delete_own(&mut tx, &user.id).await? {
        audit_log::record(&mut tx, &actor, "own-model.removed", Subject::user(&user.id), json!({})).await?;
    }
    committed(tx, no_content()).await
}
