//! The public site, without scripts: every page, every link, the maps for robots, and tools that visitors try.

mod checks;
mod previews;

use crate::prelude::*;

/// A server with everything that the build makes.
async fn whole() -> TestApp {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bundle");
    TestApp::with(|config| config.bundle = Some(built)).await
}

/// The values of an attribute, with the entities of addresses decoded.
fn values(html: &str, before: &str) -> Vec<String> {
    let decoded = |value: &str| value.replace("&amp;", "&").replace("&#x2f;", "/").replace("&#38;", "&");
    html.split(before).skip(1).filter_map(|rest| Some(decoded(rest.split_once('"')?.0))).collect()
}

fn between<'h>(html: &'h str, start: &str, end: &str) -> &'h str {
    html.split_once(start)
        .and_then(|(_, rest)| rest.split_once(end))
        .map(|(text, _)| text)
        .unwrap_or_default()
}

async fn open(client: &mut Client, path: &str) -> Answer {
    client.send(client.request(Method::GET, path).header("accept", "text/html")).await
}

/// The addresses in a map.
fn places(map: &Answer) -> Vec<String> {
    assert_eq!((map.status, map.header("content-type")), (200, "application/xml; charset=utf-8"));
    let found = map.text().split("<loc>").skip(1).filter_map(|rest| rest.split_once('<'));
    found.map(|(address, _)| address.to_owned()).collect()
}

/// The paths of the site maps.
async fn mapped(app: &TestApp, client: &mut Client) -> Vec<String> {
    let maps = places(&client.get("/sitemap.xml").await);
    let origin = app.app.url();
    let own = |address: String| address.strip_prefix(&origin).expect("its own origin").to_owned();
    let mut paths = Vec::new();
    for map in maps {
        paths.extend(places(&client.get(&own(map)).await).into_iter().map(own));
    }
    paths
}

#[app_test(whole())]
async fn every_page_says_what_it_is_without_scripts(app: TestApp, mut client: visitor) {
    let mut titles = HashMap::new();
    let paths = mapped(&app, &mut client).await;
    let origin = app.app.url();
    assert!(paths.len() > 150, "{}", paths.len());
    for path in &paths {
        let page = open(&mut client, path).await;
        let html = page.text();
        assert_eq!(page.status, 200, "{path}");
        assert!(!html.contains("{{") || path.contains("/docs/"), "{path}: a place is not filled");
        assert_eq!(html.matches("<h1").count(), 1, "{path}");
        let language =
            if path.starts_with("/pl") || page.header("content-language") == "pl" { "pl" } else { "en" };
        assert!(html.contains(&format!("<html lang=\"{language}\"")), "{path}");
        let title = between(html, "<title>", "</title>");
        let earlier = titles.insert((language, title.to_owned()), path.clone());
        assert!(earlier.is_none() && !title.is_empty(), "{path} has the title of {earlier:?}: {title}");
        assert!(!between(html, "<meta name=\"description\" content=\"", "\"").is_empty(), "{path}");
        assert_eq!(values(html, "rel=\"canonical\" href=\""), [format!("{origin}{path}")], "{path}");
        for twin in values(html, "hreflang=\"pl\" href=\"") {
            let twin = open(&mut client, twin.strip_prefix(&origin).expect("its own origin")).await;
            assert!(twin.text().contains("hreflang=\"en\""), "{path}: its twin does not lead back");
        }
    }
}

#[app_test(whole())]
async fn every_link_of_the_site_leads_somewhere(app: TestApp, mut client: visitor) {
    let mut waiting = vec!["/".to_owned(), "/pl".to_owned()];
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    while let Some(path) = waiting.pop() {
        let page = open(&mut client, &path).await;
        assert!((200..400).contains(&page.status), "{path}: {}", page.status);
        if !page.header("content-type").starts_with("text/html") || path.starts_with("/login") {
            continue;
        }
        let html = page.text();
        let links = ["href=\"", "src=\""].into_iter().flat_map(|before| values(html, before));
        for link in links.filter(|link| link.starts_with('/')) {
            let link = link.split('#').next().unwrap_or_default().to_owned();
            if seen.insert(link.clone()) {
                waiting.push(link);
            }
        }
    }
    assert!(seen.len() > 200, "{}", seen.len());
}

