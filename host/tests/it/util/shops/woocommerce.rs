//! A fake WooCommerce: the REST API v3 of a WordPress site with one language and the fields of one SEO plugin.

mod stock;

use super::goods::{self, Goods};
use super::{Bucket, Fault, Faults, Front, Log, Received, Sent, Shop, Tables, Write, html, lock, merge};
use crate::prelude::*;

pub const KEY: &str = "ck_0123456789abcdef";
pub const SECRET: &str = "cs_fedcba9876543210";
/// A key that only reads.
pub const READ_KEY: &str = "ck_read";
/// The most items of a batch.
pub const BATCH: usize = 100;

/// The plugin that keeps SEO titles and descriptions in `meta_data`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seo {
    Yoast,
    RankMath,
    None,
}

impl Seo {
    /// The keys of title and description.
    pub fn keys(self) -> Option<[&'static str; 2]> {
        match self {
            Self::Yoast => Some(["_yoast_wpseo_title", "_yoast_wpseo_metadesc"]),
            Self::RankMath => Some(["rank_math_title", "rank_math_description"]),
            Self::None => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub seo: Seo,
    /// The locale of the site, and the language of its goods.
    pub locale: &'static str,
    /// An empty `alt` keeps the former one, as WooCommerce does.
    pub ignores_empty_alt: bool,
    /// The server's own limit: requests at once, and for each second. WooCommerce has none.
    pub limit: Option<(f64, f64)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seo: Seo::Yoast, locale: "pl_PL", ignores_empty_alt: true, limit: None }
    }
}

struct Inner {
    settings: Settings,
    tables: Tables,
    /// Times of changes in Unix seconds, which `database` leaves out.
    changed: BTreeMap<u64, u64>,
    clock: u64,
    bucket: Bucket,
}

#[derive(Clone)]
pub struct WooCommerce {
    pub port: u16,
    pub faults: Faults,
    front: Front<Rules>,
}

struct Rules(Mutex<Inner>);

type Answer = Result<Sent, Sent>;

impl WooCommerce {
    pub async fn start() -> Self {
        Self::with(Settings::default()).await
    }

    pub async fn with(settings: Settings) -> Self {
        let bucket = settings.limit.map_or_else(Bucket::unlimited, |(limit, rate)| Bucket::new(limit, rate));
        let (tables, changed) = (Tables::default(), BTreeMap::new());
        let inner = Inner { settings, tables, changed, clock: 1_790_680_000, bucket };
        let front = Front::open(Rules(Mutex::new(inner))).await;
        Self { port: front.port, faults: front.faults.clone(), front }
    }

    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        lock(&self.front.shop.0)
    }

    /// The address of the site, without a trailing slash.
    pub fn url(&self) -> String {
        self.front.url()
    }

    pub fn log(&self) -> Log {
        self.front.log.clone()
    }

    pub fn bucket(&self) -> Bucket {
        self.inner().bucket.clone()
    }

    /// All objects, without the times of changes.
    pub fn database(&self) -> Value {
        self.inner().tables.dump()
    }

    pub fn object(&self, kind: &str, id: u64) -> Option<Value> {
        self.inner().tables.get(kind, id).cloned()
    }

    /// Changes fields of a product or category, as its owner does in the panel.
    pub fn edit(&self, kind: &str, id: u64, patch: Value) {
        let mut inner = self.inner();
        merge("", "", inner.tables.get_mut(kind, id).expect("the object"), &patch, &mut Vec::new());
        inner.touch(id);
    }

    /// Adds an object of a kind of `database`; its id.
    pub fn add(&self, kind: &'static str, mut object: Value) -> u64 {
        let mut inner = self.inner();
        let id = inner.tables.next(kind);
        object["id"] = json!(id);
        inner.tables.insert(kind, id, object);
        inner.touch(id);
        id
    }

    pub fn remove(&self, kind: &str, id: u64) {
        self.inner().tables.remove(kind, id).expect("the object");
    }

    /// Adds goods; the same number and seed add the same.
    pub fn fill(&self, count: usize, seed: u64) -> Goods {
        let goods = goods::goods(count, seed);
        self.inner().fill(&goods);
        goods
    }
}

