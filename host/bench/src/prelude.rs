//! What most parts use.

pub use std::path::Path;
pub use std::time::{Duration, Instant};

pub use anyhow::{Context, Result, ensure};
pub use bytes::Bytes;
pub use futures::future::try_join_all;
pub use serde_json::{Value, json};

pub use crate::client::Client;
pub use crate::figures::{Bar, Figures, Latencies};
pub use crate::server::{Server, Setup};
