//! `[example]`: an example input. The form's schema checks it.

use super::node::Node;
use super::source::Texts;
use crate::{Code, LANGUAGES};

pub(super) fn read(root: &mut Node<'_>, texts: &mut Texts) {
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
