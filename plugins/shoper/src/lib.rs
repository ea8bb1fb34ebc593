//! Shoper: the products, categories, producers and articles of a shop, over its REST API.
//!
//! Reads and writes go through `/bulk`, 25 calls at once, each with its own result. A write contains the changed fields
//! alone, and a changed address leaves a redirect.

mod api;
mod application;
mod items;
mod kinds;
mod known;
mod messages;
mod moves;
#[cfg(test)]
mod tests;
mod time;
mod write;

use sitewright_sdk::shop::{
    self, About, Application, ApplicationDescription, Change, Client, Credential, Cursor, Description, Fault,
    Field, Item, Kind, Message, Messages, Notice, Opening, Page, Shop, Touched, phrases, tag_of,
};
use sitewright_sdk::{Parts as _, Phrases, Texts, export_shop, texts};

use api::{Api, Call};
use kinds::KINDS;
use known::{Lookups, Settings};

/// Items of a page, which is also the most that Shoper returns: of more it returns ten.
const PAGE: u32 = 50;
/// Calls of a bulk.
const BATCH: usize = 25;
/// What the editor of the shop's panel writes.
const ELEMENTS: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "font",
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

pub struct Shoper;

impl Shop for Shoper {
    const TEXTS: &'static Texts = texts!("texts", shop::TEXTS);

    fn describe(phrases: Phrases) -> Description {
        let text = |key: &str| phrases.text(key).to_owned();
        Description {
            name: text("name"),
            help: text("help"),
            connection: "shoper".to_owned(),
            login: None,
            credentials: vec![credential("token", phrases)],
            kinds: KINDS.iter().map(|kind| described(kind, phrases)).collect(),
            elements: ELEMENTS.iter().map(|element| (*element).to_owned()).collect(),
            redirects: true,
            per_second: 2.0,
        }
    }

    fn check(client: &impl Client) -> Result<About, Fault> {
        check(&Api::open(client, phrases::<Self>(client))?)
    }

    fn list(client: &impl Client, kind: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        list(&api, kinds::named(kind, api.phrases)?, after, limit)
    }

    fn read(client: &impl Client, kind: &str, ids: &[String]) -> Result<Vec<Item>, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        read(&api, kinds::named(kind, api.phrases)?, ids)
    }

    fn write(client: &impl Client, kind: &str, changes: &[Change]) -> Vec<Result<(), Fault>> {
        let opened = Api::open(client, phrases::<Self>(client));
        match opened.and_then(|api| kinds::named(kind, api.phrases).map(|kind| (api, kind))) {
            Ok((api, kind)) => write::write(&api, kind, changes),
            Err(fault) => shop::all_faulty(&fault, changes.len()),
        }
    }
}

impl Messages for Shoper {
    fn subscribe(client: &impl Client, url: &str) -> Result<(), Fault> {
        messages::subscribe(&Api::open(client, phrases::<Self>(client))?, url)
    }

    fn unsubscribe(client: &impl Client, url: &str) -> Result<(), Fault> {
        messages::unsubscribe(&Api::open(client, phrases::<Self>(client))?, url)
    }

    fn receive(client: &impl Client, message: &Message) -> Result<Vec<Touched>, Fault> {
        messages::receive(client, phrases::<Self>(client), message)
    }
}

impl Application for Shoper {
    fn describe(phrases: Phrases) -> ApplicationDescription {
        application::describe(phrases)
    }

    fn receive(client: &impl Client, message: &Message) -> Result<Notice, Fault> {
        application::receive(client, phrases::<Self>(client), message)
    }

    fn open(client: &impl Client, query: &[(String, String)]) -> Result<Opening, Fault> {
        application::open(client, phrases::<Self>(client), query)
    }

    fn connect(client: &impl Client, code: &str) -> Result<(), Fault> {
        Api::open(client, phrases::<Self>(client))?.exchange(code)
    }
}

/// A secret, whose title and help are in the texts.
fn credential(name: &str, phrases: Phrases) -> Credential {
    let title = ["credential.", name].concat();
    let help = phrases.text(&[&title, "-help"].concat()).to_owned();
    Credential { name: name.to_owned(), title: phrases.text(&title).to_owned(), help }
}

fn described(kind: &kinds::Kind, phrases: Phrases) -> Kind {
    let field = |field: &kinds::Field| {
        let name = if kind.id == "article" && field.id == "html" { "content" } else { field.id };
        let name = phrases.text(&["shop.field.", name].concat()).to_owned();
        Field { id: field.id.to_owned(), name, format: field.format, most: None }
    };
    Kind {
        id: kind.id.to_owned(),
        fields: kind.fields.iter().map(field).collect(),
        images: kind.has_images(),
        page: PAGE,
        batch: BATCH as u32,
    }
}

