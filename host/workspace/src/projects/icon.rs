//! The icons of the websites of projects. A job reads them when a project is added, and again from time to time.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{publish, store};
use crate::platform::fetch::{Page as WebPage, Part, Unread, parts};
use crate::platform::jobs::{Enqueue, Job, Lane, Next, Running, put_all};
use crate::platform::picture::{self, Picture};
use crate::platform::prelude::*;

/// Longer side of a stored icon: twice its largest display size.
const SIDE: u32 = 64;
/// The largest file, the largest drawing, and the longest time for a website and for one file.
const FILE_BYTES: usize = 512 * 1024;
const SVG_BYTES: usize = 64 * 1024;
const VISIT: Duration = Duration::from_secs(20);
const FILE_TIME: Duration = Duration::from_secs(10);
/// Characters of the tag in an icon's address.
const TAG_CHARS: usize = 12;
/// Icons that are tried per website.
const MOST_TRIED: usize = 4;
/// Days after which a website is read again, and after which one without an icon is.
const FRESH_DAYS: i64 = 30;
const MISSING_DAYS: i64 = 7;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// Websites that are read per hour besides those of new projects.
const REFRESHED: i64 = 100;

/// The client for websites of projects.
pub(super) struct Icons(pub Fetcher);

/// Reads the icon of one project.
#[derive(Serialize, Deserialize)]
pub(super) struct ReadIcon {
    project: i64,
}

impl ReadIcon {
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, project: i64) -> Result<()> {
        if !app.config.project_icons {
            return Ok(());
        }
        Enqueue::new(&Self { project })?.key(project).put(app, tx).await
    }
}

impl Job for ReadIcon {
    const NAME: &'static str = "projects.read-icon";
    const LANE: Lane = Lane { name: "icons", places: 2 };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let project = store::find(&mut app.db.read().acquire().await?, self.project).await?;
        // It may have been deleted.
        let Some(project) = project else { return Ok(Next::Done) };
        let icon = read(app, &project.domain).await?;
        let mut tx = app.db.write_rows().await?;
        running.hold(&mut tx).await?;
        let account = keep(&mut tx, self.project, icon).await?;
        if let Some(account) = account {
            publish(app, &mut tx, &account);
        }
        tx.commit().await?;
        Ok(Next::Done)
    }
}

/// Enqueues the projects whose website was not read for long.
pub async fn refresh_icons(app: &App, now: Timestamp) -> Result<()> {
    if !app.config.project_icons {
        return Ok(());
    }
    let mut tx = app.db.write_rows().await?;
    let due: Vec<i64> = db::query_scalar(
        "SELECT p.id FROM projects p LEFT JOIN project_icons i ON i.project_id = p.id
         WHERE (i.read_at IS NULL AND p.created_at < $4) OR i.read_at < $1 OR (i.content IS NULL AND i.read_at < $2)
         ORDER BY i.read_at IS NOT NULL, i.read_at, p.id LIMIT $3",
    )
    .binds((now.plus_ms(-FRESH_DAYS * DAY_MS), now.plus_ms(-MISSING_DAYS * DAY_MS), REFRESHED))
    // A new project has its own job.
    .bind(now.plus_ms(-HOUR_MS))
    .fetch_all(&mut *tx)
    .await?;
    let jobs = due.into_iter().map(|project| Ok(Enqueue::new(&ReadIcon { project })?.key(project)));
    put_all(app, &mut tx, jobs.collect::<Result<Vec<_>>>()?).await?;
    Ok(tx.commit().await?)
}

/// The icon of a website; `None` if it has no usable one or cannot be read.
async fn read(app: &App, domain: &str) -> Result<Option<Picture>> {
    let fetcher = &app.part::<Icons>().0;
    let Some(addresses) = addresses(fetcher, domain).await? else { return Ok(None) };
    for address in addresses.into_iter().take(MOST_TRIED) {
        let answer = fetcher.file(&address, &HeaderMap::new(), FILE_BYTES, FILE_TIME).await;
        let Some(answer) = answer.ok().filter(|answer| answer.status.is_success()) else { continue };
        let made = app.conversions.short(move || usable(answer.bytes)).await?;
        if made.is_some() {
            return Ok(made);
        }
    }
    Ok(None)
}

/// The addresses of the icons of a website, the best first; `None` if it may not or cannot be read.
async fn addresses(fetcher: &Fetcher, domain: &str) -> Result<Option<Vec<Url>>> {
    let Ok(home) = Url::parse(&format!("https://{domain}/")) else { return Ok(None) };
    match fetcher.visit(VISIT).page(&home).await {
        Ok(page) => Ok(Some(blocking(move || of_page(&page)).await.map_err(Problem::internal)?)),
        // Some websites send their page only to browsers.
        Err(Unread::Status(_) | Unread::NotAPage | Unread::TooLarge(_)) => {
            Ok(Some(home.join("/favicon.ico").into_iter().collect()))
        }
        Err(_) => Ok(None),
    }
}

fn of_page(page: &WebPage) -> Vec<Url> {
    let mut found: Vec<(u32, Url)> = Vec::new();
    for part in parts(&page.html) {
        if let Part::Icon(href, rel, sizes) = part {
            let url = page.url.join(href.trim()).ok().filter(|url| url.scheme() != "data");
            found.extend(url.map(|url| (rank(&url, &rel, &sizes), url)));
        }
    }
    // A stable order: the page's own among equals.
    found.sort_by_key(|(rank, _)| *rank);
    let mut urls: Vec<Url> = found.into_iter().map(|(_, url)| url).collect();
    urls.truncate(MOST_TRIED - 1);
    urls.extend(page.url.join("/favicon.ico").ok().filter(|url| !urls.contains(url)));
    urls
}

