//! One installed tool: the content of its manifest and its component, and access to its descriptions.

use std::fmt;
use std::sync::Arc;

use anyhow::Context as _;
use sitewright_engine::Permission;
use sitewright_package::{Manifest, Recipe};

use super::code::Code;
use super::described::{Described, DescribedText, Descriptions};
use super::guests::Guest;
use super::shelf::Place;
use super::version::{Closed, Gate, Tally};
use super::view::{Grants, NeedsModel, PermissionView, ToolFace, ToolLock, ToolUi};
use super::{AUDIT, category_place, category_title};
use crate::billing::plans::Lock;
use crate::platform::model::Connected;
use crate::platform::prelude::*;

/// An installed tool.
pub struct Tool {
    pub id: String,
    pub version: String,
    pub publisher: String,
    pub category: String,
    category_place: usize,
    /// Usual words of a run.
    pub words: u32,
    needs_model: NeedsModel,
    connected: Connected,
    /// The UI module of its screen.
    pub module: Box<str>,
    /// Digest of its package; `None` for a built-in tool.
    pub package: Option<String>,
    /// Of a version in development: the folder of its page, which is secret.
    pub development: Option<Box<str>>,
    pub code: Code,
    pub grants: Arc<Grants>,
    /// The texts of shops that it writes.
    pub recipes: Vec<Recipe>,
    pub gate: Gate,
    pub tally: Tally,
    described: Descriptions,
    /// By `Locale as usize`.
    texts: [ToolText; 2],
}

/// The parts of a tool, from any source.
pub struct Parts {
    pub manifest: Manifest,
    /// Digest of the package that it came in.
    pub package: Option<String>,
    pub code: Code,
    /// By `Locale as usize`.
    pub names: [Name; 2],
    /// Of a version in development: the folder of its page, which is secret.
    pub development: Option<String>,
}

/// Name and summary of a tool in one language.
#[derive(Debug, Deserialize)]
pub struct Name {
    pub name: String,
    pub summary: String,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("Tool");
        out.field("id", &self.id).field("version", &self.version).field("package", &self.package);
        out.field("closed", &self.gate.closed()).finish()
    }
}

/// The search terms of one language; those of the other include its name.
struct Terms {
    own: Vec<String>,
    elsewhere: Vec<String>,
}

/// The parts that depend on the language.
#[derive(Default)]
pub struct ToolText {
    pub name: String,
    pub summary: String,
    folded_name: String,
    /// The text for the search.
    pub folded: String,
    /// The tool as JSON, without the last fields, which differ between users.
    face: String,
}

impl Tool {
    /// Whether it is a rule pack, which is no tool for users.
    pub fn is_pack(&self) -> bool {
        self.category == AUDIT
    }

    /// Whether it connects a shop system. Only tools with connections can.
    pub async fn is_shop(&self) -> bool {
        !self.grants.connections.is_empty() && self.code.plugin().await.is_ok_and(|plugin| plugin.is_shop())
    }

    pub(super) fn new(
        parts: Parts,
        ui: &ToolUi,
        connected: Connected,
        described: Descriptions,
    ) -> anyhow::Result<Self> {
        let Parts { manifest, package, code, names, development } = parts;
        let grants = Arc::new(Grants::from(&manifest));
        let Manifest { id, version, publisher, category, words, search, needs_model, shop, .. } = manifest;
        let mut tool = Self {
            id,
            version,
            publisher,
            category_place: category_place(&category),
            category,
            words,
            needs_model: needs_model.into(),
            connected,
            module: ui.module.as_str().into(),
            package,
            development: development.map(String::into_boxed_str),
            code,
            grants,
            recipes: shop,
            gate: Gate::default(),
            tally: Tally::default(),
            described,
            texts: Default::default(),
        };
        let terms = |at: usize| -> Vec<String> {
            std::iter::once(&names[at].name).chain(&search[at]).cloned().collect()
        };
        let elsewhere = [terms(Locale::Pl as usize), terms(Locale::En as usize)];
        for (((locale, name), own), elsewhere) in
            Locale::ALL.into_iter().zip(names).zip(search).zip(elsewhere)
        {
            tool.texts[locale as usize] = tool.written(locale, name, Terms { own, elsewhere }, ui)?;
        }
        Ok(tool)
    }

    /// Builds the texts of one language.
    fn written(
        &self,
        locale: Locale,
        Name { name, summary }: Name,
        search: Terms,
        ui: &ToolUi,
    ) -> anyhow::Result<ToolText> {
        let folded = fold(&format!(
            "{name} {summary} {} {} {} {}",
            self.id,
            category_title(locale, &self.category),
            search.own.join(" "),
            search.elsewhere.join(" ")
        ));
        let face = self.json(locale, &name, &summary, search, ui)?;
        let folded_name = fold(&name);
        Ok(ToolText { name, summary, folded_name, folded, face })
    }

