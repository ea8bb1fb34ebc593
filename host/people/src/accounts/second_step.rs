//! The second step of a sign-in: a code of an authenticator app, or a recovery code.

use totp_rs::{Builder, Secret, Totp};

use crate::platform::prelude::*;
use crate::platform::rate::too_many;

use super::session_answer::{self, SecondStep, SignInAnswer};
use super::trimmed;
use super::two_factor::has_second_step;

/// The longest time between the two steps.
const PATIENCE_MS: i64 = 10 * 60 * 1000;
/// Wrong codes in a quarter of an hour. This step requires the password, so the limit cannot lock out the user.
const WRONG: i64 = 10;
const WINDOW_MS: i64 = 15 * 60 * 1000;
const PURPOSE: &str = "second step";

#[derive(Serialize, Deserialize)]
struct Challenge {
    user_id: String,
    /// See `proof_of`.
    proof: String,
    until: i64,
}

/// The second step that a user has to take; `None` without a second factor.
pub(super) async fn demanded(app: &App, user_id: &str) -> Result<Option<SecondStep>> {
    let mut conn = app.db.read().acquire().await?;
    if !has_second_step(&mut conn, user_id).await? {
        return Ok(None);
    }
    let until = Timestamp::now().plus_ms(PATIENCE_MS).0;
    let proof = proof_of(&mut conn, user_id).await?;
    let challenge = serde_json::to_vec(&Challenge { user_id: user_id.to_owned(), proof, until })?;
    Ok(Some(SecondStep { two_factor: true, challenge: auth::seal(app, PURPOSE, "", &challenge)? }))
}

/// A code, with its challenge.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct SecondStepAnswer {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 1000)))]
    #[schema(required, value_type = String)]
    challenge: Option<String>,
    /// Six digits from the app, or a recovery code.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 40)))]
    #[schema(required, value_type = String, example = "123456")]
    code: Option<String>,
}

/// Sign in, second step
#[utoipa::path(post, path = "/two-factor-challenge", tag = "accounts", security(()), request_body = SecondStepAnswer, responses(
    (status = 200, body = SignInAnswer),
    (status = 410, description = "The first step was too long ago; begin again"),
    (status = 429, description = "Too many wrong codes; `Retry-After` says when to retry"),
))]
pub(crate) async fn answer_second_step(
    app: App,
    parts: Parts,
    Valid(answer): Valid<SecondStepAnswer>,
) -> Result<Response> {
    let challenge = auth::unseal(&app, PURPOSE, "", &answer.challenge.unwrap_or_default())
        .and_then(|bytes| serde_json::from_slice::<Challenge>(&bytes).ok())
        .filter(|challenge| challenge.until > Timestamp::now().0)
        .ok_or_else(expired)?;
    let user_id = &challenge.user_id;
    let mut tx = app.db.write().await?;
    refuse_if(proof_of(&mut tx, user_id).await? != challenge.proof, expired)?;
    count_code(&mut tx, user_id).await?;
    let is_right = accept(&app, &mut tx, user_id, &answer.code.unwrap_or_default()).await?;
    if is_right {
        forget_codes(&mut tx, user_id).await?;
    }
    // A wrong code counts, so its transaction is committed as well.
    tx.commit().await?;
    if is_right { session_answer::begin(&app, &parts, user_id).await } else { Err(wrong_code()) }
}

fn expired() -> Problem {
    Problem::new(StatusCode::GONE, "auth.second-step-expired")
}

/// A proof of the first step. It changes with the password, so that a challenge from before a reset is invalid after
/// it.
async fn proof_of(conn: &mut Conn, user_id: &str) -> Result<String> {
    let known = users::with_id(conn, user_id).await?.ok_or_else(expired)?;
    Ok(auth::hash_of(&known.password_hash.unwrap_or_default()))
}

