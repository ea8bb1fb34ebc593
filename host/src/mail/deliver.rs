//! The way of mails to the mail server: one at a time, tried again with growing pauses, never lost.

use std::time::Duration;

use anyhow::Context as _;
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    message::{Mailbox, MultiPart},
    transport::smtp,
};
use tokio::sync::Notify;

use crate::{
    app::App,
    clock::{DAY_MS, Timestamp},
    config::Config,
    db,
    error::Result,
};

use super::Status;

/// How long whoever took a mail may be silent before another one takes it.
const LEASE: Duration = Duration::from_secs(120);
/// Mails of other processes, and those whose time has come, are found after so long at the latest.
const LOOK: Duration = Duration::from_secs(1);
/// Tries before a mail is given up: with doubling pauses that is about a day.
const MOST_ATTEMPTS: i64 = 12;
/// The longest pause between two tries.
const LONGEST_PAUSE_MS: i64 = 3 * 60 * 60 * 1000;
/// How long the outbox remembers.
const KEPT_MS: i64 = 30 * DAY_MS;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

pub(super) struct Mailer {
    server: Option<Transport>,
    from: Mailbox,
    pub wake: Notify,
}

impl Mailer {
    pub(super) fn new(config: &Config) -> anyhow::Result<Self> {
        let from = config
            .mail_from
            .parse()
            .context("SITEWRIGHT_MAIL_FROM must be an address such as Sitewright <no-reply@example.com>")?;
        // The address may hold a password: it is not repeated.
        let server = config.smtp_url.as_deref().map(|url| {
            let transport = Transport::from_url(url).map_err(|_| {
                anyhow::anyhow!(
                    "SITEWRIGHT_SMTP_URL must be an address such as smtps://user:password@mail.example.com"
                )
            })?;
            anyhow::Ok(transport.timeout(Some(config.smtp_timeout)).build())
        });
        Ok(Self { server: server.transpose()?, from, wake: Notify::new() })
    }

    pub(super) fn is_connected(&self) -> bool {
        self.server.is_some()
    }
}

/// Sends what waits, for as long as the server runs.
pub fn deliver(app: &App) {
    let (app, stop) = (app.clone(), app.stop.clone());
    app.tasks.clone().spawn(async move {
        if let Err(problem) = seal_old(&app).await {
            tracing::warn!(%problem, "mails of an earlier version could not be encrypted");
        }
        let mut swept = None;
        while !stop.is_cancelled() {
            let today = Timestamp::now().0 / DAY_MS;
            if swept != Some(today) && forget_old(&app).await.is_ok() {
                swept = Some(today);
            }
            match deliver_next(&app).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(problem) => tracing::warn!(%problem, "the outbox could not be worked on"),
            }
            stop.run_until_cancelled(wait(&app)).await;
        }
    });
}