#[app_test(whole())]
async fn a_visitor_tries_a_tool_and_nothing_of_it_stays(app: TestApp, mut client: visitor) {
    let send = |client: &Client, body: &str| {
        let request = client.request(Method::POST, "/site/try/pl/facebook-post");
        request.header("content-type", "application/x-www-form-urlencoded").body(body.to_owned())
    };
    let wrong = client.send(send(&client, "topic=&hashtags=99")).await;
    assert_eq!((wrong.status, wrong.header("cache-control")), (200, "no-store"));
    let errors: Vec<_> = wrong.text().matches("class=\"field-error\"").collect();
    assert_eq!(errors.len(), 2, "{}", between(wrong.text(), "<form", "</form>"));
    assert!(wrong.text().contains("value=\"99\""), "what was typed stays");

    let made = client.send(send(&client, "topic=Herbata+z+Nepalu&tone=friendly")).await;
    let result = between(made.text(), "class=\"result\"", "</section>");
    assert!(result.contains("Herbata z Nepalu"), "{result}");
    let stored: i64 =
        app.value("SELECT (SELECT COUNT(*) FROM runs) + (SELECT COUNT(*) FROM documents)").await;
    assert_eq!(stored, 0);
}

#[app_test(whole())]
async fn an_address_may_try_tools_only_so_often(_app: TestApp, mut client: visitor) {
    let mut refused = 0;
    for _ in 0..16 {
        let request = client.request(Method::POST, "/site/try/en/facebook-post");
        let request =
            request.header("content-type", "application/x-www-form-urlencoded").body("topic=Fresh+tea");
        refused += usize::from(client.send(request).await.text().contains("role=\"alert\""));
    }
    assert_eq!(refused, 4);
}

#[app_test(whole())]
async fn robots_find_everything_public(app: TestApp, mut client: visitor) {
    let robots = client.get("/robots.txt").await;
    assert!(robots.text().contains(&format!("Sitemap: {}/sitemap.xml", app.app.url())), "{}", robots.text());
    assert!(robots.text().contains("Disallow: /app/"));
    let llms = client.get("/llms.txt").await;
    assert!(llms.text().starts_with("# Sitewright\n\n> "), "{}", llms.text());
    // Both languages share the domain, so that both are listed.
    for section in ["\n## Pages\n", "\n## Strony (po polsku)\n", "/pricing): ", "/cennik): ", "/pl/docs/"] {
        assert!(llms.text().contains(section), "{section}");
    }
    assert!(!llms.text().contains("/terms)"), "blank until the operator is known");
    for address in values(&llms.text().replace("](", "=\"").replace("):", "\""), "=\"") {
        let path = address.strip_prefix(&app.app.url()).expect("its own origin");
        assert_eq!(client.get(path).await.status, 200, "{path}");
    }
}

#[app_test(whole())]
async fn an_address_without_a_page_says_so_on_the_site(app: TestApp, mut client: visitor) {
    for (path, title) in [
        ("/nothing", "404 Not Found"),
        ("/pl/nic", "404 Nie znaleziono"),
        ("/docs/nothing", "404 Not Found"),
        ("/ai-tools/nothing", "404 Not Found"),
    ] {
        let page = open(&mut client, path).await;
        assert_eq!((page.status, between(page.text(), "<title>", "</title>")), (404, title), "{path}");
        assert!(page.text().contains("content=\"noindex\""), "{path}");
    }
}

