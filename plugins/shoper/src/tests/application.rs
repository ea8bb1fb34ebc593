//! The application of the App Store: signed messages, the frame, and the exchange of its code.

use sitewright_sdk::shop::{Application, Event, Fault, Hash, Installation, Message, Recorded, hashed};
use sitewright_sdk::{Language, Phrases};

use super::{ROOT, TOKENS};
use crate::application::RIGHTS;
use crate::{Shop as _, Shoper};

/// 2026-11-26 08:00:00 in UTC.
const NOW: u64 = 1_795_680_000_000;
const TIME: (&str, &str) = ("timestamp", "2026-11-26 08:00:00");

fn operators() -> Recorded {
    let client = Recorded::new("shoper", &["client-id", "client-secret", "app-secret"]).without_host();
    client.now.set(NOW);
    client
}

fn signature(fields: &[(&str, &str)]) -> String {
    let mut lines: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    lines.sort();
    hashed(Hash::Sha512, Some(b"value-of-app-secret"), lines.join("&").as_bytes())
}

/// A message with these fields and `hash`.
fn message_with(fields: &[(&str, &str)], hash: &str) -> Message {
    let encoded = |text: &str| sitewright_sdk::shop::encoded(text).replace("%20", "+");
    let signed = [("hash", hash)];
    let fields = fields.iter().chain(&signed);
    let pairs: Vec<String> =
        fields.map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    Message { headers: Vec::new(), query: Vec::new(), body: pairs.join("&").into_bytes() }
}

fn message(fields: &[(&str, &str)]) -> Message {
    message_with(fields, &signature(fields))
}

fn event(action: &str, more: &[(&str, &str)]) -> Result<Event, Fault> {
    let mut fields = vec![("action", action), ("shop", "0f1e"), TIME];
    fields.extend(more);
    let notice = <Shoper as Application>::receive(&operators(), &message(&fields))?;
    assert_eq!(notice.shop, "0f1e");
    Ok(notice.event)
}

#[test]
fn each_message_is_an_event() {
    let installed = event(
        "install",
        &[
            ("shop_url", "https://Sklep.Example/"),
            ("application_code", "ą & b"),
            ("application_version", "3"),
            ("auth_code", "c1"),
        ],
    );
    // A sign that separates fields is not believed in a value.
    assert!(matches!(installed, Err(Fault::Denied(_))));
    let fields = [
        ("shop_url", "https://Sklep.Example/"),
        ("application_code", "ą b"),
        ("application_version", "3"),
        ("auth_code", "c1"),
    ];
    let [host, version, code] = ["sklep.example", "3", "c1"].map(str::to_owned);
    assert_eq!(event("install", &fields), Ok(Event::Installed(Installation { host, version, code })));
    assert_eq!(event("uninstall", &[]), Ok(Event::Uninstalled));
    assert_eq!(event("upgrade", &[("application_version", "4")]), Ok(Event::Upgraded("4".to_owned())));
    assert_eq!(event("billing_install", &[]), Ok(Event::Paid("install".to_owned())));
    let until = [("subscription_end_time", "2027-01-31 00:00:00")];
    assert_eq!(event("billing_subscription", &until), Ok(Event::Paid("subscription".to_owned())));
    for (action, more) in [
        ("", &[][..]),
        ("order", &[]),
        ("install", &[]),
        ("install", &[("shop_url", "a b"), ("auth_code", "c")]),
    ] {
        assert!(matches!(event(action, more), Err(Fault::Invalid(_))), "{action}");
    }
}

#[test]
fn a_bare_host_may_have_a_port() {
    let host = |url: &str| match event("install", &[("shop_url", url), ("auth_code", "c")]) {
        Ok(Event::Installed(Installation { host, .. })) => host,
        other => panic!("{url}: {other:?}"),
    };
    for url in ["a.example", "http://a.example", "https://a.example/path/?x=1", "A.EXAMPLE/"] {
        assert_eq!(host(url), "a.example", "{url}");
    }
    assert_eq!(host("https://127.0.0.1:8080/"), "127.0.0.1:8080");
}

