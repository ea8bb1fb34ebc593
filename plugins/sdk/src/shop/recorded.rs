//! A client for native tests: recorded answers instead of a shop.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use super::{Allowance, Client, Connection, Failure, Fault, Hash, Request, Response, TakenSecret, http};
use crate::language::Language;
use crate::parts::Parts as _;

/// Answers each request with the next answer whose request matches, and records all requests.
pub struct Recorded {
    connection: Option<Connection>,
    language: Language,
    answers: RefCell<VecDeque<Answer>>,
    /// The requests so far: method, address and body, as in `GET https://a.example/b {}`.
    pub sent: RefCell<Vec<String>>,
    /// The costs that `send_at` got.
    pub costs: RefCell<Vec<f64>>,
    /// The paces that were set.
    pub paces: RefCell<Vec<Allowance>>,
    /// The calls of `renew`.
    pub renewed: Cell<u32>,
    /// What was hashed: hash, key and message, as in `Sha1 {secret:a} text`.
    pub hashed: RefCell<Vec<String>>,
    /// The values of secrets, for `digest`. That of a secret without one is its name after `value-of-`.
    pub secrets: RefCell<BTreeMap<String, String>>,
    /// Milliseconds since the Unix epoch.
    pub now: Cell<u64>,
    /// What is stored.
    pub store: RefCell<BTreeMap<String, Vec<u8>>>,
}

struct Answer {
    request: String,
    response: Result<Response, Failure>,
}

impl Recorded {
    /// The connection `kind` to `shop.example` with these secrets.
    pub fn new(kind: &str, secrets: &[&str]) -> Self {
        let secrets = secrets.iter().map(|secret| (*secret).to_owned()).collect();
        let (name, host) = ("Sklep".to_owned(), "shop.example".to_owned());
        let connection = Connection { kind: kind.to_owned(), name, host, login: String::new(), secrets };
        Recorded { connection: Some(connection), ..Self::unconnected() }
    }

    /// Without a connection.
    pub fn unconnected() -> Self {
        Recorded {
            connection: None,
            language: Language::En,
            answers: RefCell::default(),
            sent: RefCell::default(),
            costs: RefCell::default(),
            paces: RefCell::default(),
            renewed: Cell::default(),
            hashed: RefCell::default(),
            secrets: RefCell::default(),
            now: Cell::default(),
            store: RefCell::default(),
        }
    }

    /// The same with a connection that has no host, such as that of an application.
    pub fn without_host(mut self) -> Self {
        if let Some(connection) = &mut self.connection {
            connection.host.clear();
        }
        self
    }

    /// The same for a user with this language.
    pub fn speaking(self, language: Language) -> Self {
        Recorded { language, ..self }
    }

    /// Answers the next request that begins like `request`, such as `GET https://shop.example/x`, with this status and
    /// body.
    pub fn answer(self, request: &str, status: u16, body: &str) -> Self {
        self.answer_with(request, status, &[], body)
    }

    /// The same with headers.
    pub fn answer_with(self, request: &str, status: u16, headers: &[(&str, &str)], body: &str) -> Self {
        let headers = headers
            .iter()
            .map(|(name, value)| http::Header { name: (*name).to_owned(), value: (*value).to_owned() })
            .collect();
        self.push(request, Ok(Response { status, headers, body: body.as_bytes().to_vec() }))
    }

    /// Does not answer the next such request.
    pub fn fail(self, request: &str, failure: Failure) -> Self {
        self.push(request, Err(failure))
    }

    fn push(self, request: &str, response: Result<Response, Failure>) -> Self {
        self.answers.borrow_mut().push_back(Answer { request: request.to_owned(), response });
        self
    }

    fn respond(&self, request: &Request) -> Result<Response, Failure> {
        let said =
            [&request.method, " ", &request.url, " ", &String::from_utf8_lossy(&request.body)].concat();
        self.sent.borrow_mut().push(said.clone());
        let mut answers = self.answers.borrow_mut();
        let place = answers.iter().position(|answer| said.starts_with(&answer.request));
        let answer = place.and_then(|place| answers.remove(place));
        answer.unwrap_or_else(|| panic!("there is no answer to {said}")).response
    }

    /// `text` with the values of its secrets; fails for a secret that the connection does not have.
    fn filled(&self, text: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut text = String::from_utf8_lossy(text).into_owned();
        while let Some((before, (name, after))) =
            text.halves("{secret:").and_then(|(before, rest)| Some((before, rest.halves("}")?)))
        {
            let known = self.connection.iter().flat_map(|connection| &connection.secrets);
            let value = match self.secrets.borrow().get(name) {
                Some(value) => value.clone(),
                None if known.into_iter().any(|known| known == name) => ["value-of-", name].concat(),
                None => return Err(Failure::Refused(format!("there is no secret {name}"))),
            };
            text = [before, value.as_str(), after].concat();
        }
        Ok(text.into_bytes())
    }

