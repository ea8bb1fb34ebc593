//! A fake Shopify: the Admin GraphQL API of one shop with a second language, its cost points and its webhooks. A query
//! receives exactly the fields that it selects; unknown fields, arguments of inputs and variables are errors.

mod mutations;
pub mod query;
mod stock;

use super::goods::{self, Goods};
use super::{Bucket, Faults, Front, Log, Received, Sent, Shop, Tables, Write, lock, merge};
use crate::prelude::*;
use query::Field;

pub const TOKEN: &str = "shpat_0123456789abcdef";
pub const CLIENT_ID: &str = "shopify-client";
pub const CLIENT_SECRET: &str = "shpss_secret";
/// The only version that answers.
pub const VERSION: &str = "2026-10";
/// The language of the goods, and that of their translations.
pub const LOCALES: [&str; 2] = ["pl", "en"];
/// The most points of one query.
pub const MOST_POINTS: f64 = 1000.0;

#[derive(Clone, Debug)]
pub struct Settings {
    /// The points of a full bucket, and how many return each second.
    pub maximum: f64,
    pub restore: f64,
    pub scopes: BTreeSet<&'static str>,
}

impl Default for Settings {
    fn default() -> Self {
        let scopes = [
            "read_products",
            "write_products",
            "read_content",
            "read_locales",
            "read_translations",
            "write_translations",
            "write_files",
            "read_online_store_navigation",
            "write_online_store_navigation",
        ];
        Self { maximum: 2000.0, restore: 100.0, scopes: scopes.into() }
    }
}

struct Inner {
    settings: Settings,
    tables: Tables,
    /// Times of changes in Unix seconds, which `database` leaves out.
    changed: BTreeMap<(String, u64), u64>,
    clock: u64,
    bucket: Bucket,
    codes: BTreeSet<String>,
}

#[derive(Clone)]
pub struct Shopify {
    pub port: u16,
    pub faults: Faults,
    front: Front<Rules>,
}

struct Rules(Mutex<Inner>);

