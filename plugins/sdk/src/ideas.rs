//! Ideas for videos: each variant uses another angle on the topic.
//!
//! The angles are three lists of equal length, `takes.titles`, `takes.hooks` and `takes.points` (three, separated by
//! semicolons), in [`TEXTS`]; `texts!("texts", ideas::TEXTS)` adds them after a tool's own texts.

mod script;

pub use script::Duration;

use sitewright_sdk_macros::Input;

use crate::brief::Brief;
use crate::check::Checks;
use crate::choice::Choice;
use crate::compose::paragraphs;
use crate::limit::{Level, Limit};
use crate::material::{Material, as_sentence, capitalized, statements};
use crate::pick::below;
use crate::prompt::Prompt;
use crate::social::fit::opening;
use crate::social::hashtags::{hashtag, phrases_of};
use crate::template::{address, fill};
use crate::texts::Texts;
use crate::units::{Unit, graphemes, has_at_most, has_between, lower, sentences};
use crate::voice::Voice;

/// The texts that these tools share; only components that name them contain them.
pub static TEXTS: &Texts = crate::texts!("texts/ideas");

/// The form of such a tool; flatten it and add the platform's own fields.
#[derive(Input, Clone, Debug)]
pub struct Order {
    #[field(required, min = 3, max = 300, widget = "textarea")]
    pub topic: String,
    #[field(flatten)]
    pub voice: Voice,
    #[field(variants, min = 5, max = 20, default = 10, widget = "slider")]
    pub count: u32,
}

/// An idea for a video about the topic.
pub struct Idea {
    /// At most the requested length.
    pub title: String,
    /// The first sentence.
    pub hook: String,
    /// Three points that are shown.
    pub points: Vec<String>,
    /// The user's own words, as sentences.
    pub facts: Vec<String>,
    /// The last sentence, in the chosen tone.
    pub ending: String,
    /// Search words, the most relevant first.
    tags: Vec<String>,
}

/// The variant's idea, with a title of at most `longest` characters; `more` is a tag that the tool adds.
pub fn idea<I>(brief: &Brief<'_, I>, order: &Order, variant: usize, longest: usize, more: &str) -> Idea {
    let material = Material::of(&order.topic, brief.language());
    let take = take(brief, variant);
    let text = |key: &str| {
        let text = brief.list(key).get(take).copied().unwrap_or_default();
        address(text, brief.address_form())
    };
    let (template, headline) = (text("takes.titles"), headline(&material));
    let title = title(&template, &headline, longest);
    // For a topic that is not a sentence, the take distinguishes the ideas.
    let lead = capitalized(&material.lead);
    let said =
        if lead == headline && title.contains(&lead) { vec![title.clone()] } else { statements(&lead) };
    let facts = said.iter().chain(&material.rest).map(|fact| as_sentence(&capitalized(fact))).collect();
    Idea {
        title,
        hook: text("takes.hooks"),
        points: text("takes.points").split("; ").map(str::to_owned).collect(),
        facts,
        ending: brief.phrase(&["ending", brief.tone().id()].join("."), variant),
        tags: tags(brief, &order.topic, &[&headline, more, &label(&template)]),
    }
}

impl Idea {
    /// The description of the video: the first sentence, the facts, the points under `heading`, then `more`, the last
    /// sentence and hashtags.
    pub fn description(&self, heading: &str, more: &[&str]) -> String {
        let mut shown = heading.to_owned();
        self.points.iter().for_each(|point| shown.push_str(&["\n• ", point].concat()));
        let mut parts = vec![self.hook.clone(), self.facts.join(" "), shown];
        parts.extend(more.iter().map(|part| (*part).to_owned()));
        parts.extend([self.ending.clone(), self.hashtags()]);
        paragraphs(&parts)
    }

    /// The first `count` tags.
    pub fn tags(&self, count: usize) -> Vec<String> {
        self.tags.iter().take(count).cloned().collect()
    }

    /// Up to four hashtags in one line.
    fn hashtags(&self) -> String {
        let tags: Vec<String> = self.tags.iter().filter_map(|tag| hashtag(tag)).take(4).collect();
        tags.join(" ")
    }
}

/// Role, rules, topic, and the take for this variant, so that the variants differ.
pub fn prompt<I>(brief: &Brief<'_, I>, order: &Order, variant: usize) -> Prompt {
    let take = brief.list("takes.titles").get(take(brief, variant)).copied().unwrap_or_default();
    Prompt::new(brief.text("prompt.role"))
        .angle(brief.fill("prompt.take", &[("take", &fill(take, &[("topic", "…")]))]))
        .rule(brief.text("prompt.parts"))
        .rule(brief.text("prompt.honest"))
        .data(brief.text("input.topic.title"), &order.topic)
        .max_words(400)
        .temperature(0.9)
}

/// The index of the variant's take: another for every variant; takes with words that the brand avoids come last.
fn take<I>(brief: &Brief<'_, I>, variant: usize) -> usize {
    let lists = ["takes.titles", "takes.hooks", "takes.points"].map(|key| brief.list(key));
    let count = lists[0].len().max(1);
    let start = below(brief.seed(), "take", count);
    let is_avoided =
        |take: usize| lists.iter().any(|list| list.get(take).is_some_and(|text| brief.is_avoided(text)));
    let order = (0..count).map(|place| (start + place * STEP) % count);
    let (avoided, welcome): (Vec<usize>, Vec<usize>) = order.partition(|take| is_avoided(*take));
    welcome.into_iter().chain(avoided).nth(variant % count).unwrap_or_default()
}