    /// The request at this place.
    pub fn sent(&self, place: usize) -> String {
        self.sent.borrow().get(place).cloned().unwrap_or_default()
    }

    /// Fails if an answer was not used.
    pub fn finish(&self) {
        let left: Vec<String> = self.answers.borrow().iter().map(|answer| answer.request.clone()).collect();
        assert!(left.is_empty(), "these requests were not made: {left:?}; made: {:#?}", self.sent.borrow());
    }
}

impl Client for Recorded {
    fn connection(&self) -> Result<Connection, Fault> {
        self.connection.clone().ok_or(Fault::NotConnected)
    }

    fn send(&self, request: &Request) -> Result<Response, Failure> {
        self.respond(request)
    }

    fn send_at(&self, request: &Request, cost: f64) -> Result<Response, Failure> {
        self.costs.borrow_mut().push(cost);
        self.respond(request)
    }

    fn pace(&self, _host: &str, allowance: Allowance) {
        self.paces.borrow_mut().push(allowance);
    }

    fn renew(&self, request: &Request, _taken: &[TakenSecret]) -> Result<Response, Failure> {
        self.renewed.set(self.renewed.get() + 1);
        self.respond(request)
    }

    /// The hash of the message with the values of its secrets.
    fn digest(
        &self,
        hash: Hash,
        key: Option<&str>,
        message: &[u8],
        keep_as: Option<&str>,
    ) -> Result<String, Failure> {
        let said = String::from_utf8_lossy(message);
        self.hashed.borrow_mut().push(format!("{hash:?} {} {said}", key.unwrap_or_default()));
        let key = key.map(|key| self.filled(key.as_bytes())).transpose()?;
        let made = hashed(hash, key.as_deref(), &self.filled(message)?);
        let Some(name) = keep_as else { return Ok(made) };
        self.secrets.borrow_mut().insert(name.to_owned(), made);
        Ok(String::new())
    }

    fn now(&self) -> u64 {
        self.now.get()
    }

    fn kept(&self, key: &str) -> Option<Vec<u8>> {
        self.store.borrow().get(key).cloned()
    }

    fn keep(&self, key: &str, value: &[u8]) {
        self.store.borrow_mut().insert(key.to_owned(), value.to_vec());
    }

    fn language(&self) -> Language {
        self.language
    }
}

/// The hash of a message, or its HMAC with this key, in hexadecimal: what a shop computes to sign a message.
pub fn hashed(hash: Hash, key: Option<&[u8]>, message: &[u8]) -> String {
    let made = match hash {
        Hash::Sha1 => made::<Sha1, Hmac<Sha1>>(key, message),
        Hash::Sha256 => made::<Sha256, Hmac<Sha256>>(key, message),
        Hash::Sha512 => made::<Sha512, Hmac<Sha512>>(key, message),
    };
    made.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn made<D: Digest, M: Mac + KeyInit>(key: Option<&[u8]>, message: &[u8]) -> Vec<u8> {
    let Some(key) = key else { return D::digest(message).to_vec() };
    let mut mac = <M as KeyInit>::new_from_slice(key).expect("HMAC has keys of any length");
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::{Client as _, Hash, Recorded, hashed};

    /// FIPS 180-4, and the second case of RFC 4231.
    #[test]
    fn hashes_are_those_of_the_standards() {
        assert_eq!(hashed(Hash::Sha1, None, b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let (key, message) = (Some(b"Jefe".as_slice()), b"what do ya want for nothing?");
        assert_eq!(
            hashed(Hash::Sha256, key, message),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        assert!(
            hashed(Hash::Sha512, key, message).starts_with("164b7a7bfcf819e2e395fbe73b56e0a387bd64222e83")
        );
    }

    #[test]
    fn a_hash_has_the_values_of_secrets_and_may_become_one() {
        let client = Recorded::new("shop", &["key"]);
        let digest = |message: &str, keep_as| client.digest(Hash::Sha1, None, message.as_bytes(), keep_as);
        assert_eq!(digest("a {secret:key}", None), Ok(hashed(Hash::Sha1, None, b"a value-of-key")));
        assert_eq!(digest("{secret:key}", Some("made")), Ok(String::new()));
        let made = hashed(Hash::Sha1, None, b"value-of-key");
        assert_eq!(digest("{secret:made}", None), Ok(hashed(Hash::Sha1, None, made.as_bytes())));
        assert!(digest("{secret:other}", None).is_err());
    }
}
