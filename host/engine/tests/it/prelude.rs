//! What most tests use.

pub use std::path::Path;
pub use std::sync::Arc;
pub use std::time::Duration;

pub use futures::future::{BoxFuture, join_all};
pub use sitewright_engine::{Engine, InstallError, Limits, Permission, Plugin, RunError};

pub use crate::guest::{ASK, Guest, IMPORT_COMPLETE, running};
pub use crate::harness::{TestPorts, bench, error, limits};
