//! Roles: which models are used for what, and which tool has another role than the default one.

use std::collections::HashSet;

use super::overview::{self, ModelsOverview};
use super::role::ModelRole;
use super::{commit, store};
use crate::billing::plans::ToolNames;
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// Models of a role: the first and its fallbacks.
const MOST_OF_ROLE: usize = 10;

/// The models of a role, in order.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct RoleModels {
    /// Ids of models: the first one answers, the others if it fails. `settings` is the model that the server's settings
    /// name. Without any, the role has that model, or those of the default role.
    #[garde(length(max = MOST_OF_ROLE))]
    #[schema(max_items = 10)]
    models: Vec<String>,
}

/// Set the models of a role
#[utoipa::path(put, path = "/api/admin/models/roles/{role}", tag = "admin", request_body = RoleModels,
    params(("role" = ModelRole, Path)), responses((status = 200, body = ModelsOverview)))]
pub(super) async fn set_model_role(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Path(role): Path<String>,
    Valid(RoleModels { models }): Valid<RoleModels>,
) -> Result<Json<ModelsOverview>> {
    let role = ModelRole::of(&role)?;
    let mut seen = HashSet::new();
    let mut tx = app.db.write().await?;
    for (place, id) in models.iter().enumerate() {
        let exists = match id.as_str() {
            store::FROM_SETTINGS => app.config.model_url.is_some(),
            id => store::find_model(&mut tx, id).await?.is_some(),
        };
        if !exists || !seen.insert(id) {
            // Another administrator may have removed it.
            let why = if exists { "validation.not-a-choice" } else { "models.removed" };
            return Err(Problem::invalid_field(&format!("models.{place}"), Text::key(why)));
        }
    }
    store::set_role(&mut tx, role, &models).await?;
    let details = json!({ "role": role, "models": models });
    commit(&app, tx, &by, "model.role-changed", role.subject(), details).await?;
    overview::show(&app, locale).await
}

/// A role.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct RoleChoice {
    #[garde(skip)]
    role: ModelRole,
}

/// Set the role that tools use by default
#[utoipa::path(put, path = "/api/admin/models/default-role", tag = "admin", request_body = RoleChoice,
    responses((status = 200, body = ModelsOverview)))]
pub(super) async fn set_default_model_role(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Valid(RoleChoice { role }): Valid<RoleChoice>,
) -> Result<Json<ModelsOverview>> {
    role.expect_text()?;
    let mut tx = app.db.write().await?;
    db::query("UPDATE model_settings SET default_role = $1").bind(role).run(&mut *tx).await?;
    commit(&app, tx, &by, "model.default-role-changed", role.subject(), json!({ "role": role })).await?;
    overview::show(&app, locale).await
}

/// The role of a tool.
#[derive(Deserialize, Validate, ToSchema)]
pub(super) struct ToolRole {
    /// Null for the default role.
    #[serde(deserialize_with = "Option::deserialize")]
    #[garde(skip)]
    #[schema(required)]
    role: Option<ModelRole>,
}

/// Set the role that a tool uses
#[utoipa::path(put, path = "/api/admin/models/tools/{tool}", tag = "admin", request_body = ToolRole,
    params(("tool" = String, Path)), responses((status = 200, body = ModelsOverview)))]
pub(super) async fn set_tool_model_role(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Path(tool): Path<String>,
    Valid(ToolRole { role }): Valid<ToolRole>,
) -> Result<Json<ModelsOverview>> {
    if let Some(role) = role {
        role.expect_text()?;
    }
    let tools = (app.part::<ToolNames>().0)(&app, Locale::En);
    let known = tools.into_iter().find(|known| known.id == tool);
    let mut tx = app.db.write().await?;
    // The role of an uninstalled tool can still be removed.
    let is_there = known.is_some() || (role.is_none() && store::has_tool(&mut tx, &tool).await?);
    if !is_there {
        return Err(Problem::not_found());
    }
    store::set_tool(&mut tx, &tool, role).await?;
    let name = known.map_or_else(|| tool.clone(), |known| known.name);
    let subject = Subject::of("tool", tool.clone(), name);
    commit(&app, tx, &by, "model.tool-role-changed", subject, json!({ "role": role })).await?;
    overview::show(&app, locale).await
}
