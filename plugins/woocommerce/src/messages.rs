//! Webhooks: what a shop reports about its products. WooCommerce has none for categories.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{
    Client, Cursor, Fault, Hash, Message, Touched, fault_of_failure, host_of, is_signed, unreadable, value_of,
};
use sitewright_sdk::{Decimal as _, Joined as _, Phrases};

use crate::api::Api;
use crate::is_id;

const PATH: &str = "wc/v3/webhooks";
const TOPICS: [&str; 4] = ["product.created", "product.updated", "product.deleted", "product.restored"];
/// Webhooks of a page, the most that WooCommerce returns, and pages. A site has no more.
const PAGE: u32 = 100;
const MOST_PAGES: u32 = 10;

struct Webhook {
    id: String,
    topic: String,
    url: String,
}

/// Creates a webhook for each topic, or gives a known one the present secret; WooCommerce shows secrets to none. It also
/// switches on those that failed too often. Then it deletes what remains of earlier addresses.
pub fn subscribe<C: Client>(api: &Api<'_, C>, url: &str) -> Result<(), Fault> {
    let known = webhooks(api)?;
    let mut kept: Vec<&str> = Vec::new();
    for topic in TOPICS {
        match known.iter().find(|webhook| webhook.url == url && webhook.topic == topic) {
            Some(webhook) => {
                kept.push(&webhook.id);
                api.send("PUT", &[PATH, &webhook.id].joined("/"), Some(written(None)))?;
            }
            None => {
                api.send("POST", PATH, Some(written(Some((topic, url)))))?;
            }
        }
    }
    let host = host_of(url);
    let former = known.iter().filter(|webhook| host_of(&webhook.url) == host);
    delete(api, former.filter(|webhook| !kept.contains(&webhook.id.as_str())))
}

pub fn unsubscribe<C: Client>(api: &Api<'_, C>, url: &str) -> Result<(), Fault> {
    delete(api, webhooks(api)?.iter().filter(|webhook| webhook.url == url))
}

fn webhooks<C: Client>(api: &Api<'_, C>) -> Result<Vec<Webhook>, Fault> {
    let mut found = Vec::new();
    let mut cursor = Cursor::read(None, PAGE);
    loop {
        let place = ["?per_page=", &cursor.size.decimal(), "&page=", &cursor.page.decimal()].concat();
        let response = api.send("GET", &[PATH, &place, "&_fields=id,topic,delivery_url"].concat(), None)?;
        let answer = api.parsed(api.text(&response)?)?;
        let text = |row: &Value<'_>, name: &str| row.get(name).text().to_owned();
        let rows = answer.list().iter().filter(|row| is_id(row.get("id").text()));
        found.extend(rows.map(|row| Webhook {
            id: text(row, "id"),
            topic: text(row, "topic"),
            url: text(row, "delivery_url"),
        }));
        if answer.list().len() < PAGE as usize || cursor.page >= MOST_PAGES {
            return Ok(found);
        }
        cursor = cursor.next();
    }
}

/// The JSON of a webhook: a new one for this topic and address, or the changes of a known one. It has no text of the shop,
/// so the placeholder stays one.
fn written(new: Option<(&str, &str)>) -> Vec<u8> {
    let mut json = Writer::default();
    json.object(|json| {
        if let Some((topic, url)) = new {
            json.key("name").text(&["Sitewright: ", topic].concat());
            json.key("topic").text(topic).key("delivery_url").text(url);
        }
        json.key("status").text("active").key("secret").text("{secret:messages}");
    });
    json.finish().into_bytes()
}

fn delete<'w, C: Client>(api: &Api<'_, C>, webhooks: impl Iterator<Item = &'w Webhook>) -> Result<(), Fault> {
    for webhook in webhooks {
        match api.send("DELETE", &[PATH, "/", &webhook.id, "?force=true"].concat(), None) {
            Err(Fault::NotFound) => {}
            result => result.map(drop)?,
        }
    }
    Ok(())
}

/// The items that a message is about, if the shop has signed it.
pub fn receive<C: Client>(client: &C, phrases: Phrases, message: &Message) -> Result<Vec<Touched>, Fault> {
    let header = |name: &str| value_of(&message.headers, name);
    let signature = header("x-wc-webhook-signature");
    // A new webhook is announced without a signature.
    if signature.is_empty() && message.body.starts_with(b"webhook_id=") {
        return Ok(Vec::new());
    }
    let key = Some("{secret:messages}");
    let made = client.digest(Hash::Sha256, key, &message.body, None).map_err(fault_of_failure)?;
    if !is_signed(&base64_of(&made), signature) {
        return Err(Fault::Denied(phrases.text("shop.signature").to_owned()));
    }
    if !header("x-wc-webhook-topic").starts_with("product.") {
        return Ok(Vec::new());
    }
    let text = std::str::from_utf8(&message.body).map_err(|_| unreadable(phrases))?;
    let product = parse(text).ok_or_else(|| unreadable(phrases))?;
    // A message about a variation is one about its product.
    let ids = ["parent_id", "id"].map(|name| product.get(name).text());
    let touched = ids
        .into_iter()
        .find(|id| is_id(id))
        .map(|id| Touched { kind: "product".to_owned(), id: id.to_owned() });
    Ok(touched.into_iter().collect())
}

/// Bytes in hexadecimal digits as Base64 (RFC 4648).
fn base64_of(hex: &str) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> = hex.chars().filter_map(|digit| digit.to_digit(16)).collect();
    let mut out = String::new();
    // Three bytes are six digits and four signs.
    for group in digits.chunks(6) {
        let bits = group.iter().fold(0, |bits, digit| bits << 4 | digit) << (4 * (6 - group.len()));
        let signs = group.len() / 2 + 1;
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place < signs { char::from(sign) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::base64_of;

    /// The vectors of RFC 4648.
    #[test]
    fn digits_become_base64() {
        for (hex, base64) in [
            ("", ""),
            ("66", "Zg=="),
            ("666f", "Zm8="),
            ("666f6f", "Zm9v"),
            ("666f6f62", "Zm9vYg=="),
            ("666f6f6261", "Zm9vYmE="),
            ("fbff", "+/8="),
        ] {
            assert_eq!(base64_of(hex), base64);
        }
    }
}
