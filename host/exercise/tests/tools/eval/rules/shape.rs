//! Limits, repetition, variants that are alike, and frames.

use serde_json::Value;
use sitewright_sdk::units::{Unit, sentences};
use unicode_segmentation::UnicodeSegmentation;

use super::Checked;
use crate::eval::text::{ADDRESS, HASHTAG, letters, likeness, pattern, words};

/// Of the words of two sentences or variants: from this share on they say the same.
const SAME_SENTENCE: f64 = 0.85;
const SAME_VARIANT: f64 = 0.8;

/// Beginnings of the reason why a draft is longer than ordered.
const LONGER: [&str; 2] = ["Longer than ordered: ", "Dłuższe niż zamówione: "];

/// What the tool itself complains about, and what it should.
pub fn limits(checked: &mut Checked, variant: &Value) {
    for check in variant["checks"].as_array().into_iter().flatten() {
        let text = |key: &str| check[key].as_str().unwrap_or_default();
        let field = text("field").to_owned();
        if check["ok"] == false && checked.is_draft && is_short_of(check) {
            // A draft does not pad; it says that it has fewer than ordered.
        } else if check["ok"] == false
            && checked.is_draft
            && LONGER.iter().any(|it| text("message").starts_with(it))
        {
            // Nor does it shorten sentences that warn; it says why it is longer.
        } else if check["ok"] == false {
            let rule = if text("level") == "recommended" { "advice" } else { "limit" };
            checked.add(rule, rule == "limit", &field, text("message"));
        } else if let Some(over) = silent(checked, &field, text("unit"), check) {
            checked.serious("limit-missed", &field, over);
        }
    }
    if checked.parts.iter().all(|part| part.entries.is_empty()) {
        checked.serious("empty", "", "every part is empty");
    }
}

/// Whether the check says that there are fewer entries than ordered.
fn is_short_of(check: &Value) -> bool {
    let is_fewer = check["value"].as_u64().zip(check["min"].as_u64()).is_some_and(|(value, min)| value < min);
    check["ok"] == false && check["unit"] == "items" && is_fewer && check["level"] == "recommended"
}

/// Parts whose number the form orders, by its field.
const ORDERED: &[(&str, &str)] =
    &[("headlines_count", "headlines"), ("descriptions_count", "descriptions"), ("hashtags", "hashtags")];

/// An ordered number that is missed without a word, and a summary that is longer than ordered.
pub fn counts(checked: &mut Checked, variant: &Value, data: &Value) {
    let ordered = |name: &str| checked.case.input[name].as_u64();
    let checks = || variant["checks"].as_array().into_iter().flatten();
    let mut missed: Vec<(&str, u64, u64)> = Vec::new();
    for (field, part) in ORDERED {
        let Some(count) = ordered(field) else { continue };
        let found = match *part {
            "hashtags" => HASHTAG.find_iter(&ADDRESS.replace_all(&checked.all(), " ")).count(),
            part => {
                checked.parts.iter().find(|other| other.name == part).map_or(0, |part| part.entries.len())
            }
        } as u64;
        let is_said =
            checks().any(|check| is_short_of(check) && (check["field"] == *part || *part == "hashtags"));
        if found < count && !is_said {
            missed.push((part, found, count));
        }
    }
    let made = data["variants"].as_array().map_or(0, Vec::len) as u64;
    if let Some(count) = ordered("variants").filter(|count| made < *count && data["ordered"].is_null()) {
        missed.push(("variants", made, count));
    }
    for (part, found, count) in missed {
        checked.minor("count-missed", part, format!("{found} of {count}"));
    }
    summary(checked);
}

/// A number of words is the most that a summary has; a model may miss it by a tenth.
fn summary(checked: &mut Checked) {
    let input = &checked.case.input;
    if checked.tool != "text-summary" || input["length"] != "words" {
        return;
    }
    let Some(most) = input["words"].as_u64() else { return };
    let part = checked.parts.iter().find(|part| part.name == "text");
    let text = part.map(super::Part::text).unwrap_or_default();
    let count = u64::from(Unit::Words.measure(text.trim_start_matches("**TL;DR:**")));
    if count > if checked.is_draft { most } else { most + most.div_ceil(10) } {
        checked.minor("word-limit", "text", format!("{count} words of at most {most}"));
    }
}

