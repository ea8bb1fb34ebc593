//! Dropping a run's future ends the guest and its host calls.

use std::sync::Mutex;

use tokio::sync::mpsc;

use crate::prelude::*;

/// Notifies the test when it is dropped.
struct Dropped(mpsc::UnboundedSender<&'static str>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.send("dropped").ok();
    }
}

/// A model that reports when it is called and when the call is dropped, and never answers.
fn observed_model() -> (Arc<TestPorts>, mpsc::UnboundedReceiver<&'static str>) {
    let (sender, events) = mpsc::unbounded_channel();
    let sender = Mutex::new(sender);
    let ports = TestPorts::new(move |_| {
        let sender = sender.lock().expect("no test panics here").clone();
        Box::pin(async move {
            sender.send("asked").ok();
            let _dropped = Dropped(sender);
            std::future::pending().await
        })
    });
    (ports, events)
}

async fn until_idle(engine: &Engine) {
    while engine.stats().running > 0 || engine.stats().instances > 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_waiting_run_is_cancelled_with_its_call() {
    let run = format!("{ASK} (i32.const 1024)");
    let bench = bench(limits());
    let plugin =
        bench.install(Guest { fields: IMPORT_COMPLETE, run: &run, ..Guest::default() }.component()).await;
    let (ports, mut events) = observed_model();
    let running = tokio::spawn(async move { plugin.run("{}".to_owned(), ports).await });
    assert_eq!(events.recv().await, Some("asked"));
    assert_eq!(bench.engine.stats().running, 1);
    running.abort();
    assert_eq!(events.recv().await, Some("dropped"));
    until_idle(&bench.engine).await;
}

#[tokio::test]
async fn a_computing_run_is_cancelled() {
    // No limit would end the run before this test ends.
    let limits = Limits { cpu: std::time::Duration::from_secs(3_600), ..limits() };
    let bench = bench(limits);
    let plugin = bench.install(running("(loop (br 0)) (unreachable)")).await;
    let good = bench.install(Guest::default().component()).await;
    let runs = (0..4).map(|_| {
        let plugin = plugin.clone();
        tokio::spawn(async move { plugin.run("{}".to_owned(), TestPorts::answering("yes")).await })
    });
    let runs: Vec<_> = runs.collect();
    while bench.engine.stats().running < 4 {
        tokio::task::yield_now().await;
    }
    let beside = join_all((0..100).map(|_| good.run("{}".to_owned(), TestPorts::answering("yes")))).await;
    assert!(beside.iter().all(|report| report.result.is_ok()));
    runs.iter().for_each(|run| run.abort());
    until_idle(&bench.engine).await;
}

#[tokio::test]
async fn an_engine_may_go_out_of_scope_in_async_code() {
    let bench = bench(limits());
    let plugin = bench.install(Guest::default().component()).await;
    drop(bench);
    let report = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
    assert!(report.result.is_ok(), "a plugin keeps what it needs: {report:?}");
}
