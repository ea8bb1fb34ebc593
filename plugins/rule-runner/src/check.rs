//! The checks of a batch of pages.

use sitewright_conditions::{Condition, Facts, Value};
use sitewright_facts::Batch;
use sitewright_sdk::json::{self, Writer};

use crate::source::{Filled, Pack, Rule};

/// The host refuses more rows of a finding.
const MOST_EVIDENCE: usize = 100;
/// In bytes.
const LONGEST_TEXT: usize = 600;
const LONGEST_URL: usize = 1_500;
/// The bytes of all texts of a finding: quoted, they may be twice as long, and the host takes 8,192.
const LONGEST_TEXTS: usize = 3_000;
/// The largest number that JSON readers keep exactly.
const LARGEST: f64 = 9e15;

/// A page that breaks a rule.
#[derive(Debug, PartialEq)]
pub struct Found {
    /// The position of the rule in the pack.
    pub rule: u32,
    /// The row of the page in the batch.
    pub page: u32,
    pub values: String,
    /// The position of a table in [`Pack::tables`], and a row in the batch.
    pub evidence: Vec<(u32, u32)>,
}

/// Checks all pages of a batch. `settings` is the JSON of the contract.
pub fn check(pack: &Pack, batch: &Batch<'_>, settings: &str) -> Vec<Found> {
    let settings = json::parse(settings).unwrap_or(json::Value::Null);
    let chosen: Vec<Option<Vec<f64>>> = pack.rules.iter().map(|rule| chosen(rule, &settings)).collect();
    let mut found = Vec::new();
    for page in batch.pages() {
        let is_read = page.is_document();
        for (place, (rule, parameters)) in pack.rules.iter().zip(&chosen).enumerate() {
            let Some(parameters) = parameters.as_ref().filter(|_| rule.all || is_read) else { continue };
            let facts = Facts::new(batch, page.index() as usize, parameters);
            if let Some((values, evidence)) = one(pack, rule, facts) {
                found.push(Found { rule: place as u32, page: page.index(), values, evidence });
            }
        }
    }
    found
}

/// The parameters of a rule as the user has set them, within their ranges; `None` if it is turned off.
fn chosen(rule: &Rule, settings: &json::Value<'_>) -> Option<Vec<f64>> {
    let set = settings.get(&rule.id);
    if matches!(set, json::Value::Flag(false)) {
        return None;
    }
    let numbers = rule.params.iter().map(|param| {
        let number = match set.get(&param.name) {
            number @ json::Value::Number(..) => number.number().unwrap_or(param.default),
            _ => param.default,
        };
        number.max(param.min).min(param.max)
    });
    Some(numbers.collect())
}

fn one(pack: &Pack, rule: &Rule, facts: Facts<'_>) -> Option<(String, Vec<(u32, u32)>)> {
    let rows = rule.rows.as_ref().map(|rows| rows.of(facts)).unwrap_or_default();
    let facts = facts.with(&rows);
    let is_broken = match &rule.when {
        Some(when) => when.is_true(facts),
        None => !rows.is_empty(),
    };
    if !is_broken {
        return None;
    }
    let table = rule.rows.as_ref().and_then(|rows| pack.tables.iter().position(|name| name == rows.table()));
    let evidence = table
        .into_iter()
        .flat_map(|table| rows.iter().take(MOST_EVIDENCE).map(move |row| (table as u32, row.index as u32)));
    Some((values(rule, facts), evidence.collect()))
}

/// The values of the placeholders, as JSON.
fn values(rule: &Rule, facts: Facts<'_>) -> String {
    let (mut json, mut room) = (Writer::default(), LONGEST_TEXTS);
    json.object(|json| {
        for Filled { name, kind, is } in &rule.values {
            json.key(name);
            match is.as_ref().map(|is: &Condition| is.value(facts)) {
                Some(Value::Number(number)) => json.raw(&decimal(number)),
                Some(Value::Text(text)) => {
                    let most = if kind == "url" { LONGEST_URL } else { LONGEST_TEXT };
                    let text = cut(&text, most.min(room));
                    room = room.saturating_sub(text.len());
                    json.text(&text)
                }
                _ => json.raw("0"),
            };
        }
    });
    json.finish()
}

/// A number with at most three decimals. One that is not known is 0.
fn decimal(number: f64) -> String {
    if number.is_nan() {
        return "0".to_owned();
    }
    let thousandths = (number.clamp(-LARGEST, LARGEST) * 1000.0).round() as i64;
    let (sign, thousandths) = (if thousandths < 0 { "-" } else { "" }, thousandths.unsigned_abs());
    match thousandths % 1000 {
        0 => format!("{sign}{}", thousandths / 1000),
        rest => format!("{sign}{}.{rest:03}", thousandths / 1000),
    }
}

fn cut(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most) + 4);
    for letter in text.chars() {
        if out.len() + letter.len_utf8() > most {
            out.push('…');
            break;
        }
        out.push(if letter.is_control() { ' ' } else { letter });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{cut, decimal};

    #[test]
    fn numbers_have_three_decimals_at_most() {
        let of = [2.5, -0.25, 1.0 / 3.0, 7.0, f64::NAN, 1e300].map(decimal);
        assert_eq!(of, ["2.500", "-0.250", "0.333", "7", "0", "9000000000000000"]);
    }

    #[test]
    fn long_texts_are_cut_between_letters() {
        assert_eq!((cut("żółw", 4), cut("a\nb", 9)), ("żó…".to_owned(), "a b".to_owned()));
    }
}
