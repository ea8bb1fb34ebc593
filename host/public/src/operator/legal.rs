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
    /// Whether a newer version is valid from the same day.
    is_replaced: bool,
    /// Whether it stands for the template, which names what is connected.
    is_template: bool,
    /// Connected services that a text of its kind should name and this one does not. Empty for former versions.
    unnamed: Vec<String>,
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
    let mut data = Vec::new();
    for kind in Legal::ALL {
        for language in Locale::ALL {
            let versions = views(&app, &mut conn, kind, language).await?;
            data.push(LegalText { kind, language, address: address(&app, kind, language), versions });
        }
    }
    Ok(Json(LegalTexts { data }))
}

fn address(app: &App, kind: Legal, language: Locale) -> String {
    app.bundle.address(kind.page(), language).unwrap_or_default()
}

/// The versions of a text, the newest first.
async fn views(app: &App, conn: &mut Conn, kind: Legal, language: Locale) -> Result<Vec<LegalVersion>> {
    let versions = versions::of(conn, kind, language).await?;
    let current = versions::current(&versions).map(|version| version.version);
    let shown: Vec<i64> = versions::shown(&versions).iter().map(|version| version.version).collect();
    let mut views = Vec::with_capacity(versions.len());
    for version in versions {
        let (is_current, is_coming) = (current == Some(version.version), version.valid_from > today());
        let unnamed = match (is_current || is_coming) && !version.is_template {
            true => template::unnamed(app, kind, &versions::text(conn, &version).await?),
            false => Vec::new(),
        };
        views.push(LegalVersion {
            version: version.version,
            valid_from: version.date(),
            is_current,
            is_coming,
            is_replaced: !shown.contains(&version.version),
            is_template: version.is_template,
            unnamed,
            note: version.note,
        });
    }
    Ok(views)
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
    let mut conn = app.db.read().acquire().await?;
    let versions = versions::of(&mut conn, kind, language).await?;
    let version = match version {
        0 => None,
        number => Some(find(&versions, number)?),
    };
    let text = template::markdown(&app, &mut conn, (kind, language), version, &versions).await?;
    Ok(Json(LegalBody { text }))
}

fn find(versions: &[Version], number: i64) -> Result<&Version> {
    versions.iter().find(|version| version.version == number).ok_or_else(Problem::not_found)
}

/// A new version of a legal text.
#[derive(Debug, Deserialize, Validate, ToSchema)]
pub(super) struct NewLegalText {
    /// Markdown; HTML in it is shown as text. Null for the template, which names what is connected.
    #[serde(deserialize_with = "Option::deserialize")]
    #[garde(inner(length(chars, max = 200_000), custom(not_blank)))]
    #[schema(required)]
    text: Option<String>,
    /// Its first day in UTC, such as `2027-01-01`: from today to a year ahead.
    #[garde(skip)]
    #[schema(format = Date)]
    valid_from: String,
    /// What changed, for readers.
    #[serde(default)]
    #[garde(length(chars, max = 300))]
    note: String,
}

/// A day further ahead is most likely a typing error.
const MOST_DAYS: i64 = 366;

fn not_blank(text: &str, _: &()) -> garde::Result {
    if text.trim().is_empty() { Err(garde::Error::new("validation.required")) } else { Ok(()) }
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
    refuse_if(day > today() + MOST_DAYS, || wrong("site.legal-within-a-year"))?;
    let is_template = new.text.is_none();
    let text = match new.text {
        Some(text) => text.trim().to_owned(),
        None => template::template(&app, kind, language).await?,
    };
    let mut tx = app.db.write().await?;
    let next = "SELECT COALESCE(MAX(version), 0) + 1 FROM legal_texts WHERE kind = $1 AND language = $2";
    let version: i64 = db::query_scalar(next).binds((kind, language)).fetch_one(&mut *tx).await?;
    db::query(
        "INSERT INTO legal_texts (kind, language, version, valid_from, note, body, is_template, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .binds((kind, language, version, day, new.note.trim(), text, is_template, Timestamp::now()))
    .run(&mut *tx)
    .await?;
    let details = json!({ "language": language, "version": version, "from": from.date() });
    by.record(&mut tx, "site.legal-added", subject(kind), details).await?;
    let all = views(&app, &mut tx, kind, language).await?;
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
    let found = find(&all, version)?;
    refuse_if(found.valid_from <= today(), || Problem::conflict("site.legal-in-force"))?;
    db::query("DELETE FROM legal_texts WHERE kind = $1 AND language = $2 AND version = $3")
        .binds((kind, language, version))
        .run(&mut *tx)
        .await?;
    let details = json!({ "language": language, "version": version, "from": found.date() });
    by.record(&mut tx, "site.legal-deleted", subject(kind), details).await?;
    committed(tx, no_content()).await
}
