//! A row of facts as the code from which it was read.

use sitewright_facts::Batch;

/// Characters of a snippet.
const LONGEST: usize = 300;

/// The code of a row; empty for a table whose rows are no code, and for a row that does not exist.
pub fn of(batch: &Batch<'_>, table: &str, row: u32) -> String {
    let code = code(batch, table, row as usize).unwrap_or_default();
    match code.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &code[..end]),
        None => code,
    }
}

fn code(batch: &Batch<'_>, table: &str, row: usize) -> Option<String> {
    Some(match table {
        "titles" => format!("<title>{}</title>", batch.titles().nth(row)?.text()),
        "headings" => {
            let heading = batch.headings().nth(row)?;
            format!("<h{0}>{1}</h{0}>", heading.level(), heading.text())
        }
        "metas" => {
            let meta = batch.metas().nth(row)?;
            let name = ["name", "property", "http-equiv"].get(meta.attribute() as usize)?;
            element("meta", &[(name, Some(meta.name())), ("content", Some(meta.content()))])
        }
        "hints" => {
            let hint = batch.hints().nth(row)?;
            let attributes =
                [("rel", Some(hint.rel())), ("hreflang", hint.hreflang()), ("href", Some(hint.href()))];
            element("link", &attributes)
        }
        "links" => {
            let link = batch.links().nth(row)?;
            format!("{}{}</a>", element("a", &[("href", link.href())]), link.text())
        }
        "images" => {
            let image = batch.images().nth(row)?;
            element("img", &[("src", Some(image.src())), ("alt", image.alt())])
        }
        "resources" => batch.resources().nth(row)?.src().to_owned(),
        "forms" => element("form", &[("action", Some(batch.forms().nth(row)?.action()))]),
        "ids" => format!("id=\"{}\"", batch.ids().nth(row)?.name()),
        "headers" => {
            let header = batch.headers().nth(row)?;
            format!("{}: {}", header.name(), header.value())
        }
        "data" => batch.data().nth(row)?.json().to_owned(),
        "paragraphs" => batch.paragraphs().nth(row)?.text().to_owned(),
        "hidden" => batch.hidden().nth(row)?.text().to_owned(),
        "prices" => batch.prices().nth(row)?.text().to_owned(),
        _ => return None,
    })
}

/// The start tag of an element with the attributes that it has.
fn element(name: &str, attributes: &[(&str, Option<&str>)]) -> String {
    let there = attributes.iter().filter_map(|(name, value)| Some((name, (*value)?)));
    let written: String = there.map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
    format!("<{name}{written}>")
}

#[cfg(test)]
mod tests {
    use sitewright_facts::{NewImage, NewLink, NewTitle, Tables};

    use super::*;

    #[test]
    fn a_row_is_shown_as_code() {
        let mut tables = Tables::default();
        NewTitle { text: "Tea & more", ..NewTitle::default() }.push(&mut tables.titles);
        NewLink { href: Some("/a"), text: "Tea", ..NewLink::default() }.push(&mut tables.links);
        NewImage { src: "a.png", alt: None, ..NewImage::default() }.push(&mut tables.images);
        let of = |table, row| of(&tables.view(), table, row);
        assert_eq!(of("titles", 0), "<title>Tea & more</title>");
        assert_eq!(of("links", 0), "<a href=\"/a\">Tea</a>");
        assert_eq!(of("images", 0), "<img src=\"a.png\">");
        assert_eq!((of("images", 1), of("rendered", 0)), (String::new(), String::new()));
    }

    #[test]
    fn a_long_row_is_cut() {
        let (mut tables, text) = (Tables::default(), "ą".repeat(400));
        NewTitle { text: &text, ..NewTitle::default() }.push(&mut tables.titles);
        assert_eq!(of(&tables.view(), "titles", 0).chars().count(), LONGEST + 1);
    }
}
