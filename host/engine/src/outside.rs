//! What a plugin can reach outside its run: external systems, web pages, search engines and its store. These
//! interfaces of `wit/plugin.wit` as plain Rust types, and the host's trait for them.

use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::bindings::sitewright::plugin::{http, search, web};
use crate::contract::Failure;

/// The host's side of the interfaces that lead out of a run, for one run. The engine calls a method only for a
/// component that imports it; the rules of [`Ports`](crate::Ports) apply here too.
pub trait Outside: Send + Sync {
    /// The user's connections, of the kinds that the plugin may use.
    fn connections(&self) -> BoxFuture<'_, Result<Vec<Connection>, Failure>>;
    /// Sends one request.
    fn send(&self, request: HttpRequest) -> BoxFuture<'_, Result<HttpResponse, Failure>>;
    /// Reads one web page.
    fn read_page(&self, url: String) -> BoxFuture<'_, Result<Page, Failure>>;
    /// Queries the search provider.
    fn search(&self, query: SearchQuery) -> BoxFuture<'_, Result<SearchAnswer, Failure>>;
    /// Returns keywords around a seed.
    fn keyword_ideas(&self, query: KeywordQuery) -> BoxFuture<'_, Result<Vec<Keyword>, Failure>>;
    /// Returns metrics of keywords.
    fn keyword_metrics(&self, query: KeywordList) -> BoxFuture<'_, Result<Vec<Keyword>, Failure>>;
    /// Returns the value of a key.
    fn stored(&self, key: String) -> BoxFuture<'_, Result<Option<Vec<u8>>, Failure>>;
    /// Sets the value of a key.
    fn store(&self, key: String, value: Vec<u8>) -> BoxFuture<'_, Result<(), Failure>>;
    /// Deletes a key and its value.
    fn unstore(&self, key: String) -> BoxFuture<'_, Result<(), Failure>>;
    /// Lists the keys with this prefix.
    fn stored_keys(&self, prefix: String) -> BoxFuture<'_, Result<Vec<String>, Failure>>;
}

/// A user's account with an external system, without its secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Connection {
    pub kind: String,
    pub name: String,
    pub host: String,
    pub login: String,
    /// The names of the secrets.
    pub secrets: Vec<String>,
}

/// A request from the plugin, with `{secret:NAME}` as the placeholder of a secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HttpRequest {
    pub method: String,
    pub url: String,
    /// Name and value.
    pub headers: Vec<(String, String)>,
    #[serde(with = "crate::octets")]
    pub body: Vec<u8>,
}

/// A response as the plugin may read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HttpResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    #[serde(with = "crate::octets")]
    pub body: Vec<u8>,
}

/// A parsed web page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    pub status: u16,
    pub title: String,
    pub description: String,
    pub canonical: String,
    pub language: String,
    /// Level and text.
    pub headings: Vec<(u8, String)>,
    pub text: String,
    pub links: Vec<Link>,
}

/// A link of a web page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    pub url: String,
    pub text: String,
    pub rel: String,
}

/// The market and language of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    pub location_code: u32,
    pub language: String,
}

/// A search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchQuery {
    pub text: String,
    pub place: Place,
    pub depth: u32,
}

/// A seed keyword and the number of ideas.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeywordQuery {
    pub seed: String,
    pub place: Place,
    pub limit: u32,
}

/// Keywords whose metrics are requested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeywordList {
    pub keywords: Vec<String>,
    pub place: Place,
}

/// A page of search results.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchAnswer {
    pub hits: Vec<Hit>,
    pub questions: Vec<String>,
    pub related: Vec<String>,
    pub features: Vec<String>,
}

/// One organic result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub position: u32,
    pub url: String,
    pub title: String,
    pub snippet: String,
}

/// A keyword and its metrics.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    pub text: String,
    pub volume: Option<u32>,
    pub cpc: Option<f64>,
    pub competition: Option<f64>,
    pub difficulty: Option<f64>,
}

impl From<Connection> for http::Connection {
    fn from(c: Connection) -> Self {
        http::Connection { kind: c.kind, name: c.name, host: c.host, login: c.login, secrets: c.secrets }
    }
}

impl From<http::Request> for HttpRequest {
    fn from(request: http::Request) -> Self {
        let headers = request.headers.into_iter().map(|header| (header.name, header.value)).collect();
        HttpRequest { method: request.method, url: request.url, headers, body: request.body }
    }
}

impl From<HttpResponse> for http::Response {
    fn from(response: HttpResponse) -> Self {
        let headers =
            response.headers.into_iter().map(|(name, value)| http::Header { name, value }).collect();
        http::Response { status: response.status, headers, body: response.body }
    }
}

impl From<Page> for web::Page {
    fn from(page: Page) -> Self {
        let Page { url, status, title, description, canonical, language, headings, text, links } = page;
        let headings = headings.into_iter().map(|(level, text)| web::Heading { level, text }).collect();
        let links = links.into_iter().map(|Link { url, text, rel }| web::Link { url, text, rel }).collect();
        web::Page { url, status, title, description, canonical, language, headings, text, links }
    }
}

impl From<search::Place> for Place {
    fn from(place: search::Place) -> Self {
        Place { location_code: place.location_code, language: place.language }
    }
}

impl From<SearchAnswer> for search::Answer {
    fn from(answer: SearchAnswer) -> Self {
        let hit = |Hit { position, url, title, snippet }| search::Hit { position, url, title, snippet };
        let hits = answer.hits.into_iter().map(hit).collect();
        let SearchAnswer { questions, related, features, .. } = answer;
        search::Answer { hits, questions, related, features }
    }
}

impl From<Keyword> for search::Keyword {
    fn from(keyword: Keyword) -> Self {
        let Keyword { text, volume, cpc, competition, difficulty } = keyword;
        search::Keyword { text, volume, cpc, competition, difficulty }
    }
}
