//! Webhooks: what a shop reports about its products and categories.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    Client, Cursor, Fault, Hash, Message, Touched, fault_of_failure, host_of, is_signed, unreadable, value_of,
};
use sitewright_sdk::{Parts as _, Phrases};

use crate::api::{Api, Call};
use crate::kinds::KINDS;
use crate::{BATCH, PAGE, is_id};

const RESOURCE: &str = "webhooks";
/// The events of the items that change without us.
const EVENTS: &[&str] = &[
    "product.create",
    "product.edit",
    "product.delete",
    "category.create",
    "category.edit",
    "category.delete",
];
/// Pages of webhooks. A shop has no more.
const MOST_PAGES: u32 = 10;

/// A webhook of the shop.
struct Webhook {
    id: String,
    url: String,
    events: Vec<String>,
    /// It sends JSON, and nothing shows that it has another secret.
    is_right: bool,
}

impl Webhook {
    fn of(row: &Value<'_>) -> Self {
        let id = ["id", "webhook_id"].map(|name| row.get(name).text());
        let events = row.get("events");
        // Some versions return a map.
        let members = events.members().iter().map(|(_, event)| event);
        let is_active = *row.get("active") == Value::Null || row.get("active").is_on();
        let is_json = matches!(row.get("format").text(), "" | "0" | "json");
        // The host shows secrets of the connection like this.
        let is_ours = matches!(row.get("secret").text(), "" | "[secret]");
        Webhook {
            id: id.into_iter().find(|id| is_id(id)).unwrap_or_default().to_owned(),
            url: row.get("url").text().to_owned(),
            events: events.list().iter().chain(members).map(|event| event.text().to_owned()).collect(),
            is_right: is_active && is_json && is_ours,
        }
    }
}

/// Creates what is missing, then deletes what remains of earlier addresses.
pub fn subscribe<C: Client>(api: &Api<'_, C>, url: &str) -> Result<(), Fault> {
    let known = webhooks(api)?;
    let (kept, others): (Vec<_>, Vec<_>) =
        known.into_iter().partition(|webhook| webhook.url == url && webhook.is_right);
    let is_sent = |event: &str| kept.iter().any(|webhook| webhook.events.iter().any(|known| known == event));
    let missing: Vec<&str> = EVENTS.iter().copied().filter(|event| !is_sent(event)).collect();
    match create(api, url, &missing) {
        // The shop does not know these events.
        Err(Fault::Invalid(_)) if !kept.is_empty() => {}
        result => result?,
    }
    let host = host_of(url);
    delete(api, others.iter().filter(|webhook| host_of(&webhook.url) == host))
}

pub fn unsubscribe<C: Client>(api: &Api<'_, C>, url: &str) -> Result<(), Fault> {
    let known = webhooks(api)?;
    delete(api, known.iter().filter(|webhook| webhook.url == url))
}

fn webhooks<C: Client>(api: &Api<'_, C>) -> Result<Vec<Webhook>, Fault> {
    let mut found = Vec::new();
    let mut cursor = Cursor::read(None, PAGE);
    loop {
        let text = api.get(&Call::get(RESOURCE).paged(cursor))?;
        let answer = api.parsed(&text)?;
        found.extend(answer.get("list").list().iter().map(Webhook::of));
        if cursor.page >= answer.get("pages").count().unwrap_or_default() || cursor.page >= MOST_PAGES {
            return Ok(found);
        }
        cursor = cursor.next();
    }
}

/// Creates a webhook for these events; one for each of them if the shop refuses the list, since it may not know all.
fn create<C: Client>(api: &Api<'_, C>, url: &str, events: &[&str]) -> Result<(), Fault> {
    if events.is_empty() {
        return Ok(());
    }
    let mut result = create_one(api, url, events);
    if !matches!(result, Err(Fault::Invalid(_))) || events.len() == 1 {
        return result;
    }
    for event in events {
        match create_one(api, url, &[event]) {
            Err(Fault::Invalid(_)) => {}
            created => {
                created?;
                result = Ok(());
            }
        }
    }
    result
}

fn create_one<C: Client>(api: &Api<'_, C>, url: &str, events: &[&str]) -> Result<(), Fault> {
    let mut json = Writer::default();
    json.object(|json| {
        json.key("url").text(url).key("events").texts(events.iter().copied());
        json.key("format").number(0).key("secret").text("{secret:messages}").key("active").number(1);
    });
    api.create_with_secrets(RESOURCE, json.finish()).map(drop)
}

fn delete<'w, C: Client>(api: &Api<'_, C>, webhooks: impl Iterator<Item = &'w Webhook>) -> Result<(), Fault> {
    let known = webhooks.filter(|webhook| !webhook.id.is_empty());
    let calls: Vec<Call> = known.map(|webhook| Call::delete(RESOURCE, &webhook.id)).collect();
    for calls in calls.chunks(BATCH) {
        let text = api.bulk(calls)?;
        for answer in api.answers(&text, calls)? {
            match answer.success(api.phrases) {
                Err(Fault::NotFound) => {}
                result => result?,
            }
        }
    }
    Ok(())
}

/// The items that a message is about, if the shop has signed it.
pub fn receive<C: Client>(client: &C, phrases: Phrases, message: &Message) -> Result<Vec<Touched>, Fault> {
    if !is_of_shop(client, message)? {
        return Err(Fault::Denied(phrases.text("shop.signature").to_owned()));
    }
    let name = value_of(&message.headers, "x-webhook-name");
    let subject = name.halves(".").map_or(name, |(subject, _)| subject);
    let Some(kind) = KINDS.iter().find(|kind| kind.id == subject || kind.resource == subject) else {
        return Ok(Vec::new());
    };
    let text = std::str::from_utf8(&message.body).map_err(|_| unreadable(phrases))?;
    let object = parse(text).ok_or_else(|| unreadable(phrases))?;
    let id = id_of(&object, kind.key);
    let touched = Touched { kind: kind.id.to_owned(), id: id.to_owned() };
    Ok(if is_id(id) { vec![touched] } else { Vec::new() })
}

/// Whether the shop has signed it: with the secret of the connection, or for an application with one made of its own and
/// the shop's licence.
fn is_of_shop<C: Client>(client: &C, message: &Message) -> Result<bool, Fault> {
    const DERIVED: &str = "derived";
    let header = |name: &str| value_of(&message.headers, name);
    let (id, signature) = (header("x-webhook-id"), header("x-webhook-sha1").to_ascii_lowercase());
    let signs = |secret: &str| {
        let signed = [id.as_bytes(), b":{secret:", secret.as_bytes(), b"}:", &message.body].concat();
        let made = client.digest(Hash::Sha1, None, &signed, None).map_err(fault_of_failure)?;
        Ok(is_signed(&made, &signature))
    };
    if client.connection()?.secrets.iter().any(|secret| secret == "app-secret") {
        let licence = [header("x-shop-license"), ":{secret:messages}"].concat();
        let key = Some("{secret:app-secret}");
        client.digest(Hash::Sha512, key, licence.as_bytes(), Some(DERIVED)).map_err(fault_of_failure)?;
        if signs(DERIVED)? {
            return Ok(true);
        }
    }
    signs("messages")
}

/// The id of the object, which may stand in another one.
fn id_of<'o>(object: &'o Value<'_>, key: &str) -> &'o str {
    let inner = object.members().iter().map(|(_, member)| member.get(key));
    let mut places = std::iter::once(object.get(key)).chain(inner).chain([object.get("id")]);
    places.find(|place| !place.text().is_empty()).map_or("", Value::text)
}
