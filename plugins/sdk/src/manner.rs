//! How a text is to sound, and in how many variants.

use sitewright_sdk_macros::Input;

use crate::voice::Voice;

/// The fields that close the form of a tool with variants; flatten it as the last.
#[derive(Input, Clone, Debug)]
pub struct Manner {
    #[field(flatten)]
    pub voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    pub variants: u32,
}
