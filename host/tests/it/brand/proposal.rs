//! The proposal from a website: what is found, respected and refused.

use crate::prelude::*;
use crate::util::site::{Reply, Site, reads_sites as settings};

const PATH: &str = "/api/brand-kit/proposal";

async fn propose(client: &mut Client, url: &str) -> Answer {
    client.post(PATH, json!({ "url": url })).await
}

/// Reads a site with only this page.
async fn read(html: &str) -> Value {
    let app = TestApp::with(settings).await;
    let site = Site::start([("/", Reply::html(html))]).await;
    let answer = propose(&mut app.user().await, &site.url).await.is(200);
    app.stop().await;
    answer.body["brandKit"].clone()
}

const HOME: &str = r#"<!doctype html><html lang="pl"><head><title>Chleb na zakwasie | Pod Lipą</title>
<meta property="og:site_name" content="Piekarnia Pod Lipą"><meta name="Description" content=" Rzemieślnicza piekarnia
 na Jeżycach. "><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Bakery", "name": "Pod Lipą sp. z o.o.",
"telephone": "+48 61 123 45 67", "foundingDate": "1987", "address": {"@type": "PostalAddress", "streetAddress": "Lipowa 1",
"postalCode": "60-001", "addressLocality": "Poznań"}, "openingHours": "Mo-Sa 06:00-18:00"}</script>
<script type="application/ld+json">{ broken</script></head>
<body><h1>Chleb</h1><h2>Ponad 35 lat przy piecu</h2><a href="/blog/12">Blog</a> <a href="/o-nas#top">O nas</a> <a href="/o-nas">O nas</a>
<a href="/kontakt">Kontakt</a> <a href="https://elsewhere.example/o-nas">Partner</a> <a href="tel:611234567">61 123 45 67</a></body></html>"#;

#[app_test(TestApp::with(settings))]
async fn a_site_proposes_its_brand_kit(app: TestApp) {
    let site = Site::start([
        ("/", Reply::html(HOME)),
        ("/o-nas", Reply::html("<title>O nas</title><h2>12 rodzajów chleba</h2><h3>2024</h3>")),
        ("/kontakt", Reply::html("<address>Filia: Rynek 2<br>61-772 Poznań</address><a href='mailto:biuro@lipa.example?subject=x'>napisz</a>")),
    ])
    .await;
    let mut client = app.user().await;
    client.language = Some("en");
    let answer = propose(&mut client, &site.url).await.is(200);
    assert_eq!(
        answer.body["brandKit"],
        json!({
            "name": "Piekarnia Pod Lipą",
            "description": "Rzemieślnicza piekarnia na Jeżycach.",
            "tone": "",
            "audience": "",
            "avoid": [],
            "facts": [
                "Adres: Lipowa 1, 60-001 Poznań",
                "Adres: Filia: Rynek 2, 61-772 Poznań",
                "Telefon: +48 61 123 45 67",
                "E-mail: biuro@lipa.example",
                "Godziny otwarcia: pon.–sob. 6:00–18:00",
                "Rok założenia: 1987",
                "Ponad 35 lat przy piecu",
                "12 rodzajów chleba",
            ],
            "glossary": [],
        })
    );
    assert_eq!(site.paths(), ["/robots.txt", "/", "/o-nas", "/kontakt"], "each once, none elsewhere");
    assert_eq!(answer.body["pages"].as_array().map(Vec::len), Some(3));
    for visited in site.visited() {
        let name = visited.headers["user-agent"].to_str().expect("a text");
        assert!(name.starts_with("Sitewright/") && name.contains("+http"), "{name}");
        assert!(!visited.headers.contains_key("cookie") && !visited.headers.contains_key("referer"));
    }
    let kept = client.get("/api/brand-kit").await;
    assert_eq!(kept.body, json!({"brandKit": null, "project_id": null}), "a proposal is not stored");

    has(
        &answer.body,
        json!({ "business": "local", "language": "pl", "topic": "Chleb na zakwasie", "words": 0 }),
    );
    let page_of = |text: &str| {
        let found = answer.body["found"].as_array().expect("a list");
        let found = found.iter().find(|found| found["text"] == text);
        found
            .and_then(|found| found["url"].as_str())
            .map(|url| url.replace(&site.url, ""))
            .unwrap_or_default()
    };
    assert_eq!(page_of("E-mail: biuro@lipa.example"), "/kontakt");
    assert_eq!(page_of("Telefon: +48 61 123 45 67"), "/");
    assert_eq!(page_of("12 rodzajów chleba"), "/o-nas");

    // The proposal can be saved unchanged.
    client.put_with("/api/brand-kit", answer.body["brandKit"].clone()).await.is(200);
}

#[app_test(TestApp::with(settings))]
async fn robots_txt_is_kept(app: TestApp, mut client: user) {
    let rules = |text: &str| Reply::Text(text.to_owned());
    let closed =
        Site::start([("/robots.txt", rules("User-agent: *\nDisallow: /")), ("/", Reply::html(HOME))]).await;
    let refused = propose(&mut client, &closed.url).await.refused(422, "validation.failed");
    mentions(&refused.body["errors"]["url"][0], "robots.txt");
    assert_eq!(closed.paths(), ["/robots.txt"]);

    let partly = [
        (
            "/robots.txt",
            rules(
                "User-agent: Other\nDisallow: /\n\nUser-agent: sitewright\nDisallow: /o-nas\nCrawl-delay: 0.2",
            ),
        ),
        ("/", Reply::html(HOME)),
        ("/kontakt", Reply::html("<h2>3 lokale</h2>")),
    ];
    let partly = Site::start(partly).await;
    let answer = propose(&mut client, &partly.url).await;
    assert_eq!(partly.paths(), ["/robots.txt", "/", "/kontakt"]);
    mentions(&answer.body["pages"][1]["problem"], "robots.txt");
    assert_eq!(answer.body["pages"][2]["problem"], Value::Null);
    let times: Vec<_> = partly.visited().into_iter().map(|visited| visited.at).collect();
    assert!(times[2] - times[1] >= Duration::from_millis(190), "the site asked for a pause");

    // Rules that cannot be read at the moment might forbid anything.
    let broken = Site::start([("/robots.txt", Reply::Status(503)), ("/", Reply::html(HOME))]).await;
    propose(&mut client, &broken.url).await.is(422);
    assert_eq!(broken.paths(), ["/robots.txt"]);
}

async fn refusal(client: &mut Client, url: &str) -> String {
    let answer = propose(client, url).await;
    assert_eq!(answer.status, 422, "{url}: {}", answer.body);
    answer.body["errors"]["url"][0].as_str().expect("a message at the field").to_owned()
}

const PRIVATE: &str = "This address doesn't lead to a public website. Enter an address that anyone can open.";

#[app_test]
async fn private_addresses_are_refused_however_they_are_written(app: TestApp, mut client: user) {
    let site = Site::start([("/", Reply::html(HOME))]).await;
    let port = site.url.rsplit(':').next().expect("a port").to_owned();
    for host in
        ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::]"]
    {
        assert_eq!(refusal(&mut client, &format!("http://{host}:{port}/")).await, PRIVATE, "{host}");
    }
    for address in
        ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data", "192.168.1.1", "http://[fd00::1]/"]
    {
        assert_eq!(refusal(&mut client, address).await, PRIVATE, "{address}");
    }
    assert!(site.paths().is_empty());
}

