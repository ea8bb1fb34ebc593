//! A publisher's packages: their reports with the facts of a valid package, and submitting them for review.

use sitewright_package::{HostPattern, Permission};

use super::store::{self, Row, SubmissionState};
use crate::catalogue::tools::{Grants, PermissionView, category_title};
use crate::messages::notifications::{self, NotificationKind};
use crate::platform::auth::PluginsWrite;
use crate::platform::prelude::*;
use crate::registry::{self, Change, Facts, PackageFile, PackageProblem, VersionStanding};

const NOTE_CHARS: usize = 2000;

/// An uploaded package with the report of its checks.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Submission {
    pub id: String,
    /// SHA-256 of the file.
    pub digest: String,
    pub bytes: i64,
    /// Null if it was refused, as for the next field.
    #[schema(required)]
    pub plugin: Option<String>,
    #[schema(required)]
    pub version: Option<String>,
    /// The file name, if the sender gave one.
    #[schema(required)]
    pub file_name: Option<String>,
    pub state: SubmissionState,
    /// All problems at once.
    pub problems: Vec<PackageProblem>,
    /// Its facts; null if it was refused.
    #[schema(required, inline = false)]
    pub facts: Option<PackageFacts>,
    /// The publisher's note to the reviewers.
    #[schema(required)]
    pub note: Option<String>,
    /// The reviewer's message to the publisher: in the reader's language if available, otherwise in the other.
    #[schema(required)]
    pub decision: Option<String>,
    /// Its rollout, once it was approved.
    #[schema(required, inline = false)]
    pub standing: Option<VersionStanding>,
    #[schema(required)]
    pub submitted_at: Option<Timestamp>,
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// When these bytes were last uploaded.
    pub sent_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Submission {
    /// The current state.
    pub async fn read(conn: &mut Conn, row: Row, locale: Locale) -> Result<Self> {
        // A reviewer who tries it also installs it, which the publisher does not see.
        let standing = match row.state {
            SubmissionState::Approved => registry::standing(conn, &row.digest).await?,
            _ => None,
        };
        Ok(Self { standing, ..Self::of(row, locale) })
    }

    pub fn of(row: Row, locale: Locale) -> Self {
        let decision = match locale {
            Locale::En => row.reason_en.or(row.reason_pl),
            Locale::Pl => row.reason_pl.or(row.reason_en),
        };
        Self {
            problems: row.problems.into_iter().map(|reason| reason.render(locale)).collect(),
            facts: row.facts.map(|facts| PackageFacts::of(facts, locale)),
            decision,
            standing: None,
            id: row.id,
            digest: row.digest,
            bytes: row.bytes,
            plugin: row.plugin,
            version: row.version,
            file_name: row.file_name,
            state: row.state,
            note: row.note,
            submitted_at: row.submitted_at,
            decided_at: row.decided_at,
            created_at: row.created_at,
            sent_at: row.sent_at,
            updated_at: row.updated_at,
        }
    }
}

/// Your uploaded packages, newest first
#[utoipa::path(get, path = "/api/publisher/packages", tag = "publishers", security(("key" = ["plugins:write"])), params(Page),
    responses((status = 200, body = Paged<Submission>)))]
pub async fn list_submissions(
    app: App,
    caller: Scoped<PluginsWrite>,
    locale: Locale,
    page: Page,
) -> Result<Json<Paged<Submission>>> {
    let mut tx = app.db.read().begin().await?;
    let Paged { data: rows, total, .. } = store::own(&mut tx, &caller.id, page).await?;
    let mut views = Vec::with_capacity(rows.len());
    for row in rows {
        views.push(Submission::read(&mut tx, row, locale).await?);
    }
    Ok(Json(page.of(views, total)))
}

/// One uploaded package
#[utoipa::path(get, path = "/api/publisher/packages/{id}", tag = "publishers", security(("key" = ["plugins:write"])), params(("id" = String, Path)),
    responses((status = 200, body = Submission)))]
pub async fn get_submission(
    app: App,
    caller: Scoped<PluginsWrite>,
    locale: Locale,
    Id(id): Id,
) -> Result<Json<Submission>> {
    let mut conn = app.db.read().acquire().await?;
    let row = store::find_own(&mut conn, &caller.id, &id).await?;
    Submission::read(&mut conn, row, locale).await.map(Json)
}

/// A publisher's note to the reviewers.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReviewRequest {
    /// What is new, or what to review; optional.
    #[serde(default, deserialize_with = "json::trimmed")]
    #[garde(inner(length(chars, max = NOTE_CHARS)))]
    #[schema(max_length = 2000)]
    note: Option<String>,
}

/// Submit a package for review
#[utoipa::path(post, path = "/api/publisher/packages/{id}/submit", tag = "publishers", security(("key" = ["plugins:write"])), params(("id" = String, Path)),
    request_body = ReviewRequest, responses((status = 200, body = Submission), (status = 409, description = "The package is in another state")))]
