//! Tasks follow their findings: a task closes when a check no longer finds its problem, and opens when the problem is back.

use super::store::Audit;
use crate::platform::prelude::*;
use crate::tasks::{self, Finding};

/// Compares the tasks of the project with the findings of an audit.
pub(super) async fn tell_tasks(app: &App, tx: &mut Conn, audit: &Audit) -> Result<()> {
    let all = tasks::with_findings(tx, audit.project_id).await?;
    let (mut gone, mut there) = (Vec::new(), Vec::new());
    for (rule, page_url) in &all {
        let finding = Finding { rule, page_url: page_url.as_deref() };
        match is_found(tx, audit, finding).await? {
            Some(true) => there.push(finding),
            Some(false) => gone.push(finding),
            // The rule or the page was not checked.
            None => {}
        }
    }
    tasks::verified(app, tx, audit.project_id, &gone).await?;
    tasks::returned(app, tx, audit.project_id, &there).await?;
    Ok(())
}

/// Whether an audit has a finding; `None` if it did not check for it.
async fn is_found(tx: &mut Conn, audit: &Audit, finding: Finding<'_>) -> Result<Option<bool>> {
    let rule = db::query_scalar(
        "SELECT number FROM audit_rules WHERE audit = $1 AND rule = $2 AND state = 'checked'",
    );
    let rule: Option<i64> = rule.binds((audit.number, finding.rule)).fetch_optional(&mut *tx).await?;
    let Some(rule) = rule else { return Ok(None) };
    let pages: Vec<i64> = match finding.page_url {
        None => vec![super::store::SITE],
        Some(url) => {
            db::query_scalar("SELECT number FROM audit_pages WHERE audit = $1 AND url = $2 AND batch >= 0")
                .binds((audit.number, url))
                .fetch_all(&mut *tx)
                .await?
        }
    };
    if pages.is_empty() {
        return Ok(None);
    }
    for page in pages {
        let there = "SELECT EXISTS (SELECT 1 FROM audit_findings WHERE audit = $1 AND rule = $2 AND page = $3 AND verified IS NULL)";
        let there: bool =
            db::query_scalar(there).binds((audit.number, rule, page)).fetch_one(&mut *tx).await?;
        if there {
            return Ok(Some(true));
        }
    }
    Ok(Some(false))
}
