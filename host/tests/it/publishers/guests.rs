//! Unlisted tools: access, and invitation links.

use super::register;
use super::reviews::approved;
use crate::prelude::*;

const LINKS: &str = "/api/publisher/plugins/motto/invitations";

/// Creates a link; returns its id and its token.
async fn link(client: &mut Client, wishes: Value) -> (String, String) {
    let mut new = json!({ "name": "Testers" });
    new.as_object_mut().expect("an object").extend(wishes.as_object().expect("an object").clone());
    let made = client.post(LINKS, new).await;
    assert_eq!((made.status, made.header("cache-control")), (201, "no-store"), "{}", made.body);
    let link = made.body["link"].as_str().expect("a link");
    let token = link.split("?token=").nth(1).expect("a token").to_owned();
    (made.body["invitation"]["id"].as_str().expect("an id").to_owned(), token)
}

async fn accept(client: &mut Client, token: &str) -> Answer {
    client.post("/api/tool-invitations/accept", json!({ "token": token })).await
}

/// Whether a user has the tool: in their catalogue, by search, by its id, by its address and to run.
async fn rights_of(client: &mut Client) -> Vec<bool> {
    let mut found = Vec::new();
    for query in ["", "?q=motto", "?ids=motto", "?invited=true"] {
        let list = client.get(&format!("/api/tools{query}")).await;
        let tools = list.body["tools"].as_array().expect("tools");
        found.push(tools.iter().any(|one| one["id"] == "motto"));
    }
    found.push(client.get("/api/tools/motto").await.status == 200);
    found.push(run(client, "motto").await.status == 201);
    found
}

const ALL: [bool; 6] = [true; 6];
const NOTHING: [bool; 6] = [false; 6];

#[app_test]
async fn an_unlisted_tool_is_available_to_invited_users(app: TestApp) {
    let (mut admin, mut anna) = (administrator(&app).await, anna(&app).await);
    let (mut jan, mut ewa) = (jan(&app).await, ewa(&app).await);
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, false).await;
    assert_eq!(rights_of(&mut jan).await, NOTHING, "its address is not enough");
    // Its publisher and administrators reach it by its address, and no list shows it to them.
    for client in [&mut anna, &mut admin] {
        assert_eq!(rights_of(client).await, [false, false, false, false, true, true]);
    }
    for path in ["/api/plans", "/api/plan", "/api/tools?schemas=false", "/api/tools?q=motto"] {
        assert!(!jan.get(path).await.body.to_string().contains("motto"), "{path}");
    }
    jan.call(Method::PUT, "/api/tools/motto/favourite", None).await.is(404);
    let upload = json!({ "name": "Robot", "scopes": ["tools:read"], "tools": ["motto"] });
    assert_eq!(jan.post("/api/keys", upload).await.status, 422, "a key cannot see that it exists");

    let (_, token) = link(&mut anna, json!({})).await;
    let seen = jan.post("/api/tool-invitations/look", json!({ "token": token })).await;
    assert_eq!(
        (
            &seen.body["tool"],
            &seen.body["publisher"],
            &seen.body["invited_by"],
            &seen.body["has"],
            &seen.body["locked"]
        ),
        (&json!("motto"), &json!("Acme"), &json!("Anna Łąka"), &json!(false), &json!(false)),
        "{}",
        seen.body
    );
    assert_eq!(rights_of(&mut jan).await, NOTHING, "looking is not accepting");
    assert_eq!(accept(&mut jan, &token).await.body["has"], true);
    assert_eq!(rights_of(&mut jan).await, ALL);
    assert_eq!(rights_of(&mut ewa).await, NOTHING);
    let tool = jan.get("/api/tools/motto").await.body;
    has(&tool["guest"], json!({ "invited_by": "Anna Łąka", "publisher": "Acme", "invited": true }));
    assert_eq!(jan.get("/api/tools?per_page=1").await.body["invited"], 1);
    let all = jan.get("/api/tools").await.body["tools"].as_array().expect("tools").clone();
    assert_eq!(
        all.iter().filter(|tool| tool.get("guest").is_some()).count(),
        1,
        "of the others nothing is said"
    );
    let (_, mut program) = jan.key(json!({ "scopes": ["tools:read", "runs:write", "runs:read"] })).await;
    program.get("/api/tools/motto").await.is(200);

    // Leaving it removes it from the account and its keys.
    jan.delete("/api/tools/motto/invitation").await.is(204);
    assert_eq!(rights_of(&mut jan).await, NOTHING);
    program.get("/api/tools/motto").await.is(404);
    jan.delete("/api/tools/motto/invitation").await.is(404);
}

