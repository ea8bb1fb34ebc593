//! Texts that were copied with their HTML.

use std::borrow::Cow;

use sitewright_sdk::{Parts, Words, words};

/// Tags that begin a new line.
#[rustfmt::skip]
const BLOCKS: Words = words![
    "address", "article", "aside", "blockquote", "br", "div", "dd", "dl", "dt", "figure", "figcaption",
    "footer", "form", "header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "thead",
    "tr", "ul",
];
const HEADINGS: Words = words!["h1", "h2", "h3", "h4", "h5", "h6", "title"];
const INLINE: Words = words![
    "a", "abbr", "b", "body", "button", "cite", "code", "em", "font", "head", "html", "i", "img", "input",
    "label", "link", "mark", "meta", "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "video",
    "iframe",
];
/// Tags whose content is not shown.
const SILENT: Words = words!["script", "style", "noscript", "svg", "template"];

#[rustfmt::skip]
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", " "), ("ndash", "–"),
    ("mdash", "—"), ("hellip", "…"), ("bdquo", "„"), ("ldquo", "“"), ("rdquo", "”"), ("lsquo", "‘"),
    ("rsquo", "’"), ("laquo", "«"), ("raquo", "»"), ("oacute", "ó"), ("Oacute", "Ó"), ("copy", "©"),
    ("reg", "®"), ("euro", "€"), ("shy", ""), ("bull", "•"), ("middot", "·"), ("times", "×"), ("deg", "°"),
];

/// `&#x1F600;`, in bytes.
const LONGEST_ENTITY: usize = 10;

/// `text` without tags: blocks become lines, headings and list items their Markdown.
pub fn strip(text: &str) -> Cow<'_, str> {
    if !text.has("<") && !text.has("&") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(['<', '&']) {
        out.push_str(&rest[..place]);
        rest = &rest[place..];
        rest = if rest.starts_with('<') { tag(rest, &mut out) } else { entity(rest, &mut out) };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Reads a tag, or one character if it is not a tag.
fn tag<'a>(text: &'a str, out: &mut String) -> &'a str {
    if let Some(comment) = text.strip_prefix("<!--") {
        return comment.place_of("-->").map_or("", |end| &comment[end + 3..]);
    }
    let is_closing = text.starts_with("</");
    let body = &text[1 + usize::from(is_closing)..];
    let name_end =
        body.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '!').unwrap_or(body.len());
    let name = body[..name_end].to_ascii_lowercase();
    let known = |list: Words| list.contains(&name);
    let (block, heading, silent) = (known(BLOCKS), known(HEADINGS), known(SILENT));
    let is_tag = block
        || heading
        || silent
        || known(INLINE)
        || matches!(name.as_str(), "li" | "td" | "th" | "!doctype");
    let end = body.find(['<', '>']).filter(|end| is_tag && body[*end..].starts_with('>'));
    let Some(end) = end else {
        out.push('<');
        return &text[1..];
    };
    let after = &body[end + 1..];
    if silent && !is_closing && !body[..end].ends_with('/') {
        let close = ["</", &name].concat();
        return after.place_of(&close).map_or("", |place| &after[place..]);
    }
    match name.as_str() {
        "li" if !is_closing => out.push_str("\n- "),
        "td" | "th" if is_closing => out.push_str(" | "),
        _ if heading => out.push_str(if is_closing { "\n\n" } else { "\n\n# " }),
        "li" | "br" | "tr" => out.push('\n'),
        _ if block => out.push_str("\n\n"),
        _ => {}
    }
    after
}

fn entity<'a>(text: &'a str, out: &mut String) -> &'a str {
    let name = text
        .bytes()
        .take(LONGEST_ENTITY)
        .position(|byte| byte == b';')
        .map(|end| &text[1..end])
        .filter(|name| !name.is_empty());
    let value = name.and_then(|name| match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']).map(|digits| u32::from_str_radix(digits, 16));
            let code = hex.unwrap_or_else(|| number.parse()).ok()?;
            char::from_u32(code).filter(|letter| !letter.is_control()).map(String::from)
        }
        None => ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, sign)| (*sign).to_owned()),
    });
    match (name, value) {
        (Some(name), Some(value)) => {
            out.push_str(&value);
            &text[name.len() + 2..]
        }
        _ => {
            out.push('&');
            &text[1..]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::strip;

    #[test]
    fn tags_are_removed_and_structure_stays() {
        let html = "<!DOCTYPE html><h1>Plan</h1><p>One &amp; <b>two</b>.</p><ul><li>a</li><li>b</li></ul><script>x < y</script>End";
        let lines: Vec<String> =
            strip(html).lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
        assert_eq!(lines, ["# Plan", "One & two.", "- a", "- b", "End"]);
    }

    #[test]
    fn characters_that_are_not_tags_stay() {
        for text in
            ["x < y & z > 3", "<anna@example.com>", "a <3 b", "R&D; x", "<", "&", "&#xFFFFFF;", "<script"]
        {
            assert_eq!(strip(text), text);
        }
        assert_eq!(strip("&#8211;&nbsp;&oacute;"), "– ó");
    }
}
