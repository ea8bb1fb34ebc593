//! Versions of the legal texts.

use crate::platform::prelude::*;

/// A legal text that every site has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LegalKind)]
pub enum Legal {
    Terms,
    Privacy,
    Cookies,
}

text_column!(Legal);

impl Legal {
    pub const ALL: [Self; 3] = [Self::Terms, Self::Privacy, Self::Cookies];

    /// The name of its page in the table of addresses.
    pub fn page(self) -> &'static str {
        match self {
            Self::Terms => "terms",
            Self::Privacy => "privacy",
            Self::Cookies => "cookies",
        }
    }

    pub fn of_page(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.page() == name)
    }
}

/// A version without its text.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Version {
    pub kind: Legal,
    pub language: Locale,
    pub version: i64,
    /// Days since the Unix epoch, UTC.
    pub valid_from: i64,
    pub note: String,
}

impl Version {
    /// Its first day as `2026-01-31`.
    pub fn date(&self) -> String {
        Timestamp(self.valid_from * DAY_MS).date()
    }
}

/// Today, in days since the Unix epoch.
pub fn today() -> i64 {
    Timestamp::now().day()
}

/// All versions of all texts, the newest first.
pub async fn all(conn: &mut Conn) -> Result<Vec<Version>> {
    let select = "SELECT kind, language, version, valid_from, note FROM legal_texts ORDER BY valid_from DESC, version DESC";
    Ok(db::query_as(select).fetch_all(conn).await?)
}

/// The versions of a text, the newest first.
pub async fn of(conn: &mut Conn, kind: Legal, language: Locale) -> Result<Vec<Version>> {
    let all = all(conn).await?;
    Ok(all.into_iter().filter(|version| (version.kind, version.language) == (kind, language)).collect())
}

/// The version that is valid today, of those of one text, the newest first.
pub fn current(versions: &[Version]) -> Option<&Version> {
    let today = today();
    versions.iter().find(|version| version.valid_from <= today)
}

/// The Markdown of a version; `None` if it does not exist.
pub async fn text(conn: &mut Conn, kind: Legal, language: Locale, version: i64) -> Result<Option<String>> {
    let select = "SELECT body FROM legal_texts WHERE kind = $1 AND language = $2 AND version = $3";
    Ok(db::query_scalar(select).binds((kind, language, version)).fetch_optional(conn).await?)
}
