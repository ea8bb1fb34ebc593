//! Addresses of an answer: links, sites, e-mail addresses, accounts.

use crate::parts::Parts;
use crate::units::{is_alphanumeric, lower};
use crate::word_list::Words;
use crate::words;

/// Endings by which a word without a scheme is a site.
const ENDINGS: Words = words![
    "com", "pl", "org", "net", "eu", "io", "co", "uk", "de", "info", "shop", "store", "app", "dev", "biz",
    "ai", "edu", "gov", "ly", "me", "online", "site", "link", "xyz",
];
/// Characters of the shortest name of an account.
const LEAST_ACCOUNT: usize = 3;

/// Addresses in `text` that the data, in lower case, do not have; each once, as written.
pub(super) fn sites(text: &str, known: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for site in text.split_whitespace().filter_map(site) {
        if !has(known, plain(&lower(site))) && !found.iter().any(|other| other == site) {
            found.push(site.to_owned());
        }
    }
    found
}

/// Whether the data have this address, and not only as a part of another one.
fn has(known: &str, address: &str) -> bool {
    let begins =
        |place: &usize| !known[..*place].ends_with(|letter| is_alphanumeric(letter) || letter == '-');
    known.places_of(address).any(|place| begins(&place))
}

/// The text without its addresses.
pub(super) fn without(text: &str) -> String {
    let mut rest = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        match site(word.trim_end()) {
            Some(site) => rest.push_str(&word.with(site, "")),
            None => rest.push_str(word),
        }
    }
    rest
}

/// The address in a word, without the brackets and punctuation around it.
fn site(word: &str) -> Option<&str> {
    // "[text](https://…)" in Markdown.
    let word = word.halves("](").map_or(word, |(_, address)| address);
    let outer = word.trim_matches(|letter: char| !is_alphanumeric(letter) && !matches!(letter, '/' | '@'));
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    if let Some(account) = outer.strip_prefix('@')
        && account.len() >= LEAST_ACCOUNT
        && account.bytes().all(is_letter)
    {
        return Some(outer);
    }
    let word = outer.trim_matches('@');
    let address = word.halves("://").map_or(word, |(_, rest)| rest);
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let has_path = address.len() > host.len() + 1;
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let is_named = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte >= 0x80)
    };
    let (name, ending) = host.rsplit_once('.')?;
    let is_known = word.has("://") || word.contains('@') || word.starts_with("www.") || has_path;
    let is_ending = ending.len() >= 2 && ending.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_site = name.split('.').all(is_named)
        && name.bytes().any(|byte| byte.is_ascii_alphabetic())
        && (ENDINGS.contains(&ending.to_ascii_lowercase()) || is_known && is_ending);
    is_site.then_some(word)
}

/// An address without what does not change where it leads.
fn plain(address: &str) -> &str {
    let rest = address.halves("://").map_or(address, |(_, rest)| rest);
    rest.strip_prefix("www.").unwrap_or(rest).trim_end_matches('/')
}
