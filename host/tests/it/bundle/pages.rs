//! Opening pages: redirects, older addresses, languages, and 404.

use super::{ROUTES, get, with_bundle, with_routes};
use crate::prelude::*;

/// Adds the page for the verification of the e-mail address.
const VERIFICATION: &str = r#"[{"pattern": "/verify-email", "access": "signed-in", "language": "en", "alias": false,
    "to": {"en": "/verify-email", "pl": "/weryfikacja-email"}},"#;

/// Adds the page for a new password.
const RESET: &str = r#"[{"pattern": "/reset-password", "access": "guest", "language": "en", "alias": false,
    "to": {"en": "/reset-password", "pl": "/reset-hasla"}},"#;

/// A browser that returns the redirect instead of following it.
async fn open(client: &mut Client, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let mut request = client.request(Method::GET, path).header("accept", "text/html");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = client.send(request).await;
    (answer.status, answer.header("location").to_owned())
}

fn found(address: &str) -> (u16, String) {
    (302, address.to_owned())
}

const SHOWN: (u16, String) = (200, String::new());

#[app_test(with_bundle())]
async fn an_address_without_a_page_gets_the_not_found_page_with_404(app: TestApp, mut client: visitor) {
    for path in ["/app/unknown", "/nowhere", "/app/archive/1/2", "/app/tools/no-such-tool", "/index.html"] {
        let page = get(&mut client, path, &[("accept", "text/html")]).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text().contains("<html lang=\"en\">"), "{path}");
        assert_eq!(page.header("etag"), "", "{path}: not to be taken for one that exists");
    }
}

#[app_test(with_bundle())]
async fn slashes_at_the_end_are_dropped_and_lead_nowhere_else(app: TestApp, mut client: visitor) {
    for (path, to) in [
        ("/login/", "/login"),
        ("/app/archive/?q=a%20b", "/app/archive?q=a%20b"),
        ("//evil.example/", "/evil.example"),
        ("/pl/", "/pl"),
    ] {
        assert_eq!(open(&mut client, path, &[]).await, (308, to.to_owned()), "{path}");
    }
}

#[app_test(with_bundle())]
async fn a_visitor_without_access_is_redirected(app: TestApp, mut guest: visitor) {
    assert_eq!(
        open(&mut guest, "/app/archive?q=x", &[]).await,
        found("/login?next=%2Fapp%2Farchive%3Fq%3Dx")
    );
    assert_eq!(open(&mut guest, "/app/admin/users", &[]).await, found("/login?next=%2Fapp%2Fadmin%2Fusers"));
    assert_eq!(open(&mut guest, "/login", &[]).await, SHOWN);
    // A frame has its token in local storage, which the server does not see.
    assert_eq!(open(&mut guest, "/app/archive", &[("sec-fetch-dest", "iframe")]).await, SHOWN);
    guest.cookies.insert("sitewright_session".into(), "made up".into());
    assert_eq!(open(&mut guest, "/app/dashboard", &[]).await, found("/login?next=%2Fapp%2Fdashboard"));

    let mut user = app.user().await;
    user.cookies.insert("locale".into(), "en".into());
    assert_eq!(open(&mut user, "/app/archive", &[]).await, SHOWN);
    assert_eq!(open(&mut user, "/register", &[]).await, found("/app/dashboard"));
    assert_eq!(open(&mut user, "/", &[]).await, SHOWN);
    assert_eq!(open(&mut user, "/app/admin/users", &[]).await, (404, String::new()));
}

#[app_test(with_routes(&ROUTES.replacen('[', RESET, 1), |_| {}))]
async fn a_reset_link_opens_for_every_visitor(app: TestApp, mut user: user) {
    user.cookies.insert("locale".into(), "en".into());
    assert_eq!(open(&mut user, "/reset-password?token=x", &[]).await, SHOWN);
    assert_eq!(open(&mut user, "/reset-password?x=token=", &[]).await, found("/app/dashboard"));
    assert_eq!(open(&mut user, "/register?token=x", &[]).await, found("/app/dashboard"));
}

