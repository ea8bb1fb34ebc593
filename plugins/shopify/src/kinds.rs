//! The kinds of items, and the names of their fields in the API.

use sitewright_sdk::shop::Format;

use crate::queries;

pub struct Kind {
    pub id: &'static str,
    /// The type in global ids.
    object: &'static str,
    /// The connection of a list, and the count of all.
    pub name: &'static str,
    pub count: &'static str,
    pub list: &'static str,
    pub read: &'static str,
    pub update: &'static str,
    /// The mutation, and its argument.
    pub mutation: &'static str,
    pub input: &'static str,
    /// What one object costs with what it contains.
    each: f64,
    pub fields: &'static [Field],
}

pub struct Field {
    pub id: &'static str,
    /// Its name in the object; SEO texts are in `seo`.
    pub name: &'static str,
    /// Its key among the translations.
    pub key: &'static str,
    pub format: Format,
    pub most: Option<u32>,
}

impl Field {
    pub fn is_seo(&self) -> bool {
        self.id.starts_with("seo-")
    }
}

const FIELDS: &[Field] = &[
    Field { id: "title", name: "title", key: "title", format: Format::Line, most: Some(255) },
    Field { id: "html", name: "descriptionHtml", key: "body_html", format: Format::Html, most: None },
    Field { id: "seo-title", name: "title", key: "meta_title", format: Format::Line, most: None },
    Field {
        id: "seo-description",
        name: "description",
        key: "meta_description",
        format: Format::Plain,
        most: None,
    },
    Field { id: "slug", name: "handle", key: "handle", format: Format::Line, most: Some(255) },
];

pub const KINDS: &[Kind] = &[
    Kind {
        id: "product",
        object: "Product",
        name: "products",
        count: "productsCount",
        list: queries::PRODUCTS,
        read: queries::PRODUCTS_BY_ID,
        update: queries::UPDATE_PRODUCT,
        mutation: "productUpdate",
        input: "product",
        // Connections cost two points and one for each of their objects.
        each: 2.0 + 3.0 + 5.0 + 12.0 + 12.0,
        fields: FIELDS,
    },
    Kind {
        id: "category",
        object: "Collection",
        name: "collections",
        count: "collectionsCount",
        list: queries::COLLECTIONS,
        read: queries::COLLECTIONS_BY_ID,
        update: queries::UPDATE_COLLECTION,
        mutation: "collectionUpdate",
        input: "input",
        each: 2.0,
        fields: FIELDS,
    },
];

impl Kind {
    pub fn field(&self, id: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    pub fn has_images(&self) -> bool {
        self.id == "product"
    }

    /// The global id of an object.
    pub fn gid(&self, id: &str) -> String {
        ["gid://shopify/", self.object, "/", id].concat()
    }

    /// The points of a query of this many objects.
    pub fn cost(&self, count: u32) -> f64 {
        4.0 + self.each * f64::from(count)
    }
}

/// The number in a global id.
pub fn number_of(gid: &str) -> &str {
    gid.rsplit('/').next().unwrap_or_default().split('?').next().unwrap_or_default()
}
