//! The package readers, for libFuzzer.

pub mod parsers;
#[path = "../../tests/it/zip_bytes.rs"]
pub mod zip_bytes;

pub use parsers::{manifest, package, schema, template};

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The maximum CPU time of one input. CPU time, because the machine may be busy.
const LONGEST: Duration = Duration::from_secs(1);

/// Passes an input to a reader, and panics if it takes too long.
pub fn timed(reader: fn(&[u8]), data: &[u8]) {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
    };
    let start = now();
    reader(data);
    let taken = now().saturating_sub(start);
    assert!(taken < LONGEST, "{taken:?} for {} bytes", data.len());
}
