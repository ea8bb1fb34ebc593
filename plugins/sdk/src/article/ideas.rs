//! Ideas for articles, from patterns of titles.

use sitewright_sdk_macros::Choice;

use super::Title;
use crate::brief::Brief;
use crate::choice::Choice;
use crate::material::capitalized;
use crate::template::{address, fill};
use crate::units::{graphemes, has_at_most, has_between, lower};

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

/// The shortest useful title, and the longest that search results show in full, in characters.
const ROOM: std::ops::RangeInclusive<usize> = 30..=60;
/// Longest keyword, in characters.
const LONGEST_KEYWORD: usize = 80;

/// `count` ideas about `topic`; `keywords` take turns as their subjects.
///
/// Texts: `ideas.<content type>`, patterns of the form "title // intent // keyword" with `{subject}`; `ideas.angles`,
/// additions to a subject for when all patterns have been used; `intents.<intent>`.
pub fn draft<I>(
    brief: &Brief<'_, I>,
    topic: &str,
    keywords: &[String],
    content: ContentType,
    count: usize,
) -> Vec<Idea> {
    let core = Title::of(topic, brief.language()).core;
    let mut subjects: Vec<&str> = keywords.iter().map(String::as_str).collect();
    if subjects.is_empty() || (has_at_most(&core, *ROOM.start()) && !subjects.contains(&core.as_str())) {
        subjects.insert(0, &core);
    }
    let patterns = patterns(brief, content);
    let angles = brief.list("ideas.angles");
    let (mut fitting, mut others): (Vec<Idea>, Vec<Idea>) = (Vec::new(), Vec::new());
    for round in 0..=angles.len() {
        for (place, pattern) in patterns.iter().enumerate() {
            let subject = subjects[(place + round) % subjects.len()];
            // Every pattern without an angle first, then each with another angle than the one before it.
            let angle = round.checked_sub(1).and_then(|round| angles.get((round + place) % angles.len()));
            let idea = idea(brief, pattern, subject, angle.copied().unwrap_or_default());
            let is_known = |list: &[Idea]| list.iter().any(|known| known.title == idea.title);
            if brief.is_avoided(&idea.title) || is_known(&fitting) || is_known(&others) {
                continue;
            }
            let has_room = has_between(&idea.title, &ROOM);
            if has_room { &mut fitting } else { &mut others }.push(idea);
        }
        if fitting.len() >= count {
            break;
        }
    }
    fitting.extend(others);
    fitting.truncate(count);
    fitting.iter_mut().for_each(|idea| idea.keyword = shortened(&lower(&idea.keyword)));
    fitting
}

/// The patterns of one type or of all, one of each in turn, from a position that depends on the subject.
fn patterns<I>(brief: &Brief<'_, I>, content: ContentType) -> Vec<&'static str> {
    let chosen = [content.id()];
    let kinds = if content == ContentType::Any { &ContentType::IDS[1..] } else { &chosen };
    let lists: Vec<&[&str]> = kinds.iter().map(|kind| brief.list(&["ideas", kind].join("."))).collect();
    let longest = lists.iter().map(|list| list.len()).max().unwrap_or_default();
    // A component has 32 bits for `usize`: the whole seed is divided, so that every build makes the same choice.
    let from = (brief.seed() % longest.max(1) as u64) as usize;
    let rounds = (0..longest).map(|round| (round + from) % longest);
    rounds.flat_map(|round| lists.iter().filter_map(move |list| list.get(round).copied())).collect()
}

/// An idea with its full keyword.
fn idea<I>(brief: &Brief<'_, I>, pattern: &'static str, subject: &str, angle: &str) -> Idea {
    let mut parts = pattern.split("//").map(str::trim);
    let mut next = || parts.next().unwrap_or_default();
    let subject = if angle.is_empty() { subject.to_owned() } else { [subject, " ", angle].concat() };
    let say = |line: &str| fill(&address(line, brief.address_form()), &[("subject", &subject)]);
    let (title, intent, keyword) = (capitalized(&say(next())), next(), say(next()));
    Idea { title, intent: brief.text(&["intents", intent].join(".")).to_owned(), keyword }
}

/// The first words of a keyword that would be too long.
fn shortened(keyword: &str) -> String {
    let mut out = String::new();
    // Characters so far, and their number before a space.
    let (mut length, mut before_space) = (0, 0);
    for word in keyword.split_whitespace() {
        if !has_at_most(word, LONGEST_KEYWORD.saturating_sub(length + 1)) {
            break;
        }
        let piece = [if out.is_empty() { "" } else { " " }, word].concat();
        length = before_space + graphemes(&piece);
        before_space += graphemes(&[&piece, " "].concat()) - 1;
        out.push_str(&piece);
    }
    out
}
