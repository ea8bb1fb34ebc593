//! How much of a page a search engine shows on a desktop: widths in Arial, in pixels. The tools and the application have
//! the same limits.

/// Of a title, whose letters have 20 pixels.
pub const TITLE: u32 = 561;
/// Of a description, whose letters have 14 pixels.
pub const DESCRIPTION: u32 = 985;
