//! The job of an audit: it crawls, checks each batch of pages, and stores both in one transaction.

use std::pin::pin;

use sitewright_crawler::crawl::{Crawl, End, Known, Settings};
use sitewright_crawler::frontier::{Address, Kind as AddressKind};
use sitewright_crawler::gather::{self, Gathered, Gatherer};
use sitewright_crawler::render::{Filled, Renderer};
use sitewright_facts::{Page as Facts, Tables};
use tokio::time::{Duration as Pause, timeout};

use super::handles::Handles;
use super::history::History;
use super::packs::Packs;
use super::store::{self, Audit, FoundRow};
use super::sums::{self, FetchedRow};
use super::unchanged::{self, Unchanged};
use super::{AuditState, bill, changed, crawler, finish, journal, render, site};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::prelude::*;

/// Crawls wait for sites most of the time, and packs for the processor.
const LANE: Lane = Lane { name: "audits", places: 4 };
/// How often a crawl without news looks whether it was paused.
const LOOK: Pause = Pause::from_secs(5);
/// The characters of a title in lists.
const TITLE_CHARS: usize = 200;

/// Runs an audit from where it is.
#[derive(Serialize, Deserialize)]
pub(super) struct RunAudit {
    audit: String,
}

impl RunAudit {
    pub(super) async fn enqueue(app: &App, tx: &mut Conn, audit: &Audit) -> Result<()> {
        let job = Enqueue::new(&Self { audit: audit.id.clone() })?;
        job.key(&audit.id).account(&audit.account_id).put(app, tx).await
    }
}

impl jobs::Job for RunAudit {
    const NAME: &'static str = "audits.run";
    const LANE: Lane = LANE;
    const RETRY: Retry =
        Retry { attempts: 5, first_pause: Duration::from_secs(5), longest_pause: Duration::from_secs(300) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let Some(audit) = store::load(&mut app.db.read().acquire().await?, &self.audit).await? else {
            return Ok(Next::Done);
        };
        if audit.state.is_ended() || audit.state == AuditState::Paused {
            return Ok(Next::Done);
        }
        match work(running, audit.clone()).await {
            Ok(next) => Ok(next),
            Err(_) if app.stop.is_cancelled() => Ok(Next::Stopped),
            Err(problem) if running.failures + 1 < Self::RETRY.attempts => Err(problem),
            Err(problem) => {
                fail(running, &audit, problem).await?;
                Ok(Next::Done)
            }
        }
    }
}

async fn work(running: &Running, audit: Audit) -> Result<Next> {
    let app = &running.app;
    let packs = Packs::load(app, &audit, &render::connected(app, &audit)).await?;
    if audit.state != AuditState::Checking {
        let crawled = Work::begin(running, &audit, &packs).await?.crawl().await;
        app.part::<Handles>().remove(&audit.id);
        match crawled? {
            Left::Stopped => return Ok(Next::Stopped),
            Left::Turned => return Ok(Next::Done),
            Left::Ended => journal::delete(app, &audit).await?,
        }
    }
    finish::finish(running, &audit, &packs).await?;
    Ok(Next::Done)
}

/// Why a crawl is left.
enum Left {
    /// The server stops.
    Stopped,
    /// It was paused or cancelled.
    Turned,
    Ended,
}

/// A crawl that is being stored.
struct Work<'a> {
    running: &'a Running,
    audit: &'a Audit,
    packs: &'a Packs,
    history: History,
    crawl: Crawl<Tables>,
    gatherer: Gatherer,
    renderer: Option<Renderer>,
    /// Pages that may still be rendered.
    unrendered: u32,
    batch: i64,
}

