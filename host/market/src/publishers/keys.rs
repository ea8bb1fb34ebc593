//! Publishers' keys. To register one, a publisher signs a challenge of this server with the secret key, so that no
//! publisher can register the public key of another one.

use sitewright_package::{CHALLENGE, is_proof};

use super::profile::{self, OwnPublisher};
use crate::messages::audit_log::{self, Actor, Subject};
use crate::platform::prelude::*;
use crate::registry;

const PURPOSE: &str = "publisher-key";
/// How long a challenge is valid.
const LIFE_MS: i64 = 60 * 60 * 1000;
/// Active keys per publisher.
const MOST: usize = 10;

/// A text to be signed.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KeyChallenge {
    #[schema(example = "sitewright-publisher-key acme 4fA…")]
    challenge: String,
}

/// A challenge to sign as proof of key ownership; valid for an hour
#[utoipa::path(get, path = "/api/publisher/challenge", tag = "publishers",
    responses((status = 200, body = KeyChallenge), (status = 409, description = "The account has no publisher")))]
pub async fn get_challenge(app: App, user: User) -> Result<Json<KeyChallenge>> {
    let publisher = profile::expect(&mut app.db.read().acquire().await?, &user.id).await?;
    let until = Timestamp::now().plus_ms(LIFE_MS).0.to_be_bytes();
    let token = auth::seal(&app, PURPOSE, &publisher, &until)?;
    Ok(Json(KeyChallenge { challenge: format!("{CHALLENGE}{publisher} {token}") }))
}

/// Whether this server created the challenge for this publisher within the last hour.
fn is_fresh(app: &App, publisher: &str, challenge: &str) -> bool {
    let token = challenge.strip_prefix(CHALLENGE).and_then(|rest| rest.strip_prefix(publisher));
    let Some(token) = token.and_then(|rest| rest.strip_prefix(' ')) else { return false };
    let until = auth::unseal(app, PURPOSE, publisher, token).and_then(|plain| plain.try_into().ok());
    until.is_some_and(|bytes| Timestamp::now().0 < i64::from_be_bytes(bytes))
}

/// A key, with the proof of ownership.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OwnPublisherKey)]
pub(super) struct NewKey {
    /// The text of the public file, as `sitewright plugin keygen` and minisign write it.
    #[garde(length(chars, min = 1, max = 1000))]
    #[schema(min_length = 1, max_length = 1000)]
    key: String,
    #[garde(length(chars, min = 1, max = 1000))]
    #[schema(min_length = 1, max_length = 1000)]
    challenge: String,
    /// The challenge's signature, as `sitewright plugin prove` and minisign write it.
    #[garde(length(chars, min = 1, max = 2000))]
    #[schema(min_length = 1, max_length = 2000)]
    signature: String,
}

/// Register a signing key
#[utoipa::path(post, path = "/api/publisher/keys", tag = "publishers", request_body = NewKey, responses(
    (status = 201, body = OwnPublisher),
    (status = 409, description = "The account has no publisher, the key is registered already, or the limit is reached"),
    (status = 423, description = "Confirm the password first")))]
pub async fn add_own_key(
    app: App,
    user: User,
    actor: Actor,
    Valid(new): Valid<NewKey>,
) -> Result<(StatusCode, Json<OwnPublisher>)> {
    auth::expect_confirmed(&app, &user).await?;
    let mut tx = app.db.write().await?;
    let publisher = profile::expect(&mut tx, &user.id).await?;
    let wrong = |field, key| Err(Problem::invalid_field(field, Text::key(key)));
    if !is_fresh(&app, &publisher, &new.challenge) {
        return wrong("challenge", "publishers.challenge-over");
    }
    match is_proof(&new.key, &new.challenge, &new.signature) {
        Some(true) => {}
        Some(false) => return wrong("signature", "publishers.not-signed"),
        None => return wrong("key", "registry.not-a-key"),
    }
    let keys = registry::keys_of(&mut tx, &publisher).await?;
    let is_full = keys.iter().filter(|key| key.revoked_at.is_none()).count() >= MOST;
    refuse_if(is_full, || Problem::conflict("publishers.too-many-keys").with("most", MOST))?;
    let key = registry::trust_key(&mut tx, &publisher, &new.key).await?;
    let shown = registry::shown_key(&key);
    let subject = Subject::of("key", &key, &shown);
    audit_log::record(&mut tx, &actor, "publisher.key-added", subject, json!({ "publisher": publisher }))
        .await?;
    let own = profile::of(&app, &mut tx, &user.id).await?;
    committed(tx, (StatusCode::CREATED, Json(own))).await
}

/// Retire a signing key
///
/// Packages that it signed stay valid; new ones are refused. If a key was stolen, also contact an administrator, who
/// can revoke what it signed.
#[utoipa::path(delete, path = "/api/publisher/keys/{id}", tag = "publishers", params(("id" = String, Path, description = "Id of the key, 16 hexadecimal digits")),
    responses((status = 200, body = OwnPublisher)))]
pub async fn retire_own_key(app: App, user: User, actor: Actor, Id(id): Id) -> Result<Json<OwnPublisher>> {
    let mut tx = app.db.write().await?;
    let own = super::store::publisher_of(&mut tx, &user.id).await?.ok_or_else(Problem::not_found)?;
    let key = registry::retire_key(&mut tx, &own, &id).await?.ok_or_else(Problem::not_found)?;
    let shown = registry::shown_key(&key);
    let subject = Subject::of("key", &key, &shown);
    audit_log::record(&mut tx, &actor, "publisher.key-retired", subject, json!({ "publisher": own })).await?;
    let own = profile::of(&app, &mut tx, &user.id).await?;
    committed(tx, Json(own)).await
}