/// A message and a code of `extensions`.
type Failure = (String, &'static str);

impl Shopify {
    pub async fn start() -> Self {
        Self::with(Settings::default()).await
    }

    pub async fn with(settings: Settings) -> Self {
        let bucket = Bucket::new(settings.maximum, settings.restore);
        let (tables, changed, codes) = (Tables::default(), BTreeMap::new(), BTreeSet::new());
        let inner = Inner { settings, tables, changed, clock: 1_790_680_000, bucket, codes };
        let front = Front::open(Rules(Mutex::new(inner))).await;
        Self { port: front.port, faults: front.faults.clone(), front }
    }

    fn inner(&self) -> std::sync::MutexGuard<'_, Inner> {
        lock(&self.front.shop.0)
    }

    /// The address of the shop, without a trailing slash.
    pub fn url(&self) -> String {
        self.front.url()
    }

    pub fn log(&self) -> Log {
        self.front.log.clone()
    }

    /// The bucket of cost points with its record until now.
    pub fn bucket(&self) -> Bucket {
        self.inner().bucket.clone()
    }

    /// An authorization code, which an app exchanges for the token once.
    pub fn authorize(&self) -> String {
        let mut inner = self.inner();
        inner.clock += 1;
        let code = format!("code-{}", inner.clock);
        inner.codes.insert(code.clone());
        code
    }

    /// All objects, without the times of changes. Ids are numbers; translations are inside their objects.
    pub fn database(&self) -> Value {
        self.inner().tables.dump()
    }

    pub fn object(&self, kind: &str, id: u64) -> Option<Value> {
        self.inner().tables.get(kind, id).cloned()
    }

    /// Changes fields of an object, as its owner does in the panel.
    pub fn edit(&self, kind: &str, id: u64, patch: Value) {
        let mut inner = self.inner();
        merge("", "", inner.tables.get_mut(kind, id).expect("the object"), &patch, &mut Vec::new());
        inner.touch(kind, id);
    }

    /// Adds an object of a kind of `database`; its id.
    pub fn add(&self, kind: &'static str, mut object: Value) -> u64 {
        let mut inner = self.inner();
        let id = inner.tables.next(kind);
        object["id"] = json!(id);
        inner.tables.insert(kind, id, object);
        inner.touch(kind, id);
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

/// The id of an object, such as `gid://shopify/Product/12`.
pub fn gid(kind: &str, id: u64) -> String {
    format!("gid://shopify/{}/{id}", type_of(kind))
}

/// The type of the objects of a kind.
fn type_of(kind: &str) -> &'static str {
    match kind {
        "products" => "Product",
        "collections" => "Collection",
        "articles" => "Article",
        "redirects" => "UrlRedirect",
        "webhooks" => "WebhookSubscription",
        _ => "MediaImage",
    }
}

/// The kind and number of an id.
fn place(gid: &Value) -> Option<(&'static str, u64)> {
    let (kind, id) = gid.as_str()?.strip_prefix("gid://shopify/")?.split_once('/')?;
    let kinds = ["products", "collections", "articles", "redirects", "webhooks", "images"];
    let kind = kinds.into_iter().find(|known| type_of(known) == kind)?;
    Some((kind, id.parse().ok()?))
}

impl Shop for Rules {
    fn answer(&self, request: &Received, _: &Faults) -> Sent {
        let mut inner = lock(&self.0);
        if request.path == "/admin/oauth/access_token" {
            return inner.exchange(request);
        }
        if request.method != Method::POST || request.path != format!("/admin/api/{VERSION}/graphql.json") {
            return Sent::json(404, json!({ "errors": "Not Found" }));
        }
        if request.header("x-shopify-access-token") != TOKEN {
            let text = "[API] Invalid API key or access token (unrecognized login or wrong password)";
            return Sent::json(401, json!({ "errors": text }));
        }
        if !request.header("content-type").starts_with("application/json") {
            return Sent::json(
                400,
                json!({ "errors": { "query": "Required parameter missing or invalid" } }),
            );
        }
        inner.run(request)
    }

    /// Shopify answers 200, without Retry-After.
    fn too_many(&self, _: u64) -> Sent {
        let cost = lock(&self.0).cost(10.0, None);
        let error = json!({ "message": "Throttled", "extensions": { "code": "THROTTLED",
            "documentation": "https://shopify.dev/api/usage/rate-limits" } });
        Sent::json(200, json!({ "errors": [error], "extensions": { "cost": cost } }))
    }

    fn failed(&self, status: u16) -> Sent {
        Sent::json(status, json!({ "errors": "Internal Server Error" }))
    }
}

fn refused((message, code): Failure) -> Sent {
    Sent::json(200, json!({ "errors": [{ "message": message, "extensions": { "code": code } }] }))
}

impl Inner {
    fn exchange(&mut self, request: &Received) -> Sent {
        let form = request.json().unwrap_or_else(|| json!(request.form()));
        let known = form["client_id"] == CLIENT_ID && form["client_secret"] == CLIENT_SECRET;
        if !known || !self.codes.remove(form["code"].as_str().unwrap_or_default()) {
            return Sent::json(
                400,
                json!({ "error": "invalid_request",
                    "error_description": "The authorization code was not found or was already used" }),
            );
        }
        let scopes: Vec<&str> = self.settings.scopes.iter().copied().collect();
        Sent::json(200, json!({ "access_token": TOKEN, "scope": scopes.join(",") }))
    }

    fn cost(&mut self, requested: f64, actual: Option<f64>) -> Value {
        let available = (self.settings.maximum - self.bucket.level()).floor();
        json!({ "requestedQueryCost": requested, "actualQueryCost": actual, "throttleStatus": {
            "maximumAvailable": self.settings.maximum, "currentlyAvailable": available,
                "restoreRate": self.settings.restore } })
    }

    fn run(&mut self, request: &Received) -> Sent {
        let body = request.json().unwrap_or_default();
        let empty = Map::new();
        let variables = body["variables"].as_object().unwrap_or(&empty);
        let Some(document) = body["query"].as_str() else {
            return Sent::json(
                400,
                json!({ "errors": { "query": "Required parameter missing or invalid" } }),
            );
        };
        let operation = match query::read(document, variables) {
            Ok(operation) => operation,
            Err(message) => return refused((message, "BAD_USER_INPUT")),
        };
        let requested = query::cost(&operation.fields, operation.is_mutation).ceil();
        if requested > MOST_POINTS {
            let message = format!(
                "Query cost is {requested}, which exceeds the single query max cost limit ({MOST_POINTS})."
            );
            return refused((message, "MAX_COST_EXCEEDED"));
        }
        if self.bucket.take(requested).is_err() {
            let cost = self.cost(requested, None);
            let error = json!({ "message": "Throttled", "extensions": { "code": "THROTTLED" } });
            return Sent::json(200, json!({ "errors": [error], "extensions": { "cost": cost } }));
        }
        let (mut data, mut errors, mut writes) = (Map::new(), Vec::new(), Vec::new());
        for field in &operation.fields {
            let answer = if operation.is_mutation {
                self.mutate(field, &mut writes)
            } else {
                self.ask(field, &request.origin())
            };
            let value = answer.unwrap_or_else(|(message, code)| {
                errors.push(
                    json!({ "message": message, "path": [field.alias], "extensions": { "code": code } }),
                );
                Value::Null
            });
            let mut wrong = Vec::new();
            data.insert(field.alias.clone(), query::project(&value, &field.fields, &mut wrong));
            errors.extend(
                wrong
                    .into_iter()
                    .map(|message| json!({ "message": message, "extensions": { "code": "undefinedField" } })),
            );
        }
        let actual =
            if operation.is_mutation { requested } else { requested.min(objects(&json!(data)).max(1.0)) };
        self.bucket.give_back(requested - actual);
        let mut body = json!({ "data": data, "extensions": { "cost": self.cost(requested, Some(actual)) } });
        if !errors.is_empty() {
            body["errors"] = json!(errors);
        }
        Sent::json(200, body).wrote(writes)
    }

    fn allow(&self, scope: &'static str, field: &str) -> Result<(), Failure> {
        if self.settings.scopes.contains(scope) {
            return Ok(());
        }
        Err((
            format!("Access denied for {field} field. Required access: `{scope}` access scope."),
            "ACCESS_DENIED",
        ))
    }

    /// A field of a query, complete.
    fn ask(&self, field: &Field, origin: &str) -> Result<Value, Failure> {
        let argument = |name: &str| field.arguments.get(name).cloned().unwrap_or_default();
        let scope = match field.name.as_str() {
            "shop" => None,
            "shopLocales" => Some("read_locales"),
            "articles" => Some("read_content"),
            "urlRedirects" => Some("read_online_store_navigation"),
            name if name.starts_with("translatable") => Some("read_translations"),
            _ => Some("read_products"),
        };
        scope.map_or(Ok(()), |scope| self.allow(scope, &field.name))?;
        let known = |names: &[&str]| match field.arguments.keys().find(|name| !names.contains(&name.as_str()))
        {
            Some(name) => Err((
                format!("Field '{}' doesn't accept argument '{name}'", field.name),
                "argumentNotAccepted",
            )),
            None => Ok(()),
        };
        let lists = ["first", "after", "query", "sortKey", "reverse"];
        match field.name.as_str() {
            "shop" => Ok(self.shop(origin)),
            "shopLocales" => Ok(json!([
                { "__typename": "ShopLocale", "locale": "pl", "name": "Polish", "primary": true, "published": true },
                { "__typename": "ShopLocale", "locale": "en", "name": "English", "primary": false, "published": true },
            ])),
            "productsCount" => {
                let count = self.tables.all("products").count();
                Ok(json!({ "__typename": "Count", "count": count, "precision": "EXACT" }))
            }
            kind @ ("products" | "collections" | "articles") => {
                known(&lists)?;
                self.list(kind, field)
            }
            "urlRedirects" => self.list("redirects", field),
            "webhookSubscriptions" => self.list("webhooks", field),
            "product" | "collection" | "node" | "article" => {
                known(&["id"])?;
                Ok(self.named(&argument("id")))
            }
            "nodes" => {
                known(&["ids"])?;
                Ok(argument("ids").as_array().into_iter().flatten().map(|id| self.named(id)).collect())
            }
            "translatableResource" => Ok(self.translatable(&argument("resourceId"))),
            "translatableResources" | "translatableResourcesByIds" => {
                let named = argument("resourceIds").get(0).and_then(place).map(|(kind, _)| kind);
                let of_type =
                    if argument("resourceType") == "COLLECTION" { "collections" } else { "products" };
                let kind = named.unwrap_or(of_type);
                let ids: Vec<u64> = match argument("resourceIds").as_array() {
                    Some(ids) => ids.iter().filter_map(|id| place(id).map(|(_, id)| id)).collect(),
                    None => self.tables.all(kind).map(|(id, _)| id).collect(),
                };
                connection(ids, field, |id| self.translatable(&json!(gid(kind, id))))
            }
            name => Err((format!("Field '{name}' doesn't exist on type 'QueryRoot'"), "undefinedField")),
        }
    }

    fn shop(&self, origin: &str) -> Value {
        let domain =
            json!({ "__typename": "Domain", "url": origin, "host": origin.trim_start_matches("http://") });
        json!({ "__typename": "Shop", "id": "gid://shopify/Shop/1", "name": "Sklep Próbny",
            "email": "sklep@example.com",
            "contactEmail": "sklep@example.com", "url": origin, "myshopifyDomain": "sklep-probny.myshopify.com",
                "primaryDomain": domain,
            "currencyCode": "PLN", "ianaTimezone": "Europe/Warsaw", "plan": { "__typename": "ShopPlan",
                "publicDisplayName": "Basic" } })
    }

    fn list(&self, kind: &str, field: &Field) -> Result<Value, Failure> {
        let query = field.arguments.get("query").and_then(Value::as_str).unwrap_or_default();
        let mut ids: Vec<u64> = self.tables.all(kind).map(|(id, _)| id).collect();
        for term in query.split_whitespace() {
            let (name, wanted) = term.split_once(':').unwrap_or(("title", term));
            let wanted = wanted.trim_matches(['\'', '"']);
            let object = |id: &u64| self.tables.get(kind, *id).cloned().unwrap_or_default();
            match name {
                "id" => ids.retain(|id| id.to_string() == wanted),
                "updated_at" => {
                    let after = wanted.trim_start_matches(['>', '=']).trim_matches(['\'', '"']).to_owned();
                    ids.retain(|id| self.changed_at(kind, *id) > after);
                }
                "sku" => ids.retain(|id| object(id)["sku"] == json!(wanted)),
                "handle" => ids.retain(|id| object(id)["handle"] == json!(wanted)),
                "path" => ids.retain(|id| object(id)["path"] == json!(wanted)),
                "title" => {
                    let part = wanted.trim_matches('*').to_lowercase();
                    ids.retain(|id| {
                        object(id)["title"].as_str().is_some_and(|title| title.to_lowercase().contains(&part))
                    });
                }
                // Shopify ignores terms that it does not know.
                _ => {}
            }
        }
        if field.arguments.get("sortKey") == Some(&json!("UPDATED_AT")) {
            ids.sort_by_key(|id| self.changed.get(&(kind.to_owned(), *id)));
        }
        if field.arguments.get("reverse") == Some(&json!(true)) {
            ids.reverse();
        }
        connection(ids, field, |id| self.shown(kind, id))
    }

    /// The object of an id, or null.
    fn named(&self, id: &Value) -> Value {
        match place(id) {
            Some(("images", id)) => self.image(id).map(|(_, image)| media(&image)).unwrap_or_default(),
            Some((kind, id)) => self.shown(kind, id),
            None => Value::Null,
        }
    }

    /// The product of an image, and the image.
    fn image(&self, id: u64) -> Option<(u64, Value)> {
        let mut products = self.tables.all("products");
        products.find_map(|(product, object)| {
            Some((product, object["media"].as_array()?.iter().find(|one| one["id"] == id)?.clone()))
        })
    }

    /// A complete object, or null.
    fn shown(&self, kind: &str, id: u64) -> Value {
        let Some(object) = self.tables.get(kind, id) else { return Value::Null };
        let mut shown = object.clone();
        shown["__typename"] = json!(type_of(kind));
        shown["id"] = json!(gid(kind, id));
        shown["updatedAt"] = json!(self.changed_at(kind, id));
        if object.get("translations").is_some() {
            shown["translations"] = self.translations(object);
        }
        if object.get("seo").is_some() {
            shown["seo"]["__typename"] = json!("SEO");
            shown["description"] =
                json!(super::html::plain(object["descriptionHtml"].as_str().unwrap_or_default()));
        }
        if kind == "products" {
            shown["legacyResourceId"] = json!(id.to_string());
            let list = |name: &str| object[name].as_array().cloned().unwrap_or_default();
            shown["media"] = nested(list("media").iter().map(media).collect());
            let variant = |one: &Value| {
                json!({ "__typename": "ProductVariant", "id": format!("gid://shopify/ProductVariant/{id}"),
                "sku": one["sku"], "barcode": one["barcode"], "price": one["price"], "title": "Default Title" })
            };
            shown["variants"] = nested(list("variants").iter().map(variant).collect());
            let collection = |id: u64| {
                let title = self.tables.get("collections", id).map(|one| one["title"].clone());
                json!({ "__typename": "Collection", "id": gid("collections", id), "title": title })
            };
            let ids = list("collections");
            shown["collections"] = nested(ids.iter().filter_map(Value::as_u64).map(collection).collect());
            shown["metafields"] = nested(list("metafields"));
        }
        shown
    }

    fn changed_at(&self, kind: &str, id: u64) -> String {
        let time = self.changed.get(&(kind.to_owned(), id)).copied().unwrap_or_default();
        super::shoper::written(time).replace(' ', "T") + "Z"
    }

    /// The texts of an object with their digests, and its translations.
    fn translatable(&self, id: &Value) -> Value {
        let Some((kind, number)) = place(id) else { return Value::Null };
        let Some(object) = self.tables.get(kind, number) else { return Value::Null };
        let content = texts(object).into_iter().map(|(key, text)| {
            json!({ "__typename": "TranslatableContent", "key": key, "value": text, "digest": digest(&text),
                "locale": LOCALES[0] })
        });
        json!({ "__typename": "TranslatableResource", "resourceId": id,
            "translatableContent": content.collect::<Vec<_>>(),
            "translations": self.translations(object) })
    }

    fn translations(&self, object: &Value) -> Value {
        let now = texts(object);
        let mut all = Vec::new();
        for (locale, fields) in object["translations"].as_object().into_iter().flatten() {
            for (key, one) in fields.as_object().into_iter().flatten() {
                let outdated = now.get(key.as_str()).is_none_or(|text| json!(digest(text)) != one["digest"]);
                all.push(json!({ "__typename": "Translation", "locale": locale, "key": key,
                    "value": one["value"], "outdated": outdated }));
            }
        }
        json!(all)
    }

    fn touch(&mut self, kind: &str, id: u64) {
        self.clock += 1;
        self.changed.insert((kind.to_owned(), id), self.clock);
    }
}

/// The texts of an object that have translations; empty ones are left out.
fn texts(object: &Value) -> BTreeMap<&'static str, String> {
    let fields = [
        ("title", &object["title"]),
        ("body_html", &object["descriptionHtml"]),
        ("handle", &object["handle"]),
        ("meta_title", &object["seo"]["title"]),
        ("meta_description", &object["seo"]["description"]),
    ];
    let text = |(key, value): (&'static str, &Value)| {
        Some((key, value.as_str().filter(|text| !text.is_empty())?.to_owned()))
    };
    fields.into_iter().filter_map(text).collect()
}

