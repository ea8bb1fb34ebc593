//! A fake Shoper: the REST API of one shop with static and OAuth tokens, its limit of requests, bulks, redirects and
//! webhooks. `shoper/app.rs` sends what the App Store and the shop send to an app. All ids and flags are strings.

mod app;
mod fields;
mod stock;

use super::goods::{self, Goods};
use super::{Bucket, Fault, Faults, Front, Log, Received, Sent, Shop, Tables, Write, html, lock, merge};
use crate::prelude::*;
use fields::{RESOURCES, Resource};

pub use app::{Message, send, written};

/// The token that the owner made in the shop's panel.
pub const TOKEN: &str = "static-token-of-the-panel";
pub const CLIENT_ID: &str = "sitewright";
pub const CLIENT_SECRET: &str = "client-secret";
pub const APPSTORE_SECRET: &str = "appstore-secret";
/// The shop's licence, which names it in the App Store.
pub const LICENCE: &str = "4f6b1c0d9e8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c";
/// Locales with the ids of their languages; the first is the default.
pub const LOCALES: [(&str, &str); 2] = [("pl_PL", "1"), ("en_US", "2")];

/// What is not certain about Shoper, and what a test sets.
#[derive(Clone, Debug)]
pub struct Settings {
    /// `X-Shop-Api-Limit` and `-Bandwidth`.
    pub limit: f64,
    pub bandwidth: f64,
    /// How many calls a bulk costs, and how many more each of its items.
    pub bulk_cost: f64,
    pub bulk_item_cost: f64,
    /// The scopes of all tokens.
    pub scopes: BTreeSet<String>,
    /// An update answers with the object instead of `1`.
    pub put_answers_object: bool,
    /// Empty maps are `[]`, as PHP writes them.
    pub empty_maps_are_lists: bool,
    /// A refresh ends the former access token at once.
    pub refresh_ends_access: bool,
    /// A second use of a refresh token ends all tokens that came from it.
    pub reuse_ends_all: bool,
    /// Unknown and read-only fields answer 400 instead of being ignored.
    pub refuse_unknown: bool,
    /// Webhooks are signed as for App Store apps: with the licence and the secret of the App Store.
    pub webhooks_of_app: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let scopes = RESOURCES.iter().flat_map(|resource| {
            let name = resource.path.replace('-', "_");
            let rights =
                if resource.created { &["read", "edit", "create", "delete"][..] } else { &["read", "edit"] };
            rights.iter().map(move |right| format!("{name}_{right}"))
        });
        Self {
            limit: 10.0,
            bandwidth: 2.0,
            bulk_cost: 1.0,
            bulk_item_cost: 0.0,
            scopes: scopes.collect(),
            put_answers_object: false,
            empty_maps_are_lists: true,
            refresh_ends_access: true,
            reuse_ends_all: true,
            refuse_unknown: true,
            webhooks_of_app: false,
        }
    }
}

/// A pair of tokens.
struct Pair {
    /// Pairs that came from one authorisation have one number.
    family: usize,
    access: String,
    refresh: String,
    alive: bool,
    used: bool,
}

struct Inner {
    settings: Settings,
    tables: Tables,
    locked: BTreeSet<(String, u64)>,
    /// Times of changes in Unix seconds, which `database` leaves out.
    changed: BTreeMap<(String, u64), u64>,
    clock: u64,
    bucket: Bucket,
    codes: BTreeSet<String>,
    pairs: Vec<Pair>,
}

#[derive(Clone)]
pub struct Shoper {
    pub port: u16,
    pub faults: Faults,
    front: Front<Rules>,
}

struct Rules(Mutex<Inner>);

type Answer = Result<(Value, Vec<Write>), Sent>;

impl Shoper {
    pub async fn start() -> Self {
        Self::with(Settings::default()).await
    }