fn problem(status: u16, code: &str, message: &str) -> Sent {
    Sent::json(status, json!({ "code": code, "message": message, "data": { "status": status } }))
}

fn wrong(parameter: &str, why: &str) -> Sent {
    let data = json!({ "status": 400, "params": { parameter: why } });
    let message = format!("Invalid parameter(s): {parameter}");
    Sent::json(400, json!({ "code": "rest_invalid_param", "message": message, "data": data }))
}

impl Shop for Rules {
    fn answer(&self, request: &Received, faults: &Faults) -> Sent {
        let mut inner = lock(&self.0);
        if let Err(seconds) = inner.bucket.take(1.0) {
            return self.too_many(seconds.ceil() as u64);
        }
        inner.call(request, faults).unwrap_or_else(|problem| problem)
    }

    fn too_many(&self, seconds: u64) -> Sent {
        Sent::new(429, "text/html", "<h1>429 Too Many Requests</h1>").with("retry-after", seconds.max(1))
    }

    /// WordPress answers with a page, not with JSON.
    fn failed(&self, status: u16) -> Sent {
        Sent::new(
            status,
            "text/html; charset=UTF-8",
            "<p>There has been a critical error on this website.</p>",
        )
    }
}

impl Inner {
    fn call(&mut self, request: &Received, faults: &Faults) -> Answer {
        let no_route =
            || problem(404, "rest_no_route", "No route was found matching the URL and request method.");
        let path = request.path.trim_end_matches('/');
        if path == "/wp-json" {
            return Ok(Sent::json(200, self.index(&request.origin())));
        }
        let Some(path) = path.strip_prefix("/wp-json/wc/v3/") else {
            let is_api = path.starts_with("/wp-json/");
            return Err(if is_api { no_route() } else { Sent::new(404, "text/html", "<h1>404</h1>") });
        };
        self.allow(request)?;
        let (route, id) = match path.rsplit_once('/') {
            Some((route, id)) if id.parse::<u64>().is_ok() => (route, id.parse().ok()),
            _ => (path, None),
        };
        match (request.method.as_str(), route, id) {
            ("GET", "system_status", None) => Ok(Sent::json(200, self.status(&request.origin()))),
            ("GET", "settings/general", None) => Ok(Sent::json(200, general())),
            ("GET", "products", None) => self.list("products", request),
            ("GET", "products/categories", None) => self.list("categories", request),
            ("GET", "products/brands", None) => self.list("brands", request),
            ("GET", "products/attributes", None) => self.list("attributes", request),
            ("GET", "products", Some(id)) => self
                .shown(id, &request.origin())
                .map(|one| Sent::json(200, one))
                .ok_or_else(|| no_product(404)),
            ("GET", "products/categories", Some(id)) => {
                self.tables.get("categories", id).map(|one| Sent::json(200, one.clone())).ok_or_else(no_term)
            }
            ("PUT" | "POST" | "PATCH", "products", Some(id)) => {
                self.update(id, &body(request)?, &request.origin())
            }
            ("PUT" | "POST" | "PATCH", "products/categories", Some(id)) => {
                self.update_category(id, &body(request)?)
            }
            ("POST", "products/batch", None) => self.batch(request, faults),
            _ => Err(no_route()),
        }
    }

    fn allow(&self, request: &Received) -> Result<(), Sent> {
        let denied = |message| problem(401, "woocommerce_rest_authentication_error", message);
        match request.basic().as_ref().map(|(key, secret)| (key.as_str(), secret.as_str())) {
            None => Err(problem(401, "woocommerce_rest_cannot_view", "Sorry, you cannot list resources.")),
            Some((KEY, SECRET)) => Ok(()),
            Some((READ_KEY, SECRET)) if request.method == Method::GET => Ok(()),
            Some((READ_KEY, SECRET)) => Err(denied("The API key provided does not have write permissions.")),
            Some((KEY | READ_KEY, _)) => Err(denied("Consumer secret is invalid.")),
            Some(_) => Err(denied("Consumer key is invalid.")),
        }
    }

