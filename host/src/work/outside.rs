//! Egress of running plugins: external servers, web pages, search engines, and the plugin's store. Each run has one
//! [`Way`] with the grants of its tool's manifest, its limits and its counters; a tool that imports none of these
//! interfaces has none.

mod answer;
mod destination;
mod http;
mod redact;
mod request;
mod search;
mod store;
mod usage;
mod web;

use std::{borrow::Cow, sync::Arc};

use axum::http::StatusCode;
use futures::future::BoxFuture;
use reqwest::Client;
use sitewright_engine::{
    Connection, HttpRequest, HttpResponse, Keyword, KeywordList, KeywordQuery, Page, Permission,
    SearchAnswer, SearchQuery,
};
use tokio::{runtime::Handle, sync::OnceCell};
use tokio_util::task::AbortOnDropHandle;

use self::{redact::Redactor, search::DataForSeo, usage::Usage};
use crate::{
    billing::plans::SharedCeilings,
    catalogue::tools::{Grants, Tool},
    platform::{
        app::App,
        error::{Problem, Result},
        fetch::{Fetcher, Visit, guarded_client},
        slice::Slice,
    },
    work::connections::{self, Opened},
    workspace::projects,
};

pub use store::{OfProjects, belongings, forget_trial};

/// Implements a run's egress calls with its [`Way`]: for types with a method `outward`, which makes a call and
/// converts a refusal for the plugin.
macro_rules! outside_by_way {
    ($ports:ident) => {
        impl sitewright_engine::Outside for $ports {
            outside_by_way! {
                fn connections() -> Vec<sitewright_engine::Connection>;
                fn send(request: sitewright_engine::HttpRequest) -> sitewright_engine::HttpResponse;
                fn read_page(url: String) -> sitewright_engine::Page;
                fn search(query: sitewright_engine::SearchQuery) -> sitewright_engine::SearchAnswer;
                fn keyword_ideas(query: sitewright_engine::KeywordQuery) -> Vec<sitewright_engine::Keyword>;
                fn keyword_metrics(query: sitewright_engine::KeywordList) -> Vec<sitewright_engine::Keyword>;
                fn stored(key: String) -> Option<Vec<u8>>;
                fn store(key: String, value: Vec<u8>) -> ();
                fn unstore(key: String) -> ();
                fn stored_keys(prefix: String) -> Vec<String>;
            }
        }
    };
    ($(fn $call:ident($($name:ident: $type:ty),*) -> $answer:ty;)*) => {$(
        fn $call(
            &self,
            $($name: $type),*
        ) -> sitewright_engine::BoxFuture<'_, Result<$answer, sitewright_engine::Failure>> {
            self.outward(|way| way.$call($($name),*))
        }
    )*};
}
pub(crate) use outside_by_way;

pub const SLICE: Slice = Slice {
    personal_data: belongings,
    open: |app| Ok(projects::keep(app, OfProjects)),
    start: Some(|app| Box::pin(async { start(app) })),
    ..Slice::new("outside")
};

/// Adds the state of this slice: the clients for other servers.
pub fn start(app: App) -> anyhow::Result<App> {
    let outside = Outside(Arc::new(Shared {
        runtime: Handle::current(),
        client: guarded_client(&app.config)?,
        fetcher: Fetcher::new(&app.config)?,
        provider: DataForSeo::of(&app.config)?,
        app: app.clone(),
    }));
    Ok(app.with(outside))
}

/// The state that all runs share.
pub struct Outside(Arc<Shared>);

struct Shared {
    app: App,
    /// The host's runtime: a guest's thread must not wait for I/O.
    runtime: Handle,
    client: Client,
    fetcher: Fetcher,
    provider: Option<DataForSeo>,
}

/// The owner of a run.
#[derive(Debug, Clone)]
pub struct Whose {
    pub account: String,
    pub project: Option<i64>,
    pub tool: String,
    /// The trial of the run, if any: its stored data is separate.
    pub trial: Option<String>,
}

impl Whose {
    /// The name under which the tool stores data. Tool ids contain no dot.
    fn keeper(&self) -> Cow<'_, str> {
        match &self.trial {
            Some(trial) => trial_keeper(&self.tool, trial).into(),
            None => self.tool.as_str().into(),
        }
    }
}

fn trial_keeper(tool: &str, trial: &str) -> String {
    format!("{tool}·{trial}")
}

/// The egress of one run. Cheap to clone.
#[derive(Clone)]
pub struct Way(Arc<Inner>);

struct Inner {
    shared: Arc<Shared>,
    whose: Whose,
    grants: Arc<Grants>,
    ceilings: SharedCeilings,
    usage: Usage,
    keys: OnceCell<Keys>,
    /// One page at a time, with the robots.txt rules of its sites.
    visit: tokio::sync::Mutex<Option<Visit>>,
}

/// The user's connections, kept for the run.
struct Keys {
    connections: Vec<Opened>,
    redactor: Option<Redactor>,
}

impl Way {
    /// The egress of a run of this tool; `None` if the tool imports no egress interface.
    pub fn of(
        app: &App,
        tool: &Tool,
        ceilings: &SharedCeilings,
        whose: impl FnOnce() -> Whose,
    ) -> Option<Self> {
        let leads_out = |permission: &Permission| Permission::OUTSIDE.contains(permission);
        let leads_out = tool.code.permissions().iter().any(leads_out);
        leads_out.then(|| Self::to(app, tool.grants.clone(), ceilings.clone(), whose()))
    }

