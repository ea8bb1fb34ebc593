//! Webhooks: addresses of a user's own servers that are called when something changes. A call is signed as
//! [Standard Webhooks](https://www.standardwebhooks.com) describes, so that libraries of every language can check it.

mod deliver;
mod deliveries;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::platform::json;
use crate::platform::prelude::*;
use crate::realtime;

pub use deliver::{GIVEN_UP_AFTER, clear};

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::personal("webhooks", &["account_id"]), Table::new("webhook_deliveries")],
    personal_data: || Belongings { export: Some(own_files), ..Belongings::default() },
    open: |app| {
        let sender = deliver::Sender(Fetcher::new(&app.config)?);
        Ok(app.with(sender))
    },
    jobs: &[
        Kind::of::<deliver::DeliverWebhook>(),
        Kind::periodic("webhooks.clear", Schedule::Cron("15 3 * * *"), |app| {
            Box::pin(async move { clear(&app, Timestamp::now()).await })
        }),
    ],
    ..Slice::new("webhooks")
};

/// Webhooks of one account.
const MOST: i64 = 10;
const URL_CHARS: usize = 2_000;
/// What a secret begins with, and its bytes after that.
const SECRET_PREFIX: &str = "whsec_";
const SECRET_BYTES: usize = 32;
/// Purpose of the encryption of secrets.
const PURPOSE: &str = "webhook";

fn routes() -> OpenApiRouter<App> {
    endpoints![
        (list_webhooks, add_webhook),
        (edit_webhook, delete_webhook),
        deliveries::test_webhook,
        deliveries::list_webhook_deliveries,
        deliveries::send_webhook_again
    ]
}

/// What a webhook can be called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum WebhookEvent {
    /// A task was added; `data` is the task, as the API returns it.
    #[serde(rename = "task.created")]
    TaskCreated,
    /// A task was changed, closed or opened again; `data` is the task.
    #[serde(rename = "task.changed")]
    TaskChanged,
    /// A task was deleted; `data` is the task as it was.
    #[serde(rename = "task.deleted")]
    TaskDeleted,
}

/// Calls the account's webhooks for an event, after the commit of this transaction.
pub async fn emit(
    app: &App,
    tx: &mut Conn,
    account: &str,
    event: WebhookEvent,
    data: &impl Serialize,
) -> Result<()> {
    let all = db::query_as(selected("WHERE account_id = $1 AND enabled ORDER BY id"));
    let all: Vec<Webhook> = all.bind(account).fetch_all(&mut *tx).await?;
    let wanting: Vec<&Webhook> = all.iter().filter(|webhook| webhook.events.contains(&event)).collect();
    if wanting.is_empty() {
        return Ok(());
    }
    let name = serde_json::to_value(event)?;
    let data = serde_json::to_value(data)?;
    for webhook in wanting {
        let name = name.as_str().unwrap_or_default();
        deliver::enqueue(app, tx, account, &webhook.id, name, &data).await?;
    }
    Ok(())
}

/// A webhook, without its secret.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct Webhook {
    id: String,
    #[schema(example = "https://example.com/hooks/sitewright")]
    url: String,
    #[sqlx(try_from = "Stored<Vec<WebhookEvent>>")]
    events: Vec<WebhookEvent>,
    /// Whether it is called. It is turned off when a delivery has failed for a day.
    enabled: bool,
    created_at: Timestamp,
}

fn selected(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("SELECT id, url, events, enabled, created_at FROM webhooks {rest}"))
}

/// A webhook of an account; 404 if there is none.
async fn find(conn: &mut Conn, account: &str, id: &str) -> Result<Webhook> {
    let webhook = db::query_as(selected("WHERE id = $1 AND account_id = $2")).binds((id, account));
    webhook.fetch_optional(conn).await?.ok_or_else(Problem::not_found)
}

/// Your webhooks, newest first
#[utoipa::path(get, path = "/api/webhooks", tag = "webhooks", params(Page), responses((status = 200, body = Paged<Webhook>)))]
async fn list_webhooks(app: App, user: User, page: Page) -> Result<Json<Paged<Webhook>>> {
    let mut tx = app.db.read().begin().await?;
    let count = db::query_scalar("SELECT count(*) FROM webhooks WHERE account_id = $1").bind(&user.id);
    let rows =
        db::query_as(selected("WHERE account_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3")).bind(&user.id);
    page.fetch(&mut tx, count, rows).await.map(Json)
}

/// A webhook to add.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewWebhook)]
struct NewWebhook {
    /// Starts with `https://`.
    #[serde(default, deserialize_with = "json::trimmed")]
    #[garde(required, inner(length(chars, max = URL_CHARS)))]
    #[schema(required, value_type = String, max_length = 2000, example = "https://example.com/hooks/sitewright")]
    url: Option<String>,
    #[serde(default)]
    #[garde(length(min = 1, max = 20))]
    #[schema(required, min_items = 1, max_items = 20)]
    events: Vec<WebhookEvent>,
}

/// A new webhook.
#[derive(Debug, Serialize, ToSchema)]
struct MadeWebhook {
    webhook: Webhook,
    /// The key of its signatures, shown only this once.
    #[schema(example = "whsec_…")]
    secret: String,
}

