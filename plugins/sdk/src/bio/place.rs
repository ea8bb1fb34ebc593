//! The places of biographies and their limits.

use crate::check::Checks;
use crate::limit::{Level, Limit};
use crate::short::fits;
use crate::units::Unit;

/// The maximum of characters where only words are counted, since a word may be of any length.
const LONGEST: u32 = 2000;

/// A profile of a network, or a page on the user's own website.
pub struct Place {
    pub limit: Limit,
    /// One or a few lines instead of paragraphs.
    pub is_line: bool,
    /// Separate lines instead of separators.
    pub breaks: bool,
    /// Addresses are allowed.
    pub links: bool,
}

impl Place {
    /// The place of a platform's id; any other id is a page on the user's own website.
    pub fn of(platform: &str) -> Self {
        let (unit, max, level) = match platform {
            "linkedin-about" => (Unit::Characters, 2600, Level::Platform),
            "linkedin-page" => (Unit::Characters, 2000, Level::Platform),
            "linkedin-headline" => (Unit::Characters, 220, Level::Platform),
            "google-business-profile" => (Unit::Characters, 750, Level::Platform),
            "x" => (Unit::Weighted, 160, Level::Platform),
            "instagram" => (Unit::Characters, 150, Level::Platform),
            "facebook" | "facebook-page" => (Unit::Characters, 101, Level::Platform),
            "tiktok" => (Unit::Characters, 80, Level::Platform),
            _ => (Unit::Words, 200, Level::Recommended),
        };
        let is_line = level == Level::Platform && max < 300;
        let (breaks, links) = (platform == "instagram", platform != "google-business-profile");
        Self { limit: Limit::max(unit, max, level), is_line, breaks, links }
    }

    /// The maximum size, in the limit's unit.
    pub fn room(&self) -> u32 {
        self.limit.max.unwrap_or(u32::MAX)
    }

    pub fn fits(&self, text: &str) -> bool {
        let is_short = self.limit.unit != Unit::Words || fits(text, Unit::Characters, LONGEST);
        is_short && fits(text, self.limit.unit, self.room())
    }

    /// The sizes that [`Self::fits`] checks, in the form of [`Self::has_room`]: characters, if they count, and the
    /// limit's unit.
    pub fn size(&self, text: &str) -> [u32; 2] {
        [Unit::Characters.measure(text), self.limit.unit.measure(text)]
    }

    /// The size of `text` before `next`, which begins with white space that is not counted.
    pub fn size_before(&self, text: &str, next: &str) -> [u32; 2] {
        let ([all, units], [own, own_units]) = (self.size(&[text, next].concat()), self.size(next));
        [all - own, units - own_units]
    }

    /// Whether a text of this size fits.
    pub fn has_room(&self, [characters, units]: [u32; 2]) -> bool {
        (self.limit.unit != Unit::Words || characters <= LONGEST) && units <= self.room()
    }

    /// Measures `text` for this place.
    pub fn check(&self, field: &str, text: &str, checks: &mut Checks) {
        checks.limit(field, self.limit, self.limit.unit.measure(text));
    }
}
