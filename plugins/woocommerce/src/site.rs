//! What the items refer to: the language and the currency of the site, its SEO plugin, and its categories. They are stored
//! for the following calls, and read again when a list begins.

use sitewright_sdk::entities::without_entities;
use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{Client, Fault, tag_of};
use sitewright_sdk::{Decimal as _, Joined as _};

use crate::api::Api;
use crate::seo::Seo;

/// Pages of a hundred categories. Products in others have no path.
const MOST_PAGES: u32 = 20;

#[derive(Default)]
pub struct Site {
    pub name: String,
    pub url: String,
    pub language: String,
    pub currency: String,
    pub seo: Option<Seo>,
    categories: Vec<Category>,
}

#[derive(Default)]
struct Category {
    id: String,
    /// The id of the category above; 0 if there is none.
    parent: String,
    name: String,
}

impl Site {
    /// The settings of the site, without categories.
    pub fn fetch<C: Client>(api: &Api<'_, C>) -> Result<Self, Fault> {
        let index = api.send("GET", "?_fields=name,url,home", None)?;
        let index = api.parsed(api.text(&index)?)?;
        let status =
            api.send("GET", "wc/v3/system_status?_fields=environment,settings,active_plugins", None)?;
        let status = api.parsed(api.text(&status)?)?;
        let plugins = status.get("active_plugins").list().iter();
        let [name, home] = ["name", "home"].map(|name| index.get(name).text());
        let connection = api.connection();
        Ok(Site {
            name: if name.is_empty() { connection.name.clone() } else { without_entities(name) },
            url: if home.is_empty() { ["https://", &connection.host].concat() } else { home.to_owned() },
            language: tag_of(status.at(&["environment", "language"]).text()),
            currency: status.at(&["settings", "currency"]).text().to_owned(),
            seo: plugins.filter_map(|plugin| Seo::of(plugin.get("plugin").text())).next(),
            categories: Vec::new(),
        })
    }

    /// The site as it is stored; `again` reads it from the shop.
    pub fn load<C: Client>(api: &Api<'_, C>, kind: &str, again: bool) -> Result<Self, Fault> {
        let key = ["site:", &api.connection().host].concat();
        let kept = api.client.kept(&key).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(kept) = kept.as_deref().filter(|_| !again).and_then(parse) {
            return Ok(Self::stored(&kept));
        }
        let mut site = Self::fetch(api)?;
        site.categories = match kept.as_deref().and_then(parse) {
            // Only the paths of products need them.
            Some(kept) if kind != "product" => Self::stored(&kept).categories,
            _ => categories(api)?,
        };
        api.client.keep(&key, site.written().as_bytes());
        Ok(site)
    }

    fn written(&self) -> String {
        let mut json = Writer::default();
        json.object(|json| {
            json.key("name").text(&self.name).key("url").text(&self.url);
            json.key("language").text(&self.language).key("currency").text(&self.currency);
            json.key("seo").text(self.seo.map_or("", Seo::id));
            json.key("categories").object(|json| {
                for category in &self.categories {
                    json.named(&category.id).texts([category.parent.as_str(), &category.name]);
                }
            });
        });
        json.finish()
    }

    fn stored(kept: &Value<'_>) -> Self {
        let text = |name: &str| kept.get(name).text().to_owned();
        let categories = kept.get("categories").members().iter().map(|(id, category)| {
            let part = |place: usize| category.list().get(place).map_or("", Value::text).to_owned();
            Category { id: id.to_string(), parent: part(0), name: part(1) }
        });
        Site {
            name: text("name"),
            url: text("url"),
            language: text("language"),
            currency: text("currency"),
            seo: Seo::of(kept.get("seo").text()),
            categories: categories.collect(),
        }
    }

    /// The path of a category, such as `Home > Kitchen`.
    pub fn path(&self, id: &str) -> Option<String> {
        let (mut path, mut id) = (Vec::new(), id);
        // A tree is not deeper; a circle would have no end.
        while let Some(category) =
            self.categories.iter().find(|category| category.id == id && path.len() < 20)
        {
            path.push(category.name.as_str());
            id = &category.parent;
        }
        path.reverse();
        (!path.is_empty()).then(|| path.joined(" > "))
    }
}

fn categories<C: Client>(api: &Api<'_, C>) -> Result<Vec<Category>, Fault> {
    let mut categories = Vec::new();
    for page in 1..=MOST_PAGES {
        let query = ["?per_page=100&_fields=id,name,parent&orderby=id&page=", &page.decimal()].concat();
        let response = api.send("GET", &["wc/v3/products/categories", &query].concat(), None)?;
        let answer = api.parsed(api.text(&response)?)?;
        categories.extend(answer.list().iter().map(|category| Category {
            id: category.get("id").text().to_owned(),
            parent: category.get("parent").text().to_owned(),
            name: without_entities(category.get("name").text()),
        }));
        if answer.list().len() < 100 {
            break;
        }
    }
    Ok(categories)
}
