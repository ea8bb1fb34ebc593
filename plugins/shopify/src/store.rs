//! The languages and the currency of the shop. They are stored for the following calls, and read again when a list begins.

use sitewright_sdk::json::{Value, Writer, parse};
use sitewright_sdk::shop::{Client, Fault};

use crate::api::Api;
use crate::queries;

#[derive(Default)]
pub struct Store {
    /// The main one first.
    pub languages: Vec<String>,
    pub currency: String,
    /// The address of the shop's front page.
    pub url: String,
}

impl Store {
    /// From the answer to a query with `shop` and `shopLocales`.
    pub fn read(data: &Value<'_>) -> Self {
        let mut locales: Vec<&Value<'_>> = data.get("shopLocales").list().iter().collect();
        locales.sort_by_key(|locale| !locale.get("primary").is_on());
        let languages = locales.iter().map(|locale| locale.get("locale").text().to_owned());
        let currency = data.at(&["shop", "currencyCode"]).text().to_owned();
        let url = data.at(&["shop", "primaryDomain", "url"]).text().trim_end_matches('/').to_owned();
        Store { languages: languages.collect(), currency, url }
    }

    pub fn load<C: Client>(api: &Api<'_, C>, again: bool) -> Result<Self, Fault> {
        let key = ["store:", api.host()].concat();
        let kept = api.client.kept(&key).filter(|_| !again).and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(kept) = kept.as_deref().and_then(parse) {
            let languages = kept.get("languages").list().iter().map(|language| language.text().to_owned());
            let [currency, url] = ["currency", "url"].map(|name| kept.get(name).text().to_owned());
            return Ok(Store { languages: languages.collect(), currency, url });
        }
        let text = api.query(queries::STORE, 3.0, |_| {})?;
        let store = Self::read(&api.data(&text)?);
        let mut json = Writer::default();
        json.object(|json| {
            json.key("currency").text(&store.currency).key("url").text(&store.url);
            json.key("languages").texts(store.languages.iter().map(String::as_str));
        });
        api.client.keep(&key, json.finish().as_bytes());
        Ok(store)
    }

    pub fn main(&self) -> &str {
        self.languages.first().map_or("", String::as_str)
    }

    /// The languages of translations.
    pub fn others(&self) -> &[String] {
        self.languages.get(1..).unwrap_or_default()
    }
}
