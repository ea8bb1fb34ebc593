//! Everything that administrators see at once: connections with their models, roles, tools and budgets.

use std::collections::BTreeMap;

use super::budgets::{self, ModelBudgets};
use super::role::ModelRole;
use super::store::{self, Connection, FROM_SETTINGS, ModelRow};
use super::{Models, usd};
use crate::billing::plans::ToolNames;
use crate::platform::model::{self, Kind, Purpose};
use crate::platform::prelude::*;

/// A connection to a provider, without its key.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ModelConnection {
    /// `settings` for the model that the server's settings name.
    pub id: String,
    #[schema(example = "OpenAI")]
    name: String,
    kind: Kind,
    #[schema(example = "https://api.openai.com/v1")]
    url: String,
    /// Whether it has a key, which is never returned.
    has_key: bool,
    /// Whether its key was encrypted with another server key: enter it again.
    key_lost: bool,
    /// Whether it comes from the server's settings, and cannot be edited here.
    from_settings: bool,
    pub models: Vec<LanguageModel>,
    /// Null if it comes from the settings, as for the next field.
    #[schema(required)]
    created_at: Option<Timestamp>,
    #[schema(required)]
    updated_at: Option<Timestamp>,
}

/// A model of a connection.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LanguageModel {
    pub id: String,
    connection_id: String,
    /// As the provider calls it.
    #[schema(example = "gpt-5-mini")]
    name: String,
    /// As administrators see it.
    label: String,
    /// USD per million tokens; null if unknown, as for the next field.
    #[schema(required)]
    input_usd: Option<f64>,
    #[schema(required)]
    output_usd: Option<f64>,
    sees_images: bool,
    /// Judged by its name.
    purpose: Purpose,
    #[schema(required)]
    context_tokens: Option<i64>,
    /// A disabled model is not used, whatever its roles.
    enabled: bool,
}

impl LanguageModel {
    pub fn of(row: ModelRow) -> Self {
        let ModelRow { id, connection_id, name, label, input_price, output_price, .. } = row;
        Self {
            purpose: model::purpose_of(&name),
            id,
            connection_id,
            name,
            label,
            input_usd: input_price.map(usd),
            output_usd: output_price.map(usd),
            sees_images: row.sees_images,
            context_tokens: row.context_tokens,
            enabled: row.enabled,
        }
    }
}

impl ModelConnection {
    pub fn of(app: &App, row: Connection, models: Vec<ModelRow>) -> Self {
        let key_lost = row.key(app).is_none();
        Self {
            id: row.id,
            name: row.name,
            kind: row.kind,
            url: row.url,
            has_key: row.secret.is_some(),
            key_lost,
            from_settings: false,
            models: models.into_iter().map(LanguageModel::of).collect(),
            created_at: Some(row.created_at),
            updated_at: Some(row.updated_at),
        }
    }

    /// The connection that the settings name.
    fn of_settings(app: &App) -> Option<Self> {
        let settings = model::settings(&app.config)?;
        let id = FROM_SETTINGS.to_owned();
        let model = LanguageModel {
            id: id.clone(),
            connection_id: id.clone(),
            purpose: model::purpose_of(&settings.name),
            name: settings.name.clone(),
            label: settings.name,
            input_usd: None,
            output_usd: None,
            sees_images: false,
            context_tokens: None,
            enabled: true,
        };
        Some(Self {
            name: store::origin(&settings.url),
            id,
            kind: settings.kind,
            url: settings.url,
            has_key: !settings.key.is_empty(),
            key_lost: false,
            from_settings: true,
            models: vec![model],
            created_at: None,
            updated_at: None,
        })
    }
}

/// A role and its models.
#[derive(Debug, Serialize, ToSchema)]
struct RoleView {
    role: ModelRole,
    /// Ids, the first one first. Without any, the role has the model of the settings, or those of the default role.
    models: Vec<String>,
}

/// A tool with another role than the default one.
#[derive(Debug, Serialize, ToSchema)]
struct ToolRoleView {
    tool: String,
    /// In the reader's language; its id if it is uninstalled.
    name: String,
    role: ModelRole,
}

/// The connected models.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ModelsOverview {
    /// Whether tools have a model.
    connected: bool,
    /// The one of the settings first.
    connections: Vec<ModelConnection>,
    /// All roles.
    roles: Vec<RoleView>,
    default_role: ModelRole,
    tools: Vec<ToolRoleView>,
    budgets: ModelBudgets,
}

/// The connected models, their roles and budgets
#[utoipa::path(get, path = "/api/admin/models", tag = "admin", responses((status = 200, body = ModelsOverview)))]
pub(super) async fn get_models(app: App, _: Admin, locale: Locale) -> Result<Json<ModelsOverview>> {
    show(&app, locale).await
}

pub(super) async fn show(app: &App, locale: Locale) -> Result<Json<ModelsOverview>> {
    let mut tx = app.db.read().begin().await?;
    let stored = store::connections(&mut tx).await?;
    let mut rows: BTreeMap<String, Vec<ModelRow>> = BTreeMap::new();
    for row in store::models(&mut tx).await? {
        rows.entry(row.connection_id.clone()).or_default().push(row);
    }
    let (_, default_role) = store::settings(&mut tx).await?;
    let placed = store::roles(&mut tx).await?;
    let tools = store::tools(&mut tx).await?;
    let budgets = budgets::view(app, &mut tx, locale).await?;
    drop(tx);
    let own = stored.into_iter().map(|row| {
        let models = rows.remove(&row.id).unwrap_or_default();
        ModelConnection::of(app, row, models)
    });
    let of_role = |role: ModelRole| {
        let its = placed.iter().filter(|(of, _)| *of == role);
        its.map(|(_, id)| id.clone().unwrap_or_else(|| FROM_SETTINGS.to_owned())).collect()
    };
    let names = if tools.is_empty() { Vec::new() } else { (app.part::<ToolNames>().0)(app, locale) };
    let named = |tool: &str| names.iter().find(|known| known.id == tool).map(|known| known.name.clone());
    Ok(Json(ModelsOverview {
        connected: app.part::<Models>().connected(),
        connections: ModelConnection::of_settings(app).into_iter().chain(own).collect(),
        roles: ModelRole::ALL.into_iter().map(|role| RoleView { role, models: of_role(role) }).collect(),
        default_role,
        tools: tools
            .into_iter()
            .map(|(tool, role)| ToolRoleView {
                name: named(&tool).unwrap_or_else(|| tool.clone()),
                tool,
                role,
            })
            .collect(),
        budgets,
    }))
}
