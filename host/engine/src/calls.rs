//! Host calls as data. One module for each interface has its types, their conversions, and the functions that a
//! plugin imports; each function makes a [`Call`] and passes it to [`Ports::call`](crate::Ports::call), so that
//! counting, limits, recording and replay are written once.

pub(crate) mod http;
pub(crate) mod model;
pub(crate) mod search;
pub(crate) mod store;
pub(crate) mod web;

use futures::future::{BoxFuture, FutureExt, join_all, ready};
use serde_json::{Value, from_value};
use sitewright_contract::Permission;
use wasmtime::Error;

use crate::bindings::sitewright::plugin::types;
use crate::contract::Failure;
use crate::prelude::*;
use http::{Allowance, Connection, DigestRequest, HttpRequest, HttpResponse, TakenSecret};
use model::{Completion, CompletionRequest};
use search::{Keyword, KeywordList, KeywordQuery, SearchAnswer, SearchQuery};
use web::Page;

/// A call of a plugin to the host, with its arguments. As JSON it is a part of recordings, whose format is stable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "call", content = "question")]
pub enum Call {
    /// Sends one request to the model.
    #[serde(rename = "model.complete")]
    ModelComplete(CompletionRequest),
    /// Lists the user's connections, of the kinds that the plugin may use.
    #[serde(rename = "http.connections")]
    HttpConnections {},
    /// Sends one request to an external system.
    #[serde(rename = "http.send")]
    HttpSend(HttpRequest),
    /// Sends one request that takes the place of several.
    #[serde(rename = "http.send-at")]
    HttpSendAt { request: HttpRequest, cost: f64 },
    /// Sets the pace of requests to a host.
    #[serde(rename = "http.pace")]
    HttpPace { host: String, allowance: Allowance },
    /// Replaces secrets of a connection.
    #[serde(rename = "http.renew")]
    HttpRenew { request: HttpRequest, taken: Vec<TakenSecret> },
    /// Hashes a message that may contain secrets.
    #[serde(rename = "http.digest")]
    HttpDigest(DigestRequest),
    /// Reads one web page.
    #[serde(rename = "web.read")]
    WebRead { url: String },
    /// Queries the search provider.
    #[serde(rename = "search.query")]
    SearchQuery(SearchQuery),
    /// Returns keywords around a seed.
    #[serde(rename = "search.ideas")]
    SearchIdeas(KeywordQuery),
    /// Returns metrics of keywords.
    #[serde(rename = "search.metrics")]
    SearchMetrics(KeywordList),
    /// Returns the value of a key.
    #[serde(rename = "store.get")]
    StoreGet { key: String },
    /// Sets the value of a key.
    #[serde(rename = "store.set")]
    StoreSet { key: String, value: Vec<u8> },
    /// Deletes a key and its value.
    #[serde(rename = "store.delete")]
    StoreDelete { key: String },
    /// Lists the keys with this prefix.
    #[serde(rename = "store.keys")]
    StoreKeys { prefix: String },
}

/// Defines the answers and their conversions.
macro_rules! answers {
    ($($variant:ident($type:ty),)*) => {
        /// The answer to a call.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Answer {
            $($variant($type),)*
        }

        $(
            impl From<$type> for Answer {
                fn from(answer: $type) -> Self {
                    Self::$variant(answer)
                }
            }

            impl TryFrom<Answer> for $type {
                type Error = Answer;

                fn try_from(answer: Answer) -> Result<Self, Answer> {
                    match answer {
                        Answer::$variant(answer) => Ok(answer),
                        other => Err(other),
                    }
                }
            }
        )*
    };
}

answers! {
    Completion(Completion),
    Connections(Vec<Connection>),
    Response(HttpResponse),
    Page(Page),
    Results(SearchAnswer),
    Keywords(Vec<Keyword>),
    Value(Option<Vec<u8>>),
    Text(String),
    Keys(Vec<String>),
    Done(()),
}