#[app_test(TestApp::with(settings))]
async fn a_redirect_is_checked_like_the_first_address(app: TestApp, mut client: user) {
    let inner = Site::start([("/", Reply::html(HOME))]).await;
    let inner_port = inner.url.rsplit(':').next().expect("a port").to_owned();
    let target = Site::start([("/", Reply::html("<title>Moved here</title>"))]).await;
    let site = Site::start([
        ("/private", Reply::Redirect("http://10.0.0.1/".into())),
        ("/loopback", Reply::Redirect(format!("http://127.0.0.2:{inner_port}/"))),
        ("/named", Reply::Redirect(format!("http://[::1]:{inner_port}/"))),
        ("/file", Reply::Redirect("file:///etc/passwd".into())),
        ("/mail", Reply::Redirect("http://127.0.0.1:25/".into())),
        ("/round", Reply::Redirect("/round".into())),
        ("/away", Reply::Redirect(format!("{}/", target.url))),
        ("/nowhere", Reply::Redirect("http://[oops".into())),
    ])
    .await;
    for path in ["/private", "/loopback", "/named", "/mail"] {
        assert_eq!(refusal(&mut client, &format!("{}{path}", site.url)).await, PRIVATE, "{path}");
    }
    for path in ["/file", "/nowhere"] {
        assert!(
            refusal(&mut client, &format!("{}{path}", site.url))
                .await
                .starts_with("Enter a full web address"),
            "{path}"
        );
    }
    assert!(refusal(&mut client, &format!("{}/round", site.url)).await.contains("redirects too many times"));
    assert!(inner.paths().is_empty());

    // After a redirect to another public site its rules apply.
    let moved = propose(&mut client, &format!("{}/away", site.url)).await;
    assert_eq!(moved.body["brandKit"]["name"], "Moved here");
    assert_eq!(moved.body["url"], format!("{}/", target.url));
    assert_eq!(target.paths(), ["/robots.txt", "/"]);
}

