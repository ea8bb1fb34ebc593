//! The plain-text layout of a variant: requested from the model, used for drafts, and parsed. One part is just its
//! text; several are sections under their titles, so that the text reads well while it is being written.

use crate::answer;
use crate::decimal::Decimal;
use crate::json::Writer;
use crate::language::Language;
use crate::output::{Output, Part, PartKind, Value};
use crate::parts::{Joined, Parts};
use crate::scan;
use crate::template::fill;
use crate::texts::Phrases;
use crate::units::{Unit, lower};

mod data;

/// The parts that a model writes.
fn asked(parts: &[Part]) -> Vec<&Part> {
    parts.iter().filter(|part| !part.computed).collect()
}

/// The rule that requests this layout.
pub(crate) fn instruction(parts: &[Part], phrases: Phrases) -> String {
    let asked = asked(parts);
    if let [part] = asked.as_slice() {
        return phrases
            .text(if part.format == "markdown" { "prompt.markdown" } else { "prompt.plain" })
            .to_owned();
    }
    let lines: Vec<String> = asked.iter().map(|part| section(part, phrases)).collect();
    fill(phrases.text("prompt.sections"), &[("sections", &lines.joined("\n"))])
}

/// The JSON Schema of an answer in this layout, with the titles as names; `None` for a single part. With `is_list` the
/// answer has several variants. Its `x-fallback` says that a model may answer as text. Providers write the members in the
/// order of their names, so each begins with its number.
pub(crate) fn schema(parts: &[Part], phrases: Phrases, is_list: bool) -> Option<String> {
    let asked = asked(parts);
    if asked.len() < 2 {
        return None;
    }
    let mut json = Writer::default();
    json.object(|json| {
        if is_list {
            closed(json, ["variants"], |json| {
                json.key("variants").object(|json| {
                    json.key("type").text("array").key("items").object(|json| variant(json, &asked, phrases));
                });
            });
        } else {
            variant(json, &asked, phrases);
        }
        json.key("x-fallback").text("text");
    });
    Some(json.finish())
}

fn variant(json: &mut Writer, asked: &[&Part], phrases: Phrases) {
    let numbered =
        |(place, part): (usize, &&Part)| [&(place + 1).decimal(), ". ", title(part, phrases)].concat();
    let names: Vec<String> = asked.iter().enumerate().map(numbered).collect();
    closed(json, names.iter().map(String::as_str), |json| {
        for (part, name) in asked.iter().zip(&names) {
            json.key(name).raw(match part.kind {
                PartKind::List => r#"{"type":"array","items":{"type":"string"}}"#,
                _ => r#"{"type":"string"}"#,
            });
        }
    });
}

/// An object with these members and no others, as strict modes require.
fn closed<'t>(json: &mut Writer, names: impl IntoIterator<Item = &'t str>, fill: impl FnOnce(&mut Writer)) {
    json.key("type").text("object").key("properties").object(fill);
    json.key("required").texts(names).key("additionalProperties").flag(false);
}

/// What stands in the layout in place of a part: a text, a list, a text in Markdown.
const HINTS: [&str; 3] = ["prompt.section-text", "prompt.section-list", "prompt.section-markdown"];

fn section(part: &Part, phrases: Phrases) -> String {
    let hint = match part {
        Part { kind: PartKind::List, .. } => HINTS[1],
        Part { format: "markdown", .. } => HINTS[2],
        _ => HINTS[0],
    };
    [title(part, phrases), ": ", phrases.text(hint)].concat()
}

fn title(part: &Part, phrases: Phrases) -> &'static str {
    phrases.part("output", part.name, "title").unwrap_or(part.name)
}

/// A variant in this layout.
pub(crate) fn print(variant: &impl Output, phrases: Phrases) -> String {
    let parts = variant.parts();
    let single = parts.iter().filter(|part| !part.computed).count() == 1;
    let mut out = String::new();
    for (place, part) in parts.iter().enumerate().filter(|(_, part)| !part.computed) {
        if !out.is_empty() {
            out.push('\n');
        }
        if !single {
            out.push_str(title(part, phrases));
            out.push(':');
        }
        match variant.value(place) {
            Value::Text(text) => push(&mut out, text, single),
            Value::Number(number) => push(&mut out, &number.decimal(), single),
            Value::List(list) if part.blocks => push(&mut out, &list.joined("\n---\n"), single),
            Value::List(list) => list.iter().for_each(|entry| {
                if !out.is_empty() {
                    out.push('\n');
                }
                out.push_str("- ");
                out.push_str(entry);
            }),
        }
    }
    out
}

