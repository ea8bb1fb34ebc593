//! Lanes: one wasmtime engine for each guest thread.
//!
//! Everything that a run takes from a wasmtime engine is locked or counted: slots of the pool, references to code and
//! types. Threads that share an engine write to the same cache lines dozens of times in every run; on two cores that
//! costs up to a third of their CPU time. So each thread has an engine with a share of the slots, and uses another
//! thread's engine only when its own is full.

use std::sync::atomic::Ordering::{AcqRel, Acquire, SeqCst};
use std::sync::atomic::{AtomicU64, AtomicUsize};

use tokio::sync::{Semaphore, SemaphorePermit};
use wasmtime::Engine;
use wasmtime::component::{HasSelf, Linker};

use crate::bindings::Everything;
use crate::calls::model;
use crate::error::EngineError;
use crate::prelude::*;
use crate::{pool, runtime, template};

/// A lane with fewer slots would often be full while others are not.
const FEWEST_PLACES: u32 = 64;

pub(crate) struct Lanes {
    all: Box<[Lane]>,
    /// One permit for each slot of all pools, so that a run waits in order instead of failing in a full pool.
    places: Semaphore,
    queued: AtomicUsize,
}

/// One wasmtime engine, with all state that the runs of a thread write to.
pub(crate) struct Lane {
    /// The index of the lane, from 0.
    pub(crate) number: usize,
    pub(crate) wasmtime: Engine,
    pub(crate) linker: Linker<State>,
    counters: Counters,
}

/// Aligned to separate cache lines.
#[repr(align(128))]
struct Counters {
    free: AtomicUsize,
    running: AtomicUsize,
    finished: AtomicU64,
}

impl Lanes {
    /// Reserves the pools: `instances` slots in at most `threads` lanes.
    pub(crate) fn new(
        shape: Shape,
        limits: &Limits,
        instances: u32,
        threads: usize,
    ) -> Result<Lanes, EngineError> {
        let threads = u32::try_from(threads).unwrap_or(u32::MAX);
        let count = threads.min(instances / FEWEST_PLACES).max(1);
        let share = |number: u32| instances / count + u32::from(number < instances % count);
        let all = (0..count).map(|number| Lane::new(shape, limits, number as usize, share(number)));
        Ok(Lanes {
            all: all.collect::<wasmtime::Result<_>>().map_err(not_set_up)?,
            places: Semaphore::new(instances as usize),
            queued: AtomicUsize::new(0),
        })
    }

    pub(crate) fn all(&self) -> &[Lane] {
        &self.all
    }

    /// The lane whose engine compiles and checks components.
    pub(crate) fn first(&self) -> &Lane {
        &self.all[0]
    }

    /// The lane of this thread.
    pub(crate) fn here(&self) -> &Lane {
        &self.all[runtime::thread_number() % self.all.len()]
    }

    /// Acquires a slot, in this thread's lane if possible; waits while all are full.
    pub(crate) async fn place(&self) -> Result<Place<'_>, RunError> {
        let permit = match self.places.try_acquire() {
            Ok(permit) => permit,
            Err(_) => {
                let _queued = Queued::new(&self.queued);
                self.places.acquire().await.map_err(|closed| RunError::Internal(closed.to_string()))?
            }
        };
        let here = self.here().number;
        // The permit guarantees a slot, but it may be freed in a lane that this loop has just checked.
        loop {
            let (before, after) = self.all.split_at(here);
            if let Some(lane) = after.iter().chain(before).find(|lane| lane.counters.take()) {
                return Ok(Place { lane, _permit: permit });
            }
            std::hint::spin_loop();
        }
    }

    /// The number of free slots.
    pub(crate) fn free(&self) -> usize {
        self.places.available_permits()
    }

    /// The number of runs that wait for a slot.
    pub(crate) fn queued(&self) -> usize {
        self.queued.load(Relaxed)
    }

    /// The number of runs in a live instance.
    pub(crate) fn running(&self) -> usize {
        self.all.iter().map(|lane| lane.counters.running.load(SeqCst)).sum()
    }

    /// The number of runs that ended with an outcome.
    pub(crate) fn finished(&self) -> u64 {
        self.all.iter().map(|lane| lane.counters.finished.load(Relaxed)).sum()
    }
}

impl Lane {
    fn new(shape: Shape, limits: &Limits, number: usize, places: u32) -> wasmtime::Result<Lane> {
        let wasmtime = pool::engine_for(shape, limits, places)?;
        let mut linker = Linker::new(&wasmtime);
        Everything::add_to_linker::<_, HasSelf<State>>(&mut linker, |state| state)?;
        model::link(&mut linker)?;
        template::link_source(&mut linker)?;
        let counters = Counters {
            free: AtomicUsize::new(places as usize),
            running: AtomicUsize::new(0),
            finished: AtomicU64::new(0),
        };
        Ok(Lane { number, wasmtime, linker, counters })
    }

    pub(crate) fn note_finished(&self) {
        self.counters.finished.fetch_add(1, Relaxed);
    }

    /// Counts a guest as running until the guard is dropped.
    pub(crate) fn guest_runs(&self) -> Running<'_> {
        self.counters.running.fetch_add(1, SeqCst);
        Running(&self.counters)
    }
}

impl Counters {
    fn take(&self) -> bool {
        self.free.fetch_update(AcqRel, Acquire, |free| free.checked_sub(1)).is_ok()
    }
}

/// A slot in a lane's pool; freed on drop.
pub(crate) struct Place<'a> {
    pub(crate) lane: &'a Lane,
    // Released after the slot itself.
    _permit: SemaphorePermit<'a>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.lane.counters.free.fetch_add(1, AcqRel);
    }
}

/// Counts one running guest until it is dropped.
pub(crate) struct Running<'a>(&'a Counters);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}

/// Counts one waiting run until it is dropped.
struct Queued<'a>(&'a AtomicUsize);

impl<'a> Queued<'a> {
    fn new(queued: &'a AtomicUsize) -> Self {
        queued.fetch_add(1, Relaxed);
        Queued(queued)
    }
}

impl Drop for Queued<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}

fn not_set_up(error: wasmtime::Error) -> EngineError {
    EngineError::Wasmtime(format!("{error:#}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(instances: u32, threads: usize) -> Lanes {
        Lanes::new(Shape::Compiled, &Limits::default(), instances, threads).expect("pools")
    }

    #[test]
    fn the_slots_are_divided_among_the_threads() {
        let shares = |lanes: &Lanes| -> Vec<usize> {
            lanes.all().iter().map(|lane| lane.counters.free.load(Relaxed)).collect()
        };
        assert_eq!(shares(&lanes(129, 2)), [65, 64]);
        assert_eq!(shares(&lanes(100, 2)), [100]);
        assert_eq!(shares(&lanes(1, 8)), [1]);
        assert_eq!(shares(&lanes(200, 0)), [200]);
    }

    #[tokio::test]
    async fn a_full_lane_takes_from_the_next_and_a_full_engine_waits() {
        let lanes = lanes(128, 2);
        let mut places = Vec::new();
        for _ in 0..128 {
            places.push(lanes.place().await.expect("a place"));
        }
        let of = |number: usize| places.iter().filter(|place| place.lane.number == number).count();
        assert_eq!((of(0), of(1), lanes.free()), (64, 64, 0));

        let mut waiting = std::pin::pin!(lanes.place());
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        assert_eq!(lanes.queued(), 1);
        drop(places.pop());
        assert!(waiting.await.is_ok());
        assert_eq!(lanes.queued(), 0);
    }
}
