//! Creating accounts: by registration, by the command line, and the first administrator.

use crate::billing::plans;
use crate::platform::auth::begin_session;
use crate::platform::prelude::*;

use super::links::new_link;
use super::passwords::{self, Passwords};

/// The administrator of a new server.
const FIRST_ADMINISTRATOR: &str = "admin@localhost";

/// The data of a new account.
pub(super) struct NewAccount<'a> {
    pub name: &'a str,
    /// In lower case.
    pub email: &'a str,
    pub password_hash: Option<&'a str>,
    pub role: Role,
    pub language: Option<Locale>,
    pub standing: Standing,
}

/// How far the address of a new account is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Claimed by the user. The account can do nothing until it is verified, and the address stays free for its
    /// owner.
    Claimed,
    /// Counts as verified: this server requires no verification, or an administrator made the account.
    Verified,
    /// Verified by its owner.
    Proven,
}

/// A placeholder for an unverified address: `.invalid` is reserved (RFC 2606).
fn placeholder(id: &str) -> String {
    format!("{id}@unverified.invalid")
}

/// Creates an account and returns its id. The words of the free plan are granted with a verified address.
pub(super) async fn create(tx: &mut Conn, new: NewAccount<'_>) -> Result<String> {
    let id = db::new_id();
    let is_claimed = new.standing == Standing::Claimed;
    let email = if is_claimed { placeholder(&id) } else { new.email.to_owned() };
    let user = users::NewUser {
        id: &id,
        name: new.name,
        email: &email,
        pending_email: is_claimed.then_some(new.email),
        password_hash: new.password_hash,
        role: new.role,
        language: new.language,
        email_proven: new.standing == Standing::Proven,
        email_verified_at: (!is_claimed).then(Timestamp::now),
    };
    let is_new = users::insert(tx, user).await?;
    refuse_if(!is_new, || Problem::invalid_field("email", Text::key("accounts.email-taken")))?;
    if !is_claimed {
        plans::begin(tx, &id).await?;
    }
    Ok(id)
}

/// A new account from the command line; the rules are those of registration.
#[derive(Validate)]
pub struct NewPerson {
    #[garde(required, inner(length(chars, min = 1, max = 120)))]
    pub name: Option<String>,
    #[garde(required, inner(length(bytes, max = 254), email))]
    pub email: Option<String>,
    #[garde(inner(length(chars, min = 8, max = 200), custom(passwords::uncommon)))]
    pub password: Option<String>,
    #[garde(skip)]
    pub role: Role,
    #[garde(skip)]
    pub language: Option<Locale>,
}

/// The secrets to create with an account.
#[derive(Clone, Copy, Default)]
pub struct WaysIn {
    /// A one-time sign-in link.
    pub link: bool,
    /// A session, whose secret is used as a bearer token.
    pub token: bool,
}

/// A new account with the requested secrets.
pub struct MadePerson {
    pub id: String,
    /// The last segment of the link's URL.
    pub link_token: Option<String>,
    pub bearer_token: Option<String>,
}

/// Creates an account.
pub async fn create_person(app: &App, mut new: NewPerson, ways_in: WaysIn) -> Result<MadePerson> {
    json::check(&new, Locale::En)?;
    let hash = match new.password.take() {
        Some(password) => Some(app.part::<Passwords>().hash(password).await?),
        None => None,
    };
    let mut tx = app.db.write().await?;
    let made = make(app, &mut tx, new, hash, ways_in).await?;
    committed(tx, made).await
}

/// Creates an account without a password inside the caller's transaction; the caller checks the rules of `NewPerson`.
pub async fn create_person_in(
    app: &App,
    tx: &mut Conn,
    new: NewPerson,
    ways_in: WaysIn,
) -> Result<MadePerson> {
    make(app, tx, new, None, ways_in).await
}

async fn make(
    app: &App,
    tx: &mut Conn,
    new: NewPerson,
    hash: Option<String>,
    ways_in: WaysIn,
) -> Result<MadePerson> {
    let (name, email) = (new.name.unwrap_or_default(), new.email.unwrap_or_default().to_lowercase());
    let account = NewAccount {
        name: name.trim(),
        email: email.trim(),
        password_hash: hash.as_deref(),
        role: new.role,
        language: new.language,
        standing: Standing::Verified,
    };
    let id = create(tx, account).await?;
    let link_token = if ways_in.link { Some(new_link(app, tx, &id).await?) } else { None };
    // A token from the command line counts as confirmed for as long as a link does.
    let session =
        NewSession { user_id: &id, confirmed: Some(app.config.link_lifetime), ..NewSession::default() };
    let bearer_token = if ways_in.token { Some(begin_session(app, tx, session).await?) } else { None };
    Ok(MadePerson { id, link_token, bearer_token })
}

/// The token of a link for the first administrator, who is created if there is none.
pub async fn administrator_link(app: &App) -> Result<String> {
    let mut tx = app.db.write().await?;
    let known: Option<String> = db::query_scalar(
        "SELECT id FROM user_profiles WHERE role IN ('admin', 'super-admin') ORDER BY id LIMIT 1",
    )
    .fetch_optional(&mut *tx)
    .await?;
    let id = match known {
        Some(id) => id,
        None => {
            let account = NewAccount {
                name: "Admin",
                email: FIRST_ADMINISTRATOR,
                password_hash: None,
                role: Role::SuperAdmin,
                language: None,
                standing: Standing::Verified,
            };
            create(&mut tx, account).await?
        }
    };
    let token = new_link(app, &mut tx, &id).await?;
    committed(tx, token).await
}