#[app_test(TestApp::with(|config| {
    settings(config);
    config.fetch_timeout = Duration::from_millis(300);
}))]
async fn slow_huge_and_other_responses_have_their_own_reasons(app: TestApp, mut client: user) {
    let site = Site::start([
        ("/silent", Reply::Silence),
        ("/endless", Reply::Endless(3 * 1024 * 1024)),
        ("/announced", Reply::Bytes("text/html", vec![b' '; 3 * 1024 * 1024])),
        ("/picture", Reply::Bytes("image/png", vec![0; 10])),
        ("/broken", Reply::Status(500)),
    ])
    .await;
    for (path, said) in [
        ("/silent", "didn't respond in time"),
        ("/endless", "larger than 2 MB"),
        ("/announced", "larger than 2 MB"),
        ("/picture", "no web page at this address"),
        ("/broken", "error 500"),
        ("/missing", "error 404"),
    ] {
        let message = refusal(&mut client, &format!("{}{path}", site.url)).await;
        assert!(message.contains(said), "{path}: {message}");
    }
    // The port is closed.
    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a port").local_addr().expect("an address");
    assert!(refusal(&mut client, &closed.to_string()).await.contains("can't reach"));
    client.cookies.insert("locale".into(), "pl".into());
    assert_eq!(
        refusal(&mut client, "http://nie ma").await,
        "Wpisz pełny adres strony, na przykład https://example.com."
    );
}

#[app_test]
async fn what_is_sent_must_be_an_address(app: TestApp, mut client: user) {
    for body in [
        json!({}),
        json!({"url": ""}),
        json!({"url": "x".repeat(3000)}),
        json!({"url": 5}),
        json!({"url": "ftp://example.com"}),
    ] {
        client.post(PATH, body.clone()).await.wrong("url");
    }
}

#[app_test(TestApp::with(|config| {
    settings(config);
    config.fetch_timeout = Duration::from_secs(5);
}))]
async fn one_site_at_a_time(app: TestApp, mut client: user) {
    let site = Site::start([("/", Reply::Silence)]).await;
    client.fetch_csrf_token().await;
    let request = client.request(Method::POST, PATH).json(&json!({ "url": site.url }));
    let first = tokio::spawn(request.send());
    while !site.paths().contains(&"/".to_owned()) {
        tokio::task::yield_now().await;
    }
    let second = propose(&mut client, &site.url).await.refused(429, "brand.reading-already");
    assert!(!second.header("retry-after").is_empty());
    // A client that disconnects makes room.
    first.abort();
    let mut other = app.user().await;
    assert_eq!(propose(&mut other, "http://10.0.0.1").await.status, 422, "others need not wait");
}

#[tokio::test]
async fn odd_pages_are_read_as_far_as_they_go() {
    assert_eq!(read("").await["name"], "");
    assert_eq!(read(&format!("<title>Deep</title>{}", "<div>".repeat(100_000))).await["name"], "Deep");
    let long = format!(
        "<title>{}</title><meta name=description content='{}'>",
        "słowo ".repeat(50),
        "Zdanie. ".repeat(400)
    );
    let long = read(&long).await;
    assert!(long["name"].as_str().is_some_and(|name| name.chars().count() <= 80));
    assert!(long["description"].as_str().is_some_and(|text| text.ends_with("Zdanie.") && text.len() <= 1000));
    let many: String =
        (0..100).map(|n| format!("<h2>{n} ways to bake</h2><a href='tel:60010020{n}'>x</a>")).collect();
    assert_eq!(read(&many).await["facts"].as_array().map(Vec::len), Some(30));
    let nasty = "<title>A&lt;script&gt;\u{0}\u{7}B</title><script type='application/ld+json'>{\"@type\":\"Store\",\"name\":5,\"address\":[[[]]]}</script>";
    assert_eq!(read(nasty).await["name"], "A<script>\u{fffd} B");
    let nested = format!("<script type='application/ld+json'>{}</script>", "[".repeat(50_000));
    assert_eq!(read(&nested).await["facts"], json!([]));
}

/// A huge rules file is read without blocking requests, and its rules for the page still apply.
#[app_test(TestApp::with(|config| {
    settings(config);
    // A test build takes seconds for such rules.
    config.fetch_timeout = Duration::from_secs(60);
}))]
async fn v1_a_robots_file_of_the_largest_size_blocks_no_request(app: TestApp) {
    let rules: String = (0..19_000).map(|number| format!("Disallow: /*a{number}*b$\n")).collect();
    let rules = format!("User-agent: *\n{rules}Disallow: /hidden\n");
    assert!(rules.len() < 500 * 1024);
    let site = Site::start([
        ("/robots.txt", Reply::Text(rules)),
        ("/", Reply::html("<title>Lipa</title>")),
        ("/hidden", Reply::html("<title>Not for robots</title>")),
    ])
    .await;
    let (mut client, mut other) = (app.user().await, app.visitor());
    let address = format!("{}/hidden", site.url);
    let mut reading = Box::pin(propose(&mut client, &address));
    let mut slowest = Duration::ZERO;
    let answer = loop {
        let asked = std::time::Instant::now();
        tokio::select! {
            biased;
            answer = &mut reading => break answer,
            health = other.get("/healthz") => assert_eq!(health.status, 200),
        }
        slowest = slowest.max(asked.elapsed());
    };
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert!(slowest < Duration::from_secs(2), "a request waited for {slowest:?}");
    drop(reading);
    propose(&mut client, &site.url).await.is(200);
}