/// How well an icon suits [`SIDE`], the best lowest.
fn rank(url: &Url, rel: &str, sizes: &str) -> u32 {
    let width = |size: &str| size.split(['x', 'X']).next().and_then(|width| width.parse::<u32>().ok());
    let widest = sizes.split_ascii_whitespace().filter_map(width).max();
    match widest {
        _ if url.path().to_ascii_lowercase().ends_with(".svg") => 100,
        Some(width) if width >= SIDE / 2 => width.abs_diff(SIDE).min(90),
        None if rel.contains("apple") => 110,
        None => 120,
        Some(_) => 130,
    }
}

/// The icon as it is stored: encoded again, except a drawing, which is served so that nothing in it runs.
fn usable(bytes: Vec<u8>) -> Option<Picture> {
    if is_svg(&bytes) {
        return Some(Picture { media_type: "image/svg+xml", content: bytes });
    }
    picture::encode_icon(&bytes, SIDE).ok()
}

fn is_svg(bytes: &[u8]) -> bool {
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| bytes.len() <= SVG_BYTES) else {
        return false;
    };
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let opening: String = text.chars().take(1_000).collect();
    text.starts_with("<svg")
        || (text.starts_with("<?xml") || text.starts_with("<!")) && opening.contains("<svg")
}

/// Stores what was read. Returns the account of the project if its icon has changed.
async fn keep(tx: &mut Conn, project: i64, icon: Option<Picture>) -> Result<Option<String>> {
    let content = icon.as_ref().map(|icon| STANDARD.encode(&icon.content));
    let tag =
        content.as_deref().map(|content| auth::hash_of(content).chars().take(TAG_CHARS).collect::<String>());
    let before: Option<(String, Option<String>)> = db::query_as(
        "SELECT p.account_id, i.tag FROM projects p LEFT JOIN project_icons i ON i.project_id = p.id WHERE p.id = $1",
    )
    .bind(project)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((account, before)) = before else { return Ok(None) };
    // A website that is down for a day keeps its icon.
    db::query(
        "INSERT INTO project_icons (project_id, media_type, content, tag, read_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (project_id) DO UPDATE SET read_at = excluded.read_at,
             media_type = COALESCE(excluded.media_type, project_icons.media_type),
             content = COALESCE(excluded.content, project_icons.content), tag = COALESCE(excluded.tag, project_icons.tag)",
    )
    .binds((project, icon.map(|icon| icon.media_type), content, &tag, Timestamp::now()))
    .run(tx)
    .await?;
    Ok((tag.is_some() && tag != before).then_some(account))
}

/// The icon of the website of a project
#[utoipa::path(get, path = "/api/projects/{id}/icon", tag = "projects", params(("id" = i64, Path)),
    responses((status = 200, content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/svg+xml"))),
        (status = 404, description = "It has none, or the project is not yours")))]
pub(super) async fn get_project_icon(app: App, user: User, Path(id): Path<i64>) -> Result<Response> {
    let icon: Option<(String, String)> = db::query_as(
        "SELECT i.media_type, i.content FROM project_icons i JOIN projects p ON p.id = i.project_id
         WHERE i.project_id = $1 AND p.account_id = $2 AND i.content IS NOT NULL",
    )
    .binds((id, &user.id))
    .fetch_optional(app.db.read())
    .await?;
    let (media_type, content) = icon.ok_or_else(Problem::not_found)?;
    let bytes = STANDARD.decode(content).map_err(Problem::internal)?;
    let headers = [
        (header::CONTENT_TYPE, media_type),
        // The address changes with the content.
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable".to_owned()),
        (header::CONTENT_DISPOSITION, "inline".to_owned()),
        // Nothing in it may run or load, should a browser open it as a document.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox".to_owned(),
        ),
    ];
    Ok((headers, bytes).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_nearest_to_its_size_is_tried_first_and_data_urls_never() {
        let html = r#"<link rel="icon" href="/16.png" sizes="16x16"><link rel="shortcut icon" href="/plain.ico">
            <link rel="apple-touch-icon" href="/180.png" sizes="180x180"><link rel="icon" href="a.svg" type="image/svg+xml">
            <link rel="icon" href="data:image/png;base64,AAAA"><LINK REL="ICON" HREF="/48.png" SIZES="48x48 32x32">
            <link rel="mask-icon" href="/mask.svg"><link rel="stylesheet" href="/icon.css">"#;
        let page =
            WebPage { url: Url::parse("https://lipa.pl/pl/").expect("an address"), html: html.to_owned() };
        let found: Vec<String> = of_page(&page).iter().map(Url::to_string).collect();
        assert_eq!(
            found,
            [
                "https://lipa.pl/48.png",
                "https://lipa.pl/180.png",
                "https://lipa.pl/pl/a.svg",
                "https://lipa.pl/favicon.ico"
            ]
        );
    }

    #[test]
    fn only_a_small_drawing_is_taken_as_it_is() {
        assert!(is_svg(b"<svg xmlns='http://www.w3.org/2000/svg'/>"));
        assert!(is_svg("\u{feff}<?xml version='1.0'?>\n<!-- a --><svg/>".as_bytes()));
        assert!(!is_svg(b"<html><svg/></html>") && !is_svg(b"\x89PNG") && !is_svg(b""));
        assert!(!is_svg(format!("<svg>{}</svg>", " ".repeat(SVG_BYTES)).as_bytes()));
    }
}
