//! The resources of Shoper with their fields, and what the shop does with sent values.

use super::{Inner, LOCALES, Received, Sent, html, invalid};
use crate::prelude::*;

pub struct Resource {
    pub path: &'static str,
    pub id: &'static str,
    /// Whether an app creates and deletes them.
    pub created: bool,
    /// Writable fields, and those of each translation.
    pub fields: &'static [&'static str],
    pub texts: &'static [&'static str],
}

pub const RESOURCES: &[Resource] = &[
    Resource {
        path: "products",
        id: "product_id",
        created: false,
        fields: &[
            "category_id",
            "categories",
            "producer_id",
            "attributes",
            "tags",
            "collections",
            "related",
            "code",
            "ean",
            "stock",
            "safety_information",
            "pkwiu",
            "other_price",
        ],
        texts: &[
            "active",
            "name",
            "short_description",
            "description",
            "seo_title",
            "seo_description",
            "seo_keywords",
            "seo_url",
            "order",
        ],
    },
    Resource {
        path: "categories",
        id: "category_id",
        created: false,
        fields: &["parent_id", "order"],
        texts: &[
            "active",
            "name",
            "description",
            "description_bottom",
            "seo_title",
            "seo_description",
            "seo_keywords",
            "seo_url",
        ],
    },
    Resource {
        path: "producers",
        id: "producer_id",
        created: false,
        fields: &["name", "web"],
        texts: &["description", "seo_title", "seo_description", "seo_keywords", "seo_url"],
    },
    Resource {
        path: "product-images",
        id: "gfx_id",
        created: false,
        fields: &["order", "hidden"],
        texts: &["name"],
    },
    Resource {
        path: "product-stocks",
        id: "stock_id",
        created: false,
        fields: &["price", "stock", "ean", "code"],
        texts: &[],
    },
    Resource { path: "attributes", id: "attribute_id", created: false, fields: &[], texts: &[] },
    Resource { path: "languages", id: "lang_id", created: false, fields: &[], texts: &[] },
    Resource {
        path: "news",
        id: "news_id",
        created: true,
        fields: &[
            "lang_id",
            "name",
            "short_content",
            "content",
            "active",
            "date",
            "author",
            "categories",
            "tags",
            "seo_title",
            "seo_description",
            "seo_keywords",
            "seo_url",
        ],
        texts: &[],
    },
    Resource {
        path: "redirects",
        id: "redirect_id",
        created: true,
        fields: &["route", "type", "object_id", "target", "lang_id"],
        texts: &[],
    },
    Resource {
        path: "webhooks",
        id: "id",
        created: true,
        fields: &["url", "events", "format", "secret", "active"],
        texts: &[],
    },
];

const HTML: &[&str] = &["description", "short_description", "description_bottom", "content", "short_content"];

const EVENTS: &[&str] = &[
    "product.create",
    "product.edit",
    "product.delete",
    "category.create",
    "category.edit",
    "category.delete",
    "product-tag.edit",
    "order.create",
    "order.edit",
    "order.status",
    "order.paid",
];

impl Inner {
    /// The sent fields as the shop stores them, or the first problem.
    pub fn checked(&self, resource: &Resource, id: Option<u64>, request: &Received) -> Result<Value, Sent> {
        let Some(Value::Object(fields)) = request.json() else {
            return Err(invalid("The body is not an object"));
        };
        let mut patch = Map::new();
        for (name, value) in fields {
            if name == "translations" && !resource.texts.is_empty() {
                let texts = self.checked_texts(resource, id, &value)?;
                patch.insert(name, texts);
            } else if resource.fields.contains(&name.as_str()) {
                patch.insert(name.clone(), stored(&name, &value)?);
            } else if self.settings.refuse_unknown {
                return Err(invalid(format!("Unknown field '{name}'")));
            }
        }
        match resource.path {
            "redirects" => self.check_redirect(id, &patch)?,
            "webhooks" => check_webhook(id, &patch)?,
            "news" if id.is_none() && patch.get("name").is_none_or(|name| name == "") => {
                return Err(invalid("'name': Pole wymagane"));
            }
            _ => {}
        }
        Ok(Value::Object(patch))
    }

