//! Pictures for previews of links.

use super::{open, values, whole};
use crate::prelude::*;

/// The path of a page's picture.
async fn picture_of(app: &TestApp, client: &mut Client, path: &str) -> String {
    let page = open(client, path).await;
    let found = values(page.text(), "<meta property=\"og:image\" content=\"");
    let [url] = found.as_slice() else { panic!("{path}: {found:?}") };
    url.strip_prefix(&app.app.url()).expect("its own origin").to_owned()
}

#[app_test(whole())]
async fn every_kind_of_page_has_a_picture_in_its_language(app: TestApp, mut client: visitor) {
    let mut seen = BTreeSet::new();
    for path in [
        "/",
        "/pl",
        "/pricing",
        "/cennik",
        "/ai-tools/facebook-post",
        "/narzedzia-ai/facebook-post",
        "/docs/help",
        "/pl/docs/help",
    ] {
        let address = picture_of(&app, &mut client, path).await;
        let picture = client.get(&address).await.is(200);
        assert_eq!(picture.header("content-type"), "image/png", "{path}");
        assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable");
        let shown = image::load_from_memory(&picture.bytes).expect("a picture");
        assert_eq!((shown.width(), shown.height()), (1200, 630), "{path}");
        let again = client.request(Method::GET, &address).header("if-none-match", picture.header("etag"));
        assert_eq!(client.send(again).await.status, 304, "{path}");
        assert!(seen.insert(picture.bytes), "{path} has the picture of another page");
    }
}

#[app_test(whole())]
async fn only_the_pictures_of_pages_are_drawn(app: TestApp, mut client: visitor) {
    let address = picture_of(&app, &mut client, "/pricing").await;
    for older in ["/og/en/pricing.png", "/og/en/pricing.png?v=0"] {
        let led = client.get(older).await;
        assert_eq!((led.status, led.header("location")), (307, address.as_str()), "{older}");
    }
    for missing in [
        "/og/de/pricing.png",
        "/og/en/pricing.jpg",
        "/og/en/nothing.png",
        "/og/en/docs/nothing.png",
        "/og/en/aiTool/nothing.png",
        "/og/en/missing.png",
        "/og/en/docs.png",
    ] {
        client.get(missing).await.is(404);
    }
    let missing = open(&mut client, "/nothing").await;
    assert!(!missing.text().contains("og:image"), "a page that does not exist has none");
}
