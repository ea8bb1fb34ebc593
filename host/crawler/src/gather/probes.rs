//! What a crawl asks for besides pages, and what was answered.

use sitewright_facts::{NewProbe, Table, layouts};
use url::Url;

use crate::crawl::Answer;
use crate::frontier::Found;

use super::Gatherer;

/// A path that no site has.
const NO_PAGE: &str = "/sitewright-3f6b2f0c-this-page-does-not-exist";
/// Files that the crawl asks for in every site.
const FILES: [&str; 2] = ["/favicon.ico", "/llms.txt"];
/// Redirects of a probe that are followed.
const PROBE_STEPS: usize = 10;

/// What a crawl asks for besides pages: the variants of the home page, a page that does not exist, common files, and what
/// rule packs want to know.
pub fn probes(start: &Url, packs: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut all = variants(start);
    all.extend([NO_PAGE].into_iter().chain(FILES).map(str::to_owned));
    all.extend(packs);
    all
}

/// The home page with the other scheme, and with or without `www`.
fn variants(start: &Url) -> Vec<String> {
    let (Some(host), None) = (start.host_str(), start.port()) else { return Vec::new() };
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let mut hosts = vec![bare.to_owned()];
    // A subdomain has no variant with www.
    if bare != host || bare.matches('.').count() < 2 {
        hosts.push(format!("www.{bare}"));
    }
    let of = |scheme: &'static str| hosts.iter().map(move |host| format!("{scheme}://{host}/"));
    let home = format!("{}://{host}/", start.scheme());
    ["https", "http"].into_iter().flat_map(of).filter(|variant| *variant != home).collect()
}

impl Gatherer {
    pub(super) fn add_probe(&mut self, url: &str, found: Found, answer: &Answer) {
        let reply = &answer.reply;
        let end_url = Url::parse(url).ok().and_then(|url| reply.location(&url));
        let start = String::from_utf8_lossy(&reply.body[..reply.body.len().min(1_024)]);
        self.push_probe(NewProbe {
            path: &self.path_of(url),
            kind: self.kind_of_probe(url, found),
            status: reply.status.into(),
            end_url: end_url.as_ref().map_or(url, Url::as_str),
            end_status: reply.status.into(),
            media_type: &reply.media_type(),
            start: &start,
            ..NewProbe::default()
        });
    }

    /// Adds a probe, unless it is there: a crawl that goes on asks again.
    pub(super) fn push_probe(&mut self, probe: NewProbe<'_>) {
        if !self.around.view().probes().any(|known| known.path() == probe.path) {
            probe.push(&mut self.around.probes);
        }
    }

    /// The path of a probe, or the whole address of a variant of the host.
    pub(super) fn path_of(&self, url: &str) -> String {
        let own = crate::address::origin(&self.start);
        url.strip_prefix(own).map_or_else(|| url.to_owned(), str::to_owned)
    }

    pub(super) fn kind_of_probe(&self, url: &str, found: Found) -> u32 {
        let path = self.path_of(url);
        match path.as_str() {
            _ if found == Found::Redirect => 4,
            path if path.contains("this-page-does-not-exist") => 1,
            "/favicon.ico" | "/llms.txt" => 3,
            path if path.starts_with('/') => 0,
            _ => 2,
        }
    }

    /// Sets the end of the probes that were redirected: each step is a probe of its own.
    pub(super) fn follow_probes(&mut self) {
        let around = std::mem::replace(&mut self.around.probes, Table::new(layouts::probes.width()));
        let mut batch = sitewright_facts::Batch::default();
        batch.set("probes", around.view());
        for probe in batch.probes() {
            let mut end = probe;
            for _ in 0..PROBE_STEPS {
                let path = self.path_of(end.end_url());
                let next = batch.probes().find(|next| next.path() == path);
                match next.filter(|_| end.end_url() != probe.path() && (300..400).contains(&end.status())) {
                    Some(next) => end = next,
                    None => break,
                }
            }
            NewProbe {
                path: probe.path(),
                kind: probe.kind(),
                status: probe.status(),
                end_url: end.end_url(),
                end_status: end.end_status(),
                media_type: end.media_type(),
                start: end.start(),
                ..NewProbe::default()
            }
            .push(&mut self.around.probes);
        }
    }
}
