//! A tool as the API shows it.

use serde_json::value::RawValue;
use sitewright_engine::{Permission, Plugin};
use sitewright_package::{HostPattern, Manifest, PAGE, PAGE_ENTRY};

use super::guests::Guest;
use crate::platform::prelude::*;

/// The plugin's permissions with display texts.
pub fn permissions(plugin: &Plugin, grants: &Grants, locale: Locale) -> Vec<PermissionView> {
    PermissionView::all(plugin.permissions(), grants, locale)
}

/// Whether a tool needs a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NeedsModel {
    /// It works by rules, or a model is connected.
    Never,
    /// Rules do not cover some inputs.
    Sometimes,
    /// It does nothing without one.
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

/// A permission of a plugin.
#[derive(Debug, Serialize, ToSchema)]
pub struct PermissionView {
    /// The interface that the component imports.
    #[schema(example = "model")]
    pub import: &'static str,
    /// Its meaning, in the reader's language.
    pub title: String,
}

impl PermissionView {
    /// Each permission with its display text.
    pub fn all(permissions: &[Permission], grants: &Grants, locale: Locale) -> Vec<Self> {
        let view = |permission: &Permission| Self {
            import: permission.name(),
            title: grants.title(*permission, locale),
        };
        permissions.iter().map(view).collect()
    }
}

/// The UI of the tool.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToolUi {
    /// Name of the UI module; `page` if the package contains its own page, which is shown in a frame.
    #[schema(example = "form")]
    pub module: String,
    /// URL of the module's entry.
    #[schema(example = "/modules/form/mf-manifest.json")]
    pub entry: String,
    /// Version of the SDK that the module was built with.
    #[schema(example = "1.0.0")]
    pub sdk: String,
}

impl ToolUi {
    /// The page of a package.
    pub fn page(digest: &str) -> Self {
        let entry = PAGE_ENTRY.strip_prefix("ui/").unwrap_or(PAGE_ENTRY);
        let entry = format!("{}{entry}", Self::folder(digest));
        Self { module: PAGE.to_owned(), entry, sdk: "1.0.0".to_owned() }
    }

    /// The URL path of that page's files.
    pub fn folder(digest: &str) -> String {
        format!("/plugin-ui/{digest}/")
    }
}

/// The fields of a tool without its schemas.
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
    /// Search terms, in addition to name and summary.
    pub search: Vec<String>,
    /// Its name and search terms in the other language, so that a search finds it in both.
    pub search_elsewhere: Vec<String>,
    pub permissions: Vec<PermissionView>,
    pub ui: ToolUi,
    /// URL of the icon.
    pub icon: String,
    /// Whether it is the account's version in development; present only then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub development: bool,
    // The last fields: see `ToolText::face`.
    /// Whether it needs a model; `never` if one is connected, or the account has an own one.
    pub needs_model: NeedsModel,
    /// Name of the publisher.
    #[schema(example = "Sitewright")]
    pub publisher_name: String,
    /// Average words of a run: of this account's runs, of all runs if those are few, or the author's estimate if all
    /// are few.
    pub words: u32,
    pub favourite: bool,
    /// Why the account cannot use it; null if the account's plan includes the tool.
    #[schema(required)]
    pub lock: Option<ToolLock>,
    /// How the account got access to the tool; only if it is unlisted.
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

/// A tool in a list, with schemas unless they were omitted.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedTool {
    #[serde(flatten)]
    pub face: ToolFace,
    /// As for one tool; omitted with `schemas=false`.
    #[schema(value_type = Object, required = false)]
    pub input: Option<Box<RawValue>>,
    #[schema(value_type = Object, required = false)]
    pub output: Option<Box<RawValue>>,
    #[schema(value_type = Object, required = false)]
    pub example: Option<Box<RawValue>>,
}

/// A tool that the account cannot use.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToolLock {
    /// Name of the smallest available plan that includes it, in the reader's language.
    #[schema(required)]
    pub plan: Option<String>,
    /// An administrator denied the tool to this account, so that no plan provides it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub denied: bool,
}

/// The hosts that a tool may call, and the kinds of connections that it may use.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Grants {
    pub hosts: Vec<HostPattern>,
    pub connections: Vec<String>,
}

impl From<&Manifest> for Grants {
    fn from(manifest: &Manifest) -> Self {
        Self { hosts: manifest.hosts.clone(), connections: manifest.connections.clone() }
    }
}

impl Grants {
    /// Parses the stored JSON manifest, which may be older than grants.
    pub fn stored(manifest: Option<&str>) -> Self {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Stored {
            hosts: Vec<String>,
            connections: Vec<String>,
        }
        let stored: Option<Stored> = manifest.and_then(|json| serde_json::from_str(json).ok());
        let Stored { hosts, connections } = stored.unwrap_or_default();
        Self { hosts: hosts.iter().filter_map(|host| HostPattern::parse(host)).collect(), connections }
    }

    /// Whether these are a subset of `those`.
    pub fn are_within(&self, those: &Self) -> bool {
        self.hosts.iter().all(|host| those.hosts.contains(host))
            && self.connections.iter().all(|kind| those.connections.contains(kind))
    }

    /// What a permission means for this tool, in the reader's language.
    pub(super) fn title(&self, permission: Permission, locale: Locale) -> String {
        let key = format!("tools.permission.{}", permission.name());
        if permission != Permission::Http {
            return locale.say(&key, &Params::new());
        }
        let mut reached: Vec<String> = self.hosts.iter().map(ToString::to_string).collect();
        if !self.connections.is_empty() {
            let kinds = params([("kinds", self.connections.join(", ").into())]);
            reached.push(locale.say("tools.own-connections", &kinds));
        }
        locale.say(&key, &params([("hosts", reached.join(", ").into())]))
    }
}
