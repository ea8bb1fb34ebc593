//! Search engines for plugins, through DataForSEO if the settings contain an account.

mod wire;

use anyhow::Context as _;
use reqwest::Client;
use sitewright_engine::{
    Hit, Keyword, KeywordList, KeywordQuery, Permission, Place, SearchAnswer, SearchQuery,
};

use self::wire::{Difficulties, Envelope, Ideas, Item, Serp, Volume};
use super::{Inner, refused, unavailable};
use crate::platform::fetch;
use crate::platform::prelude::*;

const TEXT_CHARS: std::ops::RangeInclusive<usize> = 1..=700;
const KEYWORD_CHARS: std::ops::RangeInclusive<usize> = 1..=80;
const MOST_HITS: u32 = 100;
const MOST_KEYWORDS: u32 = 1_000;
/// A response about a thousand keywords has some hundreds of kilobytes.
const ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// The API's status code for success.
const OK: u32 = 20_000;
/// The API's status code for "no results", which is not a failure. The same text also appears with other codes.
const NO_RESULTS: u32 = 40_102;
const NO_RESULTS_SAID: &str = "no search results";

/// The provider, shared by all runs.
pub(super) struct DataForSeo {
    client: Client,
    /// Without a trailing slash.
    url: String,
    login: String,
    password: String,
}

/// The body of a request: a list with one task.
#[derive(Default, Serialize)]
struct Task<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    keyword: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keywords: Option<&'a [String]>,
    location_code: u32,
    language_code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
}

impl<'a> Task<'a> {
    fn at(place: &'a Place) -> Self {
        Self { location_code: place.location_code, language_code: &place.language, ..Self::default() }
    }
}

impl DataForSeo {
    /// `None` if the settings contain no account.
    pub fn of(config: &Config) -> anyhow::Result<Option<Self>> {
        let Some((login, password)) = config.dataforseo_login.clone().zip(config.dataforseo_password.clone())
        else {
            return Ok(None);
        };
        let client = Client::builder()
            .user_agent(concat!("sitewright/", env!("CARGO_PKG_VERSION")))
            // The password would be sent along.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(config.search_timeout)
            .build()
            .context("cannot open a client for the search provider")?;
        let url = config.dataforseo_url.trim_end_matches('/').to_owned();
        Ok(Some(Self { client, url, login, password }))
    }

    pub async fn query(&self, way: &Inner, query: SearchQuery) -> Result<SearchAnswer> {
        let SearchQuery { text, place, depth } = query;
        check_text(&text, &TEXT_CHARS)?;
        check_place(&place)?;
        check_count(depth, MOST_HITS)?;
        let task = Task { keyword: Some(&text), depth: Some(depth), ..Task::at(&place) };
        let found: Option<Serp> = self.ask(way, "/serp/google/organic/live/advanced", &task).await?.pop();
        Ok(answer(found.unwrap_or_default(), depth))
    }

    pub async fn ideas(&self, way: &Inner, query: KeywordQuery) -> Result<Vec<Keyword>> {
        let KeywordQuery { seed, place, limit } = query;
        check_text(&seed, &KEYWORD_CHARS)?;
        check_place(&place)?;
        check_count(limit, MOST_KEYWORDS)?;
        let task = Task { keyword: Some(&seed), limit: Some(limit), ..Task::at(&place) };
        let path = "/dataforseo_labs/google/keyword_suggestions/live";
        let found: Vec<Ideas> = self.ask(way, path, &task).await?;
        let ideas = found.into_iter().flat_map(|ideas| ideas.items.unwrap_or_default()).map(Keyword::from);
        Ok(ideas.take(limit as usize).collect())
    }

    pub async fn metrics(&self, way: &Inner, query: KeywordList) -> Result<Vec<Keyword>> {
        let KeywordList { keywords, place } = query;
        check_place(&place)?;
        check_count(u32::try_from(keywords.len()).unwrap_or(u32::MAX), MOST_KEYWORDS)?;
        keywords.iter().try_for_each(|keyword| check_text(keyword, &KEYWORD_CHARS))?;
        let task = Task { keywords: Some(&keywords), ..Task::at(&place) };
        let (volumes, difficulties) = tokio::try_join!(
            self.ask::<Volume>(way, "/keywords_data/google_ads/search_volume/live", &task),
            self.ask::<Difficulties>(way, "/dataforseo_labs/google/bulk_keyword_difficulty/live", &task),
        )?;
        Ok(keywords.into_iter().map(|text| figures(text, &volumes, &difficulties)).collect())
    }

