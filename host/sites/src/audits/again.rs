//! "Check again": only what a finding needs is fetched, and what is gone is marked as verified.

use sitewright_crawler::crawl::{Crawl, Sitemaps};
use sitewright_crawler::gather::{self, Gatherer};
use sitewright_facts::{Interned, Tables, UNKNOWN};

use super::history::History;
use super::packs::{Packs, Seen};
use super::site::{self, Batches, Crawled};
use super::store::{self, ANSWERED, Audit, FindingData, FindingRow, SITE};
use super::{AuditState, bill, changed, crawler, finish, render, run, score, sums, verified};
use crate::billing::meters;
use crate::platform::auth::AuditsWrite;
use crate::platform::jobs::{self, Enqueue, Lane, Next, Retry, Running};
use crate::platform::prelude::*;

/// Pages that are checked again at once.
const MOST: i64 = 1_000;
/// Users wait for these, so that they have a lane of their own.
const LANE: Lane = Lane { name: "audits-again", places: 4 };

/// What to check again: a rule, a page, or a rule on a page. For a rule on the whole site `page` is absent, too.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(deny_unknown_fields)]
pub(super) struct Again {
    /// The id of a rule.
    #[garde(length(chars, min = 1, max = 100))]
    rule: Option<String>,
    /// The number of a page.
    #[garde(range(min = 0))]
    #[schema(minimum = 0)]
    page: Option<i64>,
}

/// What is checked again.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AgainView {
    /// Pages that are fetched; 0 if only files of the site are.
    pages: i64,
}

/// Check a rule or a page of the newest audit again
///
/// It fetches only what the findings need. The audit changes when it is done; findings that are gone become verified.
#[utoipa::path(post, path = "/api/audits/{id}/again", tag = "audits", security(("key" = ["audits:write"])), params(("id" = String, Path)), request_body = Again, responses((status = 202, body = AgainView), (status = 402, description = "The plan does not include so many pages this month"), (status = 409, description = "The audit is not done, or a newer one exists")))]
pub(super) async fn check_again(
    app: App,
    caller: Scoped<AuditsWrite>,
    Path(id): Path<String>,
    json::Valid(again): json::Valid<Again>,
) -> Result<(StatusCode, Json<AgainView>)> {
    if again.rule.is_none() && again.page.is_none() {
        return Err(Problem::invalid_field("rule", Text::key("validation.required")));
    }
    let mut tx = app.db.write_for(&caller.id).await?;
    let audit = store::find(&mut tx, &caller, &id).await?;
    refuse_if(audit.state != AuditState::Done || !is_newest(&mut tx, &audit).await?, || {
        Problem::conflict("audits.not-newest")
    })?;
    let pages = pages_of(&mut tx, &audit, again.rule.as_deref(), again.page).await?;
    let count = pages.iter().filter(|page| **page != SITE).count();
    refuse_if(pages.is_empty(), Problem::not_found)?;
    meters::check(&mut tx, &bill::charge(&caller.id, &audit.id), count as i64).await?;
    let job = CheckAgain { audit: audit.id.clone(), rule: again.rule, pages };
    let key = format!("{}-{}", audit.id, job.name());
    Enqueue::new(&job)?.key(key).account(&caller.id).put(&app, &mut tx).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(AgainView { pages: count as i64 })))
}

async fn is_newest(tx: &mut Conn, audit: &Audit) -> Result<bool> {
    let newer =
        "SELECT EXISTS (SELECT 1 FROM audits WHERE project_id = $1 AND number > $2 AND state = 'done')";
    let newer: bool = db::query_scalar(newer).binds((audit.project_id, audit.number)).fetch_one(tx).await?;
    Ok(!newer)
}

