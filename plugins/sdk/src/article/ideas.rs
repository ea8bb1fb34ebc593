//! Ideas for articles: their kinds, and frames for a person who finds the ideas.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::choice::Choice;
use crate::ideas::topic::{Topic, fitting, noted};
use crate::units::{has_at_most, lower};

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

/// Frames of at most `count` ideas about `topic`: those of the requested kind, or those that fit the kind of topic.
/// `keywords` come before the question for a keyword; one with words that the topic has not may fit another idea.
///
/// Texts: `ideas.<content type>`, of the form "kinds | title // intent // keyword", see [`fitting`], whose title is a note
/// after the topic; `ideas.keyword` with `{keyword}`; `intents.<intent>`.
pub fn frames<I>(
    brief: &Brief<'_, I>,
    topic: &str,
    keywords: &[String],
    content: ContentType,
    count: usize,
) -> Vec<Idea> {
    let patterns = brief.list(&["ideas", content.id()].join("."));
    let kind = Topic::of(topic).letter();
    let lowered = lower(topic);
    let is_sold = ['t', 'c'].contains(&kind) || BUYING.iter().any(|word| lowered.contains(word));
    let idea = |(place, pattern): (usize, &str)| {
        let mut parts = pattern.split("//").map(str::trim);
        let mut next = || parts.next().unwrap_or_default();
        let title = noted(topic, next());
        // Only things, and one or the other of them, are bought.
        let intent = match next() {
            "commercial" if !is_sold => "informational",
            intent => intent,
        };
        let intent = brief.text(&["intents", intent].join(".")).to_owned();
        let asked = next();
        let keyword = keywords.get(place).map_or(asked.to_owned(), |keyword| own(brief, topic, keyword));
        Idea {
            title,
            intent,
            keyword: if has_at_most(&keyword, LONGEST) { keyword } else { asked.to_owned() },
        }
    };
    fitting(patterns, topic, kind).into_iter().take(count).enumerate().map(idea).collect()
}

/// Beginnings of words about a purchase, lower case.
const BUYING: [&str; 10] =
    ["choos", "buy", "price", "cost", "wybór", "wybier", "wybra", "kupi", "zakup", "cena"];

/// Longest keyword, in characters.
const LONGEST: usize = 80;
/// The letters by which inflected forms of a word are recognised.
const STEM: usize = 4;

/// A keyword of the order, with a note unless the topic has all of its words.
fn own<I>(brief: &Brief<'_, I>, topic: &str, keyword: &str) -> String {
    let topic = lower(topic);
    let is_in = |word: &str| topic.contains(&lower(word).chars().take(STEM).collect::<String>());
    if keyword.split_whitespace().all(is_in) {
        keyword.to_owned()
    } else {
        brief.fill("ideas.keyword", &[("keyword", keyword)])
    }
}
