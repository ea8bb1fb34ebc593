//! What the items refer to: the shop's languages and currency; its categories and features. They are stored for the following
//! calls, and read again when a list begins.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{Client, Fault, tag_of};
use sitewright_sdk::{Decimal as _, Joined as _};

use crate::api::Api;
use crate::kinds::Kind;
use crate::xml::Node;

/// Objects of a page of a lookup, and pages. What a larger shop has beyond them is missing in the facts of its products.
const PAGE: u32 = 250;
const MOST_PAGES: u32 = 8;

#[derive(Default)]
pub struct Settings {
    pub name: String,
    pub currency: String,
    /// The id and the tag of each language, the main one first.
    pub languages: Vec<(String, String)>,
}

impl Settings {
    pub fn fetch<C: Client>(api: &Api<'_, C>) -> Result<Self, Fault> {
        let text = api.get("languages?display=full")?;
        let languages = api.objects(&text)?;
        let active = languages.iter().filter(|language| language.text_of("active") != "0");
        let mut languages: Vec<(String, String)> = active.map(language).collect();
        // A key without these rights still reads and writes texts.
        let names = "%5BPS_LANG_DEFAULT%7CPS_SHOP_NAME%7CPS_CURRENCY_DEFAULT%5D";
        let query = ["configurations?display=full&filter%5Bname%5D=", names].concat();
        let configured = permitted(api.get(&query))?.unwrap_or_default();
        let configured = if configured.is_empty() { Vec::new() } else { api.objects(&configured)? };
        let setting = |name: &str| {
            let found = configured.iter().find(|setting| setting.text_of("name") == name);
            found.map_or("", |setting| setting.text_of("value"))
        };
        let main = setting("PS_LANG_DEFAULT");
        languages.sort_by_key(|(id, _)| id != main);
        let currency = match setting("PS_CURRENCY_DEFAULT") {
            "" => String::new(),
            id => {
                let text = permitted(api.get(&["currencies/", id].concat()))?.unwrap_or_default();
                let found = if text.is_empty() { Vec::new() } else { api.objects(&text)? };
                found.first().map_or("", |currency| currency.text_of("iso_code")).to_owned()
            }
        };
        let name = setting("PS_SHOP_NAME");
        let name = if name.is_empty() { &api.connection().name } else { name };
        Ok(Settings { name: name.to_owned(), currency, languages })
    }

    pub fn load<C: Client>(api: &Api<'_, C>, again: bool) -> Result<Self, Fault> {
        let key = ["settings:", api.host()].concat();
        let kept = api.client.kept(&key).filter(|_| !again).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(kept) = kept.as_deref().and_then(parse) {
            let text = |name: &str| kept.get(name).text().to_owned();
            let languages = read_pairs(kept.get("languages"));
            return Ok(Settings { name: text("name"), currency: text("currency"), languages });
        }
        let settings = Self::fetch(api)?;
        let mut json = Writer::default();
        json.object(|json| {
            json.key("name").text(&settings.name).key("currency").text(&settings.currency);
            json.key("languages").object(|json| pairs(json, &settings.languages));
        });
        api.client.keep(&key, json.finish().as_bytes());
        Ok(settings)
    }

    pub fn main(&self) -> (&str, &str) {
        self.languages.first().map_or(("", ""), |(id, tag)| (id, tag))
    }

    /// The id of a language.
    pub fn id(&self, tag: &str) -> Option<&str> {
        self.languages.iter().find(|(_, known)| known == tag).map(|(id, _)| id.as_str())
    }
}

/// The id and the tag of a language. `locale` is newer than `language_code`, whose country is in lower case.
fn language(object: &Node<'_>) -> (String, String) {
    let written = ["locale", "language_code", "iso_code"].map(|name| object.text_of(name));
    let written = written.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    let tag = match written.split_once(['-', '_']) {
        Some((language, country)) => tag_of(&[language, &country.to_ascii_uppercase()].joined("-")),
        None => written.to_owned(),
    };
    (object.text_of("id").to_owned(), tag)
}

