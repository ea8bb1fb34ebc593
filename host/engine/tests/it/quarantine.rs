//! A plugin that traps repeatedly is closed; others are not.

use crate::prelude::*;

#[tokio::test]
async fn five_traps_close_a_plugin_until_it_is_released() {
    let bench = bench(limits());
    let plugin = bench.install(running("(unreachable)")).await;
    let same = plugin.clone();
    for _ in 0..5 {
        assert_eq!(plugin.quarantined(), None);
        let ended = error(plugin.run("{}".to_owned(), TestPorts::answering("yes")).await);
        assert_eq!(ended.code(), "plugin.trap");
    }
    let refused = error(same.run("{}".to_owned(), TestPorts::answering("yes")).await);
    assert_eq!(refused.code(), "plugin.quarantined");
    assert_eq!(
        refused.to_string(),
        "The plugin is closed because it trapped 5 times within 60 s; \
         the last time: The plugin trapped: it panicked."
    );
    assert_eq!(plugin.describe("en").await.map(|_| ()).unwrap_err().code(), "plugin.quarantined");

    let good = bench.install(Guest::default().component()).await;
    assert!(good.run("{}".to_owned(), TestPorts::answering("yes")).await.result.is_ok());

    plugin.release_from_quarantine();
    assert_eq!(plugin.quarantined(), None);
    let ended = error(same.run("{}".to_owned(), TestPorts::answering("yes")).await);
    assert!(matches!(ended, RunError::Trap(_)), "it may run again: {ended}");
}

#[tokio::test]
async fn a_plugin_that_returns_failures_is_not_closed() {
    // The result becomes `err(needs-model)`.
    let declines = "(i32.store (i32.const 1024) (i32.const 1)) (i32.store (i32.const 1028) (i32.const 2))
        (i32.const 1024)";
    let bench = bench(Limits { quarantine_traps: 1, ..limits() });
    let plugin = bench.install(running(declines)).await;
    for _ in 0..3 {
        let ended = error(plugin.run("{}".to_owned(), TestPorts::answering("yes")).await);
        assert_eq!(ended.code(), "plugin.needs-model");
    }
    assert_eq!(plugin.quarantined(), None);
}
