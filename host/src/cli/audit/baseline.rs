//! The JSON result of an earlier audit, with which one is compared.

use super::json::{SCHEMA, VERSION};
use crate::cli::failure::Failure;
use crate::cli::prelude::*;
use crate::sites::audits::offline::place;

/// Bytes of such a file.
const MOST_BYTES: u64 = 512 * 1024 * 1024;

#[derive(Deserialize)]
pub(super) struct Baseline {
    schema: String,
    version: u32,
    /// The server of the site then.
    pub site: String,
    pub findings: Vec<Known>,
}

/// A finding of the earlier audit.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct Known {
    pub fingerprint: String,
    pub rule: String,
    pub level: String,
    pub url: Option<String>,
    pub what: String,
}

impl Known {
    /// Where it was; `None` for the site as a whole.
    pub(super) fn place(&self, site: &str) -> Option<&str> {
        self.url.as_deref().map(|url| place(url, site))
    }
}

impl Baseline {
    pub(super) fn read(file: &Path, language: Locale) -> Result<Self, Failure> {
        let name = file.display().to_string();
        let unread = |why: String| {
            let text = Text::key("cli.input-unread").with("file", name.as_str()).with("why", why);
            text.fail(language).misuse()
        };
        let no_result = || {
            let text = Text::key("cli.audit-baseline").with("file", name.as_str()).with("version", VERSION);
            text.fail(language).misuse()
        };
        let size = fs::metadata(file).map_err(|error| unread(error.to_string()))?.len();
        if size > MOST_BYTES {
            return Err(no_result());
        }
        let text = fs::read_to_string(file).map_err(|error| unread(error.to_string()))?;
        let baseline: Self = serde_json::from_str(&text).map_err(|_| no_result())?;
        let is_known = baseline.schema == SCHEMA && baseline.version == VERSION;
        if is_known { Ok(baseline) } else { Err(no_result()) }
    }
}
