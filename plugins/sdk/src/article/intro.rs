//! Openings of articles, composed of a tool's lines.

use super::Article;
use crate::brief::Brief;
use crate::compose::Composer;
use crate::limit::{Level, Limit};
use crate::material::as_sentence;
use crate::units::Unit;
use crate::voice::Tone;
use crate::{Choice, compose};

/// The framework of an opening.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framework {
    #[choice("AIDA")]
    Aida,
    #[choice("PAS")]
    Pas,
    Story,
    Question,
    Statistic,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    Short,
    Medium,
    Long,
}

impl Length {
    /// In words. A paragraph of more than 150 is hard to read on a screen.
    pub const fn limit(self) -> Limit {
        let (least, most) = [(60, 85), (80, 115), (110, 150)][self as usize];
        Limit::between(Unit::Words, least, most, Level::Recommended)
    }
}

/// Two paragraphs of the requested length, if the lines allow it.
///
/// Texts: `draft.hook.<kind of title>` names the subject; `draft.<framework>.first`, `.second` and `.third` follow
/// the framework; `draft.promise.<kind>` announces the content; `draft.tone.<tone>` or `draft.closing` ends;
/// `draft.keyword` names the keyphrase if no other line does; `draft.context` and `draft.extra` lengthen;
/// `draft.fact` opens with a number of the brand's.
pub fn draft<I>(
    brief: &Brief<'_, I>,
    article: &Article,
    framework: Framework,
    length: Length,
    variant: usize,
) -> String {
    let title = article.heading(brief);
    let key = |stage: &str| ["draft", framework.id(), stage].join(".");
    let values = article.values(&title);
    let lines =
        values.iter().fold(Composer::new(brief, variant), |lines, (name, value)| lines.with(name, value));
    let hook = lines.line(&["draft.hook", title.kind.id()].join("."));
    let first = fact(brief, framework, variant).unwrap_or_else(|| lines.line(&key("first")));
    let mut opening = match framework {
        Framework::Pas | Framework::Question => vec![hook, first, lines.line(&key("second"))],
        _ => vec![first, hook, lines.line(&key("second"))],
    };
    let keyphrase = article.keyphrase();
    if !article.keyword.is_empty() && !keyphrase.stands_in_a_sentence(&opening.join(" ")) {
        opening.insert(2, lines.line("draft.keyword"));
    }
    let promise = lines.line(&["draft.promise", title.kind.id()].join("."));
    let ending = vec![lines.line(&key("third")), promise];
    lengthen([opening, ending], closing(brief, &lines), length.limit(), |round| {
        let lines = Composer::new(brief, variant * 3 + round);
        [lines.line("draft.context"), lines.line("draft.extra")]
    })
}

/// A fact of the brand with a number, for the framework that needs one.
fn fact<I>(brief: &Brief<'_, I>, framework: Framework, variant: usize) -> Option<String> {
    let facts = &brief.brand.facts;
    let has_number = |fact: &&String| fact.contains(|letter: char| letter.is_ascii_digit());
    let known: Vec<&String> = facts.iter().filter(has_number).collect();
    let fact = known.get(variant % known.len().max(1)).filter(|_| framework == Framework::Statistic)?;
    Some(as_sentence(fact))
}

/// The last line, in the chosen tone if there is one.
fn closing<I>(brief: &Brief<'_, I>, lines: &Composer<'_, '_, I>) -> String {
    match brief.tone() {
        Tone::Neutral => lines.line("draft.closing"),
        tone => lines.line(&["draft.tone", tone.id()].join(".")),
    }
}

/// Rounds of lines that lengthen an opening.
const ROUNDS: usize = 5;

fn lengthen(
    mut paragraphs: [Vec<String>; 2],
    closing: String,
    limit: Limit,
    more: impl Fn(usize) -> [String; 2],
) -> String {
    let count = |text: &str| Unit::Words.measure(text);
    let (least, most) = (limit.min.unwrap_or_default(), limit.max.unwrap_or(u32::MAX));
    let mut total: u32 = paragraphs.iter().flatten().map(|line| count(line)).sum::<u32>() + count(&closing);
    'enough: for round in 0..ROUNDS {
        for (paragraph, line) in paragraphs.iter_mut().zip(more(round)).rev() {
            if total >= least {
                break 'enough;
            }
            if total + count(&line) <= most && !paragraph.contains(&line) {
                total += count(&line);
                paragraph.push(line);
            }
        }
    }
    if total <= most {
        paragraphs[1].push(closing);
    }
    let joined = paragraphs.map(|mut lines| {
        lines.retain(|line| !line.is_empty());
        lines.join(" ")
    });
    compose::paragraphs(&joined)
}