/// The pages with findings that are not verified: of the rule, or the page itself.
async fn pages_of(tx: &mut Conn, audit: &Audit, rule: Option<&str>, page: Option<i64>) -> Result<Vec<i64>> {
    let pages = "SELECT DISTINCT f.page FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
        WHERE f.audit = $1 AND ($2 IS NULL OR r.rule = $2) AND ($3 IS NULL OR f.page = $3) AND f.verified IS NULL
        ORDER BY f.page LIMIT $4";
    Ok(db::query_scalar(pages).binds((audit.number, rule, page, MOST)).fetch_all(tx).await?)
}

/// Checks pages again.
#[derive(Serialize, Deserialize)]
pub(super) struct CheckAgain {
    audit: String,
    rule: Option<String>,
    pages: Vec<i64>,
}

impl CheckAgain {
    fn name(&self) -> String {
        let rule = self.rule.as_deref().unwrap_or_default();
        let page = if let [page] = self.pages[..] { page.to_string() } else { String::new() };
        format!("{rule}-{page}")
    }
}

impl jobs::Job for CheckAgain {
    const NAME: &'static str = "audits.again";
    const LANE: Lane = LANE;
    const RETRY: Retry =
        Retry { attempts: 3, first_pause: Duration::from_secs(2), longest_pause: Duration::from_secs(60) };

    async fn run(self, running: &Running) -> Result<Next> {
        let app = &running.app;
        let audit = store::load(&mut app.db.read().acquire().await?, &self.audit).await?;
        let Some(audit) = audit.filter(|audit| audit.state == AuditState::Done) else {
            return Ok(Next::Done);
        };
        let packs = Packs::load(app, &audit, &render::connected(app, &audit)).await?;
        // A job that failed after its pages were stored neither fetches nor charges them again.
        if !is_stored(app, running).await? {
            let targets = targets(app, &audit, &self).await?;
            let fetched = fetch(app, &audit, &packs, &targets, self.pages.contains(&SITE)).await?;
            put(running, &audit, &packs, &self, fetched).await?;
        }
        let has_site_rule = packs.has_site_rule(self.rule.as_deref());
        let found = if has_site_rule { check_site(app, &audit, &packs, &self).await? } else { Vec::new() };
        let mut tx = app.db.write_for(&audit.account_id).await?;
        running.hold(&mut tx).await?;
        if has_site_rule {
            replace(app, &mut tx, &audit, &packs, &self, Seen::Site, &found).await?;
        }
        running.complete(&mut tx).await?;
        tx.commit().await?;
        Ok(Next::Done)
    }
}

/// The addresses to fetch, with their numbers and roles: the pages, and what the rows of their findings lead to.
async fn targets(app: &App, audit: &Audit, again: &CheckAgain) -> Result<HashMap<String, (u32, i64)>> {
    let mut numbers: BTreeSet<i64> = again.pages.iter().copied().filter(|page| *page != SITE).collect();
    let mut batches = Batches::new(app, audit.number);
    for page in numbers.clone() {
        let rows: Vec<(String, Option<i64>)> = db::query_as(
            "SELECT f.data, p.batch FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
             JOIN audit_pages p ON p.audit = f.audit AND p.number = f.page
             WHERE f.audit = $1 AND f.page = $2 AND ($3 IS NULL OR r.rule = $3)",
        )
        .binds((audit.number, page, again.rule.as_deref()))
        .fetch_all(app.db.read())
        .await?;
        for (data, batch) in rows {
            let data: FindingData = serde_json::from_str(&data)?;
            let Some(batch) = batch.filter(|batch| *batch >= 0 && !data.evidence.is_empty()) else {
                continue;
            };
            let tables = batches.get(batch).await?;
            numbers.extend(led_to(&tables, page, &data));
        }
    }
    let mut targets = HashMap::new();
    for number in numbers {
        let row: Option<(String, i64)> =
            db::query_as("SELECT url, role FROM audit_pages WHERE audit = $1 AND number = $2")
                .binds((audit.number, number))
                .fetch_optional(app.db.read())
                .await?;
        if let Some((url, role)) = row {
            targets.insert(url, (number as u32, role));
        }
    }
    Ok(targets)
}

