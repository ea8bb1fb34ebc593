//! Openings of articles: their frameworks and lengths, and frames to fill in.

use super::Article;
use crate::brief::Brief;
use crate::limit::{Level, Limit};
use crate::markdown::escape;
use crate::template::address;
use crate::units::Unit;
use crate::{Choice, Decimal, compose};

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

/// The frame of an opening: the title, and the questions of the framework, one sentence each, in two paragraphs.
///
/// Texts: `frame.<framework>`, `frame.keyword`, `frame.readers`, `frame.length`.
pub fn frame<I>(brief: &Brief<'_, I>, article: &Article, framework: Framework, length: Length) -> String {
    let mut parts = vec![["**", &escape(&article.title), "**"].concat()];
    let questions = brief.list(&["frame", framework.id()].join("."));
    // A title that asks the question is not asked for it again.
    let asks = framework == Framework::Question && article.title.trim_end().ends_with('?');
    parts.extend(questions.iter().enumerate().map(|(place, part)| {
        let rest = part.split_once("] ").filter(|_| asks && place == 0).map_or(*part, |(_, rest)| rest);
        address(rest, brief.address_form())
    }));
    if !article.keyword.is_empty() {
        parts.push(brief.fill("frame.keyword", &[("keyword", &article.keyword)]));
    }
    if !brief.voice.audience.is_empty() {
        parts.push(brief.fill("frame.readers", &[("audience", &brief.voice.audience)]));
    }
    let Limit { min, max, .. } = length.limit();
    let [least, most] = [min, max].map(|words| words.unwrap_or_default().decimal());
    parts.push(brief.fill("frame.length", &[("least", &least), ("most", &most)]));
    compose::paragraphs(&parts)
}
