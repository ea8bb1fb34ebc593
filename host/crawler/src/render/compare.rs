//! What a browser shows of a page against what was sent.

use std::collections::{HashMap, HashSet};

use sitewright_facts::{NewPage, NewRendered, Page, Tables, UNKNOWN};
use url::Url;

use crate::page::{self, Input, Rules, own_rows};

use super::{Renderer, Rendering};

/// The type of a document that a browser has decoded.
const UTF8: &str = "text/html; charset=utf-8";
/// Bytes of a main text from which its end may be missing.
const CUT: usize = 65_000;
/// The kind of links to the same site.
const SAME_SITE: u32 = 0;

impl Renderer {
    /// Writes the rendered view of a page.
    pub(super) fn write(&self, tables: &mut Tables, row: usize, rendering: &Rendering) {
        let (sent, own_url) = {
            let view = tables.view();
            let Some(page) = view.pages().nth(row) else { return };
            (tables.only(row), page.url().to_owned())
        };
        let Ok(url) = Url::parse(&own_url) else { return };
        let sent = sent.view();
        let Some(sent) = sent.pages().next() else { return };
        let desktop = self.read(&url, sent, &rendering.desktop);
        let phone = self.read(&url, sent, &rendering.phone);
        let (desktop, phone) = (desktop.view(), phone.view());
        let (Some(desktop), Some(phone)) = (desktop.pages().next(), phone.pages().next()) else { return };
        let shown = &rendering.measured;
        let oversized = match &shown.oversized[..] {
            [] => String::new(),
            images => serde_json::to_string(images).unwrap_or_default(),
        };
        let known = |number: Option<u32>| number.unwrap_or(UNKNOWN);
        let (links, links_sent) = links(sent, desktop);
        NewRendered {
            url: cut(&rendering.url, 2_048),
            title: cut(desktop.title().unwrap_or_default(), 2_048),
            canonical: cut(desktop.canonical(), 2_048),
            noindex: desktop.noindex(),
            words: desktop.words(),
            words_sent: words_sent(sent, desktop),
            links,
            links_sent,
            phone_words: phone.words(),
            exceptions: rendering.exceptions,
            exception: cut(&rendering.exception, 512),
            requests: rendering.requests,
            foreign_requests: rendering.foreign_requests,
            transfer_bytes: u32::try_from(rendering.bytes).unwrap_or(UNKNOWN - 1),
            overflow_px: shown.overflow,
            widest: cut(&shown.widest, 128),
            targets: shown.targets,
            small_targets: shown.small_targets,
            small_target: cut(&shown.small_target, 256),
            characters: shown.characters,
            small_characters: shown.small_characters,
            lcp_ms: known(shown.lcp),
            lcp_lazy: shown.lcp_lazy,
            lcp_url: cut(&shown.lcp_url, 2_048),
            cls: known(shown.cls),
            fcp_ms: known(shown.fcp),
            tbt_ms: known(shown.tbt),
            blocking_ms: known(shown.blocking),
            blocking_file: cut(&shown.blocking_file, 2_048),
            // Nothing is pressed, and the speed index that the score needs is not measured.
            inp_ms: UNKNOWN,
            score: UNKNOWN,
            field_lcp_ms: UNKNOWN,
            field_cls: UNKNOWN,
            oversized: &oversized,
            ..NewRendered::default()
        }
        .push(&mut tables.rendered);
        let end = tables.rendered.len();
        own_rows(tables, row, "rendered", end.saturating_sub(1)..end);
    }

    /// The facts of a rendered document, with the headers of the one that was sent.
    fn read(&self, url: &Url, sent: Page<'_>, document: &str) -> Tables {
        let normal = &self.settings.rules.normal;
        let normalise = |base: &Url, reference: &str| normal.of(base.join(reference).ok()?).map(String::from);
        let start = self.start.host_str().unwrap_or_default();
        let same_site = |host: &str| self.settings.rules.scope.joins(start, host);
        let rules = Rules { normalise: &normalise, same_site: &same_site };
        let own = sent.headers().filter(|header| header.name() != "content-type");
        let headers: Vec<(&str, &str)> =
            own.map(|header| (header.name(), header.value())).chain([("content-type", UTF8)]).collect();
        let response = NewPage { status: 200, ..NewPage::default() };
        let mut tables = Tables::default();
        let input = Input { url, response, headers: &headers, body: document.as_bytes(), today: self.today };
        page::read(&input, &rules, &mut tables);
        tables
    }
}

/// How many words of the main text are in the document as it was sent.
fn words_sent(sent: Page<'_>, shown: Page<'_>) -> u32 {
    let text = |page: Page<'_>| page.texts().next().map_or("", |text| text.text()).to_lowercase();
    let (before, after) = (text(sent), text(shown));
    if before.len() > CUT || after.len() > CUT {
        return shown.words().min(sent.words());
    }
    let mut left: HashMap<&str, u32> = HashMap::new();
    for word in words(&before) {
        *left.entry(word).or_default() += 1;
    }
    let mut missing = 0;
    for word in words(&after) {
        match left.get_mut(word).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None => missing += 1,
        }
    }
    shown.words().saturating_sub(missing)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The links to the same site, and how many of them are in the document as it was sent.
fn links(sent: Page<'_>, shown: Page<'_>) -> (u32, u32) {
    let before: HashSet<&str> = sent.links().map(|link| link.url()).collect();
    let after = || shown.links().filter(|link| link.kind() == SAME_SITE);
    (after().count() as u32, after().filter(|link| before.contains(link.url())).count() as u32)
}

fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
