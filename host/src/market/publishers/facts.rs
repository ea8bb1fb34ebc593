//! The facts of a valid package: identity, permissions, content.

use serde::Serialize;
use sitewright_package::{HostPattern, Permission};
use utoipa::ToSchema;

use crate::{
    catalogue::tools::{Grants, PermissionView, category_title},
    market::registry::{self, Facts, PackageFile},
    platform::locale::Locale,
};

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
pub(super) fn allowed(facts: &Facts) -> (Vec<Permission>, Grants) {
    let permissions = facts.permissions.iter().filter_map(|name| Permission::named(name)).collect();
    let hosts = facts.hosts.iter().filter_map(|host| HostPattern::parse(host)).collect();
    (permissions, Grants { hosts, connections: facts.connections.clone() })
}
