//! The display path of an ad's address.

use crate::slug::slug;

/// The most important keyword as two parts of a path, each with as many whole words as fit into `most` bytes.
pub fn paths(keyword: &str, most: usize) -> [String; 2] {
    let whole = slug(keyword, keyword.len());
    let first = slug(keyword, most);
    // "buty-do" needs the following "biegania".
    let end = first.rfind('-').filter(|place| first.len() - place < 4).unwrap_or(first.len());
    let second = slug(&whole[end..], most);
    // "ceramiczne-dla" says more without its last word, "near-me" says nothing.
    let kept = second.rfind('-').filter(|place| second.len() - place < 5).unwrap_or(second.len());
    let least = if kept < second.len() { 5 } else { 3 };
    let second = second[..kept].to_owned();
    if second.len() > least || end == whole.len() {
        return [first[..end].to_owned(), second];
    }
    // A word as short as "me" is not a useful path, nor does "near" make sense alone.
    [first[..end].to_owned(), String::new()]
}
