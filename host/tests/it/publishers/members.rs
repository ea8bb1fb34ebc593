//! Members of a publisher: invitations, roles, leaving, and the effects on keys and on deleted accounts.

use super::{acme, register};
use crate::prelude::*;

async fn invite(owner: &mut Client, email: &str, role: &str) -> String {
    let asked = owner.post("/api/publisher/invitations", json!({ "email": email, "role": role })).await;
    assert_eq!(asked.status, 201, "{}", asked.body);
    asked.id()
}

/// The token of the last link that was mailed to an address.
async fn token(app: &TestApp) -> String {
    let text = app.letter(Some("publisher-invitation")).await;
    text.split("?token=").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a link").to_owned()
}

async fn accept(client: &mut Client, token: &str) -> crate::util::Answer {
    client.post("/api/publisher-invitations/accept", json!({ "token": token })).await
}

/// Adds a member.
pub async fn join(app: &TestApp, owner: &mut Client, who: &mut Client, email: &str, role: &str) {
    invite(owner, email, role).await;
    let token = token(app).await;
    accept(who, &token).await.is(200).has(json!({ "publisher": { "role": role } }));
}

async fn role_of(client: &mut Client) -> Value {
    client.get("/api/publisher").await.body["publisher"]["role"].clone()
}

pub async fn kinds(client: &mut Client) -> Vec<String> {
    let bell = client.get("/api/notifications").await;
    let all = bell.body["data"].as_array().expect("notifications");
    all.iter().map(|one| one["kind"].as_str().expect("a kind").to_owned()).collect()
}

#[app_test]
async fn an_invited_user_becomes_a_member(app: TestApp, mut anna: anna, mut jan: jan, mut ewa: ewa) {
    register(&mut anna).await;
    assert_eq!(role_of(&mut anna).await, "owner");

    // The response does not depend on whether the account exists.
    let known = anna
        .post("/api/publisher/invitations", json!({ "email": "Jan@Example.com", "role": "member" }))
        .await;
    let unknown = anna
        .post("/api/publisher/invitations", json!({ "email": "nobody@example.com", "role": "member" }))
        .await;
    assert_eq!((known.status, unknown.status), (201, 201), "{} {}", known.body, unknown.body);
    assert_eq!((&known.body["email"], &known.body["is_over"]), (&json!("jan@example.com"), &json!(false)));
    let again = json!({ "email": "jan@example.com", "role": "owner" });
    assert_eq!(anna.post("/api/publisher/invitations", again).await.fields(), ["email"]);
    let nonsense = json!({ "email": "nobody", "role": "member" });
    assert_eq!(anna.post("/api/publisher/invitations", nonsense).await.fields(), ["email"]);

    let kept: String =
        app.value("SELECT token_hash FROM publisher_invitations WHERE email = 'jan@example.com'").await;
    let resent = known.id();
    anna.post(&format!("/api/publisher/invitations/{resent}/resend"), json!({})).await.is(200);
    let token = token(&app).await;
    let now: String =
        app.value("SELECT token_hash FROM publisher_invitations WHERE email = 'jan@example.com'").await;
    assert!(now != kept && !now.contains(&token), "another link, stored only as a hash");

    // It is for Jan: another account learns nothing about it.
    let other = ewa.post("/api/publisher-invitations/look", json!({ "token": token })).await;
    assert_eq!(other.problem(), (409, "publishers.invited-other"));
    assert!(!other.text().contains("jan@"), "{}", other.text());
    accept(&mut ewa, &token).await.refused(409, "publishers.invited-other");
    accept(&mut jan, "nonsense").await.refused(410, "publishers.invitation-over");
    let seen = jan.post("/api/publisher-invitations/look", json!({ "token": token })).await;
    has(&seen.body, json!({ "publisher": "acme", "invited_by": "Anna Łąka", "role": "member" }));
    accept(&mut jan, &token).await.is(200);
    assert_eq!(
        accept(&mut jan, &token).await.problem(),
        (410, "publishers.invitation-over"),
        "it works once"
    );
    assert_eq!(kinds(&mut anna).await[0], "member-joined");
    jan.get("/api/publisher/members").await.has(json!({ "total": 2, "/data/1/name": "Jan" }));
    let member = json!({ "email": "jan@example.com", "role": "member" });
    assert_eq!(anna.post("/api/publisher/invitations", member).await.fields(), ["email"]);

    // A member of one publisher can neither join another nor found one.
    jan.post("/api/publisher", acme()).await.refused(409, "publishers.already");
    let mut zen = acme();
    (zen["id"], zen["name"]) = (json!("zen"), json!("Zen"));
    ewa.post("/api/publisher", zen).await.is(201);
    invite(&mut ewa, "jan@example.com", "member").await;
    let token = self::token(&app).await;
    accept(&mut jan, &token).await.refused(409, "publishers.member-elsewhere");
}

