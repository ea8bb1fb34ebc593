//! The styles of a new version.

use sitewright_sdk_macros::Choice;

/// The requested style of a new version.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Standard,
    Simpler,
    Formal,
    Creative,
    Shorter,
    #[choice("SEO-safe")]
    SeoSafe,
}

impl Mode {
    /// Minimum and maximum length, in percent of the source's.
    pub const fn share(self) -> (u32, u32) {
        if matches!(self, Self::Shorter) { (30, 95) } else { (80, 120) }
    }
}
