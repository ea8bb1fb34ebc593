//! A fake PrestaShop: the webservice with XML, where an update is the whole object. A field that is missing is emptied.

mod fields;
mod stock;
pub mod xml;

use std::cmp::Ordering;

use super::goods::{self, Goods};
use super::{Bucket, Faults, Front, Log, Received, Sent, Shop, Tables, Write, html, lock, merge};
use crate::prelude::*;
use fields::{RESOURCES, Resource};
use xml::Node;

pub const KEY: &str = "PRESTASHOPKEY0123456789ABCDEFGHI";
/// Ids of the languages: Polish, English.
pub const LANGUAGES: [&str; 2] = ["1", "2"];

/// What is not certain about PrestaShop, and what a test sets.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most characters of `description_short`, without tags.
    pub short_limit: usize,
    /// Whether the images of a product have legends in its associations, and an update writes them.
    pub legends: bool,
    /// Whether PATCH exists. It keeps missing fields.
    pub patch: bool,
    /// Whether the key may write.
    pub writable: bool,
    /// The limit of a server before the shop: requests at once, and for each second. The webservice has none.
    pub limit: Option<(f64, f64)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { short_limit: 800, legends: true, patch: false, writable: true, limit: None }
    }
}

struct Inner {
    settings: Settings,
    tables: Tables,
    /// Times of changes in Unix seconds, which `database` leaves out.
    changed: BTreeMap<(String, u64), u64>,
    clock: u64,
    bucket: Bucket,
}

#[derive(Clone)]
pub struct PrestaShop {
    pub port: u16,
    pub faults: Faults,
    front: Front<Rules>,
}

struct Rules(Mutex<Inner>);

type Answer = Result<Sent, Sent>;

impl PrestaShop {
    pub async fn start() -> Self {
        Self::with(Settings::default()).await
    }

