//! `template.toml`: a tool without a compiler, as data that one component of the host's runs.
//!
//! Read strictly: every key is known, every text stands in both languages, every placeholder names a field. What comes
//! out is the JSON that the component is given, so that it needs to check nothing.

mod draft;
mod example;
mod field;
mod node;
mod placeholder;
mod prompt;
mod result;
mod source;

use toml::Table;

use crate::layout::TEMPLATE;
use crate::manifest::{Manifest, NeedsModel, table};
use crate::problem::{Found, Problem};
use crate::{Code, Limits, json};

use field::Field;
use node::Node;
use source::{Source, Texts};

const NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;

/// A template that was found to be good.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    source: String,
    has_drafts: bool,
}

impl Template {
    /// Reads a `template.toml`, or says all that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Vec<Problem>> {
        let mut found = Found::default();
        match read(text.as_bytes(), &mut found) {
            Some(template) if found.is_empty() => Ok(template),
            _ => Err(found.into_list()),
        }
    }

    /// What the component that runs templates is given: JSON, and the same for the same template.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it writes drafts where no model is connected.
    pub fn has_drafts(&self) -> bool {
        self.has_drafts
    }
}

/// None where nothing could be made of it; what else is wrong is only found.
pub(crate) fn read(bytes: &[u8], found: &mut Found) -> Option<Template> {
    let most = Limits::default().template_bytes;
    if bytes.len() as u64 > most {
        found.add(Problem::at(Code::EntryTooLarge, TEMPLATE).with("max_kb", most >> 10));
        return None;
    }
    let table = table(json::text(bytes, TEMPLATE, found)?, TEMPLATE, found)?;
    let source = source(table, found);
    let has_drafts = source.has_drafts;
    // Texts and numbers: nothing here can fail to be written.
    Some(Template { source: serde_json::to_string(&source).unwrap_or_default(), has_drafts })
}

fn source(table: Table, found: &mut Found) -> Source {
    let mut root = Node::new(table, String::new(), found);
    let mut texts = Texts::default();
    texts.put("name", root.both("name", NAME_CHARS));
    texts.put("summary", root.both("summary", SUMMARY_CHARS));
    let fields = field::read(&mut root, &mut texts);
    let result = result::read(&mut root, &fields, &mut texts);
    let prompt = prompt::read(&mut root, &fields, &mut texts);
    let has_drafts = draft::read(&mut root, &fields, &result.parts, &mut texts);
    example::read(&mut root, &mut texts);
    root.finish();
    Source {
        fields,
        variants: result.variants,
        parts: result.parts,
        subject: result.subject,
        max_words: prompt.max_words,
        temperature: prompt.temperature,
        has_drafts,
        texts: texts.into_lists(),
    }
}

/// Whether `plugin.toml` says the same of the model as the template.
pub(crate) fn compare(template: &Template, manifest: &Manifest, found: &mut Found) {
    let (wanted, name) =
        if template.has_drafts { (NeedsModel::Never, "never") } else { (NeedsModel::Always, "always") };
    if manifest.needs_model != wanted {
        let place = format!("{}: needs_model", crate::layout::MANIFEST);
        found.add(Problem::at(Code::NeedsModelWrong, place).with("wanted", name));
    }
    // Every template asks the model.
    if manifest.words == 0 {
        found.at(format!("{}: words", crate::layout::MANIFEST), Code::WordsZero);
    }
}