#[app_test]
async fn an_expired_invitation_is_invalid(app: TestApp, mut anna: anna, mut jan: jan) {
    register(&mut anna).await;
    let id = invite(&mut anna, "jan@example.com", "member").await;
    let first = token(&app).await;
    app.execute("UPDATE publisher_invitations SET expires_at = 1").await;
    accept(&mut jan, &first).await.refused(410, "publishers.invitation-over");
    assert_eq!(anna.get("/api/publisher/invitations").await.body["data"][0]["is_over"], true);
    let path = format!("/api/publisher/invitations/{id}");
    anna.post(&format!("{path}/resend"), json!({})).await.is(200);
    let second = token(&app).await;
    assert_eq!(
        accept(&mut jan, &first).await.problem(),
        (410, "publishers.invitation-over"),
        "the earlier link"
    );
    anna.delete(&path).await.is(204);
    accept(&mut jan, &second).await.refused(410, "publishers.invitation-over");
    anna.delete(&path).await.is(404);
    // The number of mails is limited.
    let mut last = 201;
    for _ in 0..4 {
        let body = json!({ "email": "jan@example.com", "role": "member" });
        let asked = anna.post("/api/publisher/invitations", body).await;
        last = asked.status;
        if let Some(id) = asked.body["id"].as_str() {
            anna.delete(&format!("/api/publisher/invitations/{id}")).await;
        }
    }
    assert_eq!(last, 429);
}

#[app_test]
async fn a_member_publishes_and_an_owner_decides(app: TestApp, mut anna: anna, mut jan: jan) {
    let key = register(&mut anna).await;
    let payout = json!({ "legal_name": "Acme", "address": "Poznań", "tax_id": "7811234567", "account": "PL61109010140000071219812874" });
    anna.put_with("/api/publisher/payout", payout.clone()).await.is(200);
    join(&app, &mut anna, &mut jan, "jan@example.com", "member").await;

    let sent = jan.send_package(key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await)).await;
    assert_eq!(sent.body["state"], "checked", "{}", sent.body);
    let path = format!("/api/publisher/packages/{}", sent.body["id"].as_str().expect("an id"));
    assert_eq!(anna.get(&path).await.body["state"], "checked", "uploads are shared by all members");
    jan.get("/api/publisher/challenge").await.is(200);

    jan.get("/api/publisher").await.has(json!({ "publisher": { "payout": null } }));
    let refused = (403, "publishers.owners-only");
    assert_eq!(jan.patch("/api/publisher", json!({ "name": "Jan's" })).await.problem(), refused);
    assert_eq!(jan.put_with("/api/publisher/payout", payout).await.problem(), refused);
    assert_eq!(jan.get("/api/publisher/invitations").await.problem(), refused);
    let ask = json!({ "email": "ewa@example.com", "role": "owner" });
    assert_eq!(jan.post("/api/publisher/invitations", ask).await.problem(), refused);
    let up = json!({ "role": "owner" });
    let (own, annas) = (id(&jan), id(&anna));
    let members = |id: &str| format!("/api/publisher/members/{id}");
    assert_eq!(jan.put_with(&members(&own), up.clone()).await.problem(), refused);
    assert_eq!(jan.delete(&members(&annas)).await.problem(), refused);

    // The last owner cannot be removed.
    let last = (409, "publishers.last-owner");
    let down = json!({ "role": "member" });
    assert_eq!(anna.delete(&members(&annas)).await.problem(), last);
    assert_eq!(anna.put_with(&members(&annas), down.clone()).await.problem(), last);
    anna.put_with(&members(&own), up).await.is(204);
    assert_eq!(
        (role_of(&mut jan).await, &kinds(&mut jan).await[0]),
        (json!("owner"), &"made-owner".to_owned())
    );
    jan.put_with(&members(&annas), down).await.is(204);
    assert_eq!(anna.get("/api/publisher/invitations").await.problem(), refused);
    assert_eq!(anna.delete(&members(&annas)).await.status, 204, "a member may go");
    assert_eq!(kinds(&mut jan).await[0], "member-left");
    assert_eq!(anna.get("/api/publisher").await.body["publisher"], Value::Null);
    let mut admin = administrator(&app).await;
    let log = actions(&mut admin).await;
    for action in [
        "publisher.member-invited",
        "publisher.member-joined",
        "publisher.member-changed",
        "publisher.member-left",
    ] {
        assert!(log.iter().any(|one| one == action), "{action}");
    }
}

