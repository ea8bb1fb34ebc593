//! The trait that an author implements.

use crate::brief::Brief;
use crate::check::Checks;
use crate::form::Input;
use crate::output::Output;
use crate::prompt::Prompt;
use crate::texts::Texts;

/// A tool that writes texts.
///
/// The SDK reads the input, calls the model once per variant, cleans and measures the answers, calls again if a limit
/// is broken, and formats the result. If no model is connected, the drafts replace the answers.
pub trait Generator {
    type Input: Input;
    type Variant: Output + Default + Clone;

    /// `texts!("texts")`: names, titles, prompts and drafts in both languages.
    const TEXTS: &'static Texts;

    /// The texts of a tool that has none at compile time.
    #[doc(hidden)]
    fn texts() -> &'static Texts {
        Self::TEXTS
    }

    /// Whether drafts get the quotation marks and signs of their language. A template's draft stays as its author wrote
    /// it.
    #[doc(hidden)]
    const SETS_DRAFTS: bool = true;

    /// Words of all variants up to which one question requests them: they know of one another then, and the prompt is
    /// paid for once. Longer ones have questions of their own and are written at the same time.
    const TOGETHER: u32 = 2_200;

    /// The subject of the result; it follows the tool's name in the document's title.
    fn subject(input: &Self::Input) -> &str;

    /// The prompt for the variant of this number, counted from 0.
    fn prompt(brief: &Brief<'_, Self::Input>, variant: usize) -> Prompt;

    /// Addresses of images, https:// and at most eight, that the model sees with every request.
    fn images(_input: &Self::Input) -> Vec<String> {
        Vec::new()
    }

    /// The result if no model is connected: written by rules, ready to edit.
    fn draft(brief: &Brief<'_, Self::Input>, variant: usize) -> Self::Variant;

    /// Whether every variant has the same draft, so that one is made.
    const ONE_DRAFT: bool = false;

    /// The drafts of all variants; for a tool whose drafts depend on one another. There may be fewer than `count`, and
    /// equal ones are omitted.
    fn drafts(brief: &Brief<'_, Self::Input>, count: usize) -> Vec<Self::Variant> {
        let count = if Self::ONE_DRAFT { 1 } else { count };
        (0..count).map(|variant| Self::draft(brief, variant)).collect()
    }

    /// Whether the drafts are frames: a structure with questions to answer and places to fill, "[like this]". The result
    /// then says so, and limits do not apply to it.
    fn is_frame(_brief: &Brief<'_, Self::Input>) -> bool {
        false
    }

    /// Whether rules cannot process this input. Then no draft is made, and without a model the run fails with
    /// [`Failure::NeedsModel`](crate::Failure::NeedsModel).
    fn needs_model(_brief: &Brief<'_, Self::Input>) -> bool {
        false
    }

    /// Normalises an answer or draft and fills the computed parts.
    fn finish(_brief: &Brief<'_, Self::Input>, _variant: &mut Self::Variant) {}

    /// Rules beyond the declared limits.
    fn check(_brief: &Brief<'_, Self::Input>, _variant: &Self::Variant, _checks: &mut Checks) {}

    /// Rules between variants: `others` are the previous variants, so of two equal ones the later is reported.
    fn compare(
        _brief: &Brief<'_, Self::Input>,
        _variant: &Self::Variant,
        _others: &[&Self::Variant],
        _checks: &mut Checks,
    ) {
    }

    /// Markdown below a variant's parts in the result's text, for example the same content ready to paste elsewhere.
    fn appendix(_input: &Self::Input, _variant: &Self::Variant) -> String {
        String::new()
    }
}
