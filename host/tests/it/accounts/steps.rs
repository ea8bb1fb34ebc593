//! Dismissed steps of the dashboard.

use crate::prelude::*;

async fn dismiss(client: &mut Client, step: &str) -> u16 {
    client.post("/api/user/dismissed-steps", json!({ "step": step })).await.status
}

async fn dismissed(client: &mut Client) -> Value {
    client.get("/api/user/dismissed-steps").await.body["data"].clone()
}

#[app_test]
async fn a_dismissed_step_is_hidden_for_its_account_only(app: TestApp, mut anna: user, mut other: user) {
    assert_eq!(dismissed(&mut anna).await, json!([]));
    for step in ["project", "brand", "project"] {
        assert_eq!(dismiss(&mut anna, step).await, 204, "{step}");
    }
    // Another browser of the same user.
    assert_eq!(dismissed(&mut anna.program()).await, json!(["brand", "project"]));
    assert_eq!(dismissed(&mut other).await, json!([]));
    // Not trimmed, so that the schema of the API describes what is refused.
    for nothing in ["", &"x".repeat(301), &[&"x".repeat(300), " "].concat()] {
        assert_eq!(dismiss(&mut anna, nothing).await, 422, "{nothing}");
    }
}

#[app_test]
async fn the_newest_hundred_are_kept(app: TestApp, mut client: user) {
    for number in 0..101 {
        assert_eq!(dismiss(&mut client, &format!("paused-{number:03}")).await, 204);
    }
    let kept = dismissed(&mut client).await;
    assert_eq!(kept.as_array().map(Vec::len), Some(100));
    assert!(kept.as_array().is_some_and(|kept| kept.contains(&json!("paused-100"))), "{kept}");
}
