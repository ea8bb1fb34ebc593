//! Counters and histograms of the process, served at `/metrics` in Prometheus' text format.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Seconds, from the fastest response to the longest run.
const BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 15.0, 60.0, 120.0];

/// The recorder of this process. There is only one, even if a test starts several servers.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Installs the process-wide recorder on the first call.
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            let recorder = PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)
                .expect("there are buckets")
                .build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another metrics recorder is installed; /metrics stays empty");
            }
            handle
        });
        Self(handle.clone())
    }

    /// All metrics as text.
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Moves recent samples into their buckets; otherwise they pile up until `/metrics` is read.
    pub fn fold(&self) {
        self.0.run_upkeep();
    }
}
