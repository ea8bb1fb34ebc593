//! Documents as files.

use axum::response::{IntoResponse, Response};
use pulldown_cmark::{Event, Parser, TagEnd};
use utoipa::ToSchema;

use crate::error::Result;

/// A kind of file.
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Format {
    Md,
    Docx,
}

impl Format {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "md" => Some(Self::Md),
            "docx" => Some(Self::Docx),
            _ => None,
        }
    }
}

/// The file of a document.
pub(super) async fn file(title: String, text: String, _format: Format) -> Result<Response> {
    Ok(format!("# {title}\n\n{text}\n").into_response())
}

/// Markdown as plain words on one line.
pub(super) fn plain(markdown: &str) -> String {
    let mut words = String::with_capacity(markdown.len());
    for event in Parser::new(markdown) {
        match event {
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item) => words.push(' '),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
