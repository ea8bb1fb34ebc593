//! Delivery: a job for each call of a webhook, with retries and growing pauses.

use super::PURPOSE;
use crate::notifications::{self, NotificationKind};
use crate::platform::fetch::{Unread, reason};
use crate::platform::jobs::{Enqueue, Job, Lane, Next, Retry, Running};
use crate::platform::prelude::*;
use crate::realtime;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Attempts of one delivery: with doubling pauses that is about a day.
pub const GIVEN_UP_AFTER: i64 = 14;
const RETRY: Retry = Retry {
    attempts: GIVEN_UP_AFTER,
    first_pause: Duration::from_secs(10),
    longest_pause: Duration::from_secs(6 * 60 * 60),
};
/// How long deliveries stay in the log, and how many of a webhook.
const KEPT_DAYS: i64 = 30;
const KEPT: i64 = 500;

/// The client for webhooks.
pub(super) struct Sender(pub Fetcher);

/// Stores a delivery and enqueues its job. Returns its id.
pub(super) async fn enqueue(
    app: &App,
    tx: &mut Conn,
    account: &str,
    webhook: &str,
    event: &str,
    data: &Value,
) -> Result<String> {
    let (id, now) = (db::new_id(), Timestamp::now());
    let body = json!({ "type": event, "timestamp": now, "data": data }).to_string();
    db::query(
        "INSERT INTO webhook_deliveries (id, webhook_id, event, body, state, created_at) VALUES ($1, $2, $3, $4, 'waiting', $5)",
    )
    .binds((&id, webhook, event, body, now))
    .run(&mut *tx)
    .await?;
    start(app, tx, account, &id).await?;
    Ok(id)
}

/// Enqueues the job of a waiting delivery.
pub(super) async fn start(app: &App, tx: &mut Conn, account: &str, delivery: &str) -> Result<()> {
    let job = DeliverWebhook { delivery: delivery.to_owned() };
    Enqueue::new(&job)?.key(delivery).account(account).put(app, tx).await
}

/// Calls a webhook.
#[derive(Serialize, Deserialize)]
pub(super) struct DeliverWebhook {
    delivery: String,
}

impl Job for DeliverWebhook {
    const NAME: &'static str = "webhooks.deliver";
    const LANE: Lane = Lane { name: "webhooks", places: 8 };

    async fn run(self, running: &Running) -> Result<Next> {
        let Some(due) = begin(&running.app, &self.delivery).await? else { return Ok(Next::Done) };
        let outcome = send(&running.app, &due).await;
        note(&running.app, &due, outcome).await
    }
}

#[derive(sqlx::FromRow)]
struct Due {
    id: String,
    webhook_id: String,
    account_id: String,
    url: String,
    secret: String,
    body: String,
    attempts: i64,
    enabled: bool,
}

/// How an attempt ended.
struct Outcome {
    /// The status of the response, if there was one.
    status: Option<u16>,
    /// Why it is not delivered.
    problem: Option<Text>,
    /// Whether another attempt would end the same way.
    is_final: bool,
}

impl Outcome {
    fn failed(key: &'static str) -> Self {
        Self { status: None, problem: Some(Text::key(key)), is_final: false }
    }
}

/// Counts an attempt. `None` if the delivery is gone, or does not wait any more.
async fn begin(app: &App, id: &str) -> Result<Option<Due>> {
    let mut tx = app.db.write_rows().await?;
    let count = db::query(
        "UPDATE webhook_deliveries SET attempts = attempts + 1 WHERE id = $1 AND state = 'waiting'",
    );
    if count.bind(id).execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(None);
    }
    let due = db::query_as(
        "SELECT d.id, d.webhook_id, w.account_id, w.url, w.secret, d.body, d.attempts, w.enabled
         FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE d.id = $1",
    );
    let due = due.bind(id).fetch_optional(&mut *tx).await?;
    committed(tx, due).await
}

