//! Webhooks: which are created and deleted, and whose messages are believed.

use sitewright_sdk::shop::{Fault, Message, Messages as _, Recorded};

use super::{ROOT, connected};
use crate::WooCommerce;

const URL: &str = "https://sitewright.example/in/shops/abc";

fn row(id: u32, topic: &str, url: &str) -> String {
    format!(r#"{{"id":{id},"topic":"{topic}","delivery_url":"{url}"}}"#)
}

fn listed(client: Recorded, rows: &[String]) -> Recorded {
    let list = format!("[{}]", rows.join(","));
    client.answer(&format!("GET {ROOT}wc/v3/webhooks?per_page=100&page=1"), 200, &list)
}

#[test]
fn a_subscription_has_a_webhook_for_each_topic() {
    let rows = [
        row(3, "product.updated", URL),
        row(4, "product.updated", "https://sitewright.example/in/shops/old"),
        row(5, "order.created", "https://other.example/hook"),
        row(6, "product.updated", URL),
    ];
    let create = format!("POST {ROOT}wc/v3/webhooks {{\"name\":\"Sitewright: product.");
    let known = format!(r#"PUT {ROOT}wc/v3/webhooks/3 {{"status":"active","secret":"{{secret:messages}}"}}"#);
    let delete = |id: u32| format!("DELETE {ROOT}wc/v3/webhooks/{id}?force=true");
    let client = listed(connected(), &rows)
        .answer(&format!("{create}created"), 201, "{}")
        .answer(&known, 200, "{}")
        .answer(&format!("{create}deleted"), 201, "{}")
        .answer(&format!("{create}restored"), 201, "{}")
        .answer(&delete(4), 200, "{}")
        .answer(&delete(6), 404, r#"{"code":"woocommerce_rest_shop_webhook_invalid_id"}"#);
    assert_eq!(WooCommerce::subscribe(&client, URL), Ok(()));
    client.finish();
    assert!(
        client.sent(1).ends_with(&format!(
            r#""topic":"product.created","delivery_url":"{URL}","status":"active","secret":"{{secret:messages}}"}}"#
        )),
        "{}",
        client.sent(1)
    );
}

#[test]
fn a_missing_right_is_named() {
    let reads = r#"{"code":"woocommerce_rest_authentication_error","message":"The API key provided does not have write permissions."}"#;
    let client = listed(connected(), &[]).answer(&format!("POST {ROOT}wc/v3/webhooks"), 401, reads);
    let result = WooCommerce::subscribe(&client, URL);
    assert!(matches!(&result, Err(Fault::Denied(why)) if why.contains("Read/Write")), "{result:?}");
}

#[test]
fn the_end_of_a_subscription_deletes_its_webhooks_alone() {
    let rows =
        [row(3, "product.updated", URL), row(4, "product.updated", "https://sitewright.example/other")];
    let client =
        listed(connected(), &rows).answer(&format!("DELETE {ROOT}wc/v3/webhooks/3?force=true"), 200, "{}");
    assert_eq!(WooCommerce::unsubscribe(&client, URL), Ok(()));
    client.finish();
}

fn message(topic: &str, body: &str, signature: &str) -> Message {
    let headers = [("x-wc-webhook-topic", topic), ("x-wc-webhook-signature", signature)];
    let headers = headers.iter().filter(|(_, value)| !value.is_empty());
    Message {
        headers: headers.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        query: Vec::new(),
        body: body.as_bytes().to_vec(),
    }
}

/// Signatures that `openssl dgst -sha256 -hmac value-of-messages -binary | base64` makes.
const UPDATED: (&str, &str) = (r#"{"id":12,"name":"x"}"#, "s2xOacP03xQfdhaBwtfFD7jaVnTBvj3kHpXvwKicmCw=");
const VARIATION: (&str, &str) =
    (r#"{"id":15,"type":"variation","parent_id":12}"#, "AD98szu8Kbr2/EyFjE9dgx9ZitIS4gfOtzUX69uQODY=");

#[test]
fn a_signed_message_names_its_product() {
    let client = Recorded::new("woocommerce", &["secret", "messages"]);
    let touched = |topic: &str, (body, signature): (&str, &str)| {
        let result = WooCommerce::receive(&client, &message(topic, body, signature));
        result.map(|all| {
            all.into_iter().map(|touched| [touched.kind, touched.id].join(" ")).collect::<Vec<_>>()
        })
    };
    for topic in ["product.created", "product.updated", "product.deleted", "product.restored"] {
        assert_eq!(touched(topic, UPDATED), Ok(vec!["product 12".to_owned()]));
    }
    assert_eq!(touched("product.updated", VARIATION), Ok(vec!["product 12".to_owned()]));
    assert_eq!(touched("order.created", UPDATED), Ok(Vec::new()));
    assert_eq!(touched("", ("webhook_id=3", "")), Ok(Vec::new()));
    for (body, signature) in [
        (VARIATION.0, UPDATED.1),
        (UPDATED.0, ""),
        (UPDATED.0, &UPDATED.1[1..]),
        ("webhook_id=3", "wrong"),
        ("", ""),
    ] {
        let result = touched("product.updated", (body, signature));
        assert!(matches!(result, Err(Fault::Denied(_))), "{body} {signature} {result:?}");
    }
}
