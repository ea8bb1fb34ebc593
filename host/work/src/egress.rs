//! Egress of running plugins: external servers, web pages, search engines, and the plugin's store. Each run has one
//! [`Egress`] with the grants of its tool's manifest, its limits and its counters; a tool that imports none of these
//! interfaces has none.

mod destination;
mod http;
mod pace;
mod redact;
mod request;
mod search;
mod secrets;
mod store;
mod web;

use std::sync::RwLock;
use std::sync::atomic::{AtomicU32, AtomicUsize};

use anyhow::anyhow;
use reqwest::Client;
use sitewright_engine::{Answer, Call, Connection, Permission};
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;

use self::pace::Pace;
use self::redact::Redactor;
use self::search::DataForSeo;
use crate::billing::plans::SharedCeilings;
use crate::catalogue::tools::{Grants, Tool};
use crate::connections::{self, Opened};
use crate::platform::fetch::{Visit, guarded_client};
use crate::platform::prelude::*;
use crate::workspace::projects;

pub use pace::{HostPace, pace_of};
pub use store::{OfProjects, forget_trial};

pub const SLICE: Slice = Slice {
    tables: &[Table::personal("paces", &["account_id"]), Table::personal("plugin_store", &["account_id"])],
    personal_data: || Belongings { export: Some(store::own_files), ..Default::default() },
    open: |app| Ok(projects::keep(app, OfProjects)),
    start: Some(|app| Box::pin(async { start(app) })),
    ..Slice::new("egress")
};

/// Adds the state of this slice: the clients for other servers.
pub fn start(app: App) -> anyhow::Result<App> {
    let shared = Arc::new(Shared {
        runtime: Handle::current(),
        client: guarded_client(&app.config)?,
        fetcher: Fetcher::new(&app.config)?,
        provider: DataForSeo::of(&app.config)?,
        app: app.clone(),
    });
    Ok(app.with(Clients(shared)))
}

/// The state that all runs share.
struct Clients(Arc<Shared>);

struct Shared {
    app: App,
    /// The host's runtime: a guest's thread must not wait for I/O.
    runtime: Handle,
    client: Client,
    fetcher: Fetcher,
    provider: Option<DataForSeo>,
}

/// The connections of a run.
#[derive(Debug, Clone)]
pub enum Using {
    /// All that the tool's manifest permits.
    All,
    /// One connection of the account; its account may be empty.
    One(String),
    /// The operator's application of this kind of connections, for checks of signatures: it has no host.
    Application(String),
}

/// The owner of a run.
#[derive(Debug, Clone)]
pub struct Owner {
    pub account: String,
    pub project: Option<i64>,
    pub tool: String,
    pub connection: Using,
    /// The trial of the run, if any: its stored data is separate.
    pub trial: Option<String>,
}

impl Owner {
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
pub struct Egress(Arc<Inner>);

struct Inner {
    shared: Arc<Shared>,
    owner: Owner,
    grants: Arc<Grants>,
    ceilings: SharedCeilings,
    /// The calls of the run by interface, and the bytes of all of them.
    calls: [AtomicU32; Permission::EGRESS.len()],
    bytes: AtomicUsize,
    keys: RwLock<Option<Arc<Keys>>>,
    pace: Pace,
    /// One page at a time, with the robots.txt rules of its sites.
    visit: tokio::sync::Mutex<Option<Visit>>,
}

/// The user's connections, kept for the run.
struct Keys {
    connections: Vec<Arc<Opened>>,
    /// As they were before a secret was replaced.
    former: Vec<Arc<Opened>>,
    redactor: Option<Redactor>,
}

impl Egress {
    /// The egress of a run of this tool; `None` if the tool imports no egress interface.
    pub fn of(
        app: &App,
        tool: &Tool,
        ceilings: &SharedCeilings,
        owner: impl FnOnce() -> Owner,
    ) -> Option<Self> {
        Self::is_of(tool).then(|| Self::to(app, tool.grants.clone(), ceilings.clone(), owner()))
    }

    /// Whether the tool imports an egress interface.
    pub fn is_of(tool: &Tool) -> bool {
        tool.code.permissions().iter().any(|permission| Permission::EGRESS.contains(permission))
    }

    /// The egress of a run with these grants.
    pub fn to(app: &App, grants: Arc<Grants>, ceilings: SharedCeilings, owner: Owner) -> Self {
        Self(Arc::new(Inner {
            shared: app.part::<Clients>().0.clone(),
            owner,
            grants,
            ceilings,
            calls: Default::default(),
            bytes: AtomicUsize::default(),
            keys: RwLock::default(),
            pace: Pace::default(),
            visit: tokio::sync::Mutex::default(),
        }))
    }

    /// How long its calls have waited for their turns, and will wait.
    pub fn waited(&self) -> Duration {
        self.0.pace.waited()
    }

