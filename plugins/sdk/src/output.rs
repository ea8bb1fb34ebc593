//! The parts of one variant of a result.

use crate::limit::Limit;
use crate::parts::Joined;

/// The parts of a variant. Derive it on a struct of texts, lists and numbers:
///
/// ```text
/// #[derive(Output, Default, Clone)]
/// struct Tags {
///     #[limit(characters, min = 30, max = 60, recommended)]
///     #[limit(pixels_title, max = 561, recommended)]
///     title: String,
///     #[field(format = "slug", computed)]   // computed by `finish`, not requested from the model
///     slug: String,
/// }
/// ```
///
/// `format` is "plain" (default), "markdown", "slug" or "title". `optional` parts may be missing from an
/// answer. The entries of a list with `blocks` may have several lines; in an answer a line `---` separates
/// them. On a list, `#[limit(items, …)]` counts entries and every other limit holds for each entry.
/// Titles come from the texts: `output.<field>.title`.
pub trait Output {
    #[doc(hidden)]
    fn parts(&self) -> &'static [Part];
    #[doc(hidden)]
    fn value(&self, place: usize) -> Value<'_>;
    /// Sets a part from the lines of an answer.
    #[doc(hidden)]
    fn set(&mut self, place: usize, lines: Vec<String>);
}

/// The derive's data about a part.
pub struct Part {
    pub name: &'static str,
    pub format: &'static str,
    /// Computed by the tool, never requested from the model.
    pub computed: bool,
    pub optional: bool,
    /// Entries of several lines.
    pub blocks: bool,
    pub kind: PartKind,
    pub limits: &'static [Limit],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    Text,
    List,
    Number,
}

/// The value of a part.
pub enum Value<'a> {
    Text(&'a str),
    List(&'a [String]),
    Number(i64),
}

/// A type that can be a part of a variant.
pub trait PartValue {
    const KIND: PartKind;
    fn view(&self) -> Value<'_>;
    fn take(&mut self, lines: Vec<String>);
}

impl PartValue for String {
    const KIND: PartKind = PartKind::Text;

    fn view(&self) -> Value<'_> {
        Value::Text(self)
    }

    fn take(&mut self, mut lines: Vec<String>) {
        *self = if lines.len() == 1 { lines.swap_remove(0) } else { lines.joined("\n") };
    }
}

impl PartValue for Vec<String> {
    const KIND: PartKind = PartKind::List;

    fn view(&self) -> Value<'_> {
        Value::List(self)
    }

    fn take(&mut self, lines: Vec<String>) {
        *self = lines;
    }
}

impl PartValue for u32 {
    const KIND: PartKind = PartKind::Number;

    fn view(&self) -> Value<'_> {
        Value::Number(i64::from(*self))
    }

    fn take(&mut self, lines: Vec<String>) {
        *self = lines.first().and_then(|line| line.trim().parse().ok()).unwrap_or_default();
    }
}
