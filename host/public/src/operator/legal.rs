//! Legal texts as administrators see them: the templates of the product, and the operator's versions with their days.

use super::template;
use super::versions::{self, Legal, Version, today};
use crate::messages::audit_log::{ByAdmin, Subject};
use crate::platform::prelude::*;

/// A legal text in a language.
#[derive(Debug, Serialize, ToSchema)]
struct LegalText {
    kind: Legal,
    language: Locale,
    /// The path of its page.
    address: String,
    /// The newest first; without one that is valid, the page shows the template, version 0.
    versions: Vec<LegalVersion>,
}

/// A version of a legal text.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegalVersion {
    version: i64,
    /// Its first day in UTC, such as `2027-01-01`.
    #[schema(format = Date)]
    valid_from: String,
    /// What changed, for readers.
    note: String,
    /// Whether the page shows it today.
    is_current: bool,
    /// Whether it is not valid yet, so that it can be deleted.
    is_coming: bool,
}

/// The legal texts of the site.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegalTexts {
    data: Vec<LegalText>,
}

/// The legal texts and their versions
#[utoipa::path(get, path = "/api/admin/site/legal", tag = "admin", responses((status = 200, body = LegalTexts)))]
pub(super) async fn list_legal_texts(app: App, _: Admin) -> Result<Json<LegalTexts>> {
    let mut conn = app.db.read().acquire().await?;
    let all = versions::all(&mut conn).await?;
    let kinds = Legal::ALL.into_iter().flat_map(|kind| Locale::ALL.map(|language| (kind, language)));
    let text = |(kind, language)| {
        let is_of = |version: &&Version| (version.kind, version.language) == (kind, language);
        let own: Vec<Version> = all.iter().filter(is_of).cloned().collect();
        LegalText { kind, language, address: address(&app, kind, language), versions: views(own) }
    };
    Ok(Json(LegalTexts { data: kinds.map(text).collect() }))
}

fn address(app: &App, kind: Legal, language: Locale) -> String {
    app.bundle.address(kind.page(), language).unwrap_or_default()
}

fn views(versions: Vec<Version>) -> Vec<LegalVersion> {
    let current = versions::current(&versions).map(|version| version.version);
    let view = |version: Version| LegalVersion {
        version: version.version,
        valid_from: version.date(),
        is_current: current == Some(version.version),
        is_coming: version.valid_from > today(),
        note: version.note,
    };
    versions.into_iter().map(view).collect()
}

/// The path of a legal text, or of a version of it.
#[derive(Debug, Deserialize)]
pub(super) struct At {
    kind: String,
    language: String,
    #[serde(default)]
    version: String,
}

impl At {
    fn text(&self) -> Result<(Legal, Locale)> {
        let language = Locale::ALL.into_iter().find(|locale| locale.tag() == self.language);
        Legal::of_page(&self.kind).zip(language).ok_or_else(Problem::not_found)
    }

    fn version(&self) -> Result<i64> {
        self.version.parse().map_err(|_| Problem::not_found())
    }
}

/// The Markdown of a legal text.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LegalBody {
    text: String,
}

/// The text of a version; version 0 is the template, filled in
#[utoipa::path(get, path = "/api/admin/site/legal/{kind}/{language}/{version}", tag = "admin",
    params(("kind" = Legal, Path), ("language" = Locale, Path), ("version" = i64, Path)),
    responses((status = 200, body = LegalBody)))]
pub(super) async fn get_legal_text(app: App, _: Admin, Path(at): Path<At>) -> Result<Json<LegalBody>> {
    let ((kind, language), version) = (at.text()?, at.version()?);
    if version == 0 {
        return Ok(Json(LegalBody { text: template(&app, kind, language).await? }));
    }
    let text = versions::text(&mut app.db.read().acquire().await?, kind, language, version).await?;
    Ok(Json(LegalBody { text: text.ok_or_else(Problem::not_found)? }))
}

/// A new version of a legal text.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub(super) struct NewLegalText {
    /// Markdown; HTML in it is shown as text.
    #[serde(default, deserialize_with = "trimmed")]
    #[garde(required, inner(length(chars, max = 200_000)))]
    #[schema(required, value_type = String)]
    text: Option<String>,
    /// Its first day in UTC, such as `2027-01-01`: today or later.
    #[garde(skip)]
    #[schema(format = Date)]
    valid_from: String,
    /// What changed, for readers.
    #[serde(default)]
    #[garde(length(chars, max = 300))]
    note: String,
}

/// Add a version of a legal text
///
/// It is shown from its day on, and announced before that.
#[utoipa::path(post, path = "/api/admin/site/legal/{kind}/{language}", tag = "admin", request_body = NewLegalText,
    params(("kind" = Legal, Path), ("language" = Locale, Path)), responses((status = 201, body = LegalVersion)))]
pub(super) async fn add_legal_text(
    app: App,
    by: ByAdmin,
    Path(at): Path<At>,
    Valid(new): Valid<NewLegalText>,
) -> Result<(StatusCode, Json<LegalVersion>)> {
    let (kind, language) = at.text()?;
    let wrong = |key| Problem::invalid_field("valid_from", Text::key(key));
    let from = Timestamp::of_date(new.valid_from.trim()).ok_or_else(|| wrong("validation.wrong-format"))?;
    let day = from.day();
    // Somewhere it is still yesterday.
    refuse_if(day < today() - 1, || wrong("site.legal-from-today"))?;
    let mut tx = app.db.write().await?;
    let next = "SELECT COALESCE(MAX(version), 0) + 1 FROM legal_texts WHERE kind = $1 AND language = $2";
    let version: i64 = db::query_scalar(next).binds((kind, language)).fetch_one(&mut *tx).await?;
    db::query(
        "INSERT INTO legal_texts (kind, language, version, valid_from, note, body, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .binds((kind, language, version, day, new.note.trim(), new.text.unwrap_or_default()))
    .bind(Timestamp::now())
    .run(&mut *tx)
    .await?;
    let details = json!({ "language": language, "version": version, "from": from.date() });
    by.record(&mut tx, "site.legal-added", subject(kind), details).await?;
    let all = views(versions::of(&mut tx, kind, language).await?);
    let made = all.into_iter().find(|view| view.version == version).ok_or_else(Problem::not_found)?;
    committed(tx, (StatusCode::CREATED, Json(made))).await
}

fn subject(kind: Legal) -> Subject<'static> {
    Subject::of("legal-text", kind.page(), kind.page())
}

/// Delete a version that is not valid yet
#[utoipa::path(delete, path = "/api/admin/site/legal/{kind}/{language}/{version}", tag = "admin",
    params(("kind" = Legal, Path), ("language" = Locale, Path), ("version" = i64, Path)),
    responses((status = 204), (status = 409, description = "It is or was valid")))]
pub(super) async fn delete_legal_text(app: App, by: ByAdmin, Path(at): Path<At>) -> Result<Response> {
    let ((kind, language), version) = (at.text()?, at.version()?);
    let mut tx = app.db.write().await?;
    let all = versions::of(&mut tx, kind, language).await?;
    let found = all.iter().find(|known| known.version == version).ok_or_else(Problem::not_found)?;
    refuse_if(found.valid_from <= today(), || Problem::conflict("site.legal-in-force"))?;
    db::query("DELETE FROM legal_texts WHERE kind = $1 AND language = $2 AND version = $3")
        .binds((kind, language, version))
        .run(&mut *tx)
        .await?;
    let details = json!({ "language": language, "version": version, "from": found.date() });
    by.record(&mut tx, "site.legal-deleted", subject(kind), details).await?;
    committed(tx, no_content()).await
}