    /// Counts a call towards the run's limits; refuses one beyond them.
    pub fn count(&self, call: &Call) -> Result<()> {
        let (config, interface) = (&self.0.shared.app.config, call.permission());
        let most = match interface {
            Permission::Http => config.plugin_http_calls,
            Permission::Search => config.plugin_search_calls,
            Permission::Store => config.plugin_store_calls,
            _ => config.plugin_web_calls,
        };
        let place = Permission::EGRESS.iter().position(|known| *known == interface).unwrap_or_default();
        if self.0.calls[place].fetch_add(1, Relaxed) >= most {
            let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "outside.too-many-calls");
            return Err(problem.with("interface", interface.name()).with("max", most));
        }
        let tool = self.0.owner.tool.clone();
        metrics::counter!("sitewright_outside_calls_total", "tool" => tool, "interface" => interface.name())
            .increment(1);
        Ok(())
    }

    /// Counts a call and answers it on the host's runtime. The call ends if the run ends.
    pub fn call(&self, call: Call) -> BoxFuture<'static, Result<Answer>> {
        if let Err(problem) = self.count(&call) {
            return Box::pin(async { Err(problem) });
        }
        let task = AbortOnDropHandle::new(self.0.shared.runtime.spawn(answer(self.0.clone(), call)));
        Box::pin(async move { task.await.unwrap_or_else(|error| Err(Problem::internal(error))) })
    }
}

async fn answer(inner: Arc<Inner>, call: Call) -> Result<Answer> {
    Ok(match call {
        Call::ModelComplete(_) => {
            return Err(Problem::internal(anyhow!("the model is not reached by egress")));
        }
        Call::HttpConnections {} => inner.connections().await?.into(),
        Call::HttpSend(request) => http::send(&inner, request, 1.0).await?.into(),
        Call::HttpSendAt { request, cost } => http::send(&inner, request, cost).await?.into(),
        Call::HttpPace { host, allowance } => http::pace(&inner, &host, allowance).await?.into(),
        Call::HttpRenew { request, taken } => secrets::renew(&inner, request, taken).await?.into(),
        Call::HttpDigest(request) => secrets::digest(&inner, request).await?.into(),
        Call::WebRead { url } => web::read(&inner, &url).await?.into(),
        Call::SearchQuery(query) => inner.provider()?.query(&inner, query).await?.into(),
        Call::SearchIdeas(query) => inner.provider()?.ideas(&inner, query).await?.into(),
        Call::SearchMetrics(query) => inner.provider()?.metrics(&inner, query).await?.into(),
        Call::StoreGet { key } => store::get(&inner, &key).await?.into(),
        Call::StoreSet { key, value } => store::set(&inner, &key, value).await?.into(),
        Call::StoreDelete { key } => store::delete(&inner, &key).await?.into(),
        Call::StoreKeys { prefix } => store::keys(&inner, &prefix).await?.into(),
    })
}

impl Inner {
    /// Counts bytes that were `sent` or `received`; refuses those beyond the limit.
    fn carry(&self, interface: Permission, way: &'static str, bytes: usize) -> Result<()> {
        let most = self.shared.app.config.plugin_outside_bytes;
        let before = self.bytes.fetch_add(bytes, Relaxed);
        metrics::counter!(
            "sitewright_outside_bytes_total",
            "tool" => self.owner.tool.clone(), "interface" => interface.name(), "way" => way
        )
        .increment(bytes as u64);
        if before.saturating_add(bytes) > most {
            let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "outside.too-much-data");
            return Err(problem.with("max_kb", most / 1024));
        }
        Ok(())
    }

    /// Bytes that a response may still have.
    fn room(&self) -> usize {
        let config = &self.shared.app.config;
        let left = config.plugin_outside_bytes.saturating_sub(self.bytes.load(Relaxed));
        left.min(config.plugin_host_call_bytes)
    }

    async fn connections(&self) -> Result<Vec<Connection>> {
        let shown = |opened: &Arc<Opened>| Connection {
            kind: opened.kind.clone(),
            name: opened.name.clone(),
            host: opened.host.clone(),
            login: opened.login.clone(),
            secrets: opened.secrets.keys().cloned().collect(),
        };
        Ok(self.keys().await?.connections.iter().map(shown).collect())
    }

    /// The user's connections, looked up once.
    async fn keys(&self) -> Result<Arc<Keys>> {
        let known = || self.keys.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(keys) = known() {
            return Ok(keys);
        }
        let Owner { account, project, connection, .. } = &self.owner;
        let (app, kinds) = (&self.shared.app, &self.grants.connections);
        let connections = match connection {
            Using::One(id) => connections::opened_one(app, account, id, kinds).await?.into_iter().collect(),
            Using::All => connections::opened(app, account, *project, kinds).await?,
            Using::Application(kind) => vec![connections::opened_application(app, kind).await?],
        };
        let redactor = Redactor::new(&connections.iter().collect::<Vec<_>>())?;
        let connections = connections.into_iter().map(Arc::new).collect();
        let keys = Keys { connections, former: Vec::new(), redactor };
        // Of two calls that looked them up at the same time, the first one's result stays.
        let mut place = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        Ok(place.get_or_insert_with(|| Arc::new(keys)).clone())
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
