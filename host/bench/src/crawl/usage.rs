//! What a process has used, from `/proc`.

use std::fs::{read_dir, read_to_string};

use crate::prelude::*;

/// Ticks of a second in `stat`.
const TICKS: f64 = 100.0;
/// The threads of the server that run plugins.
const GUESTS: &str = "guest";

/// CPU seconds of a process.
pub fn cpu_seconds(process: u32) -> Result<f64> {
    let stat = read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').context("no name in stat")?;
    // Time in the program and in the kernel.
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<Result<f64, _>>()? / TICKS)
}

/// CPU seconds of the threads that run plugins.
pub fn guest_seconds(process: u32) -> Result<f64> {
    let mut nanoseconds = 0.0;
    for task in read_dir(format!("/proc/{process}/task"))? {
        let task = task?.path();
        // A thread may end meanwhile.
        let Ok(name) = read_to_string(task.join("comm")) else { continue };
        if name.trim() == GUESTS {
            let used = read_to_string(task.join("schedstat"))?;
            nanoseconds += used.split_whitespace().next().context("schedstat is empty")?.parse::<f64>()?;
        }
    }
    Ok(nanoseconds / 1e9)
}

/// The largest resident set of a process so far, in MiB.
pub fn peak_mb(process: u32) -> Result<f64> {
    let status = read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).context("no VmHWM")?;
    let kib: f64 = line.split_whitespace().nth(1).context("no number in VmHWM")?.parse()?;
    Ok(kib / 1024.0)
}

/// The load of the machine, which the figures depend on.
pub fn load() -> Result<String> {
    let load = read_to_string("/proc/loadavg")?;
    Ok(format!("load {}", load.split_whitespace().take(3).collect::<Vec<_>>().join(" ")))
}

/// Bytes of all files in a folder.
pub fn bytes_in(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        bytes += if kind.is_dir() { bytes_in(&entry.path())? } else { entry.metadata()?.len() };
    }
    Ok(bytes)
}
