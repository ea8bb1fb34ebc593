//! What a post lacks before readers should see it.

use sitewright_sdk::units::arial;

use super::PostKind;
use super::render::{Used, pictures_of};
use super::store::Row;
use crate::platform::prelude::*;
use crate::platform::search_results;
use crate::workspace::documents;

/// Characters of a description that says enough.
const DESCRIPTION_LEAST: usize = 70;

/// Something to put right.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PostProblem {
    /// A stable name.
    code: &'static str,
    field: &'static str,
    /// What is wrong and what to do, in the reader's language.
    message: String,
    /// Whether the post can't be published with it.
    is_blocking: bool,
}

struct Fault {
    code: &'static str,
    field: &'static str,
    text: Text,
    is_blocking: bool,
}

/// What prevents the publication, and then what may be better. `end`: what the page appends to the title.
fn of(row: &Row, end: &str) -> Vec<Fault> {
    let required =
        |field| Fault { code: "required", field, text: Text::key("validation.required"), is_blocking: true };
    let blocking = |code, field, text| Fault { code, field, text, is_blocking: true };
    let advice = |code, field, text| Fault { code, field, text, is_blocking: false };
    let mut all = Vec::new();
    let empty = [
        ("title", row.title.is_empty()),
        ("slug", row.slug.is_empty()),
        ("description", row.description.is_empty()),
    ];
    all.extend(empty.into_iter().filter(|(_, is_empty)| *is_empty).map(|(field, _)| required(field)));
    if row.html.trim().is_empty() {
        all.push(blocking("no-text", "text", Text::key("posts.no-text")));
    }
    if row.kind == PostKind::Post && row.author_id.is_none() {
        all.push(blocking("no-author", "author_id", Text::key("posts.no-author")));
    }
    if row.cover_id.is_some() && row.cover_alt.is_empty() {
        all.push(blocking("no-alt", "cover_alt", Text::key("posts.no-cover-alt")));
    }
    let pictures = pictures_of(&row.text);
    let silent = count(&pictures, |used| used.id.is_some() && used.alt.trim().is_empty());
    if silent > 0 {
        all.push(blocking("no-alt", "text", Text::key("posts.no-alt").with("count", silent)));
    }
    let foreign = count(&pictures, |used| used.id.is_none());
    if foreign > 0 {
        all.push(blocking(
            "foreign-pictures",
            "text",
            Text::key("posts.foreign-pictures").with("count", foreign),
        ));
    }
    let gaps = documents::gaps_in(&row.text);
    if gaps > 0 {
        all.push(advice("gaps", "text", Text::key("posts.gaps").with("count", gaps)));
    }
    all.extend(lengths(row, end).into_iter().map(|(code, field, text)| advice(code, field, text)));
    all
}

fn count(pictures: &[Used], is_one: impl Fn(&Used) -> bool) -> i64 {
    i64::try_from(pictures.iter().filter(|used| is_one(used)).count()).unwrap_or(i64::MAX)
}

/// Texts that search results cut, or that say little.
fn lengths(row: &Row, end: &str) -> Vec<(&'static str, &'static str, Text)> {
    let measured = |key, width: u32, most: u32| Text::key(key).with("width", width).with("max", most);
    let mut all = Vec::new();
    let width = arial(&format!("{}{end}", row.title), 20);
    if !row.title.is_empty() && width > search_results::TITLE {
        let text = measured("posts.long-title", width, search_results::TITLE);
        all.push(("long-title", "title", text));
    }
    let width = arial(&row.description, 14);
    if width > search_results::DESCRIPTION {
        let text = measured("posts.long-description", width, search_results::DESCRIPTION);
        all.push(("long-description", "description", text));
    } else if (1..DESCRIPTION_LEAST).contains(&row.description.chars().count()) {
        all.push((
            "short-description",
            "description",
            Text::key("posts.short-description").with("min", DESCRIPTION_LEAST),
        ));
    }
    all
}

/// Refuses to publish a post that lacks something, with an error at each field.
pub(super) fn expect_none(row: &Row) -> Result<()> {
    let mut errors = FieldErrors::new();
    for fault in of(row, "").into_iter().filter(|fault| fault.is_blocking) {
        errors.entry(fault.field.to_owned()).or_default().push(fault.text);
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

pub(super) fn view(row: &Row, end: &str, locale: Locale) -> Vec<PostProblem> {
    let one = |Fault { code, field, text, is_blocking }| PostProblem {
        code,
        field,
        message: text.say(locale),
        is_blocking,
    };
    of(row, end).into_iter().map(one).collect()
}
