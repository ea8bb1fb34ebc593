//! The engine: installs plugins and holds what they share.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use wasmtime::component::Component;

use crate::cache::{Cache, sha256};
use crate::error::{EngineError, InstallError, RunError};
use crate::lane::Lanes;
use crate::limits::Limits;
use crate::plugin::{Loaded, Plugin};
use crate::pool;
use crate::runtime::GuestRuntime;
use crate::settings::Settings;
use crate::template::TemplateRunner;
use crate::ticker::Ticker;

/// Runs plugins. Cheap to clone; the threads and the pool end with the last clone and plugin.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// What all plugins of an engine share.
pub(crate) struct Shared {
    pub(crate) lanes: Arc<Lanes>,
    pub(crate) limits: Limits,
    pub(crate) ticker: Ticker,
    pub(crate) guests: GuestRuntime,
    pub(crate) cache: Cache,
    max_instances: u32,
    pub(crate) loaded: AtomicUsize,
    broken: Mutex<BTreeMap<&'static str, u64>>,
    /// The plugins in use, by digest. Whoever installs holds the lock of its slot, so that the
    /// same component is compiled once however often it is asked for.
    plugins: Mutex<HashMap<String, Slot>>,
}

type Slot = Arc<tokio::sync::Mutex<Weak<Loaded>>>;

/// Figures of an engine, for metrics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Places of the pool that are taken, and how many it has.
    pub instances: u32,
    pub max_instances: u32,
    /// Runs that wait for a place.
    pub queued: usize,
    /// Runs in a live instance, computing or waiting for the host.
    pub running: usize,
    pub loaded_plugins: usize,
    /// Runs that ended with an outcome since the start.
    pub finished: u64,
    /// Runs that ended otherwise, by the code of the error.
    pub failed: BTreeMap<&'static str, u64>,
}

impl Engine {
    /// Starts the threads and reserves the pool.
    pub fn new(settings: Settings) -> Result<Engine, EngineError> {
        let max_instances = settings.max_instances.unwrap_or_else(pool::instances_for_this_machine).max(1);
        let lanes = Arc::new(Lanes::new(&settings.limits, max_instances, settings.guest_threads)?);
        let cache = Cache::open(&settings.cache_dir, &lanes.first().wasmtime).map_err(|cause| {
            EngineError::CacheDir { path: settings.cache_dir.display().to_string(), cause }
        })?;
        tracing::info!(max_instances, guest_threads = settings.guest_threads, "plugin engine ready");
        Ok(Engine {
            shared: Arc::new(Shared {
                ticker: Ticker::start(lanes.clone())?,
                guests: GuestRuntime::start(settings.guest_threads, settings.guest_niceness)?,
                lanes,
                limits: settings.limits,
                cache,
                max_instances,
                loaded: AtomicUsize::new(0),
                broken: Mutex::default(),
                plugins: Mutex::default(),
            }),
        })
    }

    /// How many instances may live at the same time. Runs above it wait for a place.
    pub fn max_instances(&self) -> u32 {
        self.shared.max_instances
    }

    /// The limits that every run has.
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// The threads of the guests. A run that is started from there saves the way between threads.
    pub fn runtime(&self) -> &tokio::runtime::Handle {
        self.shared.guests.handle()
    }

    /// Makes a component ready to run, or says why it is no plugin of ours. It is compiled the
    /// first time only; later, and after a restart, it is loaded from the cache.
    pub async fn install(&self, wasm: Vec<u8>) -> Result<Plugin, InstallError> {
        self.compiled(wasm, false).await.map(Plugin::of)
    }

    /// Makes the component ready that runs templates. It alone may ask for a template.
    pub async fn install_runner(&self, wasm: Vec<u8>) -> Result<TemplateRunner, InstallError> {
        self.compiled(wasm, true).await.map(|loaded| TemplateRunner { loaded })
    }

