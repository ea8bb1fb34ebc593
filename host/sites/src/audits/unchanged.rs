//! Audits that fetch only what changed: the crawl sends the validators of the audit before, and a page that has not changed
//! keeps the facts from there, which packs check like those of any page. Texts are not stored: with a pack that reads them
//! every page is fetched.

use std::hash::{BuildHasher as _, RandomState};

use sitewright_crawler::crawl;
use sitewright_crawler::fetch::Validators;
use sitewright_crawler::site::Site;
use sitewright_facts::{Page as Facts, Tables};

use super::packs::Packs;
use super::site::{self, Crawled};
use super::store::{self, Audit};
use crate::platform::prelude::*;

/// A page of the audit before, by a hash of its address: a million addresses would need too much memory.
struct Before {
    number: u32,
    validators: Validators,
}

/// The pages of the audit before whose servers can say that they have not changed. Cheap to clone.
#[derive(Clone)]
pub(super) struct Unchanged(Arc<Inner>);

struct Inner {
    hasher: RandomState,
    pages: HashMap<u64, Before>,
    crawled: Crawled,
}

/// The version that reads the facts: another one may read more in the same page.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Unchanged {
    /// `None` if every page is to be fetched: by the settings, for a pack, or because the facts of the audit before were read
    /// in another way.
    pub(super) async fn load(app: &App, audit: &Audit, packs: &Packs) -> Result<Option<Self>> {
        let is_asked = audit.settings.only_changed && !packs.read_texts();
        let Some(earlier) = audit.earlier.as_ref().filter(|_| is_asked) else { return Ok(None) };
        let mut conn = app.db.read().acquire().await?;
        let Some(earlier) = store::load(&mut conn, earlier).await? else { return Ok(None) };
        if earlier.version != VERSION || earlier.settings.subdomains != audit.settings.subdomains {
            return Ok(None);
        }
        let number = earlier.number;
        let hasher = RandomState::new();
        let (mut pages, mut batches) = (HashMap::new(), Vec::new());
        let mut next = Some(store::next_batch(&mut conn, number).await? - 1);
        // Newest first: a page that was checked again is in two batches.
        while let Some(batch) = next.filter(|batch| *batch >= 0) {
            next = Some(batch - 1);
            let facts = store::facts(&mut conn, number, batch).await?;
            let Some(facts) = facts else { continue };
            let tables = blocking(move || site::unpacked(&facts)).await??;
            for page in tables.view().pages() {
                if let Some(validators) = validators_of(page) {
                    let before = Before { number: page.number(), validators };
                    pages.entry(hasher.hash_one(page.url())).or_insert(before);
                }
                site::note(&mut batches, page.number(), batch);
            }
        }
        let crawled = Crawled::of(Site::new(Tables::default()), batches, site::Stored::new(app, number));
        Ok(Some(Self(Arc::new(Inner { hasher, pages, crawled }))))
    }

    /// What the crawl sends with the request of a page.
    pub(super) fn validators(&self) -> crawl::Earlier {
        let inner = self.0.clone();
        Arc::new(move |url| Some(inner.before(url)?.validators.clone()))
    }

    /// The facts of a page that has not changed. It may wait.
    pub(super) fn page(&self, url: &str) -> Option<Tables> {
        let tables = self.0.crawled.page_now(self.0.before(url)?.number)?;
        let is_same = tables.view().pages().next().is_some_and(|page| page.url() == url);
        is_same.then_some(tables)
    }
}

impl Inner {
    fn before(&self, url: &str) -> Option<&Before> {
        self.pages.get(&self.hasher.hash_one(url))
    }
}

/// What the server of a page needs to say that it has not changed.
fn validators_of(page: Facts<'_>) -> Option<Validators> {
    if page.role() != 0 || page.status() != 200 || !page.html() || !page.failure().is_empty() {
        return None;
    }
    let header = |name: &str| {
        let header = page.headers().find(|header| header.name() == name);
        header.map(|header| header.value().to_owned())
    };
    let validators = Validators { etag: header("etag"), last_modified: header("last-modified") };
    (validators != Validators::default()).then_some(validators)
}
