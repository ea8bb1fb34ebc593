//! Egress use of a run, counted for its limits and for the metrics.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use axum::http::StatusCode;
use sitewright_engine::Permission;

use crate::platform::error::{Problem, Result};

/// Calls by interface, and the bytes of all of them.
#[derive(Debug, Default)]
pub(super) struct Usage {
    calls: [AtomicU32; Permission::OUTSIDE.len()],
    bytes: AtomicUsize,
}

impl Usage {
    /// Counts a call; refuses one beyond the limit.
    pub fn call(&self, tool: &str, interface: Permission, most: u32) -> Result<()> {
        let place = Permission::OUTSIDE.iter().position(|known| *known == interface).unwrap_or_default();
        if self.calls[place].fetch_add(1, Relaxed) >= most {
            let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "outside.too-many-calls");
            return Err(problem.with("interface", interface.name()).with("max", most));
        }
        metrics::counter!("sitewright_outside_calls_total", "tool" => tool.to_owned(), "interface" => interface.name())
            .increment(1);
        Ok(())
    }

    /// Counts bytes that were `sent` or `received`; refuses those beyond the limit.
    pub fn carry(
        &self,
        tool: &str,
        interface: Permission,
        way: &'static str,
        bytes: usize,
        most: usize,
    ) -> Result<()> {
        let before = self.bytes.fetch_add(bytes, Relaxed);
        metrics::counter!(
            "sitewright_outside_bytes_total",
            "tool" => tool.to_owned(), "interface" => interface.name(), "way" => way
        )
        .increment(bytes as u64);
        if before.saturating_add(bytes) > most {
            let problem = Problem::new(StatusCode::PAYMENT_REQUIRED, "outside.too-much-data");
            return Err(problem.with("max_kb", most / 1024));
        }
        Ok(())
    }

    /// Bytes that are left.
    pub fn left(&self, most: usize) -> usize {
        most.saturating_sub(self.bytes.load(Relaxed))
    }
}
