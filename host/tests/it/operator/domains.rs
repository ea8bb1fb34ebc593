//! A domain for each language.

use super::whole_with;
use crate::prelude::*;

const ENGLISH: &str = "https://tea.example";
const POLISH: &str = "https://herbata.example";

async fn two() -> TestApp {
    whole_with(|config| {
        config.site_en = ENGLISH.parse().ok();
        config.site_pl = POLISH.parse().ok();
    })
    .await
}

async fn open(client: &mut Client, host: &str, path: &str) -> Answer {
    let request = client.request(Method::GET, path).header("accept", "text/html").header("host", host);
    client.send(request).await
}

#[app_test(two())]
async fn each_domain_has_its_language_and_names_its_twin(_app: TestApp, mut client: visitor) {
    for (host, path, own, language) in
        [("tea.example", "/pricing", ENGLISH, "en"), ("herbata.example", "/cennik", POLISH, "pl")]
    {
        let page = open(&mut client, host, path).await;
        let html = page.text();
        assert_eq!((page.status, page.header("content-language")), (200, language), "{host}");
        assert!(
            html.contains(&format!("rel=\"canonical\" href=\"{own}{path}\"").replace('/', "&#x2f;"))
                || html.contains(&format!("rel=\"canonical\" href=\"{own}{path}\"")),
            "{host}"
        );
        for (language, twin) in [
            ("en", "https://tea.example/pricing"),
            ("pl", "https://herbata.example/cennik"),
            ("x-default", "https://tea.example/pricing"),
        ] {
            let html = html.replace("&#x2f;", "/");
            assert!(html.contains(&format!("hreflang=\"{language}\" href=\"{twin}\"")), "{host}: {language}");
        }
    }
}

#[app_test(two())]
async fn an_address_of_the_other_language_leads_to_its_domain(_app: TestApp, mut client: visitor) {
    let moved = open(&mut client, "tea.example", "/cennik").await;
    assert!((301..=308).contains(&moved.status), "{}", moved.status);
    assert!(
        moved.header("location").ends_with("/pricing") || moved.header("location").starts_with(POLISH),
        "{}",
        moved.header("location")
    );
    // The home page of a domain asks no one for a language.
    let home = open(&mut client, "herbata.example", "/").await;
    assert!(home.status == 302 || home.header("content-language") == "pl", "{}", home.status);
}

#[app_test(two())]
async fn each_domain_has_its_own_map(_app: TestApp, mut client: visitor) {
    for (host, own, other) in [("tea.example", ENGLISH, POLISH), ("herbata.example", POLISH, ENGLISH)] {
        let map = open(&mut client, host, "/sitemap.xml").await;
        assert!(map.text().contains(&format!("<loc>{own}/")), "{host}");
        assert!(!map.text().contains(&format!("<loc>{other}/")), "{host}");
        let robots = open(&mut client, host, "/robots.txt").await;
        assert!(robots.text().contains(&format!("Sitemap: {own}/sitemap.xml")), "{host}: {}", robots.text());
    }
}
