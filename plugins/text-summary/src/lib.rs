//! Summaries: the most important sentences, or a model's text checked against the facts of the source.

mod choose;
mod opening;
mod rank;
mod shape;
mod source;
mod target;

use sitewright_sdk::stems::language_of;
use sitewright_sdk::units::{Unit, sentences, words as count_words};
use sitewright_sdk::{
    Brief, Checks, Choice, Decimal, Generator, Input, Joined, Level, Limit, Output, Parts, Prompt, Texts,
    Voice, export, texts,
};

use rank::Focus;
use source::{Source, UnitKind, without_tags};
use target::Target;

#[derive(Input)]
pub struct Order {
    #[field(required, min = 50, max = 50000, widget = "textarea")]
    text: String,
    #[field(default = "bullets")]
    format: Format,
    #[field(default = "25%")]
    length: Length,
    #[field(min = 10, max = 500, default = 100)]
    words: u32,
    #[field(flatten)]
    voice: Voice,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Paragraph,
    Bullets,
    Tldr,
    KeyTakeaways,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    #[choice("10%")]
    Tenth,
    #[choice("25%")]
    Quarter,
    #[choice("50%")]
    Half,
    /// The number in the field `words`.
    #[choice("words")]
    Words,
}

#[derive(Output, Default, Clone)]
pub struct Summary {
    #[field(format = "markdown")]
    #[limit(words, min = 1, max = 500, hard)]
    text: String,
    #[field(computed)]
    source_words: u32,
    #[field(computed)]
    summary_words: u32,
}

pub struct TextSummary;

impl Generator for TextSummary {
    type Input = Order;
    type Variant = Summary;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    /// The first line that has words.
    fn subject(order: &Order) -> &str {
        let is_title =
            |line: &&str| !line.trim_start().starts_with('<') && count_words(line).next().is_some();
        order.text.lines().find(is_title).unwrap_or_default().trim_start_matches(['#', '*', '>', '-', ' '])
    }

    /// Rules choose sentences; punctuation alone has none, and all may be longer than the words that are allowed.
    fn needs_model(brief: &Brief<'_, Order>) -> bool {
        count(&without_tags(&brief.text)) == 0 || brief.length == Length::Words && draft(brief).is_empty()
    }

    fn prompt(brief: &Brief<'_, Order>, _variant: usize) -> Prompt {
        let target = Target::of(brief, count(&without_tags(&brief.text)));
        let [words, pieces] =
            [target.words, target.pieces.unwrap_or_default()].map(|number| number.decimal());
        let length = if target.strict { "prompt.limit" } else { "prompt.length" };
        Prompt::new(brief.text("prompt.role"))
            .rule(brief.fill(&["prompt.format", brief.format.id()].joined("."), &[("pieces", &pieces)]))
            .rule(brief.fill(length, &[("words", &words)]))
            .rule(brief.text("prompt.faithful"))
            .rule(brief.text("prompt.essence"))
            .data(brief.text("input.text.title"), &brief.text)
            .max_words(target.most + 60)
            .temperature(0.3)
    }

    fn draft(brief: &Brief<'_, Order>, _variant: usize) -> Summary {
        Summary { text: draft(brief), ..Summary::default() }
    }

    fn finish(brief: &Brief<'_, Order>, summary: &mut Summary) {
        summary.text = shape::settled(&summary.text, brief.format);
        summary.source_words = u32::try_from(count(&without_tags(&brief.text))).unwrap_or(u32::MAX);
        summary.summary_words = u32::try_from(count(shape::without_label(&summary.text))).unwrap_or(u32::MAX);
    }

    fn check(brief: &Brief<'_, Order>, summary: &Summary, checks: &mut Checks) {
        let source = Source::of(&brief.text);
        let target = Target::of(brief, source.words);
        let whole = matches!(source.units.as_slice(), [unit] if unit.kind != UnitKind::Excerpt);
        checks.rule("text", "nothing-to-shorten", Level::Recommended, u32::from(whole), &[]);
        if !whole {
            checks.limit(
                "text",
                Limit::between(Unit::Words, target.least, target.most, Level::Recommended),
                summary.summary_words,
            );
        }
        // Sentences that readers must not miss, and those that they need, are kept.
        let longer = !target.strict && summary.summary_words > target.words + (target.words / 10).max(5);
        let plain = summary.text.replace("**", "");
        let extracted = shape::without_label(&plain)
            .lines()
            .flat_map(|line| sentences(line.trim_start_matches(['-', ' '])))
            .all(|sentence| brief.text.has(sentence.trim_end_matches('.')));
        checks.rule("text", "longer", Level::Recommended, u32::from(!whole && longer && extracted), &[]);
        if let Some(most) = target.pieces {
            checks.limit(
                "text",
                Limit::max(Unit::Items, most, Level::Recommended),
                pieces(summary, brief.format),
            );
        }
        checks.rule(
            "text",
            "layout",
            Level::Recommended,
            u32::from(!shape::fits(&summary.text, brief.format)),
            &[],
        );
        let excerpts = source
            .units
            .iter()
            .filter(|unit| unit.kind == UnitKind::Excerpt && summary.text.has(&unit.text))
            .count();
        checks.rule("text", "excerpts", Level::Recommended, u32::try_from(excerpts).unwrap_or(u32::MAX), &[]);
        check_facts(brief, &source, summary, checks);
    }
}

/// The chosen sentences in the format of the order; empty if none fits.
fn draft(brief: &Brief<'_, Order>) -> String {
    let source = Source::of(&brief.text);
    let focus = if brief.format == Format::KeyTakeaways { Focus::Conclusions } else { Focus::Content };
    let mut candidates = rank::rank(&source, focus);
    let target = Target::of(brief, source.words);
    let chosen = choose::choose(&candidates, target.room(brief.format));
    let words = chosen.iter().map(|place| candidates[*place].unit.words).sum::<usize>();
    // Before a summary is longer than ordered, it says what and not why.
    if words > target.words as usize {
        chosen
            .iter()
            .for_each(|place| candidates[*place].text = rank::without_reason(candidates[*place].text));
    }
    if chosen.is_empty() { String::new() } else { shape::lay_out(&candidates, &chosen, brief.format) }
}

/// The answer may contain only facts of the text.
fn check_facts(brief: &Brief<'_, Order>, source: &Source, summary: &Summary, checks: &mut Checks) {
    let written = language_of(&summary.text);
    let wrong_language =
        source.language.is_some_and(|language| language != brief.language() && written == Some(language));
    checks.rule("text", "stays-in-source-language", Level::Recommended, u32::from(wrong_language), &[]);
}

fn count(text: &str) -> usize {
    count_words(text).count()
}

/// Sentences of a TL;DR, entries of a list.
fn pieces(summary: &Summary, format: Format) -> u32 {
    let pieces =
        if format == Format::Tldr { sentences(&summary.text).len() } else { summary.text.lines().count() };
    u32::try_from(pieces).unwrap_or(u32::MAX)
}

export!(TextSummary);
