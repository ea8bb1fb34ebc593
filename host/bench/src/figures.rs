//! The printed table and the flat object in `target/bench.json`.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

#[derive(Clone, Copy)]
pub enum Bar {
    AtMost(f64),
    AtLeast(f64),
    /// Printed for information; has no bar.
    None,
}

#[derive(Default)]
pub struct Figures {
    values: Map<String, Value>,
}

impl Figures {
    /// Records `key` and prints a line that shows whether the bar holds.
    pub fn add(&mut self, key: &str, value: f64, bar: Bar) {
        let (target, holds) = match bar {
            Bar::AtMost(limit) => (format!("≤ {limit}"), value <= limit),
            Bar::AtLeast(limit) => (format!("≥ {limit}"), value >= limit),
            Bar::None => (String::new(), true),
        };
        let rounded = (value * 1000.0).round() / 1000.0;
        println!("{key:<32} {rounded:>12} {target:>12}  {}", if holds { "" } else { "MISSED" });
        self.values.insert(key.to_owned(), json!(rounded));
    }

    /// A partial run keeps the earlier results of the other parts.
    pub fn write(self, path: &str, whole: bool) -> Result<()> {
        let mut all = if whole { Map::new() } else { earlier(path) };
        all.extend(self.values);
        let text = serde_json::to_string_pretty(&Value::Object(all))?;
        std::fs::write(path, text + "\n").with_context(|| format!("cannot write {path}"))?;
        println!("\nwritten to {path}");
        Ok(())
    }
}

fn earlier(path: &str) -> Map<String, Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Latencies of one load.
pub struct Latencies(Vec<Duration>);

impl Latencies {
    pub fn new(mut samples: Vec<Duration>) -> Self {
        samples.sort_unstable();
        Self(samples)
    }

    /// The sample at `share` of the sorted list (0.5: median), in milliseconds.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = ((last as f64) * share).round() as usize;
        self.0.get(index).map_or(f64::NAN, |sample| sample.as_secs_f64() * 1000.0)
    }
}