    /// The egress of a run with these grants.
    pub fn to(app: &App, grants: Arc<Grants>, ceilings: SharedCeilings, whose: Whose) -> Self {
        Self(Arc::new(Inner {
            shared: app.part::<Outside>().0.clone(),
            whose,
            grants,
            ceilings,
            usage: Usage::default(),
            keys: OnceCell::new(),
            visit: tokio::sync::Mutex::default(),
        }))
    }

    pub fn connections(&self) -> BoxFuture<'static, Result<Vec<Connection>>> {
        self.begin(Permission::Http, |inner| async move {
            let shown = |opened: &Opened| Connection {
                kind: opened.kind.clone(),
                name: opened.name.clone(),
                host: opened.host.clone(),
                login: opened.login.clone(),
                secrets: opened.secrets.keys().cloned().collect(),
            };
            Ok(inner.keys().await?.connections.iter().map(shown).collect())
        })
    }

    pub fn send(&self, request: HttpRequest) -> BoxFuture<'static, Result<HttpResponse>> {
        self.begin(Permission::Http, |inner| async move { http::send(&inner, request).await })
    }

    pub fn read_page(&self, url: String) -> BoxFuture<'static, Result<Page>> {
        self.begin(Permission::Web, |inner| async move { web::read(&inner, &url).await })
    }

    pub fn search(&self, query: SearchQuery) -> BoxFuture<'static, Result<SearchAnswer>> {
        self.begin(Permission::Search, |inner| async move { inner.provider()?.query(&inner, query).await })
    }

    pub fn keyword_ideas(&self, query: KeywordQuery) -> BoxFuture<'static, Result<Vec<Keyword>>> {
        self.begin(Permission::Search, |inner| async move { inner.provider()?.ideas(&inner, query).await })
    }

    pub fn keyword_metrics(&self, query: KeywordList) -> BoxFuture<'static, Result<Vec<Keyword>>> {
        self.begin(Permission::Search, |inner| async move { inner.provider()?.metrics(&inner, query).await })
    }

    pub fn stored(&self, key: String) -> BoxFuture<'static, Result<Option<Vec<u8>>>> {
        self.begin(Permission::Store, |inner| async move { store::get(&inner, &key).await })
    }

    pub fn store(&self, key: String, value: Vec<u8>) -> BoxFuture<'static, Result<()>> {
        self.begin(Permission::Store, |inner| async move { store::set(&inner, &key, value).await })
    }

    pub fn unstore(&self, key: String) -> BoxFuture<'static, Result<()>> {
        self.begin(Permission::Store, |inner| async move { store::delete(&inner, &key).await })
    }

    pub fn stored_keys(&self, prefix: String) -> BoxFuture<'static, Result<Vec<String>>> {
        self.begin(Permission::Store, |inner| async move { store::keys(&inner, &prefix).await })
    }

    /// Counts a call and runs it on the host's runtime. The call ends if the run ends.
    fn begin<T, F>(
        &self,
        interface: Permission,
        call: impl FnOnce(Arc<Inner>) -> F,
    ) -> BoxFuture<'static, Result<T>>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        if let Err(problem) = self.0.count(interface) {
            return Box::pin(async { Err(problem) });
        }
        let task = AbortOnDropHandle::new(self.0.shared.runtime.spawn(call(self.0.clone())));
        Box::pin(async move { task.await.unwrap_or_else(|error| Err(Problem::internal(error))) })
    }
}

impl Inner {
    fn count(&self, interface: Permission) -> Result<()> {
        let config = &self.shared.app.config;
        let most = match interface {
            Permission::Http => config.plugin_http_calls,
            Permission::Search => config.plugin_search_calls,
            Permission::Store => config.plugin_store_calls,
            _ => config.plugin_web_calls,
        };
        self.usage.call(&self.whose.tool, interface, most)
    }

    /// Counts sent or received bytes; refuses those beyond the limit.
    fn carry(&self, interface: Permission, way: &'static str, bytes: usize) -> Result<()> {
        self.usage.carry(&self.whose.tool, interface, way, bytes, self.shared.app.config.plugin_outside_bytes)
    }

    /// Bytes that a response may still have.
    fn room(&self) -> usize {
        let config = &self.shared.app.config;
        self.usage.left(config.plugin_outside_bytes).min(config.plugin_host_call_bytes)
    }

    /// The user's connections, looked up once.
    async fn keys(&self) -> Result<&Keys> {
        self.keys
            .get_or_try_init(|| async {
                let Whose { account, project, .. } = &self.whose;
                let kinds = &self.grants.connections;
                let connections = connections::opened(&self.shared.app, account, *project, kinds).await?;
                let redactor = Redactor::new(&connections)?;
                Ok(Keys { connections, redactor })
            })
            .await
    }

    fn provider(&self) -> Result<&DataForSeo> {
        let unconnected = || Problem::new(StatusCode::BAD_GATEWAY, "outside.search-unconnected");
        self.shared.provider.as_ref().ok_or_else(unconnected)
    }
}

/// A plugin's text for a message, cut to a readable length.
fn shown(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).take(100).collect()
}

/// The plugin may not do this.
fn refused(code: &'static str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, code)
}

/// An external server failed.
fn unavailable(code: &'static str) -> Problem {
    Problem::new(StatusCode::BAD_GATEWAY, code)
}
