//! One call of a plugin: a fresh store, all limits set, the instance dropped afterwards.

use std::pin::pin;
use std::task::Poll;

use futures::poll;
use serde::de::IgnoredAny;
use wasmtime::component::{ComponentExportIndex, ComponentNamedList, Lift, Lower, TypedFunc};
use wasmtime::{Error, Store, UpdateDeadline};

use crate::answer::Answer;
use crate::bindings::exports::sitewright::plugin::tool;
use crate::bindings::sitewright::plugin::types;
use crate::clock::{GuestClock, clocked};
use crate::contract::{Descriptor, Failure, Outcome};
use crate::division::Division;
use crate::lane::Lane;
use crate::plugin::{Linked, Plugin};
use crate::ports::Ports;
use crate::prelude::*;
use crate::quarantine::Pass;
use crate::rules::SiteCheck;

/// The return types of the contract's exports.
pub(crate) type Described = (Answer<tool::Descriptor>,);
pub(crate) type Ran = (Answer<Result<tool::Outcome, types::Failure>>,);

/// How a run ended and the resources it used.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub result: Result<Outcome, RunError>,
    /// CPU time of the guest.
    pub guest_cpu: Duration,
    /// Time from the start of the guest to its end, including waiting, without queueing.
    pub wall: Duration,
    pub peak_memory_bytes: usize,
    pub host_calls: u64,
}

impl Report {
    pub(crate) fn not_started(error: RunError) -> Report {
        Report {
            result: Err(error),
            guest_cpu: Duration::ZERO,
            wall: Duration::ZERO,
            peak_memory_bytes: 0,
            host_calls: 0,
        }
    }
}

/// The resources that a call used.
pub(crate) struct Figures {
    pub(crate) guest_cpu: Duration,
    wall: Duration,
    peak_memory_bytes: usize,
    host_calls: u64,
    /// The check of a site, with its findings.
    pub(crate) site: Option<SiteCheck>,
}

/// Calls `tool.run`. Must be polled on the guest threads.
pub(crate) async fn run(plugin: &Plugin, input: &str, ports: Arc<dyn Ports>) -> Report {
    if plugin.is_rules() {
        let why = Failure::Refused("Rules run in a site audit and not by themselves.".to_owned());
        return Report::not_started(RunError::Failure(why));
    }
    let entered = match plugin.admit(input) {
        Ok(pass) => {
            let run = |linked: &Linked| linked.tool.as_ref().map(|tool| tool.run);
            let entered = enter::<_, Ran>(plugin, run, (input,), Host::of(ports)).await;
            entered.map(|ended| (pass, ended))
        }
        Err(quarantine) => Err(RunError::Quarantined(quarantine)),
    };
    let (pass, (answer, figures)) = match entered {
        Ok(ended) => ended,
        Err(refused) => {
            plugin.loaded.note_end(Some(&refused));
            return Report::not_started(refused);
        }
    };
    let result = answer.and_then(|(Answer(outcome),)| match outcome {
        Ok(outcome) => check_outcome(outcome, plugin.limits()),
        Err(failure) => Err(RunError::Failure(failure.into())),
    });
    note(plugin, pass, result.as_ref().err());
    let Figures { guest_cpu, wall, peak_memory_bytes, host_calls, .. } = figures;
    Report { result, guest_cpu, wall, peak_memory_bytes, host_calls }
}

/// Calls `tool.describe`. Must be polled on the guest threads.
pub(crate) async fn describe(
    plugin: &Plugin,
    language: &str,
    ports: Arc<dyn Ports>,
) -> Result<Descriptor, RunError> {
    // A description that works proves nothing about runs: it does not open the plugin.
    if let Some(quarantine) = plugin.broken() {
        return Err(RunError::Quarantined(quarantine));
    }
    let pass = plugin.admit(language).map_err(RunError::Quarantined)?;
    let describe = |linked: &Linked| linked.tool.as_ref().map(|tool| tool.describe);
    let (answer, _) = enter::<_, Described>(plugin, describe, (language,), Host::of(ports)).await?;
    let result = answer.and_then(|(Answer(descriptor),)| check_descriptor(descriptor));
    note(plugin, pass, result.as_ref().err());
    result
}

