//! What a running plugin may reach outside of its run: other people's systems, web pages, search engines, and what it
//! keeps. Each run has one way out with what its tool's manifest allows, its limits and its counts; a tool that imports
//! none of these has none.

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

/// Answers a run's calls to the outside by its [`Way`]: for types with a method `outward`, which makes a call and says what
/// the plugin is told where it is refused.
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

/// Adds what this slice keeps in memory: the ways to other servers.
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

/// What all ways out share.
pub struct Outside(Arc<Shared>);

struct Shared {
    app: App,
    /// The host's own threads: a guest's must not wait for what happens here.
    runtime: Handle,
    client: Client,
    fetcher: Fetcher,
    provider: Option<DataForSeo>,
}

/// For whom a way leads out.
#[derive(Debug, Clone)]
pub struct Whose {
    pub account: String,
    pub project: Option<i64>,
    pub tool: String,
    /// The trial that the run belongs to, where it does: what it keeps is nobody else's.
    pub trial: Option<String>,
}

impl Whose {
    /// The name under which the tool keeps things. No id of a tool has the dot.
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

/// The way out of one run. Cheap to clone.
#[derive(Clone)]
pub struct Way(Arc<Inner>);

struct Inner {
    shared: Arc<Shared>,
    whose: Whose,
    grants: Arc<Grants>,
    ceilings: SharedCeilings,
    usage: Usage,
    keys: OnceCell<Keys>,
    /// One page at a time, and what its sites ask of robots.
    visit: tokio::sync::Mutex<Option<Visit>>,
}

/// What the person has connected, for the time of a run.
struct Keys {
    connections: Vec<Opened>,
    redactor: Option<Redactor>,
}

impl Way {
    /// The way out for a run of this tool; none where the tool imports nothing that leads out.
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

    /// The way out for a run that may reach what these grants allow.
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

    /// Counts a call and makes it on the host's own threads. It ends where the run ends that waits for it.
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

    /// Counts what goes out or comes in; refuses what is beyond the limit.
    fn carry(&self, interface: Permission, way: &'static str, bytes: usize) -> Result<()> {
        self.usage.carry(&self.whose.tool, interface, way, bytes, self.shared.app.config.plugin_outside_bytes)
    }

    /// Bytes that may still come in one answer.
    fn room(&self) -> usize {
        let config = &self.shared.app.config;
        self.usage.left(config.plugin_outside_bytes).min(config.plugin_host_call_bytes)
    }

    /// What the person has connected, looked up once.
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

/// What a plugin wrote, for a sentence: as much of it as anybody reads.
fn shown(text: &str) -> String {
    text.chars().filter(|char| !char.is_control()).take(100).collect()
}

/// The plugin may not do this.
fn refused(code: &'static str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, code)
}

/// Somebody else's server did not do its part.
fn unavailable(code: &'static str) -> Problem {
    Problem::new(StatusCode::BAD_GATEWAY, code)
}