#[test]
fn a_wrong_signature_and_an_old_message_are_denied() {
    let fields = [("action", "uninstall"), ("shop", "0f1e"), TIME];
    let good = signature(&fields);
    let denied = |message: &Message| {
        let result = <Shoper as Application>::receive(&operators(), message);
        assert!(matches!(result, Err(Fault::Denied(_))), "{result:?}");
    };
    assert!(
        <Shoper as Application>::receive(&operators(), &message_with(&fields, &good.to_uppercase())).is_ok()
    );
    denied(&message_with(&[("action", "uninstall"), ("shop", "0f1f"), TIME], &good));
    denied(&message_with(&[("action", "uninstall"), ("shop", "0f1e&timestamp=2026-11-26 08:00:00")], &good));
    denied(&message_with(&fields, &good[..127]));
    denied(&message_with(&fields, ""));
    for time in ["2026-11-25 05:00:00", "1795580000", "", "soon", "2026-11-28 08:00:00"] {
        denied(&message(&[("action", "uninstall"), ("shop", "0f1e"), ("timestamp", time)]));
    }
    for time in ["2026-11-25 08:00:00", "1795680000", "2026-11-26 09:00:00"] {
        let message = message(&[("action", "uninstall"), ("shop", "0f1e"), ("timestamp", time)]);
        assert!(<Shoper as Application>::receive(&operators(), &message).is_ok(), "{time}");
    }
}

#[test]
fn the_frame_is_signed_over_three_fields() {
    let signed = [("place", "ordersList"), ("shop", "0f1e"), TIME];
    let hash = signature(&signed);
    let opened = |more: &[(&str, &str)], hash: &str| {
        let hash = [("hash", hash)];
        let query = signed.iter().chain(&hash).chain(more);
        let query: Vec<(String, String)> =
            query.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Shoper::open(&operators(), &query)
    };
    let opening = opened(&[("locale", "pl_PL"), ("id", "3")], &hash).expect("an opening");
    assert_eq!(
        (opening.shop.as_str(), opening.language.as_deref(), opening.signed_at),
        ("0f1e", Some("pl"), NOW)
    );
    assert_eq!(opened(&[], &hash).expect("an opening").language, None);
    assert_eq!(opened(&[("locale", "<b>")], &hash).expect("an opening").language, None);
    assert!(matches!(opened(&[], &hash[1..]), Err(Fault::Denied(_))));
    let event = [("action", "install"), ("shop", "0f1e"), TIME];
    assert!(matches!(opened(&[], &signature(&event)), Err(Fault::Denied(_))));
}

#[test]
fn the_code_of_an_installation_becomes_tokens() {
    let installed = || Recorded::new("shoper", &["client-id", "client-secret", "app-secret"]);
    let request = format!("POST {ROOT}oauth/token?grant_type=authorization_code code=a%2Fb%7Bsecret%3Ax%7D");
    let connect = |status: u16, body: &str| {
        let client = installed().answer(&request, status, body);
        let result = Shoper::connect(&client, "a/b{secret:x}");
        assert_eq!(client.renewed.get(), 1);
        result
    };
    assert_eq!(connect(200, TOKENS), Ok(()));
    for (status, body) in
        [(400, r#"{"error":"invalid_grant"}"#), (200, r#"{"error":"invalid_grant"}"#), (401, "{}")]
    {
        assert!(matches!(connect(status, body), Err(Fault::Denied(_))), "{status} {body}");
    }
    for (status, body) in [(200, r#"{"access_token":"[secret]"}"#), (200, "<html>"), (500, "")] {
        assert!(matches!(connect(status, body), Err(Fault::Unavailable(_))), "{status} {body}");
    }
}

#[test]
fn the_description_lists_addresses_and_rights() {
    for language in Language::ALL {
        let application = <Shoper as Application>::describe(Phrases::new(Shoper::TEXTS, language));
        let help = &application.help;
        assert!(help.contains("{events}") && help.contains("{page}") && !help.contains("{rights}"), "{help}");
        assert!(RIGHTS.iter().all(|right| help.contains(&format!("`{right}`"))), "{help}");
        let names: Vec<&str> =
            application.credentials.iter().map(|credential| credential.name.as_str()).collect();
        assert_eq!(names, ["client-id", "client-secret", "app-secret"]);
        assert!(application.credentials.iter().all(|credential| !credential.help.is_empty()));
    }
}