#[app_test]
async fn a_removed_member_loses_all_access(app: TestApp, mut anna: anna, mut jan: jan) {
    let key = register(&mut anna).await;
    join(&app, &mut anna, &mut jan, "jan@example.com", "owner").await;
    let (_, mut program) = jan.key(json!({ "scopes": ["plugins:write"] })).await;
    let package = key.sign(&Plain::new("motto", "1.0.0").by("acme").pack(&app).await);
    let sent = program.send_package(package.clone()).await.has(json!({ "state": "checked" }));
    let path = format!("/api/publisher/packages/{}", sent.body["id"].as_str().expect("an id"));
    invite(&mut jan, "ewa@example.com", "owner").await;
    let invited = token(&app).await;

    anna.delete(&format!("/api/publisher/members/{}", id(&jan))).await.is(204);
    program.send_package(package).await.refused(409, "publishers.none");
    for path in [path.as_str(), &format!("{path}/submit")] {
        assert_eq!(program.post(path, json!({})).await.status / 100, 4);
    }
    program.get(&path).await.is(404);
    assert_eq!(program.get("/api/publisher/packages").await.body["total"], 0);
    jan.get("/api/publisher/members").await.refused(409, "publishers.none");
    assert_eq!(anna.get(&path).await.status, 200, "uploads stay");
    let mut ewa = ewa(&app).await;
    accept(&mut ewa, &invited).await.refused(410, "publishers.invitation-over");
    assert_eq!(kinds(&mut jan).await[0], "member-removed");
    let letters: i64 =
        app.value("SELECT COUNT(*) FROM mails WHERE template = 'publisher-member-removed'").await;
    assert_eq!(letters, 1);

    // In another publisher the key acts for that one.
    let mut zen = acme();
    (zen["id"], zen["name"]) = (json!("zen"), json!("Zen"));
    jan.post("/api/publisher", zen).await.is(201);
    program.get(&path).await.is(404);
}

#[app_test]
async fn a_publisher_outlives_an_account(app: TestApp, mut admin: administrator) {
    let (mut anna, mut jan) = (anna(&app).await, jan(&app).await);
    register(&mut anna).await;
    join(&app, &mut anna, &mut jan, "jan@example.com", "member").await;
    let farewell = json!({ "password": PASSWORD });
    let annas = id(&anna);
    anna.delete_with("/api/user", farewell.clone()).await.refused(409, "publishers.last-owner");
    let erased =
        admin.delete_with(&format!("/api/admin/users/{annas}"), json!({ "email": "anna@example.com" })).await;
    assert_eq!(erased.problem(), (409, "publishers.last-owner"), "an administrator cannot delete it either");

    let up = json!({ "role": "owner" });
    anna.put_with(&format!("/api/publisher/members/{}", id(&jan)), up).await.is(204);
    invite(&mut anna, "ewa@example.com", "member").await;
    anna.delete_with("/api/user", farewell.clone()).await.is(204);
    let own = jan.get("/api/publisher").await;
    has(&own.body["publisher"], json!({ "id": "acme", "role": "owner", "contact": "hello@acme.example" }));
    assert_eq!(jan.get("/api/publisher/members").await.body["total"], 1);
    assert_eq!(kinds(&mut jan).await[0], "member-left");
    assert_eq!(jan.get("/api/publisher/invitations").await.body["total"], 0, "they are revoked");
    let named: String = app.value("SELECT account_id FROM publisher_profiles").await;
    assert_eq!(Some(named), jan.user_id);

    // Without members the administrators are notified.
    jan.delete_with("/api/user", farewell).await.is(204);
    assert_eq!(kinds(&mut admin).await[0], "publisher-abandoned");
    let left: i64 = app.value("SELECT COUNT(*) FROM publisher_profiles").await;
    assert_eq!(left, 0, "personal data is deleted with the account");
}
