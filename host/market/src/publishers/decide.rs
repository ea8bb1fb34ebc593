//! Review decisions: try a package, approve it, or return it.

use super::membership::{self, Letter, To};
use super::reviews::{self, Review};
use super::store::{self, Decision, Row, SubmissionState};
use super::submissions::{expect_submitted, named};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::messages::notifications::NotificationKind;
use crate::platform::auth::role_now;
use crate::platform::json::Json as Body;
use crate::platform::prelude::*;
use crate::registry::{self, Change, Checked, Reviewed, Rollout, Stage};

const REASON_CHARS: usize = 4000;

/// The terms of an approval.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReviewApproval)]
pub(super) struct Approval {
    /// Whether the lists of the catalogue show the plugin.
    listed: bool,
    /// The first rollout stage.
    stage: Stage,
    /// With `plan`: the plan.
    product_id: Option<i64>,
    /// With `percent`: how many of a hundred accounts.
    #[schema(minimum = 1, maximum = 99)]
    percent: Option<i64>,
}

async fn expect_waiting(conn: &mut Conn, id: &str) -> Result<Row> {
    let row = store::find(conn, id).await?;
    expect_submitted(&row)?;
    Ok(row)
}

/// Approve a package: it is installed with all its permissions, and released
#[utoipa::path(post, path = "/api/admin/reviews/{id}/approve", tag = "admin", params(("id" = String, Path)), request_body = Approval, responses(
    (status = 200, body = Review),
    (status = 403, description = "It is your own account"),
    (status = 409, description = "It was decided or withdrawn in the meantime"),
    (status = 422, description = "It is refused now; `errors` lists what is wrong, by file"),
))]
pub async fn approve_review(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(id): Id,
    Body(approval): Body<Approval>,
) -> Result<Json<Review>> {
    let rollout = Rollout::of(approval.stage, &by.admin.id, approval.product_id, approval.percent)?;
    let (row, checked) = look_again(&app, &by.admin.id, &id).await?;
    let mut change = Change::begin(&app, "review").await?;
    approved(&app, &mut change.tx, &by, &id, &approval).await?;
    let plugin = row.plugin.as_deref().unwrap_or_default();
    let listed = Some(approval.listed);
    let reviewed = Reviewed { plugin, digest: &row.digest, reviewer: &by.admin.id, rollout, listed };
    registry::let_in(&app, &mut change.tx, checked, reviewed).await?;
    change.finish(&[plugin]).await?;
    reviews::view(&app, &by.admin, &id, locale).await.map(Json)
}

/// A submitted package, with its file checked again as for an installation.
async fn look_again(app: &App, reviewer: &str, id: &str) -> Result<(Row, Checked)> {
    let mut conn = app.db.read().acquire().await?;
    let row = expect_waiting(&mut conn, id).await?;
    let bytes = store::file(&mut conn, id).await?;
    drop(conn);
    Ok((row, registry::check(app, reviewer, bytes.into()).await?))
}

/// Stores the decision, in the transaction that installs the package.
async fn approved(app: &App, tx: &mut Conn, by: &ByAdmin, id: &str, approval: &Approval) -> Result<()> {
    role_now(tx, &by.admin).await?;
    let row = expect_waiting(tx, id).await?;
    let is_own = !reviews::may_approve(tx, &by.admin, &row).await?;
    refuse_if(is_own, || Problem::new(StatusCode::FORBIDDEN, "publishers.own"))?;
    let (state, reviewer) = (SubmissionState::Approved, by.admin.id.as_str());
    let decision = Decision { state, reviewer, reason_en: None, reason_pl: None };
    store::decide(tx, id, decision).await?;
    store::drop_file(tx, id).await?;
    let details = json!({ "digest": row.digest, "version": row.version, "publisher": row.publisher_id,
        "stage": approval.stage, "listed": approval.listed });
    record(tx, by, "review.approved", &row, details).await?;
    notify(app, tx, &row, NotificationKind::ReviewApproved, "review-approved").await
}

async fn record(tx: &mut Conn, by: &ByAdmin, action: &'static str, row: &Row, details: Value) -> Result<()> {
    let plugin = row.plugin.as_deref().unwrap_or_default();
    by.record(tx, action, Subject::of("plugin", plugin, plugin), details).await
}

