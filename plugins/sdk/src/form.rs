//! The form: fields, their JSON Schema, and reading them with messages for invalid input.

mod field;
mod reader;
mod schema;

pub use field::{Field, Filled, Kind, Preset, Spec};
pub use reader::Reader;
pub use schema::Schema;

use crate::host::{Failure, FieldError};
use crate::json::{self, Value};
use crate::language::Language;
use crate::texts::Phrases;
use crate::voice::Voice;

/// A form. Derive it on a struct:
///
/// ```text
/// #[derive(Input)]
/// struct Brief {
///     #[field(required, min = 3, max = 1000, widget = "textarea")]
///     topic: String,
///     #[field(default = "engagement")]
///     goal: Goal,                       // derives Choice
///     #[field(more, max = 10)]          // folded under "More options"; at most ten entries
///     keywords: Vec<String>,
///     #[field(min = 1, max = 5, default = 3)]
///     variants: u8,
///     #[field(flatten)]
///     voice: Voice,
/// }
/// ```
///
/// `min` and `max` are characters of a text, entries of a list, or the range of a number. Titles come
/// from the texts: `input.<field>.title`, and `.description`, `.examples`, `.options.<id>` where wanted.
pub trait Input: Sized {
    #[doc(hidden)]
    fn describe(form: &mut Schema<'_>);
    #[doc(hidden)]
    fn read(form: &mut Reader<'_>) -> Self;

    /// The common fields, wherever they were flattened in.
    fn voice(&self) -> Option<&Voice>;

    /// The field named `variants`, or marked `#[field(variants)]`, if there is one.
    fn variants(&self) -> Option<u32>;
}

/// The input's JSON Schema, titled in the language of `phrases`.
pub fn schema<I: Input>(phrases: Phrases) -> String {
    let mut schema = Schema::new(&phrases);
    I::describe(&mut schema);
    schema.finish()
}

/// Reads an input. `screen` has the messages, `fallback` is the result's language if none was chosen.
pub fn read<I: Input>(input: &str, screen: Phrases, fallback: Language) -> Result<I, Failure> {
    let not_an_object = || FieldError {
        pointer: String::new(),
        message: screen.text("input-errors.not-an-object").to_owned(),
    };
    let Some(Value::Object(values)) = json::parse(input) else {
        return Err(Failure::InvalidInput(vec![not_an_object()]));
    };
    let mut reader = Reader::new(values, &screen, fallback);
    let input = I::read(&mut reader);
    reader.finish().map(|()| input)
}

#[cfg(test)]
mod tests {
    use sitewright_sdk_macros::Input;

    #[derive(Input)]
    struct Order {
        #[field(variants, min = 5, max = 20, default = 10)]
        count: u32,
    }

    #[test]
    fn a_marked_number_is_the_number_of_variants() {
        assert_eq!(super::Input::variants(&Order { count: 7 }), Some(7));
    }
}
