//! Fake shops: what all of them share. Each is a server on loopback with its own database, a log of its requests,
//! planned faults and a limit of requests. The modules contain the rules of each system.

pub mod goods;
pub mod html;
pub mod shoper;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::MutexGuard;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::Response;
use futures::stream;
use tokio::sync::watch;

use crate::prelude::*;

/// After this many faults in a row, a random plan serves a request. A client with more attempts always succeeds.
pub const MOST_IN_A_ROW: u32 = 3;

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
    pub body: String,
    pub writes: Vec<Write>,
}

impl Sent {
    pub fn new(status: u16, kind: &str, body: impl Into<String>) -> Self {
        let headers = vec![("content-type", kind.to_owned())];
        Self { status, headers, body: body.into(), writes: Vec::new() }
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

/// One written field.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// Kind and id, such as `products/12`.
    pub object: String,
    /// Such as `translations.pl_PL.name`.
    pub field: String,
    pub before: Value,
    pub after: Value,
}

/// A request in the log.
#[derive(Clone, Debug)]
pub struct Entry {
    pub at: Instant,
    pub method: Method,
    /// With the query.
    pub path: String,
    pub body: String,
    /// 0: no response, because the server still works, or has closed the connection.
    pub status: u16,
    pub fault: Option<Fault>,
    /// Fields that the request set, also to the value that they had.
    pub writes: Vec<Write>,
}

/// All requests in the order of their arrival; clones share it.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<Entry>>>);

impl Log {
    pub fn entries(&self) -> Vec<Entry> {
        lock(&self.0).clone()
    }

    pub fn clear(&self) {
        lock(&self.0).clear();
    }

    /// The number of requests such as `GET /products`: the method and a part of the path. `*` is any method.
    pub fn count(&self, what: &str) -> usize {
        lock(&self.0).iter().filter(|entry| matches(what, &entry.method, &entry.path)).count()
    }

    /// The written fields in order, also those that kept their value.
    pub fn writes(&self) -> Vec<Write> {
        lock(&self.0).iter().flat_map(|entry| entry.writes.clone()).collect()
    }

    /// How many writes changed fields whose path is `field` or ends with `.field`.
    pub fn writes_of(&self, field: &str) -> usize {
        let is = |write: &Write| write.field == field || write.field.ends_with(&format!(".{field}"));
        self.writes().iter().filter(|write| is(write) && write.before != write.after).count()
    }

    /// The fields, as `products/12 translations.pl_PL.name`, that more than one request wrote.
    pub fn written_twice(&self) -> Vec<String> {
        let mut counts = BTreeMap::<String, usize>::new();
        for write in self.writes() {
            *counts.entry(format!("{} {}", write.object, write.field)).or_default() += 1;
        }
        counts.into_iter().filter(|(_, count)| *count > 1).map(|(field, _)| field).collect()
    }

    fn open(&self, request: &Received, fault: Option<Fault>) -> usize {
        let mut entries = lock(&self.0);
        let (method, path, body) = (request.method.clone(), request.target(), request.text());
        let at = Instant::now();
        entries.push(Entry { at, method, path, body, status: 0, fault, writes: Vec::new() });
        entries.len() - 1
    }

    fn close(&self, entry: usize, status: u16, writes: &[Write]) {
        // A test may have cleared the log while the request ran.
        if let Some(entry) = lock(&self.0).get_mut(entry) {
            entry.status = status;
            entry.writes.extend_from_slice(writes);
        }
    }
}

/// How long a response waits.
#[derive(Clone, Debug, PartialEq)]
pub enum Hold {
    For(Duration),
    /// Until `Faults::open_gate`.
    Gate,
}

/// What goes wrong with a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// 429 with this Retry-After in seconds, without the work.
    TooMany(u64),
    /// This status, without the work.
    Refuse(u16),
    /// This status after the work.
    FailAfter(u16),
    /// The work at once, the response later.
    HoldAnswer(Hold),
    /// The work later, also if the client has left.
    HoldWork(Hold),
    /// The work, then the body byte by byte with this pause.
    Dribble(Duration),
    /// 200 with a body without end, without the work.
    Endless,
    /// 302 to this address, without the work.
    Redirect(String),
    /// Closes the connection without a response and without the work.
    CutBefore,
    /// Closes the connection after the work, without a response.
    CutAfter,
    /// Closes the connection after the work and half of the body.
    CutMiddle,
}

impl Fault {
    /// Faults of a bad day, each with an equal part of `rate`.
    pub fn usual(rate: f64) -> Vec<(f64, Self)> {
        let faults = [
            Self::TooMany(1),
            Self::Refuse(500),
            Self::Refuse(503),
            Self::FailAfter(500),
            Self::CutBefore,
            Self::CutAfter,
            Self::CutMiddle,
        ];
        faults.map(|fault| (rate / 7.0, fault)).to_vec()
    }

