//! The parts of DataForSEO's responses that are used.

use serde::Deserialize;
use sitewright_engine::Keyword;

#[derive(Deserialize)]
pub(super) struct Envelope<T> {
    pub status_code: u32,
    #[serde(default)]
    pub status_message: String,
    /// In US dollars.
    pub cost: Option<f64>,
    pub tasks: Option<Vec<Task<T>>>,
}

#[derive(Deserialize)]
pub(super) struct Task<T> {
    pub status_code: u32,
    #[serde(default)]
    pub status_message: String,
    pub result: Option<Vec<T>>,
}

/// `/serp/google/organic/live/advanced`
#[derive(Default, Deserialize)]
pub(super) struct Serp {
    pub item_types: Option<Vec<String>>,
    pub items: Option<Vec<Item>>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Item {
    /// A result.
    Organic { rank_group: u32, url: Option<String>, title: Option<String>, description: Option<String> },
    /// Questions of users.
    PeopleAlsoAsk { items: Option<Vec<Question>> },
    /// Other searches.
    RelatedSearches { items: Option<Vec<String>> },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub(super) struct Question {
    pub title: Option<String>,
}

/// `/dataforseo_labs/google/keyword_suggestions/live`
#[derive(Deserialize)]
pub(super) struct Ideas {
    pub items: Option<Vec<Idea>>,
}

#[derive(Deserialize)]
pub(super) struct Idea {
    keyword: String,
    keyword_info: Option<Info>,
    keyword_properties: Option<Properties>,
}

#[derive(Deserialize)]
struct Info {
    search_volume: Option<u32>,
    cpc: Option<f64>,
    competition: Option<f64>,
}

#[derive(Deserialize)]
struct Properties {
    keyword_difficulty: Option<f64>,
}

impl From<Idea> for Keyword {
    fn from(idea: Idea) -> Self {
        let info = idea.keyword_info.as_ref();
        Keyword {
            volume: info.and_then(|info| info.search_volume),
            cpc: info.and_then(|info| info.cpc),
            competition: info.and_then(|info| info.competition),
            difficulty: idea.keyword_properties.and_then(|properties| properties.keyword_difficulty),
            text: idea.keyword,
        }
    }
}

/// `/keywords_data/google_ads/search_volume/live`
#[derive(Deserialize)]
pub(super) struct Volume {
    pub keyword: String,
    pub search_volume: Option<u32>,
    pub cpc: Option<f64>,
    /// 0 to 100.
    pub competition_index: Option<f64>,
}

/// `/dataforseo_labs/google/bulk_keyword_difficulty/live`
#[derive(Deserialize)]
pub(super) struct Difficulties {
    pub items: Option<Vec<Scored>>,
}

#[derive(Deserialize)]
pub(super) struct Scored {
    pub keyword: String,
    pub keyword_difficulty: Option<f64>,
}
