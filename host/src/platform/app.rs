//! What every handler can reach: settings, database, secret key, bundle, metrics, and the parts that slices add.

mod folder;

use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, OnceLock},
};

use anyhow::Context as _;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::platform::{
    auth::SessionCache,
    bundle::Bundle,
    bus::Bus,
    config::Config,
    conversions::Conversions,
    db::Db,
    http::{Holders, Lines},
    jobs::wakes::Jobs,
    metrics::Metrics,
    process::Process,
    rate::Rates,
};

/// The application: cheap to clone, one for each server.
#[derive(Clone)]
pub struct App {
    pub config: Arc<Config>,
    pub db: Db,
    /// This process among those that share the database.
    pub process: Process,
    /// The line to the others.
    pub bus: Bus,
    pub bundle: Bundle,
    pub metrics: Metrics,
    /// Who belongs to which session, so that most requests do not ask the database.
    pub sessions: Arc<SessionCache>,
    /// The places for work that computes for long.
    pub conversions: Arc<Conversions>,
    /// Background jobs.
    pub jobs: Jobs,
    /// How often things are done, for the limits on that.
    pub rates: Rates,
    /// The connections of clients.
    pub lines: Arc<Lines>,
    /// Event streams that are open, by account and address.
    pub streams: Holders,
    /// Signs what the server hands out and must recognise, such as CSRF tokens.
    pub key: Arc<[u8; 32]>,
    /// The port that sockets have to themselves, once it is open.
    pub socket_port: Arc<OnceLock<u16>>,
    /// Where the server listens, once it does.
    listening: Arc<OnceLock<SocketAddr>>,
    /// Cancelled when the server stops: streams end, workers take nothing new.
    pub stop: CancellationToken,
    /// Background tasks that the stopping server waits for.
    pub tasks: TaskTracker,
    parts: Arc<Parts>,
}

type Parts = HashMap<TypeId, Arc<dyn Any + Send + Sync>>;

impl App {
    /// Opens everything that the settings name. Slices add their parts afterwards, see `lib.rs`.
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
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
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
            lines: Arc::new(Lines::new(&config)),
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

    /// The address under which people reach the server, without a slash at its end. Never taken from a request, whose
    /// `Host` anybody can choose.
    pub fn url(&self) -> String {
        self.config.public_url(self.listening.get().copied().unwrap_or(self.config.listen))
    }

    /// Remembers where the server listens.
    pub fn listens(&self, address: SocketAddr) {
        self.listening.get_or_init(|| address);
    }

    /// Adds a slice's part: its state, one of each type. The spine does not know the slices, so it keeps them by type.
    pub fn with<P: Any + Send + Sync>(mut self, part: P) -> Self {
        let mut parts = (*self.parts).clone();
        parts.insert(TypeId::of::<P>(), Arc::new(part));
        self.parts = Arc::new(parts);
        self
    }

    /// A slice's part. Asking for one that `lib.rs` does not add is a mistake in the program, found by any test.
    pub fn part<P: Any + Send + Sync>(&self) -> &P {
        self.parts
            .get(&TypeId::of::<P>())
            .and_then(|part| part.downcast_ref())
            .unwrap_or_else(|| panic!("{} was not added to the application", type_name::<P>()))
    }

    /// Ends what runs in the background and closes the database.
    pub async fn close(self) {
        self.stop.cancel();
        self.tasks.close();
        if tokio::time::timeout(self.config.stop_timeout, self.tasks.wait()).await.is_err() {
            tracing::warn!(tasks = self.tasks.len(), "some background tasks did not end in time");
        }
        if let Err(problem) = self.process.leave().await {
            tracing::warn!(%problem, "the database was not told that this process ends");
        }
        self.db.close().await;
    }
}
