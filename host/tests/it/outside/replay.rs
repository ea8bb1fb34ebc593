//! Recordings of egress: without secrets, and sufficient to replay offline.

use super::{PERMISSIONS, connect, world};
use crate::prelude::*;

const SECRET: &str = "s3cret+token/value";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recorded_run_is_replayed_offline_and_contains_no_secret() {
    let world = world("[]", |_| {}).await;
    let mut admin = administrator(&world).await;
    connect(&mut admin, "shop.test", SECRET).await;
    let post = format!("POST {}", world.url("shop.test", "/echo"));
    let input = json!({ "do": "send", "a": post, "b": "Authorization: Bearer {secret:token}", "c": "Chleb" });
    admin.fetch_csrf_token().await;
    let order = json!({ "input": input, "record": true });
    let id = admin.post("/api/tools/outside/runs", order).await.id();
    admin.ended(&id).await.has(json!({ "status": "succeeded" }));
    let recording = admin.get(&format!("/api/runs/{id}/recording")).await;
    assert!(recording.text().contains("{secret:token}") && recording.text().contains("[secret]"));
    assert!(!recording.text().contains(SECRET), "{}", recording.text());

    let asked_for = format!("{PERMISSIONS}\nhosts = []\nconnections = [\"shop\"]");
    let plain = Plain { guest: Some("outside"), asked_for, ..Plain::new("outside", "0.2.0") };
    let (partner, package) = (Partner::new(), plain.pack(&world).await);
    partner.write("outside.plugin", package);
    partner.write("run.json", recording.text());
    let came = world.peer.came().len();
    let replay = ["replay", "run.json", "--version", "outside.plugin"];
    let (code, printed, output) = partner.types(&replay);
    assert!(code == 0 && printed.contains("recorded with 0.1.0, run again with 0.2.0"), "{printed}{output}");
    assert_eq!(world.peer.came().len(), came, "no request was sent");

    // A call without a recorded answer is reported, and so is an unused answer.
    let mut other: Value = serde_json::from_str(recording.text()).expect("JSON");
    other["calls"][0]["question"]["url"] = json!("https://shop.test/elsewhere");
    partner.write("run.json", other.to_string());
    let (code, printed, _) = partner.types(&[&replay[..], &["--json"]].concat());
    let made: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((code, &made["same"]), (1, &json!(false)));
    let deviations = &made["deviations"];
    assert_eq!(deviations[0]["lacking"]["call"], "http.send", "{deviations}");
    assert_eq!(deviations[1]["not-asked"]["question"]["url"], "https://shop.test/elsewhere", "{deviations}");
    world.stop().await;
}
