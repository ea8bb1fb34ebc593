//! Dismissed steps of the dashboard, stored for all browsers of a user.

use crate::platform::prelude::*;

/// The newest are kept: a step about one particular thing, such as one table, ends sooner or later.
const MOST: i64 = 100;

/// The dismissed steps.
#[derive(Serialize, ToSchema)]
pub(crate) struct DismissedSteps {
    /// Names of steps, defined by the page.
    data: Vec<String>,
}

/// A step to dismiss.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DismissedStep {
    #[garde(required, inner(length(chars, min = 1, max = 300)))]
    #[schema(required, value_type = String, max_length = 300, example = "project")]
    step: Option<String>,
}

/// Steps of the dashboard that were dismissed
#[utoipa::path(get, path = "/api/user/dismissed-steps", tag = "accounts", responses((status = 200, body = DismissedSteps)))]
pub(crate) async fn list_dismissed_steps(app: App, user: User) -> Result<Json<DismissedSteps>> {
    let data = db::query_scalar("SELECT step FROM dismissed_steps WHERE account_id = $1 ORDER BY step");
    let data = data.bind(&user.id).fetch_all(app.db.read()).await?;
    Ok(Json(DismissedSteps { data }))
}

/// Dismiss a step of the dashboard
#[utoipa::path(post, path = "/api/user/dismissed-steps", tag = "accounts", request_body = DismissedStep,
    responses((status = 204, description = "It is dismissed")))]
pub(crate) async fn dismiss_step(
    app: App,
    user: User,
    Valid(dismissed): Valid<DismissedStep>,
) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    let query = db::query(
        "INSERT INTO dismissed_steps (account_id, step, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    );
    query.binds((&user.id, dismissed.step, Timestamp::now())).execute(&mut *tx).await?;
    let query = db::query(
        "DELETE FROM dismissed_steps WHERE account_id = $1 AND step NOT IN
             (SELECT step FROM dismissed_steps WHERE account_id = $1 ORDER BY created_at DESC, step LIMIT $2)",
    );
    query.binds((&user.id, MOST)).execute(&mut *tx).await?;
    committed(tx, no_content()).await
}