    /// Faults that an item of a batch may have by itself.
    fn fits_items(&self) -> bool {
        matches!(self, Self::TooMany(_) | Self::Refuse(_) | Self::FailAfter(_))
    }
}

type When = Box<dyn Fn(&Received) -> bool + Send>;

struct Plan {
    /// The condition, how often, and the fault.
    planned: Vec<(When, usize, Fault)>,
    random: Option<(u64, Vec<(f64, Fault)>)>,
    /// Of each request its attempts, and the faults in a row.
    attempts: HashMap<u64, (u32, u32)>,
    met: Vec<Fault>,
}

/// The planned faults; clones share them.
#[derive(Clone)]
pub struct Faults {
    plan: Arc<Mutex<Plan>>,
    gate: watch::Sender<bool>,
}

impl Default for Faults {
    fn default() -> Self {
        let plan = Plan { planned: Vec::new(), random: None, attempts: HashMap::new(), met: Vec::new() };
        Self { plan: Arc::new(Mutex::new(plan)), gate: watch::Sender::new(false) }
    }
}

/// A condition for requests such as `PUT /products/12`: the method and a part of the path with its query. `*` is any method.
pub fn on(what: &str) -> impl Fn(&Received) -> bool + Send + use<> {
    let what = what.to_owned();
    move |request| matches(&what, &request.method, &request.target())
}

/// A condition for requests whose body contains the text, such as the name of a GraphQL mutation.
pub fn saying(text: &str) -> impl Fn(&Received) -> bool + Send + use<> {
    let text = text.to_owned();
    move |request| request.text().contains(&text)
}

fn matches(what: &str, method: &Method, path: &str) -> bool {
    let (wanted, part) = what.split_once(' ').unwrap_or((what, ""));
    (wanted == "*" || wanted == method.as_str()) && path.contains(part)
}

impl Faults {
    /// The next request that satisfies the condition has this fault. An item of a batch counts as a request.
    pub fn next(&self, when: impl Fn(&Received) -> bool + Send + 'static, fault: Fault) {
        self.times(1, when, fault);
    }

    pub fn times(&self, times: usize, when: impl Fn(&Received) -> bool + Send + 'static, fault: Fault) {
        lock(&self.plan).planned.push((Box::new(when), times, fault));
    }

    pub fn always(&self, when: impl Fn(&Received) -> bool + Send + 'static, fault: Fault) {
        self.times(usize::MAX, when, fault);
    }

    /// Each fault with its rate between 0 and 1. The order of requests has no effect: the seed, the request and the
    /// number of its attempt decide.
    pub fn random(&self, seed: u64, rates: Vec<(f64, Fault)>) {
        lock(&self.plan).random = Some((seed, rates));
    }

    /// Ends all plans.
    pub fn clear(&self) {
        let mut plan = lock(&self.plan);
        plan.planned.clear();
        plan.random = None;
    }

    /// The faults so far.
    pub fn met(&self) -> Vec<Fault> {
        lock(&self.plan).met.clone()
    }

    /// Lets all requests continue that wait for the gate.
    pub fn open_gate(&self) {
        self.gate.send_replace(true);
    }

    async fn wait(&self, hold: &Hold) {
        match hold {
            Hold::For(time) => tokio::time::sleep(*time).await,
            Hold::Gate => {
                // The sender lives as long as `self`.
                let _ = self.gate.subscribe().wait_for(|open| *open).await;
            }
        }
    }

    /// The fault of this request.
    fn take(&self, request: &Received) -> Option<Fault> {
        self.take_if(request, |_| true)
    }

    /// The fault of this item of a batch: a refusal, or a failure after the work.
    pub fn take_item(&self, item: &Received) -> Option<Fault> {
        self.take_if(item, Fault::fits_items)
    }

    fn take_if(&self, request: &Received, fits: fn(&Fault) -> bool) -> Option<Fault> {
        let mut plan = lock(&self.plan);
        let planned = plan.planned.iter().position(|(when, _, fault)| fits(fault) && when(request));
        let fault = match planned {
            Some(index) => {
                let (_, left, fault) = &mut plan.planned[index];
                let fault = fault.clone();
                *left -= 1;
                if *left == 0 {
                    drop(plan.planned.remove(index));
                }
                Some(fault)
            }
            None => plan.drawn(request, fits),
        };
        plan.met.extend(fault.clone());
        fault
    }
}

