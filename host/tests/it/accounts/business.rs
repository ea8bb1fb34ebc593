//! What a user runs.

use crate::prelude::*;

#[app_test]
async fn a_user_says_what_they_run_and_changes_it(app: TestApp, mut anna: user, mut other: user) {
    assert_eq!(anna.get("/api/user").await.body["business"], Value::Null);
    for business in ["local", "shop", "agency", "blog", "other"] {
        let saved = anna.patch("/api/user", json!({ "business": business })).await.is(200);
        assert_eq!(saved.body["business"], business);
    }
    // Other changes keep it.
    anna.patch("/api/user", json!({ "name": "Anna" })).await.is(200);
    assert_eq!(anna.get("/api/user").await.body["business"], "other");
    assert_eq!(other.get("/api/user").await.body["business"], Value::Null);
    assert_eq!(anna.patch("/api/user", json!({ "business": "bank" })).await.status, 422);
}