/// The numbers of the addresses to which the evidence of a finding leads.
fn led_to(tables: &Tables, page: i64, data: &FindingData) -> Vec<i64> {
    let view = tables.view();
    let Some(page) = view.numbered(page) else { return Vec::new() };
    let target = |(table, row): &(String, u32)| {
        let row = *row as usize;
        let number = match table.as_str() {
            "links" => page.links().nth(row)?.target(),
            "hints" => page.hints().nth(row)?.target(),
            "images" => page.images().nth(row)?.target(),
            "resources" => page.resources().nth(row)?.target(),
            _ => return None,
        };
        (number != UNKNOWN).then_some(i64::from(number))
    };
    data.evidence.iter().filter_map(target).collect()
}

/// What was fetched.
struct Fetched {
    pages: Arc<Tables>,
    /// The site tables that are not about pages, if they were fetched.
    around: Option<Tables>,
    /// Addresses that are charged.
    charged: usize,
    /// Whether all pages were rendered.
    is_rendered: bool,
}

/// Fetches the addresses.
async fn fetch(
    app: &App,
    audit: &Audit,
    packs: &Packs,
    targets: &HashMap<String, (u32, i64)>,
    of_site: bool,
) -> Result<Fetched> {
    let start = Url::parse(&audit.start).map_err(Problem::internal)?;
    let probes = if of_site { packs.probes() } else { Vec::new() };
    let requests = crawler::signed_in(app, audit, &start).await?;
    let mut settings = crawler::settings(requests, &audit.settings, &start, probes)?;
    settings.list = targets.keys().cloned().collect();
    settings.follows = false;
    settings.checks_resources = false;
    settings.checks_externals = false;
    if !of_site {
        settings.probes.clear();
        settings.sitemaps = Sitemaps::None;
    }
    let today = u32::try_from(Timestamp::now().day()).unwrap_or_default();
    let connected = render::connected(app, audit);
    let mut gatherer = Gatherer::new(&settings, &start, today, &connected, Tables::default());
    let renderer = render::renderer(app, &audit.settings, &settings, &start, today)?;
    let parse = gather::parse(&settings, &start, today);
    let crawl = Crawl::new(settings, &start, parse);
    let mut crawl = crawl.map_err(|failure| Problem::internal(anyhow::anyhow!("{failure}")))?;
    let (mut pages, mut texts, mut urls) = (Tables::default(), Interned::default(), HashMap::new());
    while let Some(batch) = crawl.next().await {
        let gathered = gatherer.take(batch);
        urls.extend(gathered.found.iter().map(|address| (address.number, address.url.to_string())));
        pages.append(&gathered.pages, &mut texts);
    }
    let is_rendered = render::again(renderer, gatherer.around(), &mut pages).await;
    let known = known(app, audit, urls).await?;
    let mut pages = gather::renumbered(&pages, |number| known.get(&number).copied());
    History::load(app, audit).await?.fill(&mut pages).await?;
    let pages = Arc::new(pages);
    let around = of_site.then(|| gatherer.around().clone());
    Ok(Fetched { pages, around, charged: targets.len(), is_rendered })
}

/// Whether an earlier attempt of the job has stored its pages.
async fn is_stored(app: &App, running: &Running) -> Result<bool> {
    let stored = db::query_scalar("SELECT EXISTS (SELECT 1 FROM audit_facts WHERE job = $1)");
    Ok(stored.bind(&running.id).fetch_one(app.db.read()).await?)
}

