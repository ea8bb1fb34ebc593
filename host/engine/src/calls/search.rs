//! The interface `search`: search engines and keywords.

use serde::{Deserialize, Serialize};
use wasmtime::Result;

use crate::bindings::sitewright::plugin::search;
use crate::calls::{Answered, Call};
use crate::state::State;

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

impl search::Host for State {
    async fn query(
        &mut self,
        text: String,
        place: search::Place,
        depth: u32,
    ) -> Result<Answered<search::Answer>> {
        let query = SearchQuery { text, place: place.into(), depth };
        Ok(self.call::<SearchAnswer>(Call::SearchQuery(query)).await?.map(Into::into))
    }

    async fn ideas(
        &mut self,
        seed: String,
        place: search::Place,
        limit: u32,
    ) -> Result<Answered<Vec<search::Keyword>>> {
        let query = KeywordQuery { seed, place: place.into(), limit };
        self.keywords(Call::SearchIdeas(query)).await
    }

    async fn metrics(
        &mut self,
        keywords: Vec<String>,
        place: search::Place,
    ) -> Result<Answered<Vec<search::Keyword>>> {
        let query = KeywordList { keywords, place: place.into() };
        self.keywords(Call::SearchMetrics(query)).await
    }
}

impl State {
    async fn keywords(&mut self, call: Call) -> Result<Answered<Vec<search::Keyword>>> {
        let keywords = self.call::<Vec<Keyword>>(call).await?;
        Ok(keywords.map(|all| all.into_iter().map(Into::into).collect()))
    }
}
