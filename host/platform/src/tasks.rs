//! Tasks and blocking work. Both are boxed, so that tokio's part of a task is compiled once for each type of result and
//! not for each caller: some seventy functions.

use std::any::Any;
use std::ops::Deref;

use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::task::TaskTracker;

use crate::libraries::*;

/// Background tasks that the server waits for when it stops.
#[derive(Debug, Clone, Default)]
pub struct Tasks(TaskTracker);

impl Tasks {
    pub fn spawn<T: Send + 'static>(&self, task: impl Future<Output = T> + Send + 'static) -> JoinHandle<T> {
        let task: BoxFuture<'static, T> = Box::pin(task);
        self.0.spawn(task)
    }
}

impl Deref for Tasks {
    type Target = TaskTracker;

    fn deref(&self) -> &TaskTracker {
        &self.0
    }
}

/// Runs work on a blocking thread. The work is done even if the caller is dropped; an error means that it panicked.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
    let work: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send> = Box::new(move || Box::new(work()));
    let result = spawn_blocking(work).await?.downcast();
    Ok(*result.map_err(|_| anyhow::anyhow!("the work has a result of another type"))?)
}