#[app_test(with_routes(&ROUTES.replacen('[', VERIFICATION, 1), |_| {}))]
async fn an_unverified_address_comes_first_where_there_is_a_page_for_it(app: TestApp, mut user: user) {
    user.cookies.insert("locale".into(), "en".into());
    app.execute("UPDATE users SET email_verified_at = NULL").await;
    app.app.sessions.forget_user_now(user.user_id.as_deref().expect("a user"));
    assert_eq!(open(&mut user, "/app/archive", &[]).await, found("/verify-email"));
    assert_eq!(open(&mut user, "/verify-email", &[]).await, SHOWN);
    assert_eq!(open(&mut user, "/", &[]).await, SHOWN);
    assert_eq!(open(&mut app.visitor(), "/verify-email", &[]).await, found("/login?next=%2Fverify%2Demail"));
}

#[app_test(with_bundle())]
async fn older_addresses_redirect_in_the_readers_language(app: TestApp, mut client: visitor) {
    let polish = [("accept-language", "pl")];
    assert_eq!(open(&mut client, "/auth/register?affiliate=x", &[]).await, found("/register?affiliate=x"));
    assert_eq!(open(&mut client, "/auth/register", &polish).await, found("/rejestracja"));
    let (status, to) = open(&mut client, "/dashboard/archive/4%202?v=1", &polish).await;
    assert_eq!((status, to.as_str()), (308, "/app/archive/4%202?v=1"));
    assert_eq!(open(&mut client, "/pl/login", &[]).await, (308, "/login".to_owned()));
    assert_eq!(client.cookies["locale"], "pl", "Polish pages stay Polish");
}

#[app_test(with_bundle())]
async fn the_bare_domain_speaks_the_readers_language(app: TestApp, mut client: visitor) {
    assert_eq!(open(&mut client, "/", &[]).await, SHOWN);
    assert_eq!(open(&mut client, "/", &[("accept-language", "pl-PL,pl;q=0.9")]).await, found("/pl"));
    assert_eq!(
        open(&mut client, "/register", &[("accept-language", "pl")]).await,
        SHOWN,
        "an address is a choice"
    );
    client.cookies.insert("locale".into(), "pl".into());
    assert_eq!(open(&mut client, "/register", &[]).await, found("/rejestracja"));
    client.cookies.insert("locale".into(), "en".into());
    assert_eq!(open(&mut client, "/", &[("accept-language", "pl")]).await, SHOWN);
}

#[app_test(with_bundle())]
async fn a_user_keeps_the_language_at_an_address_in_the_other_one(app: TestApp, mut user: user) {
    let polish = "/app/archiwum";
    user.cookies.remove("locale");
    assert_eq!(open(&mut user, polish, &[]).await, SHOWN, "nothing was chosen");
    user.cookies.insert("locale".into(), "en".into());
    assert_eq!(open(&mut user, &format!("{polish}?q=x"), &[]).await, found("/app/archive?q=x"));
    assert_eq!(open(&mut user, "/pl", &[]).await, SHOWN, "a public address is in its language");
    user.cookies.insert("locale".into(), "pl".into());
    assert_eq!(open(&mut user, "/app/archive?q=x", &[]).await, found("/app/archiwum?q=x"));
    assert_eq!(open(&mut user, polish, &[]).await, SHOWN);
}

#[app_test(with_routes(ROUTES, |config| {
        config.site_en = Some("https://example.com".parse().expect("an origin"));
        config.site_pl = Some("https://example.pl".parse().expect("an origin"));
    }))]
