//! One installed tool: what its manifest, its component and its descriptions say, ready to be served.

use std::fmt;

use anyhow::Context as _;
use axum::body::Bytes;
use serde::Serialize;
use serde_json::{Value, value::RawValue};
use sitewright_engine::{Descriptor, Permission, Plugin};
use utoipa::ToSchema;

use super::{
    category_place, category_title,
    code::Code,
    schema::Schema,
    version::{Closed, Gate, Tally},
};
use crate::{
    error::Result,
    fold::fold,
    locale::{Locale, Params, by_language},
    plans::Lock,
};

/// An installed tool.
pub struct Tool {
    pub id: String,
    pub version: String,
    pub publisher: String,
    pub category: String,
    category_place: usize,
    /// Words that a run usually uses.
    pub words: u32,
    pub icon: Bytes,
    /// Digest of the package that it came in; none where it came with the server.
    pub package: Option<String>,
    pub code: Code,
    pub gate: Gate,
    pub tally: Tally,
    /// By `Locale as usize`.
    texts: [ToolText; 2],
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, version, package) = (&self.id, &self.version, &self.package);
        f.debug_struct("Tool").field("id", id).field("version", version).field("package", package).finish()
    }
}

/// What depends on the language.
pub struct ToolText {
    pub name: String,
    pub summary: String,
    folded_name: String,
    /// What the search looks at.
    pub folded: String,
    pub input: Schema,
    pub output: Schema,
    /// The tool as JSON up to its schemas, which are written out as they are.
    head: String,
    /// What stands behind them, up to the last fields, which differ from person to person.
    tail: String,
    pub example: String,
}

impl Tool {
    pub(super) fn new(facts: ToolFacts, texts: [ToolText; 2]) -> Self {
        let ToolFacts { id, version, publisher, category, words, icon, package, code, .. } = facts;
        let (gate, tally) = Default::default();
        let category_place = category_place(&category);
        Self {
            id,
            version,
            publisher,
            category,
            category_place,
            words,
            icon,
            package,
            code,
            gate,
            tally,
            texts,
        }
    }

    /// Where it stands on the screen: by category, then by name.
    pub(super) fn place(&self, locale: Locale) -> (usize, &str) {
        (self.category_place, &self.text(locale).folded_name)
    }

    pub fn text(&self, locale: Locale) -> &ToolText {
        &self.texts[locale as usize]
    }

    /// Whether it broke down too often, or may not be run for another reason.
    pub fn closed(&self) -> Option<Closed> {
        self.gate.closed().or_else(|| self.code.is_quarantined().then_some(Closed::Quarantined))
    }

    /// The name as a value of a sentence.
    pub fn name(&self) -> Value {
        by_language(&self.text(Locale::En).name, &self.text(Locale::Pl).name)
    }

    /// Writes the tool as JSON, as one person has it.
    pub(super) fn write(&self, locale: Locale, own: Own<'_>, out: &mut String) -> Result<()> {
        let Own { average, favourite, lock } = own;
        let words = average.unwrap_or(self.words);
        let lock = lock.map(|lock| ToolLock {
            plan: lock.plan.and_then(|name| name[locale.tag()].as_str()).map(str::to_owned),
        });
        let lock = serde_json::to_string(&lock)?;
        let text = self.text(locale);
        out.push_str(&text.head);
        for (name, json) in
            [("input", text.input.json()), ("output", text.output.json()), ("example", &text.example)]
        {
            out.push_str(&format!("\"{name}\":"));
            out.push_str(json);
            out.push(',');
        }
        out.push_str(&text.tail);
        out.push_str(&format!("\"words\":{words},\"favourite\":{favourite},\"lock\":{lock}}}"));
        Ok(())
    }
}

/// What of a tool differs from person to person.
pub(super) struct Own<'a> {
    /// Words that runs cost on average, where that is known.
    pub average: Option<u32>,
    pub favourite: bool,
    pub lock: Option<Lock<'a>>,
}

/// What does not depend on the language.
pub(super) struct ToolFacts {
    pub id: String,
    pub version: String,
    pub publisher: String,
    pub category: String,
    pub words: u32,
    /// By `Locale as usize`.
    pub search: [Vec<String>; 2],
    pub needs_model: NeedsModel,
    pub ui: ToolUi,
    pub icon: Bytes,
    pub package: Option<String>,
    pub code: Code,
}

