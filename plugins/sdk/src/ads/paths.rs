//! What an ad shows of an address.

use crate::slug::slug;

/// The most important keyword as two words of an address, as many whole words as fit into `most` bytes each.
pub fn paths(keyword: &str, most: usize) -> [String; 2] {
    let whole = slug(keyword, keyword.len());
    let first = slug(keyword, most);
    // "buty-do" waits for "biegania".
    let end = first.rfind('-').filter(|place| first.len() - place < 4).unwrap_or(first.len());
    let second = slug(&whole[end..], most);
    if second.len() > 3 || end == whole.len() {
        return [first[..end].to_owned(), second];
    }
    // A word as short as "me" makes no address of its own, nor sense behind "near".
    [first.split('-').next().unwrap_or_default().to_owned(), String::new()]
}
