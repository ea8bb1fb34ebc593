//! The pages of an audit, and one page with its facts and links.

use sitewright_facts::{Page as Facts, UNKNOWN, layouts};

use super::columns::columns;
use super::render::{self, PageRendering};
use super::select::contains;
use super::site::Batches;
use super::store::{self, Audit};
use super::sums::{self, PageSum};
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;

/// Which pages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WantedPages {
    /// Only pages whose address contains this.
    q: Option<String>,
    /// Only `pages` of the site, its `resources`, or addresses of `others`.
    #[serde(default)]
    #[param(inline)]
    role: Role,
    /// Only with a status of this class, such as 4 for 400 to 499; 0 did not answer.
    #[param(minimum = 0, maximum = 5)]
    class: Option<i64>,
    /// Only indexable pages, or only others.
    indexable: Option<bool>,
    /// Only pages below this path.
    below: Option<String>,
    #[serde(default)]
    #[param(inline)]
    sort: PageSort,
    #[param(inline)]
    order: Option<Direction>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Role {
    #[default]
    Pages = 0,
    Resources = 1,
    Others = 2,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PageSort {
    #[default]
    Errors,
    Url,
    Status,
    Depth,
    Incoming,
}

/// A page in a list.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AuditPage {
    pub number: i64,
    pub url: String,
    pub title: String,
    /// 0 without a response.
    pub status: i64,
    /// Clicks from the start; null if no path of links leads to it.
    #[schema(required)]
    pub depth: Option<i64>,
    pub indexable: bool,
    /// Pages of the site that link to it.
    pub incoming: i64,
    pub errors: i64,
    pub warnings: i64,
    pub notices: i64,
    /// The batch with its facts.
    #[serde(skip)]
    batch: i64,
}

const COLUMNS: &str = "SELECT number, url, title, status, NULLIF(depth, 4294967295) AS depth, flags & 32 = 32 AS indexable, incoming, \
    errors, warnings, notices, batch FROM audit_pages";

impl WantedPages {
    /// The first address below the path, and the end.
    fn range(&self) -> Option<(String, String)> {
        self.below.as_deref().map(|path| (path.to_owned(), format!("{path}\u{10ffff}")))
    }

    /// Whether pages of this sum match, wherever they are.
    fn matches(&self, sum: &PageSum) -> bool {
        sum.role == self.role as i64
            && self.class.is_none_or(|class| class == sum.class)
            && self.indexable.is_none_or(|indexable| indexable == sum.is_indexable())
    }
}

/// The condition of the fetched addresses of the audit `$1` that match; `$2` is a pattern of addresses, `$3` a class of
/// statuses, and `$4` and `$5` are the range of addresses.
fn matching(wanted: &WantedPages) -> String {
    let role = wanted.role as i64;
    let indexable = match wanted.indexable {
        Some(true) => "flags & 32 = 32",
        Some(false) => "flags & 32 = 0",
        None => "TRUE",
    };
    format!(
        "WHERE audit = $1 AND batch >= 0 AND role = {role} AND {indexable} AND ($2 IS NULL OR url LIKE $2 ESCAPE '!')
           AND ($3 IS NULL OR status / 100 = $3) AND ($4 IS NULL OR (url >= $4 AND url < $5))"
    )
}

/// The addresses that match and follow this number, by number: the order of the key.
pub(super) async fn following(
    conn: &mut Conn,
    audit: &Audit,
    wanted: &WantedPages,
    after: i64,
    most: i64,
) -> Result<Vec<AuditPage>> {
    let sql = format!("{COLUMNS} {} AND number > $6 ORDER BY number LIMIT $7", matching(wanted));
    let q = wanted.q.as_deref().map(contains);
    let (from, to) = wanted.range().unzip();
    let rows = db::query_as(AssertSqlSafe(sql))
        .binds((audit.number, q.as_deref(), wanted.class, from.as_deref(), to.as_deref()))
        .binds((after, most));
    Ok(rows.fetch_all(conn).await?)
}