    fn index(&self, origin: &str) -> Value {
        let mut namespaces = vec!["oembed/1.0", "wp/v2", "wc/v3"];
        match self.settings.seo {
            Seo::Yoast => namespaces.push("yoast/v1"),
            Seo::RankMath => namespaces.push("rankmath/v1"),
            Seo::None => {}
        }
        json!({ "name": "Sklep Próbny", "description": "", "url": origin, "home": origin, "gmt_offset": "1",
            "timezone_string": "Europe/Warsaw", "namespaces": namespaces })
    }

    fn status(&self, origin: &str) -> Value {
        let plugin = match self.settings.seo {
            Seo::Yoast => {
                Some(json!({ "plugin": "wordpress-seo/wp-seo.php", "name": "Yoast SEO", "version": "27.1" }))
            }
            Seo::RankMath => {
                Some(json!({ "plugin": "seo-by-rank-math/rank-math.php", "name": "Rank Math SEO",
                    "version": "1.0.260" }))
            }
            Seo::None => None,
        };
        let woo =
            json!({ "plugin": "woocommerce/woocommerce.php", "name": "WooCommerce", "version": "10.4.0" });
        let plugins: Vec<Value> = [woo].into_iter().chain(plugin).collect();
        json!({
            "environment": { "home_url": origin, "site_url": origin, "version": "10.4.0", "wp_version": "6.9",
                "language": self.settings.locale },
            "settings": { "currency": "PLN", "currency_symbol": "zł" },
            "active_plugins": plugins,
        })
    }

    /// A product as the API shows it.
    fn shown(&self, id: u64, origin: &str) -> Option<Value> {
        let mut shown = self.tables.get("products", id)?.clone();
        let time = written(self.changed.get(&id).copied().unwrap_or_default());
        let slug = shown["slug"].as_str().unwrap_or_default().to_owned();
        shown["permalink"] = json!(format!("{origin}/produkt/{slug}/"));
        shown["date_modified"] = json!(time);
        shown["date_modified_gmt"] = json!(time);
        Some(shown)
    }

