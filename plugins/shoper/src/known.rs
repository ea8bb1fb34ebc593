//! What the items refer to: the shop's languages and currency; the names of producers, categories and attributes. All
//! are stored for the following calls, and read again when a list begins.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{Client, Cursor, Fault, tag_of};

use crate::PAGE;
use crate::api::{Answer, Api, Call};
use crate::kinds::Kind;

/// Pages of each lookup. What a larger shop has beyond them is missing in the facts of its products.
const MOST_PAGES: u32 = 24;

/// The settings of the shop.
#[derive(Default)]
pub struct Settings {
    pub name: String,
    pub url: String,
    /// The id and the locale of each language, the main one first.
    pub languages: Vec<(String, String)>,
    pub currency: String,
    pub currency_id: String,
}

impl Settings {
    pub fn calls() -> Vec<Call> {
        vec![Call::get("application-config"), Call::get("languages").with("limit", "50")]
    }

    /// The answers to `calls`.
    pub fn read(answers: &[Answer<'_>]) -> Self {
        let [config, languages] = answers else { return Self::default() };
        // Some versions return a list of one.
        let config = config.body.get("list").list().first().unwrap_or(&config.body);
        let text = |name: &str| config.get(name).text().to_owned();
        let main = text("default_language_name");
        let active = |language: &&Value<'_>| match language.get("active") {
            Value::Null => true,
            active => active.is_on(),
        };
        let listed = languages.body.get("list").list().iter().filter(active);
        let pair = |of: &Value<'_>| (of.get("lang_id").text().to_owned(), of.get("locale").text().to_owned());
        let mut languages: Vec<(String, String)> = listed.map(pair).collect();
        languages.sort_by_key(|(_, locale)| *locale != main);
        if languages.is_empty() && !main.is_empty() {
            languages.push((text("default_language_id"), main));
        }
        let (name, url) = (text("shop_name"), text("shop_url"));
        let url = if url.is_empty() || url.contains("://") { url } else { ["https://", &url].concat() };
        let (currency, currency_id) = (text("default_currency_name"), text("default_currency_id"));
        Settings { name, url, languages, currency, currency_id }
    }

    pub fn load<C: Client>(api: &Api<'_, C>, again: bool) -> Result<Self, Fault> {
        let key = ["settings:", &api.connection().host].concat();
        let kept = api.client.kept(&key).filter(|_| !again).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(kept) = kept.as_deref().and_then(parse) {
            return Ok(Self::stored(&kept));
        }
        let calls = Self::calls();
        let text = api.bulk(&calls)?;
        let answers = api.answers(&text, &calls)?;
        answers.iter().try_for_each(|answer| answer.success(api.phrases))?;
        let settings = Self::read(&answers);
        api.client.keep(&key, settings.written().as_bytes());
        Ok(settings)
    }

    fn written(&self) -> String {
        let mut json = Writer::default();
        json.object(|json| {
            json.key("name").text(&self.name).key("url").text(&self.url);
            json.key("currency").text(&self.currency).key("currency_id").text(&self.currency_id);
            json.key("languages").object(|json| pairs(json, &self.languages));
        });
        json.finish()
    }

    fn stored(kept: &Value<'_>) -> Self {
        let text = |name: &str| kept.get(name).text().to_owned();
        Settings {
            name: text("name"),
            url: text("url"),
            currency: text("currency"),
            currency_id: text("currency_id"),
            languages: read_pairs(kept.get("languages")),
        }
    }

    /// The locale of the main language.
    pub fn main(&self) -> &str {
        self.languages.first().map_or("", |(_, locale)| locale)
    }

    /// The language tag of a language's id.
    pub fn tag(&self, lang_id: &str) -> Option<String> {
        self.languages.iter().find(|(id, _)| id == lang_id).map(|(_, locale)| tag_of(locale))
    }

    /// The id of a locale's language.
    pub fn id(&self, locale: &str) -> &str {
        self.languages.iter().find(|(_, known)| known == locale).map_or("", |(id, _)| id)
    }
}

/// Names by id, of what products refer to.
#[derive(Default)]
pub struct Lookups {
    producers: Vec<(String, String)>,
    attributes: Vec<(String, String)>,
    categories: Vec<Category>,
}

#[derive(Default)]
struct Category {
    id: String,
    /// The id of the category above; empty if there is none.
    parent: String,
    /// By locale.
    names: Vec<(String, String)>,
}

impl Lookups {
    /// Empty for kinds that refer to nothing.
    pub fn load<C: Client>(api: &Api<'_, C>, kind: &Kind, again: bool) -> Result<Self, Fault> {
        if !kind.has_images() {
            return Ok(Self::default());
        }
        let key = ["lookups:", &api.connection().host].concat();
        let kept = api.client.kept(&key).filter(|_| !again).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(kept) = kept.as_deref().and_then(parse) {
            return Ok(Self::stored(&kept));
        }
        let lookups = Self::fetch(api)?;
        api.client.keep(&key, lookups.written().as_bytes());
        Ok(lookups)
    }

