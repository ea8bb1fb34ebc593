//! The conditions of rule packs that are data (`rules.toml`).
//!
//! A condition is a short text over the columns of a page and the rows that belong to it, such as
//! `count(links where lower(url) ends with ".pdf") > $links`. The host reads it when a pack is packed or installed, and
//! the component that runs such packs reads it again and evaluates it, so both have the same rules.
//!
//! Reading is bounded in length, depth and parts. Evaluation visits each row once for each part and always ends: there
//! are no loops, no functions of the author, and no patterns that go back.

mod evaluate;
mod lexer;
mod node;
mod parse;
mod wrong;

pub use evaluate::{Facts, Value};
pub use parse::{Condition, Names, Rows};
pub use wrong::{Reason, Wrong};

use sitewright_facts::{Column, Kind, Layout, TABLES, layouts};

/// The most characters of a condition.
pub const MOST_CHARS: usize = 1_000;
/// The most parts of a condition: values, operators and functions.
pub const MOST_PARTS: usize = 200;
/// The deepest nesting of parentheses, functions and `not`.
pub const MOST_DEPTH: usize = 16;

/// What a part of a condition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Number,
    Text,
    Truth,
}

impl Type {
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Text => "a text",
            Self::Truth => "a condition",
        }
    }

    /// `None` for columns that conditions cannot use.
    fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Number => Some(Self::Number),
            Kind::Flag => Some(Self::Truth),
            Kind::Text | Kind::Maybe => Some(Self::Text),
            Kind::Wide | Kind::Rows(_) => None,
        }
    }
}

/// The words with a meaning of their own, with an example of each; the documentation lists them.
pub const OPERATORS: &[(&str, &str)] = &[
    ("= != < <= > >=", "status = 404"),
    ("+ - * /", "text_bytes * 10 < body_bytes"),
    ("and or not", "noindex and not (status = 404 or status = 410)"),
    ("contains", r#"title contains "TODO""#),
    ("starts with", r#"url starts with "http:""#),
    ("ends with", r#"url ends with ".pdf""#),
    ("matches", r#"url matches "*/blog/*/page/*""#),
    ("is missing", "description is missing"),
    ("is present", "canonical is present"),
    ("is empty", "title is empty"),
    ("length(…)", "length(title) > 60"),
    ("words(…)", "words(description) < 5"),
    ("lower(…)", r#"lower(title) contains "sale""#),
    ("count(…)", "count(headings where level = 1) > 1"),
    ("any(…)", "any(images where alt is missing)"),
    ("all(…)", "all(images where lazy)"),
    ("none(…)", r#"none(metas where name = "og:image")"#),
    ("first(…)", r#"first(links.url where text is empty) starts with "http:""#),
];

/// The tables whose rows belong to a page.
pub fn tables() -> impl Iterator<Item = &'static Layout> {
    layouts::pages.columns.iter().filter_map(|column| match column.kind {
        Kind::Rows(of) => TABLES.iter().find(|table| table.name == of),
        _ => None,
    })
}

/// The columns of a table that conditions can use.
pub fn columns(table: &'static Layout) -> impl Iterator<Item = &'static Column> {
    table.columns.iter().filter(|column| Type::of(column.kind).is_some())
}

#[cfg(test)]
mod tests;
