//! The code of a tool: either ready from the start, or loaded on demand and unloaded when unused, so that a thousand
//! installed components cost a server neither time nor memory.
//!
//! Its program is a component, or data for a shared component: a template for the one that runs templates, or rules for the
//! one that runs rules.

use std::sync::Arc;

use anyhow::Context as _;
use sitewright_engine::{BoxFuture, Engine, InstallError, Permission, Plugin, Quarantine, TemplateRunner};
use sitewright_package::Program;
use tokio::sync::OnceCell;

use super::warm::{Place, Warm};
use crate::platform::bundle::Bundle;

/// Reads the bytes of a component, if its compiled code is missing or for another engine; or the source of a
/// template.
pub type Fetch = Arc<dyn Fn() -> BoxFuture<'static, anyhow::Result<Vec<u8>>> + Send + Sync>;

/// Runnable code. Cheap to clone; clones share it.
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

/// How to load the code.
struct Lazy {
    place: Place,
    workshop: Workshop,
    stored: Stored,
    fetch: Fetch,
}

/// What is known about code that is not loaded.
pub struct Stored {
    /// It is a template or rules, so nothing is compiled.
    pub is_data: bool,
    pub digest: String,
    pub size: usize,
}

impl Code {
    /// Code that is ready.
    pub fn ready(plugin: Plugin) -> Self {
        let permissions = plugin.permissions().to_vec();
        Self(Arc::new(Inner { permissions, source: Source::Ready(plugin) }))
    }

    /// Code with known imports, loaded on demand.
    pub fn lazy(workshop: &Workshop, stored: Stored, permissions: Vec<Permission>, fetch: Fetch) -> Self {
        let lazy = Lazy { place: workshop.warm().place(), workshop: workshop.clone(), stored, fetch };
        Self(Arc::new(Inner { permissions, source: Source::Stored(lazy) }))
    }

    pub fn permissions(&self) -> &[Permission] {
        &self.0.permissions
    }

    /// The plugin, loaded if necessary.
    pub async fn plugin(&self) -> Result<Plugin, InstallError> {
        match &self.0.source {
            Source::Ready(plugin) => Ok(plugin.clone()),
            Source::Stored(lazy) => lazy.place.get(lazy.load()).await,
        }
    }

    /// Compiles the component if there is no code for this engine, so that no run has to wait for it.
    pub async fn prepare(&self) -> Result<(), InstallError> {
        match &self.0.source {
            Source::Stored(lazy) if lazy.is_to_be_compiled() => lazy.compile().await.map(drop),
            _ => Ok(()),
        }
    }

    /// The plugin, if it is in memory.
    pub fn loaded(&self) -> Option<Plugin> {
        match &self.0.source {
            Source::Ready(plugin) => Some(plugin.clone()),
            Source::Stored(lazy) => lazy.place.peek(),
        }
    }

    /// Whether it is quarantined for everyone.
    pub fn is_quarantined(&self) -> bool {
        self.loaded().is_some_and(|plugin| plugin.quarantined().is_some())
    }

    /// Why it is closed for this account and input, if it is.
    pub fn closed_for(&self, account: &str, input: &str) -> Option<Quarantine> {
        self.loaded()?.for_caller(account).quarantined_with(input)
    }
}

impl Lazy {
    async fn load(&self) -> Result<Plugin, InstallError> {
        let Stored { is_data, digest, size } = &self.stored;
        if *is_data {
            return self.of_data().await.map_err(|error| InstallError::Internal(format!("{error:#}")));
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
        !self.stored.is_data && !self.workshop.engine().is_compiled(&self.stored.digest)
    }

    /// The source comes from the package, whose digest was checked; its encoding is this version's.
    async fn of_data(&self) -> anyhow::Result<Plugin> {
        let source = (self.fetch)().await?;
        self.workshop.plugin(Program::of_data(std::str::from_utf8(&source)?)).await
    }
}

/// The component that runs templates.
const RUNNER: &str = "template-runner.wasm";
/// The component that runs the rules of packs that are data.
const RULE_RUNNER: &str = "rule-runner.wasm";

/// The engine with the components for data, which are prepared on first use.
#[derive(Clone)]
pub struct Workshop {
    engine: Engine,
    bundle: Bundle,
    runner: Arc<OnceCell<TemplateRunner>>,
    rule_runner: Arc<OnceCell<TemplateRunner>>,
    warm: Warm,
}

impl Workshop {
    pub fn new(engine: Engine, bundle: &Bundle) -> Self {
        let (runner, rule_runner) = Default::default();
        Self { engine, bundle: bundle.clone(), runner, rule_runner, warm: Warm::default() }
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The cache of installed packages.
    pub(super) fn warm(&self) -> &Warm {
        &self.warm
    }

    /// A plugin that is ready to run, from any publisher.
    pub async fn plugin(&self, program: Program<'_>) -> anyhow::Result<Plugin> {
        match program {
            Program::Component(wasm) => Ok(self.engine.install(wasm.to_vec()).await?),
            Program::Template(source) => Ok(self.runner(&self.runner, RUNNER).await?.plugin(source)),
            Program::Rules(source) => Ok(self.runner(&self.rule_runner, RULE_RUNNER).await?.plugin(source)),
        }
    }

    /// The same for one of the bundle, which was built with this program: it is trusted, and compiled in this
    /// process.
    pub(super) async fn own_plugin(&self, program: Program<'_>) -> anyhow::Result<Plugin> {
        let plugin = match program {
            Program::Component(wasm) => self.engine.install_own(wasm.to_vec()).await?,
            Program::Template(_) | Program::Rules(_) => self.plugin(program).await?,
        };
        Ok(plugin.own())
    }

    async fn runner<'r>(
        &self,
        runner: &'r OnceCell<TemplateRunner>,
        name: &'static str,
    ) -> anyhow::Result<&'r TemplateRunner> {
        let runner = runner.get_or_try_init(async || {
            let wasm = self.bundle.read(name).context("it is not in the bundle")?;
            anyhow::Ok(self.engine.install_runner(wasm.into_owned()).await?)
        });
        runner.await.context(name)
    }
}