    fn list(&self, kind: &str, request: &Received) -> Answer {
        let number = |name: &str, otherwise: usize, most: usize| match request.parameter(name) {
            None => Ok(otherwise),
            Some(text) => text.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
                let range = if most == BATCH {
                    "between 1 (inclusive) and 100 (inclusive)"
                } else {
                    "greater than or equal to 1"
                };
                wrong(name, &format!("{name} must be {range}"))
            }),
        };
        let (limit, page) = (number("per_page", 10, 100)?, number("page", 1, usize::MAX)?);
        let mut ids: Vec<u64> = self.tables.all(kind).map(|(id, _)| id).collect();
        if let Some(after) = request.parameter("modified_after") {
            let is_date = after.len() >= 19 && after.as_bytes()[10] == b'T';
            if !is_date {
                return Err(wrong("modified_after", "Invalid date."));
            }
            ids.retain(|id| {
                written(self.changed.get(id).copied().unwrap_or_default()).as_str() > &after[..19]
            });
        }
        if let Some(include) = request.parameter("include") {
            let wanted: Vec<&str> = include.split(',').map(str::trim).collect();
            ids.retain(|id| wanted.contains(&id.to_string().as_str()));
        }
        if let Some(search) = request.parameter("search") {
            let fits = |id: &u64| self.tables.get(kind, *id).is_some_and(|one| has(&one["name"], &search));
            ids.retain(fits);
        }
        if let Some(sku) = request.parameter("sku") {
            ids.retain(|id| self.tables.get(kind, *id).is_some_and(|one| one["sku"] == json!(sku)));
        }
        // Products begin with the newest, other objects with the oldest.
        let order = request.parameter("order");
        if order.as_deref().unwrap_or(if kind == "products" { "desc" } else { "asc" }) == "desc" {
            ids.reverse();
        }
        let origin = request.origin();
        let part = ids.iter().skip((page - 1) * limit).take(limit);
        let shown = |id: &u64| match kind {
            "products" => self.shown(*id, &origin),
            _ => self.tables.get(kind, *id).cloned(),
        };
        let list: Vec<Value> = part.filter_map(shown).collect();
        Ok(Sent::json(200, json!(list))
            .with("x-wp-total", ids.len())
            .with("x-wp-totalpages", ids.len().div_ceil(limit)))
    }

    fn update(&mut self, id: u64, fields: &Map<String, Value>, origin: &str) -> Answer {
        let old = self.tables.get("products", id).ok_or_else(|| no_product(400))?.clone();
        let mut patch = Map::new();
        for (name, value) in fields {
            let text =
                || value.as_str().ok_or_else(|| wrong(name, &format!("{name} is not of type string.")));
            let value = match name.as_str() {
                "name" => json!(html::WORDPRESS.clean(text()?)),
                "description" | "short_description" => json!(html::WORDPRESS.clean(text()?)),
                "slug" => json!(self.free_slug("products", id, text()?)),
                "sku" | "global_unique_id" => {
                    let (text, taken) =
                        (text()?, |other: &Value| !value.is_null() && value != "" && &other[name] == value);
                    if self.tables.all("products").any(|(other, one)| other != id && taken(one)) {
                        let code = format!("product_invalid_{name}");
                        return Err(problem(400, &code, &format!("Invalid or duplicated {name}.")));
                    }
                    json!(text)
                }
                "status" | "regular_price" | "sale_price" | "catalog_visibility" => json!(text()?),
                "images" => self.images(&old, value)?,
                "meta_data" => meta(&old, value)?,
                "attributes" | "categories" | "tags" | "brands" if value.is_array() => value.clone(),
                "attributes" | "categories" | "tags" | "brands" => {
                    return Err(wrong(name, &format!("{name} is not of type array.")));
                }
                // WordPress ignores fields that it does not know, and read-only ones.
                _ => continue,
            };
            patch.insert(name.clone(), value);
        }
        let mut writes = Vec::new();
        let object = self.tables.get_mut("products", id).ok_or_else(|| no_product(400))?;
        merge(&format!("products/{id}"), "", object, &Value::Object(patch), &mut writes);
        split_lists(&mut writes);
        self.keep_old_slug(id, &old);
        self.touch(id);
        Ok(Sent::json(200, self.shown(id, origin).unwrap_or_default()).wrote(writes))
    }

    fn update_category(&mut self, id: u64, fields: &Map<String, Value>) -> Answer {
        self.tables.get("categories", id).ok_or_else(no_term)?;
        let mut patch = Map::new();
        for (name, value) in fields {
            let text =
                || value.as_str().ok_or_else(|| wrong(name, &format!("{name} is not of type string.")));
            let value = match name.as_str() {
                "name" => json!(html::plain(text()?)),
                "description" => json!(html::WORDPRESS.clean(text()?)),
                "slug" => {
                    let slug = json!(goods::slug(text()?));
                    if self.tables.all("categories").any(|(other, one)| other != id && one["slug"] == slug) {
                        return Err(problem(
                            400,
                            "duplicate_term_slug",
                            "The slug is already in use by another term.",
                        ));
                    }
                    slug
                }
                "parent" if value.is_u64() => value.clone(),
                _ => continue,
            };
            patch.insert(name.clone(), value);
        }
        let mut writes = Vec::new();
        let object = self.tables.get_mut("categories", id).ok_or_else(no_term)?;
        merge(&format!("categories/{id}"), "", object, &Value::Object(patch), &mut writes);
        Ok(Sent::json(200, object.clone()).wrote(writes))
    }

    /// The sent list replaces the former one. An image without its id is refused, because the shop would load it.
    fn images(&self, old: &Value, sent: &Value) -> Result<Value, Sent> {
        let sent = sent.as_array().ok_or_else(|| wrong("images", "images is not of type array."))?;
        let mut images = Vec::new();
        for image in sent {
            let known =
                old["images"].as_array().into_iter().flatten().find(|known| known["id"] == image["id"]);
            let Some(known) = known else {
                let message = format!("#{} is an invalid image ID.", image["id"]);
                return Err(problem(400, "woocommerce_product_invalid_image_id", &message));
            };
            let mut one = known.clone();
            for name in ["alt", "name"] {
                let ignored = name == "alt" && image[name] == "" && self.settings.ignores_empty_alt;
                if let Some(text) = image[name].as_str().filter(|_| !ignored) {
                    one[name] = json!(html::plain(text));
                }
            }
            images.push(one);
        }
        Ok(json!(images))
    }

    /// WordPress adds a number to a slug that exists.
    fn free_slug(&self, kind: &str, id: u64, wanted: &str) -> String {
        let wanted = goods::slug(wanted);
        let taken = |slug: &String| {
            self.tables.all(kind).any(|(other, one)| other != id && one["slug"] == json!(slug))
        };
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        std::iter::once(wanted.clone()).chain(numbered).find(|slug| !taken(slug)).unwrap_or(wanted)
    }

    /// WordPress redirects old slugs by itself.
    fn keep_old_slug(&mut self, id: u64, old: &Value) {
        let slug = self.tables.get("products", id).map(|now| now["slug"].clone()).unwrap_or_default();
        let unchanged = slug == old["slug"];
        let back = self.tables.all("redirects").find(|(_, one)| one["product"] == id && one["slug"] == slug);
        if let Some((redirect, _)) = back.filter(|_| !unchanged) {
            self.tables.remove("redirects", redirect);
        }
        if !unchanged {
            let next = self.tables.next("redirects");
            self.tables.insert("redirects", next, json!({ "id": next, "product": id, "slug": old["slug"] }));
        }
    }

    fn batch(&mut self, request: &Received, faults: &Faults) -> Answer {
        let fields = body(request)?;
        let items = |name: &str| fields.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
        let (creates, updates, deletes) = (items("create"), items("update"), items("delete"));
        if creates.len() + updates.len() + deletes.len() > BATCH {
            let message = "Unable to accept more than 100 items for this request.";
            return Err(problem(413, "woocommerce_rest_request_entity_too_large", message));
        }
        let (mut answer, mut writes, mut answers) = (Map::new(), Vec::new(), Vec::new());
        for item in &updates {
            let (body, wrote) = self.batch_item(request, item, faults);
            answers.push(body);
            writes.extend(wrote);
        }
        if !updates.is_empty() {
            answer.insert("update".to_owned(), json!(answers));
        }
        for (name, items) in [("create", creates), ("delete", deletes)] {
            let refused = |item: &Value| {
                refusal(
                    &item["id"],
                    &problem(
                        401,
                        &format!("woocommerce_rest_cannot_{name}"),
                        "Sorry, you are not allowed to do this.",
                    ),
                )
            };
            if !items.is_empty() {
                answer.insert(name.to_owned(), items.iter().map(refused).collect());
            }
        }
        Ok(Sent::json(200, Value::Object(answer)).wrote(writes))
    }

    fn batch_item(&mut self, batch: &Received, item: &Value, faults: &Faults) -> (Value, Vec<Write>) {
        let id = item["id"].as_u64().unwrap_or_default();
        let one = Received {
            method: Method::PUT,
            path: format!("/wp-json/wc/v3/products/{id}"),
            query: String::new(),
            headers: batch.headers.clone(),
            body: item.to_string().into(),
        };
        let fields = item.as_object().cloned().unwrap_or_default();
        let mut run = || self.update(id, &fields, &batch.origin()).unwrap_or_else(|problem| problem);
        let failed = |status| {
            problem(status, "internal_server_error", "There has been a critical error on this website.")
        };
        let sent = match faults.take_item(&one) {
            Some(Fault::TooMany(_)) => failed(429),
            Some(Fault::Refuse(status)) => failed(status),
            Some(Fault::FailAfter(status)) => {
                let writes = run().writes;
                failed(status).wrote(writes)
            }
            _ => run(),
        };
        if sent.status >= 400 {
            return (refusal(&item["id"], &sent), sent.writes);
        }
        (serde_json::from_slice(&sent.body).unwrap_or_default(), sent.writes)
    }

    fn touch(&mut self, id: u64) {
        self.clock += 1;
        self.changed.insert(id, self.clock);
    }
}

