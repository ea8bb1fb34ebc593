//! What the audits before say of the pages of a batch, for rules that compare: rows of the table `known` with the source
//! `history`.
//!
//! - A page: `indexable` and `date` of the audit before. With a temporary redirect also `statuses`, the latest first; a
//!   product that cannot be bought also `availability`, a list of `days_ago` and `value` that begins with today.
//! - An address elsewhere: `status`, a number or the name of a failure, and the `hours` since then.

use sitewright_crawler::render::add_known;
use sitewright_crawler::site::state;
use sitewright_facts::{Page as Facts, Tables};

use super::site::Batches;
use super::store::Audit;
use crate::platform::prelude::*;

/// The source, and what rules name that need it.
pub(super) const NEED: &str = "history";
/// Audits before that are read.
const AUDITS: i64 = 10;
/// Values of `availability` of a product that cannot be bought.
const GONE: [&str; 3] = ["OutOfStock", "SoldOut", "Discontinued"];
const HOUR_MS: i64 = 60 * 60 * 1000;

/// The audits before one, the latest first.
pub(super) struct History {
    app: App,
    before: Vec<(i64, Timestamp)>,
}

/// An address in an audit before.
#[derive(sqlx::FromRow)]
struct Before {
    url: String,
    role: i64,
    number: i64,
    status: i64,
    flags: i64,
    batch: i64,
}

/// An address of the batch.
struct Asked {
    row: usize,
    url: String,
    role: i64,
    is_redirect: bool,
    availability: Option<String>,
}

impl Asked {
    fn of(page: Facts<'_>) -> Self {
        Self {
            row: page.index() as usize,
            url: page.url().to_owned(),
            role: page.role().into(),
            is_redirect: page.role() == 0 && matches!(page.status(), 302 | 303 | 307),
            availability: availability(page).filter(|value| GONE.contains(&value.as_str())),
        }
    }

    /// Whether more than the latest audit counts.
    fn is_long(&self) -> bool {
        self.is_redirect || self.availability.is_some()
    }
}

impl History {
    pub(super) async fn load(app: &App, audit: &Audit) -> Result<Self> {
        let before = db::query_as(
            "SELECT number, ended_at FROM audits WHERE project_id = $1 AND number < $2 AND state = 'done' AND ended_at IS NOT NULL
             ORDER BY number DESC LIMIT $3",
        );
        let before = before.binds((audit.project_id, audit.number, AUDITS)).fetch_all(app.db.read()).await?;
        Ok(Self { app: app.clone(), before })
    }

    /// Adds the rows of a batch.
    pub(super) async fn fill(&self, pages: &mut Tables) -> Result<()> {
        let Some((latest, _)) = self.before.first() else { return Ok(()) };
        let asked: Vec<Asked> = pages.view().pages().map(Asked::of).filter(|page| page.role != 1).collect();
        let mut all = Vec::with_capacity(self.before.len());
        for (audit, _) in &self.before {
            let wanted = asked.iter().filter(|page| audit == latest || page.is_long());
            let urls: Vec<&str> = wanted.map(|page| page.url.as_str()).collect();
            all.push(if urls.is_empty() { HashMap::new() } else { self.rows(*audit, &urls).await? });
        }
        let mut batches: Vec<Batches> =
            self.before.iter().map(|(audit, _)| Batches::new(&self.app, *audit)).collect();
        for page in &asked {
            let known = match page.role {
                0 => self.of_page(page, &all, &mut batches).await?,
                _ => self.elsewhere(page, &all[0], &mut batches[0]).await?,
            };
            if !known.is_empty() {
                add_known(pages, page.row, NEED, &Value::Object(known).to_string());
            }
        }
        Ok(())
    }

    /// The addresses of an audit before, by address and role.
    async fn rows(&self, audit: i64, urls: &[&str]) -> Result<HashMap<(String, i64), Before>> {
        let sql = db::Either {
            lite: "SELECT url, role, number, status, flags, batch FROM audit_pages
                 WHERE audit = $1 AND batch >= 0 AND url IN (SELECT value FROM json_each($2))",
            pg: "SELECT url, role, number, status, flags, batch FROM audit_pages
                 WHERE audit = $1 AND batch >= 0
                   AND url IN (SELECT value FROM jsonb_array_elements_text(CAST($2 AS JSONB)) AS given (value))",
        };
        let rows: Vec<Before> = db::query_as(sql)
            .binds((audit, serde_json::to_string(urls)?))
            .fetch_all(self.app.db.read())
            .await?;
        Ok(rows.into_iter().map(|row| ((row.url.clone(), row.role), row)).collect())
    }

    async fn of_page(
        &self,
        page: &Asked,
        all: &[HashMap<(String, i64), Before>],
        batches: &mut [Batches],
    ) -> Result<Map<String, Value>> {
        let key = (page.url.clone(), page.role);
        let mut known = Map::new();
        if let (Some(before), Some((_, ended))) = (all[0].get(&key), self.before.first()) {
            let is_indexable = before.flags & i64::from(state::INDEXABLE) != 0;
            known.insert("indexable".to_owned(), is_indexable.into());
            known.insert("date".to_owned(), ended.date().into());
        }
        if page.is_redirect {
            let statuses: Vec<i64> = all.iter().filter_map(|rows| Some(rows.get(&key)?.status)).collect();
            known.insert("statuses".to_owned(), statuses.into());
        }
        if let Some(now) = &page.availability {
            let mut values = vec![json!({ "days_ago": 0, "value": now })];
            for ((rows, batches), (_, ended)) in all.iter().zip(batches).zip(&self.before) {
                let Some(before) = rows.get(&key) else { continue };
                let tables = batches.get(before.batch).await?;
                let value = tables.view().numbered(before.number).and_then(availability);
                let days = Timestamp::now().day() - ended.day();
                values.extend(value.map(|value| json!({ "days_ago": days, "value": value })));
            }
            known.insert("availability".to_owned(), values.into());
        }
        Ok(known)
    }

    async fn elsewhere(
        &self,
        page: &Asked,
        rows: &HashMap<(String, i64), Before>,
        batches: &mut Batches,
    ) -> Result<Map<String, Value>> {
        let mut known = Map::new();
        let (Some(before), Some((_, ended))) =
            (rows.get(&(page.url.clone(), page.role)), self.before.first())
        else {
            return Ok(known);
        };
        let status = match before.status {
            0 => {
                let tables = batches.get(before.batch).await?;
                tables.view().numbered(before.number).map_or("", |page| page.failure()).to_owned()
            }
            status => status.to_string(),
        };
        known.insert("status".to_owned(), status.into());
        known.insert("hours".to_owned(), ((Timestamp::now().0 - ended.0) / HOUR_MS).into());
        Ok(known)
    }
}

/// The availability of the product of a page, without `https://schema.org/`.
fn availability(page: Facts<'_>) -> Option<String> {
    page.data().find_map(|data| {
        let block: Value = serde_json::from_str(data.json()).ok()?;
        let value = named(&block, "availability")?;
        Some(value.rsplit('/').next().unwrap_or(value).to_owned())
    })
}

/// The first text of this name in a value.
fn named<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    match value {
        Value::Object(fields) => {
            let own = fields.get(name).and_then(Value::as_str);
            own.or_else(|| fields.values().find_map(|value| named(value, name)))
        }
        Value::Array(values) => values.iter().find_map(|value| named(value, name)),
        _ => None,
    }
}
