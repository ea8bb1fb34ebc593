//! The engine: installs plugins and holds what they share.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};

use tokio::sync::Semaphore;
use wasmtime::component::Component;

use crate::cache::{Cache, sha256};
use crate::compile::{self, Compiler};
use crate::division::Division;
use crate::error::{EngineError, InstallError, RunError};
use crate::plugin::{Loaded, Plugin};
use crate::pool;
use crate::runtime::GuestRuntime;
use crate::settings::Settings;
use crate::shape::Shape;
use crate::template::TemplateRunner;

/// Runs plugins. Cheap to clone; the threads and the pool end with the last clone and plugin.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// What all plugins of an engine share.
pub(crate) struct Shared {
    compiled: Arc<Division>,
    /// Made when the first script comes, so that a host without any pays nothing for it.
    scripts: OnceLock<Arc<Division>>,
    /// Held while that is made: a pool is worth making once only.
    scripts_in_the_making: Mutex<()>,
    pub(crate) guests: GuestRuntime,
    pub(crate) cache: Cache,
    compiler: Option<Compiler>,
    /// Children that may compile at the same time.
    compiling: Arc<Semaphore>,
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
        let division =
            Division::new(Shape::Compiled, &settings.limits, max_instances, settings.guest_threads)?;
        let cache = Cache::open(&settings.cache_dir, &division.lanes.first().wasmtime).map_err(|cause| {
            EngineError::CacheDir { path: settings.cache_dir.display().to_string(), cause }
        })?;
        tracing::info!(max_instances, guest_threads = settings.guest_threads, "plugin engine ready");
        Ok(Engine {
            shared: Arc::new(Shared {
                guests: GuestRuntime::start(settings.guest_threads, settings.guest_niceness)?,
                compiled: Arc::new(division),
                scripts: OnceLock::new(),
                scripts_in_the_making: Mutex::default(),
                cache,
                compiler: settings.compiler,
                compiling: Arc::new(Semaphore::new(compile::AT_ONCE)),
                loaded: AtomicUsize::new(0),
                broken: Mutex::default(),
                plugins: Mutex::default(),
            }),
        })
    }

    /// How many instances may live at the same time. Runs above it wait for a place.
    pub fn max_instances(&self) -> u32 {
        self.shared.compiled.instances
    }

    /// The threads of the guests. A run that is started from there saves the way between threads.
    pub fn runtime(&self) -> &tokio::runtime::Handle {
        self.shared.guests.handle()
    }

    /// Makes a component ready to run, or says why it is no plugin of ours. It is compiled the
    /// first time only, in the process that [`Settings::compiler`] names; later, and after a restart, it is loaded from the
    /// cache.
    pub async fn install(&self, wasm: Vec<u8>) -> Result<Plugin, InstallError> {
        self.compiled(wasm, Origin::Others).await.map(Plugin::of)
    }

    /// The same for a component that is as trustworthy as this program: it is compiled in this process.
    pub async fn install_own(&self, wasm: Vec<u8>) -> Result<Plugin, InstallError> {
        self.compiled(wasm, Origin::Own { runs_templates: false }).await.map(Plugin::of)
    }

    /// Makes the component ready that runs templates. It alone may ask for a template.
    pub async fn install_runner(&self, wasm: Vec<u8>) -> Result<TemplateRunner, InstallError> {
        let own = Origin::Own { runs_templates: true };
        self.compiled(wasm, own).await.map(|loaded| TemplateRunner { loaded })
    }

    async fn compiled(&self, wasm: Vec<u8>, origin: Origin) -> Result<Arc<Loaded>, InstallError> {
        let limit = self.shared.compiled.limits.component_bytes;
        if wasm.len() > limit {
            return Err(InstallError::TooBig { bytes: wasm.len(), limit });
        }
        refuse_other_formats(&wasm)?;
        let (digest, size, shape) = (sha256(&wasm), wasm.len(), Shape::of(&wasm));
        let compiler = self.shared.compiler.clone().filter(|_| origin == Origin::Others);
        let runs_templates = origin == Origin::Own { runs_templates: true };
        let source = Source { digest, size, shape, runs_templates, by_child: compiler.is_some() };
        let loaded = self.loaded(source, move |cache, division, digest| {
            let engine = &division.lanes.first().wasmtime;
            let shaped = (shape, &division.limits);
            cache.component(engine, shaped, digest, &wasm, compiler.as_ref()).map(Some)
        });
        loaded.await?.ok_or_else(|| InstallError::Internal("a compiled component is missing".to_owned()))
    }

    /// The plugin whose component has this digest and size, as it was compiled before; none where
    /// that was never, or for another engine.
    pub async fn load(&self, digest: &str, size: usize) -> Result<Option<Plugin>, InstallError> {
        let Some(shape) = self.shared.cache.knows(digest) else { return Ok(None) };
        let source =
            Source { digest: digest.to_owned(), size, shape, runs_templates: false, by_child: false };
        let loaded = self.loaded(source, move |cache, division, digest| {
            Ok(cache.compiled(&division.lanes.first().wasmtime, shape, digest))
        });
        Ok(loaded.await?.map(Plugin::of))
    }

    /// Whether [`Engine::load`] would most likely find something; a look at the disk and no more.
    pub fn is_compiled(&self, digest: &str) -> bool {
        self.shared.cache.knows(digest).is_some()
    }

    async fn loaded(
        &self,
        source: Source,
        make: impl FnOnce(&Cache, &Division, &str) -> Result<Option<Component>, InstallError> + Send + 'static,
    ) -> Result<Option<Arc<Loaded>>, InstallError> {
        let Source { digest, size, shape, runs_templates, by_child } = source;
        let slot = self.shared.slot(&digest);
        let mut slot = slot.lock().await;
        if let Some(loaded) = slot.upgrade().filter(|loaded| loaded.runs_templates == runs_templates) {
            return Ok(Some(loaded));
        }
        let shared = self.shared.clone();
        let permit = match by_child && !shared.cache.has(shape, &digest) {
            // Closed by nobody; held until the child has ended, whoever still waits for it.
            true => shared.compiling.clone().acquire_owned().await.ok(),
            false => None,
        };
        let loading = self.runtime().spawn_blocking(move || {
            let _permit = permit;
            let division = shared.division(shape)?;
            let Some(component) = make(&shared.cache, &division, &digest)? else { return Ok(None) };
            Loaded::link(shared, division, digest, size, component, runs_templates).map(Some)
        });
        let loaded = loading.await.map_err(|error| InstallError::Internal(error.to_string()))??;
        let Some(loaded) = loaded.map(Arc::new) else { return Ok(None) };
        *slot = Arc::downgrade(&loaded);
        Ok(Some(loaded))
    }

    /// The figures at this moment.
    pub fn stats(&self) -> Stats {
        let shared = &self.shared;
        let mut stats = Stats {
            loaded_plugins: shared.loaded.load(Relaxed),
            failed: lock(&shared.broken).clone(),
            ..Stats::default()
        };
        for division in std::iter::once(&shared.compiled).chain(shared.scripts.get()) {
            let lanes = &division.lanes;
            stats.instances += division.instances.saturating_sub(lanes.free() as u32);
            stats.max_instances += division.instances;
            stats.queued += lanes.queued();
            stats.running += lanes.running();
            stats.finished += lanes.finished();
        }
        stats
    }
}

