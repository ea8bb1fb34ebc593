//! The application of the Shoper App Store: its messages, and the frame in the shop's panel.

use sitewright_sdk::shop::{
    ApplicationDescription, Client, Event, Fault, FieldError, Hash, Installation, Message, Notice, Opening,
    fault_of_failure, form, host_of, is_signed, tag_of, value_of,
};
use sitewright_sdk::{Joined as _, Phrases, fill};

use crate::credential;
use crate::time::{is_outdated, signed_at};

/// The rights that the plugin uses.
pub const RIGHTS: &[&str] = &[
    "products_read",
    "products_edit",
    "categories_read",
    "categories_edit",
    "producers_read",
    "producers_edit",
    "product_images_read",
    "product_images_edit",
    "news_read",
    "news_edit",
    "attributes_read",
    "languages_read",
    "redirects_read",
    "redirects_create",
    "redirects_edit",
    "redirects_delete",
    "webhooks_read",
    "webhooks_create",
    "webhooks_delete",
];
const CREDENTIALS: [&str; 3] = ["client-id", "client-secret", "app-secret"];
/// What the signature of the frame's address covers.
const FRAME: [&str; 3] = ["place", "shop", "timestamp"];

pub fn describe(phrases: Phrases) -> ApplicationDescription {
    let rights = ["`", &RIGHTS.joined("`, `"), "`"].concat();
    ApplicationDescription {
        help: fill(phrases.text("application.help"), &[("rights", &rights)]),
        credentials: CREDENTIALS.iter().map(|name| credential(name, phrases)).collect(),
    }
}

/// Reads a message of the App Store.
pub fn receive<C: Client>(client: &C, phrases: Phrases, message: &Message) -> Result<Notice, Fault> {
    let fields = form(&message.body);
    let signed: Vec<(&str, &str)> = fields
        .iter()
        .filter(|(name, _)| name != "hash")
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    verify(client, phrases, signed, value_of(&fields, "hash"))?;
    let field = |name: &str| value_of(&fields, name);
    let now = client.now();
    let time = signed_at(field("timestamp"), now).filter(|time| !is_outdated(*time, now));
    if time.is_none() {
        return Err(Fault::Denied(phrases.text("shop.outdated").to_owned()));
    }
    let event = match field("action") {
        "install" => Some(Event::Installed(Installation {
            host: host_of(field("shop_url")),
            version: field("application_version").to_owned(),
            code: field("auth_code").to_owned(),
        })),
        "uninstall" => Some(Event::Uninstalled),
        "upgrade" => Some(Event::Upgraded(field("application_version").to_owned())),
        "billing_install" => Some(Event::Paid("install".to_owned())),
        "billing_subscription" => Some(Event::Paid("subscription".to_owned())),
        _ => None,
    };
    let shop = field("shop").to_owned();
    let event = event.filter(|event| !shop.is_empty() && is_complete(event));
    event.map(|event| Notice { shop, event }).ok_or_else(|| unknown(phrases))
}

fn is_complete(event: &Event) -> bool {
    match event {
        Event::Installed(Installation { host, code, .. }) => {
            let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte);
            !host.is_empty() && host.bytes().all(is_host) && !code.is_empty()
        }
        _ => true,
    }
}

/// Reads the address with which the shop's panel opens the application.
pub fn open<C: Client>(client: &C, phrases: Phrases, query: &[(String, String)]) -> Result<Opening, Fault> {
    let field = |name: &str| value_of(query, name);
    verify(client, phrases, FRAME.map(|name| (name, field(name))).to_vec(), field("hash"))?;
    let signed_at = signed_at(field("timestamp"), client.now());
    let signed_at = signed_at.ok_or_else(|| Fault::Denied(phrases.text("shop.outdated").to_owned()))?;
    let (shop, locale) = (field("shop"), field("locale"));
    if shop.is_empty() {
        return Err(unknown(phrases));
    }
    let is_locale =
        !locale.is_empty() && locale.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    let language = is_locale.then(|| tag_of(locale));
    Ok(Opening { shop: shop.to_owned(), language, signed_at })
}

/// Checks the signature over fields: sorted by name, `name=value`, joined with `&`.
fn verify<C: Client>(
    client: &C,
    phrases: Phrases,
    mut fields: Vec<(&str, &str)>,
    signature: &str,
) -> Result<(), Fault> {
    let denied = || Fault::Denied(phrases.text("shop.signature").to_owned());
    // With these signs other fields would have the same signature.
    if fields.iter().any(|(name, value)| name.contains(['&', '=']) || value.contains('&')) {
        return Err(denied());
    }
    fields.sort_unstable();
    let lines: Vec<String> = fields.iter().map(|(name, value)| [*name, "=", *value].concat()).collect();
    let key = Some("{secret:app-secret}");
    let made =
        client.digest(Hash::Sha512, key, lines.joined("&").as_bytes(), None).map_err(fault_of_failure)?;
    if is_signed(&made, &signature.to_ascii_lowercase()) { Ok(()) } else { Err(denied()) }
}

fn unknown(phrases: Phrases) -> Fault {
    let message = phrases.text("shop.message-unknown").to_owned();
    Fault::Invalid(vec![FieldError { pointer: String::new(), message }])
}
