//! Fake shops: what all of them share. Each is a server on loopback with its own database, a log of its requests,
//! planned faults and a limit of requests. The modules contain the rules of each system.

mod bucket;
mod faults;
pub mod goods;
pub mod html;
mod log;
pub mod prestashop;
pub mod shoper;
pub mod shopify;
pub mod woocommerce;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::MutexGuard;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::Response;
use futures::stream;

use crate::prelude::*;

pub use bucket::Bucket;
pub use faults::{Fault, Faults, Hold, MOST_IN_A_ROW, on, saying};
pub use log::{Entry, Log, Write};

/// A received request. An item of a batch is one too.
#[derive(Clone, Debug)]
pub struct Received {
    pub method: Method,
    pub path: String,
    pub query: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Option<Value> {
        serde_json::from_slice(&self.body).ok()
    }

    /// The parameters of the query, decoded, in order.
    pub fn parameters(&self) -> Vec<(String, String)> {
        form_urlencoded::parse(self.query.as_bytes()).into_owned().collect()
    }

    pub fn parameter(&self, name: &str) -> Option<String> {
        self.parameters().into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The fields of a form.
    pub fn form(&self) -> BTreeMap<String, String> {
        form_urlencoded::parse(&self.body).into_owned().collect()
    }

    pub fn bearer(&self) -> &str {
        self.header("authorization").strip_prefix("Bearer ").unwrap_or_default()
    }

    /// User and password of HTTP Basic.
    pub fn basic(&self) -> Option<(String, String)> {
        let encoded = self.header("authorization").strip_prefix("Basic ")?;
        let decoded = String::from_utf8(STANDARD.decode(encoded).ok()?).ok()?;
        decoded.split_once(':').map(|(user, password)| (user.to_owned(), password.to_owned()))
    }

    /// The address of the server as the client wrote it, without a trailing slash.
    pub fn origin(&self) -> String {
        format!("http://{}", self.header("host"))
    }

    /// The path with the query.
    pub fn target(&self) -> String {
        if self.query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, self.query) }
    }

    /// The same request has the same number.
    fn fingerprint(&self, seed: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (seed, self.method.as_str(), &self.path, &self.query, &self.body[..]).hash(&mut hasher);
        hasher.finish()
    }
}

/// A response, with what its request wrote.
#[derive(Clone, Debug)]
pub struct Sent {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    pub writes: Vec<Write>,
}

impl Sent {
    pub fn new(status: u16, kind: &str, body: impl Into<String>) -> Self {
        let headers = vec![("content-type", kind.to_owned())];
        Self { status, headers, body: body.into().into_bytes(), writes: Vec::new() }
    }

    /// A small PNG.
    pub fn picture() -> Self {
        let mut png = std::io::Cursor::new(Vec::new());
        let picture = image::RgbImage::from_pixel(64, 48, image::Rgb([30, 60, 160]));
        picture.write_to(&mut png, image::ImageFormat::Png).expect("a PNG");
        Self { body: png.into_inner(), ..Self::new(200, "image/png", "") }
    }

    pub fn json(status: u16, body: Value) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.headers.push((name, value.to_string()));
        self
    }

    pub fn wrote(mut self, writes: Vec<Write>) -> Self {
        self.writes = writes;
        self
    }

    /// The response with another body; `length` only if the body is complete.
    fn respond(&self, body: Body, length: Option<usize>) -> Response<Body> {
        let mut response = Response::builder().status(self.status);
        for (name, value) in &self.headers {
            response = response.header(*name, value);
        }
        if let Some(length) = length {
            response = response.header("content-length", length);
        }
        response.body(body).expect("a response")
    }
}

/// Random numbers of a seed: SplitMix64.
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.roll() % end as u64) as usize
    }

    /// From 0 to below 1.
    pub fn share(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn pick<'a, T>(&mut self, options: &'a [T]) -> &'a T {
        &options[self.below(options.len())]
    }
}

/// The objects of a shop, by kind and id. No id is given twice.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    objects: BTreeMap<&'static str, BTreeMap<u64, Value>>,
    last: BTreeMap<&'static str, u64>,
}

impl Tables {
    pub fn get(&self, kind: &str, id: u64) -> Option<&Value> {
        self.objects.get(kind)?.get(&id)
    }

    pub fn get_mut(&mut self, kind: &str, id: u64) -> Option<&mut Value> {
        self.objects.get_mut(kind)?.get_mut(&id)
    }

    /// The objects of a kind in the order of their ids.
    pub fn all(&self, kind: &str) -> impl Iterator<Item = (u64, &Value)> {
        self.objects.get(kind).into_iter().flatten().map(|(id, value)| (*id, value))
    }

    pub fn insert(&mut self, kind: &'static str, id: u64, value: Value) {
        let last = self.last.entry(kind).or_default();
        *last = id.max(*last);
        self.objects.entry(kind).or_default().insert(id, value);
    }

    pub fn remove(&mut self, kind: &str, id: u64) -> Option<Value> {
        self.objects.get_mut(kind)?.remove(&id)
    }

    /// The id after the last, also if that object is removed.
    pub fn next(&self, kind: &str) -> u64 {
        self.last.get(kind).map_or(1, |last| last + 1)
    }

    /// Each kind that has objects, with them in order. Equal databases are equal as texts.
    pub fn dump(&self) -> Value {
        let list = |all: &BTreeMap<u64, Value>| Value::Array(all.values().cloned().collect());
        let full = self.objects.iter().filter(|(_, all)| !all.is_empty());
        full.map(|(kind, all)| ((*kind).to_owned(), list(all))).collect()
    }
}

