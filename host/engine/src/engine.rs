//! The engine: installs plugins and holds their shared state.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicUsize;
use std::sync::{MutexGuard, OnceLock, Weak};

use tokio::sync::Semaphore;
use wasmtime::component::Component;

use crate::cache::{Cache, sha256};
use crate::compile::{self, Compiler};
use crate::division::Division;
use crate::error::EngineError;
use crate::plugin::{Loaded, Plugin};
use crate::pool;
use crate::prelude::*;
use crate::runtime::GuestRuntime;
use crate::settings::Settings;
use crate::template::TemplateRunner;

/// Runs plugins. Cheap to clone; the threads and the pool end when the last clone and the last plugin are dropped.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// State that all plugins of an engine share.
pub(crate) struct Shared {
    compiled: Arc<Division>,
    /// Created with the first script, so that a host without scripts does not pay for it.
    scripts: OnceLock<Arc<Division>>,
    /// Held while `scripts` is created, so that only one pool is reserved.
    scripts_init: Mutex<()>,
    pub(crate) guests: GuestRuntime,
    pub(crate) cache: Cache,
    compiler: Option<Compiler>,
    /// Limits the number of children that compile at the same time.
    compiling: Arc<Semaphore>,
    pub(crate) loaded: AtomicUsize,
    broken: Mutex<BTreeMap<&'static str, u64>>,
    /// The plugins in use, by digest. An installation holds the lock of its slot, so that concurrent requests compile
    /// the same component once.
    plugins: Mutex<HashMap<String, Slot>>,
}

type Slot = Arc<tokio::sync::Mutex<Weak<Loaded>>>;

/// Statistics of an engine, for metrics.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Slots of the pool that are in use, and the size of the pool.
    pub instances: u32,
    pub max_instances: u32,
    /// Runs that wait for a slot.
    pub queued: usize,
    /// Runs in a live instance, computing or waiting for the host.
    pub running: usize,
    pub loaded_plugins: usize,
    /// Runs that ended with an outcome since the start.
    pub finished: u64,
    /// Runs that ended with an error, by the error's code.
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
                scripts_init: Mutex::default(),
                cache,
                compiler: settings.compiler,
                compiling: Arc::new(Semaphore::new(compile::AT_ONCE)),
                loaded: AtomicUsize::new(0),
                broken: Mutex::default(),
                plugins: Mutex::default(),
            }),
        })
    }

    /// The maximum number of live instances. Further runs wait for a slot.
    pub fn max_instances(&self) -> u32 {
        self.shared.compiled.instances
    }

    /// The runtime of the guest threads. A run that is started there saves a switch between threads.
    pub fn runtime(&self) -> &tokio::runtime::Handle {
        self.shared.guests.handle()
    }

    /// Makes a component ready to run, or returns why it is not a plugin. It is compiled only the first time, in the
    /// process that [`Settings::compiler`] names; later, and after a restart, it is loaded from the cache.
    pub async fn install(&self, wasm: Vec<u8>) -> Result<Plugin, InstallError> {
        self.compiled(wasm, Origin::Others).await.map(Plugin::of)
    }

    /// Like [`Engine::install`], for a component that is as trusted as this program: it is compiled in this process.
    pub async fn install_own(&self, wasm: Vec<u8>) -> Result<Plugin, InstallError> {
        self.compiled(wasm, Origin::Own { runs_templates: false }).await.map(Plugin::of)
    }

    /// Installs the component that runs templates. Only this component may import a template.
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

    /// Loads the plugin whose component has this digest and size from the cache; `None` if it was never compiled, or
    /// for another engine.
    pub async fn load(&self, digest: &str, size: usize) -> Result<Option<Plugin>, InstallError> {
        let Some(shape) = self.shared.cache.shape_of(digest) else { return Ok(None) };
        let source =
            Source { digest: digest.to_owned(), size, shape, runs_templates: false, by_child: false };
        let loaded = self.loaded(source, move |cache, division, digest| {
            Ok(cache.compiled(&division.lanes.first().wasmtime, shape, digest))
        });
        Ok(loaded.await?.map(Plugin::of))
    }

    /// Whether [`Engine::load`] would probably find the plugin; only checks that the file exists.
    pub fn is_compiled(&self, digest: &str) -> bool {
        self.shared.cache.shape_of(digest).is_some()
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
            // The semaphore is never closed. The permit is held until the child has exited, even if the caller no
            // longer waits.
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

    /// The current statistics.
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

    /// Returns the division for components of this shape.
    fn division(&self, shape: Shape) -> Result<Arc<Division>, InstallError> {
        if shape == Shape::Compiled {
            return Ok(self.compiled.clone());
        }
        let _guard = lock(&self.scripts_init);
        if let Some(scripts) = self.scripts.get() {
            return Ok(scripts.clone());
        }
        let instances = pool::scripts_among(self.compiled.instances);
        // One lane: a run of an interpreter takes a hundred times as long as sharing a pool costs on two cores, and
        // each further lane would map the compiled code again.
        let scripts = Division::new(Shape::Script, &self.compiled.limits.of_scripts(), instances, 1)
            .map_err(|error| InstallError::Internal(error.to_string()))?;
        tracing::info!(instances, "plugin engine ready for scripts");
        Ok(self.scripts.get_or_init(|| Arc::new(scripts)).clone())
    }

    /// Returns the slot of this digest, and drops the slots that are no longer in use.
    fn slot(&self, digest: &str) -> Slot {
        let mut plugins = lock(&self.plugins);
        plugins.retain(|_, slot| {
            let being_installed = Arc::strong_count(slot) > 1;
            being_installed || slot.try_lock().is_ok_and(|loaded| loaded.strong_count() > 0)
        });
        plugins.entry(digest.to_owned()).or_default().clone()
    }
}

/// The origin of a component.
#[derive(Clone, Copy, PartialEq)]
enum Origin {
    /// Part of this program. One of these components runs templates.
    Own {
        runs_templates: bool,
    },
    Others,
}

/// Data about a component that is known before it is loaded.
struct Source {
    digest: String,
    size: usize,
    shape: Shape,
    runs_templates: bool,
    /// Whether a child process compiles it if it is not in the cache.
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
