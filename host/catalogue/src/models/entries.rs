//! The models of connections: what administrators say about them.

use super::connections::expect_stored;
use super::overview::LanguageModel;
use super::store::{self, FROM_SETTINGS, ModelRow};
use super::{commit, micro};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;
use crate::platform::single_line::{filled, required};

const MOST: i64 = 500;
/// The highest price of a million tokens, in USD.
const MOST_USD: f64 = 10_000.0;

/// A model of a connection.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelEdit {
    /// As the provider calls it.
    #[serde(deserialize_with = "required")]
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(value_type = String, min_length = 1, max_length = 200, example = "gpt-5-mini")]
    name: String,
    /// As administrators see it; defaults to the name.
    #[serde(default, deserialize_with = "filled")]
    #[garde(inner(length(chars, max = 200)))]
    #[schema(value_type = Option<String>, max_length = 200)]
    label: Option<String>,
    /// USD per million tokens. Without prices the calls cost nothing in reports and budgets.
    #[serde(default)]
    #[garde(inner(range(min = 0.0, max = MOST_USD)))]
    #[schema(minimum = 0, maximum = 10_000)]
    input_usd: Option<f64>,
    #[serde(default)]
    #[garde(inner(range(min = 0.0, max = MOST_USD)))]
    #[schema(minimum = 0, maximum = 10_000)]
    output_usd: Option<f64>,
    #[serde(default)]
    #[garde(skip)]
    sees_images: bool,
    #[serde(default)]
    #[garde(inner(range(min = 1, max = 1_000_000_000)))]
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    context_tokens: Option<i64>,
    /// Defaults to true.
    #[serde(default = "yes")]
    #[garde(skip)]
    enabled: bool,
}

fn yes() -> bool {
    true
}

impl ModelEdit {
    fn row(self, id: String, connection_id: String) -> ModelRow {
        ModelRow {
            id,
            connection_id,
            label: self.label.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            input_price: self.input_usd.map(micro),
            output_price: self.output_usd.map(micro),
            sees_images: self.sees_images,
            context_tokens: self.context_tokens,
            enabled: self.enabled,
        }
    }
}

fn subject(row: &ModelRow) -> Subject<'static> {
    Subject::of("model", row.id.clone(), row.label.clone())
}

fn facts(row: &ModelRow) -> Value {
    json!({
        "name": row.name, "input_usd": row.input_price.map(super::usd), "output_usd": row.output_price.map(super::usd),
        "enabled": row.enabled,
    })
}

/// Refuses more models than the server keeps.
pub(super) async fn expect_room(tx: &mut Conn) -> Result<()> {
    match store::count_models(tx).await? {
        MOST.. => Err(Problem::new(StatusCode::CONFLICT, "models.too-many").with("max", MOST)),
        _ => Ok(()),
    }
}

async fn expect_new_name(tx: &mut Conn, row: &ModelRow) -> Result<()> {
    match store::has_model(tx, &row.connection_id, &row.name, &row.id).await? {
        true => Err(Problem::invalid_field("name", Text::key("models.name-taken"))),
        false => Ok(()),
    }
}

/// Add a model to a connection
#[utoipa::path(post, path = "/api/admin/models/connections/{id}/models", tag = "admin", params(("id" = String, Path)),
    request_body = ModelEdit, responses((status = 201, body = LanguageModel),
    (status = 409, description = "There are too many models, or the connection comes from the server's settings")))]
pub(super) async fn add_model(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(edit): Valid<ModelEdit>,
) -> Result<(StatusCode, Json<LanguageModel>)> {
    expect_stored(&id)?;
    let mut tx = app.db.write().await?;
    let connection = store::find_connection(&mut tx, &id).await?;
    expect_room(&mut tx).await?;
    let row = edit.row(db::new_id(), connection.id);
    expect_new_name(&mut tx, &row).await?;
    store::insert_model(&mut tx, &row).await?;
    commit(&app, tx, &by, "model.added", subject(&row), facts(&row)).await?;
    Ok((StatusCode::CREATED, Json(LanguageModel::of(row))))
}

async fn find(conn: &mut Conn, id: &str) -> Result<ModelRow> {
    if id == FROM_SETTINGS {
        return Err(Problem::new(StatusCode::CONFLICT, "models.from-settings"));
    }
    store::find_model(conn, id).await?.ok_or_else(Problem::not_found)
}

/// Change a model
#[utoipa::path(put, path = "/api/admin/models/{id}", tag = "admin", params(("id" = String, Path)), request_body = ModelEdit,
    responses((status = 200, body = LanguageModel), (status = 409, description = "It comes from the server's settings")))]
pub(super) async fn change_model(
    app: App,
    by: ByAdmin,
    Path(id): Path<String>,
    Valid(edit): Valid<ModelEdit>,
) -> Result<Json<LanguageModel>> {
    let mut tx = app.db.write().await?;
    let before = find(&mut tx, &id).await?;
    let row = edit.row(id, before.connection_id.clone());
    expect_new_name(&mut tx, &row).await?;
    store::update_model(&mut tx, &row).await?;
    let details = json!({ "from": facts(&before), "to": facts(&row) });
    commit(&app, tx, &by, "model.changed", subject(&row), details).await?;
    Ok(Json(LanguageModel::of(row)))
}

/// Remove a model, also from its roles
#[utoipa::path(delete, path = "/api/admin/models/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It comes from the server's settings")))]
pub(super) async fn remove_model(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let row = find(&mut tx, &id).await?;
    store::delete_model(&mut tx, &id).await?;
    commit(&app, tx, &by, "model.removed", subject(&row), facts(&row)).await?;
    Ok(no_content())
}
