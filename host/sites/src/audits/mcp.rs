//! Operations for agents over the Model Context Protocol. Each calls the handler of the API, so that both have the same
//! rules; `mcp.json` has their texts and schemas.

use super::{again, findings, rules, start};
use crate::platform::prelude::*;
use crate::work::mcp::{Asked, Offer, result};
use crate::work::operations;

/// Audits and findings of a page.
const AUDITS: u32 = 20;
const FINDINGS: u32 = 20;

pub(super) const OFFER: Offer = Offer {
    operations: operations! {
        "list-audits" AuditsRead Reads list_audits
        "get-audit" AuditsRead Reads get_audit
        "list-audit-rules" AuditsRead Reads list_rules
        "list-audit-findings" AuditsRead Reads list_findings
        "explain-audit-rule" AuditsRead Reads explain_rule
        "start-audit" AuditsWrite Adds start_audit
        "check-audit-again" AuditsWrite Sets check_again
    },
    texts: include_str!("mcp.json"),
};

/// The audit of the call, which the bodies of the API do not contain.
fn audit_of(call: &mut Asked) -> Path<String> {
    Path(call.take("audit"))
}

/// The rest of the input, validated as a body of the API.
fn valid<T: DeserializeOwned + Validate<Context = ()>>(call: &mut Asked) -> Result<json::Valid<T>> {
    let locale = call.locale;
    let body: T = call.rest()?;
    json::check(&body, locale)?;
    Ok(json::Valid(body))
}

async fn list_audits(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale, page) = (call.caller()?, call.locale, call.page(AUDITS));
    result(super::list_audits(app, caller, locale, Query(call.rest()?), page).await?)
}

async fn get_audit(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale) = (call.caller()?, call.locale);
    result(super::get_audit(app, caller, locale, audit_of(&mut call)).await?)
}

async fn list_rules(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale) = (call.caller()?, call.locale);
    let Json(all) = rules::list_audit_rules(app, caller, locale, audit_of(&mut call)).await?;
    let found: Vec<_> = all.into_iter().filter(rules::AuditRule::has_findings).collect();
    Ok(json!({ "rules": found }))
}

async fn list_findings(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale, page) = (call.caller()?, call.locale, call.page(FINDINGS));
    let audit = audit_of(&mut call);
    result(findings::list_audit_findings(app, caller, locale, audit, Query(call.rest()?), page).await?)
}

async fn explain_rule(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale) = (call.caller()?, call.locale);
    let path = Path((call.take("audit"), call.take("rule")));
    result(rules::get_audit_rule(app, caller, locale, path).await?)
}

async fn start_audit(app: App, mut call: Asked) -> Result<Value> {
    let (caller, locale) = (call.caller()?, call.locale);
    result(start::start_audit(app, caller, locale, valid(&mut call)?).await?.1)
}

async fn check_again(app: App, mut call: Asked) -> Result<Value> {
    let (caller, audit) = (call.caller()?, audit_of(&mut call));
    result(again::check_again(app, caller, audit, valid(&mut call)?).await?.1)
}
