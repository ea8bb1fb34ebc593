//! What changed lately: texts that were written and edited, bulk jobs that ended, and orders of shops.

use super::WEEK;
use super::days::Days;
use crate::platform::prelude::*;
use crate::workspace::documents::Names;

/// Changes that are listed.
const SHOWN: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ChangeKind {
    /// A tool has written texts on one day.
    Written,
    /// A text was edited.
    Edited,
    /// A bulk job has ended.
    Job,
    /// Texts for items of a shop were ordered.
    Order,
}

/// Something that changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DashboardChange)]
pub(super) struct Change {
    kind: ChangeKind,
    at: Timestamp,
    pub(super) tool: String,
    /// Of the text, the file or the shop; empty for several texts.
    title: String,
    /// Texts that were written, or items that were ordered.
    count: i64,
    /// Of the document, the bulk job or the order; null for several texts.
    #[schema(required)]
    id: Option<String>,
    /// Of the shop of an order.
    #[schema(required)]
    shop_id: Option<String>,
}

impl Change {
    /// Without the name of the tool, which is shown beside it.
    pub(super) fn show_title(&mut self, titles: &Names) {
        if self.kind == ChangeKind::Written {
            self.title = titles.shown(std::mem::take(&mut self.title), &self.tool, 1);
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    at: Timestamp,
    tool: String,
    title: String,
    count: i64,
    id: String,
    shop_id: Option<String>,
}

impl Row {
    fn change(self, kind: ChangeKind) -> Change {
        let Self { at, tool, title, count, id, shop_id } = self;
        let is_one = kind != ChangeKind::Written || count == 1;
        let title = if is_one { title } else { String::new() };
        Change { kind, at, tool, title, count, id: is_one.then_some(id), shop_id }
    }
}

/// Texts of one day and tool. The title of the newest one is needed if it is the only one.
const WRITTEN: &str = "SELECT w.at, w.tool, d.title, w.count, w.id, CAST(NULL AS TEXT) AS shop_id FROM
    (SELECT max(created_at) AS at, tool, count(*) AS count, max(id) AS id FROM archived_documents
     WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2) AND created_at >= $4
     GROUP BY tool, (created_at + $5) / 86400000 ORDER BY max(created_at) DESC LIMIT $3) AS w
    JOIN archived_documents d ON d.id = w.id";

/// The inner query reads an index and the outer one the titles.
const EDITED: &str =
    "SELECT updated_at AS at, tool, title, CAST(1 AS BIGINT) AS count, id, CAST(NULL AS TEXT) AS shop_id
    FROM archived_documents WHERE id IN
    (SELECT id FROM archived_documents WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2)
     AND updated_at > created_at ORDER BY updated_at DESC LIMIT $3)";

const ENDED: &str = "SELECT finished_at AS at, tool, name AS title, CAST(1 AS BIGINT) AS count, id, CAST(NULL AS TEXT) AS shop_id
    FROM customer_bulk_jobs WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2)
    AND finished_at IS NOT NULL AND origin IS NULL ORDER BY finished_at DESC LIMIT $3";

const ORDERED: &str = "SELECT created_at AS at, tool, shop AS title, items AS count, id, shop_id
    FROM ordered_texts WHERE account_id = $1 AND ($2 IS NULL OR project_id = $2) ORDER BY id DESC LIMIT $3";

/// The latest changes, newest first.
pub(super) async fn latest(
    conn: &mut Conn,
    account: &str,
    project: Option<i64>,
    days: &Days,
) -> Result<Vec<Change>> {
    let most = i64::try_from(SHOWN).unwrap_or_default();
    let written =
        db::query_as(WRITTEN).binds((account, project, most, days.begin_of(WEEK), days.offset_ms()));
    let written: Vec<Row> = written.fetch_all(&mut *conn).await?;
    let mut all: Vec<Change> = written.into_iter().map(|row| row.change(ChangeKind::Written)).collect();
    for (sql, kind) in [(EDITED, ChangeKind::Edited), (ENDED, ChangeKind::Job), (ORDERED, ChangeKind::Order)]
    {
        let rows: Vec<Row> = db::query_as(sql).binds((account, project, most)).fetch_all(&mut *conn).await?;
        all.extend(rows.into_iter().map(|row| row.change(kind)));
    }
    all.sort_by_key(|change| std::cmp::Reverse(change.at));
    all.truncate(SHOWN);
    Ok(all)
}
