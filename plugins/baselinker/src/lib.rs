//! BaseLinker: the products of a catalogue. All calls go to one address; errors come with the status 200.

mod api;
mod catalogue;
mod items;
mod write;

#[cfg(test)]
mod tests;

use sitewright_sdk::shop::{
    self, About, Change, Client, Credential, Description, Fault, Field, Format, Item, Kind, Page, Shop,
    all_faulty,
};
use sitewright_sdk::{Phrases, Texts, export_shop, texts};

use self::api::{Api, PACE};
use self::catalogue::Catalogue;
use self::items::Place;

const PAGE: u32 = 50;
/// A write takes one request for each item.
const BATCH: u32 = 20;
const ELEMENTS: &[&str] =
    &["p", "br", "h2", "h3", "ul", "ol", "li", "strong", "b", "em", "i", "u", "a", "table", "tr", "th", "td"];
/// The public address of an account: a catalogue has none.
const PANEL: &str = "https://login.baselinker.com";

/// A text of a product.
pub(crate) struct Known {
    pub field: &'static str,
    /// Its key in `text_fields`, in the main language.
    pub key: &'static str,
    format: Format,
    most: Option<u32>,
}

const fn html(field: &'static str, key: &'static str) -> Known {
    Known { field, key, format: Format::Html, most: None }
}

pub(crate) const FIELDS: &[Known] = &[
    Known { field: "title", key: "name", format: Format::Line, most: Some(200) },
    html("html", "description"),
    html("short-html", "description_extra1"),
    html("extra-2", "description_extra2"),
    html("extra-3", "description_extra3"),
    html("extra-4", "description_extra4"),
];

pub struct BaseLinker;

impl Shop for BaseLinker {
    const TEXTS: &'static Texts = texts!("texts", shop::TEXTS);

    fn describe(phrases: Phrases) -> Description {
        let text = |key: &str| phrases.text(key).to_owned();
        let field = |known: &Known| Field {
            id: known.field.to_owned(),
            name: text(&["shop.field.", known.field].concat()),
            format: known.format,
            most: known.most,
        };
        let product = Kind {
            id: "product".to_owned(),
            fields: FIELDS.iter().map(field).collect(),
            images: false,
            page: PAGE,
            batch: BATCH,
        };
        let token = Credential {
            name: "token".to_owned(),
            title: text("credential.token"),
            help: text("credential.token-help"),
        };
        Description {
            name: text("name"),
            help: text("help"),
            connection: "baselinker".to_owned(),
            login: Some(text("credential.login")),
            credentials: vec![token],
            kinds: vec![product],
            elements: ELEMENTS.iter().map(|element| (*element).to_owned()).collect(),
            redirects: false,
            per_second: PACE.per_second,
        }
    }

    /// The API does not say what a token may do: reading is all that can be tested without a change.
    fn check(client: &impl Client) -> Result<About, Fault> {
        let api = Api::open(client)?;
        let catalogue = Catalogue::read(&api)?;
        let ids = items::ids(&api, &catalogue, 1)?;
        Ok(About {
            name: catalogue.name,
            url: PANEL.to_owned(),
            languages: catalogue.languages,
            counts: items::total(1, ids.len()).into_iter().map(|all| ("product".to_owned(), all)).collect(),
        })
    }

    fn list(client: &impl Client, _: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault> {
        let api = Api::open(client)?;
        items::page(&api, after.map(Place::read), limit.clamp(1, PAGE))
    }

    fn read(client: &impl Client, _: &str, ids: &[String]) -> Result<Vec<Item>, Fault> {
        let api = Api::open(client)?;
        let catalogue = Catalogue::known(&api)?;
        items::read(&api, &catalogue, ids)
    }

    fn write(client: &impl Client, _: &str, changes: &[Change]) -> Vec<Result<(), Fault>> {
        let results = Api::open(client).and_then(|api| write::write(&api, changes));
        results.unwrap_or_else(|fault| all_faulty(&fault, changes.len()))
    }
}

export_shop!(BaseLinker);
