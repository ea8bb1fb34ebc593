//! Plans assigned by administrators.

use super::offer::{OwnPlan, own_plan};
use super::{Period, publish_meters, requests, set_plan, store};
use crate::messages::audit_log::{self, Actor, ByAdmin, Subject};
use crate::messages::notifications::{self, NotificationKind};
use crate::messages::realtime;
use crate::platform::json::Json as Body;
use crate::platform::prelude::*;

/// A plan and its billing period.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanChoice {
    pub product_id: i64,
    pub period: Period,
}

/// Gives an account a plan, records that and notifies its user, in the caller's transaction. Does nothing if the
/// account has that plan already.
pub(super) async fn give(
    app: &App,
    tx: &mut Conn,
    actor: &Actor,
    account: &str,
    choice: &PlanChoice,
) -> Result<()> {
    let before = store::of_account(tx, account).await?;
    if !set_plan(tx, account, choice.product_id, choice.period).await? {
        return Ok(());
    }
    let now = store::of_account(tx, account).await?;
    let details = json!({
        "from": { "product_id": before.plan.id, "name": before.plan.name(), "period": before.period },
        "to": { "product_id": now.plan.id, "name": now.plan.name(), "period": now.period },
    });
    audit_log::record(tx, actor, "user.plan-changed", Subject::user(account), details).await?;
    let params = params([("plan", now.plan.name()), ("words", now.plan.ai_words.into())]);
    let kind = NotificationKind::PlanChanged;
    notifications::notify(app, tx, account, kind, &params).await?;
    realtime::publish(app, tx, account, "plan.changed", &json!({}));
    publish_meters(app, tx, account).await
}

/// The plan of an account
#[utoipa::path(get, path = "/api/admin/users/{id}/plan", tag = "admin", params(("id" = String, Path)), responses((status = 200, body = OwnPlan)))]
pub(super) async fn get_user_plan(
    app: App,
    _: Admin,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<OwnPlan>> {
    users::expect(&mut app.db.read().acquire().await?, &id).await?;
    own_plan(&app, &id, locale).await
}

/// Assign a plan to an account
///
/// A month starts with the words and pages of the plan; unused ones of the previous month expire.
#[utoipa::path(put, path = "/api/admin/users/{id}/plan", tag = "admin", params(("id" = String, Path)), request_body = PlanChoice,
    responses((status = 200, body = OwnPlan)))]
pub(super) async fn change_user_plan(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Path(id): Path<String>,
    Body(choice): Body<PlanChoice>,
) -> Result<Json<OwnPlan>> {
    let mut tx = app.db.write().await?;
    expect_reach(&mut tx, &by.admin, &id).await?;
    give(&app, &mut tx, &by.actor, &id, &choice).await?;
    // This also fulfils the user's open request.
    requests::fulfil(&mut tx, &id, choice.product_id, choice.period).await?;
    tx.commit().await?;
    own_plan(&app, &id, locale).await
}
