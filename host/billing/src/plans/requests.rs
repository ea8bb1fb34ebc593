//! Users' requests for plans, which administrators decide, because no payment provider is connected.

use super::assign::{self, PlanChoice};
use super::offer::{OwnPlan, name_of, own_plan};
use super::{FREE, Period, store};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::json::Json as Body;
use crate::platform::prelude::*;

/// A requested plan.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlanRequest)]
pub(super) struct PlanRequestView {
    id: String,
    product_id: i64,
    /// Name of the plan, in the reader's language.
    plan: String,
    period: Period,
    created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Request {
    id: String,
    account_id: String,
    product_id: i64,
    period: Period,
    created_at: Timestamp,
}

impl PlanRequestView {
    /// An account's open request.
    pub async fn open_of(conn: &mut Conn, account: &str, locale: Locale) -> Result<Option<Self>> {
        let Some(Request { id, product_id, period, created_at, .. }) = open_of(conn, account).await? else {
            return Ok(None);
        };
        Ok(Some(Self { id, plan: name_of(conn, product_id, locale).await?, product_id, period, created_at }))
    }
}

async fn open_of(conn: &mut Conn, account: &str) -> Result<Option<Request>> {
    let request = db::query_as(
        "SELECT id, account_id, product_id, period, created_at FROM plan_requests WHERE account_id = $1 AND state = 'open'",
    );
    Ok(request.bind(account).fetch_optional(conn).await?)
}

/// Request a plan from the administrators
///
/// A second request replaces the first.
#[utoipa::path(post, path = "/api/plan/request", tag = "plans", request_body = PlanChoice, responses(
    (status = 201, description = "The administrators were notified", body = OwnPlan), (status = 409, description = "It is your own plan")))]
pub(super) async fn request_plan(
    app: App,
    user: User,
    locale: Locale,
    Body(mut choice): Body<PlanChoice>,
) -> Result<(StatusCode, Json<OwnPlan>)> {
    if choice.product_id == FREE {
        choice.period = Period::Monthly;
    }
    let mut tx = app.db.write().await?;
    let own = store::of_account(&mut tx, &user.id).await?;
    let is_own = own.plan.id == choice.product_id && own.period == choice.period;
    refuse_if(is_own, || Problem::conflict("plans.own"))?;
    let plan = store::find(&mut tx, choice.product_id).await?.filter(|plan| plan.on_offer);
    let plan = plan.ok_or_else(|| Problem::invalid_field("product_id", Text::key("plans.not-on-offer")))?;
    let known = open_of(&mut tx, &user.id).await?;
    let is_new = known.is_none_or(|known| (known.product_id, known.period) != (plan.id, choice.period));
    if is_new {
        ask(&mut tx, &user.id, &choice).await?;
        let params = params([("name", user.name.as_str().into()), ("plan", plan.name())]);
        let kind = NotificationKind::PlanRequested;
        notifications::notify_administrators(&app, &mut tx, kind, &params).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, own_plan(&app, &user.id, locale).await?))
}

async fn ask(tx: &mut Conn, account: &str, choice: &PlanChoice) -> Result<()> {
    let now = Timestamp::now();
    close(tx, "withdrawn", account).await?;
    let query = db::query(
        "INSERT INTO plan_requests (id, account_id, product_id, period, state, created_at) VALUES ($1, $2, $3, $4, 'open', $5)",
    );
    query.binds((db::new_id(), account, choice.product_id, choice.period, now)).run(tx).await
}

/// Closes an account's open request; false if there is none.
async fn close(tx: &mut Conn, state: &'static str, account: &str) -> Result<bool> {
    let closed = db::query(
        "UPDATE plan_requests SET state = $2, decided_at = $3 WHERE account_id = $1 AND state = 'open'",
    );
    let closed = closed.binds((account, state, Timestamp::now())).execute(tx).await?;
    Ok(closed.rows_affected() == 1)
}

/// Closes an open request for exactly this plan.
pub(super) async fn fulfil(tx: &mut Conn, account: &str, product_id: i64, period: Period) -> Result<()> {
    let open = open_of(tx, account).await?;
    if open.is_some_and(|open| open.product_id == product_id && (product_id == FREE || open.period == period))
    {
        close(tx, "accepted", account).await?;
    }
    Ok(())
}

/// Withdraw your request
#[utoipa::path(delete, path = "/api/plan/request", tag = "plans", responses((status = 204), (status = 404, description = "There is no open request")))]
pub(super) async fn withdraw_plan_request(app: App, user: User) -> Result<Response> {
    let mut tx = app.db.write().await?;
    refuse_if(!close(&mut tx, "withdrawn", &user.id).await?, Problem::not_found)?;
    committed(tx, no_content()).await
}

