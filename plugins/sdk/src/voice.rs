//! The fields that every text generator shares.

use sitewright_sdk_macros::{Choice, Input};

use crate::language::Language;

/// Language, tone, audience, wishes and form of address; flatten it into a form after the tool's own fields.
#[derive(Input, Clone, Debug, Default)]
#[input(voice)]
pub struct Voice {
    /// The result's language; the screen's may be another.
    pub language: Language,
    /// None where the brand kit's tone is to hold.
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
    /// What holds for a form without these fields.
    pub(crate) const UNSET: Self = Self {
        language: Language::En,
        tone: None,
        audience: String::new(),
        extra_instructions: String::new(),
        address_form: AddressForm::Neutral,
    };
}

/// How a Polish text speaks to its reader.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AddressForm {
    /// "ty": sprawdź, zobacz.
    Ty,
    /// "Pan, Pani, Państwo".
    PanPani,
    /// Neither, as far as grammar lets it.
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
