//! Pictures of the site: uploads, the files that browsers get, and what may not be deleted.

use futures::future::BoxFuture;
use image::{DynamicImage, ImageFormat, RgbImage, Rgba, RgbaImage};
use sitewright::platform::db::Conn;
use sitewright::platform::error::Result;
use sitewright::public::pictures::{self, Use};

use crate::prelude::*;
use crate::util::pictures::{encoded, noted, photo, shown, tells};

async fn upload(client: &mut Client, bytes: Vec<u8>) -> Answer {
    client.upload(Method::POST, "/api/admin/pictures", "application/octet-stream", bytes).await
}

/// A picture of this size without a repetition.
fn sky(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| image::Rgb([(x % 251) as u8, (y % 241) as u8, 200])).into()
}

#[app_test]
async fn a_picture_has_files_in_every_width(app: TestApp, mut admin: administrator) {
    let made = upload(&mut admin, encoded(&sky(2000, 1000), ImageFormat::Png)).await.is(201);
    assert_eq!((&made.body["width"], &made.body["height"]), (&json!(1600), &json!(800)));
    let url = made.string("url");
    let mut visitor = app.visitor();
    for (width, height) in [(480, 240), (800, 400), (1200, 600), (1600, 800)] {
        for (ending, kind) in [("webp", "image/webp"), ("jpg", "image/jpeg")] {
            let file = visitor.get(&format!("{url}-{width}.{ending}")).await.is(200);
            assert_eq!(file.header("content-type"), kind);
            assert_eq!(shown(&file.bytes).dimensions(), (width, height), "{ending}");
        }
    }
    // The address in texts is the largest file.
    let whole = visitor.get(&url).await.is(200);
    assert_eq!((whole.header("content-type"), shown(&whole.bytes).width()), ("image/jpeg", 1600));
    for missing in ["-2000.jpg", "-1600.png", "-480.gif", "-480", ".jpg", "0"] {
        visitor.get(&format!("{url}{missing}")).await.is(404);
    }
}

#[app_test]
async fn a_small_picture_is_not_enlarged(app: TestApp, mut admin: administrator) {
    let made = upload(&mut admin, encoded(&sky(700, 70), ImageFormat::WebP)).await.is(201);
    let (url, mut visitor) = (made.string("url"), app.visitor());
    for (width, status) in [(480, 200), (700, 200), (800, 404)] {
        visitor.get(&format!("{url}-{width}.webp")).await.is(status);
    }
}

#[app_test]
async fn a_file_is_kept_for_ever_and_runs_nothing(app: TestApp, mut admin: administrator) {
    let made = upload(&mut admin, encoded(&sky(40, 20), ImageFormat::Jpeg)).await;
    let (path, mut visitor) = (format!("{}-40.webp", made.string("url")), app.visitor());
    let file = visitor.get(&path).await.is(200);
    assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(file.header("x-content-type-options"), "nosniff");
    assert!(file.header("content-security-policy").contains("sandbox"));
    let again = visitor.request(Method::GET, &path).header("if-none-match", file.header("etag"));
    let again = visitor.send(again).await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
}

/// Metadata of the camera is removed; its orientation is applied to the pixels.
#[app_test]
async fn a_picture_is_upright_and_has_no_metadata(app: TestApp, mut admin: administrator) {
    for (file, size) in [(photo(), (20, 40)), (noted(), (3, 3))] {
        let url = upload(&mut admin, file).await.is(201).string("url");
        for ending in ["webp", "jpg"] {
            let kept = app.visitor().get(&format!("{url}-{}.{ending}", size.0)).await.is(200);
            assert!(!tells(&kept.bytes));
            assert_eq!(shown(&kept.bytes).dimensions(), size);
        }
    }
}

/// A red disc on nothing, whose invisible pixels are white.
fn disc() -> DynamicImage {
    let inside = |x: u32, y: u32| x.abs_diff(500).pow(2) + y.abs_diff(500).pow(2) < 400_u32.pow(2);
    let colour = |x, y| if inside(x, y) { Rgba([200, 0, 0, 255]) } else { Rgba([255, 255, 255, 0]) };
    RgbaImage::from_fn(1000, 1000, colour).into()
}

#[app_test]
async fn transparency_stays_without_a_seam(app: TestApp, mut admin: administrator) {
    let url = upload(&mut admin, encoded(&disc(), ImageFormat::Png)).await.is(201).string("url");
    let mut visitor = app.visitor();
    visitor.get(&format!("{url}-480.jpg")).await.is(404);
    for ending in ["png", "webp"] {
        let file = shown(&visitor.get(&format!("{url}-480.{ending}")).await.is(200).bytes);
        assert_eq!((file[(0, 0)][3], file[(240, 240)][3]), (0, 255), "{ending}");
        let pale = file.pixels().filter(|pixel| pixel[3] > 40 && pixel[1] > 60).count();
        assert_eq!(pale, 0, "{ending}: the invisible white bleeds into the edge");
    }
    // Nothing of it is transparent.
    let opaque = DynamicImage::from(RgbaImage::from_pixel(10, 10, Rgba([1, 2, 3, 255])));
    let url = upload(&mut admin, encoded(&opaque, ImageFormat::Png)).await.string("url");
    visitor.get(&format!("{url}-10.jpg")).await.is(200);
}

