//! `template.toml`: a tool without its own code, as data for the host's component that runs templates.
//!
//! It is read strictly: unknown keys are refused, every text is in both languages, every placeholder names a field.
//! The result is JSON for the component, which does not have to check it.

mod draft;
mod field;
mod prompt;
mod result;
mod source;

use toml::Table;

use crate::layout::TEMPLATE;
use crate::manifest::{Manifest, NeedsModel, table};
use crate::node::Node;
use crate::{Code, LANGUAGES, Limits, Problem, Problems, json};

use field::Field;
use source::{Source, Texts};

const NAME_CHARS: usize = 100;
const SUMMARY_CHARS: usize = 500;

/// A valid template.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    source: String,
    has_drafts: bool,
}

impl Template {
    /// Reads a `template.toml`, or returns all problems.
    pub fn read(text: &str) -> Result<Self, Vec<Problem>> {
        let mut found = Problems::default();
        match read(text.as_bytes(), &mut found) {
            Some(template) if found.is_empty() => Ok(template),
            _ => Err(found.into_list()),
        }
    }

    /// The input of the component that runs templates: JSON, equal for equal templates.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it writes drafts if no model is connected.
    pub fn has_drafts(&self) -> bool {
        self.has_drafts
    }
}

/// Returns `None` if a required part is missing. Other problems are only recorded in `found`.
pub(crate) fn read(bytes: &[u8], found: &mut Problems) -> Option<Template> {
    let most = Limits::default().template_bytes;
    if bytes.len() as u64 > most {
        found.add(Problem::at(Code::EntryTooLarge, TEMPLATE).with("max_kb", most >> 10));
        return None;
    }
    let table = table(json::text(bytes, TEMPLATE, found)?, TEMPLATE, found)?;
    let source = source(table, found);
    let has_drafts = source.has_drafts;
    // Texts and numbers: serialization cannot fail.
    Some(Template { source: serde_json::to_string(&source).unwrap_or_default(), has_drafts })
}

fn source(table: Table, found: &mut Problems) -> Source {
    let mut root = Node::new(TEMPLATE, table, found);
    let mut texts = Texts::default();
    texts.put("name", root.both("name", NAME_CHARS));
    texts.put("summary", root.both("summary", SUMMARY_CHARS));
    let fields = field::read(&mut root, &mut texts);
    let result = result::read(&mut root, &fields, &mut texts);
    let prompt = prompt::read(&mut root, &fields, &mut texts);
    let has_drafts = draft::read(&mut root, &fields, &result.parts, &mut texts);
    example(&mut root, &mut texts);
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

/// Reads `[example]`, an example input. The form's schema checks it.
fn example(root: &mut Node<'_>, texts: &mut Texts) {
    let Some(mut node) = root.inner("example", true) else { return };
    for (place, language) in LANGUAGES.into_iter().enumerate() {
        let Some(inner) = node.inner(language, true) else { continue };
        match inner.into_json() {
            Some(json) => texts.put_list(place, "example", vec![json]),
            None => node.report_with(language, Code::FieldType, "wanted", "table"),
        }
    }
    node.finish();
}

/// Checks that `plugin.toml` and the template agree about the model.
pub(crate) fn compare(template: &Template, manifest: &Manifest, found: &mut Problems) {
    let (wanted, name) =
        if template.has_drafts { (NeedsModel::Never, "never") } else { (NeedsModel::Always, "always") };
    if manifest.needs_model != wanted {
        let place = format!("{}: needs_model", crate::layout::MANIFEST);
        found.add(Problem::at(Code::NeedsModelWrong, place).with("wanted", name));
    }
    // Every template calls the model.
    if manifest.words == 0 {
        found.at(format!("{}: words", crate::layout::MANIFEST), Code::WordsZero);
    }
}
