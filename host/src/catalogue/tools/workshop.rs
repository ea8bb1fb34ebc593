//! Prepares a plugin's program to run: a component, or a template for the shared component that runs templates.

use std::sync::Arc;

use anyhow::Context as _;
use sitewright_engine::{Engine, Plugin, TemplateRunner};
use sitewright_package::Program;
use tokio::sync::OnceCell;

use super::warm::Warm;
use crate::platform::bundle::Bundle;

/// The component that runs templates.
const RUNNER: &str = "template-runner.wasm";

/// The engine with the component for templates, which is prepared on first use.
#[derive(Clone)]
pub struct Workshop {
    engine: Engine,
    bundle: Bundle,
    runner: Arc<OnceCell<TemplateRunner>>,
    warm: Warm,
}

impl Workshop {
    pub fn new(engine: Engine, bundle: &Bundle) -> Self {
        Self { engine, bundle: bundle.clone(), runner: Arc::default(), warm: Warm::default() }
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
            Program::Template(source) => Ok(self.runner().await?.plugin(source)),
        }
    }

    /// The same for one of the bundle, which was built with this program: it is trusted, and compiled in this
    /// process.
    pub(super) async fn own_plugin(&self, program: Program<'_>) -> anyhow::Result<Plugin> {
        let plugin = match program {
            Program::Component(wasm) => self.engine.install_own(wasm.to_vec()).await?,
            Program::Template(_) => self.plugin(program).await?,
        };
        Ok(plugin.own())
    }

    async fn runner(&self) -> anyhow::Result<&TemplateRunner> {
        let runner = self.runner.get_or_try_init(async || {
            let wasm = self.bundle.read(RUNNER).context("it is not in the bundle")?;
            anyhow::Ok(self.engine.install_runner(wasm.into_owned()).await?)
        });
        runner.await.context(RUNNER)
    }
}