/// One bulk asks for the settings, and for one item of each resource that the plugin reads.
fn check<C: Client>(api: &Api<'_, C>) -> Result<About, Fault> {
    const OTHERS: [&str; 3] = ["attributes", "product-images", "redirects"];
    let resources = KINDS.iter().map(|kind| kind.resource).chain(OTHERS);
    let mut calls = Settings::calls();
    calls.extend(resources.clone().map(|resource| Call::get(resource).with("limit", "1")));
    let text = api.bulk(&calls)?;
    let answers = api.answers(&text, &calls)?;
    let (settings, lists) = answers.split_at(Settings::calls().len());
    let mut missing = Vec::new();
    for (call, answer) in calls.iter().zip(&answers) {
        match answer.code {
            403 => missing.push(call.right()),
            _ => answer.success(api.phrases)?,
        }
    }
    if !missing.is_empty() {
        return Err(api.lacks(&missing));
    }
    let settings = Settings::read(settings);
    let counts = KINDS.iter().zip(lists);
    let connection = api.connection();
    Ok(About {
        name: if settings.name.is_empty() { connection.name.clone() } else { settings.name.clone() },
        url: if settings.url.is_empty() {
            ["https://", &connection.host].concat()
        } else {
            settings.url.clone()
        },
        languages: settings.languages.iter().map(|(_, locale)| tag_of(locale)).collect(),
        counts: counts
            .filter_map(|(kind, list)| Some((kind.id.to_owned(), list.body.get("count").count()?)))
            .collect(),
    })
}

fn list<C: Client>(
    api: &Api<'_, C>,
    kind: &'static kinds::Kind,
    after: Option<&str>,
    limit: u32,
) -> Result<Page, Fault> {
    let settings = Settings::load(api, after.is_none())?;
    let lookups = Lookups::load(api, kind, after.is_none())?;
    let mut cursor = Cursor::read(after, limit.clamp(1, PAGE));
    // Long descriptions may exceed the limit of an answer.
    let text = loop {
        let order = [kind.key, " ASC"].concat();
        let call = Call::get(kind.resource).paged(cursor).with("order", &order);
        match (api.get(&call), cursor.smaller()) {
            (Err(Fault::Unavailable(_)), Some(smaller)) => cursor = smaller,
            (answer, _) => break answer?,
        }
    };
    let answer = api.parsed(&text)?;
    let mut items: Vec<Item> =
        answer.get("list").list().iter().map(|item| items::item(kind, item, &settings, &lookups)).collect();
    items::add_images(api, kind, &mut items, &settings)?;
    let pages = answer.get("pages").count().unwrap_or_default();
    let next = (cursor.page < pages).then(|| cursor.next().written());
    Ok(Page { items, next, total: answer.get("count").count() })
}

fn read<C: Client>(api: &Api<'_, C>, kind: &'static kinds::Kind, ids: &[String]) -> Result<Vec<Item>, Fault> {
    let settings = Settings::load(api, false)?;
    let lookups = Lookups::load(api, kind, false)?;
    let mut items = Vec::new();
    for ids in ids.chunks(BATCH) {
        read_some(api, kind, ids, &mut |item| items.push(items::item(kind, item, &settings, &lookups)))?;
    }
    items::add_images(api, kind, &mut items, &settings)?;
    Ok(items)
}

/// Reads at most 25 items by one list, in two halves if all of them are too large for one answer. Items that are gone are
/// left out.
fn read_some<C: Client>(
    api: &Api<'_, C>,
    kind: &kinds::Kind,
    ids: &[String],
    each: &mut dyn FnMut(&sitewright_sdk::json::Value<'_>),
) -> Result<(), Fault> {
    let known: Vec<&str> = ids.iter().map(String::as_str).filter(|id| is_id(id)).collect();
    if known.is_empty() {
        return Ok(());
    }
    let call = Call::get(kind.resource).with("limit", "50").among(kind.key, known);
    let text = match api.get(&call) {
        Err(Fault::Unavailable(_)) if ids.len() > 1 => {
            let (left, right) = ids.split_at(ids.len() / 2);
            read_some(api, kind, left, each)?;
            return read_some(api, kind, right, each);
        }
        answer => answer?,
    };
    api.parsed(&text)?.get("list").list().iter().for_each(each);
    Ok(())
}

/// Whether it can stand in the path of an address.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())
}

/// The path of an address, such as `/pl/p/name/12`; empty if it is not one.
fn path_of(address: &str) -> &str {
    let after = address.place_of("://").map_or(address, |place| &address[place + 3..]);
    let path = after.find('/').map_or("", |place| &after[place..]);
    path.split(['?', '#']).next().unwrap_or_default()
}

export_shop!(Shoper, messages, application);
