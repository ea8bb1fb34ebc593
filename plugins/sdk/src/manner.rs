//! The tone of a text and the number of variants.

use sitewright_sdk_macros::Input;

use crate::voice::Voice;

/// The last fields of the form of a tool with variants; flatten it at the end.
#[derive(Input, Clone, Debug)]
pub struct Manner {
    #[field(flatten)]
    pub voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    pub variants: u32,
}