async fn send(app: &App, due: &Due) -> Outcome {
    if !due.enabled {
        return Outcome { is_final: true, ..Outcome::failed("webhooks.off") };
    }
    let Some(key) = auth::unseal(app, PURPOSE, &due.webhook_id, &due.secret) else {
        return Outcome { is_final: true, ..Outcome::failed("webhooks.secret-lost") };
    };
    match call(app, due, &key).await {
        Ok(status) if (200..300).contains(&status) => {
            Outcome { status: Some(status), problem: None, is_final: false }
        }
        Ok(status) => {
            let problem = Some(Text::key("webhooks.status").with("status", status));
            Outcome { status: Some(status), problem, is_final: false }
        }
        Err(Unread::Private | Unread::NoTls) => Outcome::failed("webhooks.private"),
        Err(Unread::TimedOut) => Outcome::failed("webhooks.timed-out"),
        Err(_) => Outcome::failed("webhooks.unreachable"),
    }
}

/// Sends one request; the status of its response. Redirects are not followed, and the body of the response is not read.
async fn call(app: &App, due: &Due, key: &[u8]) -> std::result::Result<u16, Unread> {
    let Sender(fetcher) = app.part();
    let url = Url::parse(&due.url).map_err(|_| Unread::NotAnAddress)?;
    fetcher.expect_safe(&url)?;
    let seconds = Timestamp::now().0.div_euclid(1000);
    let signed = auth::signature(key, &format!("{}.{seconds}.{}", due.id, due.body));
    let request = fetcher
        .client()
        .post(url)
        .timeout(app.config.fetch_timeout)
        .header(header::CONTENT_TYPE, "application/json")
        .header("webhook-id", &due.id)
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", format!("v1,{}", STANDARD.encode(signed)))
        .body(due.body.clone());
    Ok(request.send().await.map_err(reason)?.status().as_u16())
}

/// Stores how an attempt ended. A webhook whose delivery is given up is turned off, and its user is notified.
async fn note(app: &App, due: &Due, outcome: Outcome) -> Result<Next> {
    let now = Timestamp::now();
    let is_over = outcome.is_final || due.attempts >= RETRY.attempts;
    let state = match outcome.problem {
        None => "delivered",
        Some(_) if is_over => "failed",
        Some(_) => "waiting",
    };
    let mut tx = app.db.write_for(&due.account_id).await?;
    db::query(
        "UPDATE webhook_deliveries SET state = $2, status = $3, problem = $4, tried_at = $5 WHERE id = $1 AND attempts = $6",
    )
    .binds((&due.id, state, outcome.status.map(i64::from), Stored(&outcome.problem), now, due.attempts))
    .run(&mut tx)
    .await?;
    if state == "failed" {
        turn_off(app, &mut tx, due).await?;
    }
    let about = json!({ "id": due.webhook_id });
    realtime::publish(app, &mut tx, &due.account_id, "webhook.changed", &about);
    let pause = i64::try_from(RETRY.pause(due.attempts).as_millis()).unwrap_or(i64::MAX);
    committed(tx, if state == "waiting" { Next::At(now.plus_ms(pause)) } else { Next::Done }).await
}

async fn turn_off(app: &App, tx: &mut Conn, due: &Due) -> Result<()> {
    let done = db::query("UPDATE webhooks SET enabled = FALSE WHERE id = $1 AND enabled");
    if done.bind(&due.webhook_id).execute(&mut *tx).await?.rows_affected() == 0 {
        return Ok(());
    }
    let values = params([("url", due.url.as_str().into()), ("about", due.webhook_id.as_str().into())]);
    notifications::notify(app, tx, &due.account_id, NotificationKind::WebhookTurnedOff, &values).await
}

/// Deletes old deliveries, and those beyond the number that is kept of each webhook.
pub async fn clear(app: &App, now: Timestamp) -> Result<()> {
    let mut tx = app.db.write_rows().await?;
    db::query(
        "DELETE FROM webhook_deliveries WHERE state <> 'waiting' AND (created_at < $1 OR id <= (
             SELECT o.id FROM webhook_deliveries o WHERE o.webhook_id = webhook_deliveries.webhook_id
             ORDER BY o.id DESC LIMIT 1 OFFSET $2))",
    )
    .binds((now.plus_ms(-KEPT_DAYS * DAY_MS), KEPT))
    .run(&mut tx)
    .await?;
    tx.commit().await?;
    Ok(())
}
