//! The CPU clock stops while a guest waits; the wall clock does not.

use crate::prelude::*;

#[tokio::test]
async fn waiting_for_a_slow_model_uses_no_cpu_time() {
    let limits = Limits { cpu: Duration::from_millis(20), ..limits() };
    let run = format!("{ASK} (i32.const 1024)");
    let component = Guest { fields: IMPORT_COMPLETE, run: &run, ..Guest::default() }.component();
    let bench = bench(limits);
    let plugin = bench.install(component).await;
    let report = plugin.run("{}".to_owned(), TestPorts::slow(Duration::from_millis(60))).await;
    assert!(report.result.is_ok(), "{report:?}");
    assert!(report.wall >= Duration::from_millis(60), "{report:?}");
    assert!(report.guest_cpu < Duration::from_millis(20), "{report:?}");
}

#[tokio::test]
async fn many_short_waits_use_no_cpu_time() {
    let limits = Limits { cpu: Duration::from_millis(20), ..limits() };
    let run = format!(
        "(loop {ASK}
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if 0 (i32.lt_u (local.get $i) (i32.const 40))))
        (i32.const 1024)"
    );
    let component = Guest { fields: IMPORT_COMPLETE, run: &run, ..Guest::default() }.component();
    let bench = bench(limits);
    let plugin = bench.install(component).await;
    let report = plugin.run("{}".to_owned(), TestPorts::slow(Duration::from_millis(2))).await;
    assert!(report.result.is_ok(), "{report:?}");
    assert_eq!(report.host_calls, 40);
}

#[tokio::test]
async fn a_model_that_never_answers_ends_at_the_wall_limit() {
    let limits = Limits { wall: Duration::from_millis(50), quarantine_traps: 1, ..limits() };
    let run = format!("{ASK} (i32.const 1024)");
    let component = Guest { fields: IMPORT_COMPLETE, run: &run, ..Guest::default() }.component();
    let bench = bench(limits);
    let error = error(bench.beside_good_runs(component.clone(), TestPorts::silent()).await);
    assert_eq!(error.code(), "plugin.wall-limit");
    assert_eq!(error.to_string(), "The run took longer than its time limit of 50 ms.");
    assert!(matches!(error, RunError::Limit(_)));
    let plugin = bench.install(component).await;
    assert_eq!(plugin.quarantined(), None, "a slow model is not the plugin's fault");
}