fn push(out: &mut String, text: &str, single: bool) {
    if !single {
        out.push(if text.has("\n") { '\n' } else { ' ' });
    }
    out.push_str(text);
}

/// Parses an answer. Sections are found by their titles in either language, in any order, written as a label, a
/// heading or an entry of a list; JSON is read by its keys.
pub(crate) fn parse<V: Output + Default>(answer: &str, phrases: Phrases) -> V {
    let mut variant = V::default();
    let parts = variant.parts();
    let asked: Vec<usize> = (0..parts.len()).filter(|place| !parts[*place].computed).collect();
    if data::is_data(answer) {
        let found = data::parts(answer, &labels(&asked, parts, phrases), parts);
        found.into_iter().for_each(|(place, lines)| variant.set(place, lines));
        return variant;
    }
    if let [place] = asked.as_slice() {
        variant.set(*place, lines(scan::lines(answer), &parts[*place], answer.len()));
        return variant;
    }
    let labels = labels(&asked, parts, phrases);
    let mut current: Option<usize> = None;
    let mut found: Vec<Vec<&str>> = vec![Vec::new(); parts.len()];
    for line in scan::lines(answer) {
        match heading(line, &labels) {
            Some((place, rest)) if found[place].is_empty() => {
                current = Some(place);
                found[place].push(rest);
            }
            _ => {
                if let Some(place) = current {
                    found[place].push(line);
                }
            }
        }
    }
    // A model that repeats the layout without filling it has written nothing.
    let hints = HINTS.map(|key| phrases.text(key));
    for place in asked {
        found[place].retain(|line| !hints.contains(&entry(line)));
        let length = found[place].iter().map(|line| line.len() + 1).sum();
        variant.set(place, lines(found[place].iter().copied(), &parts[place], length));
    }
    variant
}

/// The texts of several variants in one answer, each in the layout of one: separated by lines of `=`, in plain texts of
/// `-`, by the title of the first part, or entries of a JSON list.
pub(crate) fn pieces<V: Output + Default>(answer: &str, phrases: Phrases) -> Vec<String> {
    let parts = V::default().parts();
    let asked: Vec<usize> = (0..parts.len()).filter(|place| !parts[*place].computed).collect();
    let labels = labels(&asked, parts, phrases);
    if data::is_data(answer) {
        let entries = data::entries(answer, &labels, parts).into_iter().map(|found| {
            let mut variant = V::default();
            found.into_iter().for_each(|(place, lines)| variant.set(place, lines));
            print(&variant, phrases)
        });
        return entries.collect();
    }
    let is_of = |line: &str, sign| line.trim().len() >= 3 && line.trim().bytes().all(|byte| byte == sign);
    let all: Vec<&str> = scan::lines(answer).collect();
    let is_ruled = all.iter().any(|line| is_of(line, b'=') || answer::is_numbered(line));
    // Models separate plain texts in their own way.
    let is_plain = matches!(asked[..], [place] if !parts[place].blocks && parts[place].format != "markdown");
    let is_rule = |line: &str| {
        is_of(line, b'=') || answer::is_numbered(line) || !is_ruled && is_plain && is_of(line, b'-')
    };
    let mut pieces = vec![Vec::new()];
    for line in all {
        let begins =
            !is_ruled && heading(line, &labels).is_some_and(|(place, _)| Some(&place) == asked.first());
        if is_rule(line) || begins && has_label(pieces.last(), &labels) {
            pieces.push(Vec::new());
        }
        if let Some(piece) = pieces.last_mut().filter(|_| !is_rule(line)) {
            piece.push(line);
        }
    }
    let texts = pieces.into_iter().map(|piece| piece.join("\n").trim().to_owned());
    texts.filter(|text| !text.is_empty()).collect()
}

fn has_label(piece: Option<&Vec<&str>>, labels: &[(usize, Vec<String>)]) -> bool {
    piece.is_some_and(|piece| piece.iter().any(|line| heading(line, labels).is_some()))
}

/// Required parts of an answer that a variant lacks, by their titles.
pub(crate) fn missing(variant: &impl Output, phrases: Phrases) -> Vec<(&'static str, &'static str)> {
    let is_blank = |place: usize| match variant.value(place) {
        Value::Text(text) => text.is_empty(),
        Value::List(list) => list.is_empty(),
        Value::Number(_) => false,
    };
    let may_be_blank = |part: &Part| {
        let least = part.limits.iter().filter(|limit| limit.unit == Unit::Items).find_map(|limit| limit.min);
        part.optional || part.kind == PartKind::List && least.is_none_or(|least| least == 0)
    };
    let asked = || variant.parts().iter().enumerate().filter(|(_, part)| !part.computed);
    // Without any part nothing has been written, even if each of them may be missing.
    let is_void = asked().all(|(place, _)| is_blank(place));
    asked()
        .filter(|(place, part)| is_blank(*place) && (is_void || !may_be_blank(part)))
        .map(|(_, part)| (part.name, title(part, phrases)))
        .collect()
}