    async fn compiled(&self, wasm: Vec<u8>, runs_templates: bool) -> Result<Arc<Loaded>, InstallError> {
        let limit = self.shared.limits.component_bytes;
        if wasm.len() > limit {
            return Err(InstallError::TooBig { bytes: wasm.len(), limit });
        }
        refuse_other_formats(&wasm)?;
        let (digest, size) = (sha256(&wasm), wasm.len());
        let loaded = self.loaded(digest, size, runs_templates, move |shared, digest| {
            shared.cache.component(&shared.lanes.first().wasmtime, digest, &wasm).map(Some)
        });
        loaded.await?.ok_or_else(|| InstallError::Internal("a compiled component is missing".to_owned()))
    }

    /// The plugin whose component has this digest and size, as it was compiled before; none where
    /// that was never, or for another engine.
    pub async fn load(&self, digest: &str, size: usize) -> Result<Option<Plugin>, InstallError> {
        let loaded = self.loaded(digest.to_owned(), size, false, |shared, digest| {
            Ok(shared.cache.compiled(&shared.lanes.first().wasmtime, digest))
        });
        Ok(loaded.await?.map(Plugin::of))
    }

    /// Whether [`Engine::load`] would most likely find something; a look at the disk and no more.
    pub fn is_compiled(&self, digest: &str) -> bool {
        self.shared.cache.knows(digest)
    }

    async fn loaded(
        &self,
        digest: String,
        size: usize,
        runs_templates: bool,
        make: impl FnOnce(&Shared, &str) -> Result<Option<Component>, InstallError> + Send + 'static,
    ) -> Result<Option<Arc<Loaded>>, InstallError> {
        let slot = self.shared.slot(&digest);
        let mut slot = slot.lock().await;
        if let Some(loaded) = slot.upgrade().filter(|loaded| loaded.runs_templates == runs_templates) {
            return Ok(Some(loaded));
        }
        let shared = self.shared.clone();
        let loading = self.runtime().spawn_blocking(move || {
            let Some(component) = make(&shared, &digest)? else { return Ok(None) };
            Loaded::link(shared, digest, size, component, runs_templates).map(Some)
        });
        let loaded = loading.await.map_err(|error| InstallError::Internal(error.to_string()))??;
        let Some(loaded) = loaded.map(Arc::new) else { return Ok(None) };
        *slot = Arc::downgrade(&loaded);
        Ok(Some(loaded))
    }

    /// The figures at this moment.
    pub fn stats(&self) -> Stats {
        let shared = &self.shared;
        Stats {
            instances: shared.max_instances.saturating_sub(shared.lanes.free() as u32),
            max_instances: shared.max_instances,
            queued: shared.lanes.queued(),
            running: shared.lanes.running(),
            loaded_plugins: shared.loaded.load(Relaxed),
            finished: shared.lanes.finished(),
            failed: lock(&shared.broken).clone(),
        }
    }
}

impl Shared {
    pub(crate) fn note_end(&self, error: Option<&RunError>) {
        match error {
            None => self.lanes.here().note_finished(),
            Some(error) => *lock(&self.broken).entry(error.code()).or_default() += 1,
        }
    }

    /// Where the plugin of this digest is or will be; forgets those that nobody uses any more.
    fn slot(&self, digest: &str) -> Slot {
        let mut plugins = lock(&self.plugins);
        plugins.retain(|_, slot| {
            let being_installed = Arc::strong_count(slot) > 1;
            being_installed || slot.try_lock().is_ok_and(|loaded| loaded.strong_count() > 0)
        });
        plugins.entry(digest.to_owned()).or_default().clone()
    }
}

fn refuse_other_formats(wasm: &[u8]) -> Result<(), InstallError> {
    const MAGIC: &[u8] = b"\0asm";
    const CORE: &[u8] = &[1, 0, 0, 0];
    if wasmtime::Engine::detect_precompiled(wasm).is_some() {
        return Err(InstallError::Precompiled);
    }
    match wasm.strip_prefix(MAGIC) {
        Some(rest) if rest.starts_with(CORE) => Err(InstallError::CoreModule),
        Some(_) => Ok(()),
        None => Err(InstallError::NotAComponent),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
