//! What a Shoper shop and its App Store send to an app, and the filters of lists.

use std::cmp::Ordering;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Digest as _;
use sha2::Sha512;

use super::{APPSTORE_SECRET, LICENCE, LOCALES, Received, Shoper, resource};
use crate::prelude::*;

/// A signed request to an app.
#[derive(Clone, Debug)]
pub struct Message {
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl Shoper {
    /// An authorization code, which an app exchanges for tokens once.
    pub fn authorize(&self) -> String {
        let mut inner = self.inner();
        let code = format!("code-{}", inner.codes.len() + inner.pairs.len() + 1);
        inner.codes.insert(code.clone());
        code
    }

    /// Ends all access tokens of apps; their refresh tokens stay valid.
    pub fn expire_tokens(&self) {
        for pair in &mut self.inner().pairs {
            pair.alive = false;
        }
    }

    /// The form of an event of the App Store, signed: `install`, `uninstall`, `upgrade`, `billing_install` or
    /// `billing_subscription`. An installation has an authorization code. `extra` are further signed fields, and may
    /// replace `timestamp`.
    pub fn event(&self, action: &str, extra: &[(&str, &str)]) -> BTreeMap<String, String> {
        let mut form = BTreeMap::from([
            ("action".to_owned(), action.to_owned()),
            ("shop".to_owned(), LICENCE.to_owned()),
            ("shop_url".to_owned(), self.url()),
            ("application_code".to_owned(), "sitewright".to_owned()),
            ("application_version".to_owned(), "1".to_owned()),
            ("timestamp".to_owned(), now()),
        ]);
        match action {
            "install" => form.insert("auth_code".to_owned(), self.authorize()),
            "billing_subscription" => {
                form.insert("subscription_end_time".to_owned(), "2027-01-31 00:00:00".to_owned())
            }
            _ => None,
        };
        form.extend(extra.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let hash = signature(&form);
        form.insert("hash".to_owned(), hash);
        form
    }

    /// Sends an event of the App Store to an address; its status.
    pub async fn send_event(&self, url: &str, action: &str, extra: &[(&str, &str)]) -> StatusCode {
        let form = self.event(action, extra);
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&form).finish();
        let kind = ("content-type", "application/x-www-form-urlencoded".to_owned());
        send(url, &Message { headers: vec![kind], body }).await
    }

    /// The query with which the panel opens the app in a frame. `extra` are fields that the hash does not cover, such
    /// as `locale` and `id`.
    pub fn frame_query(&self, place: &str, extra: &[(&str, &str)]) -> String {
        self.frame_query_at(place, &now(), extra)
    }

    pub fn frame_query_at(&self, place: &str, timestamp: &str, extra: &[(&str, &str)]) -> String {
        let signed = [("place", place), ("shop", LICENCE), ("timestamp", timestamp)];
        let hash = signature(&signed.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(signed).append_pair("hash", &hash).extend_pairs(extra).finish()
    }

    /// A delivery of a webhook with any body.
    pub fn webhook(&self, id: u64, event: &str, body: &Value) -> Message {
        let inner = self.inner();
        let row = inner.tables.get("webhooks", id).expect("the webhook");
        let mut secret = row["secret"].as_str().unwrap_or_default().to_owned();
        if inner.settings.webhooks_of_app {
            secret = hmac(&format!("{LICENCE}:{secret}"));
        }
        let body = body.to_string();
        let digest = sha1::Sha1::digest(format!("{id}:{secret}:{body}"));
        let headers = vec![
            ("content-type", "application/json".to_owned()),
            ("user-agent", "Shop Webhook Sender 5.30.0".to_owned()),
            ("x-webhook-id", id.to_string()),
            ("x-webhook-name", event.to_owned()),
            ("x-webhook-sha1", hex::encode(digest)),
            ("x-shop-domain", format!("127.0.0.1:{}", self.port)),
            ("x-shop-license", LICENCE.to_owned()),
            ("x-shop-version", "5.30.0".to_owned()),
        ];
        Message { headers, body }
    }

    /// Sends an event such as `product.edit` of an object to all active webhooks for it; their statuses.
    pub async fn deliver(&self, event: &str, id: u64) -> Vec<StatusCode> {
        let (hooks, body) = self.hooks(event, id);
        let mut statuses = Vec::new();
        for (hook, url) in hooks {
            statuses.push(send(&url, &self.webhook(hook, event, &body)).await);
        }
        statuses
    }

    /// The active webhooks for an event, and its body: the object, or its id if it is deleted.
    fn hooks(&self, event: &str, id: u64) -> (Vec<(u64, String)>, Value) {
        let inner = self.inner();
        let kind = match event.split('.').next() {
            Some("category") => "categories",
            _ => "products",
        };
        let kind = resource(kind).expect("a resource");
        let body = inner.tables.get(kind.path, id).map_or_else(
            || json!({ kind.id: id.to_string() }),
            |object| inner.shown(kind, id, object, &self.url()),
        );
        let wants = |hook: &Value| {
            let events = hook["events"].as_array().into_iter().flatten();
            hook["active"] != "0" && events.into_iter().any(|known| known == event)
        };
        let address = |hook: &Value| hook["url"].as_str().unwrap_or_default().to_owned();
        let hooks = inner.tables.all("webhooks").filter(|(_, hook)| wants(hook));
        (hooks.map(|(id, hook)| (id, address(hook))).collect(), body)
    }
}

/// Sends a message; its status.
pub async fn send(url: &str, message: &Message) -> StatusCode {
    // An error says that it is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let request = client.post(url).body(message.body.clone());
    let request = message.headers.iter().fold(request, |request, (name, value)| request.header(*name, value));
    request.send().await.expect("a response of the app").status()
}

/// The fields without `hash`, sorted and joined, signed with the secret of the App Store.
fn signature(fields: &BTreeMap<String, String>) -> String {
    let joined: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    hmac(&joined.join("&"))
}

fn hmac(message: &str) -> String {
    let mut mac = Hmac::<Sha512>::new_from_slice(APPSTORE_SECRET.as_bytes()).expect("a key of any length");
    mac.update(message.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

fn now() -> String {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a time after 1970");
    written(time.as_secs())
}

/// Unix seconds such as `2026-11-26 08:00:00`.
pub fn written(seconds: u64) -> String {
    let time = time::OffsetDateTime::from_unix_timestamp(seconds as i64).expect("a time");
    let (date, month) = (time.date(), u8::from(time.month()));
    let (hour, minute, second) = time.time().as_hms();
    format!("{:04}-{month:02}-{:02} {hour:02}:{minute:02}:{second:02}", date.year(), date.day())
}

/// A condition of a list.
pub struct Filter {
    pub field: String,
    operator: String,
    values: Vec<String>,
}

impl Filter {
    pub fn fits(&self, object: &Value) -> bool {
        let found = values(object, &self.field);
        let one = |value: &String| self.values.iter().any(|wanted| compares(value, &self.operator, wanted));
        match self.operator.as_str() {
            "!=" | "not in" => !found.iter().any(|value| self.values.contains(value)),
            _ => found.iter().any(one),
        }
    }
}

fn compares(value: &str, operator: &str, wanted: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    let order = match (number(value), number(wanted)) {
        (Some(value), Some(wanted)) => value.partial_cmp(&wanted),
        _ => Some(value.cmp(wanted)),
    };
    match operator {
        "like" => like(&value.to_lowercase(), &wanted.to_lowercase()),
        ">" => order == Some(Ordering::Greater),
        "<" => order == Some(Ordering::Less),
        ">=" => order.is_some_and(Ordering::is_ge),
        "<=" => order.is_some_and(Ordering::is_le),
        _ => value == wanted,
    }
}

/// SQL's LIKE with `%` only.
fn like(value: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('%') else { return value == pattern };
    let Some(value) = value.strip_prefix(start) else { return false };
    rest.is_empty() || value.char_indices().any(|(at, _)| like(&value[at..], rest)) || like("", rest)
}

/// The filters as JSON or as `filters[field][operator]`, or what is wrong with them.
pub fn filters(request: &Received) -> Result<Vec<Filter>, String> {
    let mut filters = Vec::new();
    for (name, value) in request.parameters() {
        if name == "filters" {
            let parsed: Value =
                serde_json::from_str(&value).map_err(|_| "'filters' is not JSON".to_owned())?;
            for (field, condition) in parsed.as_object().ok_or("'filters' is not an object")? {
                match condition {
                    Value::Object(operators) => {
                        for (operator, wanted) in operators {
                            filters.push(filter(field, operator, texts(wanted))?);
                        }
                    }
                    _ => filters.push(filter(field, "=", texts(condition))?),
                }
            }
        } else if let Some(path) = name.strip_prefix("filters[").and_then(|path| path.strip_suffix(']')) {
            let mut parts = path.split("][");
            let (field, operator) = (parts.next().unwrap_or_default(), parts.next().unwrap_or("="));
            match filters
                .iter_mut()
                .find(|known: &&mut Filter| known.field == field && known.operator == operator)
            {
                Some(known) => known.values.push(value),
                None => filters.push(filter(field, operator, vec![value])?),
            }
        }
    }
    Ok(filters)
}

fn filter(field: &str, operator: &str, values: Vec<String>) -> Result<Filter, String> {
    let operator = operator.to_lowercase();
    if !["=", "!=", ">", "<", ">=", "<=", "in", "not in", "like"].contains(&operator.as_str()) {
        return Err(format!("Unknown operator '{operator}'"));
    }
    Ok(Filter { field: field.to_owned(), operator, values })
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(all) => all.iter().flat_map(texts).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Null => Vec::new(),
        other => vec![other.to_string()],
    }
}

/// The values of a field; `translations.name` is the name in each locale.
pub fn values(object: &Value, field: &str) -> Vec<String> {
    if let Some(field) = field.strip_prefix("translations.") {
        let translations = &object["translations"];
        if let Some((locale, field)) = field.split_once('.') {
            return texts(&translations[locale][field]);
        }
        return LOCALES.iter().flat_map(|(locale, _)| texts(&translations[*locale][field])).collect();
    }
    field.split('.').try_fold(object, |value, part| value.get(part)).map(texts).unwrap_or_default()
}

/// The order of two objects by a field, as numbers if both are.
pub fn compare(left: &Value, right: &Value, field: &str) -> Ordering {
    let first = |object: &Value| values(object, field).into_iter().next().unwrap_or_default();
    let (left, right) = (first(left), first(right));
    match (left.parse::<f64>(), right.parse::<f64>()) {
        (Ok(left), Ok(right)) => left.total_cmp(&right),
        _ => left.cmp(&right),
    }
}