fn body(request: &Received) -> Result<Map<String, Value>, Sent> {
    match request.json() {
        Some(Value::Object(fields)) => Ok(fields),
        _ => Err(problem(400, "rest_invalid_json", "Invalid JSON body passed.")),
    }
}

fn no_product(status: u16) -> Sent {
    problem(status, "woocommerce_rest_product_invalid_id", "Invalid ID.")
}

fn no_term() -> Sent {
    problem(404, "woocommerce_rest_term_invalid", "Resource does not exist.")
}

/// A refused item of a batch.
fn refusal(id: &Value, sent: &Sent) -> Value {
    json!({ "id": id, "error": serde_json::from_slice::<Value>(&sent.body).unwrap_or_default() })
}

fn has(text: &Value, part: &str) -> bool {
    text.as_str().is_some_and(|text| text.to_lowercase().contains(&part.to_lowercase()))
}

/// The entries with the sent ones: by id or by key; `null` removes one.
fn meta(old: &Value, sent: &Value) -> Result<Value, Sent> {
    let mut all = old["meta_data"].as_array().cloned().unwrap_or_default();
    for entry in sent.as_array().ok_or_else(|| wrong("meta_data", "meta_data is not of type array."))? {
        let same = |known: &Value| match entry["id"].as_u64() {
            Some(id) => known["id"] == id,
            None => known["key"] == entry["key"],
        };
        match (all.iter().position(same), &entry["value"]) {
            (Some(at), Value::Null) => drop(all.remove(at)),
            (Some(at), value) => all[at]["value"] = value.clone(),
            (None, Value::Null) => {}
            (None, value) => {
                let base = old["id"].as_u64().unwrap_or_default() * 10;
                let number =
                    (1..).find(|number| all.iter().all(|known| known["id"] != base + number)).unwrap_or(1);
                all.push(json!({ "id": base + number, "key": entry["key"], "value": value }));
            }
        }
    }
    // The order of entries is that of their ids.
    all.sort_by_key(|entry| entry["id"].as_u64());
    Ok(json!(all))
}