impl ToolFacts {
    /// Puts together what the tool is in one language. `checked`: the schemas need not be looked at any more.
    pub fn text(&self, locale: Locale, described: Descriptor, checked: bool) -> anyhow::Result<ToolText> {
        let Descriptor { name, summary, input, output, example } = described;
        let (input, output) = match checked {
            true => (Schema::checked(input), Schema::checked(output)),
            false => (Schema::of_input(&input)?, Schema::of_output(&output)?),
        };
        let (head, tail) = self.json(locale, &name, &summary)?;
        let folded = fold(&format!(
            "{name} {summary} {} {} {}",
            self.id,
            category_title(locale, &self.category),
            self.search[locale as usize].join(" ")
        ));
        let folded_name = fold(&name);
        Ok(ToolText { name, summary, folded_name, folded, input, output, head, tail, example })
    }

    /// The tool as JSON, in the two parts around its schemas.
    fn json(&self, locale: Locale, name: &str, summary: &str) -> anyhow::Result<(String, String)> {
        const SCHEMAS: &str = "\"input\":null,\"output\":null,\"example\":null,";
        const LAST: &str = "\"words\":0,\"favourite\":false,\"lock\":null}";
        let view = ToolView {
            id: self.id.clone(),
            version: self.version.clone(),
            name: name.to_owned(),
            summary: summary.to_owned(),
            publisher: self.publisher.clone(),
            category: self.category.clone(),
            search: self.search[locale as usize].clone(),
            permissions: PermissionView::all(self.code.permissions(), locale),
            ui: self.ui.clone(),
            icon: format!("/api/tools/{}/icon.svg", self.id),
            input: RawValue::NULL.to_owned(),
            output: RawValue::NULL.to_owned(),
            example: RawValue::NULL.to_owned(),
            needs_model: self.needs_model,
            words: 0,
            favourite: false,
            lock: None,
        };
        let json = serde_json::to_string(&view)?;
        let parts = json.strip_suffix(LAST).and_then(|json| json.rsplit_once(SCHEMAS));
        let (head, tail) = parts.context("the fields of a tool stand in another order")?;
        Ok((head.to_owned(), tail.to_owned()))
    }
}

/// What the plugin may do, in words.
pub fn permissions(plugin: &Plugin, locale: Locale) -> Vec<PermissionView> {
    PermissionView::all(plugin.permissions(), locale)
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
    pub fn all(permissions: &[Permission], locale: Locale) -> Vec<Self> {
        permissions.iter().map(|permission| Self::of(*permission, locale)).collect()
    }

    fn of(permission: Permission, locale: Locale) -> Self {
        let import = permission.name();
        Self { import, title: locale.say(&format!("tools.permission.{import}"), &Params::new()) }
    }
}

/// Where the tool's screen is.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ToolUi {
    /// Name of the UI module.
    #[schema(example = "form")]
    pub module: String,
    /// Address of the module's entry.
    #[schema(example = "/modules/form/mf-manifest.json")]
    pub entry: String,
    /// Version of the SDK that the module was built with.
    #[schema(example = "1.0.0")]
    pub sdk: String,
}

/// A tool as the API shows it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Tool)]
pub struct ToolView {
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
    /// JSON Schema (2020-12) of the input, its properties in the order of the form.
    #[schema(value_type = Object)]
    pub input: Box<RawValue>,
    /// JSON Schema (2020-12) of `outcome.data`.
    #[schema(value_type = Object)]
    pub output: Box<RawValue>,
    /// An input that shows the tool at its best.
    #[schema(value_type = Object)]
    pub example: Box<RawValue>,
    /// What it cannot do as long as no model is connected; `never` where one is.
    pub needs_model: NeedsModel,
    // The last fields: see `ToolText::tail`.
    /// Words that a run costs on average: of this account's runs, of everybody's where those are few, and as its
    /// author states where all are few.
    pub words: u32,
    pub favourite: bool,
    /// What stands before it; null where the account's plan has the tool.
    #[schema(required)]
    pub lock: Option<ToolLock>,
}

/// A tool that is not part of the account's plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct ToolLock {
    /// Name of the smallest plan on offer that has it, in the reader's language.
    #[schema(required)]
    pub plan: Option<String>,
}
