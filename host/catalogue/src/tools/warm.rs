//! The cache of installed packages: recently run code and recently read descriptions, bounded regardless of the
//! number of packages.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use quick_cache::sync::Cache;
use quick_cache::{Lifecycle, UnitWeighter, Weighter};
use sitewright_engine::{InstallError, Plugin};

use super::described::Described;
use crate::platform::error::Result;

/// Plugins whose code stays loaded.
const PLUGINS: usize = 256;
/// Most descriptions in the cache, and their bytes.
const DESCRIPTIONS: usize = 2_000;
const DESCRIPTION_BYTES: u64 = 48 << 20;

type Plugins = Cache<u64, Plugin, UnitWeighter, quick_cache::DefaultHashBuilder, KeepQuarantined>;

/// The cache. Cheap to clone.
#[derive(Clone)]
pub struct Warm(Arc<Inner>);

struct Inner {
    plugins: Plugins,
    next: AtomicU64,
    descriptions: Cache<String, Arc<Described>, Bytes>,
}

impl Default for Warm {
    fn default() -> Self {
        let builder = quick_cache::DefaultHashBuilder::default();
        Self(Arc::new(Inner {
            plugins: Cache::with(PLUGINS, PLUGINS as u64, UnitWeighter, builder, KeepQuarantined),
            next: AtomicU64::new(0),
            descriptions: Cache::with_weighter(DESCRIPTIONS, DESCRIPTION_BYTES, Bytes),
        }))
    }
}

impl Warm {
    /// A cache slot for a plugin, which is released with the returned value.
    pub fn place(&self) -> Place {
        Place { warm: self.clone(), number: self.0.next.fetch_add(1, Relaxed) }
    }

    /// The description of this name, loaded if it is not cached.
    pub async fn described(
        &self,
        name: &str,
        read: impl Future<Output = Result<Described>>,
    ) -> Result<Arc<Described>> {
        self.0.descriptions.get_or_insert_async(name, async { read.await.map(Arc::new) }).await
    }
}

/// The cache slot of a plugin.
pub struct Place {
    warm: Warm,
    number: u64,
}

impl Place {
    pub fn peek(&self) -> Option<Plugin> {
        self.warm.0.plugins.peek(&self.number)
    }

    /// The plugin, loaded if it is not cached: once, however many callers wait.
    pub async fn get(
        &self,
        load: impl Future<Output = Result<Plugin, InstallError>>,
    ) -> Result<Plugin, InstallError> {
        self.warm.0.plugins.get_or_insert_async(&self.number, load).await
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.warm.0.plugins.remove(&self.number);
    }
}

/// A quarantined plugin is not evicted: loaded again it would be open again.
#[derive(Clone)]
struct KeepQuarantined;

impl Lifecycle<u64, Plugin> for KeepQuarantined {
    type RequestState = ();

    fn is_pinned(&self, _: &u64, plugin: &Plugin) -> bool {
        plugin.broken().is_some()
    }
}

#[derive(Clone)]
struct Bytes;

impl Weighter<String, Arc<Described>> for Bytes {
    fn weight(&self, name: &String, described: &Arc<Described>) -> u64 {
        (name.len() + described.size()) as u64
    }
}
