//! The log of deliveries: what was sent to a webhook, and what it responded.

use super::{Webhook, deliver, find};
use crate::platform::prelude::*;

/// Test calls of an account in an hour.
const TESTS: Limit = Limit::new(30, HOUR);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum DeliveryState {
    /// It will be sent, for the first time or again.
    Waiting,
    Delivered,
    /// It was given up.
    Failed,
}

text_column!(DeliveryState);

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    event: String,
    body: String,
    state: DeliveryState,
    attempts: i64,
    status: Option<i64>,
    #[sqlx(try_from = "Stored<Option<Text>>")]
    problem: Option<Text>,
    created_at: Timestamp,
    tried_at: Option<Timestamp>,
}

/// A call of a webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookDelivery {
    id: String,
    /// The name of the event, or `test`.
    #[schema(example = "task.changed")]
    event: String,
    /// What is sent: JSON.
    body: String,
    state: DeliveryState,
    attempts: i64,
    /// The status of the last response; null if there was none.
    #[schema(required)]
    status: Option<i64>,
    /// Why the last attempt failed, in the reader's language; null if it did not.
    #[schema(required)]
    problem: Option<String>,
    created_at: Timestamp,
    /// When the last attempt ended.
    #[schema(required)]
    tried_at: Option<Timestamp>,
}

impl Row {
    fn view(self, locale: Locale) -> WebhookDelivery {
        let Self { id, event, body, state, attempts, status, problem, created_at, tried_at } = self;
        let problem = problem.map(|problem| problem.say(locale));
        WebhookDelivery { id, event, body, state, attempts, status, problem, created_at, tried_at }
    }
}

const COLUMNS: &str =
    "SELECT id, event, body, state, attempts, status, problem, created_at, tried_at FROM webhook_deliveries";

fn selected(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{COLUMNS} {rest}"))
}

async fn delivery(conn: &mut Conn, webhook: &str, id: &str, locale: Locale) -> Result<WebhookDelivery> {
    let row = db::query_as(selected("WHERE id = $1 AND webhook_id = $2")).binds((id, webhook));
    let row: Option<Row> = row.fetch_optional(conn).await?;
    row.map(|row| row.view(locale)).ok_or_else(Problem::not_found)
}

/// What was sent to a webhook in the last 30 days, newest first
#[utoipa::path(get, path = "/api/webhooks/{id}/deliveries", tag = "webhooks", params(("id" = String, Path), Page),
    responses((status = 200, body = Paged<WebhookDelivery>)))]
pub(super) async fn list_webhook_deliveries(
    app: App,
    user: User,
    locale: Locale,
    Id(id): Id,
    page: Page,
) -> Result<Json<Paged<WebhookDelivery>>> {
    let mut tx = app.db.read().begin().await?;
    find(&mut tx, &user.id, &id).await?;
    let count = db::query_scalar("SELECT count(*) FROM webhook_deliveries WHERE webhook_id = $1").bind(&id);
    let rows = db::query_as(selected("WHERE webhook_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3")).bind(&id);
    let page = page.fetch::<Row>(&mut tx, count, rows).await?;
    Ok(Json(page.map(|row| row.view(locale))))
}

/// Send a test event to a webhook
///
/// Its type is `test`, and its `data` is empty.
#[utoipa::path(post, path = "/api/webhooks/{id}/test", tag = "webhooks", params(("id" = String, Path)),
    responses((status = 202, body = WebhookDelivery), (status = 409, description = "The webhook is turned off"), (status = 429, description = "Too many tests")))]
pub(super) async fn test_webhook(
    app: App,
    user: User,
    locale: Locale,
    Id(id): Id,
) -> Result<(StatusCode, Json<WebhookDelivery>)> {
    let mut tx = app.db.write_for(&user.id).await?;
    let webhook = find(&mut tx, &user.id, &id).await?;
    expect_on(&webhook)?;
    app.rates.count("webhook-test", &user.id, TESTS)?;
    let sent = deliver::enqueue(&app, &mut tx, &user.id, &id, "test", &json!({})).await?;
    let sent = delivery(&mut tx, &id, &sent, locale).await?;
    committed(tx, (StatusCode::ACCEPTED, Json(sent))).await
}

/// Send a delivery again
///
/// It keeps its id, so that a receiver recognizes what it already has.
#[utoipa::path(post, path = "/api/webhooks/{id}/deliveries/{delivery}/send", tag = "webhooks",
    params(("id" = String, Path), ("delivery" = String, Path)),
    responses((status = 202, body = WebhookDelivery), (status = 409, description = "The webhook is turned off"), (status = 429, description = "Too many tests")))]
pub(super) async fn send_webhook_again(
    app: App,
    user: User,
    locale: Locale,
    Path((id, sent)): Path<(String, String)>,
) -> Result<(StatusCode, Json<WebhookDelivery>)> {
    let mut tx = app.db.write_for(&user.id).await?;
    let webhook = find(&mut tx, &user.id, &id).await?;
    delivery(&mut tx, &id, &sent, locale).await?;
    expect_on(&webhook)?;
    app.rates.count("webhook-test", &user.id, TESTS)?;
    db::query("UPDATE webhook_deliveries SET state = 'waiting', attempts = 0 WHERE id = $1")
        .bind(&sent)
        .run(&mut tx)
        .await?;
    deliver::start(&app, &mut tx, &user.id, &sent).await?;
    let sent = delivery(&mut tx, &id, &sent, locale).await?;
    committed(tx, (StatusCode::ACCEPTED, Json(sent))).await
}

fn expect_on(webhook: &Webhook) -> Result<()> {
    refuse_if(!webhook.enabled, || Problem::conflict("webhooks.turned-off"))
}