impl<'a> Work<'a> {
    async fn begin(running: &'a Running, audit: &'a Audit, packs: &'a Packs) -> Result<Self> {
        let app = &running.app;
        let start = Url::parse(&audit.start).map_err(Problem::internal)?;
        let requests = crawler::signed_in(app, audit, &start).await?;
        let settings = crawler::settings(requests, &audit.settings, &start, packs.probes())?;
        let history = History::load(app, audit).await?;
        let unchanged = Unchanged::load(app, audit, packs).await?;
        let earlier = unchanged.as_ref().map(Unchanged::validators);
        let settings = Settings { journal: Some(journal::of(app, audit)), earlier, ..settings };
        let today = u32::try_from(Timestamp::now().day()).unwrap_or_default();
        let around = site::around(app, audit.number).await?;
        let mut gatherer = Gatherer::new(&settings, &start, today, &render::connected(app, audit), around);
        let mut known = known(app, audit.number).await?;
        gatherer.remember(&mut known);
        let renderer = render::renderer(app, &audit.settings, &settings, &start, today)?;
        let unrendered =
            audit.settings.render.saturating_sub(audit.render_asked.try_into().unwrap_or(u32::MAX));
        let before = move |url: &Url| unchanged.as_ref()?.page(url.as_str());
        let parse = gather::parse_changed(&settings, &start, today, before);
        let crawl = Crawl::resume(settings, &start, parse, known);
        let crawl = crawl.map_err(|failure| Problem::internal(anyhow::anyhow!("{failure}")))?;
        app.part::<Handles>().put(&audit.id, crawl.handle());
        let batch = store::next_batch(&mut app.db.read().acquire().await?, audit.number).await?;
        let mut tx = app.db.write_for(&audit.account_id).await?;
        running.hold(&mut tx).await?;
        db::query("UPDATE audits SET state = 'crawling', started_at = COALESCE(started_at, $2) WHERE id = $1 AND state = 'waiting'")
            .binds((&audit.id, Timestamp::now()))
            .run(&mut tx)
            .await?;
        // The facts of an audit that another version began are read by both.
        db::query("UPDATE audits SET version = CASE WHEN version IN ('', $2) THEN $2 ELSE 'mixed' END WHERE id = $1")
            .binds((&audit.id, unchanged::VERSION))
            .run(&mut tx)
            .await?;
        changed(app, &mut tx, &audit.account_id, &audit.id);
        tx.commit().await?;
        Ok(Self { running, audit, packs, history, crawl, gatherer, renderer, unrendered, batch })
    }

    async fn crawl(mut self) -> Result<Left> {
        loop {
            if self.is_stopping() {
                return Ok(Left::Stopped);
            }
            let Ok(batch) = timeout(LOOK, self.crawl.next()).await else {
                if self.is_turned().await? {
                    return Ok(Left::Turned);
                }
                continue;
            };
            let Some(batch) = batch else { return Ok(Left::Turned) };
            let gathered = self.gatherer.take(batch);
            let end = gathered.end;
            if !self.store(gathered).await? || end == Some(End::Cancelled) {
                return Ok(if self.is_stopping() { Left::Stopped } else { Left::Turned });
            }
            if end.is_some() {
                return Ok(Left::Ended);
            }
        }
    }

    fn is_stopping(&self) -> bool {
        self.running.cancel.is_cancelled() || self.running.app.stop.is_cancelled()
    }

    async fn is_turned(&self) -> Result<bool> {
        let state = db::query_scalar("SELECT state FROM audits WHERE id = $1").bind(&self.audit.id);
        let state: Option<AuditState> = state.fetch_optional(self.running.app.db.read()).await?;
        Ok(state != Some(AuditState::Crawling))
    }

    /// Stores a batch with its findings. False if the audit was paused, cancelled or deleted meanwhile: then the batch is
    /// dropped, and its pages are fetched again.
    async fn store(&mut self, gathered: Gathered) -> Result<bool> {
        let (app, audit) = (&self.running.app, self.audit);
        let Gathered { found, mut pages, unchanged, listed, changed: days, has_news, end, .. } = gathered;
        let Some(filled) = self.render(&mut pages).await? else { return Ok(false) };
        self.history.fill(&mut pages).await?;
        let pages = Arc::new(pages);
        let is_empty = pages.pages.is_empty();
        let findings = if is_empty { Vec::new() } else { self.packs.check_pages(&pages).await };
        let (fetched, facts) = {
            let pages = pages.clone();
            blocking(move || Ok::<_, Problem>((fetched_rows(&pages), site::packed(&pages)?))).await??
        };
        let mut tx = app.db.write_for(&audit.account_id).await?;
        self.running.hold(&mut tx).await?;
        store::put_found(&mut tx, audit.number, &found.iter().map(found_row).collect::<Vec<_>>()).await?;
        if !is_empty {
            sums::put_fetched(&mut tx, audit.number, self.batch, &fetched).await?;
            store::put_facts(&mut tx, audit.number, self.batch, facts).await?;
            sums::put_findings(&mut tx, audit.number, &findings).await?;
        }
        store::mark_listed(&mut tx, audit.number, &listed).await?;
        store::mark_changed(&mut tx, audit.number, &days).await?;
        if has_news {
            site::put_around(&mut tx, audit.number, self.gatherer.around()).await?;
        }
        let progress = self.progress(&found, &fetched, unchanged.len(), filled, end);
        if !progress.put(&mut tx, audit).await? {
            return Ok(false);
        }
        changed(app, &mut tx, &audit.account_id, &audit.id);
        tx.commit().await?;
        self.batch += i64::from(!is_empty);
        self.unrendered = self.unrendered.saturating_sub(filled.asked);
        Ok(true)
    }