impl Plan {
    fn drawn(&mut self, request: &Received, fits: fn(&Fault) -> bool) -> Option<Fault> {
        let (seed, rates) = self.random.as_ref()?;
        let print = request.fingerprint(*seed);
        let (attempts, in_a_row) = self.attempts.entry(print).or_default();
        *attempts += 1;
        let mut at = Dice::new(print ^ u64::from(*attempts)).share();
        let fault = rates.iter().find(|(rate, _)| {
            at -= rate;
            at < 0.0
        });
        let fault = fault.map(|(_, fault)| fault.clone()).filter(fits).filter(|_| *in_a_row < MOST_IN_A_ROW);
        *in_a_row = if fault.is_some() { *in_a_row + 1 } else { 0 };
        fault
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

/// A leaky bucket and its record.
#[derive(Clone, Debug)]
pub struct Bucket {
    pub capacity: f64,
    /// How much leaves it in a second.
    pub drain: f64,
    /// The highest level, with the refused requests: above `capacity` if one was refused.
    pub highest: f64,
    /// The sum of what was accepted.
    pub taken: f64,
    pub refused: u64,
    level: f64,
    first: Option<Instant>,
    last: Instant,
}

impl Bucket {
    pub fn new(capacity: f64, drain: f64) -> Self {
        let last = Instant::now();
        Self { capacity, drain, highest: 0.0, taken: 0.0, refused: 0, level: 0.0, first: None, last }
    }

    /// A bucket that never refuses.
    pub fn unlimited() -> Self {
        Self::new(f64::INFINITY, f64::INFINITY)
    }

    /// Accepts this cost, or refuses it with the seconds after which it fits.
    pub fn take(&mut self, cost: f64) -> Result<(), f64> {
        let wanted = self.level() + cost;
        self.highest = self.highest.max(wanted);
        if wanted > self.capacity {
            self.refused += 1;
            return Err((wanted - self.capacity) / self.drain);
        }
        self.first.get_or_insert(self.last);
        self.level = wanted;
        self.taken += cost;
        Ok(())
    }

    /// Returns a part of an accepted cost.
    pub fn give_back(&mut self, cost: f64) {
        self.level = (self.level - cost).max(0.0);
        self.taken -= cost;
    }

    /// The level now.
    pub fn level(&mut self) -> f64 {
        let now = Instant::now();
        if self.drain.is_finite() {
            self.level = (self.level - self.drain * (now - self.last).as_secs_f64()).max(0.0);
        } else {
            self.level = 0.0;
        }
        self.last = now;
        self.level
    }

    /// What was accepted as a share of the rate, from the first to the last request. A short test begins with an empty
    /// bucket and may therefore use more than 1.
    pub fn used(&self) -> f64 {
        let time = self.first.map_or(0.0, |first| (self.last - first).as_secs_f64());
        if time == 0.0 { 0.0 } else { self.taken / (self.drain * time) }
    }
}

/// The objects of a shop, by kind and id.
#[derive(Clone, Debug, Default)]
pub struct Tables(BTreeMap<&'static str, BTreeMap<u64, Value>>);

impl Tables {
    pub fn get(&self, kind: &str, id: u64) -> Option<&Value> {
        self.0.get(kind)?.get(&id)
    }

    pub fn get_mut(&mut self, kind: &str, id: u64) -> Option<&mut Value> {
        self.0.get_mut(kind)?.get_mut(&id)
    }

    /// The objects of a kind in the order of their ids.
    pub fn all(&self, kind: &str) -> impl Iterator<Item = (u64, &Value)> {
        self.0.get(kind).into_iter().flatten().map(|(id, value)| (*id, value))
    }

    pub fn insert(&mut self, kind: &'static str, id: u64, value: Value) {
        self.0.entry(kind).or_default().insert(id, value);
    }

    pub fn remove(&mut self, kind: &str, id: u64) -> Option<Value> {
        self.0.get_mut(kind)?.remove(&id)
    }

    /// The id after the last.
    pub fn next(&self, kind: &str) -> u64 {
        self.0.get(kind).and_then(|all| all.last_key_value()).map_or(1, |(id, _)| id + 1)
    }

    /// Each kind with its objects in order. Equal databases are equal as texts.
    pub fn dump(&self) -> Value {
        let list = |all: &BTreeMap<u64, Value>| Value::Array(all.values().cloned().collect());
        self.0.iter().map(|(kind, all)| ((*kind).to_owned(), list(all))).collect()
    }
}

/// Sets the leaves of `patch` in `target`, and records them.
pub fn merge(object: &str, path: &str, target: &mut Value, patch: &Value, writes: &mut Vec<Write>) {
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
    let bytes = stream::iter(sent.body.clone().into_bytes()).then(move |byte| async move {
        tokio::time::sleep(pause).await;
        Ok::<_, std::io::Error>(Bytes::copy_from_slice(&[byte]))
    });
    sent.respond(Body::from_stream(bytes), Some(sent.body.len()))
}

/// Sends the first bytes of the body and closes the connection. Without bytes, the head is not sent either.
fn cut(sent: &Sent, bytes: usize) -> Response<Body> {
    let first = Bytes::from(sent.body.clone().into_bytes()).slice(..bytes);
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
