//! Versions of the legal texts.

use crate::platform::prelude::*;

/// A legal text that every site has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
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
    /// Whether it stands for the template of the product.
    pub is_template: bool,
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

/// The versions of a text, the newest first.
pub async fn of(conn: &mut Conn, kind: Legal, language: Locale) -> Result<Vec<Version>> {
    let select = "SELECT kind, language, version, valid_from, note, is_template FROM legal_texts
                  WHERE kind = $1 AND language = $2 ORDER BY valid_from DESC, version DESC";
    Ok(db::query_as(select).binds((kind, language)).fetch_all(conn).await?)
}

/// Those that are shown on their day: the newest one of each day.
pub fn shown(versions: &[Version]) -> Vec<&Version> {
    let mut shown: Vec<&Version> = versions.iter().collect();
    shown.dedup_by_key(|version| version.valid_from);
    shown
}

/// The version that is valid today, of those of one text, the newest first.
pub fn current(versions: &[Version]) -> Option<&Version> {
    let today = today();
    versions.iter().find(|version| version.valid_from <= today)
}

/// Whether a version, of those of one text, was valid and is no longer.
pub fn is_former(version: &Version, versions: &[Version]) -> bool {
    let is_current = current(versions).is_some_and(|current| current.version == version.version);
    version.valid_from <= today() && !is_current
}

/// The stored Markdown of a version.
pub async fn text(conn: &mut Conn, version: &Version) -> Result<String> {
    let select = "SELECT body FROM legal_texts WHERE kind = $1 AND language = $2 AND version = $3";
    Ok(db::query_scalar(select)
        .binds((version.kind, version.language, version.version))
        .fetch_one(conn)
        .await?)
}