    pub async fn with(settings: Settings) -> Self {
        let mut inner = Inner {
            bucket: Bucket::new(settings.limit, settings.bandwidth),
            settings,
            tables: Tables::default(),
            locked: BTreeSet::new(),
            changed: BTreeMap::new(),
            clock: 1_790_680_000,
            codes: BTreeSet::new(),
            pairs: Vec::new(),
        };
        for (locale, id) in LOCALES {
            let language =
                json!({ "lang_id": id, "locale": locale, "currency_id": "1", "active": "1", "order": id });
            inner.tables.insert("languages", id.parse().unwrap_or_default(), language);
        }
        let front = Front::open(Rules(Mutex::new(inner))).await;
        Self { port: front.port, faults: front.faults.clone(), front }
    }

    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        lock(&self.front.shop.0)
    }

    /// The shop's address, without a trailing slash.
    pub fn url(&self) -> String {
        self.front.url()
    }

    pub fn log(&self) -> Log {
        self.front.log.clone()
    }

    /// The bucket with its record until now.
    pub fn bucket(&self) -> Bucket {
        self.inner().bucket.clone()
    }

    /// Changes settings while the shop runs. A changed limit begins a new bucket.
    pub fn set(&self, change: impl FnOnce(&mut Settings)) {
        let mut inner = self.inner();
        change(&mut inner.settings);
        let (limit, bandwidth) = (inner.settings.limit, inner.settings.bandwidth);
        if (limit, bandwidth) != (inner.bucket.capacity, inner.bucket.drain) {
            inner.bucket = Bucket::new(limit, bandwidth);
        }
    }

    /// All objects, without the times of changes.
    pub fn database(&self) -> Value {
        self.inner().tables.dump()
    }

    /// One object as it is stored.
    pub fn object(&self, kind: &str, id: u64) -> Option<Value> {
        self.inner().tables.get(kind, id).cloned()
    }

    /// Adds an object of a resource; its id.
    pub fn add(&self, kind: &str, object: Value) -> u64 {
        self.inner().add(resource(kind).expect("a resource"), object)
    }

    /// Changes fields of an object, as its owner does in the panel.
    pub fn edit(&self, kind: &str, id: u64, patch: Value) {
        let mut inner = self.inner();
        merge("", "", inner.tables.get_mut(kind, id).expect("the object"), &patch, &mut Vec::new());
        inner.touch(kind, id);
    }

    pub fn remove(&self, kind: &str, id: u64) {
        self.inner().tables.remove(kind, id).expect("the object");
    }

    /// Writes answer `object_readonly` until `unlock`.
    pub fn lock(&self, kind: &str, id: u64) {
        self.inner().locked.insert((kind.to_owned(), id));
    }

    pub fn unlock(&self, kind: &str, id: u64) {
        self.inner().locked.remove(&(kind.to_owned(), id));
    }

    /// Adds goods; the same number and seed add the same.
    pub fn fill(&self, count: usize, seed: u64) -> Goods {
        let goods = goods::goods(count, seed);
        self.inner().fill(&goods);
        goods
    }
}

fn resource(path: &str) -> Option<&'static Resource> {
    RESOURCES.iter().find(|resource| resource.path == path)
}

fn problem(status: u16, error: &str, description: &str) -> Sent {
    Sent::json(status, json!({ "error": error, "error_description": description }))
}

fn invalid(description: impl AsRef<str>) -> Sent {
    problem(400, "invalid_request", description.as_ref())
}

fn missing() -> Sent {
    problem(404, "invalid_request", "Resource not found")
}

impl Shop for Rules {
    fn answer(&self, request: &Received, faults: &Faults) -> Sent {
        let mut inner = lock(&self.0);
        if request.path.starts_with("/userdata/public/gfx/") {
            return Sent::picture();
        }
        let Some(path) = request.path.strip_prefix("/webapi/rest/") else {
            return Sent::new(404, "text/html", "<h1>404</h1>");
        };
        if path == "oauth/token" {
            return inner.token(request);
        }
        if !inner.knows(request.bearer()) {
            return problem(401, "unauthorized_client", "Provided access token is invalid");
        }
        let items = if path == "bulk" { request.json() } else { None };
        let cost = match items.as_ref().and_then(Value::as_array) {
            Some(items) => inner.settings.bulk_cost + inner.settings.bulk_item_cost * items.len() as f64,
            None => 1.0,
        };
        let sent = match inner.bucket.take(cost) {
            Err(seconds) => self.too_many(seconds.ceil() as u64),
            Ok(()) if path == "bulk" => inner.bulk(request, items, faults),
            Ok(()) => match inner.call(request) {
                Ok((body, writes)) => {
                    let count = body["count"].as_str().map(str::to_owned);
                    let sent = Sent::json(200, body).wrote(writes);
                    count.into_iter().fold(sent, |sent, count| sent.with("x-shop-result-count", count))
                }
                Err(sent) => sent,
            },
        };
        let calls = inner.bucket.level().ceil();
        sent.with("x-shop-api-calls", calls)
            .with("x-shop-api-limit", inner.settings.limit)
            .with("x-shop-api-bandwidth", inner.settings.bandwidth)
    }