    /// Renders the pages of a batch that may be. `None` if the audit was paused, cancelled or deleted meanwhile, or if the
    /// server stops.
    async fn render(&mut self, pages: &mut Tables) -> Result<Option<Filled>> {
        let Some(renderer) = self.renderer.as_mut().filter(|_| self.unrendered > 0) else {
            return Ok(Some(Filled::default()));
        };
        renderer.obey(self.gatherer.around());
        let Some(renderer) = self.renderer.as_ref() else { return Ok(None) };
        let mut filling = pin!(renderer.fill(pages, self.unrendered as usize));
        loop {
            tokio::select! {
                filled = &mut filling => return Ok(Some(filled)),
                () = self.running.cancel.cancelled() => return Ok(None),
                () = self.running.app.stop.cancelled() => return Ok(None),
                () = tokio::time::sleep(LOOK) => if self.is_turned().await? {
                    return Ok(None);
                },
            }
        }
    }

    fn progress(
        &self,
        found: &[Address],
        fetched: &[FetchedRow],
        unchanged: usize,
        filled: Filled,
        end: Option<End>,
    ) -> Progress {
        let is_page = |row: &&FetchedRow| row.role == 0;
        Progress {
            found: found.iter().filter(|address| address.kind == AddressKind::Page).count() as i64,
            fetched: fetched.iter().filter(is_page).count() as i64,
            unchanged: unchanged as i64,
            filled,
            limit: end.is_some().then(|| self.gatherer.limit().to_owned()),
        }
    }
}

/// What a batch adds to the progress of an audit.
struct Progress {
    found: i64,
    fetched: i64,
    unchanged: i64,
    filled: Filled,
    /// At the end: the limit that ended the crawl, or empty.
    limit: Option<String>,
}

impl Progress {
    /// False if the audit does not crawl any more.
    async fn put(self, tx: &mut Conn, audit: &Audit) -> Result<bool> {
        let state = if self.limit.is_some() { AuditState::Checking } else { AuditState::Crawling };
        let done = db::query(
            "UPDATE audits SET found = found + $2, fetched = fetched + $3, limit_name = COALESCE($4, limit_name), state = $5,
                 render_asked = render_asked + $6, rendered = rendered + $7, unchanged = unchanged + $8
             WHERE id = $1 AND state = 'crawling'",
        )
        .binds((&audit.id, self.found, self.fetched, self.limit, state))
        .binds((i64::from(self.filled.asked), i64::from(self.filled.rendered), self.unchanged))
        .execute(tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }
}

fn found_row(address: &Address) -> FoundRow {
    FoundRow {
        number: address.number,
        url: address.url.to_string(),
        role: gather::role(address.kind) as u8,
        found: gather::way(address.found) as u8,
        depth: address.depth.into(),
    }
}

pub(super) fn fetched_rows(pages: &Tables) -> Vec<FetchedRow> {
    let row = |page: Facts<'_>| FetchedRow {
        number: page.number(),
        url: page.url().to_owned(),
        role: page.role(),
        found: page.found(),
        depth: page.depth(),
        status: page.status(),
        flags: sitewright_crawler::site::flags_of(page),
        title: page.title().unwrap_or_default().chars().take(TITLE_CHARS).collect(),
    };
    pages.view().pages().map(row).collect()
}

/// The addresses of the audit so far.
async fn known(app: &App, audit: i64) -> Result<Vec<Known>> {
    let mut known = Vec::new();
    let mut after = -1;
    loop {
        let rows: Vec<(i64, String, i64, i64, i64, Option<i64>)> = db::query_as(
            "SELECT number, url, role, found, depth, batch FROM audit_pages WHERE audit = $1 AND number > $2
             ORDER BY number LIMIT 20000",
        )
        .binds((audit, after))
        .fetch_all(app.db.read())
        .await?;
        let Some(last) = rows.last() else { return Ok(known) };
        after = last.0;
        known.extend(rows.into_iter().map(|(number, url, role, found, depth, batch)| Known {
            address: Address {
                number: number as u32,
                url: url.into(),
                kind: gather::kind(role as u32),
                found: gather::found(found as u32),
                depth: depth as u16,
                redirects: 0,
                limit: None,
            },
            is_done: batch.is_some(),
        }));
    }
}

/// Ends an audit that failed too often. What it found stays.
async fn fail(running: &Running, audit: &Audit, problem: Problem) -> Result<()> {
    let app = &running.app;
    tracing::warn!(audit = audit.id, %problem, "an audit failed");
    let mut tx = app.db.write_for(&audit.account_id).await?;
    bill::settle(app, &mut tx, audit).await?;
    db::query("UPDATE audits SET state = 'failed', problem = $2, ended_at = $3 WHERE id = $1")
        .binds((&audit.id, Stored(Some(&problem)), Timestamp::now()))
        .run(&mut tx)
        .await?;
    let values = params([
        ("about", audit.id.as_str().into()),
        ("name", audit.host().into()),
        ("problem", serde_json::to_value(&problem)?),
    ]);
    notifications::notify(app, &mut tx, &audit.account_id, NotificationKind::AuditFailed, &values).await?;
    changed(app, &mut tx, &audit.account_id, &audit.id);
    running.complete(&mut tx).await?;
    Ok(tx.commit().await?)
}
