//! The resources of PrestaShop with their fields, and the object that an update makes.

use super::xml::Node;
use super::{Inner, LANGUAGES, Sent, html, not_valid, problem};
use crate::prelude::*;

pub struct Resource {
    pub path: &'static str,
    pub node: &'static str,
    /// Fields with one value.
    pub plain: &'static [&'static str],
    /// Fields with a value for each language, and their most characters.
    pub texts: &'static [(&'static str, usize)],
    /// Fields that an update must not contain.
    pub read_only: &'static [&'static str],
    /// Fields that an update must contain.
    pub required: &'static [&'static str],
}

const LONG: usize = 65_000;

pub const RESOURCES: &[Resource] = &[
    Resource {
        path: "products",
        node: "product",
        plain: &[
            "id_manufacturer",
            "id_category_default",
            "id_tax_rules_group",
            "id_default_image",
            "id_shop_default",
            "reference",
            "ean13",
            "weight",
            "price",
            "active",
            "state",
            "visibility",
            "condition",
            "date_add",
        ],
        texts: &[
            ("meta_description", 512),
            ("meta_title", 255),
            ("link_rewrite", 128),
            ("name", 128),
            ("description", LONG),
            ("description_short", LONG),
        ],
        read_only: &["manufacturer_name", "quantity"],
        required: &["price", "name"],
    },
    Resource {
        path: "categories",
        node: "category",
        plain: &["id_parent", "active", "position", "is_root_category", "date_add"],
        texts: &[
            ("name", 128),
            ("link_rewrite", 128),
            ("description", LONG),
            ("additional_description", LONG),
            ("meta_title", 255),
            ("meta_description", 512),
        ],
        read_only: &["level_depth", "nb_products_recursive"],
        required: &["name", "link_rewrite", "active"],
    },
    Resource {
        path: "manufacturers",
        node: "manufacturer",
        plain: &["name", "active", "date_add"],
        texts: &[
            ("description", LONG),
            ("short_description", LONG),
            ("meta_title", 255),
            ("meta_description", 512),
        ],
        read_only: &["link_rewrite"],
        required: &["name"],
    },
    Resource {
        path: "content_management_system",
        node: "content",
        plain: &["id_cms_category", "position", "active"],
        texts: &[("meta_title", 255), ("meta_description", 512), ("link_rewrite", 128), ("content", LONG)],
        read_only: &[],
        required: &["meta_title", "link_rewrite"],
    },
    Resource {
        path: "product_features",
        node: "product_feature",
        plain: &["position"],
        texts: &[("name", 128)],
        read_only: &[],
        required: &["name"],
    },
    Resource {
        path: "product_feature_values",
        node: "product_feature_value",
        plain: &["id_feature", "custom"],
        texts: &[("value", 255)],
        read_only: &[],
        required: &["id_feature", "value"],
    },
    Resource {
        path: "languages",
        node: "language",
        plain: &["name", "iso_code", "locale", "language_code", "active"],
        texts: &[],
        read_only: &[],
        required: &["name", "iso_code"],
    },
    Resource {
        path: "configurations",
        node: "configuration",
        plain: &["name", "value"],
        texts: &[],
        read_only: &[],
        required: &["name"],
    },
];

impl Inner {
    /// The object after an update, or the first problem.
    pub fn whole(&self, resource: &Resource, old: &Value, node: &Node, partial: bool) -> Result<Value, Sent> {
        if let Some(field) = resource.read_only.iter().find(|field| node.child(field).is_some()) {
            let message =
                format!("parameter \"{field}\" not writable. Please remove this attribute of this XML");
            return Err(problem(400, 93, &message));
        }
        let mut new = old.clone();
        for field in resource.plain {
            match node.child(field) {
                Some(child) => new[*field] = json!(child.text.trim()),
                None if partial => {}
                None if resource.required.contains(field) => {
                    return Err(problem(400, 41, &format!("parameter \"{field}\" required")));
                }
                None => new[*field] = json!(""),
            }
        }
        for (field, most) in resource.texts {
            let Some(child) = node.child(field) else {
                if !partial && resource.required.contains(field) {
                    return Err(problem(400, 41, &format!("parameter \"{field}\" required")));
                }
                if !partial {
                    new[*field] =
                        LANGUAGES.map(|language| (language.to_owned(), json!(""))).into_iter().collect();
                }
                continue;
            };
            for language in LANGUAGES {
                let sent = child.children.iter().find(|one| one.attribute("id") == Some(language));
                if sent.is_some() || !partial {
                    let text = sent.map(|one| one.text.as_str()).unwrap_or_default();
                    new[*field][language] = json!(self.checked(resource, field, text, *most)?);
                }
            }
        }
        if let Some(associations) = node.child("associations").filter(|_| resource.path == "products") {
            self.associate(&mut new, associations);
        }
        Ok(new)
    }

    /// A text as the shop stores it.
    fn checked(&self, resource: &Resource, field: &str, text: &str, most: usize) -> Result<String, Sent> {
        let is_html = most == LONG;
        let lower = text.to_lowercase();
        let hostile =
            ["<script", "<iframe", "<form", "<input", "javascript:"].iter().any(|part| lower.contains(part));
        let handler = lower
            .split('<')
            .any(|tag| tag.contains(" on") && tag.split('>').next().unwrap_or_default().contains('='));
        let sign = |sign: char| text.contains(sign);
        let fits = match field {
            _ if is_html => !hostile && !handler,
            "link_rewrite" => {
                text.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_')
            }
            "name" => !"<>;=#{}".chars().any(sign) && !text.trim().is_empty(),
            _ => !"<>={}".chars().any(sign),
        };
        if !fits {
            return Err(not_valid(resource, field));
        }
        let (size, most) = match field {
            "description_short" => (html::plain(text).chars().count(), self.settings.short_limit),
            _ => (text.chars().count(), most),
        };
        if size > most {
            let message = format!("Validation error: \"The {field} field is too long ({most} chars max).\"");
            return Err(problem(400, 85, &message));
        }
        Ok(if is_html { html::PRESTASHOP.clean(text) } else { text.trim().to_owned() })
    }

    /// Sent associations replace the former ones. Images stay; only their legends change.
    fn associate(&self, new: &mut Value, sent: &Node) {
        let text = |node: &Node, name: &str| {
            node.child(name).map(|child| child.text.trim().to_owned()).unwrap_or_default()
        };
        if let Some(categories) = sent.child("categories") {
            new["associations"]["categories"] =
                categories.children.iter().map(|one| text(one, "id")).collect();
        }
        if let Some(features) = sent.child("product_features") {
            let feature = |one: &Node| {
                json!({ "id": text(one, "id"), "id_feature_value": text(one,
                "id_feature_value") })
            };
            new["associations"]["product_features"] = features.children.iter().map(feature).collect();
        }
        let Some(images) = sent.child("images").filter(|_| self.settings.legends) else { return };
        for image in new["associations"]["images"].as_array_mut().into_iter().flatten() {
            let same = images.children.iter().find(|one| json!(text(one, "id")) == image["id"]);
            let Some(legend) = same.and_then(|one| one.child("legend")) else { continue };
            for language in LANGUAGES {
                let one = legend.children.iter().find(|one| one.attribute("id") == Some(language));
                image["legend"][language] = json!(one.map(|one| html::plain(&one.text)).unwrap_or_default());
            }
        }
    }
}
