//! The end of an audit: the crawled site as a whole, the checks of it, and what is stored for the screens.

use std::io::Read as _;

use quick_cache::sync::Cache;
use sitewright_crawler::site::{Pages, Site};
use sitewright_engine::Failure;
use sitewright_engine::rules::{Crawl, Question};
use sitewright_facts::{Selection, Stored as Facts, Table, Tables, UNKNOWN, pages_of};
use tokio::runtime::Handle;

use super::store;
use crate::platform::prelude::*;

/// Batches that are kept decompressed: a pack asks for pages near each other.
const KEPT_BATCHES: usize = 64;
/// Tables of a page that are not stored: the text is the body.
pub(super) const NOT_STORED: &[&str] = &["texts"];
/// A level at which compression costs less time than reading the page.
const LEVEL: i32 = 3;
/// A batch is at most this large when it is decompressed.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// A batch as it is stored.
pub(super) fn packed(tables: &Tables) -> Result<Vec<u8>> {
    zstd::encode_all(&*Facts::write(tables, NOT_STORED), LEVEL).map_err(Problem::internal)
}

pub(super) fn unpacked(bytes: &[u8]) -> Result<Tables> {
    let mut facts = Vec::new();
    let decoder = zstd::Decoder::new(bytes).map_err(Problem::internal)?;
    decoder.take(MOST_BYTES).read_to_end(&mut facts).map_err(Problem::internal)?;
    Facts::read(&facts).map_err(Problem::internal)
}

/// The site tables that are not about pages; empty at the beginning of a crawl.
pub(super) async fn around(app: &App, audit: i64) -> Result<Tables> {
    let around: Option<Vec<u8>> = db::query_scalar("SELECT facts FROM audit_sites WHERE audit = $1")
        .bind(audit)
        .fetch_optional(app.db.read())
        .await?;
    Ok(around.as_deref().map(unpacked).transpose()?.unwrap_or_default())
}

pub(super) async fn put_around(conn: &mut Conn, audit: i64, around: &Tables) -> Result<()> {
    let query = db::query(
        "INSERT INTO audit_sites (audit, facts) VALUES ($1, $2) ON CONFLICT (audit) DO UPDATE SET facts = excluded.facts",
    );
    query.binds((audit, packed(around)?)).run(conn).await
}

/// A crawl that has ended, as packs and the product ask about it. Cheap to clone.
#[derive(Clone)]
pub(super) struct Crawled(Arc<Inner>);

/// Where the batches of a crawl are.
pub(super) trait Source: Send + Sync {
    /// The batch as it was packed. It may wait.
    fn packed(&self, batch: i64) -> Result<Vec<u8>>;
}

/// The batches of an audit in the database.
pub(super) struct Stored {
    app: App,
    audit: i64,
}

impl Stored {
    pub(super) fn new(app: &App, audit: i64) -> Self {
        Self { app: app.clone(), audit }
    }
}

impl Source for Stored {
    fn packed(&self, batch: i64) -> Result<Vec<u8>> {
        let facts = async { store::facts(&mut self.app.db.read().acquire().await?, self.audit, batch).await };
        Handle::current().block_on(facts)?.ok_or_else(Problem::not_found)
    }
}

struct Inner {
    source: Box<dyn Source>,
    site: Site,
    /// The batch of each page, by number.
    batches: Vec<i64>,
    kept: Cache<i64, Arc<Tables>>,
}

impl Crawled {
    /// Reads the batches of an audit, newest first: a page that was checked again is in two of them.
    pub(super) async fn load(app: &App, audit: i64) -> Result<Self> {
        let (mut site, mut batches) = (Site::new(around(app, audit).await?), Vec::new());
        let mut next: Option<i64> = db::query_scalar("SELECT MAX(batch) FROM audit_facts WHERE audit = $1")
            .bind(audit)
            .fetch_one(app.db.read())
            .await?;
        while let Some(batch) = next.filter(|batch| *batch >= 0) {
            next = Some(batch - 1);
            let facts = store::facts(&mut app.db.read().acquire().await?, audit, batch).await?;
            let Some(facts) = facts else { continue };
            (site, batches) = blocking(move || {
                let tables = unpacked(&facts)?;
                for page in tables.view().pages() {
                    note(&mut batches, page.number(), batch);
                }
                site.add(&tables.view());
                Ok::<_, Problem>((site, batches))
            })
            .await??;
        }
        add_unfetched(app, audit, &mut site).await?;
        let listed = "SELECT number FROM audit_pages WHERE audit = $1 AND flags & 16 = 16";
        let listed: Vec<i64> = db::query_scalar(listed).bind(audit).fetch_all(app.db.read()).await?;
        listed.iter().for_each(|number| site.mark_listed(*number as u32));
        let changed = "SELECT number, changed FROM audit_pages WHERE audit = $1 AND changed IS NOT NULL";
        let changed: Vec<(i64, i64)> = db::query_as(changed).bind(audit).fetch_all(app.db.read()).await?;
        changed.iter().for_each(|(number, day)| site.mark_changed(*number as u32, *day as u32));
        let site = blocking(move || {
            site.finish();
            site
        })
        .await?;
        Ok(Self::of(site, batches, Stored::new(app, audit)))
    }