/// Counts a code as wrong before it is checked; 429 if there were too many. The count is in the database, so that
/// neither a restart nor another process resets it.
pub(super) async fn count_code(tx: &mut Conn, user_id: &str) -> Result<()> {
    let now = Timestamp::now();
    let counted = db::query(
        "UPDATE two_factor SET wrong_codes = CASE WHEN wrong_since <= $3 THEN 1 ELSE wrong_codes + 1 END,
             wrong_since = CASE WHEN wrong_since <= $3 THEN $2 ELSE wrong_since END
         WHERE user_id = $1 AND (wrong_codes < $4 OR wrong_since <= $3)",
    );
    let counted = counted.binds((user_id, now, now.plus_ms(-WINDOW_MS), WRONG)).execute(&mut *tx).await?;
    if counted.rows_affected() == 1 {
        return Ok(());
    }
    let since = db::query_scalar("SELECT wrong_since FROM two_factor WHERE user_id = $1");
    let since: Option<Timestamp> = since.bind(user_id).fetch_optional(&mut *tx).await?;
    // Without a second factor no code is right.
    let since = since.ok_or_else(wrong_code)?;
    let left = u64::try_from(since.0 + WINDOW_MS - now.0).unwrap_or_default();
    Err(too_many(Duration::from_millis(left)))
}

/// Resets the count of wrong codes after a right one.
pub(super) async fn forget_codes(tx: &mut Conn, user_id: &str) -> Result<()> {
    db::query("UPDATE two_factor SET wrong_codes = 0 WHERE user_id = $1").bind(user_id).run(tx).await
}

pub(super) fn wrong_code() -> Problem {
    Problem::invalid_field("code", Text::key("auth.wrong-code")).named("auth.wrong-code")
}

/// The purpose of the key that encrypts the secrets.
pub(super) const SECRET_PURPOSE: &str = "two-factor secret";

/// The TOTP generator of a user.
pub(super) fn totp(app: &App, user_id: &str, sealed: &str) -> Result<Totp> {
    let damaged = || Problem::internal(anyhow::anyhow!("a secret of a second factor cannot be read"));
    let secret = auth::unseal(app, SECRET_PURPOSE, user_id, sealed).ok_or_else(damaged)?;
    Builder::new().with_secret(Secret::new(secret.into())).build().map_err(|_| damaged())
}

/// Whether the code is right and unused. Using it up is part of the transaction.
async fn accept(app: &App, tx: &mut Conn, user_id: &str, code: &str) -> Result<bool> {
    let secret: Option<String> =
        db::query_scalar("SELECT secret FROM two_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL")
            .bind(user_id)
            .fetch_optional(&mut *tx)
            .await?;
    // The second factor was disabled since the first step, so no code is right.
    let Some(secret) = secret else { return Ok(false) };
    let digits: String = code.chars().filter(|char| !char.is_whitespace()).collect();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let step = totp(app, user_id, &secret)?.check_current(&digits);
        return use_step(tx, user_id, step).await;
    }
    let used = db::query("DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2");
    let used = used.binds((user_id, recovery_hash(user_id, code))).execute(&mut *tx).await?;
    Ok(used.rows_affected() == 1)
}

/// Stores the time step of a right code. Refuses one that was already accepted, or an earlier one.
pub(super) async fn use_step(tx: &mut Conn, user_id: &str, step: Option<u64>) -> Result<bool> {
    let Some(step) = step.and_then(|step| i64::try_from(step).ok()) else { return Ok(false) };
    let fresh = db::query("UPDATE two_factor SET last_step = $2 WHERE user_id = $1 AND last_step < $2");
    let fresh = fresh.binds((user_id, step)).execute(&mut *tx).await?;
    Ok(fresh.rows_affected() == 1)
}

/// The stored form of a recovery code, independent of its formatting.
pub(super) fn recovery_hash(user_id: &str, code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    auth::hash_of(&format!("{user_id}:{}", plain.to_ascii_lowercase()))
}
