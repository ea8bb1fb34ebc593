//! Webhooks: which are created and deleted, and whose messages are believed.

use sitewright_sdk::shop::{Fault, Hash, Message, Messages as _, Recorded, Touched, hashed};

use super::{ROOT, connected, on_bulk, page};
use crate::Shoper;

const URL: &str = "https://sitewright.example/in/shops/abc";
const ALL: &str = r#"["product.create","product.edit","product.delete","category.create","category.edit","category.delete"]"#;

fn row(id: u32, url: &str, events: &str, secret: &str) -> String {
    format!(
        r#"{{"id":"{id}","url":"{url}","events":{events},"format":"0","secret":"{secret}","active":"1"}}"#
    )
}

fn listed(client: Recorded, rows: &[String]) -> Recorded {
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    client.answer(&format!("GET {ROOT}webhooks?limit=50&page=1"), 200, &page(&rows, rows.len(), 1))
}

#[test]
fn a_subscription_creates_one_webhook_and_deletes_those_of_earlier_addresses() {
    let rows = [
        row(1, "https://sitewright.example/in/shops/old", ALL, "[secret]"),
        row(2, "https://other.example/hook", ALL, "x"),
        row(3, URL, ALL, "of-an-earlier-connection"),
    ];
    let client = listed(connected(), &rows).answer(&format!("POST {ROOT}webhooks"), 200, "4");
    let client = on_bulk(client, &[(200, "1"), (404, "{}")]);
    assert_eq!(Shoper::subscribe(&client, URL), Ok(()));
    client.finish();
    assert!(
        client.sent(1).ends_with(&format!(
            r#" {{"url":"{URL}","events":{ALL},"format":0,"secret":"{{secret:messages}}","active":1}}"#
        )),
        "{}",
        client.sent(1)
    );
    let deleted = client.sent(2);
    assert!(deleted.contains("webhooks/1\"") && deleted.contains("webhooks/3\""), "{deleted}");
    assert!(!deleted.contains("webhooks/2\""), "{deleted}");
}

#[test]
fn a_second_subscription_changes_nothing() {
    let client = listed(connected(), &[row(4, URL, ALL, "[secret]")]);
    assert_eq!(Shoper::subscribe(&client, URL), Ok(()));
    // The secret may be hidden.
    let client = listed(connected(), &[row(4, URL, ALL, "")]);
    assert_eq!(Shoper::subscribe(&client, URL), Ok(()));
    assert_eq!(client.sent.borrow().len(), 1);
}

