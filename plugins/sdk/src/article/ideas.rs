//! Ideas for articles: their kinds, and frames for a person who finds the ideas.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::choice::Choice;
use crate::material::labelled;

/// The requested kind of article.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ContentType {
    Any,
    HowTo,
    Listicle,
    Comparison,
    Review,
    News,
    #[choice("case study")]
    CaseStudy,
    #[choice("FAQ")]
    Faq,
}

/// A title with its search intent and keyword.
pub struct Idea {
    pub title: String,
    pub intent: String,
    pub keyword: String,
}

/// Frames of at most `count` ideas about `topic`: one of each kind except a review, which needs a thing to test, or
/// those of the requested kind. `keywords` come
/// before the question for a keyword.
///
/// Texts: `ideas.<content type>`, of the form "title // intent // keyword", whose title follows the topic;
/// `intents.<intent>`.
pub fn frames<I>(
    brief: &Brief<'_, I>,
    topic: &str,
    keywords: &[String],
    content: ContentType,
    count: usize,
) -> Vec<Idea> {
    let list = |kind: &str| brief.list(&["ideas", kind].join("."));
    let patterns: Vec<&str> = match content {
        ContentType::Any => {
            let kinds = ContentType::IDS[1..].iter().filter(|kind| **kind != ContentType::Review.id());
            kinds.filter_map(|kind| list(kind).first().copied()).collect()
        }
        chosen => list(chosen.id()).to_vec(),
    };
    let idea = |(place, pattern): (usize, &&str)| {
        let mut parts = pattern.split("//").map(str::trim);
        let mut next = || parts.next().unwrap_or_default();
        let title = labelled(topic, next());
        let intent = brief.text(&["intents", next()].join(".")).to_owned();
        let keyword = keywords.get(place).map_or(next(), String::as_str).to_owned();
        Idea { title, intent, keyword }
    };
    patterns.iter().enumerate().take(count).map(idea).collect()
}