/// A request as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OpenPlanRequest {
    #[serde(flatten)]
    request: PlanRequestView,
    user_id: String,
    name: String,
    email: String,
    /// Name of the account's current plan, in the reader's language.
    has: String,
}

#[derive(sqlx::FromRow)]
struct OpenRow {
    #[sqlx(flatten)]
    request: Request,
    name: String,
    email: String,
    plan_en: String,
    plan_pl: String,
    has_en: String,
    has_pl: String,
}

impl OpenRow {
    fn view(self, locale: Locale) -> OpenPlanRequest {
        let pick = |en: String, pl: String| if locale == Locale::Pl { pl } else { en };
        let Request { id, account_id, product_id, period, created_at } = self.request;
        let plan = pick(self.plan_en, self.plan_pl);
        OpenPlanRequest {
            request: PlanRequestView { id, product_id, plan, period, created_at },
            user_id: account_id,
            name: self.name,
            email: self.email,
            has: pick(self.has_en, self.has_pl),
        }
    }
}

/// Open requests for plans, oldest first
#[utoipa::path(get, path = "/api/admin/plan-requests", tag = "admin", params(Page), responses((status = 200, body = Paged<OpenPlanRequest>)))]
pub(super) async fn list_plan_requests(
    app: App,
    _: Admin,
    locale: Locale,
    page: Page,
) -> Result<Json<Paged<OpenPlanRequest>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM plan_requests WHERE state = 'open'");
    let rows = db::query_as(
        "SELECT r.id, r.account_id, r.product_id, r.period, r.created_at, u.name, u.email, p.name_en AS plan_en, p.name_pl AS plan_pl,
             h.name_en AS has_en, h.name_pl AS has_pl
         FROM plan_requests r JOIN user_profiles u ON u.id = r.account_id JOIN products p ON p.id = r.product_id
         LEFT JOIN subscriptions s ON s.account_id = r.account_id JOIN products h ON h.id = COALESCE(s.product_id, 0)
         WHERE r.state = 'open' ORDER BY r.id LIMIT $1 OFFSET $2",
    );
    Ok(Json(page.fetch(&mut tx, count, rows).await?.map(|row: OpenRow| row.view(locale))))
}

/// An open request; 409 if it was decided or withdrawn meanwhile.
async fn expect_open(tx: &mut Conn, id: &str) -> Result<Request> {
    let found = db::query_as("SELECT decided_at FROM plan_requests WHERE id = $1");
    let found: Option<(Option<Timestamp>,)> = found.bind(id).fetch_optional(&mut *tx).await?;
    if found.ok_or_else(Problem::not_found)?.0.is_some() {
        return Err(Problem::conflict("plans.request-closed"));
    }
    let request = db::query_as(
        "SELECT id, account_id, product_id, period, created_at FROM plan_requests WHERE id = $1",
    );
    Ok(request.bind(id).fetch_one(tx).await?)
}

/// Approve a request for a plan
#[utoipa::path(post, path = "/api/admin/plan-requests/{id}/accept", tag = "admin", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It was decided or withdrawn in the meantime"), (status = 422, description = "The plan is not on offer any more")))]
pub(super) async fn accept_plan_request(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let Request { account_id, product_id, period, .. } = expect_open(&mut tx, &id).await?;
    expect_reach(&mut tx, &by.admin, &account_id).await?;
    assign::give(&app, &mut tx, &by.actor, &account_id, &PlanChoice { product_id, period }).await?;
    close(&mut tx, "accepted", &account_id).await?;
    committed(tx, no_content()).await
}

/// Decline a request for a plan
#[utoipa::path(post, path = "/api/admin/plan-requests/{id}/decline", tag = "admin", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It was decided or withdrawn in the meantime")))]
pub(super) async fn decline_plan_request(app: App, by: ByAdmin, Path(id): Path<String>) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let Request { account_id, product_id, period, .. } = expect_open(&mut tx, &id).await?;
    expect_reach(&mut tx, &by.admin, &account_id).await?;
    close(&mut tx, "declined", &account_id).await?;
    let plan = store::find(&mut tx, product_id).await?.ok_or_else(Problem::not_found)?.name();
    let details = json!({ "product_id": product_id, "name": plan, "period": period });
    by.record(&mut tx, "user.plan-declined", Subject::user(&account_id), details).await?;
    let params = [("plan".to_owned(), plan)].into_iter().collect();
    let kind = NotificationKind::PlanDeclined;
    notifications::notify(&app, &mut tx, &account_id, kind, &params).await?;
    committed(tx, no_content()).await
}