    /// The tool as JSON, without the last fields.
    fn json(
        &self,
        locale: Locale,
        name: &str,
        summary: &str,
        search: Terms,
        ui: &ToolUi,
    ) -> anyhow::Result<String> {
        const LAST: &str = "\"needs_model\":\"never\",\"publisher_name\":\"\",\"words\":0,\"favourite\":false,\"lock\":null}";
        let view = ToolFace {
            id: self.id.clone(),
            version: self.version.clone(),
            name: name.to_owned(),
            summary: summary.to_owned(),
            publisher: self.publisher.clone(),
            category: self.category.clone(),
            search: search.own,
            search_elsewhere: search.elsewhere,
            permissions: PermissionView::all(self.code.permissions(), &self.grants, locale),
            ui: ui.clone(),
            icon: format!("/api/tools/{}/icon.svg", self.id),
            development: self.development.is_some(),
            needs_model: NeedsModel::Never,
            publisher_name: String::new(),
            words: 0,
            favourite: false,
            lock: None,
            guest: None,
        };
        let json = serde_json::to_string(&view)?;
        let face = json.strip_suffix(LAST).context("the fields of a tool have another order")?;
        Ok(face.to_owned())
    }

    /// Its position in display order.
    pub(super) fn place(&self, locale: Locale) -> Place {
        (self.category_place, self.text(locale).folded_name.clone(), self.id.clone())
    }

    pub fn text(&self, locale: Locale) -> &ToolText {
        &self.texts[locale as usize]
    }

    /// Its descriptions.
    pub async fn described(&self) -> Result<Arc<Described>> {
        self.described.get().await
    }

    /// Why it is closed, if it is.
    pub fn closed(&self) -> Option<Closed> {
        self.gate.closed().or_else(|| self.code.is_quarantined().then_some(Closed::Quarantined))
    }

    /// Whether it needs a model that is not connected; `has_own`: whether the user has an own one.
    pub fn needs_model(&self, has_own: bool) -> NeedsModel {
        if has_own || self.connected.get() { NeedsModel::Never } else { self.needs_model }
    }

    /// Words that are required to start a run: none for a tool that never calls the model.
    pub fn needed_words(&self) -> i64 {
        let asks = self.code.permissions().contains(&Permission::Model);
        if asks { self.words.max(1).into() } else { 0 }
    }

    /// The name as a value of a message.
    pub fn name(&self) -> Value {
        by_language(&self.text(Locale::En).name, &self.text(Locale::Pl).name)
    }

    /// Writes the tool as JSON for one user; with its schemas if given.
    pub(super) fn write(
        &self,
        locale: Locale,
        own: Own<'_>,
        described: Option<&DescribedText>,
        out: &mut String,
    ) -> Result<()> {
        let Own { publisher, average, favourite, lock, guest, has_model } = own;
        let publisher = serde_json::to_string(publisher)?;
        let words = average.unwrap_or(self.words);
        let lock = lock.map(|lock| ToolLock {
            denied: lock.denied,
            plan: lock.plan.and_then(|name| name[locale.tag()].as_str()).map(str::to_owned),
        });
        let lock = serde_json::to_string(&lock)?;
        let needs_model = serde_json::to_string(&self.needs_model(has_model))?;
        out.push_str(&self.text(locale).face);
        out.push_str(&format!(
            "\"needs_model\":{needs_model},\"publisher_name\":{publisher},\"words\":{words},\"favourite\":{favourite},\"lock\":{lock}"
        ));
        if let Some(guest) = guest {
            out.push_str(&format!(",\"guest\":{}", serde_json::to_string(guest)?));
        }
        if let Some(DescribedText { input, output, example }) = described {
            for (name, json) in [("input", input.json()), ("output", output.json()), ("example", example)] {
                out.push_str(&format!(",\"{name}\":"));
                out.push_str(json);
            }
        }
        out.push('}');
        Ok(())
    }
}

/// The fields of a tool that differ between users.
pub(super) struct Own<'a> {
    /// The publisher's name, which may change.
    pub publisher: &'a str,
    /// Average words of a run, if known.
    pub average: Option<u32>,
    pub favourite: bool,
    pub lock: Option<Lock<'a>>,
    /// How the account got access, if the tool is unlisted.
    pub guest: Option<&'a Guest>,
    /// Whether an own model answers the account's runs.
    pub has_model: bool,
}