#[test]
fn events_that_the_shop_does_not_know_are_left_out() {
    let refusal =
        r#"{"error":"invalid_request","error_description":"'events': Nieznane zdarzenie product.edit"}"#;
    let create = format!("POST {ROOT}webhooks");
    let mut client = listed(connected(), &[]).answer(&create, 400, refusal);
    for status in [400, 400, 400, 200, 200, 200] {
        client = client.answer(&create, status, if status == 200 { "7" } else { refusal });
    }
    assert_eq!(Shoper::subscribe(&client, URL), Ok(()));
    client.finish();
    assert!(client.sent(7).contains(r#""events":["category.delete"]"#), "{}", client.sent(7));

    let known = row(7, URL, r#"["category.create","category.edit","category.delete"]"#, "[secret]");
    let mut client = listed(connected(), &[known]);
    for _ in 0..4 {
        client = client.answer(&create, 400, refusal);
    }
    assert_eq!(Shoper::subscribe(&client, URL), Ok(()));
    client.finish();

    let client = listed(connected(), &[]).answer(&create, 400, refusal);
    let client = (0..6).fold(client, |client, _| client.answer(&create, 400, refusal));
    assert!(matches!(Shoper::subscribe(&client, URL), Err(Fault::Invalid(_))));
}

#[test]
fn a_missing_right_is_named() {
    let refusal = r#"{"error":"insufficient_scope"}"#;
    let lacks = |client: &Recorded, right: &str| {
        let fault = Shoper::subscribe(client, URL);
        assert!(matches!(&fault, Err(Fault::Denied(why)) if why.contains(right)), "{fault:?}");
    };
    let list = format!("GET {ROOT}webhooks?");
    lacks(&connected().answer(&list, 403, refusal), "webhooks_read");
    let client = listed(connected(), &[]).answer(&format!("POST {ROOT}webhooks"), 403, refusal);
    lacks(&client, "webhooks_create");
    let old = [row(1, "https://sitewright.example/old", ALL, ""), row(4, URL, ALL, "")];
    lacks(&on_bulk(listed(connected(), &old), &[(403, refusal)]), "webhooks_delete");
}

#[test]
fn the_end_of_a_subscription_deletes_its_webhooks_alone() {
    let rows = [row(4, URL, ALL, ""), row(5, "https://sitewright.example/in/shops/xyz", ALL, "")];
    let client = on_bulk(listed(connected(), &rows), &[(200, "1")]);
    assert_eq!(Shoper::unsubscribe(&client, URL), Ok(()));
    assert!(client.sent(1).contains("webhooks/4\"") && !client.sent(1).contains("webhooks/5\""));
    let client = listed(connected(), &[]);
    assert_eq!(Shoper::unsubscribe(&client, URL), Ok(()));
}

/// A message of the webhook 4, signed with `secret`.
fn message(name: &str, body: &str, secret: &str) -> Message {
    let signature = hashed(Hash::Sha1, None, format!("4:{secret}:{body}").as_bytes());
    let headers = [
        ("content-type", "application/json"),
        ("x-webhook-id", "4"),
        ("x-webhook-name", name),
        ("x-webhook-sha1", &signature),
        ("x-shop-license", "0f1e"),
    ];
    Message {
        headers: headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        query: Vec::new(),
        body: body.as_bytes().to_vec(),
    }
}

fn of_integration() -> Recorded {
    Recorded::new("shoper", &["token", "messages"])
}

const SECRET: &str = "value-of-messages";

#[test]
fn a_signed_message_names_its_item() {
    let touched = |name: &str, body: &str| {
        let touched = Shoper::receive(&of_integration(), &message(name, body, SECRET)).expect("items");
        touched.into_iter().map(|Touched { kind, id }| format!("{kind} {id}")).collect::<Vec<_>>()
    };
    assert_eq!(touched("product.edit", r#"{"product_id":"12","category_id":7,"ą":[]}"#), ["product 12"]);
    assert_eq!(touched("product.create", r#"{"product_id":12}"#), ["product 12"]);
    assert_eq!(touched("category.delete", r#"{"category_id":"7"}"#), ["category 7"]);
    assert_eq!(touched("category.edit", r#"{"category":{"category_id":7}}"#), ["category 7"]);
    assert_eq!(touched("product.delete", r#"{"id":"12"}"#), ["product 12"]);
    for (name, body) in [
        ("order.create", r#"{"order_id":"1"}"#),
        ("product-tag.edit", r#"{"tag_id":"1"}"#),
        ("product.edit", r#"{"product_id":"../1"}"#),
        ("product.edit", "[]"),
    ] {
        assert!(touched(name, body).is_empty(), "{name} {body}");
    }
    let unreadable = Shoper::receive(&of_integration(), &message("product.edit", "<xml/>", SECRET));
    assert!(matches!(unreadable, Err(Fault::Unavailable(_))));
}

#[test]
fn an_application_signs_with_a_secret_made_of_its_own_and_the_licence() {
    let client = Recorded::new("shoper", &["token", "messages", "app-secret"]);
    let derived = hashed(Hash::Sha512, Some(b"value-of-app-secret"), b"0f1e:value-of-messages");
    let body = r#"{"product_id":"12"}"#;
    assert_eq!(
        Shoper::receive(&client, &message("product.edit", body, &derived)).map(|all| all.len()),
        Ok(1)
    );
    assert_eq!(Shoper::receive(&client, &message("product.edit", body, SECRET)).map(|all| all.len()), Ok(1));
    let mut of_other_shop = message("product.edit", body, &derived);
    of_other_shop.headers.retain(|(name, _)| name != "x-shop-license");
    assert!(matches!(Shoper::receive(&client, &of_other_shop), Err(Fault::Denied(_))));
    // An integration of the owner has no such secret.
    let signed = message("product.edit", body, &derived);
    assert!(matches!(Shoper::receive(&of_integration(), &signed), Err(Fault::Denied(_))));
}

#[test]
fn a_wrong_signature_is_denied() {
    let good = message("product.edit", r#"{"product_id":"12"}"#, SECRET);
    let denied = |change: &dyn Fn(&mut Message)| {
        let mut message = good.clone();
        change(&mut message);
        let result = Shoper::receive(&of_integration(), &message);
        assert!(matches!(&result, Err(Fault::Denied(why)) if why.contains("signature")), "{result:?}");
    };
    denied(&|message| message.body = br#"{"product_id":"13"}"#.to_vec());
    denied(&|message| message.headers[1].1 = "5".to_owned());
    denied(&|message| message.headers[3].1.truncate(39));
    denied(&|message| message.headers[3].1.clear());
    denied(&|message| message.headers.clear());
    assert!(Shoper::receive(&connected(), &good).is_err(), "a connection without the secret");
}