/// Calls an export of another interface than `tool`, whose index is `export`. `said` is the call with its arguments, for
/// the quarantine. Must be polled on the guest threads.
pub(crate) async fn call_other<P, R>(
    plugin: &Plugin,
    export: impl FnOnce(&Linked) -> Option<ComponentExportIndex> + Send,
    said: &str,
    arguments: P,
    ports: Arc<dyn Ports>,
) -> Result<R, RunError>
where
    P: ComponentNamedList + Lower + Send + Sync,
    R: Send + Sync + 'static,
    (Answer<R>,): ComponentNamedList + Lift,
{
    let unchecked = |answer, _: &mut Figures| Ok(answer);
    call_checked(plugin, export, said, arguments, Host::of(ports), unchecked).await.map(|(answer, _)| answer)
}

/// Like [`call_other`], with a check of the answer, whose error counts like one of the plugin.
pub(crate) async fn call_checked<P, R, T>(
    plugin: &Plugin,
    export: impl FnOnce(&Linked) -> Option<ComponentExportIndex> + Send,
    said: &str,
    arguments: P,
    host: Host,
    check: impl FnOnce(R, &mut Figures) -> Result<T, RunError> + Send,
) -> Result<(T, Figures), RunError>
where
    P: ComponentNamedList + Lower + Send + Sync,
    R: Send + Sync + 'static,
    (Answer<R>,): ComponentNamedList + Lift,
{
    let pass = plugin.admit(said).map_err(RunError::Quarantined)?;
    let (answer, mut figures) = enter::<P, (Answer<R>,)>(plugin, export, arguments, host).await?;
    let answer = answer.and_then(|(Answer(answer),)| check(answer, &mut figures));
    note(plugin, pass, answer.as_ref().err());
    answer.map(|answer| (answer, figures))
}

/// The host's side of a call.
pub(crate) struct Host {
    pub(crate) ports: Arc<dyn Ports>,
    pub(crate) site: Option<SiteCheck>,
}

impl Host {
    pub(crate) fn of(ports: Arc<dyn Ports>) -> Self {
        Self { ports, site: None }
    }

    /// The CPU time and the whole time that the call may take.
    fn time(&self, limits: &Limits) -> (Duration, Duration) {
        match &self.site {
            Some(_) => (limits.site.cpu, limits.site.wall),
            None => (limits.cpu, limits.wall),
        }
    }
}

type Ended<R> = (Result<R, RunError>, Figures);

/// Waits for a slot in the pool and calls one export there. An error means that the export was not called.
async fn enter<P, R>(
    plugin: &Plugin,
    export: impl FnOnce(&Linked) -> Option<ComponentExportIndex> + Send,
    arguments: P,
    host: Host,
) -> Result<Ended<R>, RunError>
where
    P: ComponentNamedList + Lower + Send + Sync,
    R: ComponentNamedList + Lift + Send + Sync + 'static,
{
    let division = &plugin.loaded.division;
    let limits = &division.limits;
    // Dropped after the store, which is declared below: the pool never has fewer free slots than permits.
    let place = division.lanes.place().await?;
    let linked = plugin.loaded.linked(place.lane)?;
    let export = export(linked)
        .ok_or_else(|| RunError::Internal("the plugin does not export the interface".to_owned()))?;
    let _running = division.ticker.guest_runs(place.lane);
    let started = Instant::now();
    let clock = Arc::new(GuestClock::default());
    let ((cpu, wall), ports) = (host.time(limits), host.ports.clone());
    let mut store = new_store(place.lane, division, host, clock.clone(), cpu);
    store.data_mut().template = plugin.template.clone();
    let work = clocked(&clock, call::<P, R>(linked, &mut store, export, arguments));
    let called = within(wall, &*ports, work).await;
    let result = match called {
        Ok(answer) => answer.map_err(|error| RunError::from_wasmtime(&error, limits)),
        Err(Elapsed) => Err(RunError::Limit(Limit::Wall { limit: wall })),
    };
    let figures = Figures {
        guest_cpu: clock.used(),
        wall: started.elapsed(),
        peak_memory_bytes: store.data().meter.peak_memory,
        host_calls: store.data().host_calls,
        site: store.data_mut().site.take(),
    };
    Ok((result, figures))
}

