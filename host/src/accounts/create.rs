//! Making accounts: by registration, by the command line, and the first administrator.

use garde::Validate;

use crate::{
    app::App,
    auth::Role,
    auth::begin_session,
    clock::Timestamp,
    db::{self, Conn},
    error::{Problem, Result, Text},
    json,
    locale::Locale,
    words,
};

use super::{links::new_link, passwords::Passwords};

/// The account that a fresh server has.
const FIRST_ADMINISTRATOR: &str = "admin@localhost";

/// What is needed for an account.
pub(super) struct NewAccount<'a> {
    pub name: &'a str,
    /// In lower case.
    pub email: &'a str,
    pub password_hash: Option<&'a str>,
    pub role: Role,
    pub language: Option<Locale>,
}

/// Makes an account with the words of the free plan and returns its id.
pub(super) async fn create(app: &App, tx: &mut Conn, new: NewAccount<'_>) -> Result<String> {
    let (id, now) = (db::new_id(), Timestamp::now());
    // There is no mail to confirm an address with yet, so it counts as confirmed.
    let inserted = db::query(
        "INSERT INTO users (id, name, email, password_hash, role, language, email_verified_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)",
    )
    .bind(&id)
    .bind(new.name)
    .bind(new.email)
    .bind(new.password_hash)
    .bind(new.role)
    .bind(new.language)
    .bind(now)
    .execute(&mut *tx)
    .await;
    match inserted {
        Err(error) if db::is_duplicate(&error) => {
            return Err(Problem::invalid_field("email", Text::key("accounts.email-taken")));
        }
        done => done?,
    };
    if app.config.free_words > 0 {
        words::grant(tx, &id, app.config.free_words, "welcome").await?;
    }
    Ok(id)
}

/// An account as the command line asks for it; the rules are those of registration.
#[derive(Validate)]
pub struct NewPerson {
    #[garde(required, inner(length(chars, min = 1, max = 120)))]
    pub name: Option<String>,
    #[garde(required, inner(length(bytes, max = 254), email))]
    pub email: Option<String>,
    #[garde(inner(length(chars, min = 8, max = 200)))]
    pub password: Option<String>,
    #[garde(skip)]
    pub role: Role,
    #[garde(skip)]
    pub language: Option<Locale>,
}

/// Which secrets to make along with an account.
#[derive(Clone, Copy, Default)]
pub struct WaysIn {
    /// A link that signs in once.
    pub link: bool,
    /// A session, whose secret serves as a bearer token.
    pub token: bool,
}

/// A new account and the secrets that were asked for.
pub struct MadePerson {
    pub id: String,
    /// The last part of the link's address.
    pub link_token: Option<String>,
    pub bearer_token: Option<String>,
}

/// Makes an account.
pub async fn create_person(app: &App, new: NewPerson, ways_in: WaysIn) -> Result<MadePerson> {
    json::check(&new, Locale::En)?;
    let hash = match new.password {
        Some(password) => Some(app.part::<Passwords>().hash(password).await?),
        None => None,
    };
    let (name, email) = (new.name.unwrap_or_default(), new.email.unwrap_or_default().to_lowercase());
    let account = NewAccount {
        name: name.trim(),
        email: email.trim(),
        password_hash: hash.as_deref(),
        role: new.role,
        language: new.language,
    };
    let mut tx = app.db.write().await?;
    let id = create(app, &mut tx, account).await?;
    let link_token = if ways_in.link { Some(new_link(app, &mut tx, &id).await?) } else { None };
    let bearer_token = if ways_in.token { Some(begin_session(app, &mut tx, &id).await?) } else { None };
    tx.commit().await?;
    Ok(MadePerson { id, link_token, bearer_token })
}

/// The token of a link for the first administrator, who is made where there is none.
pub async fn administrator_link(app: &App) -> Result<String> {
    let mut tx = app.db.write().await?;
    let known: Option<String> =
        db::query_scalar("SELECT id FROM users WHERE role IN ('admin', 'super-admin') ORDER BY id LIMIT 1")
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
            };
            create(app, &mut tx, account).await?
        }
    };
    let token = new_link(app, &mut tx, &id).await?;
    tx.commit().await?;
    Ok(token)
}
