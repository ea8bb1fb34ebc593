//! The state of one run in its store: the ports, the counters, and the host functions.

use std::future::Future;
use std::pin::pin;
use std::task::Poll;

use futures::poll;
use wasmtime::{Error, ResourceLimiter};

use crate::bindings::sitewright::plugin::{context, progress, system, types};
use crate::clock::GuestClock;
use crate::contract::Context;
use crate::ports::Ports;
use crate::prelude::*;
use crate::rules::SiteCheck;
use crate::template::Template;
use crate::trim::Memory;

/// The data of the `Store` of one run.
pub(crate) struct State {
    pub(crate) ports: Arc<dyn Ports>,
    pub(crate) clock: Arc<GuestClock>,
    pub(crate) meter: Meter,
    pub(crate) host_calls: u64,
    /// The template of the run, if it runs one.
    pub(crate) template: Option<Arc<Template>>,
    /// The check of a site, if the call is one.
    pub(crate) site: Option<SiteCheck>,
    host_calls_limit: u64,
    /// The plugin's memory, known from its first request to the model on.
    pub(crate) memory: Memory,
}

impl State {
    pub(crate) fn new(
        ports: Arc<dyn Ports>,
        site: Option<SiteCheck>,
        clock: Arc<GuestClock>,
        shape: Shape,
        limits: &Limits,
    ) -> Self {
        let granted = ports.memory_bytes();
        let host_calls_limit = if site.is_some() { limits.site.host_calls } else { limits.host_calls };
        State {
            ports,
            clock,
            meter: Meter::new(shape, limits, granted),
            host_calls: 0,
            template: None,
            site,
            host_calls_limit,
            memory: Memory::default(),
        }
    }

    pub(crate) fn count(&mut self, calls: u64) -> Result<()> {
        self.host_calls = self.host_calls.saturating_add(calls);
        if self.host_calls > self.host_calls_limit {
            return Err(Error::new(Limit::HostCalls { calls: self.host_calls_limit }));
        }
        Ok(())
    }

    /// Every other host function that returns immediately goes through here, so that all calls are counted.
    fn at_once<T>(&mut self, answer: impl FnOnce(&dyn Ports) -> T) -> Result<T> {
        self.count(1)?;
        self.clock.enter_host();
        let answer = answer(&*self.ports);
        self.clock.leave_host();
        Ok(answer)
    }

    /// Reads a value that the run was started with. Reading is faster than stopping the guest's clock.
    fn read_context<T>(&mut self, read: impl FnOnce(&Context) -> T) -> Result<T> {
        self.count(1)?;
        Ok(read(self.ports.context()))
    }

    /// Every host function that may wait goes through here.
    pub(crate) async fn waiting<F: Future>(
        &mut self,
        calls: u64,
        answer: impl FnOnce(Arc<dyn Ports>) -> F,
    ) -> Result<F::Output> {
        self.count(calls)?;
        self.clock.enter_host();
        let mut answer = pin!(answer(self.ports.clone()));
        let answer = match poll!(answer.as_mut()) {
            Poll::Ready(answer) => answer,
            Poll::Pending => {
                self.memory.let_go();
                answer.await
            }
        };
        self.clock.leave_host();
        Ok(answer)
    }
}

impl types::Host for State {}

impl system::Host for State {}

impl context::Host for State {
    fn interface_language(&mut self) -> Result<String> {
        self.read_context(|context| context.interface_language.clone())
    }

    fn current_project(&mut self) -> Result<Option<context::Project>> {
        self.read_context(|context| context.project.clone())
    }

    fn brand_kit(&mut self) -> Result<Option<context::Brand>> {
        self.read_context(|context| context.brand.as_ref().map(context::Brand::from))
    }

    fn now(&mut self) -> Result<u64> {
        self.read_context(|context| context.now_ms)
    }
}

impl progress::Host for State {
    fn report(&mut self, done: u32, total: u32, label: String) -> Result<()> {
        self.at_once(|ports| ports.progress(done, total, &label))
    }
}

/// Keeps a run's memory within its limit. A refusal ends the run: a guest that only gets "no memory" traps with
/// "unreachable", which does not show the cause.
pub(crate) struct Meter {
    memory: usize,
    pub(crate) peak_memory: usize,
    memory_limit: Limit,
    memory_bytes: usize,
    table_limit: usize,
    shape: Shape,
}

impl Meter {
    fn new(shape: Shape, limits: &Limits, granted: Option<usize>) -> Self {
        let (memory_bytes, memory_limit) = match granted.filter(|bytes| *bytes < limits.memory_bytes) {
            Some(bytes) => (bytes, Limit::GrantedMemory { bytes }),
            None => (limits.memory_bytes, Limit::Memory { bytes: limits.memory_bytes }),
        };
        let table_limit = limits.table_elements;
        Meter { memory: 0, peak_memory: 0, memory_limit, memory_bytes, table_limit, shape }
    }
}

impl ResourceLimiter for Meter {
    fn memory_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        let memory = self.memory + desired.saturating_sub(current);
        if memory > self.memory_bytes {
            return Err(Error::new(self.memory_limit.clone()));
        }
        self.memory = memory;
        self.peak_memory = self.peak_memory.max(memory);
        Ok(true)
    }

    fn memory_grow_failed(&mut self, error: Error) -> Result<()> {
        Err(error.context(self.memory_limit.clone()))
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> Result<bool> {
        if desired > self.table_limit {
            return Err(Error::new(Limit::Table { elements: self.table_limit }));
        }
        Ok(true)
    }

    fn table_grow_failed(&mut self, error: Error) -> Result<()> {
        Err(error.context(Limit::Table { elements: self.table_limit }))
    }

    fn instances(&self) -> usize {
        self.shape.core_instances() as usize
    }

    fn tables(&self) -> usize {
        self.shape.tables() as usize
    }

    fn memories(&self) -> usize {
        1
    }
}
