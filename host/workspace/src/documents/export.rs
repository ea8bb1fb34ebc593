//! Documents as files.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::platform::conversions::Turn;
use crate::platform::download::disposition;
use crate::platform::prelude::*;

use super::docx;

/// MB of one HTML file. Nested quotes become thirty times as long.
const MOST_HTML_MB: usize = 8;

/// A file format.
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

/// A document in a file format.
pub(super) fn bytes(title: &str, text: &str, format: Format) -> Result<Vec<u8>> {
    Ok(match format {
        Format::Md => markdown(title, text).into_bytes(),
        Format::Html => html(title, text)?.into_bytes(),
        Format::Docx => docx::write(title, text)?,
    })
}

/// The same with the actual format: a document that is too large for the requested one becomes Markdown, so that it
/// does not fail a whole archive.
pub(super) fn bytes_or_markdown(title: &str, text: &str, format: Format) -> Result<(Vec<u8>, Format)> {
    match bytes(title, text, format) {
        Ok(bytes) => Ok((bytes, format)),
        Err(problem) if problem.status() == StatusCode::UNPROCESSABLE_ENTITY => {
            Ok((bytes(title, text, Format::Md)?, Format::Md))
        }
        Err(problem) => Err(problem),
    }
}

/// A document as a downloaded file.
pub(super) async fn file(turn: Turn, title: String, text: String, format: Format) -> Result<Response> {
    let headers = [
        (header::CONTENT_TYPE, format.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, disposition(&title, format.suffix())),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let content = turn.run(move || bytes(&title, &text, format)).await??;
    Ok((headers, content).into_response())
}

pub(super) fn markdown(title: &str, text: &str) -> String {
    if begins_with_heading(text) {
        format!("{}\n", text.trim_end())
    } else {
        format!("# {title}\n\n{}\n", text.trim_end())
    }
}

/// The HTML of a text without a page around it. HTML in the text is shown as text.
pub fn fragment(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        event => event,
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html.trim().to_owned()
}

/// A complete HTML page. HTML in the text is escaped, because it came from a model or from user input. Links lead
/// only to web or mail addresses, and no image is loaded.
fn html(title: &str, text: &str) -> Result<String> {
    let markdown = markdown(title, text);
    let events = Parser::new_ext(&markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    // Links cannot be nested, so at most one is left out at a time.
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
    let mut body = Bounded(String::with_capacity(markdown.len() * 2));
    pulldown_cmark::html::write_html_fmt(&mut body, events).map_err(|_| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "documents.page-too-large")
            .with("max_mb", MOST_HTML_MB)
    })?;
    let Bounded(body) = body;
    let mut name = String::new();
    pulldown_cmark::html::push_html(&mut name, [Event::Text(title.into())].into_iter());
    Ok(format!(
        "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n</head>\n<body>\n{body}</body>\n</html>\n"
    ))
}

/// A text that is limited to [`MOST_HTML_MB`].
struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        refuse_if(self.0.len() + text.len() > MOST_HTML_MB * 1024 * 1024, || fmt::Error)?;
        self.0.push_str(text);
        Ok(())
    }
}

/// A text with its own heading needs no second one.
pub(super) fn begins_with_heading(text: &str) -> bool {
    text.trim_start().starts_with("# ")
}

/// Converts Markdown to plain text on one line.
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
    fn a_page_links_only_to_the_web_and_loads_nothing() {
        let page = html(
            "<i>T</i>",
            "[a](javascript:alert(1)) [b](https://b.pl) ![c](http://c.pl/pixel) <img src=x onerror=d>",
        )
        .expect("a page");
        let body = page.split("<h1>").nth(1).expect("a body");
        assert!(
            body.contains("<p>a <a href=\"https://b.pl\">b</a> c &lt;img src=x onerror=d&gt;</p>"),
            "{page}"
        );
        assert!(page.contains("<title>&lt;i&gt;T&lt;/i&gt;</title>"), "{page}");
    }

    #[test]
    fn an_excerpt_has_no_markdown() {
        assert_eq!(plain("# A *b*\n\n- one\n- **two**\n\n[three](https://x.pl)"), "A b one two three");
    }
}
