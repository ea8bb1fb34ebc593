//! The column for comparison: wasmtime as its documentation shows it, with the engine's pool, epoch interruption,
//! limiter and caps, and a host that answers immediately.

use sitewright_engine::Limits;
use wasmtime::component::{Component, HasSelf, Linker};
use wasmtime::{Engine, Error, ResourceLimiter, Result, Store, UpdateDeadline};

use self::sitewright::plugin::{context, model, progress, types};

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "generator",
    imports: { default: async },
    exports: { default: async },
});

pub struct Bare {
    engine: Engine,
    generator: GeneratorPre<Host>,
    limits: Limits,
}

struct Host {
    answer: &'static str,
    memory_limit: usize,
}

impl Bare {
    pub fn new(limits: &Limits, instances: u32, wasm: &[u8]) -> Result<Self> {
        let engine = sitewright_engine::wasmtime_engine(limits, instances)?;
        let mut linker = Linker::new(&engine);
        Generator::add_to_linker::<_, HasSelf<Host>>(&mut linker, |host| host)?;
        let component = Component::from_binary(&engine, wasm)?;
        let generator = GeneratorPre::new(linker.instantiate_pre(&component)?)?;
        Ok(Self { engine, generator, limits: limits.clone() })
    }

    /// One fresh instance, one call, everything dropped.
    pub async fn call(&self, input: &String) -> Result<usize> {
        let host = Host { answer: super::ANSWER, memory_limit: self.limits.memory_bytes };
        let mut store = Store::new(&self.engine, host);
        store.limiter(|host| host);
        store.set_hostcall_fuel(self.limits.host_call_bytes);
        store.set_max_component_handles(self.limits.handles);
        store.epoch_deadline_callback(|_| Ok(UpdateDeadline::Yield(1)));
        store.set_epoch_deadline(1);
        let call = async {
            let generator = self.generator.instantiate_async(&mut store).await?;
            generator.sitewright_plugin_tool().call_run(&mut store, input).await
        };
        match tokio::time::timeout(self.limits.wall, call).await.map_err(Error::new)?? {
            Ok(outcome) => Ok(outcome.text.len()),
            Err(_) => Err(Error::msg("the guest refused the benchmark's input")),
        }
    }
}

impl types::Host for Host {}

impl context::Host for Host {
    async fn interface_language(&mut self) -> String {
        "en".to_owned()
    }

    async fn current_project(&mut self) -> Option<context::Project> {
        None
    }

    async fn brand_kit(&mut self) -> Option<context::Brand> {
        None
    }

    async fn now(&mut self) -> u64 {
        0
    }
}

impl model::Host for Host {
    async fn complete(
        &mut self,
        _request: model::Request,
    ) -> std::result::Result<model::Completion, types::Failure> {
        Ok(model::Completion { text: self.answer.to_owned(), words: 1, drafted: false })
    }

    async fn complete_all(
        &mut self,
        requests: Vec<model::Request>,
    ) -> Vec<std::result::Result<model::Completion, types::Failure>> {
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            answers.push(self.complete(request).await);
        }
        answers
    }

    async fn complete_seeing(
        &mut self,
        request: model::Request,
        _images: Vec<String>,
    ) -> std::result::Result<model::Completion, types::Failure> {
        self.complete(request).await
    }
}

impl progress::Host for Host {
    async fn report(&mut self, _done: u32, _total: u32, _label: String) {}
}

impl ResourceLimiter for Host {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= self.memory_limit)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(desired <= 10_000)
    }
}