impl Shared {
    pub(crate) fn note_end(&self, error: Option<&RunError>) {
        if let Some(error) = error {
            *lock(&self.broken).entry(error.code()).or_default() += 1;
        }
    }

    /// Where components of this shape run.
    fn division(&self, shape: Shape) -> Result<Arc<Division>, InstallError> {
        if shape == Shape::Compiled {
            return Ok(self.compiled.clone());
        }
        let _making = lock(&self.scripts_in_the_making);
        if let Some(scripts) = self.scripts.get() {
            return Ok(scripts.clone());
        }
        let instances = pool::scripts_among(self.compiled.instances);
        // One lane: an interpreter takes a hundred times as long as the places of a pool cost on two cores, and
        // compiled code is mapped once for each lane.
        let scripts = Division::new(Shape::Script, &self.compiled.limits.of_scripts(), instances, 1)
            .map_err(|error| InstallError::Internal(error.to_string()))?;
        tracing::info!(instances, "plugin engine ready for scripts");
        Ok(self.scripts.get_or_init(|| Arc::new(scripts)).clone())
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

/// Where a component comes from.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// From those who made this program. One of theirs runs templates.
    Own {
        runs_templates: bool,
    },
    Others,
}

/// What is known of a component before it is loaded.
struct Source {
    digest: String,
    size: usize,
    shape: Shape,
    runs_templates: bool,
    /// Whether a child compiles it where it is not in the cache.
    by_child: bool,
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
