//! Rules of a post other than its length.

use super::{Social, Style, shape};
use crate::addressed::is_mixed;
use crate::check::Checks;
use crate::language::Language;
use crate::limit::{Level, Limit};
use crate::units::{Unit, count_emoji, graphemes, lower};
use crate::voice::Emoji;

/// A caption with more mentions than this may be refused.
const MENTIONS: u32 = 3;

impl Style {
    /// The first line before the fold, the requested number of hashtags, the link where it works, and no emoji if
    /// none are wanted.
    pub fn check(&self, social: &Social, field: &str, text: &str, checks: &mut Checks) {
        if self.fold > 0 {
            let first = text.lines().next().map_or(0, graphemes);
            let fold = Limit::max(Unit::Characters, self.fold, Level::Recommended);
            checks.named(field, "fold", fold, u32::try_from(first).unwrap_or(u32::MAX));
        }
        if !self.tags_apart {
            let wanted = self.tags(social);
            let hashtags = Limit::between(Unit::Items, wanted, wanted, Level::Recommended);
            checks.named(field, "hashtags", hashtags, shape::count(text));
        }
        let mixed = social.voice.language == Language::Pl && is_mixed(text);
        checks.rule(field, "mixed-address", Level::Recommended, u32::from(mixed), &[]);
        self.check_link(social, field, text, checks);
        if social.emoji == Emoji::None {
            let found = u32::try_from(count_emoji(text)).unwrap_or(u32::MAX);
            checks.rule(field, "emoji", Level::Recommended, found, &[]);
        }
    }

    /// For a network that limits them: mentions in the text, and separate hashtags together with those that an answer
    /// left in its text.
    pub fn check_marks(
        &self,
        social: &Social,
        field: &str,
        text: &str,
        tags: &[String],
        checks: &mut Checks,
    ) {
        let mentions = text.split_whitespace().filter(|word| word.starts_with('@')).count();
        let allowed = Limit::max(Unit::Items, MENTIONS, Level::Platform);
        checks.named(field, "mentions", allowed, u32::try_from(mentions).unwrap_or(u32::MAX));
        let found = shape::count(text) + u32::try_from(tags.len()).unwrap_or(u32::MAX);
        let wanted = self.tags(social);
        checks.limit("hashtags", Limit::max(Unit::Items, self.most_tags, Level::Hard), found);
        let ordered = Limit::between(Unit::Items, wanted, wanted, Level::Recommended);
        checks.named("hashtags", "hashtags", ordered, found);
    }

    fn check_link(&self, social: &Social, field: &str, text: &str, checks: &mut Checks) {
        if !social.url.is_empty() {
            let (rule, broken) = if self.link_in_bio {
                ("link-in-bio", text.contains(&social.url) || !lower(text).contains("bio"))
            } else {
                ("no-link", !text.contains(&social.url))
            };
            checks.rule(field, rule, Level::Recommended, u32::from(broken), &[("url", &social.url)]);
        }
    }
}