    fn too_many(&self, seconds: u64) -> Sent {
        problem(429, "temporarily_unavailable", "Too many requests").with("retry-after", seconds.max(1))
    }

    fn failed(&self, status: u16) -> Sent {
        let error = if status == 503 { "temporarily_unavailable" } else { "server_error" };
        problem(status, error, "An error occurred")
    }
}

impl Inner {
    fn knows(&self, token: &str) -> bool {
        token == TOKEN || self.pairs.iter().any(|pair| pair.alive && pair.access == token)
    }

    fn token(&mut self, request: &Received) -> Sent {
        let form = request.form();
        let field = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        let grant = |text: &str| problem(400, "invalid_grant", text);
        match request.parameter("grant_type").as_deref() {
            Some("authorization_code") => {
                if request.basic() != Some((CLIENT_ID.to_owned(), CLIENT_SECRET.to_owned())) {
                    return problem(401, "unauthorized_client", "Client is not known");
                }
                if !self.codes.remove(field("code")) {
                    return grant("The authorization code is invalid");
                }
                self.issue(self.pairs.len())
            }
            Some("refresh_token") => {
                if (field("client_id"), field("client_secret")) != (CLIENT_ID, CLIENT_SECRET) {
                    return problem(401, "unauthorized_client", "Client is not known");
                }
                let Some(at) = self.pairs.iter().position(|pair| pair.refresh == field("refresh_token"))
                else {
                    return grant("The refresh token is invalid");
                };
                let family = self.pairs[at].family;
                if self.pairs[at].used {
                    let ends = |pair: &Pair| self.settings.reuse_ends_all && pair.family == family;
                    let ended: Vec<bool> = self.pairs.iter().map(ends).collect();
                    for (pair, _) in self.pairs.iter_mut().zip(ended).filter(|(_, ends)| *ends) {
                        (pair.alive, pair.used) = (false, true);
                    }
                    return grant("The refresh token has been used");
                }
                self.pairs[at].used = true;
                self.pairs[at].alive &= !self.settings.refresh_ends_access;
                self.issue(family)
            }
            _ => invalid("Unknown grant_type"),
        }
    }

    /// A new pair of tokens as a response.
    fn issue(&mut self, family: usize) -> Sent {
        let number = self.pairs.len() + 1;
        let (access, refresh) = (format!("access-{number}"), format!("refresh-{number}"));
        let scopes: Vec<&str> = self.settings.scopes.iter().map(String::as_str).collect();
        let body = json!({ "access_token": access, "refresh_token": refresh, "expires_in": 7_776_000,
            "token_type": "bearer", "scope": scopes.join(",") });
        self.pairs.push(Pair { family, access, refresh, alive: true, used: false });
        Sent::json(200, body)
    }

    fn bulk(&mut self, request: &Received, items: Option<Value>, faults: &Faults) -> Sent {
        let Some(Value::Array(items)) = items else { return invalid("The body is not a list") };
        if request.method != Method::POST || items.is_empty() || items.len() > 25 {
            return invalid("A bulk has 1 to 25 requests");
        }
        let (mut answers, mut writes, mut errors) = (Vec::new(), Vec::new(), false);
        for item in items {
            let answer = self.bulk_item(request, &item, faults);
            let status = answer.status;
            errors |= status >= 400;
            writes.extend(answer.writes);
            let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            answers.push(json!({ "id": item["id"], "code": status, "body": body }));
        }
        Sent::json(200, json!({ "errors": errors, "items": answers })).wrote(writes)
    }

    fn bulk_item(&mut self, bulk: &Received, item: &Value, faults: &Faults) -> Sent {
        let (Some(method), Some(path)) = (item["method"].as_str(), item["path"].as_str()) else {
            return invalid("An item needs method and path");
        };
        let Ok(method) = method.parse::<Method>() else { return invalid("Unknown method") };
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let mut encoded = form_urlencoded::Serializer::new(query.to_owned());
        for (name, value) in item["params"].as_object().into_iter().flatten() {
            encoded.append_pair(name, value.as_str().map_or(value.to_string(), str::to_owned).as_str());
        }
        let body = if item["body"].is_null() { String::new() } else { item["body"].to_string() };
        let (path, query, headers) = (path.to_owned(), encoded.finish(), bulk.headers.clone());
        let one = Received { method, path, query, headers, body: body.into() };
        let mut run = || match self.call(&one) {
            Ok((body, writes)) => Sent::json(200, body).wrote(writes),
            Err(sent) => sent,
        };
        match faults.take_item(&one) {
            Some(Fault::TooMany(_)) => problem(429, "temporarily_unavailable", "Too many requests"),
            Some(Fault::Refuse(status)) => problem(status, "server_error", "An error occurred"),
            Some(Fault::FailAfter(status)) => {
                let writes = run().writes;
                problem(status, "server_error", "An error occurred").wrote(writes)
            }
            _ => run(),
        }
    }