pub async fn submit_package(
    app: App,
    caller: Scoped<PluginsWrite>,
    locale: Locale,
    Id(id): Id,
    Valid(request): Valid<ReviewRequest>,
) -> Result<Json<Submission>> {
    let mut tx = app.db.write().await?;
    let row = store::find_own(&mut tx, &caller.id, &id).await?;
    let is_checked = matches!(row.state, SubmissionState::Checked | SubmissionState::Returned);
    refuse_if(!is_checked, || Problem::conflict("publishers.not-checked"))?;
    store::submit(&mut tx, &id, request.note.as_deref()).await?;
    let kind = NotificationKind::ReviewRequested;
    notifications::notify_administrators(&app, &mut tx, kind, &named(&row)).await?;
    let row = store::find(&mut tx, &id).await?;
    tx.commit().await?;
    Ok(Json(Submission::of(row, locale)))
}

/// A package as messages name it.
pub fn named(row: &Row) -> Params {
    let text = |text: &Option<String>| text.clone().unwrap_or_default().into();
    params([
        ("plugin", text(&row.plugin)),
        ("version", text(&row.version)),
        ("about", row.id.as_str().into()),
    ])
}

/// Withdraw a package from review
#[utoipa::path(post, path = "/api/publisher/packages/{id}/withdraw", tag = "publishers", security(("key" = ["plugins:write"])), params(("id" = String, Path)),
    responses((status = 200, body = Submission), (status = 409, description = "It is not in review")))]
pub async fn withdraw_package(
    app: App,
    caller: Scoped<PluginsWrite>,
    locale: Locale,
    Id(id): Id,
) -> Result<Json<Submission>> {
    let mut change = Change::begin(&app, "review").await?;
    let tx = &mut change.tx;
    let row = store::find_own(tx, &caller.id, &id).await?;
    expect_submitted(&row)?;
    store::withdraw(tx, &id).await?;
    // A reviewer who tries it loses it.
    registry::take_out(&app, tx, &row.digest).await?;
    let row = store::find(tx, &id).await?;
    change.finish(&[row.plugin.as_deref().unwrap_or_default()]).await?;
    Ok(Json(Submission::of(row, locale)))
}

/// Refuses a package that is not under review.
pub fn expect_submitted(row: &Row) -> Result<()> {
    let is_submitted = row.state == SubmissionState::Submitted;
    refuse_if(!is_submitted, || Problem::conflict("publishers.not-submitted"))
}

/// Delete an uploaded package
///
/// One under review is withdrawn first; one that is installed stays.
#[utoipa::path(delete, path = "/api/publisher/packages/{id}", tag = "publishers", params(("id" = String, Path)),
    responses((status = 204), (status = 409, description = "It is in review or installed")))]
pub async fn delete_submission(app: App, user: User, Id(id): Id) -> Result<Response> {
    let mut tx = app.db.write().await?;
    let row = store::find_own(&mut tx, &user.id, &id).await?;
    let is_in_use = matches!(row.state, SubmissionState::Submitted | SubmissionState::Approved);
    refuse_if(is_in_use, || Problem::conflict("publishers.in-use"))?;
    store::delete(&mut tx, &id).await?;
    committed(tx, no_content()).await
}

/// A tool's texts in one language.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ToolTexts {
    #[schema(example = "en")]
    language: String,
    name: String,
    summary: String,
}

/// A valid package, as its publisher and its reviewers see it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackageFacts {
    /// In the reader's language.
    category: String,
    /// The level of its signature: `local`, `private`, `community`, `partner` or `official`.
    level: String,
    /// The key that signed it.
    #[schema(required)]
    key: Option<String>,
    /// The contract version that it was built for.
    contract: String,
    /// Whether it is a template, without code.
    is_template: bool,
    permissions: Vec<PermissionView>,
    texts: Vec<ToolTexts>,
    /// Names of the examples that were run.
    examples: Vec<String>,
    files: Vec<PackageFile>,
}

impl PackageFacts {
    pub fn of(facts: Facts, locale: Locale) -> Self {
        let (permissions, grants) = allowed(&facts);
        let texts = facts.texts.into_iter().map(|(language, texts)| ToolTexts {
            language,
            name: texts.name,
            summary: texts.summary,
        });
        Self {
            permissions: PermissionView::all(&permissions, &grants, locale),
            category: category_title(locale, &facts.category),
            level: facts.level,
            key: facts.key.as_deref().map(registry::shown_key),
            contract: facts.contract,
            is_template: facts.is_template,
            texts: texts.collect(),
            examples: facts.examples,
            files: facts.files,
        }
    }
}

/// The permissions and grants of a package, from its stored facts.
pub fn allowed(facts: &Facts) -> (Vec<Permission>, Grants) {
    let permissions = facts.permissions.iter().filter_map(|name| Permission::named(name)).collect();
    let hosts = facts.hosts.iter().filter_map(|host| HostPattern::parse(host)).collect();
    (permissions, Grants { hosts, connections: facts.connections.clone() })
}
