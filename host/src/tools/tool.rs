//! One installed tool: what its manifest, its component and its descriptions say, ready to be served.

use std::{fmt, sync::Arc};

use anyhow::Context as _;
use axum::body::Bytes;
use serde_json::{Value, value::RawValue};
use sitewright_engine::Descriptor;

use super::{
    category_place, category_title,
    code::Code,
    grants::Grants,
    schema::Schema,
    version::{Closed, Gate, Tally},
    view::{NeedsModel, PermissionView, ToolLock, ToolUi, ToolView},
};
use crate::{
    error::Result,
    fold::fold,
    locale::{Locale, by_language},
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
    pub grants: Arc<Grants>,
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
        let ToolFacts { id, version, publisher, category, words, icon, package, code, grants, .. } = facts;
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
            grants,
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
    pub grants: Arc<Grants>,
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
            permissions: PermissionView::all(self.code.permissions(), &self.grants, locale),
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
