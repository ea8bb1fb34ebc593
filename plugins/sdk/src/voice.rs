//! The fields that all text generators share.

use sitewright_sdk_macros::{Choice, Input};

use crate::language::Language;

/// Language, tone, audience, wishes and form of address; flatten it into a form after the tool's own fields.
#[derive(Input, Clone, Debug, Default)]
#[input(voice)]
pub struct Voice {
    /// The result's language; the interface language may differ.
    pub language: Language,
    /// `None` if the brand kit's tone applies.
    pub tone: Option<Tone>,
    #[field(more, max = 300)]
    pub audience: String,
    #[field(more, max = 1000, widget = "textarea")]
    pub extra_instructions: String,
    /// Polish only.
    #[field(more, default = "neutral")]
    pub address_form: AddressForm,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Neutral,
    Friendly,
    Professional,
    Expert,
    Persuasive,
    Enthusiastic,
    Witty,
    Empathetic,
    Luxury,
    Urgent,
    Formal,
    Casual,
}

impl Voice {
    /// The values for a form without these fields.
    pub(crate) const UNSET: Self = Self {
        language: Language::En,
        tone: None,
        audience: String::new(),
        extra_instructions: String::new(),
        address_form: AddressForm::Neutral,
    };
}

/// The form of address for the reader of a Polish text.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AddressForm {
    /// "ty": sprawdź, zobacz.
    Ty,
    /// "Pan, Pani, Państwo".
    PanPani,
    /// Neither, as far as the grammar allows.
    #[default]
    Neutral,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emoji {
    None,
    #[default]
    Few,
    Many,
}
