//! Rules of a post beyond its length.

use super::{Social, shape};
use crate::check::Checks;
use crate::limit::{Level, Limit};
use crate::units::{Unit, count_emoji};
use crate::voice::Emoji;

/// The ordered number of hashtags, the link, and no emoji where none are wanted.
pub fn check(social: &Social, field: &str, text: &str, checks: &mut Checks) {
    let hashtags = Limit::between(Unit::Items, social.hashtags, social.hashtags, Level::Recommended);
    checks.named(field, "hashtags", hashtags, shape::count(text));
    if !social.url.is_empty() {
        let missing = u32::from(!text.contains(&social.url));
        checks.rule(field, "no-link", Level::Recommended, missing, &[("url", &social.url)]);
    }
    if social.emoji == Emoji::None {
        let found = u32::try_from(count_emoji(text)).unwrap_or(u32::MAX);
        checks.rule(field, "emoji", Level::Recommended, found, &[]);
    }
}
