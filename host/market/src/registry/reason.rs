//! Why a package is refused: errors of the file, and conflicts with this server.

use crate::platform::prelude::*;

/// The field name of reasons about the whole package.
const WHOLE: &str = "package";

/// One reason, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reason {
    code: String,
    /// The file, and the position in it; empty for the whole package.
    place: String,
    params: Params,
}

/// A reason as the API shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct PackageProblem {
    #[schema(example = "package.unsigned")]
    pub code: String,
    /// The file, and the position in it; empty for the whole package.
    #[schema(example = "plugin.toml: version")]
    pub place: String,
    /// What is wrong and what to do, in the reader's language.
    pub message: String,
}

impl Reason {
    /// A reason of the server; `code` has a sentence in every language.
    pub fn new(code: &str, place: &str) -> Self {
        Self { code: code.to_owned(), place: place.to_owned(), params: Params::new() }
    }

    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    pub fn render(self, locale: Locale) -> PackageProblem {
        PackageProblem { message: locale.say(&self.code, &self.params), code: self.code, place: self.place }
    }
}

impl From<sitewright_package::Problem> for Reason {
    fn from(problem: sitewright_package::Problem) -> Self {
        Self { code: problem.code.as_str().to_owned(), place: problem.place, params: problem.params }
    }
}

/// All reasons at once, each at its position.
pub fn refusal(digest: &str, reasons: Vec<Reason>) -> Problem {
    let mut errors = FieldErrors::new();
    for Reason { code, place, params } in reasons {
        let place = if place.is_empty() { WHOLE.to_owned() } else { place };
        errors.entry(place).or_default().push(Text::Key { key: Cow::Owned(code), params });
    }
    Problem::invalid(errors).named("registry.refused").with("digest", digest)
}