/// Neighbouring takes are similar, so variants skip some; coprime to the number of takes.
const STEP: usize = 7;

/// The topic as a label: its first words without the final punctuation.
fn headline(material: &Material) -> String {
    let line = material.lead.lines().next().unwrap_or_default();
    let sentence = sentences(line).first().copied().unwrap_or_default();
    capitalized(sentence.trim_end_matches(['.', '!', '?', '…', ':', ';', ',', '–', '-', ' ']))
}

/// `template` with as much of the topic as fits, or without it.
fn title(template: &str, topic: &str, longest: usize) -> String {
    let titled = |topic: &str| fill(template, &[("topic", topic)]);
    let fits = |topic: &str| has_at_most(&titled(topic), longest);
    if !topic.is_empty() && fits(topic) {
        return titled(topic);
    }
    match opening(topic, &fits) {
        Some((words, _)) => titled(&words),
        None => capitalized(&bare(template)),
    }
}

/// A title without its topic.
fn bare(template: &str) -> String {
    fill(template, &[("topic", "")]).trim_matches([':', ' ']).to_owned()
}

/// The main clause of a title without its topic, short enough for a tag.
fn label(template: &str) -> String {
    bare(template).split(',').next().unwrap_or_default().to_owned()
}

/// Phrases of the topic, the brand, `own`, then usual words.
fn tags<I>(brief: &Brief<'_, I>, topic: &str, own: &[&str]) -> Vec<String> {
    let phrases = phrases_of(topic, brief.language());
    let sources = own[..1].iter().copied().chain(phrases.iter().map(String::as_str));
    let sources = sources.chain([brief.brand.name.as_str()]).chain(own[1..].iter().copied());
    let mut tags: Vec<String> = Vec::new();
    for source in sources.chain(brief.list("tags").iter().copied()) {
        let tag = lower(source);
        if has_between(&tag, &(1..=LONGEST_TAG)) && !tags.contains(&tag) && !brief.is_avoided(source) {
            tags.push(tag);
        }
    }
    tags
}

/// The maximum length of a tag, in characters; a longer one is a sentence.
const LONGEST_TAG: usize = 40;

/// The limit of all tags together: their characters, the commas between them and the quotes around those of several
/// words.
const TAGS: Limit = Limit::max(Unit::Characters, 500, Level::Hard);

/// Tidies tags, omits the last ones until all fit together, and removes `<` and `>` from texts, which are refused
/// there.
pub fn tidy<const COUNT: usize>(tags: &mut Vec<String>, texts: [&mut String; COUNT]) {
    for text in texts {
        *text = text.replace('<', "‹").replace('>', "›");
    }
    // Commas separate tags, also if an answer put several into one line.
    for tag in std::mem::take(tags).iter().flat_map(|tag| tag.split(',')) {
        let tag = tag.trim_matches(['#', ' ', '<', '>', '"']);
        if !tag.is_empty() && !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    while !TAGS.allows(length(tags)) {
        tags.pop();
    }
}

/// The length of all tags together.
pub fn check_tags(field: &str, tags: &[String], checks: &mut Checks) {
    checks.limit(field, TAGS, length(tags));
}

fn length(tags: &[String]) -> u32 {
    let quoted = tags.iter().filter(|tag| tag.contains(' ')).count();
    u32::try_from(graphemes(&tags.join(",")) + 2 * quoted).unwrap_or(u32::MAX)
}

/// No two ideas may begin alike: `text` is compared.
pub fn compare<V>(video: &V, others: &[&V], checks: &mut Checks, field: &str, text: fn(&V) -> &str) {
    let opening = |video: &V| lower(text(video).lines().next().unwrap_or_default().trim());
    let same = others.iter().any(|other| opening(other) == opening(video));
    checks.rule(field, "same-idea", Level::Recommended, u32::from(same), &[]);
}

#[cfg(test)]
mod tests {
    use super::{STEP, TEXTS, title};
    use crate::language::Language;

    #[test]
    fn every_take_is_complete() {
        for language in Language::ALL {
            let list = |key: &str| TEXTS.find(language, key).expect(key);
            let [titles, hooks, points] = ["takes.titles", "takes.hooks", "takes.points"].map(list);
            assert!(titles.len() >= 20 && titles.len() % STEP != 0);
            assert!(hooks.len() == titles.len() && points.len() == titles.len());
            assert!(titles.iter().all(|title| title.contains("{topic}")));
            assert!(points.iter().all(|points| points.split("; ").count() == 3));
        }
    }

    #[test]
    fn titles_keep_to_their_length() {
        let template = "{topic}: step by step";
        assert_eq!(title(template, "Bread", 40), "Bread: step by step");
        assert_eq!(title(template, "Bread from the oven every day", 30), "Bread from the…: step by step");
        assert_eq!(title(template, &"x".repeat(90), 30), "Step by step");
    }
}
