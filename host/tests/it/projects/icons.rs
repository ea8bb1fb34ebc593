//! The icons of the websites of projects: what is read, what is refused, and how they are served.

use image::{ImageFormat, Rgba, RgbaImage};
use sitewright::workspace::projects::refresh_icons;

use super::*;
use crate::util::site::{Reply as SiteReply, Site};

const DOMAIN: &str = "lipa.pl";
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const SVG: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script><path d=\"M0 0h9v9z\"/></svg>";

/// A server that reaches the site under `lipa.pl`, and nothing else.
async fn reaching(site: &Site) -> TestApp {
    TestApp::with(|config| {
        config.project_icons = true;
        site.read_as(config, DOMAIN, ",inside.test=10.0.0.7");
    })
    .await
}

fn picture(side: u32, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let picture = RgbaImage::from_pixel(side, side, Rgba([200, 80, 20, 255]));
    picture.write_to(&mut file, format).expect("encoded");
    file.into_inner()
}

/// The address of the project's icon, once its website has been read.
async fn icon_of(client: &mut Client) -> String {
    eventually("no icon is read", async || {
        client.projects().await["projects"][0]["icon"].as_str().map(str::to_owned)
    })
    .await
}

/// Waits until the website was read, and expects no icon.
async fn expect_none(app: &TestApp, client: &mut Client) {
    becomes("the website is read", async || {
        app.value::<i64>("SELECT count(*) FROM project_icons WHERE content IS NULL").await == 1
    })
    .await;
    assert_eq!(client.projects().await["projects"][0]["icon"], Value::Null);
}

#[tokio::test]
async fn the_icon_of_a_website_is_stored_small_and_served_from_our_origin() {
    let site = Site::start([
        (
            "/",
            SiteReply::html(
                "<link rel='icon' href='/big.png' sizes='256x256'><link rel=icon href=/16.png sizes=16x16>",
            ),
        ),
        ("/big.png", SiteReply::Bytes("image/png", picture(256, ImageFormat::Png))),
    ])
    .await;
    let app = reaching(&site).await;
    let mut client = app.user().await;
    let project = client.project(DOMAIN).await;
    let address = icon_of(&mut client).await;
    assert!(address.starts_with(&format!("/api/projects/{project}/icon?v=")), "{address}");
    let icon = client.get(&address).await.is(200);
    let shown = image::load_from_memory(&icon.bytes).expect("a picture");
    assert_eq!((shown.width(), shown.height()), (64, 64));
    assert!(icon.header("cache-control").contains("immutable"));
    assert_eq!(icon.header("x-content-type-options"), "nosniff");
    app.visitor().get(&address).await.is(401);
    app.user().await.get(&address).await.refused(404, "not-found");
    assert_eq!(site.paths(), ["/robots.txt", "/", "/big.png"], "only what is needed");

    // It is read again after a month, and not before.
    refresh_icons(&app.app, Timestamp::now().plus_ms(29 * DAY_MS)).await.expect("refreshed");
    refresh_icons(&app.app, Timestamp::now().plus_ms(31 * DAY_MS)).await.expect("refreshed");
    becomes("the website is read again", async || site.paths().len() >= 6).await;
    assert_eq!(icon_of(&mut client).await, address, "the same content has the same address");
    client.delete_project(project).await.is(200);
    assert_eq!(app.value::<i64>("SELECT count(*) FROM project_icons").await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_drawing_is_served_so_that_nothing_in_it_runs() {
    let site = Site::start([
        ("/", SiteReply::html("<link rel='icon' href='/icon.svg' type='image/svg+xml'>")),
        ("/icon.svg", SiteReply::Bytes("image/svg+xml", SVG.into())),
    ])
    .await;
    let app = reaching(&site).await;
    let mut client = app.user().await;
    client.project(DOMAIN).await;
    let address = icon_of(&mut client).await;
    let icon = client.get(&address).await.is(200);
    assert_eq!(icon.header("content-type"), "image/svg+xml");
    contains_all(icon.header("content-security-policy"), &["default-src 'none'", "sandbox"]);
    app.stop().await;
}

#[tokio::test]
async fn a_website_without_links_has_its_favicon_ico() {
    let ico = picture(32, ImageFormat::Ico);
    let site =
        Site::start([("/", SiteReply::Status(403)), ("/favicon.ico", SiteReply::Bytes("image/x-icon", ico))])
            .await;
    let app = reaching(&site).await;
    let mut client = app.user().await;
    client.project(DOMAIN).await;
    let address = icon_of(&mut client).await;
    let icon = client.get(&address).await.is(200);
    assert!(icon.header("content-type").starts_with("image/"), "encoded again");
    assert_eq!(image::load_from_memory(&icon.bytes).expect("a picture").width(), 32);
    app.stop().await;
}

#[tokio::test]
async fn nothing_is_read_from_private_networks_or_against_robots_txt() {
    let inside = "<link rel='icon' href='https://inside.test/icon.png'><link rel='icon' href='https://10.0.0.7/icon.png'>\
        <link rel='icon' href='file:///etc/passwd'>";
    let refused = Site::start([
        ("/", SiteReply::html(inside)),
        ("/favicon.ico", SiteReply::Redirect("https://10.0.0.7/icon.ico".to_owned())),
    ])
    .await;
    let app = reaching(&refused).await;
    let mut client = app.user().await;
    client.project(DOMAIN).await;
    expect_none(&app, &mut client).await;
    app.stop().await;

    let closed = Site::start([
        ("/robots.txt", SiteReply::Text("User-agent: *\nDisallow: /".to_owned())),
        ("/favicon.ico", SiteReply::Bytes("image/png", picture(32, ImageFormat::Png))),
    ])
    .await;
    let app = reaching(&closed).await;
    let mut client = app.user().await;
    client.project(DOMAIN).await;
    expect_none(&app, &mut client).await;
    assert_eq!(closed.paths(), ["/robots.txt"]);
    app.stop().await;
}

#[tokio::test]
async fn a_file_that_is_too_large_or_no_picture_is_no_icon() {
    let site = Site::start([
        ("/", SiteReply::html("<link rel='icon' href='/long'><link rel='icon' href='/page.html'>")),
        ("/long", SiteReply::Endless(2 * 1024 * 1024)),
        ("/page.html", SiteReply::html("<svg></svg>")),
        ("/favicon.ico", SiteReply::Bytes("image/x-icon", b"GIF89a nothing".to_vec())),
    ])
    .await;
    let app = reaching(&site).await;
    let mut client = app.user().await;
    client.project(DOMAIN).await;
    // `<svg>` in a page is a drawing; it is harmless as an image.
    becomes("the website is read", async || {
        app.value::<i64>("SELECT count(*) FROM project_icons").await == 1
    })
    .await;
    app.stop().await;
}