/// Notifies the publisher's members on screen and by mail.
async fn notify(
    app: &App,
    tx: &mut Conn,
    row: &Row,
    kind: NotificationKind,
    template: &'static str,
) -> Result<()> {
    let letter = Letter { template, link: membership::link };
    membership::notify(app, tx, &row.publisher_id, To::Everybody, kind, &named(row), Some(letter)).await
}

/// Why a package is returned.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Return {
    /// What to change, in English; at least one language is required, both are better.
    #[serde(default, deserialize_with = "json::trimmed")]
    #[garde(inner(length(chars, max = REASON_CHARS)))]
    #[schema(max_length = 4000)]
    reason_en: Option<String>,
    /// The same in Polish.
    #[serde(default, deserialize_with = "json::trimmed")]
    #[garde(inner(length(chars, max = REASON_CHARS)))]
    #[schema(max_length = 4000)]
    reason_pl: Option<String>,
}

/// Return a package to its publisher
///
/// A version that the reviewer tried is removed.
#[utoipa::path(post, path = "/api/admin/reviews/{id}/return", tag = "admin", params(("id" = String, Path)), request_body = Return, responses(
    (status = 200, body = Review), (status = 409, description = "It was decided or withdrawn in the meantime")))]
pub async fn return_review(
    app: App,
    by: ByAdmin,
    locale: Locale,
    Id(id): Id,
    Valid(why): Valid<Return>,
) -> Result<Json<Review>> {
    let field = locale.pick("reason_en", "reason_pl");
    let is_without = why.reason_en.is_none() && why.reason_pl.is_none();
    refuse_if(is_without, || Problem::invalid_field(field, Text::key("publishers.reason")))?;
    let mut change = Change::begin(&app, "review").await?;
    let row = expect_waiting(&mut change.tx, &id).await?;
    returned(&app, &mut change.tx, &by, &row, &why).await?;
    change.finish(&[row.plugin.as_deref().unwrap_or_default()]).await?;
    reviews::view(&app, &by.admin, &id, locale).await.map(Json)
}

async fn returned(app: &App, tx: &mut Conn, by: &ByAdmin, row: &Row, why: &Return) -> Result<()> {
    role_now(tx, &by.admin).await?;
    let decision = Decision {
        state: SubmissionState::Returned,
        reviewer: &by.admin.id,
        reason_en: why.reason_en.as_deref(),
        reason_pl: why.reason_pl.as_deref(),
    };
    store::decide(tx, &row.id, decision).await?;
    registry::take_out(app, tx, &row.digest).await?;
    let details = json!({ "digest": row.digest, "version": row.version, "publisher": row.publisher_id });
    record(tx, by, "review.returned", row, details).await?;
    notify(app, tx, row, NotificationKind::ReviewReturned, "review-returned").await
}

/// Try a package: it is installed for the reviewer alone
#[utoipa::path(post, path = "/api/admin/reviews/{id}/try", tag = "admin", params(("id" = String, Path)), responses(
    (status = 200, body = Review),
    (status = 409, description = "It was decided or withdrawn in the meantime, or another version is being released to all accounts"),
    (status = 422, description = "It is refused now; `errors` lists what is wrong, by file"),
))]
pub async fn try_review(app: App, by: ByAdmin, locale: Locale, Id(id): Id) -> Result<Json<Review>> {
    let rollout = Rollout::of(Stage::Me, &by.admin.id, None, None)?;
    let (_, checked) = look_again(&app, &by.admin.id, &id).await?;
    let mut change = Change::begin(&app, "review").await?;
    let tx = &mut change.tx;
    role_now(tx, &by.admin).await?;
    let row = expect_waiting(tx, &id).await?;
    let plugin = row.plugin.as_deref().unwrap_or_default();
    let is_on_its_way = registry::is_on_its_way(tx, plugin, &row.digest).await?;
    refuse_if(is_on_its_way, || Problem::conflict("publishers.other-on-its-way"))?;
    let reviewed = Reviewed { plugin, digest: &row.digest, reviewer: &by.admin.id, rollout, listed: None };
    registry::let_in(&app, tx, checked, reviewed).await?;
    let details = json!({ "digest": row.digest, "version": row.version, "publisher": row.publisher_id });
    record(tx, &by, "review.tried", &row, details).await?;
    change.finish(&[plugin]).await?;
    reviews::view(&app, &by.admin, &id, locale).await.map(Json)
}
