//! The interface `search`: search engines and keywords.

use crate::bindings::sitewright::plugin::search;
pub use crate::bindings::sitewright::plugin::search::{Answer as SearchAnswer, Hit, Keyword, Place};
use crate::prelude::*;

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

impl search::Host for State {
    async fn query(&mut self, text: String, place: Place, depth: u32) -> Result<Answered<SearchAnswer>> {
        self.call(Call::SearchQuery(SearchQuery { text, place, depth })).await
    }

    async fn ideas(&mut self, seed: String, place: Place, limit: u32) -> Result<Answered<Vec<Keyword>>> {
        self.call(Call::SearchIdeas(KeywordQuery { seed, place, limit })).await
    }

    async fn metrics(&mut self, keywords: Vec<String>, place: Place) -> Result<Answered<Vec<Keyword>>> {
        self.call(Call::SearchMetrics(KeywordList { keywords, place })).await
    }
}
