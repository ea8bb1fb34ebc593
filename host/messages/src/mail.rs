//! Mail: queued in the transaction of its cause and sent after the commit, or kept for administrators to read if
//! there is no mail server.

mod compose;
mod deliver;
mod outbox;

pub use deliver::KEPT_DAYS;

use crate::platform::prelude::*;

use deliver::DeliverMail;

const JOBS: &[Kind] = &[
    Kind::of::<DeliverMail>(),
    Kind::periodic("mail.clear", Schedule::HOURLY, |app| Box::pin(async move { deliver::clear(&app).await })),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: &[Table::new("mails")],
    views: &["mail_states"],
    open,
    jobs: JOBS,
    ..Slice::new("mail")
};

/// The purpose of the key that encrypts mails.
const PURPOSE: &str = "mail";

fn routes() -> OpenApiRouter<App> {
    endpoints![outbox::list_outbox, outbox::get_mail, outbox::retry_mail]
}

/// Adds the state of this slice: the client of the mail server.
fn open(app: App) -> anyhow::Result<App> {
    let mailer = deliver::Mailer::new(&app.config)?;
    Ok(app.with(mailer))
}

/// A mail to one user. Its texts are `mail.<template>.subject`, `.text` and, optionally, `.action` (a button for the
/// parameter `link`), `.note`, and `.footer` for readers without an account, all in `locales/`. The parameter `leave` is
/// the link to unsubscribe, which mail programs show as a button of their own: a `POST` to it is enough.
#[derive(Debug)]
pub struct Mail<'a> {
    pub to: &'a str,
    pub language: Locale,
    pub template: &'static str,
    pub params: Params,
}

/// The name of the sender, if the operator has one. A later slice provides the function.
pub struct SenderName(pub fn(&App) -> Option<String>);

/// A user to write to.
#[derive(Debug, sqlx::FromRow)]
pub struct Addressee {
    pub id: String,
    pub email: String,
    pub language: Option<Locale>,
}

impl Addressee {
    /// Queues a mail with a link, in the user's language.
    pub async fn send(
        &self,
        app: &App,
        tx: &mut Conn,
        template: &'static str,
        params: &Params,
        link: impl FnOnce(Locale) -> String,
    ) -> Result<()> {
        let language = self.language.unwrap_or_default();
        let mut params = params.clone();
        params.insert("link".to_owned(), link(language).into());
        send(app, tx, Mail { to: &self.email, language, template, params }).await
    }
}

/// Queues a mail inside the caller's transaction: both happen, or neither.
pub async fn send(app: &App, tx: &mut Conn, mail: Mail<'_>) -> Result<()> {
    let mailer: &deliver::Mailer = app.part();
    let letter = compose::letter(&mail, &mailer.name(app), &app.url());
    let now = Timestamp::now();
    let id = db::new_id();
    db::query(
        "INSERT INTO mails (id, recipient, language, template, subject, text, html, sealed, status, due_at, created_at, leave)
         VALUES ($1, $2, $3, $4, $5, $6, $7, TRUE, $8, $10, $9, $11)",
    )
    .binds((&id, mail.to, mail.language, mail.template, letter.subject))
    .binds((seal(app, &id, "text", &letter.text)?, seal(app, &id, "html", &letter.html)?))
    .binds((if mailer.is_connected() { Status::Waiting } else { Status::Kept }, now))
    .bind(now.plus_ms(deliver::LEASE_MS))
    .bind(letter.leave.map(|leave| seal(app, &id, "leave", &leave)).transpose()?)
    .execute(&mut *tx)
    .await?;
    if mailer.is_connected() {
        DeliverMail::enqueue(app, tx, &id).await?;
    }
    Ok(())
}

/// Encrypts a part of a queued mail: it may contain a link that opens an account, which a copy of the database must
/// not reveal.
fn seal(app: &App, id: &str, part: &str, plain: &str) -> Result<String> {
    auth::seal(app, PURPOSE, &format!("{id}:{part}"), plain.as_bytes())
}

/// Decrypts a part of a mail; nothing is kept of a delivered mail. An error if it was encrypted with another secret
/// key.
pub fn unseal(app: &App, id: &str, part: &str, stored: &str) -> Result<String> {
    if stored.is_empty() {
        return Ok(String::new());
    }
    auth::unseal(app, PURPOSE, &format!("{id}:{part}"), stored)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| Problem::internal(anyhow::anyhow!("a mail was encrypted with another secret key")))
}

/// Deletes all mails to an address.
pub async fn forget(tx: &mut Conn, recipient: &str) -> Result<()> {
    db::query("DELETE FROM mails WHERE recipient = $1").bind(recipient).run(&mut *tx).await
}

/// Whether there is a mail server.
pub fn is_connected(app: &App) -> bool {
    app.part::<deliver::Mailer>().is_connected()
}

/// The state of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MailStatus)]
pub enum Status {
    /// There is no mail server: it stays in the outbox.
    Kept,
    /// It waits for the first attempt or a retry.
    Waiting,
    Sent,
    /// The mail server refused it permanently, or too many times.
    Failed,
}

text_column!(Status);
