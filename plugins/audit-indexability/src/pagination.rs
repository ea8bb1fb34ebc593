//! Pages of lists.

use sitewright_sdk::rules::address::Address;
use sitewright_sdk::rules::{Hint, Page, Report, Settings};

/// Parameters and parts of paths before the number of a page.
const PARAMETERS: [&str; 5] = ["page", "p", "paged", "pg", "strona"];
const PARTS: [&str; 3] = ["page", "strona", "p"];

/// The number of a page of a list, and the address without it.
fn numbered(url: &str) -> Option<(u32, String)> {
    let address = Address::of(url)?;
    let start = &url[..url.find("://")? + 3 + address.authority.len()];
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number >= 1);
    if let Some(query) = address.query {
        let is_number = |pair: &&str| {
            pair.split_once('=')
                .is_some_and(|(name, value)| PARAMETERS.contains(&name) && number(value).is_some())
        };
        if let Some(pair) = query.split('&').find(is_number) {
            let rest: Vec<&str> = query.split('&').filter(|other| *other != pair).collect();
            let mark = if rest.is_empty() { "" } else { "?" };
            let page = number(pair.split_once('=')?.1)?;
            return Some((page, [start, address.path, mark, &rest.join("&")].concat()));
        }
    }
    let parts: Vec<&str> = address.path.split('/').collect();
    let place = parts.windows(2).position(|pair| PARTS.contains(&pair[0]) && number(pair[1]).is_some())?;
    let rest: Vec<&str> = [&parts[..place], &parts[place + 2..]].concat();
    let query = address.query.map_or(String::new(), |query| ["?", query].concat());
    Some((number(parts[place + 1])?, [start, &rest.join("/"), &query].concat()))
}

/// Without a number of 1 and a slash at the end, which both do not make another page.
fn first_page(url: &str) -> String {
    let plain = match numbered(url) {
        Some((1, plain)) => plain,
        _ => url.to_owned(),
    };
    plain.trim_end_matches('/').to_owned()
}

pub fn pagination_canonical_first(page: &Page, _: &Settings, report: &mut Report) {
    let Some((number, plain)) = numbered(page.url()).filter(|(number, _)| *number >= 2) else { return };
    let canonical = page.canonical();
    if page.is_document() && !canonical.is_empty() && first_page(canonical) == plain.trim_end_matches('/') {
        report.found().number("page", number).text("canonical", canonical);
    }
}

pub fn pagination_rel_not_linked(page: &Page, _: &Settings, report: &mut Report) {
    let rel = |hint: &Hint| {
        let mut words = ["next", "prev"].into_iter();
        let is = |word: &str| hint.rel().split_ascii_whitespace().any(|rel| rel == word);
        words.find(|word| hint.place() == 0 && !hint.url().is_empty() && is(word))
    };
    let is_linked = |url: &str| page.links().any(|link| link.url() == url);
    let found = page.hints().find(|hint| rel(hint).is_some() && !is_linked(hint.url()));
    if let (true, Some(hint)) = (page.is_document(), found) {
        let found = report.found().text("target", hint.url()).text("rel", rel(&hint).unwrap_or_default());
        found.evidence(&hint);
    }
}

#[cfg(test)]
mod tests {
    use super::{first_page, numbered};

    #[test]
    fn numbers_of_pages_are_found() {
        let plain = |url: &str| numbered(url);
        assert_eq!(plain("http://a.example/l?page=2&s=1"), Some((2, "http://a.example/l?s=1".to_owned())));
        assert_eq!(plain("http://a.example/blog/page/3/"), Some((3, "http://a.example/blog/".to_owned())));
        assert_eq!(plain("http://a.example/l?size=2"), None);
        assert_eq!(first_page("http://a.example/l?page=1"), "http://a.example/l");
    }
}