/// The call has exceeded its time.
struct Elapsed;

/// Waits for `work` at most this long, besides the time that its calls wait for their turns. Work that is ready at once
/// needs no timer.
async fn within<F: Future>(limit: Duration, ports: &dyn Ports, work: F) -> Result<F::Output, Elapsed> {
    let mut work = pin!(work);
    if let Poll::Ready(done) = poll!(work.as_mut()) {
        return Ok(done);
    }
    let (mut left, mut known) = (limit, Duration::ZERO);
    while !left.is_zero() {
        if let Ok(done) = tokio::time::timeout(left, work.as_mut()).await {
            return Ok(done);
        }
        let waited = ports.waited();
        (left, known) = (waited.saturating_sub(known), waited);
    }
    Err(Elapsed)
}

fn new_store(
    lane: &Lane,
    division: &Division,
    host: Host,
    clock: Arc<GuestClock>,
    cpu: Duration,
) -> Store<State> {
    let limits = &division.limits;
    let state = State::new(host.ports, host.site, clock.clone(), division.shape, limits);
    let mut store = Store::new(&lane.wasmtime, state);
    store.limiter(|state| &mut state.meter);
    store.set_hostcall_fuel(limits.host_call_bytes);
    store.set_max_component_handles(limits.handles);
    store.epoch_deadline_callback(move |_| {
        clock.stop();
        if clock.used() > cpu {
            return Err(Error::new(Limit::Cpu { limit: cpu }));
        }
        // Unlike a plain yield, this lets the runtime poll its timers and new runs first.
        Ok(UpdateDeadline::YieldCustom(1, Box::pin(tokio::task::yield_now())))
    });
    store.set_epoch_deadline(1);
    store
}

async fn call<P, R>(
    linked: &Linked,
    store: &mut Store<State>,
    export: ComponentExportIndex,
    arguments: P,
) -> wasmtime::Result<R>
where
    P: ComponentNamedList + Lower + Send + Sync,
    R: ComponentNamedList + Lift + Send + Sync + 'static,
{
    let instance = linked.instance.instantiate_async(&mut *store).await?;
    let function = instance
        .get_func(&mut *store, export)
        .ok_or_else(|| Error::msg("an export that existed at installation is missing"))?;
    // SAFETY: `Loaded::link` checked this export against these types.
    let function = unsafe { TypedFunc::<P, R>::new_unchecked(function) };
    function.call_async(store, arguments).await
}

/// Records how a call ended.
fn note(plugin: &Plugin, pass: Pass, error: Option<&RunError>) {
    plugin.loaded.note_end(error);
    let fault = error.filter(|error| plugin.counts(error)).map(ToString::to_string);
    if pass.end(Instant::now(), fault.as_deref(), plugin.limits()) {
        tracing::error!(digest = plugin.digest(), why = ?fault, "a plugin is quarantined");
    }
}

fn check_outcome(outcome: Outcome, limits: &Limits) -> Result<Outcome, RunError> {
    let bytes = outcome.title.len() + outcome.text.len() + outcome.data.len();
    if bytes > limits.output_bytes {
        return Err(RunError::Limit(Limit::Output { bytes: limits.output_bytes }));
    }
    check_json(&outcome.data, "data")?;
    Ok(outcome)
}

fn check_descriptor(descriptor: Descriptor) -> Result<Descriptor, RunError> {
    for (json, part) in [
        (&descriptor.input, "input schema"),
        (&descriptor.output, "output schema"),
        (&descriptor.example, "example"),
    ] {
        check_json(json, part)?;
        if !json.trim_start().starts_with('{') {
            return Err(RunError::Malformed { part, why: "it is not a JSON object".to_owned() });
        }
    }
    Ok(descriptor)
}

fn check_json(json: &str, part: &'static str) -> Result<(), RunError> {
    serde_json::from_str::<IgnoredAny>(json)
        .map(drop)
        .map_err(|error| RunError::Malformed { part, why: format!("it is not JSON, {error}") })
}
