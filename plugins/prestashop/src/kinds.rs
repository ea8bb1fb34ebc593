//! The kinds of items, and the names of their fields in the webservice.

use sitewright_sdk::shop::Format;

use crate::xml::Node;

pub struct Kind {
    pub id: &'static str,
    pub resource: &'static str,
    /// The controller of its pages.
    pub controller: &'static str,
    pub fields: &'static [Field],
    /// Fields that a write must not contain.
    pub read_only: &'static [&'static str],
}

pub struct Field {
    pub id: &'static str,
    pub name: &'static str,
    pub format: Format,
    pub most: Option<u32>,
    /// Whether each language has its own.
    pub translated: bool,
}

const fn field(id: &'static str, name: &'static str, format: Format, most: Option<u32>) -> Field {
    Field { id, name, format, most, translated: true }
}

pub const KINDS: &[Kind] = &[
    Kind {
        id: "product",
        resource: "products",
        controller: "product",
        fields: &[
            field("title", "name", Format::Line, Some(128)),
            // The limit of the summary is a setting of the shop, of 800 characters without markup.
            field("short-html", "description_short", Format::Html, None),
            field("html", "description", Format::Html, None),
            field("seo-title", "meta_title", Format::Line, None),
            field("seo-description", "meta_description", Format::Plain, Some(512)),
            field("slug", "link_rewrite", Format::Line, Some(128)),
        ],
        read_only: &["manufacturer_name", "quantity", "associations"],
    },
    Kind {
        id: "category",
        resource: "categories",
        controller: "category",
        fields: &[
            field("title", "name", Format::Line, Some(128)),
            field("html", "description", Format::Html, None),
            field("html-bottom", "additional_description", Format::Html, None),
            field("seo-title", "meta_title", Format::Line, None),
            field("seo-description", "meta_description", Format::Plain, Some(512)),
            field("slug", "link_rewrite", Format::Line, Some(128)),
        ],
        read_only: &["level_depth", "nb_products_recursive", "associations"],
    },
    Kind {
        id: "producer",
        resource: "manufacturers",
        controller: "manufacturer",
        fields: &[
            Field { id: "title", name: "name", format: Format::Line, most: Some(64), translated: false },
            field("short-html", "short_description", Format::Html, None),
            field("html", "description", Format::Html, None),
            field("seo-title", "meta_title", Format::Line, None),
            field("seo-description", "meta_description", Format::Plain, Some(512)),
        ],
        read_only: &["link_rewrite", "associations"],
    },
];

impl Kind {
    pub fn field(&self, id: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// Whether it is the root of the tree of categories, which is no page.
    pub fn is_internal(&self, object: &Node<'_>) -> bool {
        self.id == "category" && (object.text_of("id_parent") == "0" || object.text_of("id") == "1")
    }
}
