//! Secrets that change or are made during a run: renewed tokens, and hashes that contain a secret. The plugin sees none
//! of them.

use hmac::Hmac;
use hmac::digest::Digest;
use reqwest::Url;
use sha1::Sha1;
use sha2::Sha512;
use sitewright_engine::{DigestRequest, Hash, HttpRequest, HttpResponse, TakenSecret};

use super::redact::Redactor;
use super::request::Vault;
use super::{Inner, Keys, http, refused, unavailable};
use crate::connections::{self, Opened, Renewal};
use crate::platform::prelude::*;

/// How long a run that renews secrets keeps others from doing so. Longer than any request.
const RENEWAL: Duration = Duration::from_secs(60);
/// How often a run that waits for another one looks.
const LOOK: Duration = Duration::from_millis(200);
const MOST_TAKEN: usize = 5;
const MESSAGE_BYTES: usize = 1 << 20;

/// Replaces secrets of the connection to the request's host by those of the response.
pub(super) async fn renew(
    way: &Inner,
    request: HttpRequest,
    taken: Vec<TakenSecret>,
) -> Result<HttpResponse> {
    refuse_if(taken.is_empty() || taken.len() > MOST_TAKEN, || refused("outside.renewal"))?;
    let host = Url::parse(&request.url).ok().and_then(|url| url.host_str().map(str::to_owned));
    let host = host.ok_or_else(|| refused("outside.not-an-address"))?;
    let keys = way.keys().await?;
    let known = keys.connections.iter().find(|own| own.host == host);
    let known =
        known.ok_or_else(|| refused("outside.no-secret").with("name", "").with("host", host.as_str()))?;
    let app = &way.shared.app;
    let until = Instant::now() + RENEWAL;
    loop {
        match connections::begin_renewal(app, &known.id, known.version, RENEWAL).await? {
            Renewal::Begun(token) => {
                let answer = exchange(way, request, &taken).await;
                return match answer {
                    Ok((response, secrets)) => {
                        let opened = connections::end_renewal(app, &known.id, &token, secrets).await?;
                        way.put_connection(opened)?;
                        Ok(response)
                    }
                    Err(problem) => {
                        connections::give_up_renewal(app, &known.id, &token).await?;
                        Err(problem)
                    }
                };
            }
            Renewal::Done(opened) => {
                way.put_connection(opened)?;
                return Ok(HttpResponse { status: 200, headers: Vec::new(), body: Vec::new() });
            }
            Renewal::Gone => return Err(refused("outside.no-secret").with("name", "").with("host", host)),
            Renewal::Elsewhere => {}
        }
        refuse_if(Instant::now() > until, || unavailable("outside.busy").with("host", host.as_str()))?;
        tokio::time::sleep(LOOK).await;
    }
}

/// The response without the secrets, and the secrets; none if the response does not have all of them.
async fn exchange(
    way: &Inner,
    request: HttpRequest,
    taken: &[TakenSecret],
) -> Result<(HttpResponse, BTreeMap<String, String>)> {
    let mut response = http::send(way, request, 1.0).await?;
    let Ok(mut body) = serde_json::from_slice::<Value>(&response.body) else {
        return Ok((response, BTreeMap::new()));
    };
    let mut secrets = BTreeMap::new();
    for TakenSecret { name, pointer } in taken {
        if let Some(Value::String(secret)) = body.pointer_mut(pointer) {
            secrets.insert(name.clone(), std::mem::replace(secret, "[secret]".to_owned()));
        }
    }
    if !(200..300).contains(&response.status) || secrets.len() < taken.len() {
        secrets.clear();
    }
    response.body = serde_json::to_vec(&body)?;
    Ok((response, secrets))
}

/// The hash or the HMAC of a message.
pub(super) async fn digest(way: &Inner, request: DigestRequest) -> Result<String> {
    let DigestRequest { hash, key, message, keep_as } = request;
    refuse_if(message.len() > MESSAGE_BYTES, || {
        refused("outside.too-much-data").with("max_kb", MESSAGE_BYTES / 1024)
    })?;
    let keys = way.keys().await?;
    let [connection] = keys.connections.as_slice() else { return Err(refused("outside.one-connection")) };
    let vault = Vault { host: &connection.host, connections: &keys.connections };
    let message = vault.fill(&message)?;
    let key = match &key {
        Some(key) => Some(vault.fill(key.as_bytes())?),
        None => None,
    };
    let key = key.as_deref();
    let made = match hash {
        Hash::Sha1 => hashed::<Sha1, Hmac<Sha1>>(key, &message)?,
        Hash::Sha256 => hashed::<Sha256, Hmac<Sha256>>(key, &message)?,
        Hash::Sha512 => hashed::<Sha512, Hmac<Sha512>>(key, &message)?,
    };
    let Some(name) = keep_as else { return Ok(made) };
    let mut opened = Opened::clone(connection);
    opened.secrets.insert(name, made);
    way.put_connection(opened)?;
    Ok(String::new())
}

fn hashed<D: Digest, M: hmac::Mac + hmac::KeyInit>(key: Option<&[u8]>, message: &[u8]) -> Result<String> {
    Ok(match key {
        None => hex::encode(D::digest(message)),
        Some(key) => {
            let mut mac = <M as hmac::KeyInit>::new_from_slice(key).map_err(Problem::internal)?;
            mac.update(message);
            hex::encode(mac.finalize().into_bytes())
        }
    })
}

impl Inner {
    /// Replaces a connection of the run.
    fn put_connection(&self, opened: Opened) -> Result<()> {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = keys.as_deref() else { return Ok(()) };
        let mut connections = known.connections.clone();
        for connection in &mut connections {
            if connection.id == opened.id {
                *connection = Arc::new(Opened::clone(&opened));
            }
        }
        // Old secrets are still removed from responses: a server may repeat them.
        let former = known.former.iter().chain(&known.connections).cloned().collect::<Vec<_>>();
        let all = former.iter().chain(&connections).map(Arc::as_ref).collect::<Vec<_>>();
        let redactor = Redactor::new(&all)?;
        *keys = Some(Arc::new(Keys { connections, former, redactor }));
        Ok(())
    }
}
