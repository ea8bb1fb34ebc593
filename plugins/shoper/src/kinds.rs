//! The kinds of items, and the names of their fields in the API.

use sitewright_sdk::Phrases;
use sitewright_sdk::shop::{Fault, Format, invalid};

pub struct Kind {
    pub id: &'static str,
    /// The path in the API, and the field with the id.
    pub resource: &'static str,
    pub key: &'static str,
    pub fields: &'static [Field],
    /// The type of redirects to it.
    pub redirect: i64,
}

pub struct Field {
    pub id: &'static str,
    /// Its name in the API.
    pub name: &'static str,
    pub format: Format,
    /// Where it stands in an item.
    pub place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In each translation.
    Translation,
    /// In the item itself, once for all languages.
    Item,
}

const fn field(id: &'static str, name: &'static str, format: Format) -> Field {
    Field { id, name, format, place: Place::Translation }
}

const fn own(id: &'static str, name: &'static str, format: Format) -> Field {
    Field { id, name, format, place: Place::Item }
}

pub const KINDS: &[Kind] = &[
    Kind {
        id: "product",
        resource: "products",
        key: "product_id",
        fields: &[
            field("title", "name", Format::Line),
            field("short-html", "short_description", Format::Html),
            field("html", "description", Format::Html),
            field("seo-title", "seo_title", Format::Line),
            field("seo-description", "seo_description", Format::Plain),
            field("slug", "seo_url", Format::Line),
        ],
        redirect: 1,
    },
    Kind {
        id: "category",
        resource: "categories",
        key: "category_id",
        fields: &[
            field("title", "name", Format::Line),
            field("html", "description", Format::Html),
            field("html-bottom", "description_bottom", Format::Html),
            field("seo-title", "seo_title", Format::Line),
            field("seo-description", "seo_description", Format::Plain),
            field("slug", "seo_url", Format::Line),
        ],
        redirect: 2,
    },
    Kind {
        id: "producer",
        resource: "producers",
        key: "producer_id",
        fields: &[
            own("title", "name", Format::Line),
            field("html", "description", Format::Html),
            field("seo-title", "seo_title", Format::Line),
            field("seo-description", "seo_description", Format::Plain),
            field("slug", "seo_url", Format::Line),
        ],
        redirect: 3,
    },
    // An article of the shop's blog has one language.
    Kind {
        id: "article",
        resource: "news",
        key: "news_id",
        fields: &[
            own("title", "name", Format::Line),
            own("short-html", "short_content", Format::Html),
            own("html", "content", Format::Html),
            own("seo-title", "seo_title", Format::Line),
            own("seo-description", "seo_description", Format::Plain),
            own("slug", "seo_url", Format::Line),
        ],
        redirect: 5,
    },
];

impl Kind {
    pub fn field(&self, id: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    pub fn has_images(&self) -> bool {
        self.id == "product"
    }

    /// Whether an item has all texts in one language, that of its `lang_id`.
    pub fn has_one_language(&self) -> bool {
        self.fields.iter().all(|field| field.place == Place::Item)
    }
}

pub fn named(id: &str, phrases: Phrases) -> Result<&'static Kind, Fault> {
    let kind = KINDS.iter().find(|kind| kind.id == id);
    kind.ok_or_else(|| invalid("", phrases.text("shop.kind-unknown"), phrases))
}