/// SHA-256 of a text in hexadecimal.
pub fn digest(text: &str) -> String {
    use sha2::Digest as _;
    hex::encode(sha2::Sha256::digest(text))
}

fn media(image: &Value) -> Value {
    let id = gid("images", image["id"].as_u64().unwrap_or_default());
    let inner = json!({ "__typename": "Image", "url": image["url"], "altText": image["alt"] });
    json!({ "__typename": "MediaImage", "id": id, "alt": image["alt"], "mediaContentType": "IMAGE",
        "image": inner })
}

/// A connection with all nodes, which `first` shortens.
fn nested(nodes: Vec<Value>) -> Value {
    let edges: Vec<Value> = nodes
        .iter()
        .map(|node| json!({ "__typename": "Edge", "cursor": node["id"], "node": node }))
        .collect();
    json!({ "__typename": "Connection", "nodes": nodes, "edges": edges,
        "pageInfo": { "__typename": "PageInfo", "hasNextPage": false, "hasPreviousPage": false,
            "endCursor": null, "startCursor": null } })
}

/// A page of a connection. A cursor is the encoded id of the last object.
fn connection(ids: Vec<u64>, field: &Field, shown: impl Fn(u64) -> Value) -> Result<Value, Failure> {
    let first =
        field.arguments.get("first").and_then(Value::as_u64).filter(|first| (1..=250).contains(first));
    let first = first
        .ok_or_else(|| (format!("{}: you must provide `first` from 1 to 250", field.name), "BAD_REQUEST"))?;
    let cursor = |id: u64| STANDARD.encode(format!("{{\"last_id\":{id}}}"));
    let start = match field.arguments.get("after").filter(|after| !after.is_null()) {
        None => 0,
        Some(after) => match ids.iter().position(|id| json!(cursor(*id)) == *after) {
            Some(at) => at + 1,
            None => return Err(("Invalid cursor for current pagination sort.".to_owned(), "BAD_REQUEST")),
        },
    };
    let page: Vec<u64> = ids.iter().skip(start).take(first as usize).copied().collect();
    let mut answer = nested(page.iter().map(|id| shown(*id)).collect());
    for (edge, id) in answer["edges"].as_array_mut().into_iter().flatten().zip(&page) {
        edge["cursor"] = json!(cursor(*id));
    }
    answer["pageInfo"]["hasNextPage"] = json!(start + page.len() < ids.len());
    answer["pageInfo"]["hasPreviousPage"] = json!(start > 0);
    answer["pageInfo"]["endCursor"] = json!(page.last().map(|id| cursor(*id)));
    answer["pageInfo"]["startCursor"] = json!(page.first().map(|id| cursor(*id)));
    Ok(answer)
}

/// The number of objects in an answer.
fn objects(value: &Value) -> f64 {
    match value {
        Value::Array(all) => all.iter().map(objects).sum(),
        Value::Object(all) => 1.0 + all.values().map(objects).sum::<f64>(),
        _ => 0.0,
    }
}
