//! Each hostile component is ended by its limit, with an error that names the limit and its value, while 100 normal
//! runs beside it complete.

use crate::prelude::*;

const IMPORT_NOW: &str = r#"(import "sitewright:plugin/context@0.1.0" "now" (func $now (result i64)))"#;
const IMPORT_REPORT: &str =
    r#"(import "sitewright:plugin/progress@0.1.0" "report" (func $report (param i32 i32 i32 i32)))"#;

async fn ends_with(limits: Limits, component: Vec<u8>, code: &str, message: &str) {
    let bench = bench(limits);
    let error = error(bench.beside_good_runs(component, TestPorts::answering("yes")).await);
    assert_eq!((error.code(), error.to_string().as_str()), (code, message));
    let stats = bench.engine.stats();
    assert_eq!((stats.finished, stats.failed.get(code)), (100, Some(&1)));
    assert_eq!(stats.instances, 0, "every slot is free again");
}

#[tokio::test]
async fn an_endless_loop() {
    let component = running("(loop (br 0)) (unreachable)");
    ends_with(
        limits(),
        component,
        "plugin.cpu-limit",
        "The plugin computed longer than its CPU limit of 50 ms.",
    )
    .await;
}

#[tokio::test]
async fn a_memory_bomb() {
    let component = running("(loop (drop (memory.grow (i32.const 16))) (br 0)) (unreachable)");
    let message = "The plugin asked for more memory than its limit of 64 MiB.";
    ends_with(limits(), component, "plugin.memory-limit", message).await;
}

#[tokio::test]
async fn a_deep_recursion() {
    let component = running("(call $run (local.get 0) (local.get 1))");
    let message = "The plugin's calls are nested deeper than its stack limit of 512 KiB.";
    ends_with(limits(), component, "plugin.stack-limit", message).await;
}

#[tokio::test]
async fn an_answer_of_50_megabytes() {
    // The text has a length of 50 MB; the memory exists.
    let run = "(i32.store (i32.const 1040) (i32.const 50000000)) (i32.const 1024)";
    let component = Guest { run, pages: 800, ..Guest::default() }.component();
    let message = "The plugin's answer is larger than its output limit of 1 MiB.";
    ends_with(limits(), component, "plugin.output-limit", message).await;
}

#[tokio::test]
async fn an_answer_just_above_the_limit() {
    let run = "(i32.store (i32.const 1040) (i32.const 1048577)) (i32.const 1024)";
    let component = Guest { run, pages: 20, ..Guest::default() }.component();
    let message = "The plugin's answer is larger than its output limit of 1 MiB.";
    ends_with(limits(), component, "plugin.output-limit", message).await;
}

#[tokio::test]
async fn a_million_host_calls() {
    let run = "(loop
        (drop (call $now))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if 0 (i32.lt_u (local.get $i) (i32.const 1000000))))
        (i32.const 1024)";
    let component = Guest { fields: IMPORT_NOW, run, ..Guest::default() }.component();
    let limits = Limits { cpu: Duration::from_secs(5), ..limits() };
    let message = "The plugin called the host more often than its limit of 10000 calls.";
    ends_with(limits, component, "plugin.host-call-limit", message).await;
}

#[tokio::test]
async fn a_panic() {
    let message = "The plugin trapped: it panicked.";
    ends_with(limits(), running("(unreachable)"), "plugin.trap", message).await;
}

#[tokio::test]
async fn a_wrong_address() {
    let run = "(i32.load (i32.const -8))";
    let message = "The plugin trapped: it accessed memory outside its own, \
                   by a wrong address or by recursion too deep for its own stack.";
    ends_with(limits(), running(run), "plugin.trap", message).await;
}

#[tokio::test]
async fn fifty_megabytes_for_the_host() {
    let run =
        "(call $report (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 50000000)) (i32.const 1024)";
    let component = Guest { fields: IMPORT_REPORT, run, pages: 800, ..Guest::default() }.component();
    let message = "The plugin passed more data to the host in one call than its limit of 2 MiB.";
    ends_with(limits(), component, "plugin.host-data-limit", message).await;
}

#[tokio::test]
async fn too_many_handles() {
    let guest = Guest {
        fields: r#"(import "[export]tests:guest/handles" "[resource-new]thing" (func $new (param i32) (result i32)))
            (func (export "tests:guest/handles#[constructor]thing") (result i32) (call $new (i32.const 0)))"#,
        run: "(loop (drop (call $new (i32.const 0))) (br 0)) (unreachable)",
        world: "export handles;",
        ..Guest::default()
    };
    let message = "The plugin holds more handles than its limit of 1000.";
    ends_with(limits(), guest.component(), "plugin.handle-limit", message).await;
}

#[tokio::test]
async fn a_table_that_grows_for_ever() {
    let guest = Guest {
        fields: "(table $table 1 funcref)",
        run: "(loop (drop (table.grow $table (ref.null func) (i32.const 1000))) (br 0)) (unreachable)",
        ..Guest::default()
    };
    let message = "The plugin's function table is larger than its limit of 10000 elements.";
    ends_with(limits(), guest.component(), "plugin.table-limit", message).await;
}

#[tokio::test]
async fn a_result_with_an_invalid_pointer() {
    let run = "(i32.store (i32.const 1028) (i32.const -8)) (i32.const 1024)";
    let bench = bench(limits());
    match error(bench.beside_good_runs(running(run), TestPorts::answering("yes")).await) {
        RunError::Malformed { part: "answer", .. } => {}
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn data_that_is_not_json() {
    let run = "(i32.store8 (i32.const 8204) (i32.const 0)) (i32.store (i32.const 1048) (i32.const 3)) (i32.const 1024)";
    let bench = bench(limits());
    match error(bench.beside_good_runs(running(run), TestPorts::answering("yes")).await) {
        error @ RunError::Malformed { part: "data", .. } => assert_eq!(error.code(), "plugin.malformed"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn reading_large_arguments_costs_the_guests_cpu_time() {
    // Each call is within its limits; reading the arguments is the guest's CPU time.
    let run =
        "(loop (call $report (i32.const 0) (i32.const 0) (i32.const 1048576) (i32.const 1048576)) (br 0))
        (unreachable)";
    let component = Guest { fields: IMPORT_REPORT, run, pages: 40, ..Guest::default() }.component();
    let bench = bench(limits());
    let error = error(bench.beside_good_runs(component, TestPorts::answering("yes")).await);
    assert!(["plugin.cpu-limit", "plugin.host-call-limit"].contains(&error.code()), "{error}");
}