#[app_test]
async fn a_file_that_cannot_be_used_is_refused_before_it_is_decoded(_app: TestApp, mut admin: administrator) {
    let mut refused = async |bytes: Vec<u8>| {
        let answer = upload(&mut admin, bytes).await.is(422);
        answer.body["errors"]["file"][0].as_str().expect("a sentence").to_owned()
    };
    let many = "The picture has more than 40 million pixels, or is more than 8192 pixels wide or high. \
        Make it smaller, and upload it again.";
    let choose = "Choose a JPEG, PNG or WebP picture.";
    // A file of some KB whose pixels would need a GB.
    let mut bomb = encoded(&sky(4, 4), ImageFormat::Png);
    bomb[16..24].copy_from_slice(&[0, 0, 0x20, 0, 0, 0, 0x20, 0]);
    let sum = {
        let mut sum = flate2::Crc::new();
        sum.update(&bomb[12..29]);
        sum.sum()
    };
    bomb[29..33].copy_from_slice(&sum.to_be_bytes());
    assert_eq!(refused(bomb).await, many);
    assert_eq!(refused(encoded(&RgbImage::new(8193, 1).into(), ImageFormat::Png)).await, many);
    assert_eq!(refused(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec()).await, choose);
    assert_eq!(refused(b"\xff\xd8\xff no picture".to_vec()).await, choose);
    assert_eq!(refused(encoded(&RgbImage::new(8, 8).into(), ImageFormat::Bmp)).await, choose);
    let large = refused(vec![0; 20 * 1024 * 1024 + 1]).await;
    assert!(large.starts_with("The picture is larger than 20 MB."), "{large}");
}

#[app_test]
async fn a_background_job_makes_avif(app: TestApp, mut admin: administrator) {
    for (made_before, picture) in [sky(600, 300), disc().thumbnail(100, 100)].into_iter().enumerate() {
        let made = upload(&mut admin, encoded(&picture, ImageFormat::Png)).await;
        let done = async || app.value::<i64>("SELECT count(*) FROM pictures WHERE has_avif").await;
        becomes("the job makes the files", async || done().await > made_before as i64).await;
        let width = made.body["width"].as_u64().expect("a number");
        let file = app.visitor().get(&format!("{}-{width}.avif", made.string("url"))).await.is(200);
        assert_eq!((file.header("content-type"), &file.bytes[4..12]), ("image/avif", b"ftypavif".as_slice()));
    }
}

#[app_test]
async fn the_same_file_is_the_same_picture(app: TestApp, mut admin: administrator, mut client: user) {
    let file = encoded(&sky(30, 30), ImageFormat::Png);
    upload(&mut client, file.clone()).await.is(403);
    let first = upload(&mut admin, file.clone()).await.is(201).id();
    assert_eq!(upload(&mut admin, file).await.is(201).id(), first);
    let list = admin.get("/api/admin/pictures").await.is(200);
    assert_eq!((&list.body["total"], &list.body["data"][0]["id"]), (&json!(1), &json!(first)));
    assert_eq!(list.body["data"][0]["uses"], json!([]));

    admin.delete(&format!("/api/admin/pictures/{first}")).await.is(204);
    app.visitor().get(&format!("/pictures/{first}-30.png")).await.is(404);
    assert_eq!(actions(&mut admin).await[..2], ["picture.deleted", "picture.uploaded"]);
}

/// A slice after this one uses every picture.
fn everywhere<'a>(_: &'a mut Conn, ids: &'a [String]) -> BoxFuture<'a, Result<Vec<Use>>> {
    let used = |id: &String| Use { picture: id.clone(), kind: "post", id: "7".into(), title: "Tea".into() };
    let uses = ids.iter().map(used).collect();
    Box::pin(async { Ok(uses) })
}

#[app_test]
async fn a_picture_in_use_is_not_deleted(app: TestApp, mut admin: administrator) {
    let id = upload(&mut admin, encoded(&sky(30, 30), ImageFormat::Png)).await.id();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let mut second = Client::new(listener.local_addr().expect("an address"));
    second.cookies = admin.cookies.clone();
    let router = sitewright::router(pictures::used(app.app.clone(), everywhere));
    tokio::spawn(axum::serve(listener, router).into_future());

    let list = second.get("/api/admin/pictures").await.is(200);
    assert_eq!(list.body["data"][0]["uses"], json!([{ "kind": "post", "id": "7", "title": "Tea" }]));
    let refused = second.delete(&format!("/api/admin/pictures/{id}")).await.refused(409, "pictures.in-use");
    assert_eq!(refused.body["message"], "“Tea” uses this picture. Remove it there first.");
    admin.delete(&format!("/api/admin/pictures/{id}")).await.is(204);
}
