//! A tool as the API shows it.

use serde::Serialize;
use serde_json::value::RawValue;
use sitewright_engine::{Permission, Plugin};
use sitewright_package::{PAGE, PAGE_ENTRY};
use utoipa::ToSchema;

use super::{grants::Grants, guests::Guest};
use crate::platform::locale::Locale;

/// What the plugin may do, in words.
pub fn permissions(plugin: &Plugin, grants: &Grants, locale: Locale) -> Vec<PermissionView> {
    PermissionView::all(plugin.permissions(), grants, locale)
}

/// What a tool cannot do as long as no model is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NeedsModel {
    /// It writes drafts by rule, or a model is connected.
    Never,
    /// Some inputs are beyond rules.
    Sometimes,
    /// Nothing without one.
    Always,
}

impl From<sitewright_package::NeedsModel> for NeedsModel {
    fn from(needs: sitewright_package::NeedsModel) -> Self {
        match needs {
            sitewright_package::NeedsModel::Never => Self::Never,
            sitewright_package::NeedsModel::Sometimes => Self::Sometimes,
            sitewright_package::NeedsModel::Always => Self::Always,
        }
    }
}

/// Something that a plugin may do.
#[derive(Debug, Serialize, ToSchema)]
pub struct PermissionView {
    /// The interface that the component imports.
    #[schema(example = "model")]
    pub import: &'static str,
    /// What that means, in the reader's language.
    pub title: String,
}

impl PermissionView {
    /// Each permission in words.
    pub fn all(permissions: &[Permission], grants: &Grants, locale: Locale) -> Vec<Self> {
        let view = |permission: &Permission| Self {
            import: permission.name(),
            title: grants.title(*permission, locale),
        };
        permissions.iter().map(view).collect()
    }
}

/// Where the tool's screen is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToolUi {
    /// Name of the UI module; `page` where the package brings a page of its own, which belongs into a frame.
    #[schema(example = "form")]
    pub module: String,
    /// Address of the module's entry.
    #[schema(example = "/modules/form/mf-manifest.json")]
    pub entry: String,
    /// Version of the SDK that the module was built with.
    #[schema(example = "1.0.0")]
    pub sdk: String,
}

impl ToolUi {
    /// The page that came in a package.
    pub fn page(digest: &str) -> Self {
        let entry = PAGE_ENTRY.strip_prefix("ui/").unwrap_or(PAGE_ENTRY);
        let entry = format!("{}{entry}", Self::folder(digest));
        Self { module: PAGE.to_owned(), entry, sdk: "1.0.0".to_owned() }
    }

    /// Where the files of that page are.
    pub fn folder(digest: &str) -> String {
        format!("/plugin-ui/{digest}/")
    }
}

/// What is known of a tool without reading its schemas.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToolFace {
    #[schema(example = "facebook-post")]
    pub id: String,
    pub version: String,
    /// In the reader's language, like `summary` and the titles in the schemas.
    pub name: String,
    pub summary: String,
    pub publisher: String,
    #[schema(example = "social")]
    pub category: String,
    /// Words by which people look for the tool, beside its name and summary.
    pub search: Vec<String>,
    pub permissions: Vec<PermissionView>,
    pub ui: ToolUi,
    /// Address of the icon.
    pub icon: String,
    /// What it cannot do as long as no model is connected; `never` where one is.
    pub needs_model: NeedsModel,
    /// Whether it is a version that the account works on; only then it is there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub development: bool,
    // The last fields: see `ToolText::face`.
    /// How the publisher is called.
    #[schema(example = "Sitewright")]
    pub publisher_name: String,
    /// Words that a run costs on average: of this account's runs, of everybody's where those are few, and as its
    /// author states where all are few.
    pub words: u32,
    pub favourite: bool,
    /// What stands before it; null where the account's plan has the tool.
    #[schema(required)]
    pub lock: Option<ToolLock>,
    /// How the account came to the tool; only where no list shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub guest: Option<Guest>,
}

/// A tool as the API shows it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Tool)]
pub struct ToolView {
    #[serde(flatten)]
    pub face: ToolFace,
    /// JSON Schema (2020-12) of the input, its properties in the order of the form.
    #[schema(value_type = Object)]
    pub input: Box<RawValue>,
    /// JSON Schema (2020-12) of `outcome.data`.
    #[schema(value_type = Object)]
    pub output: Box<RawValue>,
    /// An input that shows the tool at its best.
    #[schema(value_type = Object)]
    pub example: Box<RawValue>,
}

/// A tool of a list, which has its schemas only where they were not left out.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedTool {
    #[serde(flatten)]
    pub face: ToolFace,
    /// As of one tool; left out with `schemas=false`.
    #[schema(value_type = Object, required = false)]
    pub input: Option<Box<RawValue>>,
    #[schema(value_type = Object, required = false)]
    pub output: Option<Box<RawValue>>,
    #[schema(value_type = Object, required = false)]
    pub example: Option<Box<RawValue>>,
}

/// A tool that the account does not have.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToolLock {
    /// Name of the smallest plan on offer that has it, in the reader's language.
    #[schema(required)]
    pub plan: Option<String>,
    /// An administrator took the tool from this account, so that no plan brings it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub denied: bool,
}