    pub async fn with(settings: Settings) -> Self {
        let bucket = settings.limit.map_or_else(Bucket::unlimited, |(limit, rate)| Bucket::new(limit, rate));
        let (tables, changed) = (Tables::default(), BTreeMap::new());
        let mut inner = Inner { settings, tables, changed, clock: 1_790_680_000, bucket };
        inner.set_up();
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

    pub fn bucket(&self) -> Bucket {
        self.inner().bucket.clone()
    }

    /// All objects, without the times of changes. A text is a map from the id of a language.
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

    /// Adds an object of a resource; its id.
    pub fn add(&self, kind: &str, mut object: Value) -> u64 {
        let mut inner = self.inner();
        let kind = resource(kind).expect("a resource").path;
        let id = inner.tables.next(kind);
        object["id"] = json!(id.to_string());
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

fn resource(path: &str) -> Option<&'static Resource> {
    RESOURCES.iter().find(|resource| resource.path == path)
}

fn root() -> Node {
    Node::new("prestashop").with("xmlns:xlink", "http://www.w3.org/1999/xlink")
}

fn xml(status: u16, content: Node) -> Sent {
    Sent::new(status, "text/xml;charset=utf-8", root().holding([content]).document())
        .with("psws-version", "8.2.0")
}

fn problem(status: u16, code: u32, message: &str) -> Sent {
    let error =
        Node::new("error").holding([Node::text("code", &code.to_string()), Node::text("message", message)]);
    xml(status, Node::new("errors").holding([error]))
}

fn not_valid(resource: &Resource, field: &str) -> Sent {
    let class = resource.node[..1].to_uppercase() + &resource.node[1..];
    problem(400, 85, &format!("Validation error: \"Property {class}->{field} is not valid\""))
}

impl Shop for Rules {
    fn answer(&self, request: &Received, _: &Faults) -> Sent {
        let mut inner = lock(&self.0);
        if let Err(seconds) = inner.bucket.take(1.0) {
            return self.too_many(seconds.ceil() as u64);
        }
        inner.call(request).unwrap_or_else(|problem| problem)
    }

    fn too_many(&self, seconds: u64) -> Sent {
        Sent::new(429, "text/html", "<h1>429 Too Many Requests</h1>").with("retry-after", seconds.max(1))
    }

    fn failed(&self, status: u16) -> Sent {
        Sent::new(status, "text/html", "<h1>Server error</h1>")
    }
}

impl Inner {
    fn call(&mut self, request: &Received) -> Answer {
        let path = request.path.trim_end_matches('/');
        let Some(path) = path.strip_prefix("/api") else {
            return Err(Sent::new(404, "text/html", "<h1>404</h1>"));
        };
        let key = request.basic().map(|(key, _)| key).or_else(|| request.parameter("ws_key"));
        if key.as_deref() != Some(KEY) {
            let realm = "Basic realm=\"Welcome to PrestaShop Webservice, please enter the authentication key as the login. No password required.\"";
            return Err(Sent::new(401, "text/html", "401 Unauthorized").with("www-authenticate", realm));
        }
        let path = path.trim_start_matches('/');
        if path.is_empty() {
            let all = RESOURCES
                .iter()
                .map(|resource| Node::new(resource.path).with("get", "true").with("put", "true"));
            return Ok(xml(200, Node::new("api").with("shopName", "Sklep Próbny").holding(all)));
        }
        let (name, id) = path.split_once('/').map_or((path, None), |(name, id)| (name, Some(id)));
        let message = format!("Resource of type '{name}' does not exists.");
        let resource = resource(name).ok_or_else(|| problem(400, 3, &message))?;
        let id =
            id.map(|id| id.parse::<u64>().map_err(|_| problem(400, 4, "Id is not valid"))).transpose()?;
        match (request.method.as_str(), id) {
            ("GET", None) => self.list(resource, request),
            ("GET", Some(id)) => self.one(resource, id, request),
            ("PUT", id) => self.update(resource, id, request, false),
            ("PATCH", id) if self.settings.patch => self.update(resource, id, request, true),
            (method, _) => Err(problem(405, 25, &format!("Method {method} is not valid"))),
        }
    }

    fn one(&self, resource: &Resource, id: u64, request: &Received) -> Answer {
        let object =
            self.tables.get(resource.path, id).ok_or_else(|| Sent::new(404, "text/xml;charset=utf-8", ""))?;
        let node = self.node(resource, id, object, &request.origin(), None);
        if wants_json(request) {
            return Ok(Sent::json(200, json!({ resource.node: as_json(&node) })));
        }
        Ok(xml(200, node))
    }

    fn list(&self, resource: &Resource, request: &Received) -> Answer {
        let mut found: Vec<(u64, &Value)> = self.tables.all(resource.path).collect();
        for (name, value) in request.parameters() {
            if let Some(field) = name.strip_prefix("filter[").and_then(|name| name.strip_suffix(']')) {
                let known = field == "id"
                    || field == "date_upd"
                    || resource.plain.contains(&field)
                    || resource.texts.iter().any(|(text, _)| *text == field);
                if !known {
                    let message = format!("This filter does not exist for this linked table: \"{field}\"");
                    return Err(problem(400, 32, &message));
                }
                found.retain(|(id, object)| fits(&self.values(resource, *id, object, field), &value));
            }
        }
        self.sort(resource, &mut found, request)?;
        let (start, count) = limits(request)?;
        let display = request.parameter("display");
        let fields = display.as_deref().filter(|display| *display != "full");
        let origin = request.origin();
        let nodes = found.into_iter().skip(start).take(count).map(|(id, object)| match (&display, fields) {
            (None, _) => Node::new(resource.node)
                .with("id", &id.to_string())
                .with("xlink:href", &format!("{origin}/api/{}/{id}", resource.path)),
            (Some(_), fields) => self.node(resource, id, object, &origin, fields),
        });
        let list = Node::new(resource.path).holding(nodes);
        if wants_json(request) {
            let all: Vec<Value> = list.children.iter().map(as_json).collect();
            return Ok(Sent::json(
                200,
                if all.is_empty() { json!([]) } else { json!({ resource.path: all }) },
            ));
        }
        Ok(xml(200, list))
    }

    /// The values of a field as texts; a text has one for each language.
    fn values(&self, resource: &Resource, id: u64, object: &Value, field: &str) -> Vec<String> {
        if field == "date_upd" {
            return vec![self.changed_at(resource, id)];
        }
        match &object[field] {
            Value::Object(texts) => {
                texts.values().filter_map(|text| text.as_str().map(str::to_owned)).collect()
            }
            value => vec![value.as_str().unwrap_or_default().to_owned()],
        }
    }

    fn sort(&self, resource: &Resource, found: &mut [(u64, &Value)], request: &Received) -> Result<(), Sent> {
        let Some(sort) = request.parameter("sort") else { return Ok(()) };
        let sort = sort.trim_start_matches('[').trim_end_matches(']');
        let (field, direction) =
            sort.rsplit_once('_').ok_or_else(|| problem(400, 37, "The \"sort\" value is not valid"))?;
        let number = |text: &str| text.parse::<f64>().ok();
        found.sort_by(|left, right| {
            let first = |(id, object): &(u64, &Value)| {
                self.values(resource, *id, object, field).into_iter().next().unwrap_or_default()
            };
            let (left, right) = (first(left), first(right));
            match (number(&left), number(&right)) {
                (Some(left), Some(right)) => left.partial_cmp(&right).unwrap_or(Ordering::Equal),
                _ => left.cmp(&right),
            }
        });
        if direction.eq_ignore_ascii_case("DESC") {
            found.reverse();
        }
        Ok(())
    }

    fn changed_at(&self, resource: &Resource, id: u64) -> String {
        super::shoper::written(self.changed.get(&(resource.path.to_owned(), id)).copied().unwrap_or_default())
    }

    /// An object as XML, with all fields or with those of `[id,name]`.
    fn node(&self, resource: &Resource, id: u64, object: &Value, origin: &str, fields: Option<&str>) -> Node {
        let wanted = |field: &str| {
            fields.is_none_or(|fields| fields.trim_matches(['[', ']']).split(',').any(|one| one == field))
        };
        let value = |field: &str| object[field].as_str().unwrap_or_default().to_owned();
        let mut node = Node::new(resource.node);
        for field in ["id"].iter().chain(resource.plain).filter(|field| wanted(field)) {
            node.children.push(Node::text(field, &value(field)));
        }
        for field in resource.read_only.iter().filter(|field| wanted(field)) {
            let text = match *field {
                "manufacturer_name" => {
                    let id =
                        object["id_manufacturer"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
                    let name = self.tables.get("manufacturers", id).and_then(|brand| brand["name"].as_str());
                    name.unwrap_or_default().to_owned()
                }
                field => value(field),
            };
            node.children.push(Node::text(field, &text).with("notFilterable", "true"));
        }
        if wanted("date_upd") && resource.plain.contains(&"date_add") {
            node.children.push(Node::text("date_upd", &self.changed_at(resource, id)));
        }
        for (field, _) in resource.texts.iter().filter(|(field, _)| wanted(field)) {
            node.children.push(Node::new(field).holding(languages(&object[*field], origin)));
        }
        if fields.is_none() && resource.path == "products" {
            node.children.push(self.associations(id, object, origin));
        }
        node
    }

    fn associations(&self, id: u64, object: &Value, origin: &str) -> Node {
        let list = |name: &str| object["associations"][name].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let category = |category: &Value| Node::new("category").holding([Node::text("id", &text(category))]);
        let image = |image: &Value| {
            let address = format!("{origin}/api/images/products/{id}/{}", text(&image["id"]));
            let node = Node::new("image")
                .with("xlink:href", &address)
                .holding([Node::text("id", &text(&image["id"]))]);
            if !self.settings.legends {
                return node;
            }
            node.holding([Node::new("legend").holding(languages(&image["legend"], origin))])
        };
        let feature = |feature: &Value| {
            let fields = ["id", "id_feature_value"].map(|name| Node::text(name, &text(&feature[name])));
            Node::new("product_feature").holding(fields)
        };
        let nodes =
            |name: &str, node: &str, api: &str| Node::new(name).with("nodeType", node).with("api", api);
        Node::new("associations").holding([
            nodes("categories", "category", "categories").holding(list("categories").iter().map(category)),
            nodes("images", "image", "images/products").holding(list("images").iter().map(image)),
            nodes("product_features", "product_feature", "product_features")
                .holding(list("product_features").iter().map(feature)),
        ])
    }

    fn update(
        &mut self,
        resource: &'static Resource,
        id: Option<u64>,
        request: &Received,
        partial: bool,
    ) -> Answer {
        if !self.settings.writable {
            let message = format!(
                "Method {} is not allowed for the resource {} with this authentication key",
                request.method, resource.path
            );
            return Err(problem(405, 26, &message));
        }
        let document =
            xml::parse(&request.text()).map_err(|why| problem(400, 127, &format!("XML error : {why}")))?;
        let node = document.child(resource.node).filter(|_| document.name == "prestashop");
        let node = node.ok_or_else(|| problem(400, 127, "XML error : the object is missing"))?;
        let named = node.child("id").and_then(|id| id.text.trim().parse::<u64>().ok());
        let named = named.ok_or_else(|| problem(400, 90, "id is required when modifying a resource"))?;
        if id.is_some_and(|id| id != named) {
            return Err(problem(400, 90, "The id of the address and the id of the object differ"));
        }
        let Some(old) = self.tables.get(resource.path, named).cloned() else {
            return Err(problem(404, 92, "Invalid ID"));
        };
        let new = self.whole(resource, &old, node, partial)?;
        let writes = differences(&format!("{}/{named}", resource.path), &old, &new);
        self.tables.insert(resource.path, named, new);
        self.touch(resource.path, named);
        let shown = self.tables.get(resource.path, named).cloned().unwrap_or_default();
        Ok(xml(200, self.node(resource, named, &shown, &request.origin(), None)).wrote(writes))
    }

    fn touch(&mut self, kind: &str, id: u64) {
        self.clock += 1;
        self.changed.insert((kind.to_owned(), id), self.clock);
    }
}

fn languages(texts: &Value, origin: &str) -> Vec<Node> {
    let language = |id: &str| {
        let text = texts[id].as_str().unwrap_or_default();
        Node::text("language", text)
            .with("id", id)
            .with("xlink:href", &format!("{origin}/api/languages/{id}"))
    };
    LANGUAGES.map(language).into()
}

fn wants_json(request: &Received) -> bool {
    let formats = [
        request.parameter("output_format"),
        request.parameter("io_format"),
        Some(request.header("output-format").to_owned()),
    ];
    formats.into_iter().flatten().any(|format| format.eq_ignore_ascii_case("json"))
}

/// An object of the JSON output. A number stays a text, except the id.
fn as_json(node: &Node) -> Value {
    if node.children.is_empty() {
        if let Some(id) = node.attribute("id") {
            return json!({ "id": id.parse::<u64>().unwrap_or_default() });
        }
        return if node.name == "id" {
            json!(node.text.parse::<u64>().unwrap_or_default())
        } else {
            json!(node.text)
        };
    }
    if node.children[0].name == "language" {
        let text = |one: &Node| json!({ "id": one.attribute("id").unwrap_or_default(), "value": one.text });
        return node.children.iter().map(text).collect();
    }
    let child = |one: &Node| {
        let is_list = node.name == "associations";
        let list = || one.children.iter().map(as_json).collect::<Vec<_>>();
        (one.name.clone(), if is_list { json!(list()) } else { as_json(one) })
    };
    node.children.iter().map(child).collect()
}

/// `limit=count` or `limit=start,count`.
fn limits(request: &Received) -> Result<(usize, usize), Sent> {
    let Some(limit) = request.parameter("limit") else { return Ok((0, usize::MAX)) };
    let numbers: Result<Vec<usize>, _> = limit.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok([count]) => Ok((0, *count)),
        Ok([start, count]) => Ok((*start, *count)),
        _ => {
            Err(problem(400, 38, "The \"limit\" value has to be formed as this example: \"5,25\" or \"10\""))
        }
    }
}

/// `[1|2]`, `[1,10]`, `>[x]`, `<[x]`, `%[x]%`, `[x]%` or a value.
fn fits(values: &[String], filter: &str) -> bool {
    let inner =
        filter.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']')).map_or(filter, |(inner, _)| inner);
    let order = |value: &String, other: &str| match (value.parse::<f64>(), other.parse::<f64>()) {
        (Ok(value), Ok(other)) => value.total_cmp(&other),
        _ => value.as_str().cmp(other),
    };
    values.iter().any(|value| match (filter.starts_with('%'), filter.ends_with('%')) {
        (true, true) => value.contains(inner),
        (true, false) => value.ends_with(inner),
        (false, true) => value.starts_with(inner),
        _ if filter.starts_with('>') => order(value, inner).is_gt(),
        _ if filter.starts_with('<') => order(value, inner).is_lt(),
        _ => match inner.split_once(',') {
            Some((least, most)) if filter.starts_with('[') => {
                order(value, least).is_ge() && order(value, most).is_le()
            }
            _ => inner.split('|').any(|one| one == value),
        },
    })
}

/// The fields that differ, since an update contains all of them.
fn differences(object: &str, old: &Value, new: &Value) -> Vec<Write> {
    let mut writes = Vec::new();
    differ(object, "", old, new, &mut writes);
    writes
}

fn differ(object: &str, path: &str, old: &Value, new: &Value, writes: &mut Vec<Write>) {
    let at = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match (old, new) {
        _ if old == new => {}
        (Value::Object(olds), Value::Object(news)) => {
            for (name, new) in news {
                differ(object, &at(name), olds.get(name).unwrap_or(&Value::Null), new, writes);
            }
        }
        (Value::Array(olds), Value::Array(news)) if path.ends_with("images") => {
            for (old, new) in olds.iter().zip(news) {
                differ(object, &at(new["id"].as_str().unwrap_or_default()), old, new, writes);
            }
        }
        _ => writes.push(Write {
            object: object.to_owned(),
            field: path.to_owned(),
            before: old.clone(),
            after: new.clone(),
        }),
    }
}
