//! The limits of platforms, required or recommended.

use crate::units::Unit;

/// The weight of a limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// Style or truncation: a longer text works, but worse.
    Recommended,
    /// A platform's rule according to third parties.
    Platform,
    /// The platform rejects the text.
    Hard,
}

impl Level {
    pub const fn id(self) -> &'static str {
        match self {
            Self::Recommended => "recommended",
            Self::Platform => "platform",
            Self::Hard => "hard",
        }
    }

    /// The weight of a violation when two answers are compared: one of a level outweighs many below it.
    pub(crate) const fn penalty(self) -> u32 {
        match self {
            Self::Recommended => 1,
            Self::Platform => 20,
            Self::Hard => 400,
        }
    }
}

/// A range in one unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    pub unit: Unit,
    pub min: Option<u32>,
    pub max: Option<u32>,
    pub level: Level,
}

impl Limit {
    pub const fn max(unit: Unit, max: u32, level: Level) -> Self {
        Self { unit, min: None, max: Some(max), level }
    }

    pub const fn between(unit: Unit, min: u32, max: u32, level: Level) -> Self {
        Self { unit, min: Some(min), max: Some(max), level }
    }

    /// The distance of a value to the range; 0 inside.
    pub fn distance(&self, value: u32) -> u32 {
        let below = self.min.map_or(0, |min| min.saturating_sub(value));
        let above = self.max.map_or(0, |max| value.saturating_sub(max));
        below.max(above)
    }

    pub fn allows(&self, value: u32) -> bool {
        self.distance(value) == 0
    }
}