    fn checked_texts(&self, resource: &Resource, id: Option<u64>, texts: &Value) -> Result<Value, Sent> {
        let mut checked = Map::new();
        let texts = texts.as_object().ok_or_else(|| invalid("'translations' is not a map"))?;
        for (locale, fields) in texts {
            let known = LOCALES.iter().any(|(known, _)| known == locale);
            let Some(fields) = fields.as_object().filter(|_| known) else {
                return Err(invalid(format!("Unknown locale '{locale}'")));
            };
            let mut one = Map::new();
            for (name, value) in fields {
                if !resource.texts.contains(&name.as_str()) {
                    if self.settings.refuse_unknown {
                        return Err(invalid(format!("Unknown field '{name}'")));
                    }
                    continue;
                }
                let value = stored(name, value)?;
                if name == "name" && value == "" && resource.path != "product-images" {
                    return Err(invalid("'name': Pole wymagane"));
                }
                if name == "seo_url" && value != "" && self.has_address(resource, id, locale, &value) {
                    let text = value.as_str().unwrap_or_default();
                    return Err(invalid(format!("'seo_url': Wartość '{text}' już istnieje")));
                }
                one.insert(name.clone(), value);
            }
            checked.insert(locale.clone(), Value::Object(one));
        }
        Ok(Value::Object(checked))
    }

    /// Whether another object of the kind has this address.
    fn has_address(&self, resource: &Resource, id: Option<u64>, locale: &str, address: &Value) -> bool {
        let mut others = self.tables.all(resource.path).filter(|(other, _)| Some(*other) != id);
        others.any(|(_, object)| &object["translations"][locale]["seo_url"] == address)
    }

    fn check_redirect(&self, id: Option<u64>, patch: &Map<String, Value>) -> Result<(), Sent> {
        let old = id.and_then(|id| self.tables.get("redirects", id)).cloned().unwrap_or_default();
        let field =
            |name: &str| patch.get(name).unwrap_or(&old[name]).as_str().unwrap_or_default().to_owned();
        let kind = field("type").parse::<u8>().ok().filter(|kind| *kind <= 6);
        let kind = kind.ok_or_else(|| invalid("'type' is not one of 0 to 6"))?;
        let needed = if kind == 0 { "target" } else { "object_id" };
        if !field("route").starts_with('/') || field(needed).is_empty() {
            return Err(invalid(format!("'route' or '{needed}': Pole wymagane")));
        }
        let route = json!(field("route"));
        let mut others = self.tables.all("redirects").filter(|(other, _)| Some(*other) != id);
        if others.any(|(_, other)| other["route"] == route && other["lang_id"] == json!(field("lang_id"))) {
            return Err(invalid("'route': Wartość już istnieje"));
        }
        Ok(())
    }
}

/// A value as the shop stores it: numbers and flags as strings, HTML cleaned, other texts without tags.
fn stored(name: &str, value: &Value) -> Result<Value, Sent> {
    Ok(match value {
        Value::String(text) if HTML.contains(&name) => json!(html::SHOPER.clean(text)),
        Value::String(text) if ["url", "target", "secret", "route"].contains(&name) => json!(text),
        Value::String(text) => json!(html::plain(text)),
        Value::Number(number) => json!(number.to_string()),
        Value::Bool(flag) => json!(if *flag { "1" } else { "0" }),
        Value::Null => return Err(invalid(format!("Wartość pola '{name}' jest niepoprawna"))),
        Value::Array(_) | Value::Object(_) => {
            let structured = [
                "categories",
                "tags",
                "collections",
                "related",
                "attributes",
                "stock",
                "events",
                "safety_information",
            ];
            if !structured.contains(&name) {
                return Err(invalid(format!("Wartość pola '{name}' jest niepoprawna")));
            }
            value.clone()
        }
    })
}

fn check_webhook(id: Option<u64>, patch: &Map<String, Value>) -> Result<(), Sent> {
    let is_url = |url: &Value| {
        url.as_str().is_some_and(|url| url.starts_with("http://") || url.starts_with("https://"))
    };
    let known = |event: &Value| event.as_str().is_some_and(|event| EVENTS.contains(&event));
    let are_events = |events: &Value| {
        events.as_array().is_some_and(|events| !events.is_empty() && events.iter().all(known))
    };
    let fits = |name: &str, check: &dyn Fn(&Value) -> bool| patch.get(name).map_or(id.is_some(), check);
    if !fits("url", &is_url) {
        return Err(invalid("Wartość pola 'url' jest niepoprawna"));
    }
    if !fits("events", &are_events) {
        return Err(invalid("Wartość pola 'events' jest niepoprawna"));
    }
    if patch.get("format").is_some_and(|format| format != "0" && format != "1") {
        return Err(invalid("Wartość pola 'format' jest niepoprawna"));
    }
    Ok(())
}
