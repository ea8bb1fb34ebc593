//! WooCommerce: the products and categories of a WordPress site, over the REST API v3.
//!
//! A site has one language; the translations of WPML and Polylang are products of their own, with a field `lang`. SEO
//! texts are metadata of the plugins Yoast SEO and Rank Math.

mod api;
mod items;
mod messages;
mod seo;
mod site;
#[cfg(test)]
mod tests;
mod write;

use sitewright_sdk::shop::{
    self, About, Change, Client, Credential, Cursor, Description, Fault, Field, Format, Item, Kind, Message,
    Messages, Page, Shop, Touched, invalid, phrases,
};
use sitewright_sdk::{Phrases, Texts, export_shop, texts};

use api::Api;
use site::Site;

/// Items of a page. WooCommerce returns at most a hundred.
const PAGE: u32 = 50;
/// Items that are read and written at once; the response to a batch contains them whole.
const BATCH: u32 = 20;
/// What `wp_filter_post_kses` lets pass and shops use.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
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
    "img",
    "ins",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "section",
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
/// The fields of each kind. The old address of a category would be dead, so its slug is not one of them.
const PRODUCT: &[(&str, Format)] = &[
    ("title", Format::Line),
    ("short-html", Format::Html),
    ("html", Format::Html),
    (seo::TITLE, Format::Line),
    (seo::DESCRIPTION, Format::Plain),
    ("slug", Format::Line),
];
const CATEGORY: &[(&str, Format)] = &[("title", Format::Line), ("html", Format::Html)];

pub struct WooCommerce;

impl Shop for WooCommerce {
    const TEXTS: &'static Texts = texts!("texts", shop::TEXTS);

    fn describe(phrases: Phrases) -> Description {
        let text = |key: &str| phrases.text(key).to_owned();
        let secret = Credential {
            name: "secret".to_owned(),
            title: text("credential.secret"),
            help: text("credential.secret-help"),
        };
        Description {
            name: text("name"),
            help: text("help"),
            connection: "woocommerce".to_owned(),
            login: Some(text("login.title")),
            credentials: vec![secret],
            kinds: vec![described("product", PRODUCT, phrases), described("category", CATEGORY, phrases)],
            elements: ELEMENTS.iter().map(|element| (*element).to_owned()).collect(),
            redirects: true,
            per_second: api::PER_SECOND,
        }
    }

    fn check(client: &impl Client) -> Result<About, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        let site = Site::fetch(&api)?;
        let mut counts = Vec::new();
        for kind in ["product", "category"] {
            let response = api.send("GET", &[api::path_of(kind), "?per_page=1&_fields=id"].concat(), None)?;
            if let Ok(count) = response.header("X-WP-Total").parse() {
                counts.push((kind.to_owned(), count));
            }
        }
        Ok(About { name: site.name, url: site.url, languages: vec![site.language], counts })
    }

    fn list(client: &impl Client, kind: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        known(kind, &api)?;
        let site = Site::load(&api, kind, after.is_none())?;
        let mut cursor = Cursor::read(after, limit.clamp(1, PAGE));
        let response = loop {
            match (api.page(kind, cursor), cursor.smaller()) {
                (Err(Fault::Unavailable(_)), Some(smaller)) => cursor = smaller,
                (response, _) => break response?,
            }
        };
        let count = |name: &str| response.header(name).trim().parse::<u32>().ok();
        let (total, pages) = (count("X-WP-Total"), count("X-WP-TotalPages"));
        let text = api.text(&response)?;
        let answer = api.parsed(text)?;
        let items: Vec<Item> = answer.list().iter().map(|object| items::item(kind, object, &site)).collect();
        let has_more = pages.map_or(items.len() == cursor.size as usize, |pages| cursor.page < pages);
        let next = has_more.then(|| cursor.next().written());
        Ok(Page { items, next, total })
    }

    fn read(client: &impl Client, kind: &str, ids: &[String]) -> Result<Vec<Item>, Fault> {
        let api = Api::open(client, phrases::<Self>(client))?;
        known(kind, &api)?;
        let site = Site::load(&api, kind, false)?;
        let mut items = Vec::new();
        for ids in ids.chunks(BATCH as usize) {
            api.each(kind, ids, &mut |object| items.push(items::item(kind, object, &site)))?;
        }
        Ok(items)
    }

    fn write(client: &impl Client, kind: &str, changes: &[Change]) -> Vec<Result<(), Fault>> {
        let opened = Api::open(client, phrases::<Self>(client));
        match opened.and_then(|api| known(kind, &api).map(|()| api)) {
            Ok(api) => write::write(&api, kind, changes),
            Err(fault) => shop::all_faulty(&fault, changes.len()),
        }
    }
}

impl Messages for WooCommerce {
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

fn described(id: &str, fields: &[(&str, Format)], phrases: Phrases) -> Kind {
    let field = |(id, format): &(&str, Format)| Field {
        id: (*id).to_owned(),
        name: phrases.text(&["shop.field.", id].concat()).to_owned(),
        format: *format,
        most: None,
    };
    let fields = fields.iter().map(field).collect();
    Kind { id: id.to_owned(), fields, images: id == "product", page: PAGE, batch: BATCH }
}

/// The fields of a kind; none if WooCommerce does not have it.
fn fields(kind: &str) -> &'static [(&'static str, Format)] {
    match kind {
        "product" => PRODUCT,
        "category" => CATEGORY,
        _ => &[],
    }
}

fn known<C: Client>(kind: &str, api: &Api<'_, C>) -> Result<(), Fault> {
    let unknown = || invalid("", api.phrases.text("shop.kind-unknown"), api.phrases);
    if fields(kind).is_empty() { Err(unknown()) } else { Ok(()) }
}

/// Whether it can stand in an address and is a number of JSON.
fn is_id(id: &str) -> bool {
    !id.is_empty() && !id.starts_with('0') && id.len() < 16 && id.bytes().all(|byte| byte.is_ascii_digit())
}

export_shop!(WooCommerce, messages);
