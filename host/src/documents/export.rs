//! Documents as files.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use utoipa::ToSchema;

use crate::{
    error::{Problem, Result},
    fold::fold,
};

use super::docx;

/// Characters of a file name; some systems allow 255 bytes, path included.
const NAME_CHARS: usize = 80;
/// What may stand in `filename*` as it is (RFC 8187).
const NAME_SIGNS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A kind of file.
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Format {
    Md,
    Html,
    Docx,
}

impl Format {
    pub(super) fn of(name: &str) -> Option<Self> {
        match name {
            "md" => Some(Self::Md),
            "html" => Some(Self::Html),
            "docx" => Some(Self::Docx),
            _ => None,
        }
    }

    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Html => "html",
            Self::Docx => "docx",
        }
    }

    fn media_type(self) -> &'static str {
        match self {
            Self::Md => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }
}

/// A document as the content of a file.
pub(super) fn bytes(title: &str, text: &str, format: Format) -> Result<Vec<u8>> {
    Ok(match format {
        Format::Md => markdown(title, text).into_bytes(),
        Format::Html => html(title, text).into_bytes(),
        Format::Docx => docx::write(title, text)?,
    })
}

/// The file of a document.
pub(super) async fn file(title: String, text: String, format: Format) -> Result<Response> {
    let headers = [
        (header::CONTENT_TYPE, format.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, disposition(&title, format.suffix())),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    // A long text takes some milliseconds to pack.
    let content = tokio::task::spawn_blocking(move || bytes(&title, &text, format))
        .await
        .map_err(Problem::internal)??;
    Ok((headers, content).into_response())
}

pub(super) fn markdown(title: &str, text: &str) -> String {
    if begins_with_heading(text) {
        format!("{}\n", text.trim_end())
    } else {
        format!("# {title}\n\n{}\n", text.trim_end())
    }
}

/// A page of its own. HTML in the text is shown, not obeyed: it came from a model or from a person's form. Nor does a link
/// lead anywhere but to the web or to an address for mail, and no picture is fetched as the page is opened.
fn html(title: &str, text: &str) -> String {
    let markdown = markdown(title, text);
    let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    // Links hold no other links, so there is one that is left out at a time.
    let mut left_out = false;
    let events = events.filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            left_out = !docx::is_web_address(dest_url);
            (!left_out).then_some(event)
        }
        Event::End(TagEnd::Link) => (!left_out).then_some(event),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        event => Some(event),
    });
    let mut body = String::with_capacity(markdown.len() * 2);
    pulldown_cmark::html::push_html(&mut body, events);
    let mut name = String::new();
    pulldown_cmark::html::push_html(&mut name, [Event::Text(title.into())].into_iter());
    format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A text with a heading of its own needs no second one.
pub(super) fn begins_with_heading(text: &str) -> bool {
    text.trim_start().starts_with("# ")
}

/// What may stand in the name of a file on every system, cut to a length that every system takes.
pub(super) fn safe_name(title: &str) -> String {
    // Marks of direction would have it end in another suffix than it does.
    let turns = |char: char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let may_stand = |char: &char| !char.is_control() && !turns(*char) && !"/\\:*?\"<>|".contains(*char);
    title.chars().take(NAME_CHARS).filter(may_stand).collect()
}

/// The name twice: plain for old programs, as it is for the others.
pub fn disposition(title: &str, suffix: &str) -> String {
    let name = safe_name(title);
    let name = if name.trim().is_empty() { "document" } else { name.trim() };
    let plain: String =
        fold(name).chars().map(|char| if char.is_ascii_alphanumeric() { char } else { '-' }).collect();
    let plain = plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    let plain = if plain.is_empty() { "document" } else { &plain };
    let encoded = utf8_percent_encode(name, NAME_SIGNS);
    format!("attachment; filename=\"{plain}.{suffix}\"; filename*=UTF-8''{encoded}.{suffix}")
}

/// Markdown as plain words on one line.
pub(super) fn plain(markdown: &str) -> String {
    let mut words = String::with_capacity(markdown.len());
    for event in Parser::new(markdown) {
        match event {
            Event::Text(text) | Event::Code(text) => words.push_str(&text),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::CodeBlock) => {
                words.push(' ')
            }
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_for_every_system() {
        assert_eq!(
            disposition("Łódź: 50% taniej!", "md"),
            "attachment; filename=\"lodz-50-taniej.md\"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%2050%25%20taniej%21.md"
        );
        assert_eq!(safe_name("Report \u{202e}xcod.\u{2066}"), "Report xcod.");
        assert_eq!(
            disposition("///", "docx"),
            "attachment; filename=\"document.docx\"; filename*=UTF-8''document.docx"
        );
    }

    #[test]
    fn a_page_leads_only_to_the_web_and_fetches_nothing() {
        let page = html(
            "<i>T</i>",
            "[a](javascript:alert(1)) [b](https://b.pl) ![c](http://c.pl/pixel) <img src=x onerror=d>",
        );
        let body = page.split("<h1>").nth(1).expect("a body");
        assert!(
            body.contains("<p>a <a href=\"https://b.pl\">b</a> c &lt;img src=x onerror=d&gt;</p>"),
            "{page}"
        );
        assert!(page.contains("<title>&lt;i&gt;T&lt;/i&gt;</title>"), "{page}");
    }

    #[test]
    fn an_excerpt_has_no_signs_of_markdown() {
        assert_eq!(plain("# A *b*\n\n- one\n- **two**\n\n[three](https://x.pl)"), "A b one two three");
    }
}