/// Checks the fetched pages, and stores them as a new batch with their findings and their charge.
async fn put(
    running: &Running,
    audit: &Audit,
    packs: &Packs,
    again: &CheckAgain,
    fetched: Fetched,
) -> Result<()> {
    let Fetched { pages, around, charged, is_rendered } = fetched;
    let found = if pages.pages.is_empty() { Vec::new() } else { packs.check_pages(&pages).await };
    let packed = {
        let pages = pages.clone();
        blocking(move || site::packed(&pages)).await??
    };
    let mut tx = running.app.db.write_for(&audit.account_id).await?;
    running.hold(&mut tx).await?;
    let batch = store::next_batch(&mut tx, audit.number).await?;
    sums::put_fetched(&mut tx, audit.number, batch, &run::fetched_rows(&pages)).await?;
    store::put_facts(&mut tx, audit.number, batch, packed).await?;
    db::query("UPDATE audit_facts SET job = $3 WHERE audit = $1 AND batch = $2")
        .binds((audit.number, batch, &running.id))
        .run(&mut tx)
        .await?;
    if let Some(around) = &around {
        site::put_around(&mut tx, audit.number, around).await?;
    }
    let seen = Seen::Pages { is_rendered };
    bill::charge_again(&running.app, &mut tx, audit, &running.id, charged).await?;
    replace(&running.app, &mut tx, audit, packs, again, seen, &found).await?;
    Ok(tx.commit().await?)
}

/// The numbers of the audit for addresses of this crawl, by their numbers here. Others were not in the audit.
async fn known(app: &App, audit: &Audit, urls: HashMap<u32, String>) -> Result<HashMap<u32, u32>> {
    let mut known = HashMap::new();
    for (number, url) in urls {
        let row = db::query_scalar(
            "SELECT number FROM audit_pages WHERE audit = $1 AND url = $2 ORDER BY number LIMIT 1",
        );
        let row: Option<i64> = row.binds((audit.number, &url)).fetch_optional(app.db.read()).await?;
        known.extend(row.map(|row| (number, row as u32)));
    }
    Ok(known)
}

/// The findings of the site's rules, with the pages as they are now.
async fn check_site(app: &App, audit: &Audit, packs: &Packs, again: &CheckAgain) -> Result<Vec<FindingRow>> {
    let crawled = Crawled::load(app, audit.number).await?;
    Ok(packs.check_site_of(&crawled, again.rule.as_deref()).await)
}

/// Marks the findings that are gone as verified, and stores those that are there: of rules about pages or about the site.
/// Nothing is gone from a page that did not answer. Counts and tasks follow.
async fn replace(
    app: &App,
    tx: &mut Conn,
    audit: &Audit,
    packs: &Packs,
    again: &CheckAgain,
    seen: Seen,
    found: &[FindingRow],
) -> Result<()> {
    let pages: HashSet<i64> = again.pages.iter().copied().collect();
    let mine: Vec<FindingRow> =
        found.iter().filter(|finding| pages.contains(&finding.page)).cloned().collect();
    let there: BTreeSet<(i64, i64)> = mine.iter().map(|finding| (finding.rule, finding.page)).collect();
    let mut gone = BTreeSet::new();
    let of_page = format!(
        "SELECT f.rule FROM audit_findings f JOIN audit_rules r ON r.audit = f.audit AND r.number = f.rule
         WHERE f.audit = $1 AND f.page = $2 AND f.verified IS NULL AND r.state = 'checked' AND (f.page < 0 OR EXISTS
             (SELECT 1 FROM audit_pages q WHERE q.audit = f.audit AND q.number = f.page AND {ANSWERED}))"
    );
    for page in &pages {
        let before = db::query_scalar(AssertSqlSafe(of_page.clone())).binds((audit.number, page));
        let before: Vec<i64> = before.fetch_all(&mut *tx).await?;
        let before = before.into_iter().map(|rule| (rule, *page)).filter(|key| !there.contains(key));
        gone.extend(before.filter(|(rule, _)| packs.was_checked(*rule, again.rule.as_deref(), seen)));
    }
    sums::verify(tx, audit.number, &gone).await?;
    for rows in mine.chunks(finish::ROWS) {
        sums::put_findings(tx, audit.number, rows).await?;
    }
    score::follow(tx, audit, &gone.union(&there).copied().collect()).await?;
    verified::tell_tasks(app, tx, audit).await?;
    changed(app, tx, &audit.account_id, &audit.id);
    Ok(())
}
