//! Templates: many plugins, one component.

use crate::prelude::*;

/// A component that returns its template as the title. A template that begins with "x" makes it trap.
fn runner() -> Vec<u8> {
    Guest {
        fields: r#"(import "sitewright:plugin/template@0.1.0" "source" (func $source (param i32)))"#,
        run: "(call $source (i32.const 1028))
              (if (i32.eq (i32.load8_u (i32.load (i32.const 1028))) (i32.const 120)) (then (unreachable)))
              (i32.const 1024)",
        world: "import sitewright:plugin/template@0.1.0;",
        ..Guest::default()
    }
    .component()
}

async fn title(plugin: &Plugin) -> String {
    let report = plugin.run("{}".to_owned(), TestPorts::answering("yes")).await;
    report.result.expect("it runs").title
}

#[tokio::test]
async fn ten_thousand_templates_share_one_component() {
    let bench = bench(limits());
    let runner = bench.engine.install_runner(runner()).await.expect("it is one");
    let plugins: Vec<Plugin> =
        (0..10_000).map(|number| runner.plugin(format!("Template {number}"))).collect();
    for number in [0, 1, 4_711, 9_999] {
        assert_eq!(title(&plugins[number]).await, format!("Template {number}"));
    }
    assert_eq!(bench.engine.stats().loaded_plugins, 1);
    assert_ne!(plugins[0].digest(), plugins[1].digest());
    assert_eq!(
        plugins[0].digest(),
        runner.plugin("Template 0").digest(),
        "what is the same has the same digest"
    );
    assert_eq!((plugins[0].size(), plugins[0].permissions(), plugins[0].is_template()), (10, &[][..], true));
    assert_eq!(plugins[7].describe("pl").await.expect("it describes itself").name, "Good tool");
}

#[tokio::test]
async fn only_the_runner_may_import_templates() {
    let bench = bench(limits());
    let import = InstallError::UnknownImport("sitewright:plugin/template@0.1.0".to_owned());
    assert_eq!(bench.engine.install(runner()).await.err(), Some(import.clone()));
    let runner_is_loaded = bench.engine.install_runner(runner()).await.expect("it is one");
    assert_eq!(bench.engine.install(runner()).await.err(), Some(import), "though it is loaded already");
    drop(runner_is_loaded);
}

#[tokio::test]
async fn a_template_that_traps_closes_only_itself() {
    let bench = bench(limits());
    let runner = bench.engine.install_runner(runner()).await.expect("it is one");
    let (bad, good) = (runner.plugin("x"), runner.plugin("good"));
    for _ in 0..5 {
        let ended = error(bad.run("{}".to_owned(), TestPorts::answering("yes")).await);
        assert_eq!(ended.code(), "plugin.trap");
    }
    assert!(bad.quarantined().is_some());
    assert_eq!(good.quarantined(), None);
    assert_eq!(title(&good).await, "good");
}