#[app_test(whole())]
async fn caches_keep_pages_that_are_the_same_for_everyone(_app: TestApp, mut client: visitor) {
    let pricing = open(&mut client, "/pricing").await;
    assert!(
        pricing.header("cache-control").starts_with("public, max-age=0"),
        "{}",
        pricing.header("cache-control")
    );
    assert!(!pricing.header("vary").contains("Cookie"), "{}", pricing.header("vary"));
    let tag = pricing.header("etag").to_owned();
    let request = client.request(Method::GET, "/pricing").header("accept", "text/html");
    assert_eq!(client.send(request.header("if-none-match", tag)).await.status, 304);

    let home = open(&mut client, "/").await;
    assert_eq!(home.header("cache-control"), "no-cache");
    assert!(home.header("vary").contains("Accept-Language"), "{}", home.header("vary"));
    client.cookies.insert("cookie_consent".into(), "1".into());
    let referred = open(&mut client, "/pricing?affiliate=anna").await;
    assert_eq!(referred.header("cache-control"), "no-cache");
}

#[app_test(whole())]
async fn the_home_page_leads_to_the_readers_language_unless_it_was_chosen(
    _app: TestApp,
    mut client: visitor,
) {
    let get = |client: &Client, path: &str| {
        client.request(Method::GET, path).header("accept", "text/html").header("accept-language", "pl")
    };
    let led = client.send(get(&client, "/")).await;
    assert_eq!((led.status, led.header("location")), (302, "/pl"));
    let polish = client.send(get(&client, "/pl")).await;
    let other = between(polish.text(), "class=\"language\" href=\"", "\"").replace("&#x2f;", "/");
    let path = other.split_once("//").and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()));
    let path = path.expect("a path");
    assert_eq!(client.send(get(&client, &path)).await.status, 200, "{path}");
    // Elsewhere the address decides.
    client.cookies.insert("locale".into(), "pl".into());
    assert_eq!(client.send(get(&client, "/pricing")).await.status, 200);
}

#[app_test(whole())]
async fn a_message_reaches_the_company(app: TestApp, mut client: visitor, mut admin: administrator) {
    let mut settings = admin.get("/api/admin/site").await.body;
    settings.as_object_mut().expect("settings").remove("hideable");
    settings["company"]["email"] = json!("biuro@herbata.example");
    admin.put_with("/api/admin/site", settings).await.is(200);
    let message = "name=Ewa&email=ewa%40example.com&message=Does+it+read+my+shop%3F";
    let request = client.request(Method::POST, "/site/contact/pl");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body(message);
    assert!(client.send(request).await.text().contains("role=\"status\""));
    let readers =
        "SELECT string_agg(recipient || ' ' || language, ',') FROM mails WHERE template = 'contact'";
    assert_eq!(app.value::<String>(readers).await, "biuro@herbata.example pl");
}

#[app_test(whole())]
async fn a_message_reaches_the_administrators(app: TestApp, mut client: visitor, _anna: administrator) {
    let send = |client: &Client, body: &str| {
        let request = client.request(Method::POST, "/site/contact/pl");
        request.header("content-type", "application/x-www-form-urlencoded").body(body.to_owned())
    };
    let wrong = client.send(send(&client, "name=Ewa&email=ewa&message=short")).await;
    assert_eq!(
        wrong.text().matches("class=\"field-error\"").count(),
        2,
        "{}",
        between(wrong.text(), "<form", "</form>")
    );
    assert!(wrong.text().contains("value=\"Ewa\""), "what was typed stays");
    let message = "name=Ewa&email=ewa%40example.com&message=Does+it+read+%3Cb%3Emy%3C%2Fb%3E+shop%3F";
    // A program fills in the field that people do not see.
    client.send(send(&client, &format!("{message}&website=spam"))).await;
    let count: i64 = app.value("SELECT COUNT(*) FROM mails WHERE template = 'contact'").await;
    assert_eq!(count, 0);
    let sent = client.send(send(&client, message)).await;
    assert!(sent.text().contains("role=\"status\""), "{}", sent.text());
    let letter = app.letter(Some("contact")).await;
    assert!(
        letter.contains("ewa@example.com") && letter.contains("Does it read <b>my</b> shop?"),
        "{letter}"
    );
}
