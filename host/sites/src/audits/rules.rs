//! The rules of an audit: what they found, in which order to fix it, and their texts.

use sitewright_engine::rules::{Pack, Rule};

use super::verified::{self, LinkedTask};
use super::{packs, store, view};
use crate::platform::auth::AuditsRead;
use crate::platform::prelude::*;
use crate::tasks::Finding;

/// A rule of an audit.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditRule {
    /// Its id, such as `title-too-long`.
    pub rule: String,
    /// The pack that has it.
    pub pack: String,
    pub category: String,
    /// `error`, `warning` or `notice`: the level of most of its findings.
    pub severity: &'static str,
    /// Whether its errors count for the score.
    pub score: bool,
    /// `checked`, or why it was not: `off`, `needs` (what it needs is not connected), `failed` (its pack did).
    pub state: String,
    /// What it needs, or how its pack failed.
    pub reason: String,
    /// Its title in the reader's language; the id if its pack is gone.
    pub title: String,
    pub errors: i64,
    pub warnings: i64,
    pub notices: i64,
    pub ignored: i64,
    pub fresh: i64,
    pub returned: i64,
    pub fixed: i64,
    /// Points that the score gains if all its errors are fixed, and no others.
    pub gain: f64,
    /// The step of the plan in which it should be fixed, from 1; rules with the same step are fixed together. Null if it is in
    /// no step.
    #[schema(required)]
    pub step: Option<i64>,
    /// Points that the score gains by all rules of its step, once the steps before are done.
    pub step_gain: f64,
}

impl AuditRule {
    pub(super) fn has_findings(&self) -> bool {
        self.errors + self.warnings + self.notices > 0
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    rule: String,
    pack: String,
    category: String,
    severity: i64,
    score: bool,
    state: String,
    reason: String,
    errors: i64,
    warnings: i64,
    notices: i64,
    ignored: i64,
    fresh: i64,
    returned: i64,
    fixed: i64,
    gain: i64,
    step: Option<i64>,
    step_gain: i64,
}

const COLUMNS: &str = "SELECT rule, pack, category, severity, score, state, reason, errors, warnings, notices, ignored, fresh, \
    returned, fixed, gain, step, step_gain FROM audit_rules";

/// The names of levels, by their numbers.
pub(super) const LEVELS: [&str; 3] = ["error", "warning", "notice"];

pub(super) fn level(number: i64) -> &'static str {
    usize::try_from(number).ok().and_then(|number| LEVELS.get(number)).copied().unwrap_or(LEVELS[2])
}

impl Row {
    fn view(self, texts: &Texts) -> AuditRule {
        let title = texts.title(&self.rule);
        AuditRule {
            title,
            severity: level(self.severity),
            gain: view::points(self.gain),
            step: self.step,
            step_gain: view::points(self.step_gain),
            rule: self.rule,
            pack: self.pack,
            category: self.category,
            score: self.score,
            state: self.state,
            reason: self.reason,
            errors: self.errors,
            warnings: self.warnings,
            notices: self.notices,
            ignored: self.ignored,
            fresh: self.fresh,
            returned: self.returned,
            fixed: self.fixed,
        }
    }
}

/// The texts of rules in a language.
pub(super) struct Texts(Vec<(String, Arc<Pack>)>);

impl Texts {
    pub(super) async fn load(app: &App, account: &str, locale: Locale) -> Result<Self> {
        packs::described(app, account, locale).await.map(Self)
    }

    pub(super) fn rule(&self, id: &str) -> Option<&Rule> {
        self.0.iter().flat_map(|(_, pack)| &pack.rules).find(|rule| rule.id == id)
    }

    /// The title of a rule, or its id if no pack has it any more.
    pub(super) fn title(&self, id: &str) -> String {
        self.rule(id).map_or_else(|| id.to_owned(), |rule| rule.title.clone())
    }
}

