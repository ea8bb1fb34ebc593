//! Polish typography of finished drafts: full stops after quotations. Screens bind small words and numbers.

use crate::language::Language;
use crate::output::{Output, Value};
use crate::short::without_stop;

/// Sets the prose of a draft in this language. Characters stay as many as they were.
pub(crate) fn set(variant: &mut impl Output, language: Language) {
    if language != Language::Pl {
        return;
    }
    for place in 0..variant.parts().len() {
        let lines = match variant.value(place) {
            Value::Text(text) => vec![stopped(text)],
            Value::List(list) => list.iter().map(String::as_str).map(stopped).collect(),
            Value::Number(_) => continue,
        };
        variant.set(place, lines);
    }
}

/// `text` with its full stops after the closing quotation marks: „…nie z nimi”. That of an abbreviation stays.
fn stopped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(".”") {
        out.push_str(before);
        let is_abbreviation = without_stop(&[before, "."].concat()).len() > before.len();
        out.push_str(match after.starts_with('.') {
            _ if is_abbreviation || before.ends_with('.') => ".”",
            true => "”",
            false => "”.",
        });
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::stopped;

    #[test]
    fn the_full_stop_follows_the_quotation_mark() {
        for (written, right) in [
            ("„Śmieje się z nas.”", "„Śmieje się z nas”."),
            ("Mówi: „Tak.” Albo „Nie.”.", "Mówi: „Tak”. Albo „Nie”."),
            ("„Od 2009 r.” i „…”, „Co?”", "„Od 2009 r.” i „…”, „Co?”"),
            ("„I tak dalej...”", "„I tak dalej...”"),
        ] {
            assert_eq!(stopped(written), right);
        }
    }
}
