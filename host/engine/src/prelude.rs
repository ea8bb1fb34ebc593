//! Common imports of the engine's modules.

pub(crate) use std::sync::atomic::Ordering::Relaxed;
pub(crate) use std::sync::{Arc, Mutex};
pub(crate) use std::time::{Duration, Instant};

pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use wasmtime::Result;

pub(crate) use crate::calls::{Answered, Call};
pub(crate) use crate::error::{InstallError, RunError};
pub(crate) use crate::limits::{Limit, Limits};
pub(crate) use crate::shape::Shape;
pub(crate) use crate::state::State;
