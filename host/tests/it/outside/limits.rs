//! Call and byte limits: counted for each run, with metrics.

use super::{World, reply, world};

#[app_test(world(r#"["shop.test"]"#, |config| {
        config.plugin_http_calls = 3;
        config.plugin_store_calls = 4;
        config.plugin_outside_bytes = 64 * 1024;
    }))]
async fn a_run_calls_no_more_often_and_carries_no_more_than_it_may(world: World, mut client: user) {
    let echo = format!("GET {}", world.url("shop.test", "/echo"));
    assert!(reply(&mut client, ["send", &echo, "", "", "3"]).await.starts_with("200\n"));
    let often = "limit-reached: In one run the tool may call “http” 3 times at most.";
    assert_eq!(reply(&mut client, ["send", &echo, "", "", "4"]).await, often);
    assert_eq!(world.peer.came().len(), 6, "the fourth was not sent");
    assert!(reply(&mut client, ["get", "a", "", "", "5"]).await.starts_with("limit-reached: "));

    let large = format!("GET {}", world.url("shop.test", "/large?bytes=30000"));
    assert!(reply(&mut client, ["send", &large, "", "", "2"]).await.starts_with("200\n"));
    let answer = reply(&mut client, ["send", &large, "", "", "3"]).await;
    let much = "limit-reached: In one run the tool may send and receive 64 KB at most.";
    assert!(answer == much || answer.starts_with("unavailable: The response is larger than"), "{answer}");
    assert_eq!(reply(&mut client, ["set-bytes", "a", "70000"]).await, much);

    let metrics = world.app.app.metrics.render();
    for name in ["sitewright_outside_calls_total", "sitewright_outside_bytes_total"] {
        let counted = |line: &str| {
            line.starts_with(name) && line.contains("tool=\"outside\"") && line.contains("interface=\"http\"")
        };
        assert!(metrics.lines().any(counted), "{name}: {metrics}");
    }
}

#[app_test(world(r#"["shop.test"]"#, |config| config.plugin_host_call_bytes = 16 * 1024))]
async fn a_request_that_is_larger_than_a_call_ends_the_run(world: World, mut client: user) {
    let input = serde_json::json!({ "do": "set-bytes", "a": "key", "b": "50000" });
    let run = client.run_to_end(super::OUTSIDE, input).await;
    assert_eq!(run.body["problem"]["code"], "plugin.host-data-limit", "{}", run.body);
    assert_eq!(reply(&mut client, ["get", "key"]).await, "nothing");
}
