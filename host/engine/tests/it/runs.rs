//! Runs of a well-behaved plugin.

use std::sync::atomic::Ordering::SeqCst;

use sitewright_engine::Outcome;

use crate::prelude::*;

#[tokio::test]
async fn a_run_reports_its_outcome_and_its_resources() {
    let bench = bench(limits());
    let plugin = bench.install(Guest::default().component()).await;
    let report = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
    let outcome = Outcome {
        title: "Title".to_owned(),
        text: "Some *text*.".to_owned(),
        data: r#"{"ok":true}"#.to_owned(),
    };
    assert_eq!(report.result, Ok(outcome));
    assert_eq!(report.peak_memory_bytes, 2 << 16);
    assert_eq!(report.host_calls, 0);
    assert!(report.guest_cpu <= report.wall, "{report:?}");
    let stats = bench.engine.stats();
    assert_eq!((stats.finished, stats.loaded_plugins, stats.running, stats.instances), (1, 1, 0, 0));
}

#[tokio::test]
async fn the_descriptor_comes_from_the_plugin() {
    let bench = bench(limits());
    let plugin = bench.install(Guest::default().component()).await;
    let descriptor = plugin.describe("pl").await.expect("it describes itself");
    assert_eq!(descriptor.name, "Good tool");
    assert_eq!((descriptor.input.as_str(), descriptor.example.as_str()), ("{}", "{}"));
}

#[tokio::test]
async fn a_descriptor_must_be_a_json_object() {
    for (texts, part) in [
        (["n", "s", "{", "{}", "{}"], "input schema"),
        (["n", "s", "{}", "[]", "{}"], "output schema"),
        (["n", "s", "{}", "{}", "no"], "example"),
    ] {
        let bench = bench(limits());
        let plugin = bench.install(Guest { descriptor: texts, ..Guest::default() }.component()).await;
        match plugin.describe("en").await {
            Err(error @ RunError::Malformed { .. }) => {
                assert_eq!(error.code(), "plugin.malformed");
                assert!(
                    error.to_string().starts_with(&format!("The plugin's {part} is malformed")),
                    "{error}"
                );
            }
            other => panic!("{part}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn an_instance_never_sees_the_state_of_another() {
    // The first word of the heap is incremented and becomes the result's discriminant: a second run in the same
    // memory would return the failure.
    let leaves_a_trace = r#"
        (i32.store8 (i32.const 1024) (i32.load8_u (i32.const 60000)))
        (i32.store8 (i32.const 60000) (i32.const 1))
        (i32.const 1024)"#;
    let bench = bench(limits());
    let plugin = bench.install(running(leaves_a_trace)).await;
    for _ in 0..20 {
        let report = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
        assert!(report.result.is_ok(), "{report:?}");
    }
}

#[tokio::test]
async fn a_plugin_calls_the_model_and_reports_progress() {
    let guest = Guest {
        fields: &format!(
            r#"{IMPORT_COMPLETE}
            (import "sitewright:plugin/progress@0.1.0" "report" (func $report (param i32 i32 i32 i32)))"#
        ),
        // The first text of the result is the model's.
        run: &format!(
            "(call $report (i32.const 1) (i32.const 3) (i32.const 2048) (i32.const 4))
             {ASK}
             (i32.store (i32.const 1028) (i32.load (i32.const 16388)))
             (i32.store (i32.const 1032) (i32.load (i32.const 16392)))
             (i32.const 1024)"
        ),
        ..Guest::default()
    };
    let bench = bench(limits());
    let plugin = bench.install(guest.component()).await;
    let ports = TestPorts::answering("The model's title");
    let report = plugin.run("{}".to_owned(), ports.clone()).await;
    assert_eq!(report.host_calls, 2);
    assert_eq!(report.result.map(|outcome| outcome.title), Ok("The model's title".to_owned()));
    assert_eq!(ports.asked.load(SeqCst), 1);
    assert_eq!(*ports.progress.lock().unwrap(), [(1, 3, "Good".to_owned())]);
}

#[tokio::test]
async fn runs_beyond_the_pool_wait_for_a_slot() {
    let bench = bench(limits());
    let plugin = bench.install(Guest::default().component()).await;
    let runs = (0..1_000).map(|_| plugin.run("{}".to_owned(), TestPorts::answering("yes")));
    assert!(join_all(runs).await.iter().all(|report| report.result.is_ok()));
    assert_eq!(bench.engine.stats().queued, 0);
}

#[tokio::test]
async fn a_port_that_panics_ends_only_its_run() {
    let run = format!("{ASK} (i32.const 1024)");
    let component = Guest { fields: IMPORT_COMPLETE, run: &run, ..Guest::default() }.component();
    let bench = bench(limits());
    let ports = TestPorts::new(|_| Box::pin(async { panic!("a fault of the host") }));
    let report = bench.beside_good_runs(component.clone(), ports).await;
    assert_eq!(report.result.map_err(|error| error.code()), Err("plugin.internal"));
    let plugin = bench.install(component).await;
    assert_eq!(plugin.quarantined(), None);
    assert!(plugin.run("{}".to_owned(), TestPorts::answering("yes")).await.result.is_ok());
}

#[tokio::test]
async fn a_run_may_start_on_the_guests_own_threads() {
    let bench = bench(limits());
    let plugin = bench.install(Guest::default().component()).await;
    let there = bench.engine.runtime().spawn(async move {
        let report = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
        report.result.is_ok()
    });
    assert!(there.await.expect("it does not panic"));
}
