//! Register, sign in and out, the current user.

use serde_json::json;

use crate::util::TestApp;

#[tokio::test]
async fn a_new_account_is_signed_in_and_has_the_free_words() {
    let app = TestApp::start().await;
    let mut client = app.user().await;

    let user = client.get("/api/user").await;
    assert_eq!(user.status, 200, "{}", user.body);
    assert_eq!(user.body["words"], json!({"allowance": 10_000, "used": 0, "left": 10_000}));
    assert_eq!(
        user.body["subscription"],
        json!({"product_id": 0, "ai_words": 0, "product": {"ai_words": 10_000}})
    );

    let mut program = client.program();
    assert_eq!(program.get("/api/user").await.body["id"], user.body["id"]);
    app.stop().await;
}
