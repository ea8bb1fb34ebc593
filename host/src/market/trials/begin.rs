//! Starting a trial, the version that it uses, and the page of a package in a trial.

use std::sync::Arc;

use futures::future::BoxFuture;

use super::{
    LASTS_MS, not_there,
    store::{self, Trial},
    view::{self, TrialView},
};

use crate::{
    billing::{meters::Holder, plans},
    catalogue::tools::{Tool, Tools},
    market::{publishers, registry},
    messages::audit_log::{self, Actor, Subject},
    platform::{app::App, error::Result, prelude::*},
};

/// The version to try, and the simulated customer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TrialRequest {
    /// SHA-256 of the package, which is installed or waits for a review.
    package: Option<String>,
    /// Instead of a package: a built-in tool.
    tool: Option<String>,
    /// The customer's plan.
    product_id: i64,
    /// The customer's language.
    language: Locale,
}

/// Start a trial
///
/// Opens a version of a tool as a customer with a plan would get it, for a day, without any effect on customers.
#[utoipa::path(post, path = "/api/admin/trials", tag = "admin", request_body = TrialRequest, responses(
    (status = 201, body = TrialView),
    (status = 404, description = "There is no such version"),
    (status = 409, description = "The version was refused, revoked or removed"),
))]
pub async fn create_trial(
    app: App,
    Admin(admin): Admin,
    actor: Actor,
    locale: Locale,
    json::Json(request): json::Json<TrialRequest>,
) -> Result<Response> {
    let TrialRequest { package, tool, product_id, language } = request;
    let tool = match (&package, &tool) {
        (Some(digest), None) => tool_of(&app, "", Some(digest)).await?,
        (None, Some(id)) => tool_of(&app, id, None).await?,
        _ => return Err(Problem::invalid_field("package", Text::key("validation.required"))),
    };
    let mut tx = app.db.write().await?;
    let terms = plans::terms_of_plan(&mut tx, product_id, &tool.id).await?;
    let unknown = || Problem::invalid_field("product_id", Text::key("validation.not-a-choice"));
    let plan = terms.ok_or_else(unknown)?.own.plan;
    let created_at = Timestamp::now();
    let trial = Trial {
        id: db::new_id(),
        account_id: admin.id.clone(),
        tool: tool.id.clone(),
        tool_version: tool.version.clone(),
        package_digest: package,
        product_id,
        language,
        created_at,
        ends_at: created_at.plus_ms(LASTS_MS),
    };
    store::clear(&mut tx, created_at).await?;
    store::insert(&mut tx, &trial).await?;
    plan.open_month(&mut tx, Holder::Trial(&trial.id), 1, "welcome").await?;
    let details = json!({ "version": trial.tool_version, "digest": trial.package_digest, "plan": plan.name(),
        "language": language });
    audit_log::record(&mut tx, &actor, "trial.begun", Subject::of("plugin", &tool.id, &tool.id), details)
        .await?;
    tx.commit().await?;
    let view = view::of(&app, trial, &tool, locale).await?;
    Ok((StatusCode::CREATED, Json(view)).into_response())
}

/// The version to try: of a package that is installed or under review, or a built-in tool.
pub async fn tool_of(app: &App, tool: &str, package: Option<&str>) -> Result<Arc<Tool>> {
    let Some(digest) = package else {
        return app.part::<Tools>().bundled().get(tool).cloned().ok_or_else(Problem::not_found);
    };
    if let Some(tool) = registry::to_try(app, digest).await? {
        return Ok(tool);
    }
    let file = publishers::file_under_review(&mut app.db.read().acquire().await?, digest).await?;
    match file {
        Some(file) => registry::file_to_try(app, file).await,
        None if registry::is_known(&mut app.db.read().acquire().await?, digest).await? => Err(not_there()),
        None => Err(Problem::not_found()),
    }
}

/// A file of the page; `None` if the package is in no trial, or has no such file.
pub fn get_file<'a>(app: &'a App, digest: &'a str, path: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>>> {
    Box::pin(async move {
        let mut conn = app.db.read().acquire().await?;
        if !store::is_tried(&mut conn, digest).await? {
            return Ok(None);
        }
        if let Some(file) = registry::page_to_try(&mut conn, digest, path).await? {
            return Ok(Some(file));
        }
        let package = publishers::file_under_review(&mut conn, digest).await?;
        drop(conn);
        match package {
            Some(package) => registry::page_of_file(package, path).await,
            None => Ok(None),
        }
    })
}
