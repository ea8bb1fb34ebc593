//! What the headers of a response say.

use std::borrow::Cow;

use sitewright_facts::{NewHeader, Table, Tables, layouts};

use super::{Input, Rules, blocks::cut, charset, limits, targets::own_rows};

pub struct Response<'a> {
    pub media_type: String,
    pub charset: &'a str,
    pub encoding: String,
    /// The absolute, normalised target of a redirect; empty otherwise.
    pub location: String,
    pub last_modified: &'a str,
}

impl<'a> Response<'a> {
    pub fn of(input: &Input<'a>, rules: &Rules<'_>) -> Self {
        let header = |wanted: &str| {
            input
                .headers
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
                .map_or("", |(_, value)| *value)
        };
        let content_type = header("content-type");
        let media_type = content_type.split([';', ',']).next().unwrap_or_default().trim_ascii();
        Self {
            media_type: cut(media_type, 128).to_ascii_lowercase(),
            charset: charset::charset_of(content_type).unwrap_or_default(),
            encoding: cut(header("content-encoding").trim_ascii(), 64).to_ascii_lowercase(),
            location: redirect(input, rules, header("location")),
            last_modified: header("last-modified"),
        }
    }

    /// Whether the body is read as HTML. Without a media type, a tag at its start decides.
    pub fn is_html(&self, input: &Input<'_>) -> bool {
        let type_is_html = match self.media_type.as_str() {
            "" => input.body.trim_ascii_start().first() == Some(&b'<'),
            name => matches!(name, "text/html" | "application/xhtml+xml"),
        };
        type_is_html && !input.body.is_empty()
    }
}

fn redirect(input: &Input<'_>, rules: &Rules<'_>, location: &str) -> String {
    if !matches!(input.response.status, 300..400) || location.is_empty() {
        return String::new();
    }
    (rules.normalise)(input.url, location).unwrap_or_default()
}

pub fn write_headers(input: &Input<'_>, tables: &mut Tables) {
    write(input.headers, &mut tables.headers);
}

fn write(headers: &[(&str, &str)], table: &mut Table) {
    for (name, value) in headers.iter().take(limits::HEADERS) {
        let name = name.to_ascii_lowercase();
        let value = if name == "set-cookie" { without_value(value) } else { Cow::Borrowed(*value) };
        NewHeader { name: cut(&name, 128), value: cut(&value, 1_024), ..NewHeader::default() }.push(table);
    }
}

/// Replaces headers of the only page of the tables with those of an answer that has no body.
pub fn freshen(tables: &mut Tables, headers: &[(&str, &str)]) {
    let is_new = |name: &str| headers.iter().any(|(new, _)| new.eq_ignore_ascii_case(name));
    let mut all = Table::new(layouts::headers.width());
    for header in tables.view().headers().filter(|header| !is_new(header.name())) {
        NewHeader { name: header.name(), value: header.value(), ..NewHeader::default() }.push(&mut all);
    }
    write(headers, &mut all);
    let rows = 0..all.len();
    tables.headers = all;
    own_rows(tables, 0, "headers", rows);
}

/// A cookie with its name and attributes; its value may be a secret.
fn without_value(cookie: &str) -> Cow<'_, str> {
    let (pair, attributes) = cookie.split_at(cookie.find(';').unwrap_or(cookie.len()));
    match pair.split_once('=') {
        Some((name, _)) => format!("{name}={attributes}").into(),
        None => attributes.into(),
    }
}
