//! Typography of finished drafts: quotation marks, minus signs and, in Polish, full stops after quotations. Screens bind
//! small words and numbers.

use crate::language::Language;
use crate::output::{Output, Value};
use crate::parts::{Parts as _, rewritten};
use crate::short::without_stop;

/// Sets the prose of a draft in this language. Characters stay as many as they were.
pub(crate) fn set(variant: &mut impl Output, language: Language) {
    let right = |text: &str| {
        let text = signed(&quoted(text, language));
        if language == Language::Pl { stopped(&text) } else { text }
    };
    for place in 0..variant.parts().len() {
        let lines = match variant.value(place) {
            Value::Text(text) => vec![right(text)],
            Value::List(list) => list.iter().map(|line| right(line)).collect(),
            Value::Number(_) => continue,
        };
        variant.set(place, lines);
    }
}

/// `text` with the quotation marks of its language for straight ones. The mark after a number is an inch.
fn quoted(text: &str, language: Language) -> String {
    let [opening, closing] = if language == Language::Pl { ['„', '”'] } else { ['“', '”'] };
    rewritten(text, "\"", |out, _, after| {
        let opens = out.is_empty() || out.ends_with([' ', '\n', '(', '[', '\u{a0}']);
        let inside = after.halves("\"").filter(|(inside, _)| {
            opens && !inside.is_empty() && inside.trim() == *inside && !inside.contains('\n')
        });
        let Some((inside, behind)) = inside else {
            out.push('"');
            return after;
        };
        out.push(opening);
        out.push_str(inside);
        out.push(closing);
        behind
    })
}

/// `text` with a minus sign before its negative numbers: "−20%". A hyphen between numbers stays.
fn signed(text: &str) -> String {
    rewritten(text, "-", |out, _, after| {
        let is_open = match out.strip_suffix([' ', '\n', '(', '\u{a0}']) {
            Some(word) => !word.ends_with(|letter: char| letter.is_ascii_digit()),
            None => out.is_empty(),
        };
        let is_number = after.starts_with(|letter: char| letter.is_ascii_digit());
        out.push(if is_open && is_number { '−' } else { '-' });
        after
    })
}

/// `text` with its full stops after the closing quotation marks: „…nie z nimi”. That of an abbreviation stays.
fn stopped(text: &str) -> String {
    rewritten(text, ".”", |out, before, after| {
        let is_abbreviation = without_stop(&[before, "."].concat()).len() > before.len();
        out.push_str(match after.starts_with('.') {
            _ if is_abbreviation || before.ends_with('.') => ".”",
            true => "”",
            false => "”.",
        });
        after
    })
}

#[cfg(test)]
mod tests {
    use super::{quoted, signed, stopped};
    use crate::language::Language;

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

    #[test]
    fn straight_quotes_and_hyphens_become_signs() {
        assert_eq!(quoted("Len \"Port\", 27\" i \"x", Language::Pl), "Len „Port”, 27\" i \"x");
        assert_eq!(quoted("(\"Port\")", Language::En), "(“Port”)");
        assert_eq!(
            signed("-20% do -5 °C, S1-S11, 10 -20 zł, e-book"),
            "−20% do −5 °C, S1-S11, 10 -20 zł, e-book"
        );
    }
}