/// Sets the leaves of `patch` in `target`, and records them.
pub fn merge(object: &str, path: &str, target: &mut Value, patch: &Value, writes: &mut Vec<Write>) {
    if target.is_null() && patch.as_object().is_some_and(|fields| !fields.is_empty()) {
        *target = json!({});
    }
    match (patch, &mut *target) {
        (Value::Object(fields), Value::Object(known)) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                merge(object, &path, known.entry(name).or_insert(Value::Null), value, writes);
            }
        }
        _ => {
            let (object, field) = (object.to_owned(), path.to_owned());
            let before = std::mem::replace(target, patch.clone());
            writes.push(Write { object, field, before, after: patch.clone() });
        }
    }
}

/// The rules of a system.
pub trait Shop: Send + Sync + 'static {
    fn answer(&self, request: &Received, faults: &Faults) -> Sent;
    fn too_many(&self, seconds: u64) -> Sent;
    fn failed(&self, status: u16) -> Sent;
}

/// A running shop.
pub struct Front<S> {
    pub port: u16,
    pub shop: Arc<S>,
    pub log: Log,
    pub faults: Faults,
}

impl<S> Clone for Front<S> {
    fn clone(&self) -> Self {
        let (shop, log, faults) = (self.shop.clone(), self.log.clone(), self.faults.clone());
        Self { port: self.port, shop, log, faults }
    }
}

impl<S: Shop> Front<S> {
    pub async fn open(shop: S) -> Self {
        let mut front =
            Self { port: 0, shop: Arc::new(shop), log: Log::default(), faults: Faults::default() };
        let routes = Router::new().fallback(receive::<S>).with_state(front.clone());
        front.port = super::serve(routes).await.port();
        front
    }

    /// Without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Does the work of a request and records it.
    fn work(&self, entry: usize, request: &Received) -> Sent {
        let sent = self.shop.answer(request, &self.faults);
        self.log.close(entry, sent.status, &sent.writes);
        sent
    }
}

async fn receive<S: Shop>(State(front): State<Front<S>>, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 64 * 1024 * 1024).await.unwrap_or_default();
    let (path, query) = (head.uri.path().to_owned(), head.uri.query().unwrap_or_default().to_owned());
    let request = Received { method: head.method, path, query, headers: head.headers, body };
    let fault = front.faults.take(&request);
    let entry = front.log.open(&request, fault.clone());
    let refuse = |sent: Sent| {
        front.log.close(entry, sent.status, &[]);
        whole(&sent)
    };
    match fault {
        None => whole(&front.work(entry, &request)),
        Some(Fault::TooMany(seconds)) => refuse(front.shop.too_many(seconds)),
        Some(Fault::Refuse(status)) => refuse(front.shop.failed(status)),
        Some(Fault::Redirect(there)) => refuse(Sent::new(302, "text/html", "").with("location", there)),
        Some(Fault::FailAfter(status)) => {
            front.work(entry, &request);
            refuse(front.shop.failed(status))
        }
        Some(Fault::HoldAnswer(hold)) => {
            let sent = front.work(entry, &request);
            front.faults.wait(&hold).await;
            whole(&sent)
        }
        Some(Fault::HoldWork(hold)) => {
            let front = front.clone();
            let work = tokio::spawn(async move {
                front.faults.wait(&hold).await;
                front.work(entry, &request)
            });
            whole(&work.await.expect("the work"))
        }
        Some(Fault::Dribble(pause)) => dribbled(&front.work(entry, &request), pause),
        Some(Fault::Endless) => {
            let piece = Bytes::from_static(&[b' '; 16 * 1024]);
            let pieces = stream::repeat_with(move || Ok::<_, std::io::Error>(piece.clone()));
            front.log.close(entry, 200, &[]);
            Sent::new(200, "application/json", "").respond(Body::from_stream(pieces), None)
        }
        Some(Fault::CutBefore) => cut(&Sent::new(200, "application/json", ""), 0),
        Some(Fault::CutAfter) => {
            let sent = front.work(entry, &request);
            front.log.close(entry, 0, &[]);
            cut(&sent, 0)
        }
        Some(Fault::CutMiddle) => {
            let sent = front.work(entry, &request);
            let half = sent.body.len() / 2;
            cut(&sent, half)
        }
    }
}

fn whole(sent: &Sent) -> Response<Body> {
    sent.respond(Body::from(sent.body.clone()), None)
}

fn dribbled(sent: &Sent, pause: Duration) -> Response<Body> {
    let bytes = stream::iter(sent.body.clone()).then(move |byte| async move {
        tokio::time::sleep(pause).await;
        Ok::<_, std::io::Error>(Bytes::copy_from_slice(&[byte]))
    });
    sent.respond(Body::from_stream(bytes), Some(sent.body.len()))
}

/// Sends the first bytes of the body and closes the connection. Without bytes, the head is not sent either.
fn cut(sent: &Sent, bytes: usize) -> Response<Body> {
    let first = Bytes::from(sent.body.clone()).slice(..bytes);
    let first = (bytes > 0).then_some(Ok(first));
    let end = stream::once(async {
        // Lets the server send its buffer before the connection closes.
        tokio::task::yield_now().await;
        Err(std::io::Error::other("cut"))
    });
    let length = sent.body.len().max(bytes + 1);
    if bytes == 0 {
        let end = stream::iter([Err::<Bytes, _>(std::io::Error::other("cut"))]);
        return sent.respond(Body::from_stream(end), Some(length));
    }
    sent.respond(Body::from_stream(stream::iter(first).chain(end)), Some(length))
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
