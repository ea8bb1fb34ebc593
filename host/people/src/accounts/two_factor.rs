//! The second factor in the settings: setup with a QR code, activation by a first code, removal.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use qrcode::QrCode;
use qrcode::render::svg;
use totp_rs::Secret;

use crate::platform::prelude::*;

use super::second_step::{
    SECRET_PURPOSE, count_code, forget_codes, recovery_hash, totp, use_step, wrong_code,
};
use super::{password, trimmed};

const RECOVERY_CODES: usize = 10;

/// The security state of an account.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
pub(crate) struct Security {
    /// Whether it has a password.
    has_password: bool,
    /// Whether a Google account is connected.
    google: bool,
    /// Whether a second factor is required at sign-in.
    two_factor: bool,
    /// Unused recovery codes.
    recovery_codes: i64,
}

/// The security state of your account
#[utoipa::path(get, path = "/api/user/security", tag = "accounts", responses((status = 200, body = Security)))]
pub(crate) async fn get_security(app: App, user: User) -> Result<Json<Security>> {
    let security = db::query_as(
        "SELECT has_password, has_google AS google,
             EXISTS (SELECT 1 FROM two_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS two_factor,
             (SELECT count(*) FROM recovery_codes WHERE user_id = $1) AS recovery_codes
         FROM user_profiles WHERE id = $1",
    );
    let security = security.bind(&user.id).fetch_one(app.db.read()).await?;
    Ok(Json(security))
}

/// The data for an authenticator app.
#[derive(Serialize, ToSchema)]
pub(crate) struct TwoFactorSetup {
    /// For manual entry.
    secret: String,
    /// The same as a URI with the account name, for a link.
    uri: String,
    /// The same as a QR code, an SVG document.
    qr: String,
}

/// Start the setup of a second factor
///
/// It is not required before a first code has confirmed it.
#[utoipa::path(post, path = "/api/user/two-factor", tag = "accounts", responses(
    (status = 200, body = TwoFactorSetup),
    (status = 409, description = "It exists already"),
    (status = 423, description = "Confirm the password first"),
))]
pub(crate) async fn begin_two_factor(app: App, Confirmed(user): Confirmed) -> Result<Response> {
    let bytes: [u8; 20] = rand::random();
    let sealed = auth::seal(&app, SECRET_PURPOSE, &user.id, &bytes)?;
    let mut tx = app.db.write().await?;
    let begun = db::query(
        "INSERT INTO two_factor (user_id, secret) VALUES ($1, $2)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE two_factor.confirmed_at IS NULL",
    );
    let begun = begun.binds((&user.id, &sealed)).execute(&mut *tx).await?;
    refuse_if(begun.rows_affected() == 0, || Problem::conflict("accounts.two-factor-is-on"))?;
    tx.commit().await?;
    let secret = Secret::new(bytes.to_vec().into()).to_base32();
    let account = utf8_percent_encode(&user.email, NON_ALPHANUMERIC);
    let uri = format!("otpauth://totp/Sitewright:{account}?secret={secret}&issuer=Sitewright");
    let code = QrCode::new(uri.as_bytes()).map_err(Problem::internal)?;
    let qr = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok((NO_STORE, Json(TwoFactorSetup { secret, uri, qr })).into_response())
}

/// A code from the app.
#[derive(Deserialize, Validate, ToSchema)]
pub(crate) struct FirstCode {
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(bytes, max = 40)))]
    #[schema(required, value_type = String, example = "123456")]
    code: Option<String>,
}