impl Call {
    /// The interface of the call.
    pub fn permission(&self) -> Permission {
        match self {
            Self::ModelComplete(_) => Permission::Model,
            Self::HttpConnections {}
            | Self::HttpSend(_)
            | Self::HttpSendAt { .. }
            | Self::HttpPace { .. }
            | Self::HttpRenew { .. }
            | Self::HttpDigest(_) => Permission::Http,
            Self::WebRead { .. } => Permission::Web,
            Self::SearchQuery(_) | Self::SearchIdeas(_) | Self::SearchMetrics(_) => Permission::Search,
            Self::StoreGet { .. }
            | Self::StoreSet { .. }
            | Self::StoreDelete { .. }
            | Self::StoreKeys { .. } => Permission::Store,
        }
    }

    /// The interface and function, such as `model.complete`.
    pub fn name(&self) -> String {
        self.part("call").as_str().unwrap_or_default().to_owned()
    }

    /// The arguments as JSON.
    pub fn question(&self) -> Value {
        self.part("question")
    }

    fn part(&self, name: &str) -> Value {
        serde_json::to_value(self).map(|mut call| call[name].take()).unwrap_or_default()
    }

    /// Reads the answer to this call from its JSON.
    pub fn read_answer(&self, answer: Value) -> serde_json::Result<Answer> {
        Ok(match self {
            Self::ModelComplete(_) => Answer::Completion(from_value(answer)?),
            Self::HttpConnections {} => Answer::Connections(from_value(answer)?),
            Self::HttpSend(_) | Self::HttpSendAt { .. } | Self::HttpRenew { .. } => {
                Answer::Response(from_value(answer)?)
            }
            Self::HttpDigest(_) => Answer::Text(from_value(answer)?),
            Self::WebRead { .. } => Answer::Page(from_value(answer)?),
            Self::SearchQuery(_) => Answer::Results(from_value(answer)?),
            Self::SearchIdeas(_) | Self::SearchMetrics(_) => Answer::Keywords(from_value(answer)?),
            Self::StoreGet { .. } => Answer::Value(from_value(answer)?),
            Self::HttpPace { .. } | Self::StoreSet { .. } | Self::StoreDelete { .. } => {
                Answer::Done(from_value(answer)?)
            }
            Self::StoreKeys { .. } => Answer::Keys(from_value(answer)?),
        })
    }

    /// The answer of a host that does not have this call. Released packages expect this text in their examples.
    pub fn refuse(&self) -> BoxFuture<'static, Result<Answer, Failure>> {
        ready(Err(Failure::Refused("There is no way out of this call.".to_owned()))).boxed()
    }
}

/// The result of a host function, for the plugin.
pub(crate) type Answered<T> = Result<T, types::Failure>;

impl State {
    /// Makes a call, which is counted; the guest's clock is stopped meanwhile.
    pub(crate) async fn call<T: TryFrom<Answer>>(&mut self, call: Call) -> wasmtime::Result<Answered<T>> {
        let answer = self.waiting(1, async |ports| ports.call(call).await).await?;
        convert(answer)
    }

    /// Makes independent calls at the same time; the answers have the order of the calls.
    pub(crate) async fn call_all<T: TryFrom<Answer>>(
        &mut self,
        calls: Vec<Call>,
    ) -> wasmtime::Result<Vec<Answered<T>>> {
        let count = calls.len().max(1) as u64;
        let answers =
            self.waiting(count, async |ports| join_all(calls.into_iter().map(|call| ports.call(call))).await);
        answers.await?.into_iter().map(convert).collect()
    }
}

fn convert<T: TryFrom<Answer>>(answer: Result<Answer, Failure>) -> wasmtime::Result<Answered<T>> {
    match answer {
        Ok(answer) => match T::try_from(answer) {
            Ok(answer) => Ok(Ok(answer)),
            Err(_) => Err(Error::msg("the host's answer belongs to another call")),
        },
        Err(failure) => Ok(Err(failure.into())),
    }
}
