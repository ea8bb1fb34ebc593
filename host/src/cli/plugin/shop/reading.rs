//! `check`, `list` and `read` with the recorded answers.

use sitewright_engine::shop::{About, Item, Kind};

use super::server::Play;
use super::sheet::Sheet;
use super::stage::{Done, Stage};
use super::{Scene, items};
use crate::cli::prelude::*;

const LANGUAGE: Locale = Locale::En;

pub(super) async fn check(scene: &Scene, sheet: &mut Sheet) -> Option<About> {
    const CALL: &str = "check";
    scene.play(Play::Reading);
    let about = sheet.success(CALL, scene.stage.check(LANGUAGE).await);
    scene.expect_answered(CALL, sheet);
    let about = about?;
    sheet.expect(!about.languages.is_empty(), CALL, "cli.shop-languages", "languages: 0");
    for language in about.languages.iter().filter(|tag| !items::is_language(tag)) {
        sheet.found(CALL, &Text::key("cli.shop-language"), language);
    }
    for twice in items::repeated(about.languages.iter().map(String::as_str)) {
        sheet.found(CALL, &Text::key("cli.shop-once"), twice);
    }
    let is_secure = Url::parse(&about.url).is_ok_and(|url| url.scheme() == "https" && url.has_host());
    sheet.expect(is_secure, CALL, "cli.shop-url", &about.url);
    sheet.expect(!about.name.trim().is_empty(), CALL, "cli.shop-name", "name");
    Some(about)
}

/// What was listed of a kind.
#[derive(Default)]
pub(super) struct Listed {
    /// The items of each page.
    pub pages: Vec<Vec<Item>>,
    pub total: Option<u32>,
    /// Whether there is no further page.
    pub is_whole: bool,
    /// Cursors that came a second time.
    circle: Option<String>,
}

impl Listed {
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.pages.iter().flatten()
    }

    fn ids(&self) -> Vec<&str> {
        self.items().map(|item| item.id.as_str()).collect()
    }
}

/// Lists a kind to its end, or to the last recorded page.
pub(super) async fn pages(stage: &Stage, kind: &str, page: u32, most: u32) -> Done<Listed> {
    let mut listed = Listed::default();
    let (mut after, mut known) = (None, HashSet::new());
    for _ in 0..most {
        let found = stage.list(LANGUAGE, kind, after, page).await?;
        // As the host: an empty page ends the list.
        let is_last = found.items.is_empty() || found.next.is_none();
        listed.total = found.total.or(listed.total);
        listed.pages.push(found.items);
        if is_last {
            listed.is_whole = true;
            break;
        }
        after = found.next;
        if let Some(repeated) = after.clone().filter(|next| !known.insert(next.clone())) {
            listed.circle = Some(repeated);
            break;
        }
    }
    Ok(listed)
}

/// Lists a kind twice. Returns its items.
pub(super) async fn list(scene: &Scene, kind: &Kind, about: Option<&About>, sheet: &mut Sheet) -> Vec<Item> {
    let call = format!("list {}", kind.id);
    scene.play(Play::Reading);
    let (page, most) = (scene.server.conversation().page, scene.server.conversation().pages);
    let listed = sheet.success(&call, pages(&scene.stage, &kind.id, page, most).await);
    scene.expect_answered(&call, sheet);
    let Some(listed) = listed else { return Vec::new() };
    (1..listed.pages.len()).for_each(|_| sheet.called());
    if let Some(circle) = &listed.circle {
        sheet.found(&call, &Text::key("cli.shop-next"), items::short(circle));
    }
    for found in listed.pages.iter().filter(|found| found.len() > page as usize) {
        sheet.found(&call, &Text::key("cli.shop-limit").with("limit", page), found.len());
    }
    let ids = listed.ids();
    for twice in items::repeated(ids.iter().copied()) {
        sheet.found(&call, &Text::key("cli.shop-once"), twice);
    }
    if let Some(total) = listed.total.filter(|total| listed.is_whole && *total as usize != ids.len()) {
        let made = format!("{} – {}", total, ids.len());
        sheet.found(&call, &Text::key("cli.shop-total"), made);
    }
    listed.items().for_each(|item| items::look_at(item, kind, about, &call, sheet));
    if let Some(again) = sheet.success(&call, pages(&scene.stage, &kind.id, page, most).await) {
        let made = format!("{} – {}", ids.join(" "), again.ids().join(" "));
        sheet.expect(ids == again.ids(), &call, "cli.shop-order", made);
    }
    if ids.is_empty() {
        sheet.note(&Text::key("cli.shop-no-items"));
    }
    listed.pages.into_iter().flatten().collect()
}

/// Reads the listed items, and one that does not exist.
pub(super) async fn read(scene: &Scene, kind: &Kind, listed: &[Item], sheet: &mut Sheet) {
    let call = format!("read {}", kind.id);
    scene.play(Play::Reading);
    for part in batches(kind, listed) {
        let ids: Vec<String> = part.iter().map(|item| item.id.clone()).collect();
        let found = sheet.success(&call, scene.stage.read(LANGUAGE, &kind.id, ids.clone()).await);
        let Some(found) = found else { continue };
        for twice in items::repeated(found.iter().map(|item| item.id.as_str())) {
            sheet.found(&call, &Text::key("cli.shop-once"), twice);
        }
        for other in found.iter().filter(|item| !ids.contains(&item.id)) {
            sheet.found(&call, &Text::key("cli.shop-asked"), &other.id);
        }
        for item in part {
            match found.iter().find(|other| other.id == item.id) {
                None => sheet.found(&call, &Text::key("cli.shop-read"), format!("{}: –", item.id)),
                Some(other) => {
                    if let Some(difference) = items::difference(item, other) {
                        let made = format!("{}: {difference}", item.id);
                        sheet.found(&call, &Text::key("cli.shop-read"), made);
                    }
                }
            }
        }
    }
    if let Some(id) = unknown_id(listed) {
        let found = sheet.success(&call, scene.stage.read(LANGUAGE, &kind.id, vec![id.clone()]).await);
        let is_left_out = found.as_ref().is_none_or(Vec::is_empty);
        sheet.expect(is_left_out, &call, "cli.shop-left-out", id);
    }
    scene.expect_answered(&call, sheet);
}

/// The items in the parts that `read` accepts.
pub(super) fn batches<'i>(kind: &Kind, items: &'i [Item]) -> impl Iterator<Item = &'i [Item]> {
    items.chunks(kind.batch.max(1) as usize)
}

/// An id like those of the shop that it does not have; `None` without items.
pub(super) fn unknown_id(items: &[Item]) -> Option<String> {
    const NUMBER: &str = "999999937";
    let known = &items.first()?.id;
    let digits = known.len() - known.trim_end_matches(|it: char| it.is_ascii_digit()).len();
    let unknown = match digits {
        0 => format!("{known}-none"),
        digits => format!("{}{NUMBER}", &known[..known.len() - digits]),
    };
    Some(unknown).filter(|unknown| items.iter().all(|item| item.id != *unknown))
}
