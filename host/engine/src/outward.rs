//! The host functions that lead out of a run. Each counts as one call of the run, and the guest's clock is stopped
//! meanwhile.

use std::sync::Arc;

use futures::future::BoxFuture;
use wasmtime::Result;

use crate::bindings::sitewright::plugin::{http, search, store, types, web};
use crate::contract::Failure;
use crate::outside::{KeywordList, KeywordQuery, Outside, SearchQuery};
use crate::ports::Ports;
use crate::state::State;

type Answer<T> = Result<T, types::Failure>;

impl State {
    /// Calls the host's `Outside`, or refuses the call if there is none.
    async fn outward<T, U: From<T>>(
        &mut self,
        ask: impl for<'a> FnOnce(&'a dyn Outside) -> BoxFuture<'a, Result<T, Failure>>,
    ) -> Result<Answer<U>> {
        self.waiting(1, async |ports: Arc<dyn Ports>| match ports.outside() {
            Some(outside) => ask(outside).await.map(U::from).map_err(types::Failure::from),
            None => Err(types::Failure::Refused("There is no way out of this call.".to_owned())),
        })
        .await
    }
}

impl http::Host for State {
    async fn connections(&mut self) -> Result<Answer<Vec<http::Connection>>> {
        let connections: Answer<Vec<_>> = self.outward(|outside| outside.connections()).await?;
        Ok(connections.map(|all| all.into_iter().map(Into::into).collect()))
    }

    async fn send(&mut self, request: http::Request) -> Result<Answer<http::Response>> {
        self.outward(|outside| outside.send(request.into())).await
    }
}

impl search::Host for State {
    async fn query(
        &mut self,
        text: String,
        place: search::Place,
        depth: u32,
    ) -> Result<Answer<search::Answer>> {
        let query = SearchQuery { text, place: place.into(), depth };
        self.outward(|outside| outside.search(query)).await
    }

    async fn ideas(
        &mut self,
        seed: String,
        place: search::Place,
        limit: u32,
    ) -> Result<Answer<Vec<search::Keyword>>> {
        let query = KeywordQuery { seed, place: place.into(), limit };
        let ideas: Answer<Vec<_>> = self.outward(|outside| outside.keyword_ideas(query)).await?;
        Ok(ideas.map(|all| all.into_iter().map(Into::into).collect()))
    }

    async fn metrics(
        &mut self,
        keywords: Vec<String>,
        place: search::Place,
    ) -> Result<Answer<Vec<search::Keyword>>> {
        let query = KeywordList { keywords, place: place.into() };
        let metrics: Answer<Vec<_>> = self.outward(|outside| outside.keyword_metrics(query)).await?;
        Ok(metrics.map(|all| all.into_iter().map(Into::into).collect()))
    }
}

impl store::Host for State {
    async fn get(&mut self, key: String) -> Result<Answer<Option<Vec<u8>>>> {
        self.outward(|outside| outside.stored(key)).await
    }

    async fn set(&mut self, key: String, value: Vec<u8>) -> Result<Answer<()>> {
        self.outward(|outside| outside.store(key, value)).await
    }

    async fn delete(&mut self, key: String) -> Result<Answer<()>> {
        self.outward(|outside| outside.unstore(key)).await
    }

    async fn keys(&mut self, prefix: String) -> Result<Answer<Vec<String>>> {
        self.outward(|outside| outside.stored_keys(prefix)).await
    }
}

impl web::Host for State {
    async fn read(&mut self, url: String) -> Result<Answer<web::Page>> {
        self.outward(|outside| outside.read_page(url)).await
    }
}
