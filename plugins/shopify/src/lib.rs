//! Shopify: the products and collections of a shop, over the GraphQL Admin API.
//!
//! Texts in the main language are fields of the objects. Those in other languages are translations, each written with the
//! digest of the text that it translates. Every query costs points of a bucket, which the host keeps.

mod api;
mod items;
mod kinds;
mod queries;
mod store;
#[cfg(test)]
mod tests;
mod write;

use sitewright_sdk::json::Value;
use sitewright_sdk::shop::{
    self, About, Change, Client, Credential, Description, Fault, Field, Item, Page, Shop, invalid, phrases,
};
use sitewright_sdk::{Joined as _, Parts as _, Phrases, Texts, export_shop, fill, texts};

use api::Api;
use kinds::{KINDS, Kind};
use store::Store;

/// Objects of a query. With their media and variants they cost most of what a query may cost.
const PAGE: u32 = 20;
const BATCH: u32 = 20;
/// The scopes that the app needs.
const SCOPES: [&str; 7] = [
    "read_products",
    "write_products",
    "read_translations",
    "write_translations",
    "read_locales",
    "read_files",
    "write_files",
];
const ELEMENTS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "code",
    "div",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "iframe",
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
    "video",
];

pub struct Shopify;

impl Shop for Shopify {
    const TEXTS: &'static Texts = texts!("texts", shop::TEXTS);

    fn describe(phrases: Phrases) -> Description {
        let text = |key: &str| phrases.text(key).to_owned();
        let token = Credential {
            name: "token".to_owned(),
            title: text("credential.token"),
            help: text("credential.token-help"),
        };
        Description {
            name: text("name"),
            help: fill(phrases.text("help"), &[("scopes", &SCOPES.joined(", "))]),
            connection: "shopify".to_owned(),
            login: None,
            credentials: vec![token],
            kinds: KINDS.iter().map(|kind| described(kind, phrases)).collect(),
            elements: ELEMENTS.iter().map(|element| (*element).to_owned()).collect(),
            redirects: true,
            // A write costs ten points, of which at least fifty come back in a second.
            per_second: 5.0,
        }
    }

    fn check(client: &impl Client) -> Result<About, Fault> {
        check(&Api::open(client, phrases::<Self>(client))?)
    }

    fn list(client: &impl Client, kind: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        list(&api, named(kind, &api)?, after, limit)
    }

    fn read(client: &impl Client, kind: &str, ids: &[String]) -> Result<Vec<Item>, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        read(&api, named(kind, &api)?, ids)
    }

    fn write(client: &impl Client, kind: &str, changes: &[Change]) -> Vec<Result<(), Fault>> {
        let opened = Api::open(client, phrases::<Self>(client));
        match opened.and_then(|api| named(kind, &api).map(|kind| (api, kind))) {
            Ok((api, kind)) => write::write(&api, kind, changes),
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
    let fields = kind.fields.iter().map(field).collect();
    shop::Kind { id: kind.id.to_owned(), fields, images: kind.has_images(), page: PAGE, batch: BATCH }
}

fn named<C: Client>(id: &str, api: &Api<'_, C>) -> Result<&'static Kind, Fault> {
    let kind = KINDS.iter().find(|kind| kind.id == id);
    kind.ok_or_else(|| invalid("", api.phrases.text("shop.kind-unknown"), api.phrases))
}

fn check<C: Client>(api: &Api<'_, C>) -> Result<About, Fault> {
    let text = api.query(queries::CHECK, 10.0, |_| {})?;
    let data = api.data(&text)?;
    let text = api.query(queries::RIGHTS, 10.0, |_| {})?;
    let rights = match api.data(&text) {
        Err(Fault::Invalid(_)) => Value::Null,
        rights => rights?,
    };
    let granted = rights.at(&["currentAppInstallation", "accessScopes"]).list();
    // The right to write is the right to read, too.
    let has = |scope: &str| {
        let write = scope.with("read_", "write_");
        granted.iter().any(|granted| [scope, &write].contains(&granted.get("handle").text()))
    };
    let missing: Vec<&str> = SCOPES.into_iter().filter(|scope| !has(scope)).collect();
    if !granted.is_empty() && !missing.is_empty() {
        return Err(api.lacks(&missing.joined(", ")));
    }
    let store = Store::read(&data);
    let url = if store.url.is_empty() { ["https://", api.host()].concat() } else { store.url };
    let counts = KINDS.iter().filter_map(|kind| {
        let count = [&data, &rights].into_iter().find_map(|data| data.at(&[kind.count, "count"]).count());
        Some((kind.id.to_owned(), count?))
    });
    let name = data.at(&["shop", "name"]).text().to_owned();
    Ok(About { name, url, languages: store.languages, counts: counts.collect() })
}

fn list<C: Client>(
    api: &Api<'_, C>,
    kind: &'static Kind,
    after: Option<&str>,
    limit: u32,
) -> Result<Page, Fault> {
    let store = Store::load(api, after.is_none())?;
    let mut first = limit.clamp(1, PAGE);
    // Long descriptions may exceed the limit of an answer.
    let text = loop {
        let variables = |json: &mut sitewright_sdk::json::Writer| {
            json.key("first").number(i64::from(first)).key("after");
            match after {
                Some(after) => json.text(after),
                None => json.raw("null"),
            };
        };
        match api.query(kind.list, kind.cost(first), variables) {
            Err(Fault::Unavailable(_)) if first >= 5 => first /= 5,
            answer => break answer?,
        }
    };
    let data = api.data(&text)?;
    let connection = data.get(kind.name);
    let mut items: Vec<Item> =
        connection.get("nodes").list().iter().map(|node| items::item(kind, node, &store)).collect();
    items::translate(api, kind, &mut items, &store)?;
    let info = connection.get("pageInfo");
    let next = Some(info.get("endCursor").text().to_owned());
    let next = next.filter(|next| info.get("hasNextPage").is_on() && !next.is_empty());
    Ok(Page { items, next, total: data.at(&[kind.count, "count"]).count() })
}

fn read<C: Client>(api: &Api<'_, C>, kind: &'static Kind, ids: &[String]) -> Result<Vec<Item>, Fault> {
    let store = Store::load(api, false)?;
    let mut items = Vec::new();
    for ids in ids.chunks(BATCH as usize) {
        nodes(api, kind, ids, kind.read, kind.cost(ids.len() as u32), &mut |node| {
            items.push(items::item(kind, node, &store))
        })?;
    }
    items::translate(api, kind, &mut items, &store)?;
    Ok(items)
}

/// Calls `each` with the objects that the shop still has, in halves if all of them are too large for one answer.
fn nodes<C: Client>(
    api: &Api<'_, C>,
    kind: &Kind,
    ids: &[String],
    query: &str,
    cost: f64,
    each: &mut dyn FnMut(&Value<'_>),
) -> Result<(), Fault> {
    let wanted: Vec<String> = ids.iter().filter(|id| is_id(id)).map(|id| kind.gid(id)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let answer = api.query(query, cost, |json| {
        json.key("ids").texts(wanted.iter().map(String::as_str));
    });
    let text = match answer {
        Err(Fault::Unavailable(_)) if ids.len() > 1 => {
            let (left, right) = ids.split_at(ids.len() / 2);
            nodes(api, kind, left, query, cost, each)?;
            return nodes(api, kind, right, query, cost, each);
        }
        answer => answer?,
    };
    let data = api.data(&text)?;
    data.get("nodes").list().iter().filter(|node| !node.get("id").text().is_empty()).for_each(each);
    Ok(())
}

/// Whether it is the number of an object.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

export_shop!(Shopify);
