//! Tasks follow their findings: a task closes when a check no longer finds its problem, and opens when the problem is back.

use super::store::{ANSWERED, Audit};
use crate::platform::prelude::*;
use crate::tasks::{self, Finding, TaskState};

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
    let Some(url) = finding.page_url else { return is_anywhere(tx, audit, rule).await };
    let pages = format!(
        "SELECT EXISTS (SELECT 1 FROM audit_findings f WHERE f.audit = q.audit AND f.rule = $3 AND f.page = q.number
             AND f.verified IS NULL) AS there, ({ANSWERED}) AS answered
         FROM audit_pages q WHERE q.audit = $1 AND q.url = $2 AND q.batch >= 0"
    );
    let pages = db::query_as(AssertSqlSafe(pages)).binds((audit.number, url, rule));
    let pages: Vec<(bool, bool)> = pages.fetch_all(tx).await?;
    let is_there = pages.iter().any(|(there, _)| *there);
    Ok((is_there || pages.iter().any(|(_, answered)| *answered)).then_some(is_there))
}

/// The same for a rule on all pages. It is not known to be gone while a page on which the audit before found it did not answer.
async fn is_anywhere(tx: &mut Conn, audit: &Audit, rule: i64) -> Result<Option<bool>> {
    let there =
        "SELECT EXISTS (SELECT 1 FROM audit_findings WHERE audit = $1 AND rule = $2 AND verified IS NULL)";
    let there: bool = db::query_scalar(there).binds((audit.number, rule)).fetch_one(&mut *tx).await?;
    if there {
        return Ok(Some(true));
    }
    let unread = format!(
        "SELECT EXISTS (SELECT 1 FROM audits e JOIN audit_rules n ON n.audit = $1 AND n.number = $2
             JOIN audit_rules r ON r.audit = e.number AND r.rule = n.rule
             JOIN audit_findings f ON f.audit = r.audit AND f.rule = r.number AND f.verified IS NULL
             JOIN audit_pages o ON o.audit = f.audit AND o.number = f.page
             WHERE e.id = $3 AND NOT EXISTS
                 (SELECT 1 FROM audit_pages q WHERE q.audit = $1 AND q.url = o.url AND {ANSWERED}))"
    );
    let unread: bool = db::query_scalar(AssertSqlSafe(unread))
        .binds((audit.number, rule, &audit.earlier))
        .fetch_one(tx)
        .await?;
    Ok((!unread).then_some(false))
}

/// The task of a finding, or of a rule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LinkedTask {
    id: String,
    state: TaskState,
}

/// The tasks of findings, in their order.
pub(super) async fn tasks_of(
    conn: &mut Conn,
    project: i64,
    findings: &[Finding<'_>],
) -> Result<Vec<Option<LinkedTask>>> {
    let known = tasks::of_findings(conn, project, findings).await?;
    let of = |finding: &Finding<'_>| {
        let task = known
            .iter()
            .find(|task| task.rule == finding.rule && task.page_url.as_deref() == finding.page_url)?;
        Some(LinkedTask { id: task.id.clone(), state: task.state })
    };
    Ok(findings.iter().map(of).collect())
}
