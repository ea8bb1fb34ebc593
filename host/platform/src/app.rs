//! The state that every handler can use: settings, database, secret key, bundle, metrics, and the parts that slices
//! add.

mod folder;

use std::any::{Any, TypeId, type_name};
use std::convert::Infallible;

use anyhow::Context as _;
use axum::http::request;

use crate::auth::SessionCache;
use crate::bundle::Bundle;
use crate::bus::Bus;
use crate::config::Config;
use crate::conversions::Conversions;
use crate::db::Db;
use crate::http::{Connections, Holders};
use crate::jobs::wakes::Jobs;
use crate::libraries::*;
use crate::locale::Locale;
use crate::metrics::Metrics;
use crate::process::Process;
use crate::rate::Rates;
use crate::tasks::Tasks;

/// The application: cheap to clone, one per server.
#[derive(Clone)]
pub struct App {
    pub config: Arc<Config>,
    pub db: Db,
    /// This process, as one of those that share the database.
    pub process: Process,
    /// Messages to and from the other processes.
    pub bus: Bus,
    pub bundle: Bundle,
    pub metrics: Metrics,
    /// Caches the user of each session, so that most requests do not query the database.
    pub sessions: Arc<SessionCache>,
    /// Permits for long computations.
    pub conversions: Arc<Conversions>,
    /// Background jobs.
    pub jobs: Jobs,
    /// Counters for rate limits.
    pub rates: Rates,
    /// The connections of clients.
    pub connections: Arc<Connections>,
    /// Open event streams, by account and by address.
    pub streams: Holders,
    /// Signs values that the server issues and later verifies, such as CSRF tokens.
    pub key: Arc<[u8; 32]>,
    /// The port of the separate socket listener, once it is open.
    pub socket_port: Arc<OnceLock<u16>>,
    /// The address on which the server listens, once it does.
    listening: Arc<OnceLock<SocketAddr>>,
    /// Cancelled when the server stops: streams end, and workers start nothing new.
    pub stop: CancellationToken,
    /// Background tasks that the server waits for when it stops.
    pub tasks: Tasks,
    parts: Arc<Parts>,
}

/// A handler takes the application as an argument.
impl FromRequestParts<Self> for App {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut request::Parts, app: &Self) -> Result<Self, Infallible> {
        Ok(app.clone())
    }
}

type Parts = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

impl App {
    /// Opens everything that the settings name. Slices add their parts later, see `lib.rs`.
    pub async fn open(config: Config) -> anyhow::Result<Self> {
        folder::open(&config.data, &config.database()?)?;
        let key = match &config.secret_key {
            Some(text) => {
                folder::key_of(text).context("SITEWRIGHT_SECRET_KEY is not 64 hexadecimal digits")?
            }
            None => folder::secret_key(&config.data.join("secret.key"))?,
        };
        let db = Db::open(&config.database()?).await?;
        let process = Process::new(&db, config.process_silence);
        let (stop, tasks) = (CancellationToken::new(), Tasks::default());
        let bus = Bus::open(config.redis_url.as_deref(), process.id(), &stop, &tasks)?;
        let rates = Rates::open(config.rate_counters, &bus, &stop, &tasks);
        Ok(Self {
            bus,
            process,
            bundle: Bundle::open(config.bundle.clone()),
            metrics: Metrics::install(),
            sessions: Arc::new(SessionCache::default()),
            conversions: Arc::default(),
            jobs: Jobs::default(),
            rates,
            connections: Arc::new(Connections::new(&config)),
            streams: Holders::default(),
            key: Arc::new(key),
            socket_port: Arc::default(),
            listening: Arc::default(),
            stop,
            tasks,
            parts: Arc::default(),
            config: Arc::new(config),
            db,
        })
    }

    /// The public address of the server, without a trailing slash. Never taken from a request, because a client can
    /// send any `Host`.
    pub fn url(&self) -> String {
        self.config.public_url(self.listening.get().copied().unwrap_or(self.config.listen))
    }

    /// The address of a language's site, without a trailing slash, such as `https://example.pl`.
    pub fn origin(&self, locale: Locale) -> String {
        self.config.site(locale).map_or_else(|| self.url(), |site| site.trim_end_matches('/').to_owned())
    }

    /// Stores the address on which the server listens.
    pub fn listens(&self, address: SocketAddr) {
        self.listening.get_or_init(|| address);
    }

    /// Adds the state of a slice, one value of each type. The platform does not depend on slices, so it keeps them by
    /// type.
    pub fn with<P: Any + Send + Sync>(mut self, part: P) -> Self {
        let mut parts = (*self.parts).clone();
        parts.insert(TypeId::of::<P>(), Arc::new(part));
        self.parts = Arc::new(parts);
        self
    }

    /// Returns the state of a slice. Panics if `lib.rs` does not add it: a bug that any test finds.
    pub fn part<P: Any + Send + Sync>(&self) -> &P {
        self.parts
            .get(&TypeId::of::<P>())
            .and_then(|part| part.downcast_ref())
            .unwrap_or_else(|| panic!("{} was not added to the application", type_name::<P>()))
    }

    /// Stops background work and closes the database.
    pub async fn close(self) {
        self.stop.cancel();
        self.tasks.close();
        if tokio::time::timeout(self.config.stop_timeout, self.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = self.tasks.len(), "some background tasks did not end in time");
        }
        if let Err(problem) = self.process.leave().await {
            tracing::warn!(%problem, "the end of this process could not be stored");
        }
        self.db.close().await;
    }
}
