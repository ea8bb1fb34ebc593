//! What a tool runs: a component that is ready from the start, or one that is loaded when somebody needs it and goes
//! when nobody did for long, so that a thousand installed components cost a server neither time nor memory.
//!
//! Two tools may share one code, as those do that a shared component reads from a template.

use std::sync::Arc;

use sitewright_engine::{BoxFuture, InstallError, Permission, Plugin, Quarantine};
use sitewright_package::Program;

use super::{Workshop, warm::Place};

/// Brings the bytes of a component, where its compiled code is gone or fits another engine; or the source of a template.
pub type Fetch = Arc<dyn Fn() -> BoxFuture<'static, anyhow::Result<Vec<u8>>> + Send + Sync>;

/// Code that can be run. Cheap to clone; clones share it.
#[derive(Clone)]
pub struct Code(Arc<Inner>);

struct Inner {
    permissions: Vec<Permission>,
    source: Source,
}

enum Source {
    Ready(Plugin),
    Stored(Lazy),
}

/// Where the code is until it is needed.
struct Lazy {
    place: Place,
    workshop: Workshop,
    stored: Stored,
    fetch: Fetch,
}

/// What is known of code that is not there yet.
pub struct Stored {
    /// It is a template, of which nothing is compiled.
    pub is_template: bool,
    pub digest: String,
    pub size: usize,
}

impl Code {
    /// Code that is ready.
    pub fn ready(plugin: Plugin) -> Self {
        let permissions = plugin.permissions().to_vec();
        Self(Arc::new(Inner { permissions, source: Source::Ready(plugin) }))
    }

    /// Code whose imports are known already.
    pub fn lazy(workshop: &Workshop, stored: Stored, permissions: Vec<Permission>, fetch: Fetch) -> Self {
        let lazy = Lazy { place: workshop.warm().place(), workshop: workshop.clone(), stored, fetch };
        Self(Arc::new(Inner { permissions, source: Source::Stored(lazy) }))
    }

    pub fn permissions(&self) -> &[Permission] {
        &self.0.permissions
    }

    /// The plugin; it is loaded where it is not in memory.
    pub async fn plugin(&self) -> Result<Plugin, InstallError> {
        match &self.0.source {
            Source::Ready(plugin) => Ok(plugin.clone()),
            Source::Stored(lazy) => lazy.place.get(lazy.load()).await,
        }
    }

    /// Compiles what was compiled for no engine like this one, so that no run has to wait for that.
    pub async fn prepare(&self) -> Result<(), InstallError> {
        match &self.0.source {
            Source::Stored(lazy) if lazy.is_to_be_compiled() => lazy.compile().await.map(drop),
            _ => Ok(()),
        }
    }

    /// The plugin, where it is in memory already.
    pub fn loaded(&self) -> Option<Plugin> {
        match &self.0.source {
            Source::Ready(plugin) => Some(plugin.clone()),
            Source::Stored(lazy) => lazy.place.peek(),
        }
    }

    /// Whether it broke down too often to be run for anybody at this moment.
    pub fn is_quarantined(&self) -> bool {
        self.loaded().is_some_and(|plugin| plugin.quarantined().is_some())
    }

    /// Why it is closed for this account and input at this moment.
    pub fn closed_for(&self, account: &str, input: &str) -> Option<Quarantine> {
        self.loaded()?.for_caller(account).quarantined_with(input)
    }
}

impl Lazy {
    async fn load(&self) -> Result<Plugin, InstallError> {
        let Stored { is_template, digest, size } = &self.stored;
        if *is_template {
            return self.of_template().await.map_err(|error| InstallError::Internal(format!("{error:#}")));
        }
        match self.workshop.engine().load(digest, *size).await? {
            Some(plugin) => Ok(plugin),
            None => self.compile().await,
        }
    }

    async fn compile(&self) -> Result<Plugin, InstallError> {
        let wasm = (self.fetch)().await.map_err(|error| InstallError::Internal(format!("{error:#}")))?;
        let plugin = self.workshop.engine().install(wasm).await?;
        if plugin.digest() != self.stored.digest {
            return Err(InstallError::Internal("the component is not the one that was checked".to_owned()));
        }
        Ok(plugin)
    }

    fn is_to_be_compiled(&self) -> bool {
        !self.stored.is_template && !self.workshop.engine().is_compiled(&self.stored.digest)
    }

    /// What its source is made of is the package's, whose digest was checked; how it is written is this version's.
    async fn of_template(&self) -> anyhow::Result<Plugin> {
        let source = (self.fetch)().await?;
        self.workshop.plugin(Program::Template(std::str::from_utf8(&source)?)).await
    }
}