    /// A finished site with the batch of each page.
    pub(super) fn of(site: Site, batches: Vec<i64>, source: impl Source + 'static) -> Self {
        Self(Arc::new(Inner { source: Box::new(source), site, batches, kept: Cache::new(KEPT_BATCHES) }))
    }

    pub(super) fn site(&self) -> &Site {
        &self.0.site
    }

    /// The same on a thread that may wait.
    pub(super) fn page_now(&self, number: u32) -> Option<Tables> {
        page_of(&*self.0, number)
    }

    /// The facts of one page.
    pub(super) async fn page(&self, number: u32) -> Result<Option<Tables>> {
        let inner = self.0.clone();
        Ok(blocking(move || page_of(&*inner, number)).await?)
    }

    /// Answers on a thread that may wait: texts are read from batches.
    async fn answer<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&Inner) -> std::result::Result<T, Failure> + Send + 'static,
    ) -> std::result::Result<T, Failure> {
        let inner = self.0.clone();
        let answered = blocking(move || answer(&inner)).await;
        answered.unwrap_or_else(|problem| Err(Failure::Unavailable(problem.to_string())))
    }
}

/// Remembers the newest batch of a page.
pub(super) fn note(batches: &mut Vec<i64>, number: u32, batch: i64) {
    let index = number as usize;
    if index >= batches.len() {
        batches.resize(index + 1, store::LEFT_OUT);
    }
    batches[index] = batches[index].max(batch);
}

/// Adds the addresses that were found and not fetched.
async fn add_unfetched(app: &App, audit: i64, site: &mut Site) -> Result<()> {
    let mut after = -1;
    loop {
        let rows: Vec<(i64, String, i64, i64, i64)> = db::query_as(
            "SELECT number, url, role, found, flags FROM audit_pages
             WHERE audit = $1 AND number > $2 AND (batch IS NULL OR batch < 0) ORDER BY number LIMIT 5000",
        )
        .binds((audit, after))
        .fetch_all(app.db.read())
        .await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.0;
        for (number, url, role, found, flags) in rows {
            site.add_unfetched(number as u32, &url, role as u8, found as u8, flags as u32);
        }
    }
}

impl Inner {
    fn read(&self, batch: i64) -> Option<Arc<Tables>> {
        let read = || unpacked(&self.source.packed(batch)?).map(Arc::new);
        self.kept.get_or_insert_with(&batch, read).ok()
    }
}

impl Pages for Inner {
    fn batch_of(&self, number: u32) -> Option<Arc<Tables>> {
        let batch = *self.batches.get(number as usize)?;
        if batch < 0 { None } else { self.read(batch) }
    }
}

impl Crawl for Crawled {
    fn select(&self, question: Question) -> BoxFuture<'_, std::result::Result<Selection, Failure>> {
        Box::pin(self.answer(move |inner| {
            let Question { table, conditions, after, limit } = question;
            let selected = inner.site.select(inner, &table, &conditions, after, limit);
            selected.map_err(|unanswered| Failure::Refused(unanswered.to_string()))
        }))
    }

    fn pages(
        &self,
        numbers: Vec<u32>,
        tables: Vec<String>,
    ) -> BoxFuture<'_, std::result::Result<Vec<Table>, Failure>> {
        Box::pin(self.answer(move |inner| {
            let pages = numbers.iter().filter(|number| **number != UNKNOWN);
            let pages: Vec<Tables> = pages.filter_map(|number| page_of(inner, *number)).collect();
            pages_of(&pages, &tables).map_err(|unanswered| Failure::Refused(unanswered.to_string()))
        }))
    }
}

/// One page of its batch.
fn page_of(pages: &dyn Pages, number: u32) -> Option<Tables> {
    let batch = pages.batch_of(number)?;
    let index = batch.view().numbered(number)?.index();
    Some(batch.only(index as usize))
}

/// The batches of an audit that a request reads, each once.
pub(super) struct Batches {
    app: App,
    pub audit: i64,
    read: HashMap<i64, Arc<Tables>>,
}

impl Batches {
    pub(super) fn new(app: &App, audit: i64) -> Self {
        Self { app: app.clone(), audit, read: HashMap::new() }
    }

    /// Errors: the server's, if the batch is missing or damaged.
    pub(super) async fn get(&mut self, batch: i64) -> Result<Arc<Tables>> {
        if let Some(tables) = self.read.get(&batch) {
            return Ok(tables.clone());
        }
        let facts = store::facts(&mut self.app.db.read().acquire().await?, self.audit, batch).await?;
        let facts =
            facts.ok_or_else(|| Problem::internal(anyhow::anyhow!("the batch {batch} is missing")))?;
        let tables = Arc::new(blocking(move || unpacked(&facts)).await??);
        self.read.insert(batch, tables.clone());
        Ok(tables)
    }
}