#[app_test]
async fn a_link_is_limited_in_uses_and_time(app: TestApp, mut admin: administrator, mut anna: anna) {
    let (mut jan, mut ewa) = (jan(&app).await, ewa(&app).await);
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, false).await;
    let over = (410, "tools.invitation-over");

    let (id, token) = link(&mut anna, json!({ "most": 1 })).await;
    accept(&mut jan, &token).await.is(200);
    assert_eq!(accept(&mut jan, &token).await.status, 200, "once more uses nothing up");
    assert_eq!(accept(&mut ewa, &token).await.problem(), over);
    let one = anna.get(LINKS).await.body["data"][0].clone();
    assert_eq!((&one["uses"], &one["guests"], &one["is_open"]), (&json!(1), &json!(1), &json!(false)));
    let kept: String = app.value("SELECT token_hash FROM tool_invitations").await;
    assert!(!kept.contains(&token) && !one.to_string().contains(&token));

    let (_, late) = link(&mut anna, json!({ "expires_in_days": 7 })).await;
    app.execute("UPDATE tool_invitations SET expires_at = 1 WHERE expires_at IS NOT NULL").await;
    assert_eq!(accept(&mut ewa, &late).await.problem(), over);
    assert_eq!(accept(&mut ewa, "nonsense").await.problem(), over);

    // A revoked link admits no more users; existing guests stay by default.
    let (other, more) = link(&mut anna, json!({})).await;
    anna.delete(&format!("{LINKS}/{other}")).await.is(204);
    assert_eq!(accept(&mut ewa, &more).await.problem(), over);
    anna.delete(&format!("{LINKS}/{id}")).await.is(204);
    assert_eq!(rights_of(&mut jan).await, ALL);
    anna.delete(&format!("{LINKS}/{id}?guests=true")).await.is(204);
    assert_eq!(rights_of(&mut jan).await, NOTHING);

    for client in [&mut jan, &mut admin] {
        client.get(LINKS).await.is(404);
        client.post(LINKS, json!({ "name": "Mine" })).await.is(404);
        client.delete(&format!("{LINKS}/{id}")).await.is(404);
    }
    anna.post(LINKS, json!({ "name": "", "most": 0 })).await.is(422);
}

#[app_test]
async fn the_last_place_is_given_once(app: TestApp, mut admin: administrator, mut anna: anna) {
    let (mut jan, mut ewa) = (jan(&app).await, ewa(&app).await);
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, false).await;
    let (_, token) = link(&mut anna, json!({ "most": 1 })).await;
    let (one, other) = tokio::join!(accept(&mut jan, &token), accept(&mut ewa, &token));
    let mut both = [one.status, other.status];
    both.sort_unstable();
    assert_eq!(both, [200, 410]);
}

#[app_test]
async fn an_invitation_does_not_override_the_plan(app: TestApp) {
    let (mut admin, mut anna, mut jan) = (administrator(&app).await, anna(&app).await, jan(&app).await);
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, false).await;
    app.execute("UPDATE products SET all_tools = FALSE WHERE id = 0").await;
    let (_, token) = link(&mut anna, json!({})).await;
    accept(&mut jan, &token).await.has(json!({ "locked": true }));
    assert!(jan.get("/api/tools/motto").await.body["lock"].is_object());
    run(&mut jan, "motto").await.is(402);
}

#[app_test]
async fn users_of_a_tool_keep_it_when_it_is_unlisted(app: TestApp, mut admin: administrator, mut anna: anna) {
    let (mut jan, mut ewa) = (jan(&app).await, ewa(&app).await);
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, true).await;
    let (_, mut program) = jan.key(json!({ "scopes": ["tools:read", "runs:write", "runs:read"] })).await;
    run(&mut program, "motto").await.is(201);
    assert_eq!(jan.get("/api/tools/motto").await.body["guest"], Value::Null);
    let path = "/api/publisher/plugins/motto/listing";
    assert_eq!(anna.get(path).await.body["users"], 1);
    anna.put_with(path, json!({ "listed": false })).await.has(json!({ "listed": false }));

    assert_eq!(run(&mut program, "motto").await.status, 201, "existing keys keep working");
    assert_eq!(rights_of(&mut jan).await, ALL);
    let guest = jan.get("/api/tools/motto").await.body["guest"].clone();
    assert_eq!((&guest["invited"], &guest["invited_by"]), (&json!(false), &Value::Null));
    assert_eq!(rights_of(&mut ewa).await, NOTHING);

    // Users from before invitations were required keep it, too.
    app.execute("DELETE FROM tool_guests").await;
    assert_eq!(rights_of(&mut jan).await, NOTHING);
    const MIGRATION: &str = include_str!("../../../../migrations/0029_members.sql");
    let (_, kept) = MIGRATION.split_once("whoever used one keeps it.\n").expect("a statement");
    app.execute(kept).await;
    assert_eq!(rights_of(&mut jan).await, ALL);
    assert_eq!(rights_of(&mut ewa).await, NOTHING);
}

#[app_test]
async fn a_link_ends_with_its_authors_membership(app: TestApp, mut admin: administrator, mut anna: anna) {
    let (mut jan, mut ewa) = (jan(&app).await, ewa(&app).await);
    let key = register(&mut anna).await;
    approved(&app, &mut admin, &mut anna, &key, false).await;
    super::members::join(&app, &mut anna, &mut jan, "jan@example.com", "member").await;
    let (_, token) = link(&mut jan, json!({})).await;
    accept(&mut ewa, &token).await.is(200);
    anna.delete(&format!("/api/publisher/members/{}", id(&jan))).await.is(204);
    accept(&mut jan, &token).await.refused(410, "tools.invitation-over");
    assert_eq!(rights_of(&mut ewa).await, ALL, "existing guests stay");
    assert_eq!(rights_of(&mut jan).await, NOTHING, "a member no more");
}