/// The fetched addresses of an audit
#[utoipa::path(get, path = "/api/audits/{id}/pages", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), WantedPages, Page), responses((status = 200, body = Paged<AuditPage>)))]
pub(super) async fn list_audit_pages(
    app: App,
    caller: Scoped<AuditsRead>,
    Path(id): Path<String>,
    Query(wanted): Query<WantedPages>,
    page: Page,
) -> Result<Json<Paged<AuditPage>>> {
    let mut tx = app.db.read().begin().await?;
    let audit = store::find(&mut tx, &caller, &id).await?;
    let matching = matching(&wanted);
    let (rising, columns): (bool, &[&str]) = match wanted.sort {
        // Findings on pages are counted at the end of an audit. Until then, the latest pages come first.
        PageSort::Errors if audit.score.is_none() => (false, &["number"]),
        PageSort::Errors => (false, &["errors", "warnings", "notices", "number"]),
        PageSort::Url => (true, &["url", "number"]),
        PageSort::Status => (false, &["status", "number"]),
        PageSort::Depth => (true, &["audit_pages.depth", "number"]),
        PageSort::Incoming => (false, &["incoming", "number"]),
    };
    let order = wanted.order.unwrap_or(Direction::rising(rising)).of(columns);
    let q = wanted.q.as_deref().map(contains);
    let (from, to) = wanted.range().unzip();
    let values = (audit.number, q.as_deref(), wanted.class, from.as_deref(), to.as_deref());
    let total = if q.is_none() && from.is_none() {
        let sums = sums::pages(&mut tx, audit.number).await?;
        sums.iter().filter(|sum| wanted.matches(sum)).map(|sum| sum.pages).sum()
    } else {
        let count = db::query_scalar(AssertSqlSafe(format!("SELECT count(*) FROM audit_pages {matching}")));
        count.binds(values).fetch_one(&mut *tx).await?
    };
    let rows =
        db::query_as(AssertSqlSafe(format!("{COLUMNS} {matching} ORDER BY {order} LIMIT $6 OFFSET $7")));
    let rows = rows.binds(values).binds((page.limit(), page.offset())).fetch_all(&mut *tx).await?;
    Ok(Json(page.of(rows, total)))
}