/// Until there may be something to do. A wake-up comes before the transaction that queued the mail is through, so the
/// look is taken a moment later.
async fn wait(app: &App) {
    let mailer: &Mailer = app.part();
    if tokio::time::timeout(LOOK, mailer.wake.notified()).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn forget_old(app: &App) -> Result<()> {
    let mut tx = app.db.write().await?;
    db::query("DELETE FROM mails WHERE created_at < $1")
        .bind(Timestamp::now().plus_ms(-KEPT_MS))
        .execute(&mut *tx)
        .await?;
    Ok(tx.commit().await?)
}

/// Encrypts what the version before left readable.
async fn seal_old(app: &App) -> Result<()> {
    loop {
        let mut tx = app.db.write().await?;
        let plain: Vec<(String, String, String)> = db::query_as(
            "SELECT id, text, html FROM mails WHERE sealed = FALSE AND text <> '' ORDER BY id LIMIT 100",
        )
        .fetch_all(&mut *tx)
        .await?;
        if plain.is_empty() {
            return Ok(());
        }
        for (id, text, html) in plain {
            db::query("UPDATE mails SET text = $2, html = $3, sealed = TRUE WHERE id = $1")
                .bind(&id)
                .bind(super::seal(app, &id, "text", &text)?)
                .bind(super::seal(app, &id, "html", &html)?)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
    }
}

#[derive(sqlx::FromRow)]
struct Due {
    id: String,
    recipient: String,
    subject: String,
    text: String,
    html: String,
    sealed: bool,
    attempts: i64,
}

/// Sends one mail; false where none is due.
async fn deliver_next(app: &App) -> Result<bool> {
    let mailer: &Mailer = app.part();
    let Some(server) = &mailer.server else { return Ok(false) };
    let Some(due) = take(app).await? else { return Ok(false) };
    let outcome = match message(app, mailer, &due) {
        Ok(message) => server.send(message).await.map(|_| ()).map_err(Refused::from),
        Err(error) => Err(Refused { reason: format!("{error:#}"), for_good: true }),
    };
    note(app, &due, outcome).await?;
    Ok(true)
}

/// Takes the mail that has waited longest. Its next time is set first: should this process die, it is tried again then.
async fn take(app: &App) -> Result<Option<Due>> {
    let now = Timestamp::now();
    let waits: bool =
        db::query_scalar("SELECT EXISTS (SELECT 1 FROM mails WHERE status = 'waiting' AND due_at <= $1)")
            .bind(now)
            .fetch_one(app.db.read())
            .await?;
    if !waits {
        return Ok(None);
    }
    let mut tx = app.db.write().await?;
    let lease = i64::try_from(LEASE.as_millis()).unwrap_or(i64::MAX / 2);
    let due = db::query_as(
        "UPDATE mails SET attempts = attempts + 1, due_at = $2 WHERE id = (
             SELECT id FROM mails WHERE status = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT 1
         ) RETURNING id, recipient, subject, text, html, sealed, attempts",
    )
    .bind(now)
    .bind(now.plus_ms(lease))
    .fetch_optional(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(due)
}

fn message(app: &App, mailer: &Mailer, due: &Due) -> anyhow::Result<Message> {
    let to = due.recipient.parse().context("the address cannot be written to")?;
    let open = |part: &str, stored: &str| match due.sealed {
        true => super::unseal(app, &due.id, part, stored).map_err(|problem| match problem.cause() {
            Some(cause) => anyhow::anyhow!("{cause:#}"),
            None => anyhow::anyhow!("{problem}"),
        }),
        false => Ok(stored.to_owned()),
    };
    // The id stays the same however often it is tried, so that a mail program shows a repeated one once.
    let id = format!("<{}@{}>", due.id, mailer.from.email.domain());
    Ok(Message::builder()
        .from(mailer.from.clone())
        .to(Mailbox::new(None, to))
        .subject(&due.subject)
        .message_id(Some(id))
        .multipart(MultiPart::alternative_plain_html(open("text", &due.text)?, open("html", &due.html)?))?)
}

struct Refused {
    reason: String,
    for_good: bool,
}

impl From<smtp::Error> for Refused {
    fn from(error: smtp::Error) -> Self {
        let reason = match std::error::Error::source(&error) {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        };
        Self { reason, for_good: error.is_permanent() }
    }
}

async fn note(app: &App, due: &Due, outcome: Result<(), Refused>) -> Result<()> {
    let now = Timestamp::now();
    let (status, next, error) = match outcome {
        Ok(()) => (Status::Sent, now, None),
        Err(refused) if refused.for_good || due.attempts >= MOST_ATTEMPTS => {
            tracing::warn!(mail = due.id, reason = refused.reason, "a mail was given up");
            (Status::Failed, now, Some(refused.reason))
        }
        Err(refused) => {
            tracing::info!(mail = due.id, reason = refused.reason, "a mail will be tried again");
            (Status::Waiting, now.plus_ms(pause_ms(app, due.attempts)), Some(refused.reason))
        }
    };
    let is_sent = status == Status::Sent;
    let mut tx = app.db.write().await?;
    db::query(
        "UPDATE mails SET status = $2, due_at = $3, last_error = $4, sent_at = $5,
             text = CASE WHEN $6 THEN '' ELSE text END, html = CASE WHEN $6 THEN '' ELSE html END
         WHERE id = $1 AND attempts = $7",
    )
    .bind(&due.id)
    .bind(status)
    .bind(next)
    .bind(error)
    .bind(is_sent.then_some(now))
    .bind(is_sent)
    .bind(due.attempts)
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}

fn pause_ms(app: &App, attempts: i64) -> i64 {
    let first = i64::try_from(app.config.mail_retry.as_millis()).unwrap_or(LONGEST_PAUSE_MS);
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(20);
    first.saturating_mul(1 << doublings).min(LONGEST_PAUSE_MS)
}