/// The number of required parts of a variant.
pub(crate) fn required(variant: &impl Output) -> usize {
    variant.parts().iter().filter(|part| !part.optional && !part.computed).count()
}

/// "Subject, Text".
pub(crate) fn titles(missing: &[(&str, &'static str)]) -> String {
    missing.iter().map(|(_, title)| *title).collect::<Vec<_>>().joined(", ")
}

/// The names of a part in lower case, for each requested part.
fn labels(asked: &[usize], parts: &[Part], phrases: Phrases) -> Vec<(usize, Vec<String>)> {
    let of = |part: &Part| {
        let mut labels = vec![part.name.to_owned()];
        for language in Language::ALL {
            let phrases = phrases.in_language(language);
            labels.push(lower(title(part, phrases)));
            // Other names that models use for the part.
            let others = phrases.find(&["output", part.name, "labels"].joined(".")).unwrap_or_default();
            labels.extend(others.iter().map(|label| (*label).to_owned()));
        }
        labels
    };
    asked.iter().map(|place| (*place, of(&parts[*place]))).collect()
}

/// Bytes of the longest label with its decoration.
const LONGEST_LABEL: usize = 120;

/// The part whose title this line starts with, and what follows it.
fn heading<'a>(line: &'a str, labels: &[(usize, Vec<String>)]) -> Option<(usize, &'a str)> {
    let is_mark = |letter: char| matches!(letter, '*' | '#' | '_') || letter.is_whitespace();
    // A row of a table: "| Subject | … |".
    let row = line.trim().strip_prefix('|').map(|row| row.trim_end_matches('|'));
    let (label, rest) = match row.map_or_else(|| line.halves(":"), |row| row.halves("|")) {
        Some((label, rest)) => (entry(label), rest),
        // "## Subject" and "**Subject**" are headings even without a colon.
        None if line.trim().starts_with(['#', '*', '_']) => (line, ""),
        None => return None,
    };
    if label.len() > LONGEST_LABEL {
        return None;
    }
    let label = lower(label.trim_matches(is_mark));
    let (place, _) = labels.iter().find(|(_, known)| known.contains(&label))?;
    Some((*place, rest.trim_start_matches(is_mark).trim_end()))
}

/// The value of a part, whose lines have `length` bytes together.
fn lines<'a>(lines: impl Iterator<Item = &'a str>, part: &Part, length: usize) -> Vec<String> {
    if part.blocks {
        return blocks(lines);
    }
    if part.kind == PartKind::List {
        return lines.map(entry).filter(|entry| !entry.is_empty()).map(str::to_owned).collect();
    }
    if part.kind == PartKind::Text {
        return vec![joined(lines, length)];
    }
    let lines = lines.map(|line| line.trim_end().to_owned());
    lines.skip_while(String::is_empty).collect()
}

/// The lines of a text without blank ones around it and without white space at their ends.
fn joined<'a>(lines: impl Iterator<Item = &'a str>, length: usize) -> String {
    let mut text = String::with_capacity(length + 1);
    for line in lines.map(str::trim_end).skip_while(|line| line.is_empty()) {
        text.push_str(line);
        text.push('\n');
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}

/// Entries of several lines, separated by lines of dashes.
fn blocks<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in lines {
        let is_rule =
            line.trim().len() >= 3 && line.trim().bytes().all(|byte| matches!(byte, b'-' | b'*' | b'='));
        match blocks.last_mut() {
            Some(block) if !is_rule => {
                block.push_str(line.trim_end());
                block.push('\n');
            }
            _ => blocks.push(String::new()),
        }
    }
    blocks.iter().map(|block| block.trim().to_owned()).filter(|block| !block.is_empty()).collect()
}

/// A list entry without its bullet or number.
fn entry(line: &str) -> &str {
    let line = line.trim();
    let bullet = line.trim_start_matches(['-', '*', '•', '–']).trim_start();
    let digits = bullet.len() - bullet.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    match bullet[digits..].strip_prefix(['.', ')']) {
        Some(rest) if (1..=2).contains(&digits) && rest.starts_with(' ') => rest.trim_start(),
        _ => bullet,
    }
}
