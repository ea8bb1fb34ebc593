//! Delivery of mails: a job for each, with retries and growing pauses.

use anyhow::Context as _;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use crate::platform::jobs::{Enqueue, Job, Lane, Next, Retry, Running};
use crate::platform::prelude::*;

use super::Status;

/// The lease that servers of the previous version respect: they send waiting mails that are due, and skip one that
/// was just tried or queued.
pub(super) const LEASE_MS: i64 = 120 * 1000;
/// A mail this long past its due time has no job: a server of the previous version queued it.
const STRAY_MS: i64 = 60 * 60 * 1000;
/// Attempts before a mail is given up: with doubling pauses that is about a day.
const MOST_ATTEMPTS: i64 = 12;
/// The longest pause between two attempts.
const LONGEST_PAUSE: Duration = Duration::from_secs(3 * 60 * 60);
/// How long mails stay in the outbox.
pub const KEPT_DAYS: i64 = 30;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

pub(super) struct Mailer {
    server: Option<Transport>,
    from: Mailbox,
}

impl Mailer {
    pub(super) fn new(config: &Config) -> anyhow::Result<Self> {
        let from = config
            .mail_from
            .parse()
            .context("SITEWRIGHT_MAIL_FROM must be an address such as Sitewright <no-reply@example.com>")?;
        // The address may contain a password, so it is not repeated.
        let server = config.smtp_url.as_deref().map(|url| {
            let transport = Transport::from_url(url).map_err(|_| {
                anyhow::anyhow!(
                    "SITEWRIGHT_SMTP_URL must be an address such as smtps://user:password@mail.example.com"
                )
            })?;
            anyhow::Ok(transport.timeout(Some(config.smtp_timeout)).build())
        });
        Ok(Self { server: server.transpose()?, from })
    }

    pub(super) fn is_connected(&self) -> bool {
        self.server.is_some()
    }

    /// The name of the sender: the operator's, or that of the configuration.
    pub(super) fn name(&self, app: &App) -> String {
        let super::SenderName(own) = app.part();
        own(app).or_else(|| self.from.name.clone()).unwrap_or_else(|| self.from.email.domain().to_owned())
    }
}

/// Sends one mail.
#[derive(Serialize, Deserialize)]
pub(super) struct DeliverMail {
    mail: String,
}

impl DeliverMail {
    /// Enqueues the delivery of a waiting mail.
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, mail: &str) -> Result<()> {
        Enqueue::new(&Self { mail: mail.to_owned() })?.key(mail).put(app, tx).await
    }
}

impl Job for DeliverMail {
    const NAME: &'static str = "mail.deliver";
    const LANE: Lane = Lane { name: "mail", places: 4 };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let mailer: &Mailer = app.part();
        let Some(server) = &mailer.server else { return Ok(Next::Done) };
        let Some(due) = begin(app, &self.mail).await? else { return Ok(Next::Done) };
        let outcome = match message(app, mailer, &due) {
            Ok(message) => server.send(message).await.map(|_| ()).map_err(Refused::from),
            Err(error) => Err(Refused { reason: format!("{error:#}"), for_good: true }),
        };
        note(app, &due, outcome).await
    }
}

/// Deletes old mails, encrypts those of an earlier version, and enqueues those without a job.
pub(super) async fn clear(app: &App) -> Result<()> {
    forget_old(app).await?;
    seal_old(app).await?;
    let mut tx = app.db.write_rows().await?;
    let stray = db::query_scalar("SELECT id FROM mails WHERE status = 'waiting' AND due_at < $1");
    let stray: Vec<String> = stray.bind(Timestamp::now().plus_ms(-STRAY_MS)).fetch_all(&mut *tx).await?;
    for mail in stray {
        DeliverMail::enqueue(app, &mut tx, &mail).await?;
    }
    Ok(tx.commit().await?)
}

async fn forget_old(app: &App) -> Result<()> {
    let mut tx = app.db.write_rows().await?;
    let query = db::query("DELETE FROM mails WHERE created_at < $1");
    query.bind(Timestamp::now().plus_ms(-KEPT_DAYS * DAY_MS)).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Encrypts plain texts of the previous version.
async fn seal_old(app: &App) -> Result<()> {
    loop {
        let mut tx = app.db.write_rows().await?;
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
                .binds((&id, super::seal(app, &id, "text", &text)?))
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
    leave: Option<String>,
    attempts: i64,
}

/// Counts an attempt. `None` if the mail does not wait any more.
async fn begin(app: &App, id: &str) -> Result<Option<Due>> {
    let due = db::query_as(
        "UPDATE mails SET attempts = attempts + 1, due_at = $2 WHERE id = $1 AND status = 'waiting'
         RETURNING id, recipient, subject, text, html, sealed, leave, attempts",
    );
    let due = due.binds((id, Timestamp::now().plus_ms(LEASE_MS)));
    Ok(due.fetch_optional(&mut app.db.write_alone().await?).await?)
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
    // The id is the same for every attempt, so that mail programs show a repeated one once.
    let id = format!("<{}@{}>", due.id, mailer.from.email.domain());
    let from = Mailbox::new(Some(mailer.name(app)), mailer.from.email.clone());
    let mut message = Message::builder()
        .from(from)
        .to(Mailbox::new(None, to))
        .subject(&due.subject)
        .message_id(Some(id))
        .multipart(MultiPart::alternative_plain_html(open("text", &due.text)?, open("html", &due.html)?))?;
    if let Some(leave) = &due.leave {
        for header in unsubscribe(&open("leave", leave)?) {
            message.headers_mut().insert_raw(header);
        }
    }
    Ok(message)
}

/// The headers by which a mail program unsubscribes its reader (RFC 2369). With one press of a button only by HTTPS
/// (RFC 8058): the program sends a `POST`, and asks nothing.
fn unsubscribe(link: &str) -> Vec<HeaderValue> {
    let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    let mut headers = vec![header("List-Unsubscribe", format!("<{link}>"))];
    if link.starts_with("https://") {
        headers.push(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    headers
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

async fn note(app: &App, due: &Due, outcome: Result<(), Refused>) -> Result<Next> {
    let now = Timestamp::now();
    let retry =
        Retry { attempts: MOST_ATTEMPTS, first_pause: app.config.mail_retry, longest_pause: LONGEST_PAUSE };
    let pause = i64::try_from(retry.pause(due.attempts).as_millis()).unwrap_or(i64::MAX);
    let (status, next, error) = match outcome {
        Ok(()) => (Status::Sent, now, None),
        Err(refused) if refused.for_good || due.attempts >= retry.attempts => {
            tracing::warn!(mail = due.id, reason = refused.reason, "a mail was given up");
            (Status::Failed, now, Some(refused.reason))
        }
        Err(refused) => {
            tracing::info!(mail = due.id, reason = refused.reason, "a mail will be retried");
            (Status::Waiting, now.plus_ms(pause), Some(refused.reason))
        }
    };
    let is_sent = status == Status::Sent;
    let mut tx = app.db.write_rows().await?;
    db::query(
        "UPDATE mails SET status = $2, due_at = $3, last_error = $4, sent_at = $5,
             text = CASE WHEN $6 THEN '' ELSE text END, html = CASE WHEN $6 THEN '' ELSE html END,
             leave = CASE WHEN $6 THEN NULL ELSE leave END
         WHERE id = $1 AND attempts = $7",
    )
    .binds((&due.id, status, next, error, is_sent.then_some(now), is_sent, due.attempts))
    .execute(&mut *tx)
    .await?;
    committed(tx, if status == Status::Waiting { Next::At(next) } else { Next::Done }).await
}