/// Parts that are shown beside one another: in a draft a fact stands in one of them. A model may repeat it in other words.
fn shown_together(checked: &mut Checked) {
    const HEADS: [&str; 3] = ["headlines", "callouts", "headline"];
    if !checked.is_draft || !["google-ads", "linkedin-ads"].contains(&checked.tool) {
        return;
    }
    let texts = |heads: bool| {
        let parts = checked.parts.iter().filter(move |part| match heads {
            true => HEADS.contains(&part.name),
            false => ["descriptions", "description"].contains(&part.name),
        });
        parts.flat_map(|part| part.entries.iter().map(|entry| (*entry).to_owned())).collect::<Vec<_>>()
    };
    let (heads, descriptions) = (texts(true), texts(false));
    let keywords = checked.case.input["keywords"].as_array().into_iter().flatten();
    let keywords: Vec<String> = keywords.filter_map(Value::as_str).map(letters).collect();
    for (place, head) in heads.iter().enumerate().filter(|(_, head)| words(head).len() > 1) {
        let own = letters(head);
        // What people search for is no fact: its headline may open a description.
        let is_keyword = keywords.contains(&own);
        let is_said = !is_keyword
            && descriptions
                .iter()
                .any(|text| sentences(text).iter().any(|said| letters(said).starts_with(&own)));
        if is_said || heads[..place].iter().any(|other| letters(other) == own) {
            checked.serious("fact-twice", "", head.as_str());
        }
    }
}

/// A maximum that own counting finds exceeded although the tool says otherwise. A value far from the own count measures
/// something else, such as the text before the fold.
fn silent(checked: &Checked, field: &str, unit: &str, check: &Value) -> Option<String> {
    let (name, place) = field.split_once('/').unwrap_or((field, "0"));
    let part = checked.parts.iter().find(|part| part.name == name)?;
    let text =
        part.entries.get(place.parse::<usize>().ok()?).filter(|_| !part.is_list || field.contains('/'))?;
    let own = match unit {
        "characters" => text.graphemes(true).count(),
        "utf16" => text.encode_utf16().count(),
        "bytes" => text.len(),
        _ => return None,
    } as u64;
    let (value, max) = (check["value"].as_u64()?, check["max"].as_u64()?);
    (own > max && value <= max && own - value <= own / 10).then(|| format!("{own} {unit} of at most {max}"))
}

/// A sentence twice in a part, and a part that repeats another.
pub fn repetition(checked: &mut Checked) {
    let prose = checked.prose();
    for (field, text) in &prose {
        let text = ADDRESS.replace_all(text, " ");
        let all: Vec<&str> =
            sentences(&text).into_iter().filter(|sentence| words(sentence).len() > 2).collect();
        for (place, sentence) in all.iter().enumerate() {
            let is_long = words(sentence).len() > 5;
            let same = |other: &&&str| {
                letters(sentence) == letters(other) || is_long && likeness(sentence, other) >= SAME_SENTENCE
            };
            if all[..place].iter().any(|other| same(&other)) {
                checked.serious("twice", field, *sentence);
            }
        }
    }
    // Social titles and names of ads may repeat the title.
    let shown: Vec<&(&str, String)> = prose.iter().filter(|(field, _)| !field.starts_with("og_")).collect();
    for (place, (field, text)) in shown.iter().enumerate() {
        if words(text).len() > 2 && shown[..place].iter().any(|(_, other)| letters(other) == letters(text)) {
            checked.serious("part-twice", field, text.as_str());
        }
    }
    shown_together(checked);
    for part in
        checked.parts.iter().filter(|part| part.is_list).map(|part| part.entries.clone()).collect::<Vec<_>>()
    {
        for (place, entry) in part.iter().enumerate() {
            if part[..place].iter().any(|other| letters(other) == letters(entry)) {
                checked.serious("entry-twice", "", *entry);
            }
        }
    }
}

/// A variant's prose, to compare it with the others.
pub fn essence(checked: &Checked) -> String {
    let texts: Vec<String> = checked.prose().into_iter().map(|(_, text)| text).collect();
    ADDRESS.replace_all(&texts.join("\n"), " ").into_owned()
}

pub fn variants(checked: &mut Checked, others: &[String]) {
    let own = essence(checked);
    for (place, other) in others.iter().enumerate() {
        let number = place + 1;
        if letters(other) == letters(&own) {
            checked.serious("variant-equal", "", format!("like variant {number}"));
        } else if likeness(other, &own) >= SAME_VARIANT && words(&own).len() > 8 {
            checked.minor("variant-close", "", format!("like variant {number}"));
        }
    }
    // A new version that is not new.
    let source = checked.case.input["text"].as_str().unwrap_or_default();
    if ["paraphrase", "translate", "expand-text"].contains(&checked.tool) && letters(source) == letters(&own)
    {
        checked.serious("unchanged", "", "the text of the input");
    }
}

/// A frame has places to fill or questions to answer.
pub fn frame(checked: &mut Checked) {
    let text = checked.all();
    let place = pattern(r"\[[^\]\n]{2,}\]");
    if !text.contains('?') && !place.is_match(&text) {
        checked.serious("frame-empty", "", "nothing to fill or to answer");
    }
}