/// The answer, or none if the key lacks the right or this version the resource.
fn permitted(answer: Result<String, Fault>) -> Result<Option<String>, Fault> {
    match answer {
        Ok(text) => Ok(Some(text)),
        Err(Fault::Denied(_) | Fault::NotFound | Fault::Invalid(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// A named object by its id.
#[derive(Default)]
struct Named {
    id: String,
    /// The id of the category above; empty if there is none.
    parent: String,
    /// By the id of the language.
    names: Vec<(String, String)>,
}

#[derive(Default)]
pub struct Lookups {
    categories: Vec<Named>,
    features: Vec<Named>,
    values: Vec<Named>,
}

impl Lookups {
    /// Empty for kinds that refer to nothing.
    pub fn load<C: Client>(api: &Api<'_, C>, kind: &Kind, again: bool) -> Result<Self, Fault> {
        if kind.id != "product" {
            return Ok(Self::default());
        }
        let key = ["lookups:", api.host()].concat();
        let kept = api.client.kept(&key).filter(|_| !again).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(kept) = kept.as_deref().and_then(parse) {
            let [categories, features, values] =
                ["categories", "features", "values"].map(|name| read_named(kept.get(name)));
            return Ok(Lookups { categories, features, values });
        }
        let lookups = Lookups {
            categories: fetch(api, "categories", "%5Bid,id_parent,is_root_category,name%5D", "name")?,
            features: fetch(api, "product_features", "%5Bid,name%5D", "name")?,
            values: fetch(api, "product_feature_values", "%5Bid,value%5D", "value")?,
        };
        let mut json = Writer::default();
        json.object(|json| {
            json.key("categories").object(|json| named(json, &lookups.categories));
            json.key("features").object(|json| named(json, &lookups.features));
            json.key("values").object(|json| named(json, &lookups.values));
        });
        api.client.keep(&key, json.finish().as_bytes());
        Ok(lookups)
    }

    /// The path of a category in a language. The root and the home page are not in it.
    pub fn path(&self, id: &str, language: &str) -> Option<String> {
        let (mut path, mut id) = (Vec::new(), id);
        // A tree is not deeper; a circle would have no end.
        while let Some(category) =
            self.categories.iter().find(|category| category.id == id && path.len() < 20)
        {
            path.push(name(category, language)?);
            id = &category.parent;
        }
        path.reverse();
        (!path.is_empty()).then(|| path.join(" > "))
    }

    /// The name of a feature and of its value, in a language.
    pub fn feature(&self, feature: &str, value: &str, language: &str) -> Option<(&str, &str)> {
        let find = |all: &'_ [Named], id: &str| all.iter().position(|known| known.id == id);
        let feature = &self.features[find(&self.features, feature)?];
        let value = &self.values[find(&self.values, value)?];
        Some((name(feature, language)?, name(value, language)?))
    }
}

fn name<'n>(named: &'n Named, language: &str) -> Option<&'n str> {
    let found = named.names.iter().find(|(known, _)| known == language);
    found.map(|(_, name)| name.as_str()).filter(|name| !name.is_empty())
}

/// All objects of a resource; none if the key lacks the right.
fn fetch<C: Client>(
    api: &Api<'_, C>,
    resource: &str,
    display: &str,
    field: &str,
) -> Result<Vec<Named>, Fault> {
    let mut all = Vec::new();
    for page in 0..MOST_PAGES {
        let limit = ["&limit=", &(page * PAGE).decimal(), ",", &PAGE.decimal()].concat();
        let query = [resource, "?display=", display, "&sort=%5Bid_ASC%5D", &limit].concat();
        let Some(text) = permitted(api.get(&query))? else { break };
        let objects = api.objects(&text)?;
        // The root of the tree and the home page are categories, too.
        let is_root = |object: &Node<'_>| {
            object.text_of("id_parent") == "0" || object.text_of("is_root_category") == "1"
        };
        all.extend(objects.iter().filter(|object| !is_root(object)).map(|object| {
            let languages = object.get(field).map_or(&[][..], |field| &field.children);
            let names =
                languages.iter().map(|text| (text.attribute("id").to_owned(), text.text().to_owned()));
            let parent = object.text_of("id_parent").to_owned();
            Named { id: object.text_of("id").to_owned(), parent, names: names.collect() }
        }));
        if objects.len() < PAGE as usize {
            break;
        }
    }
    Ok(all)
}

fn named(json: &mut Writer, all: &[Named]) {
    for one in all {
        json.named(&one.id).object(|json| {
            json.key("parent").text(&one.parent).key("names").object(|json| pairs(json, &one.names));
        });
    }
}

fn read_named(object: &Value<'_>) -> Vec<Named> {
    let one = |(id, one): &(std::borrow::Cow<'_, str>, Value<'_>)| Named {
        id: id.to_string(),
        parent: one.get("parent").text().to_owned(),
        names: read_pairs(one.get("names")),
    };
    object.members().iter().map(one).collect()
}

fn pairs(json: &mut Writer, pairs: &[(String, String)]) {
    for (name, value) in pairs {
        json.named(name).text(value);
    }
}

fn read_pairs(object: &Value<'_>) -> Vec<(String, String)> {
    object.members().iter().map(|(name, value)| (name.to_string(), value.text().to_owned())).collect()
}
