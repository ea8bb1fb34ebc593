//! A client for native tests: recorded answers instead of a shop.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use super::{Allowance, Client, Connection, Failure, Fault, Hash, Request, Response, TakenSecret, http};
use crate::language::Language;

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
            now: Cell::default(),
            store: RefCell::default(),
        }
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

    /// The same result for every message: the length of the hash in hexadecimal digits.
    fn digest(
        &self,
        hash: Hash,
        key: Option<&str>,
        message: &[u8],
        keep_as: Option<&str>,
    ) -> Result<String, Failure> {
        let message = String::from_utf8_lossy(message);
        self.hashed.borrow_mut().push(format!("{hash:?} {} {message}", key.unwrap_or_default()));
        let digits = match hash {
            Hash::Sha1 => 40,
            Hash::Sha256 => 64,
            Hash::Sha512 => 128,
        };
        Ok(if keep_as.is_some() { String::new() } else { "a".repeat(digits) })
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
