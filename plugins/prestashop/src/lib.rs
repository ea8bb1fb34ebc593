//! PrestaShop: the products, categories and manufacturers of a shop, over its webservice.
//!
//! The webservice speaks XML and writes whole objects: a text in several languages that is missing in a write becomes
//! empty. So each object is read just before it is written, and all of it but its read-only fields is sent back.
//!
//! The address of an object contains its number, which decides; the shop redirects from an old slug.

mod api;
mod items;
mod kinds;
mod known;
#[cfg(test)]
mod tests;
mod write;
mod xml;

use sitewright_sdk::shop::{
    self, About, Change, Client, Credential, Cursor, Description, Fault, Field, Item, Page, Shop, invalid,
    phrases,
};
use sitewright_sdk::{Decimal as _, Joined as _, Phrases, Texts, export_shop, texts};

use api::Api;
use kinds::{KINDS, Kind};
use known::{Lookups, Settings};

const PAGE: u32 = 50;
/// Each written object is two requests.
const BATCH: u32 = 20;
const ELEMENTS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];

pub struct PrestaShop;

impl Shop for PrestaShop {
    const TEXTS: &'static Texts = texts!("texts", shop::TEXTS);

    fn describe(phrases: Phrases) -> Description {
        let text = |key: &str| phrases.text(key).to_owned();
        let key = Credential {
            name: "key".to_owned(),
            title: text("credential.key"),
            help: text("credential.key-help"),
        };
        Description {
            name: text("name"),
            help: text("help"),
            connection: "prestashop".to_owned(),
            login: None,
            credentials: vec![key],
            kinds: KINDS.iter().map(|kind| described(kind, phrases)).collect(),
            elements: ELEMENTS.iter().map(|element| (*element).to_owned()).collect(),
            redirects: true,
            per_second: api::PER_SECOND,
        }
    }

    fn check(client: &impl Client) -> Result<About, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        let settings = Settings::fetch(&api)?;
        let mut counts = Vec::new();
        for kind in KINDS {
            // The list of ids of a large shop exceeds the limit of an answer; its number is not known then.
            match api.get(kind.resource) {
                Ok(text) => counts.push((kind.id.to_owned(), api.objects(&text)?.len() as u32)),
                Err(Fault::Unavailable(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(About {
            name: settings.name,
            url: ["https://", api.host()].concat(),
            languages: settings.languages.into_iter().map(|(_, tag)| tag).collect(),
            counts,
        })
    }

    fn list(client: &impl Client, kind: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        let kind = named(kind, &api)?;
        let settings = Settings::load(&api, after.is_none())?;
        let lookups = Lookups::load(&api, kind, after.is_none())?;
        let mut cursor = Cursor::read(after, limit.clamp(1, PAGE));
        let text = loop {
            let from = (cursor.page - 1) * cursor.size;
            let limits = ["limit=", &from.decimal(), ",", &cursor.size.decimal()].concat();
            let query = [kind.resource, "?display=full&sort=%5Bid_ASC%5D&", &limits].concat();
            match (api.get(&query), cursor.smaller()) {
                (Err(Fault::Unavailable(_)), Some(smaller)) => cursor = smaller,
                (answer, _) => break answer?,
            }
        };
        let objects = api.objects(&text)?;
        let items: Vec<Item> = objects
            .iter()
            .filter(|object| !kind.is_internal(object))
            .map(|object| items::item(kind, object, &settings, &lookups, api.host()))
            .collect();
        let next = (objects.len() == cursor.size as usize).then(|| cursor.next().written());
        Ok(Page { items, next, total: None })
    }

    fn read(client: &impl Client, kind: &str, ids: &[String]) -> Result<Vec<Item>, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        let kind = named(kind, &api)?;
        let settings = Settings::load(&api, false)?;
        let lookups = Lookups::load(&api, kind, false)?;
        let mut items = Vec::new();
        for ids in ids.chunks(BATCH as usize) {
            read(&api, kind, ids, &mut |object| {
                items.push(items::item(kind, object, &settings, &lookups, api.host()));
            })?;
        }
        Ok(items)
    }

    fn write(client: &impl Client, kind: &str, changes: &[Change]) -> Vec<Result<(), Fault>> {
        let opened = Api::open(client, phrases::<Self>(client)).and_then(|api| {
            let (kind, settings) = (named(kind, &api)?, Settings::load(&api, false)?);
            Ok((api, kind, settings))
        });
        match opened {
            Ok((api, kind, settings)) => write::write(&api, kind, changes, &settings),
            Err(fault) => shop::all_faulty(&fault, changes.len()),
        }
    }
}

fn described(kind: &Kind, phrases: Phrases) -> shop::Kind {
    let field = |field: &kinds::Field| Field {
        id: field.id.to_owned(),
        name: phrases.text(&["shop.field.", field.id].concat()).to_owned(),
        format: field.format,
        most: field.most,
    };
    // The webservice does not have the captions of images.
    let fields = kind.fields.iter().map(field).collect();
    shop::Kind { id: kind.id.to_owned(), fields, images: false, page: PAGE, batch: BATCH }
}

fn named<C: Client>(id: &str, api: &Api<'_, C>) -> Result<&'static Kind, Fault> {
    let kind = KINDS.iter().find(|kind| kind.id == id);
    kind.ok_or_else(|| invalid("", api.phrases.text("shop.kind-unknown"), api.phrases))
}

/// Reads objects, in halves if all of them are too large for one answer. Those that are gone are left out.
fn read<C: Client>(
    api: &Api<'_, C>,
    kind: &Kind,
    ids: &[String],
    each: &mut dyn FnMut(&xml::Node<'_>),
) -> Result<(), Fault> {
    let wanted: Vec<&str> = ids.iter().map(String::as_str).filter(|id| is_id(id)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let filter = ["filter%5Bid%5D=%5B", &wanted.joined("%7C"), "%5D"].concat();
    let text = match api.get(&[kind.resource, "?display=full&", &filter].concat()) {
        Err(Fault::Unavailable(_)) if ids.len() > 1 => {
            let (left, right) = ids.split_at(ids.len() / 2);
            read(api, kind, left, each)?;
            return read(api, kind, right, each);
        }
        answer => answer?,
    };
    api.objects(&text)?.iter().for_each(each);
    Ok(())
}

/// Whether it can stand in an address.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

export_shop!(PrestaShop);
