//! HTML's character entities in pasted texts.

use crate::parts::Parts;

const KNOWN: &[(&str, &str)] = &[
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&ndash;", "–"),
    ("&amp;", "&"),
];

/// `text` with the usual entities replaced by their characters.
pub fn without_entities(text: &str) -> String {
    if !text.has("&") || !text.has(";") {
        return text.to_owned();
    }
    KNOWN.iter().fold(text.to_owned(), |text, (entity, sign)| text.with(entity, sign))
}
