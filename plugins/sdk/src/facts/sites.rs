//! Addresses of an answer: links, sites, e-mail addresses.

use crate::units::lower;

/// Endings by which a word without a scheme is a site.
const ENDINGS: [&str; 18] = [
    "com", "pl", "org", "net", "eu", "io", "co", "uk", "de", "info", "shop", "store", "app", "dev", "biz",
    "ai", "edu", "gov",
];

/// Addresses in `text` that the data, in lower case, do not have; each once, as written.
pub(super) fn sites(text: &str, known: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for site in words(text).filter_map(site) {
        let plain = plain(&lower(site));
        if !plain.is_empty() && !known.contains(&plain) && !found.iter().any(|other| other == site) {
            found.push(site.to_owned());
        }
    }
    found
}

/// The text without its addresses.
pub(super) fn without(text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        match site(word.trim_end()) {
            Some(site) => word.split(site).for_each(|piece| rest.push_str(piece)),
            None => rest.push_str(word),
        }
    }
    rest
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

/// The address in a word, without the brackets and punctuation around it.
fn site(word: &str) -> Option<&str> {
    // "[text](https://…)" in Markdown.
    let word = word.rsplit_once("](").map_or(word, |(_, address)| address);
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '/');
    let host = word.split_once("://").map_or(word, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let is_named = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte >= 0x80)
    };
    let (name, ending) = host.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    let is_known = word.contains("://") || word.contains('@') || word.starts_with("www.");
    let is_site = name.split('.').all(is_named)
        && name.bytes().any(|byte| byte.is_ascii_alphabetic())
        && (ENDINGS.contains(&&*ending) || is_known && ending.len() >= 2 && is_named(&ending));
    is_site.then_some(word)
}

/// An address without what does not change where it leads.
fn plain(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/').to_owned()
}