/// Records each written entry of `images` and `meta_data` as a field of its own, such as `images.7.alt`.
fn split_lists(writes: &mut Vec<Write>) {
    let (lists, mut others): (Vec<Write>, Vec<Write>) =
        writes.drain(..).partition(|write| ["images", "meta_data"].contains(&write.field.as_str()));
    for list in lists {
        let (name, value) = if list.field == "images" { ("id", "alt") } else { ("key", "value") };
        let pairs = |all: &Value| -> BTreeMap<String, Value> {
            let key = |entry: &Value| entry[name].as_str().map_or(entry[name].to_string(), str::to_owned);
            all.as_array().into_iter().flatten().map(|entry| (key(entry), entry[value].clone())).collect()
        };
        let (before, after) = (pairs(&list.before), pairs(&list.after));
        let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for key in keys {
            let value = |all: &BTreeMap<String, Value>| all.get(key).cloned().unwrap_or_default();
            let (before, after) = (value(&before), value(&after));
            let field = if name == "id" { format!("images.{key}.alt") } else { format!("meta_data.{key}") };
            if before != after {
                others.push(Write { object: list.object.clone(), field, before, after });
            }
        }
    }
    *writes = others;
}

fn general() -> Value {
    let setting = |id: &str, value: &str| json!({ "id": id, "label": id, "value": value });
    json!([
        setting("woocommerce_store_address", "ul. Prosta 1"),
        setting("woocommerce_default_country", "PL"),
        setting("woocommerce_currency", "PLN")
    ])
}

/// Unix seconds such as `2026-11-26T08:00:00`.
fn written(seconds: u64) -> String {
    super::shoper::written(seconds).replace(' ', "T")
}
