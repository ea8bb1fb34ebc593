//! Orders to the model that stand in the data.

use crate::parts::Parts;
use crate::units::{is_upper, lower};
use crate::word_list::Words;
use crate::words;

/// Verbs of an order, and what it is about; a line with one of each is an order.
#[rustfmt::skip]
const VERBS: Words = words![
    "ignore", "disregard", "forget", "override", "bypass", "reveal", "print your", "repeat your", "do not follow",
    "zignoruj", "ignoruj", "zapomnij", "pomiń", "ujawnij", "wypisz swoj", "powtórz swoj", "nie stosuj", "obejdź",
];
const OBJECTS: Words = words![
    "instruction",
    "rules",
    "prompt",
    "previous",
    "above",
    "instrukc",
    "poleceni",
    "zasad",
    "powyżej",
    "poprzedni",
];
/// Texts that no honest data have.
#[rustfmt::skip]
const MARKS: Words = words![
    "system prompt", "system:", "assistant:", "<|", "[inst]", "### instruction", "### instrukcj", "</data-",
    "you are now a", "new instructions", "jesteś teraz model", "nowe instrukcje", "developer mode", "tryb programisty",
];
/// Letters of the shortest word in capitals that an order may want.
const LEAST: usize = 4;

/// Splits data into what it states and its orders: lines from an order on, up to a blank line or the next label.
pub(super) fn split(text: &str) -> (String, String) {
    let (mut stated, mut orders) = (String::new(), String::new());
    let mut is_order = false;
    for line in text.lines() {
        let lowered = lower(line);
        is_order = !line.trim().is_empty() && is_order
            || MARKS.any_in(&lowered)
            || VERBS.any_in(&lowered) && OBJECTS.any_in(&lowered);
        let part = if is_order { &mut orders } else { &mut stated };
        part.push_str(line);
        part.push('\n');
    }
    (stated, orders)
}

/// Words in capitals and quotations of the orders that `text` has and the rest of the data do not.
pub(super) fn obeyed(text: &str, orders: &str, stated: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let capitals = orders.split(|letter: char| !letter.is_alphabetic()).filter(|word| {
        word.chars().nth(LEAST - 1).is_some() && word.chars().all(is_upper) && *word != "SYSTEM"
    });
    let quoted = orders.split(['"', '“', '”', '„', '«', '»']).skip(1).step_by(2);
    let text = lower(text);
    for wanted in capitals.chain(quoted.filter(|quote| quote.has(" "))) {
        let plain = lower(wanted);
        if text.has(&plain) && !stated.has(&plain) && !found.iter().any(|other| other == wanted) {
            found.push(wanted.to_owned());
        }
    }
    found
}