async fn each_language_has_its_own_site_if_configured(app: TestApp, mut client: visitor) {
    client.cookies.insert("locale".into(), "en".into());
    let polish = [("host", "example.pl"), ("accept", "text/html")];
    let page = get(&mut client, "/login", &polish).await;
    assert_eq!(page.header("content-language"), "pl", "the site says the language, not the cookie");
    let html = "<html lang=\"pl\" data-site-en=\"https://example.com\" data-site-pl=\"https://example.pl\" data-visitor=\"guest\">";
    assert!(page.text().contains(html), "{}", page.text());

    let english = found("https://example.com/register?a=b");
    assert_eq!(open(&mut client, "/register?a=b", &[("host", "example.pl")]).await, english);
    assert_eq!(open(&mut client, "/rejestracja", &[("host", "example.pl")]).await, SHOWN);
    assert_eq!(open(&mut client, "/register", &[("host", "EXAMPLE.com")]).await, SHOWN);
    assert_eq!(open(&mut client, "/pl", &[("host", "example.com")]).await, found("https://example.pl/pl"));
    assert_eq!(open(&mut client, "/register", &[("host", "other.example")]).await, SHOWN);
}

#[app_test(with_bundle())]
async fn f14_affiliate_cookie_waits_for_consent_and_goes_with_it(app: TestApp, mut client: visitor) {
    let opened = async |client: &mut Client, path: &str| {
        let request = client.request(Method::GET, path).header("accept", "text/html");
        client.send(request).await
    };
    for undecided in [None, Some("0")] {
        client.cookies.extend(undecided.map(|choice| ("cookie_consent".to_owned(), choice.to_owned())));
        let answer = opened(&mut client, "/app/dashboard?affiliate=an-na_1").await;
        assert_eq!(answer.header("set-cookie"), "", "{undecided:?}");
    }
    client.cookies.insert("cookie_consent".into(), "1".into());
    let answer = opened(&mut client, "/app/dashboard?affiliate=an-na_1").await;
    let cookie = answer.header("set-cookie");
    assert!(
        cookie.starts_with("affiliate=an-na_1; Path=/; Max-Age=2592000; SameSite=Lax; HttpOnly"),
        "{cookie}"
    );
    assert_eq!(answer.status, 302, "on the way to the sign-in too");
    client.cookies.insert("cookie_consent".into(), "0".into());
    opened(&mut client, "/").await;
    assert!(!client.cookies.contains_key("affiliate"), "a refusal afterwards removes it");
    for wrong in ["", "a;b=c", "a%0d%0aSet-Cookie:x", "\u{2603}"].map(|value| format!("/?affiliate={value}"))
    {
        client.cookies.clear();
        client.cookies.insert("cookie_consent".into(), "1".into());
        get(&mut client, &wrong, &[("accept", "text/html")]).await;
        assert!(
            !client.cookies.get("affiliate").is_some_and(|kept| kept.contains([';', '\r', '\n'])),
            "{wrong}"
        );
    }
}

#[app_test(with_bundle())]
async fn w11_no_address_leads_to_another_server(app: TestApp) {
    let mut raw = Vec::new();
    for path in [
        "/\\evil.example/",
        "/\\/evil.example/",
        "//evil.example/",
        "/\\\\evil.example\\",
        "///evil.example//",
        "/%5cevil.example/",
        "/%2f%2fevil.example/",
        "/\\evil.example/?affiliate=x",
        "/app\\",
        "/%09/evil.example/",
        "/pl/\\evil.example/",
        "/dashboard/\\evil.example/",
    ] {
        raw.push((path, location(app.address, path).await));
    }
    for (path, to) in raw {
        let Some(to) = to else { continue };
        assert!(
            to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/\\"),
            "{path} leads to {to}"
        );
    }
}

/// The redirect of a path that HTTP libraries would normalise.
async fn location(address: std::net::SocketAddr, path: &str) -> Option<String> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut line = tokio::net::TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nConnection: close\r\n\r\n");
    line.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    line.read_to_string(&mut answer).await.expect("an answer");
    answer.lines().find_map(|line| line.strip_prefix("location: ")).map(str::to_owned)
}