    fn fetch<C: Client>(api: &Api<'_, C>) -> Result<Self, Fault> {
        let mut lookups = Self::default();
        each(api, "producers", "producer_id", |producer, id| {
            lookups.producers.push((id, producer.get("name").text().to_owned()));
        })?;
        each(api, "attributes", "attribute_id", |attribute, id| {
            // 1: a box to tick, which has no value to repeat in a text.
            if attribute.get("type").text() != "1" {
                lookups.attributes.push((id, attribute.get("name").text().to_owned()));
            }
        })?;
        let mut has_parents = false;
        each(api, "categories", "category_id", |category, id| {
            has_parents |= *category.get("parent_id") != Value::Null;
            let parent = category.get("parent_id").text();
            let parent = if parent == "0" { String::new() } else { parent.to_owned() };
            let names = category.get("translations").members().iter();
            let names = names.map(|(locale, text)| (locale.to_string(), text.get("name").text().to_owned()));
            lookups.categories.push(Category { id, parent, names: names.collect() });
        })?;
        if !has_parents && !lookups.categories.is_empty() {
            let text = api.get(&Call::get("categories-tree"))?;
            lookups.hang(&api.parsed(&text)?, "");
        }
        Ok(lookups)
    }

    /// Takes the parents from the tree of ids below `parent`.
    fn hang(&mut self, tree: &Value<'_>, parent: &str) {
        for node in tree.list() {
            let id = node.get("id").text();
            if let Some(category) = self.categories.iter_mut().find(|category| category.id == id) {
                category.parent = parent.to_owned();
            }
            self.hang(node.get("children"), id);
        }
    }

    fn written(&self) -> String {
        let mut json = Writer::default();
        json.object(|json| {
            json.key("producers").object(|json| pairs(json, &self.producers));
            json.key("attributes").object(|json| pairs(json, &self.attributes));
            json.key("categories").object(|json| {
                for category in &self.categories {
                    json.named(&category.id).object(|json| {
                        json.key("parent").text(&category.parent);
                        json.key("names").object(|json| pairs(json, &category.names));
                    });
                }
            });
        });
        json.finish()
    }

    fn stored(kept: &Value<'_>) -> Self {
        let category = |(id, category): &(std::borrow::Cow<'_, str>, Value<'_>)| Category {
            id: id.to_string(),
            parent: category.get("parent").text().to_owned(),
            names: read_pairs(category.get("names")),
        };
        Lookups {
            producers: read_pairs(kept.get("producers")),
            attributes: read_pairs(kept.get("attributes")),
            categories: kept.get("categories").members().iter().map(category).collect(),
        }
    }

    pub fn producer(&self, id: &str) -> Option<&str> {
        named(&self.producers, id)
    }

    pub fn attribute(&self, id: &str) -> Option<&str> {
        named(&self.attributes, id)
    }

    /// The path of a category in a locale, such as `Home > Kitchen`; none if a name is missing.
    pub fn path(&self, id: &str, locale: &str) -> Option<String> {
        let (mut path, mut id) = (Vec::new(), id);
        // A tree is not deeper; a circle would have no end.
        while !id.is_empty() && path.len() < 20 {
            let category = self.categories.iter().find(|category| category.id == id)?;
            path.push(named(&category.names, locale)?);
            id = &category.parent;
        }
        path.reverse();
        (!path.is_empty()).then(|| path.join(" > "))
    }
}

/// Calls `found` with each object of a resource and its id.
fn each<C: Client>(
    api: &Api<'_, C>,
    resource: &str,
    key: &str,
    mut found: impl FnMut(&Value<'_>, String),
) -> Result<(), Fault> {
    let mut cursor = Cursor::read(None, PAGE);
    loop {
        let order = [key, " ASC"].concat();
        let text = match (api.get(&Call::get(resource).paged(cursor).with("order", &order)), cursor.smaller())
        {
            (Err(Fault::Unavailable(_)), Some(smaller)) => {
                cursor = smaller;
                continue;
            }
            (answer, _) => answer?,
        };
        let answer = api.parsed(&text)?;
        answer.get("list").list().iter().for_each(|one| found(one, one.get(key).text().to_owned()));
        if cursor.page >= answer.get("pages").count().unwrap_or_default() || cursor.page >= MOST_PAGES {
            return Ok(());
        }
        cursor = cursor.next();
    }
}

fn named<'n>(names: &'n [(String, String)], id: &str) -> Option<&'n str> {
    names.iter().find(|(known, _)| known == id).map(|(_, name)| name.as_str()).filter(|name| !name.is_empty())
}

fn pairs(json: &mut Writer, pairs: &[(String, String)]) {
    for (name, value) in pairs {
        json.named(name).text(value);
    }
}

fn read_pairs(object: &Value<'_>) -> Vec<(String, String)> {
    object.members().iter().map(|(name, value)| (name.to_string(), value.text().to_owned())).collect()
}
