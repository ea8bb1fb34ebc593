//! The threads that guests run on, apart from those that answer requests: an endless loop costs
//! the other guests a little and the requests nothing.

use tokio::runtime::{Builder, Handle, Runtime};

pub(crate) struct GuestRuntime {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl GuestRuntime {
    pub(crate) fn start(threads: usize, niceness: i32) -> std::io::Result<GuestRuntime> {
        let runtime = Builder::new_multi_thread()
            .thread_name("guest")
            .worker_threads(threads.max(1))
            .on_thread_start(move || be_nice(niceness))
            .enable_all()
            .build()?;
        Ok(GuestRuntime { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Whether the caller is on one of these threads already.
    pub(crate) fn is_here(&self) -> bool {
        Handle::try_current().is_ok_and(|here| here.id() == self.handle.id())
    }
}

impl Drop for GuestRuntime {
    fn drop(&mut self) {
        // The engine may go out of scope inside async code, where waiting for threads panics.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Lowers the priority of this thread. Where the system refuses, the guests are as quick as the
/// host, which is no error.
#[cfg(target_os = "linux")]
fn be_nice(niceness: i32) {
    // SAFETY: both calls take plain numbers and touch no memory of ours. On Linux the niceness
    // belongs to a thread, and a thread's id is a valid `who`.
    unsafe {
        let thread = libc::gettid();
        libc::setpriority(libc::PRIO_PROCESS, thread as libc::id_t, niceness);
    }
}

#[cfg(not(target_os = "linux"))]
fn be_nice(_: i32) {}