/// All rules of an audit, with their counts
///
/// The first ones are worth fixing first: those of the plan step by step, then by severity and number.
#[utoipa::path(get, path = "/api/audits/{id}/rules", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path)), responses((status = 200, body = Vec<AuditRule>)))]
pub(super) async fn list_audit_rules(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path(id): Path<String>,
) -> Result<Json<Vec<AuditRule>>> {
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let texts = Texts::load(&app, &caller.id, locale).await?;
    of_audit(&app, &audit, &texts).await.map(Json)
}

/// The rules of an audit, those first that are worth fixing first.
pub(super) async fn of_audit(app: &App, audit: &store::Audit, texts: &Texts) -> Result<Vec<AuditRule>> {
    let sql = format!(
        "{COLUMNS} WHERE audit = $1 ORDER BY COALESCE(step, 1000), gain DESC, errors DESC, warnings DESC, notices DESC, severity, category, rule"
    );
    let rows: Vec<Row> = db::query_as(AssertSqlSafe(sql)).bind(audit.number).fetch_all(app.db.read()).await?;
    Ok(rows.into_iter().map(|row| row.view(texts)).collect())
}

/// A rule of an audit with its texts.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AuditRuleTexts {
    #[serde(flatten)]
    rule: AuditRule,
    /// Why it matters, and how to fix it in general.
    why: String,
    fix: String,
    /// How to fix it in a system, such as `wordpress`.
    fixes: Vec<SystemFix>,
    parameters: Vec<RuleParameter>,
    /// The task of the rule on all pages; null if there is none.
    #[schema(required)]
    task: Option<LinkedTask>,
}

#[derive(Debug, Serialize, ToSchema)]
struct SystemFix {
    system: String,
    text: String,
}

/// A number of a rule that a project may change.
#[derive(Debug, Serialize, ToSchema)]
struct RuleParameter {
    name: String,
    label: String,
    default: f64,
    min: f64,
    max: f64,
    /// What the audit used.
    value: f64,
}

/// A rule of an audit: its texts, parameters and counts
#[utoipa::path(get, path = "/api/audits/{id}/rules/{rule}", tag = "audits", security(("key" = ["audits:read"])), params(("id" = String, Path), ("rule" = String, Path)), responses((status = 200, body = AuditRuleTexts)))]
pub(super) async fn get_audit_rule(
    app: App,
    caller: Scoped<AuditsRead>,
    locale: Locale,
    Path((id, rule)): Path<(String, String)>,
) -> Result<Json<AuditRuleTexts>> {
    let audit = store::find(&mut app.db.read().acquire().await?, &caller, &id).await?;
    let row: Option<Row> = db::query_as(AssertSqlSafe(format!("{COLUMNS} WHERE audit = $1 AND rule = $2")))
        .binds((audit.number, &rule))
        .fetch_optional(app.db.read())
        .await?;
    let row = row.ok_or_else(Problem::not_found)?;
    let whole = [Finding { rule: &rule, page_url: None }];
    let mut tasks = verified::tasks_of(&mut app.db.read().acquire().await?, audit.project_id, &whole).await?;
    let task = tasks.pop().flatten();
    let texts = Texts::load(&app, &caller.id, locale).await?;
    let set = audit.settings.rules.get(&rule);
    let view = row.view(&texts);
    // The pack of an old audit may be gone.
    let Some(rule) = texts.rule(&rule) else {
        let (why, fix, fixes, parameters) = <_>::default();
        return Ok(Json(AuditRuleTexts { rule: view, why, fix, fixes, parameters, task }));
    };
    let fixes = rule.fixes.iter().map(|fix| SystemFix { system: fix.system.clone(), text: fix.text.clone() });
    let parameters = rule.parameters.iter().map(|parameter| RuleParameter {
        name: parameter.name.clone(),
        label: parameter.label.clone(),
        default: parameter.default,
        min: parameter.min,
        max: parameter.max,
        value: set.and_then(|set| set.parameters.get(&parameter.name)).copied().unwrap_or(parameter.default),
    });
    Ok(Json(AuditRuleTexts {
        rule: view,
        why: rule.why.clone(),
        fix: rule.fix.clone(),
        fixes: fixes.collect(),
        parameters: parameters.collect(),
        task,
    }))
}
