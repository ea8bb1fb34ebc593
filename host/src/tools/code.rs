//! What a tool runs: a component that is ready from the start, or one that is loaded when somebody first needs it, so
//! that a thousand installed components cost a server's start nothing.
//!
//! Two tools may share one code, as those do that a shared component reads from a template.

use std::sync::Arc;

use sitewright_engine::{BoxFuture, Engine, InstallError, Permission, Plugin};
use tokio::sync::OnceCell;

/// Brings the bytes of a component; asked only where its compiled code is gone or fits another engine.
pub type Fetch = Arc<dyn Fn() -> BoxFuture<'static, anyhow::Result<Vec<u8>>> + Send + Sync>;

/// Code that can be run. Cheap to clone; clones share it.
#[derive(Clone)]
pub struct Code(Arc<Inner>);

struct Inner {
    plugin: OnceCell<Plugin>,
    permissions: Vec<Permission>,
    lazy: Option<Lazy>,
}

/// Where the code is until it is needed.
struct Lazy {
    engine: Engine,
    digest: String,
    size: usize,
    fetch: Fetch,
}

impl Code {
    /// Code that is ready.
    pub fn ready(plugin: Plugin) -> Self {
        let permissions = plugin.permissions().to_vec();
        Self(Arc::new(Inner { plugin: OnceCell::new_with(Some(plugin)), permissions, lazy: None }))
    }

    /// The code of a component with this digest and size, whose imports are known already.
    pub fn lazy(
        engine: &Engine,
        digest: String,
        size: usize,
        permissions: Vec<Permission>,
        fetch: Fetch,
    ) -> Self {
        let lazy = Lazy { engine: engine.clone(), digest, size, fetch };
        Self(Arc::new(Inner { plugin: OnceCell::new(), permissions, lazy: Some(lazy) }))
    }

    pub fn permissions(&self) -> &[Permission] {
        &self.0.permissions
    }

    /// The plugin; it is loaded where nobody needed it before.
    pub async fn plugin(&self) -> Result<&Plugin, InstallError> {
        self.0.plugin.get_or_try_init(|| self.load()).await
    }

    /// Compiles what was compiled for no engine like this one, so that no run has to wait for that.
    pub async fn prepare(&self) -> Result<(), InstallError> {
        match &self.0.lazy {
            Some(lazy) if self.loaded().is_none() && !lazy.engine.is_compiled(&lazy.digest) => {
                self.compile(lazy).await.map(drop)
            }
            _ => Ok(()),
        }
    }

    /// The plugin, where it is in memory already.
    pub fn loaded(&self) -> Option<&Plugin> {
        self.0.plugin.get()
    }

    /// Whether it broke down too often.
    pub fn is_quarantined(&self) -> bool {
        self.loaded().is_some_and(|plugin| plugin.quarantined().is_some())
    }

    async fn load(&self) -> Result<Plugin, InstallError> {
        let Some(lazy) = &self.0.lazy else {
            return Err(InstallError::Internal("code without a component".to_owned()));
        };
        match lazy.engine.load(&lazy.digest, lazy.size).await? {
            Some(plugin) => Ok(plugin),
            None => self.compile(lazy).await,
        }
    }

    async fn compile(&self, lazy: &Lazy) -> Result<Plugin, InstallError> {
        let wasm = (lazy.fetch)().await.map_err(|error| InstallError::Internal(format!("{error:#}")))?;
        let plugin = lazy.engine.install(wasm).await?;
        if plugin.digest() != lazy.digest {
            return Err(InstallError::Internal("the component is not the one that was checked".to_owned()));
        }
        Ok(plugin)
    }
}
