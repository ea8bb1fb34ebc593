//! The keys that sign packages, and their levels of trust.

use minisign_verify::{Error, PublicKey, Signature};
use serde::{Deserialize, Serialize};

use crate::archive::Archive;
use crate::layout::{CONTENTS, SIGNATURE, is_kebab};
use crate::{Code, Problem, Problems, json};

/// The level of trust of a package. It depends only on the key that signed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// From this machine, in development: unsigned, or signed with any key.
    Local,
    /// From an organisation, for its own use.
    Private,
    /// From a registered publisher; not reviewed.
    Community,
    /// From a publisher with a contract with Sitewright; reviewed.
    Partner,
    /// From Sitewright.
    Official,
}

/// An error of a key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum KeyError {
    #[error("a publisher's id is in kebab-case")]
    Publisher,
    #[error("this is not a public key in minisign's format")]
    Public,
    #[error("this is not a secret key in minisign's format, or the password is wrong")]
    Secret,
    #[error("this is not a challenge for publishers")]
    Challenge,
    #[error("the key could not be generated: {0}")]
    Generate(String),
}

/// The prefix of a text whose signature proves the possession of a key. No other signed text has this prefix.
pub const CHALLENGE: &str = "sitewright-publisher-key ";

/// Whether a key signed a challenge; `None` if the key itself cannot be parsed. All three are texts in minisign's
/// format.
pub fn is_proof(key: &str, challenge: &str, signature: &str) -> Option<bool> {
    let key = PublicKey::decode(key).ok()?;
    let Ok(signature) = Signature::decode(signature) else { return Some(false) };
    Some(challenge.starts_with(CHALLENGE) && key.verify(challenge.as_bytes(), &signature, false).is_ok())
}

struct Publisher {
    id: String,
    level: Level,
    key: PublicKey,
    revoked: bool,
}

/// The publishers whose signatures are accepted.
#[derive(Default)]
pub struct Keyring(Vec<Publisher>);

/// The signer of a package.
pub(crate) struct Signer {
    pub publisher: Option<String>,
    pub level: Level,
}

impl Keyring {
    /// Trusts a publisher; `key` is the text of a `.pub` file.
    pub fn trust(&mut self, publisher: &str, level: Level, key: &str) -> Result<(), KeyError> {
        self.add(publisher, level, key, false)
    }

    /// Marks a key as revoked.
    pub fn revoke(&mut self, publisher: &str, key: &str) -> Result<(), KeyError> {
        self.add(publisher, Level::Local, key, true)
    }

    fn add(&mut self, publisher: &str, level: Level, key: &str, revoked: bool) -> Result<(), KeyError> {
        if !is_kebab(publisher) {
            return Err(KeyError::Publisher);
        }
        let key = PublicKey::decode(key).map_err(|_| KeyError::Public)?;
        self.0.push(Publisher { id: publisher.to_owned(), level, key, revoked });
        Ok(())
    }

    /// Returns the signer; `None` if the package is refused because of its signature.
    pub(crate) fn signer(
        &self,
        archive: &Archive,
        publisher: Option<&str>,
        development: bool,
        found: &mut Problems,
    ) -> Option<Signer> {
        let unknown = Signer { publisher: None, level: Level::Local };
        let Some(signature) = archive.get(SIGNATURE) else {
            if development {
                return Some(unknown);
            }
            found.at("", Code::Unsigned);
            return None;
        };
        let signature = json::text(signature, SIGNATURE, found)?;
        let Some(signature) = decode(signature) else {
            found.at(SIGNATURE, Code::SignatureMalformed);
            return None;
        };
        let contents = archive.get(CONTENTS)?;
        match self.of(contents, &signature) {
            Some(Ok(signer)) => check_signer(signer, publisher, found),
            Some(Err(())) => {
                found.at(SIGNATURE, Code::SignatureForged);
                None
            }
            None if development => Some(unknown),
            None => {
                found.at(SIGNATURE, Code::SignerUnknown);
                None
            }
        }
    }

    /// Finds the publisher by the key's id; an error if the key is known but the signature does not match.
    fn of(&self, contents: &[u8], signature: &Signature) -> Option<Result<&Publisher, ()>> {
        let mut known = None;
        for publisher in &self.0 {
            match publisher.key.verify(contents, signature, false) {
                Ok(()) => return Some(Ok(publisher)),
                Err(Error::UnexpectedKeyId) => {}
                Err(_) => known = Some(Err(())),
            }
        }
        known
    }
}

/// Decodes a signature in minisign's format and allows nothing besides it: the host reads the key's id from the
/// second line, and must find the same id that is checked here.
fn decode(text: &str) -> Option<Signature> {
    let is_plain = text.starts_with("untrusted comment:") && text.lines().count() == 4;
    is_plain.then(|| Signature::decode(text).ok())?
}

fn check_signer(signer: &Publisher, publisher: Option<&str>, found: &mut Problems) -> Option<Signer> {
    let problem = |code: Code| Problem::at(code, SIGNATURE).with("signer", signer.id.as_str());
    if signer.revoked {
        found.add(problem(Code::SignerRevoked));
        return None;
    }
    if publisher.is_some_and(|publisher| publisher != signer.id) {
        found.add(problem(Code::SignerOther));
        return None;
    }
    Some(Signer { publisher: Some(signer.id.clone()), level: signer.level })
}

/// A publisher's secret key.
pub struct SecretKey(minisign::SecretKey);

impl SecretKey {
    /// Reads a key file; an empty password is for keys without one.
    pub fn read(text: &str, password: &str) -> Result<Self, KeyError> {
        let file = || minisign::SecretKeyBox::from_string(text).map_err(|_| KeyError::Secret);
        let key = match password {
            "" => file()?.into_unencrypted_secret_key(),
            _ => file()?.into_secret_key(Some(password.to_owned())),
        };
        key.map(Self).map_err(|_| KeyError::Secret)
    }

    /// Signs a challenge, to prove the possession of the key.
    pub fn prove(&self, challenge: &str) -> Result<String, KeyError> {
        if !challenge.starts_with(CHALLENGE) {
            return Err(KeyError::Challenge);
        }
        self.sign(challenge.as_bytes())
    }

    /// Signs bytes; returns the text of a `.minisig` file.
    pub(crate) fn sign(&self, bytes: &[u8]) -> Result<String, KeyError> {
        let failed = |error: minisign::PError| KeyError::Generate(error.to_string());
        let comments = (Some("sitewright package"), Some("signature of a sitewright package"));
        let signature = minisign::sign(None, &self.0, bytes, comments.0, comments.1).map_err(failed)?;
        Ok(signature.into_string())
    }
}

/// Generates a key pair; returns the texts of the secret and of the public file. With an empty password the secret
/// key is stored unencrypted.
pub fn generate(publisher: &str, password: &str) -> Result<(String, String), KeyError> {
    if !is_kebab(publisher) {
        return Err(KeyError::Publisher);
    }
    let failed = |error: minisign::PError| KeyError::Generate(error.to_string());
    let pair = match password {
        "" => minisign::KeyPair::generate_unencrypted_keypair(),
        _ => minisign::KeyPair::generate_encrypted_keypair(Some(password.to_owned())),
    }
    .map_err(failed)?;
    let comment = format!("sitewright secret key of {publisher}");
    let secret = pair.sk.to_box(Some(&comment)).map_err(failed)?;
    let public = pair.pk.to_box().map_err(failed)?;
    Ok((secret.into_string(), public.into_string()))
}
