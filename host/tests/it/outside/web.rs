//! Reading pages for plugins: their content, and polite requests.

use super::{World, reply, world};
use crate::util::site::{Reply, Site};

const PAGE: &str = r#"<!doctype html><html lang="pl"><head><title>Chleb &amp; bułki</title>
<meta name="description" content="Rzemieślnicza piekarnia."><link rel="canonical" href="/chleb">
<style>h1 { color: red }</style><script>var a = "<h1>nie</h1>";</script></head>
<body><h1>Chleb</h1><p>Z <b>żyta</b>.<br>Z pszenicy.</p><h5>Drobne</h5><ul><li>bułki</li><li>rogale</li></ul>
<a href="/kontakt#mapa" rel="nofollow">Kontakt</a><a href="mailto:a@b.pl">poczta</a><a href="javascript:alert(1)">x</a></body></html>"#;

#[app_test(world("[]", |_| {}))]
async fn a_page_is_parsed_for_the_plugin(world: World, mut client: user) {
    let site = Site::start([
        ("/", Reply::Redirect("/strona".into())),
        ("/strona", Reply::html(PAGE)),
        ("/teapot", Reply::Status(418)),
    ])
    .await;
    let url = &site.url;
    let read = reply(&mut client, ["read", url]).await;
    assert_eq!(
        read,
        format!(
            "{url}/strona\n200\nChleb & bułki\nRzemieślnicza piekarnia.\n{url}/chleb\npl\nh1 Chleb; h5 Drobne\n\
             {url}/kontakt (Kontakt) [nofollow]\nChleb\nZ żyta.\nZ pszenicy.\nDrobne\nbułki\nrogale\nKontaktpocztax"
        )
    );
    assert_eq!(site.paths(), ["/robots.txt", "/", "/strona"]);
    let missing = reply(&mut client, ["read", &format!("{url}/teapot")]).await;
    assert!(missing.starts_with(&format!("{url}/teapot\n418\n\n")), "{missing}");
}

#[app_test(world("[]", |_| {}))]
async fn disallowed_pages_are_not_read(world: World, mut client: user) {
    let rules = Reply::Text("User-agent: *\nDisallow: /geheim".into());
    let site = Site::start([
        ("/robots.txt", rules),
        ("/geheim", Reply::html(PAGE)),
        ("/bild", Reply::Bytes("image/png", vec![0; 10])),
        ("/weg", Reply::Redirect("http://127.0.0.2:1/".into())),
    ])
    .await;
    for (path, why) in [
        ("/geheim", "refused: 127.0.0.1 does not allow robots to read this page (robots.txt)."),
        ("/bild", "unavailable: This address of 127.0.0.1 is not a web page."),
        ("/weg", "refused: 127.0.0.1 does not lead to a public address."),
    ] {
        assert_eq!(reply(&mut client, ["read", &format!("{}{path}", site.url)]).await, why);
    }
    assert!(!site.paths().contains(&"/geheim".to_owned()));
    for url in [
        "http://127.0.0.2/",
        "http://[::1]/",
        "http://169.254.169.254/",
        "http://2130706434/",
        "http://private.test/",
    ] {
        let answer = reply(&mut client, ["read", url]).await;
        assert!(
            answer.starts_with("refused: ") && answer.ends_with("does not lead to a public address."),
            "{url}: {answer}"
        );
    }
    for url in ["file:///etc/passwd", "x", ""] {
        assert_eq!(
            reply(&mut client, ["read", url]).await,
            "refused: The tool requested something that is not a web address."
        );
    }
}

/// Two concurrent runs share the pacing of a site.
#[tokio::test]
async fn several_runs_share_the_pacing_of_a_site() {
    let pause = std::time::Duration::from_millis(150);
    let world = world("[]", |config| config.fetch_pause = pause).await;
    let site = Site::start([("/", Reply::html(PAGE))]).await;
    let (mut one, mut other) = (world.user().await, world.user().await);
    let (first, second) =
        tokio::join!(reply(&mut one, ["read", &site.url]), reply(&mut other, ["read", &site.url]));
    assert!(first.contains("200") && second.contains("200"), "{first} {second}");
    let mut times: Vec<_> = site.visited().into_iter().map(|visited| visited.at).collect();
    times.sort_unstable();
    assert_eq!(times.len(), 4, "robots.txt and the page, each twice");
    let all = times[3] - times[0];
    assert!(all >= pause * 2, "{all:?}: they took turns");
    world.stop().await;
}
