//! A run's way out, as the engine asks for it: each answer is that of [`Way`], each refusal in the person's language.

use sitewright_engine::{
    BoxFuture, Connection, Failure, HttpRequest, HttpResponse, Keyword, KeywordList, KeywordQuery, Outside,
    Page, SearchAnswer, SearchQuery,
};

use super::ports::RunPorts;
use crate::{error::Result, outside::Way};

type Answer<'a, T> = BoxFuture<'a, Result<T, Failure>>;

impl RunPorts {
    fn outward<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Way) -> BoxFuture<'static, Result<T>>,
    ) -> Answer<'_, T> {
        let answer = self.way.as_ref().map(call);
        Box::pin(async move {
            let answer = answer.ok_or_else(|| Failure::Refused(String::new()))?;
            answer.await.map_err(|problem| self.refuse(problem))
        })
    }
}

impl Outside for RunPorts {
    fn connections(&self) -> Answer<'_, Vec<Connection>> {
        self.outward(Way::connections)
    }

    fn send(&self, request: HttpRequest) -> Answer<'_, HttpResponse> {
        self.outward(|way| way.send(request))
    }

    fn read_page(&self, url: String) -> Answer<'_, Page> {
        self.outward(|way| way.read_page(url))
    }

    fn search(&self, query: SearchQuery) -> Answer<'_, SearchAnswer> {
        self.outward(|way| way.search(query))
    }

    fn keyword_ideas(&self, query: KeywordQuery) -> Answer<'_, Vec<Keyword>> {
        self.outward(|way| way.keyword_ideas(query))
    }

    fn keyword_metrics(&self, query: KeywordList) -> Answer<'_, Vec<Keyword>> {
        self.outward(|way| way.keyword_metrics(query))
    }

    fn stored(&self, key: String) -> Answer<'_, Option<Vec<u8>>> {
        self.outward(|way| way.stored(key))
    }

    fn store(&self, key: String, value: Vec<u8>) -> Answer<'_, ()> {
        self.outward(|way| way.store(key, value))
    }

    fn unstore(&self, key: String) -> Answer<'_, ()> {
        self.outward(|way| way.unstore(key))
    }

    fn stored_keys(&self, prefix: String) -> Answer<'_, Vec<String>> {
        self.outward(|way| way.stored_keys(prefix))
    }
}
