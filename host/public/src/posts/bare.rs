//! Bare addresses of a text: they become links, as readers expect, by the signs that Markdown has for them.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::render::READ;
use crate::platform::prelude::*;

/// A longer word is no address.
const MOST_BYTES: usize = 2_000;

/// A text of Markdown in which addresses of pages and of mailboxes are links.
pub fn linked(text: &str) -> Cow<'_, str> {
    if !["://", "www.", "@"].iter().any(|sign| text.contains(sign)) {
        return text.into();
    }
    let mut linked = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for run in runs(text) {
        for (place, link) in links(&text[run.clone()]) {
            linked.push_str(&text[done..run.start + place.start]);
            linked.push_str(&link);
            done = run.start + place.end;
        }
    }
    linked.push_str(&text[done..]);
    linked.into()
}

/// Where the words of a text are that may contain addresses: outside of links, pictures and code.
fn runs(text: &str) -> Vec<Range<usize>> {
    let (mut runs, mut inside): (Vec<Range<usize>>, usize) = (Vec::new(), 0);
    for (event, range) in Parser::new_ext(text, READ).into_offset_iter() {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => inside += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => inside = inside.saturating_sub(1),
            Event::InlineHtml(html) if html.starts_with("<a ") => inside += 1,
            Event::InlineHtml(html) if html.starts_with("</a") => inside = inside.saturating_sub(1),
            Event::Text(_) if inside == 0 => match runs.last_mut() {
                // The parser splits a text at signs that might mean something, and skips the sign of an escape.
                Some(last) if matches!(text.get(last.end..range.start), Some("" | "\\")) => {
                    last.end = range.end;
                }
                _ => runs.push(range),
            },
            _ => {}
        }
    }
    runs
}

/// The addresses in a text, each with the link that it becomes.
fn links(text: &str) -> Vec<(Range<usize>, String)> {
    let mut links = Vec::new();
    let mut at = 0;
    for word in text.split(|sign: char| sign.is_whitespace() || "<>\"“”„«»`|".contains(sign)) {
        let place = at;
        // The sign after the word is one of those above.
        at += word.len() + text[place + word.len()..].chars().next().map_or(0, char::len_utf8);
        let start = word.find(|sign: char| sign.is_alphanumeric()).unwrap_or(word.len());
        if word.len() > MOST_BYTES {
            continue;
        }
        let address = trimmed(&word[start..]);
        let plain: String = unescaped(address);
        if let Some(link) = link(&plain) {
            let start = place + start;
            links.push((start..start + address.len(), link));
        }
    }
    links
}

/// The Markdown of an address; `None` if it is none.
fn link(address: &str) -> Option<String> {
    let page = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let host = page.or(Some(address).filter(|address| address.starts_with("www.")));
    if let Some(host) = host {
        let host = host.split(['/', '?', '#']).next().unwrap_or_default();
        is_host(host.split(':').next().unwrap_or_default()).then_some(())?;
        return Some(match page {
            Some(_) => format!("<{address}>"),
            None => format!("[{}](<https://{address}>)", escaped(address)),
        });
    }
    let (name, host) = address.split_once('@')?;
    let is_name =
        !name.is_empty() && name.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"._+-".contains(&sign));
    (is_name && is_host(host)).then(|| format!("<{address}>"))
}

/// Whether it is the name of a host with its domain.
fn is_host(host: &str) -> bool {
    let mut parts = host.split('.');
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign))
    };
    parts.clone().count() > 1
        && parts.clone().all(is_part)
        && parts
            .next_back()
            .is_some_and(|domain| domain.chars().filter(|sign| sign.is_alphabetic()).count() > 1)
}

/// An address without the punctuation of the sentence around it.
fn trimmed(address: &str) -> &str {
    let mut address = address;
    while let Some(last) = address.chars().next_back() {
        let is_closing = |open: char| address.matches(last).count() > address.matches(open).count();
        let is_outside = match last {
            ')' => is_closing('('),
            ']' => is_closing('['),
            last => "?!.,:;*_~'’…–—\\".contains(last),
        };
        if !is_outside {
            break;
        }
        address = &address[..address.len() - last.len_utf8()];
    }
    address
}

fn unescaped(text: &str) -> String {
    let mut signs = text.chars().peekable();
    let mut plain = String::with_capacity(text.len());
    while let Some(sign) = signs.next() {
        let is_escape = sign == '\\' && signs.peek().is_some_and(char::is_ascii_punctuation);
        plain.extend(if is_escape { signs.next() } else { Some(sign) });
    }
    plain
}

fn escaped(text: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_punctuation() { vec!['\\', sign] } else { vec![sign] };
    text.chars().flat_map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_addresses_become_links() {
        for (text, expected) in [
            (
                "See https://a.example/b_c--d?e=1&f=2, or not.",
                "See <https://a.example/b_c--d?e=1&f=2>, or not.",
            ),
            (
                "(https://a.example/x_(y)) *http://b.example*",
                "(<https://a.example/x_(y)>) *<http://b.example>*",
            ),
            (
                "https://a.example/b\\_c „www.żółw.pl”",
                "<https://a.example/b_c> „[www\\.żółw\\.pl](<https://www.żółw.pl>)”",
            ),
            ("Write to anna.lis+x@a.example.", "Write to <anna.lis+x@a.example>."),
            (
                "- [ ] https://a.example\n\n|a|\n|-|\n|https://b.example|",
                "- [ ] <https://a.example>\n\n|a|\n|-|\n|<https://b.example>|",
            ),
        ] {
            assert_eq!(linked(text), expected);
        }
        for text in [
            "[https://a.example](https://b.example) <https://c.example> `https://d.example`",
            "```\nhttps://a.example\n```",
            "<a href=\"https://a.example\">https://a.example</a>",
            "![https://a.example](/pictures/0123456789abcdef)",
            "https:// https://localhost @anna www. a@b 1@2.3 https://<b>",
            "[a]: https://a.example\n\n[a]",
            "[a </a> b](https://a.example) ((((",
        ] {
            assert_eq!(linked(text), text);
        }
    }
}
