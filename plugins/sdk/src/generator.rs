//! What an author implements.

use crate::brief::Brief;
use crate::check::Checks;
use crate::form::Input;
use crate::output::Output;
use crate::prompt::Prompt;
use crate::texts::Texts;

/// A tool that writes texts.
///
/// The SDK reads the input, asks the model once per variant, cleans and measures the answers, asks
/// again where a limit is broken, and lays the result out. With no model connected the drafts stand
/// in for the answers.
pub trait Generator {
    type Input: Input;
    type Variant: Output + Default + Clone;

    /// `texts!("texts")`: names, titles, prompts and drafts in both languages.
    const TEXTS: &'static Texts;

    /// The texts of a tool that has none of its own when it is compiled.
    #[doc(hidden)]
    fn texts() -> &'static Texts {
        Self::TEXTS
    }

    /// What the result is about; it follows the tool's name in the document's title.
    fn subject(input: &Self::Input) -> &str;

    /// What the model is asked for the variant of this number, counted from 0.
    fn prompt(brief: &Brief<'_, Self::Input>, variant: usize) -> Prompt;

    /// What stands in for an answer when no model is connected: written by rule, ready to edit.
    fn draft(brief: &Brief<'_, Self::Input>, variant: usize) -> Self::Variant;

    /// The drafts of all variants; for a tool that chooses them with a view to one another.
    fn drafts(brief: &Brief<'_, Self::Input>, count: usize) -> Vec<Self::Variant> {
        (0..count).map(|variant| Self::draft(brief, variant)).collect()
    }

    /// Whether rules cannot do what this input asks for. No draft is made then, and with no model connected
    /// the run fails with [`Failure::NeedsModel`](crate::Failure::NeedsModel).
    fn needs_model(_brief: &Brief<'_, Self::Input>) -> bool {
        false
    }

    /// Puts an answer or draft into its final shape and fills the computed parts.
    fn finish(_brief: &Brief<'_, Self::Input>, _variant: &mut Self::Variant) {}

    /// Rules beyond the declared limits.
    fn check(_brief: &Brief<'_, Self::Input>, _variant: &Self::Variant, _checks: &mut Checks) {}

    /// Rules between variants: `others` are those that stand so far, so of two equal ones the later is told.
    fn compare(
        _brief: &Brief<'_, Self::Input>,
        _variant: &Self::Variant,
        _others: &[&Self::Variant],
        _checks: &mut Checks,
    ) {
    }

    /// Markdown below a variant's parts in the result's text, such as the same ready to paste elsewhere.
    fn appendix(_input: &Self::Input, _variant: &Self::Variant) -> String {
        String::new()
    }
}
