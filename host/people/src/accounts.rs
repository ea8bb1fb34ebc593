//! Accounts: sign-in, verification of addresses, passwords, second factors, sessions, and the profile.

mod attempts;
mod avatar;
mod business;
mod create;
mod enter;
mod erase;
mod export;
mod google;
mod google_client;
mod impersonation;
mod in_place;
mod links;
mod mailed_links;
mod password;
mod passwords;
mod profile;
mod reset;
mod second_step;
mod session_answer;
mod sessions;
mod sign_in;
mod steps;
mod two_factor;
mod verification;

use crate::platform::prelude::*;

use passwords::Passwords;

pub use create::{MadePerson, NewPerson, WaysIn, administrator_link, create_person, create_person_in};
pub use erase::erase;
pub use google::is_set_up as signs_in_with_google;
pub use impersonation::{Impersonation, begin_impersonation};
pub use in_place::watch;
pub use links::new_link;
pub use profile::{Subscription, UserView, view};
pub use reset::mail_reset;
pub use sign_in::{SignUp, SignUps};
pub use two_factor::{has_second_step, remove_second_step};
pub use verification::vouch;

/// Days until an account without a verified address is deleted.
pub const UNVERIFIED_DAYS: i64 = 7;

const JOBS: &[Kind] = &[
    Kind::periodic("accounts.clear", Schedule::HOURLY, |app| {
        Box::pin(async move { clear_expired(&app).await })
    }), // Repeated, since an older server that shares the database may store another one.
    Kind::periodic("accounts.encode-avatars", Schedule::HOURLY, |app| {
        Box::pin(async move { avatar::clean_stored(&app).await })
    }),
];

const TABLES: &[Table] = &[
    Table::personal("login_links", &["user_id"]),
    Table::personal("mailed_links", &["user_id"]),
    Table::personal("two_factor", &["user_id"]),
    Table::personal("recovery_codes", &["user_id"]),
    Table::personal("avatars", &["user_id"]),
    Table::personal("dismissed_steps", &["account_id"]),
    Table::personal("businesses", &["account_id"]),
];

pub const SLICE: Slice = Slice {
    routes,
    tables: TABLES,
    personal_data: || Belongings { export: Some(export::own_files), ..Default::default() },
    open,
    jobs: JOBS,
    ..Slice::new("accounts")
};

fn routes() -> OpenApiRouter<App> {
    endpoints![
        sign_in::get_csrf_cookie,
        sign_in::get_ways_in,
        sign_in::register,
        sign_in::login,
        second_step::answer_second_step,
        sign_in::logout,
        impersonation::end_impersonation,
        links::validate_link,
        links::confirm_link,
        google::begin_google,
        google::finish_google,
        (google::connect_google, google::disconnect_google),
        reset::forgot_password,
        reset::reset_password,
        verification::resend_verification,
        verification::verify_email,
        (verification::change_email, verification::keep_email),
        (profile::get_user, profile::update_user, erase::delete_user),
        password::change_password,
        password::confirm_password,
        two_factor::get_security,
        (two_factor::begin_two_factor, two_factor::remove_two_factor),
        two_factor::confirm_two_factor,
        two_factor::renew_recovery_codes,
        (sessions::list_sessions, sessions::end_other_sessions),
        sessions::end_session,
        (avatar::save_avatar, avatar::delete_avatar),
        avatar::get_avatar,
        (steps::list_dismissed_steps, steps::dismiss_step),
        export::export_user
    ]
}

/// Adds the state of this slice.
fn open(app: App) -> anyhow::Result<App> {
    let passwords = Passwords::new(&app.config)?;
    Ok(app.with(passwords))
}

async fn clear_expired(app: &App) -> Result<()> {
    let now = Timestamp::now();
    let mut tx = app.db.write().await?;
    auth::clear_sessions(&mut tx).await?;
    db::query("DELETE FROM login_links WHERE expires_at < $1").bind(now).execute(&mut *tx).await?;
    db::query("DELETE FROM mailed_links WHERE expires_at < $1").bind(now).execute(&mut *tx).await?;
    users::remove_unverified(&mut tx, now.plus_ms(-UNVERIFIED_DAYS * DAY_MS)).await?;
    Ok(tx.commit().await?)
}
