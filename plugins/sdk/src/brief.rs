//! One run's input with its context.

use crate::parts::Joined;
use std::ops::Deref;

use crate::avoid::find_avoided;
use crate::choice::Choice;
use crate::host::{Brand, Project};
use crate::language::Language;
use crate::pick::{below, hash};
use crate::template::{address, fill};
use crate::texts::Phrases;
use crate::voice::{AddressForm, Tone, Voice};

/// The input (through `Deref`), the brand kit, and the texts in the result's language.
pub struct Brief<'a, I> {
    pub input: &'a I,
    pub voice: &'a Voice,
    /// Default (empty) if no brand kit was filled in.
    pub brand: &'a Brand,
    pub project: Option<&'a Project>,
    /// Texts in the result's language.
    pub phrases: Phrases,
    seed: u64,
}

impl<I> Deref for Brief<'_, I> {
    type Target = I;

    fn deref(&self) -> &I {
        self.input
    }
}

impl<'a, I> Brief<'a, I> {
    pub(crate) fn new(
        input: &'a I,
        voice: &'a Voice,
        brand: &'a Brand,
        project: Option<&'a Project>,
        phrases: Phrases,
        subject: &str,
    ) -> Self {
        Self { input, voice, brand, project, phrases, seed: hash(subject) }
    }

    /// The result's language.
    pub fn language(&self) -> Language {
        self.phrases.language
    }

    /// The chosen tone; neutral if none was chosen.
    pub fn tone(&self) -> Tone {
        self.voice.tone.unwrap_or(Tone::Neutral)
    }

    /// The form of address for the reader; only Polish has a choice.
    pub fn address_form(&self) -> AddressForm {
        self.voice.address_form
    }

    pub fn text(&self, key: &str) -> &'static str {
        self.phrases.text(key)
    }

    /// The text of a choice, under its name below `key`.
    pub fn text_of(&self, key: &str, choice: impl Choice) -> &'static str {
        self.text(&[key, choice.id()].joined("."))
    }

    pub fn list(&self, key: &str) -> &'static [&'static str] {
        self.phrases.list(key)
    }

    /// The text under `key` with its placeholders filled.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        fill(self.text(key), values)
    }

    /// A text of the list under `key`: varied by subject and variant, without words that the brand avoids if there is
    /// another one, in the chosen form of address.
    pub fn phrase(&self, key: &str, variant: usize) -> String {
        let options: Vec<&str> =
            self.list(key).iter().copied().filter(|text| !self.is_avoided(text)).collect();
        let chosen = self.pick(&options, key, variant).unwrap_or_else(|| self.pick_text(key, variant));
        address(chosen, self.voice.address_form)
    }

    /// Whether `text` has a word that the brand avoids.
    pub fn is_avoided(&self, text: &str) -> bool {
        !self.brand.avoid.is_empty() && find_avoided(text, &self.brand.avoid).next().is_some()
    }

    /// A number that depends only on the subject.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// One of `options`: always the same for the same input, another for the next variant, and
    /// different from subject to subject.
    pub fn pick<'t, T: ?Sized>(&self, options: &[&'t T], purpose: &str, variant: usize) -> Option<&'t T> {
        let start = below(self.seed, purpose, options.len());
        options.get((start + variant) % options.len().max(1)).copied()
    }

    /// [`Self::pick`] from the list of texts under `key`.
    pub fn pick_text(&self, key: &str, variant: usize) -> &'static str {
        self.pick(self.list(key), key, variant).unwrap_or_default()
    }
}