/// A page with its facts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditPageFacts {
    #[serde(flatten)]
    page: AuditPage,
    /// The columns of the table `pages` of the facts, without hashes.
    facts: BTreeMap<&'static str, Value>,
    /// The headings in their order: level and text.
    headings: Vec<PageHeading>,
    /// The response headers.
    headers: BTreeMap<String, String>,
    /// The alternates by language: address.
    alternates: Vec<PageAlternate>,
    /// The types of its structured data, as they are written.
    data: Vec<PageData>,
    /// The images, the first 200.
    images: Vec<PageImage>,
    /// What a browser shows of it; null for what is no HTML page.
    #[schema(required)]
    rendering: Option<PageRendering>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PageHeading {
    level: u32,
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PageAlternate {
    language: String,
    url: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PageData {
    /// `json-ld`, `microdata` or `rdfa`.
    format: &'static str,
    json: String,
    /// Why it does not parse; empty otherwise.
    error: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PageImage {
    url: String,
    #[schema(required)]
    alt: Option<String>,
}

/// Images that are shown.
const IMAGES: usize = 200;
/// Bytes of a block of structured data that are shown.
const DATA_BYTES: usize = 8 * 1024;

/// A page of an audit with its facts
#[utoipa::path(get, path = "/api/audits/{id}/pages/{number}", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), ("number" = i64, Path)), responses((status = 200, body = AuditPageFacts)))]
pub(super) async fn get_audit_page(
    app: App,
    caller: Scoped<AuditsRead>,
    Path((id, number)): Path<(String, i64)>,
) -> Result<Json<AuditPageFacts>> {
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let page = find(&app, &audit, number).await?;
    let tables = Batches::new(&app, audit.number).get(page.batch).await?;
    let view = tables.view();
    let facts = view.numbered(number).ok_or_else(Problem::not_found)?;
    let rendering = render::view(&app, &audit.settings, facts, &tables);
    Ok(Json(shown(page, facts, columns(layouts::pages, view.pages.row(facts.index() as usize)), rendering)))
}

async fn find(app: &App, audit: &Audit, number: i64) -> Result<AuditPage> {
    let page =
        db::query_as(AssertSqlSafe(format!("{COLUMNS} WHERE audit = $1 AND number = $2 AND batch >= 0")));
    let page = page.binds((audit.number, number)).fetch_optional(app.db.read()).await?;
    page.ok_or_else(Problem::not_found)
}

fn shown(
    page: AuditPage,
    facts: Facts<'_>,
    columns: BTreeMap<&'static str, Value>,
    rendering: Option<PageRendering>,
) -> AuditPageFacts {
    let is_alternate = |rel: &str| rel.split_ascii_whitespace().any(|word| word == "alternate");
    AuditPageFacts {
        page,
        facts: columns,
        headings: facts
            .headings()
            .map(|heading| PageHeading { level: heading.level(), text: heading.text().to_owned() })
            .collect(),
        headers: facts
            .headers()
            .map(|header| (header.name().to_owned(), header.value().to_owned()))
            .collect(),
        alternates: facts
            .hints()
            .filter(|hint| is_alternate(hint.rel()))
            .filter_map(|hint| {
                Some(PageAlternate { language: hint.hreflang()?.to_owned(), url: hint.url().to_owned() })
            })
            .collect(),
        data: facts.data().map(data).collect(),
        images: facts
            .images()
            .take(IMAGES)
            .map(|image| PageImage { url: image.url().to_owned(), alt: image.alt().map(str::to_owned) })
            .collect(),
        rendering,
    }
}

fn data(data: sitewright_facts::Data<'_>) -> PageData {
    let format = ["json-ld", "microdata", "rdfa"].get(data.format() as usize).copied().unwrap_or("json-ld");
    let json = data.json();
    let end = (0..=DATA_BYTES.min(json.len())).rev().find(|end| json.is_char_boundary(*end)).unwrap_or(0);
    PageData { format, json: json[..end].to_owned(), error: data.error().to_owned() }
}

/// Which links.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WantedLinks {
    /// `in`: from other pages of the site; `out`: to other addresses.
    #[param(inline)]
    direction: Way,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Way {
    In,
    Out,
}

/// A link to or from a page.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditLink {
    /// The number of the other page; null if it was not found by the crawl.
    #[schema(required)]
    page: Option<i64>,
    url: String,
    title: String,
    /// The status of the other page; null if it was not fetched.
    #[schema(required)]
    status: Option<i64>,
    /// The text of the link.
    text: String,
    nofollow: bool,
    /// `main`, `navigation`, `header`, `footer` or `aside`.
    place: &'static str,
}

const PLACES: [&str; 5] = ["main", "navigation", "header", "footer", "aside"];

/// The links from or to a page
#[utoipa::path(get, path = "/api/audits/{id}/pages/{number}/links", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), ("number" = i64, Path), WantedLinks, Page), responses((status = 200, body = Paged<AuditLink>)))]
pub(super) async fn list_audit_links(
    app: App,
    caller: Scoped<AuditsRead>,
    Path((id, number)): Path<(String, i64)>,
    Query(wanted): Query<WantedLinks>,
    page: Page,
) -> Result<Json<Paged<AuditLink>>> {
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let AuditPage { batch, .. } = find(&app, &audit, number).await?;
    let mut batches = Batches::new(&app, audit.number);
    let (links, total) = match wanted.direction {
        Way::Out => {
            let tables = batches.get(batch).await?;
            let cut = page.cut(outgoing(&tables, number));
            (cut.data, cut.total)
        }
        Way::In => {
            let links = super::links::incoming(&app, &mut batches, number, page).await?;
            (links, super::links::count(&app, audit.number, number).await?)
        }
    };
    let mut views = Vec::with_capacity(links.len());
    for link in links {
        views.push(named(&app, audit.number, link).await?);
    }
    Ok(Json(page.of(views, total)))
}

/// A link before the other page is looked up.
pub(super) struct Found {
    pub page: Option<i64>,
    pub url: String,
    pub text: String,
    pub nofollow: bool,
    pub place: u32,
}

impl Found {
    pub(super) fn of(link: sitewright_facts::Link<'_>, page: Option<i64>, url: &str) -> Self {
        let url = if url.is_empty() { link.href().unwrap_or_default() } else { url };
        Self {
            page,
            url: url.to_owned(),
            text: link.text().to_owned(),
            nofollow: link.rel() & 1 != 0,
            place: link.place(),
        }
    }
}

fn outgoing(tables: &sitewright_facts::Tables, number: i64) -> Vec<Found> {
    let view = tables.view();
    let links = view.numbered(number).into_iter().flat_map(|page| page.links());
    links
        .map(|link| {
            let target = Some(i64::from(link.target())).filter(|target| *target != i64::from(UNKNOWN));
            Found::of(link, target, link.url())
        })
        .collect()
}

async fn named(app: &App, audit: i64, link: Found) -> Result<AuditLink> {
    let known: Option<(String, String, i64, Option<i64>)> = match link.page {
        Some(page) => {
            db::query_as("SELECT url, title, status, batch FROM audit_pages WHERE audit = $1 AND number = $2")
                .binds((audit, page))
                .fetch_optional(app.db.read())
                .await?
        }
        None => None,
    };
    let (url, title, status) = match known {
        Some((url, title, status, batch)) => (url, title, batch.filter(|batch| *batch >= 0).map(|_| status)),
        None => (link.url, String::new(), None),
    };
    let place = PLACES.get(link.place as usize).copied().unwrap_or(PLACES[0]);
    Ok(AuditLink { page: link.page, url, title, status, text: link.text, nofollow: link.nofollow, place })
}
