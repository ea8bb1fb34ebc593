//! The guest threads, separate from those that serve requests: an endless loop costs the other guests a little and
//! the requests nothing.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use tokio::runtime::{Builder, Handle, Runtime};

static RUNTIMES: AtomicUsize = AtomicUsize::new(1);

thread_local! {
    /// The guest runtime that this thread belongs to (0 for none), and the index of the thread.
    static HERE: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

/// The index of this thread in its guest runtime, from 0.
pub(crate) fn thread_number() -> usize {
    HERE.get().1
}

pub(crate) struct GuestRuntime {
    id: usize,
    handle: Handle,
    runtime: Option<Runtime>,
}

impl GuestRuntime {
    pub(crate) fn start(threads: usize, niceness: i32) -> std::io::Result<GuestRuntime> {
        let id = RUNTIMES.fetch_add(1, Relaxed);
        let started = Arc::new(AtomicUsize::new(0));
        let runtime = Builder::new_multi_thread()
            .thread_name("guest")
            .worker_threads(threads.max(1))
            .on_thread_start(move || {
                HERE.set((id, started.fetch_add(1, Relaxed)));
                be_nice(niceness);
            })
            .enable_all()
            .build()?;
        Ok(GuestRuntime { id, handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Whether the caller already runs on one of these threads.
    pub(crate) fn is_here(&self) -> bool {
        HERE.get().0 == self.id
    }
}

impl Drop for GuestRuntime {
    fn drop(&mut self) {
        // The engine may be dropped inside async code, where waiting for threads panics.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Lowers the priority of this thread. If the system refuses, guests run at the host's priority, which is not an
/// error.
#[cfg(target_os = "linux")]
fn be_nice(niceness: i32) {
    // SAFETY: both calls take plain numbers and access no memory of this process. On Linux the niceness belongs to a
    // thread, and a thread's id is a valid `who`.
    unsafe {
        let thread = libc::gettid();
        libc::setpriority(libc::PRIO_PROCESS, thread as libc::id_t, niceness);
    }
}

#[cfg(not(target_os = "linux"))]
fn be_nice(_: i32) {}