    /// One call of a resource.
    fn call(&mut self, request: &Received) -> Answer {
        let wrong_path = || invalid("Wrong path");
        let path = request.path.strip_prefix("/webapi/rest/").ok_or_else(wrong_path)?;
        let (name, id) = path.split_once('/').map_or((path, None), |(name, id)| (name, Some(id)));
        match (name, id) {
            ("application-config", None) => return Ok((config(), Vec::new())),
            ("categories-tree", None) => {
                self.allow("categories", "read")?;
                return Ok((self.tree("0"), Vec::new()));
            }
            ("object-mtime", Some(object)) => return self.mtime(object),
            _ => {}
        }
        let resource = resource(name).ok_or_else(wrong_path)?;
        let id = id.map(|id| id.parse::<u64>().map_err(|_| missing())).transpose()?;
        match (request.method.as_str(), id) {
            ("GET" | "HEAD", None) => {
                self.allow(name, "read")?;
                self.list(resource, request)
            }
            ("GET" | "HEAD", Some(id)) => {
                self.allow(name, "read")?;
                let object = self.tables.get(name, id).ok_or_else(missing)?;
                Ok((self.shown(resource, id, object, &request.origin()), Vec::new()))
            }
            ("PUT", Some(id)) => {
                self.allow(name, "edit")?;
                self.update(resource, id, request)
            }
            ("POST", None) if resource.created => {
                self.allow(name, "create")?;
                let object = self.checked(resource, None, request)?;
                let id = self.add(resource, object);
                let after = self.tables.get(name, id).cloned().unwrap_or_default();
                Ok((json!(id), vec![whole_object(name, id, Value::Null, after)]))
            }
            ("DELETE", Some(id)) => {
                self.allow(name, "delete")?;
                let before = self.tables.remove(name, id).ok_or_else(missing)?;
                Ok((json!(1), vec![whole_object(name, id, before, Value::Null)]))
            }
            _ => Err(wrong_path()),
        }
    }

    fn allow(&self, resource: &str, right: &str) -> Result<(), Sent> {
        let scope = format!("{}_{right}", resource.replace('-', "_"));
        let text = "The request requires higher privileges than provided by the access token";
        if self.settings.scopes.contains(&scope) {
            Ok(())
        } else {
            Err(problem(403, "insufficient_scope", text))
        }
    }

    fn add(&mut self, resource: &Resource, mut object: Value) -> u64 {
        let given = object[resource.id].as_str().and_then(|id| id.parse().ok());
        let id = given.unwrap_or_else(|| self.tables.next(resource.path));
        object[resource.id] = json!(id.to_string());
        self.tables.insert(resource.path, id, object);
        self.touch(resource.path, id);
        id
    }

    fn touch(&mut self, kind: &str, id: u64) {
        self.clock += 1;
        self.changed.insert((kind.to_owned(), id), self.clock);
    }

    fn mtime(&self, object: &str) -> Answer {
        let id = object.strip_prefix("product/").and_then(|id| id.parse().ok());
        let Some(id) = id else { return Err(problem(500, "server_error", "An error occurred")) };
        self.allow("products", "read")?;
        let time = self
            .changed
            .get(&("products".to_owned(), id))
            .filter(|_| self.tables.get("products", id).is_some());
        Ok((json!({ "date": time.ok_or_else(missing)? }), Vec::new()))
    }

    /// The tree of categories below one, with ids only.
    fn tree(&self, parent: &str) -> Value {
        let children = self.tables.all("categories").filter(|(_, category)| category["parent_id"] == parent);
        children
            .map(|(id, _)| json!({ "id": id.to_string(), "children": self.tree(&id.to_string()) }))
            .collect()
    }

