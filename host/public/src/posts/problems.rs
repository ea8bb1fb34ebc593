//! What a post lacks before readers should see it.

use super::PostKind;
use super::render::{Used, pictures_of};
use super::store::Row;
use crate::platform::prelude::*;
use crate::workspace::documents;

/// Characters of a title and a description that search results show whole, and of a description that says enough.
const TITLE_SHOWN: usize = 60;
const DESCRIPTION_SHOWN: usize = 160;
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

pub(super) struct Fault {
    code: &'static str,
    field: &'static str,
    text: Text,
    is_blocking: bool,
}

/// What prevents the publication, and then what may be better.
pub(super) fn of(row: &Row) -> Vec<Fault> {
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
    all.extend(lengths(row).into_iter().map(|(code, field, text)| advice(code, field, text)));
    all
}

fn count(pictures: &[Used], is_one: impl Fn(&Used) -> bool) -> i64 {
    i64::try_from(pictures.iter().filter(|used| is_one(used)).count()).unwrap_or(i64::MAX)
}

fn lengths(row: &Row) -> Vec<(&'static str, &'static str, Text)> {
    let (title, description) = (row.title.chars().count(), row.description.chars().count());
    let mut all = Vec::new();
    if title > TITLE_SHOWN {
        all.push(("long-title", "title", Text::key("posts.long-title").with("max", TITLE_SHOWN)));
    }
    if description > DESCRIPTION_SHOWN {
        all.push((
            "long-description",
            "description",
            Text::key("posts.long-description").with("max", DESCRIPTION_SHOWN),
        ));
    } else if (1..DESCRIPTION_LEAST).contains(&description) {
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
    for fault in of(row).into_iter().filter(|fault| fault.is_blocking) {
        errors.entry(fault.field.to_owned()).or_default().push(fault.text);
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

pub(super) fn view(row: &Row, locale: Locale) -> Vec<PostProblem> {
    let one = |Fault { code, field, text, is_blocking }| PostProblem {
        code,
        field,
        message: text.say(locale),
        is_blocking,
    };
    of(row).into_iter().map(one).collect()
}
