//! `[draft]`: the result if no model is connected.

use toml::Value;

use super::field::Field;
use super::prompt::{Within, check_placeholders};
use super::result::Part;
use super::source::Texts;
use crate::node::Node;
use crate::{Code, LANGUAGES, markup};

/// The maximum number of alternative texts for further variants, or of entries of a list.
const MOST_TEXTS: usize = 20;
const TEXT_CHARS: usize = 6000;

/// Reads the drafts, if there are any. Both languages must have them, or none.
pub(super) fn read(root: &mut Node<'_>, fields: &[Field], parts: &[Part], texts: &mut Texts) -> bool {
    let Some(mut node) = root.inner("draft", false) else { return false };
    for (place, language) in LANGUAGES.into_iter().enumerate() {
        let Some(mut node) = node.inner(language, true) else { continue };
        for part in parts.iter().filter(|part| !part.optional || node.has(&part.id)).collect::<Vec<_>>() {
            let list = one(&mut node, part);
            for text in &list {
                check_placeholders(&mut node, &part.id, text, fields, Within::Draft);
                markup::check(text, &node.place(&part.id), node.found);
            }
            texts.put_list(place, &format!("draft.{}", part.id), list);
        }
        node.finish();
    }
    node.finish();
    true
}

/// A single text may be written without a list; a part that is a list needs one.
fn one(node: &mut Node<'_>, part: &Part) -> Vec<String> {
    match node.take(&part.id) {
        Some(Value::String(text)) if !part.is_list() => {
            node.put_back(&part.id, Value::Array(vec![Value::String(text)]))
        }
        Some(value) => node.put_back(&part.id, value),
        None => {
            node.report(&part.id, Code::FieldMissing);
            return Vec::new();
        }
    }
    node.texts(&part.id, 1, MOST_TEXTS, TEXT_CHARS).unwrap_or_default()
}