    /// Sends a request once: a failed one costs nothing, and the plugin decides whether to retry.
    async fn ask<T: DeserializeOwned>(&self, way: &Inner, path: &str, task: &Task<'_>) -> Result<Vec<T>> {
        let body = serde_json::to_vec(&[task])?;
        way.carry(Permission::Search, "sent", body.len())?;
        let request = self.client.post(format!("{}{path}", self.url)).body(body);
        let request =
            request.basic_auth(&self.login, Some(&self.password)).header("content-type", "application/json");
        let mut response = request.send().await.map_err(failed)?;
        if response.status() != StatusCode::OK {
            tracing::warn!(path, status = response.status().as_u16(), "the search provider refused");
            return Err(unavailable("outside.search-failed"));
        }
        let bytes = fetch::read(&mut response, ANSWER_BYTES.min(way.room().max(1))).await.map_err(|why| {
            tracing::warn!(path, ?why, "the search provider's response could not be read");
            unavailable("outside.search-failed")
        })?;
        way.carry(Permission::Search, "received", bytes.len())?;
        let envelope: Envelope<T> = serde_json::from_slice(&bytes).map_err(|error| {
            tracing::warn!(path, %error, "unexpected response of the search provider");
            unavailable("outside.search-failed")
        })?;
        results(path, envelope)
    }
}

fn failed(error: reqwest::Error) -> Problem {
    tracing::warn!(%error, "the search provider is not reachable");
    unavailable("outside.search-failed").because(error)
}

/// The results of the single task. Its cost is counted even without results.
fn results<T>(path: &str, envelope: Envelope<T>) -> Result<Vec<T>> {
    let dollars = envelope.cost.unwrap_or_default().clamp(0.0, 1_000.0);
    metrics::counter!("sitewright_search_microdollars_total").increment((dollars * 1e6).round() as u64);
    let task = envelope.tasks.unwrap_or_default().pop();
    match task {
        Some(task) if envelope.status_code == OK && task.status_code == OK => {
            Ok(task.result.unwrap_or_default())
        }
        Some(task) if found_nothing(&task) => Ok(Vec::new()),
        task => {
            let (status, message) = match &task {
                Some(task) => (task.status_code, &task.status_message),
                None => (envelope.status_code, &envelope.status_message),
            };
            tracing::warn!(path, status, message, "the search provider returned an error");
            Err(unavailable("outside.search-failed"))
        }
    }
}

fn found_nothing<T>(task: &wire::Task<T>) -> bool {
    task.status_code == NO_RESULTS || task.status_message.to_lowercase().contains(NO_RESULTS_SAID)
}

fn answer(found: Serp, depth: u32) -> SearchAnswer {
    let features = found.item_types.into_iter().flatten().filter(|kind| kind != "organic").collect();
    let mut answer = SearchAnswer { hits: Vec::new(), questions: Vec::new(), related: Vec::new(), features };
    for item in found.items.unwrap_or_default() {
        match item {
            Item::Organic { rank_group, url, title, description } => {
                let [url, title, snippet] = [url, title, description].map(Option::unwrap_or_default);
                answer.hits.push(Hit { position: rank_group, url, title, snippet });
            }
            Item::PeopleAlsoAsk { items } => {
                let titles = items.into_iter().flatten().filter_map(|question| question.title);
                answer.questions.extend(titles);
            }
            Item::RelatedSearches { items } => answer.related.extend(items.into_iter().flatten()),
            Item::Other => {}
        }
    }
    answer.hits.truncate(depth as usize);
    answer
}

/// The figures of a keyword; the provider returns keywords in lower case.
fn figures(text: String, volumes: &[Volume], difficulties: &[Difficulties]) -> Keyword {
    let low = text.to_lowercase();
    let volume = volumes.iter().find(|volume| volume.keyword.to_lowercase() == low);
    let mut scored = difficulties.iter().flat_map(|found| found.items.iter().flatten());
    let difficulty = scored.find(|scored| scored.keyword.to_lowercase() == low);
    Keyword {
        volume: volume.and_then(|volume| volume.search_volume),
        cpc: volume.and_then(|volume| volume.cpc),
        competition: volume.and_then(|volume| volume.competition_index).map(|index| index / 100.0),
        difficulty: difficulty.and_then(|scored| scored.keyword_difficulty),
        text,
    }
}

fn check_text(text: &str, chars: &std::ops::RangeInclusive<usize>) -> Result<()> {
    let fits =
        chars.contains(&text.chars().count()) && !text.trim().is_empty() && !text.contains(char::is_control);
    if fits { Ok(()) } else { Err(refused("outside.search-text").with("max", *chars.end())) }
}

fn check_place(place: &Place) -> Result<()> {
    let language = &place.language;
    let fits = (2..=7).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    if fits { Ok(()) } else { Err(refused("outside.search-place")) }
}

fn check_count(count: u32, most: u32) -> Result<()> {
    if (1..=most).contains(&count) { Ok(()) } else { Err(refused("outside.search-count").with("max", most)) }
}