/// Add a webhook
///
/// Each event is a POST request with the JSON `{type, timestamp, data}` and the headers `webhook-id`,
/// `webhook-timestamp` and `webhook-signature` of Standard Webhooks. A response with a status from 200 to 299 confirms
/// it; otherwise it is sent again, with growing pauses, for a day.
#[utoipa::path(post, path = "/api/webhooks", tag = "webhooks", request_body = NewWebhook, responses(
    (status = 201, body = MadeWebhook), (status = 409, description = "The limit is reached"),
    (status = 423, description = "Confirm the password first")))]
async fn add_webhook(app: App, user: User, Valid(new): Valid<NewWebhook>) -> Result<Response> {
    auth::expect_confirmed(&app, &user).await?;
    let url = checked(&app, new.url.as_deref().unwrap_or_default())?;
    let bytes: [u8; SECRET_BYTES] = rand::random();
    let (id, now) = (db::new_id(), Timestamp::now());
    let mut tx = app.db.write_for(&user.id).await?;
    let count: i64 = db::query_scalar("SELECT count(*) FROM webhooks WHERE account_id = $1")
        .bind(&user.id)
        .fetch_one(&mut *tx)
        .await?;
    refuse_if(count >= MOST, || Problem::conflict("webhooks.too-many").with("max", MOST))?;
    let insert = db::query(
        "INSERT INTO webhooks (id, account_id, url, events, secret, enabled, created_at) VALUES ($1, $2, $3, $4, $5, TRUE, $6)",
    );
    let sealed = auth::seal(&app, PURPOSE, &id, &bytes)?;
    insert.binds((&id, &user.id, url.as_str(), Stored(unique(new.events)), sealed, now)).run(&mut tx).await?;
    let webhook = find(&mut tx, &user.id, &id).await?;
    publish(&app, &mut tx, &user.id);
    tx.commit().await?;
    let made = MadeWebhook { webhook, secret: format!("{SECRET_PREFIX}{}", STANDARD.encode(bytes)) };
    Ok((StatusCode::CREATED, NO_STORE, Json(made)).into_response())
}

/// The changes; absent fields keep their value.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookEdit {
    #[garde(inner(length(min = 1, max = 20)))]
    #[schema(min_items = 1, max_items = 20)]
    events: Option<Vec<WebhookEvent>>,
    #[garde(skip)]
    enabled: Option<bool>,
}

/// Change the events of a webhook, or turn it on or off
#[utoipa::path(patch, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = String, Path)), request_body = WebhookEdit,
    responses((status = 200, body = Webhook)))]
async fn edit_webhook(
    app: App,
    user: User,
    Id(id): Id,
    Valid(edit): Valid<WebhookEdit>,
) -> Result<Json<Webhook>> {
    let mut tx = app.db.write_for(&user.id).await?;
    find(&mut tx, &user.id, &id).await?;
    let events = Stored(edit.events.map(unique));
    db::query(
        "UPDATE webhooks SET events = COALESCE($2, events), enabled = COALESCE($3, enabled) WHERE id = $1",
    )
    .binds((&id, events, edit.enabled))
    .run(&mut tx)
    .await?;
    let webhook = find(&mut tx, &user.id, &id).await?;
    publish(&app, &mut tx, &user.id);
    committed(tx, Json(webhook)).await
}

/// Delete a webhook with its deliveries
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = String, Path)), responses((status = 204)))]
async fn delete_webhook(app: App, user: User, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write_for(&user.id).await?;
    find(&mut tx, &user.id, &id).await?;
    db::query("DELETE FROM webhooks WHERE id = $1").bind(&id).run(&mut tx).await?;
    publish(&app, &mut tx, &user.id);
    committed(tx, no_content()).await
}

/// Refuses an address that must not get a user's data: private, or without encryption.
fn checked(app: &App, url: &str) -> Result<Url> {
    let refused = || Problem::invalid_field("url", Text::key("webhooks.url"));
    let parsed = Url::parse(url).map_err(|_| refused())?;
    // A password in an address would be stored and shown as plain text.
    let has_password = !parsed.username().is_empty() || parsed.password().is_some();
    refuse_if(has_password || parsed.as_str().len() > URL_CHARS, refused)?;
    let deliver::Sender(fetcher) = app.part();
    fetcher.expect_safe(&parsed).map_err(|_| refused())?;
    Ok(parsed)
}

fn unique(events: Vec<WebhookEvent>) -> Vec<WebhookEvent> {
    let mut unique = Vec::new();
    for event in events {
        if !unique.contains(&event) {
            unique.push(event);
        }
    }
    unique
}

fn publish(app: &App, tx: &mut Conn, account: &str) {
    realtime::publish(app, tx, account, "webhook.changed", &json!({}));
}

/// For the export of a user's data: everything except the secrets.
fn own_files<'a>(conn: &'a mut Conn, account: &'a str) -> BoxFuture<'a, Result<Vec<File>>> {
    Box::pin(async move {
        let all = db::query_as(selected("WHERE account_id = $1 ORDER BY id"));
        let all: Vec<Webhook> = all.bind(account).fetch_all(conn).await?;
        Ok(if all.is_empty() { Vec::new() } else { vec![File::json("webhooks.json", &all)?] })
    })
}