    /// An object as the API shows it.
    fn shown(&self, resource: &Resource, id: u64, object: &Value, origin: &str) -> Value {
        let mut shown = object.clone();
        if resource.path == "products" {
            let time = self.changed.get(&("products".to_owned(), id)).copied().unwrap_or_default();
            shown["edit_date"] = json!(app::written(time));
        }
        for (locale, lang_id) in LOCALES {
            let Some(Value::Object(texts)) = shown["translations"].get_mut(locale) else { continue };
            texts.insert(
                "translation_id".to_owned(),
                json!(format!("{}", id * 10 + lang_id.parse().unwrap_or(0))),
            );
            texts.insert(resource.id.to_owned(), json!(id.to_string()));
            texts.insert("lang_id".to_owned(), json!(lang_id));
            if resource.path != "product-images" {
                texts.insert("isdefault".to_owned(), json!("0"));
                let letter = &resource.path[..1];
                let slug = texts.get("seo_url").and_then(Value::as_str).unwrap_or_default().to_owned();
                let address = format!("{origin}/{}/{letter}/{slug}/{id}", &locale[..2]);
                texts.insert("permalink".to_owned(), json!(address));
            }
        }
        for field in ["translations", "attributes"] {
            let empty = shown.get(field).and_then(Value::as_object).is_some_and(Map::is_empty);
            if empty && self.settings.empty_maps_are_lists {
                shown[field] = json!([]);
            }
        }
        shown
    }

    fn list(&self, resource: &Resource, request: &Received) -> Answer {
        let mut found: Vec<(u64, &Value)> = self.tables.all(resource.path).collect();
        for filter in app::filters(request).map_err(invalid)? {
            let known = |(_, object): &(u64, &Value)| !app::values(object, &filter.field).is_empty();
            if !found.iter().any(known) && !found.is_empty() {
                return Err(invalid(format!("Unknown filter '{}'", filter.field)));
            }
            found.retain(|(_, object)| filter.fits(object));
        }
        if let Some(order) = request.parameter("order") {
            let (field, descending) = match order.split_once(' ') {
                Some((field, direction)) => (field, direction.eq_ignore_ascii_case("desc")),
                None => (order.as_str(), true),
            };
            found.sort_by(|left, right| app::compare(left.1, right.1, field));
            if descending {
                found.reverse();
            }
        }
        let number = |name: &str| request.parameter(name).and_then(|value| value.parse::<usize>().ok());
        let limit = number("limit").filter(|limit| (1..=50).contains(limit)).unwrap_or(10);
        let page = number("page").unwrap_or(1).max(1);
        let origin = request.origin();
        let part = found.iter().skip((page - 1) * limit).take(limit);
        let list: Vec<Value> = part.map(|(id, object)| self.shown(resource, *id, object, &origin)).collect();
        let (count, pages) = (found.len().to_string(), found.len().div_ceil(limit));
        Ok((json!({ "count": count, "pages": pages, "page": page, "list": list }), Vec::new()))
    }

    fn update(&mut self, resource: &Resource, id: u64, request: &Received) -> Answer {
        let name = resource.path;
        if self.tables.get(name, id).is_none() {
            return Err(missing());
        }
        if self.locked.contains(&(name.to_owned(), id)) {
            return Err(problem(400, "object_readonly", "Object is locked"));
        }
        let patch = self.checked(resource, Some(id), request)?;
        let mut writes = Vec::new();
        let object = self.tables.get_mut(name, id).ok_or_else(missing)?;
        merge(&format!("{name}/{id}"), "", object, &patch, &mut writes);
        self.touch(name, id);
        if self.settings.put_answers_object {
            let object = self.tables.get(name, id).ok_or_else(missing)?;
            return Ok((self.shown(resource, id, object, &request.origin()), writes));
        }
        Ok((json!(1), writes))
    }
}

/// A created or deleted object in the log.
fn whole_object(kind: &str, id: u64, before: Value, after: Value) -> Write {
    Write { object: format!("{kind}/{id}"), field: String::new(), before, after }
}

fn config() -> Value {
    json!({
        "default_language_name": LOCALES[0].0, "default_language_id": LOCALES[0].1,
            "locale_timezone": "Europe/Warsaw",
        "shop_name": "Sklep Próbny", "shop_email": "sklep@example.com", "default_currency_name": "PLN",
        "warehouses_enabled": "0", "product_defaults_tax_id": "1",
    })
}