/// Recovery codes, shown only once.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Enable the second factor
#[utoipa::path(post, path = "/api/user/two-factor/confirm", tag = "accounts", request_body = FirstCode, responses(
    (status = 200, body = RecoveryCodes),
    (status = 409, description = "No setup is in progress"),
    (status = 429, description = "Too many wrong codes; `Retry-After` says when to retry"),
))]
pub(crate) async fn confirm_two_factor(
    app: App,
    user: User,
    Valid(first): Valid<FirstCode>,
) -> Result<Response> {
    auth::refuse_impersonator(&user)?;
    let mut tx = app.db.write().await?;
    let secret: Option<String> =
        db::query_scalar("SELECT secret FROM two_factor WHERE user_id = $1 AND confirmed_at IS NULL")
            .bind(&user.id)
            .fetch_optional(&mut *tx)
            .await?;
    let secret = secret.ok_or_else(|| Problem::conflict("accounts.two-factor-not-begun"))?;
    let code: String = first.code.unwrap_or_default().chars().filter(|char| !char.is_whitespace()).collect();
    let step = totp(&app, &user.id, &secret)?.check_current(&code);
    count_code(&mut tx, &user.id).await?;
    if !use_step(&mut tx, &user.id, step).await? {
        // The wrong code counts.
        tx.commit().await?;
        return Err(wrong_code());
    }
    forget_codes(&mut tx, &user.id).await?;
    let query = db::query("UPDATE two_factor SET confirmed_at = $2 WHERE user_id = $1");
    query.binds((&user.id, Timestamp::now())).execute(&mut *tx).await?;
    let recovery_codes = new_codes(&mut tx, &user.id).await?;
    password::notify_of(&app, &mut tx, &user.id, "two-factor-on").await?;
    committed(tx, (NO_STORE, Json(RecoveryCodes { recovery_codes })).into_response()).await
}

/// Create new recovery codes
#[utoipa::path(post, path = "/api/user/two-factor/recovery-codes", tag = "accounts", responses(
    (status = 200, body = RecoveryCodes, description = "The previous codes do not work any more"),
    (status = 409, description = "There is no second factor"),
    (status = 423, description = "Confirm the password first"),
))]
pub(crate) async fn renew_recovery_codes(app: App, Confirmed(user): Confirmed) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let is_on = has_second_step(&mut tx, &user.id).await?;
    refuse_if(!is_on, || Problem::conflict("accounts.two-factor-is-off"))?;
    let recovery_codes = new_codes(&mut tx, &user.id).await?;
    committed(tx, (NO_STORE, Json(RecoveryCodes { recovery_codes })).into_response()).await
}

/// Whether a second factor is required at sign-in.
pub async fn has_second_step(conn: &mut Conn, user_id: &str) -> Result<bool> {
    let has = db::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM two_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL)",
    );
    Ok(has.bind(user_id).fetch_one(conn).await?)
}

/// 80 random bits each, so their hashes need neither salt nor a slow function.
async fn new_codes(tx: &mut Conn, user_id: &str) -> Result<Vec<String>> {
    db::query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user_id).execute(&mut *tx).await?;
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let random: [u8; 10] = rand::random();
        let letters = Secret::new(random.to_vec().into()).to_base32().to_ascii_lowercase();
        let groups: Vec<&str> = (0..4).filter_map(|group| letters.get(group * 4..group * 4 + 4)).collect();
        let code = groups.join("-");
        let query = db::query("INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)");
        query.binds((user_id, recovery_hash(user_id, &code))).execute(&mut *tx).await?;
        codes.push(code);
    }
    Ok(codes)
}

/// Disable the second factor
#[utoipa::path(delete, path = "/api/user/two-factor", tag = "accounts", responses(
    (status = 204, description = "No code is required any more"),
    (status = 423, description = "Confirm the password first"),
))]
pub(crate) async fn remove_two_factor(app: App, Confirmed(user): Confirmed) -> Result<Response> {
    let mut tx = app.db.write().await?;
    remove_second_step(&app, &mut tx, &user.id).await?;
    committed(tx, no_content()).await
}

/// Disables a user's second factor and notifies them by mail; returns whether one was in use.
pub async fn remove_second_step(app: &App, tx: &mut Conn, user_id: &str) -> Result<bool> {
    db::query("DELETE FROM recovery_codes WHERE user_id = $1").bind(user_id).execute(&mut *tx).await?;
    let was_on: Option<bool> =
        db::query_scalar("DELETE FROM two_factor WHERE user_id = $1 RETURNING confirmed_at IS NOT NULL")
            .bind(user_id)
            .fetch_optional(&mut *tx)
            .await?;
    let was_on = was_on.unwrap_or(false);
    if was_on {
        password::notify_of(app, tx, user_id, "two-factor-off").await?;
    }
    Ok(was_on)
}
