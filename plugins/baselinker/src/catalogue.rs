//! The catalogue of a connection, and the names of its categories and manufacturers. What is stored of them belongs to
//! one connection: a project may have several.

use sitewright_sdk::fill;
use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{Client, Fault, body, unreadable};

use crate::api::Api;
use crate::items::is_number;

/// Categories are nested less deeply.
const DEEPEST: usize = 20;

pub struct Catalogue {
    pub id: String,
    pub name: String,
    /// The main one first.
    pub languages: Vec<String>,
    /// The number of the price group whose prices are facts.
    pub price_group: String,
}

impl Catalogue {
    /// The stored catalogue, or a new reading of it.
    pub fn known<C: Client>(api: &Api<'_, C>) -> Result<Self, Fault> {
        let stored = stored(api, "catalogue");
        let found = stored.as_deref().and_then(parse).map(|value| Self::of(value.get("value")));
        found.map_or_else(|| Self::read(api), Ok)
    }

    /// Reads and stores the catalogue that the connection names, or the default one.
    pub fn read<C: Client>(api: &Api<'_, C>) -> Result<Self, Fault> {
        let answer = api.send("getInventories", |_| {})?;
        let answer = api.parsed(&answer)?;
        let all = answer.get("inventories").list();
        let chosen = api.chosen();
        let found = if chosen.is_empty() {
            all.iter().find(|one| one.get("is_default").is_on()).or(all.first())
        } else {
            let has = |name: &str| all.iter().find(|one| one.get(name).text() == chosen);
            has("inventory_id").or_else(|| has("name"))
        };
        let Some(found) = found else {
            let key = if chosen.is_empty() { "api.catalogue-missing" } else { "api.catalogue-unknown" };
            return Err(Fault::Denied(fill(api.phrases.text(key), &[("catalogue", chosen)])));
        };
        let catalogue = Self::of(found);
        if !is_number(&catalogue.id) || catalogue.languages.is_empty() {
            return Err(unreadable(api.phrases));
        }
        store(api, "catalogue", |json| catalogue.put(json));
        Ok(catalogue)
    }

    /// Reads what the API and `put` write.
    fn of(value: &Value<'_>) -> Self {
        let text = |name: &str| value.get(name).text().to_owned();
        let mut languages = vec![text("default_language")];
        for language in value.get("languages").list() {
            if !languages.iter().any(|known| known == language.text()) {
                languages.push(language.text().to_owned());
            }
        }
        languages.retain(|language| !language.is_empty());
        Catalogue {
            id: text("inventory_id"),
            name: text("name"),
            languages,
            price_group: text("default_price_group"),
        }
    }

    fn put(&self, json: &mut Writer) {
        json.object(|json| {
            json.key("inventory_id").text(&self.id).key("name").text(&self.name);
            json.key("default_language").text(self.languages.first().map_or("", String::as_str));
            json.key("languages").texts(self.languages.iter().map(String::as_str));
            json.key("default_price_group").text(&self.price_group);
        });
    }

    /// The key of a text in a language.
    pub fn key(&self, key: &str, language: &str) -> String {
        match self.languages.first() {
            Some(main) if main != language => [key, "|", language].concat(),
            _ => key.to_owned(),
        }
    }
}

/// Names by number: those of manufacturers, and the paths of categories.
#[derive(Default)]
pub struct Names {
    brands: Vec<(String, String)>,
    categories: Vec<(String, String)>,
}

impl Names {
    /// The stored names, or a new reading of them.
    pub fn known<C: Client>(api: &Api<'_, C>, catalogue: &Catalogue) -> Result<Self, Fault> {
        let stored = stored(api, "names");
        let found = stored.as_deref().and_then(parse).map(|value| {
            let pairs = |name: &str| {
                let members = value.get("value").get(name).members();
                members.iter().map(|(id, name)| (id.to_string(), name.text().to_owned())).collect()
            };
            Names { brands: pairs("brands"), categories: pairs("categories") }
        });
        found.map_or_else(|| Self::read(api, catalogue), Ok)
    }

    /// Reads and stores the names.
    pub fn read<C: Client>(api: &Api<'_, C>, catalogue: &Catalogue) -> Result<Self, Fault> {
        let brands = api.send("getInventoryManufacturers", |_| {})?;
        let brands = api.parsed(&brands)?;
        let brands = brands.get("manufacturers").list().iter();
        let brands = brands
            .map(|one| (one.get("manufacturer_id").text().to_owned(), one.get("name").text().to_owned()))
            .collect();
        let categories = api.send("getInventoryCategories", |json| {
            json.key("inventory_id").raw(&catalogue.id);
        })?;
        let categories = api.parsed(&categories)?;
        let categories = paths(categories.get("categories").list());
        let names = Names { brands, categories };
        store(api, "names", |json| {
            json.object(|json| {
                for (key, pairs) in [("brands", &names.brands), ("categories", &names.categories)] {
                    json.key(key).object(|json| {
                        for (id, name) in pairs {
                            json.named(id).text(name);
                        }
                    });
                }
            });
        });
        Ok(names)
    }

    pub fn brand(&self, id: &str) -> &str {
        named(&self.brands, id)
    }

    pub fn category(&self, id: &str) -> &str {
        named(&self.categories, id)
    }
}

fn named<'n>(names: &'n [(String, String)], id: &str) -> &'n str {
    names.iter().find(|(known, _)| known == id).map_or("", |(_, name)| name)
}

/// The path of each category: the names above it and its own.
fn paths(all: &[Value<'_>]) -> Vec<(String, String)> {
    let by_id = |id: &str| all.iter().find(|one| one.get("category_id").text() == id);
    let path = |one: &Value<'_>| {
        let mut path = one.get("name").text().to_owned();
        let mut above = by_id(one.get("parent_id").text());
        for _ in 0..DEEPEST {
            let Some(parent) = above else { break };
            path = [parent.get("name").text(), " > ", &path].concat();
            above = by_id(parent.get("parent_id").text());
        }
        path
    };
    all.iter().map(|one| (one.get("category_id").text().to_owned(), path(one))).collect()
}

/// Stores a value for later calls with the same connection.
pub fn store<C: Client>(api: &Api<'_, C>, key: &str, put: impl FnOnce(&mut Writer)) {
    let json = body(|json| {
        json.object(|json| {
            json.key("connection").text(&api.connection.name).key("catalogue").text(api.chosen());
            put(json.key("value"));
        });
    });
    api.client.keep(key, &json);
}

/// The JSON that `store` has stored under this key for this connection, with the value in `value`.
pub fn stored<C: Client>(api: &Api<'_, C>, key: &str) -> Option<String> {
    let text = String::from_utf8(api.client.kept(key)?).ok()?;
    let value = parse(&text)?;
    let is_own = value.get("connection").text() == api.connection.name
        && value.get("catalogue").text() == api.chosen();
    is_own.then_some(text)
}
