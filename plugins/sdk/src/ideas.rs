//! Ideas for videos: each variant uses another angle on the topic. Rules have no ideas: without a model there are
//! frames.
//!
//! The angles, `takes.titles`, and the `frames` are in [`TEXTS`]; `texts!("texts", ideas::TEXTS)` adds them after a
//! tool's own texts.

mod script;
pub mod topic;

pub use script::Duration;

use sitewright_sdk_macros::Input;

use crate::brief::Brief;
use crate::check::Checks;
use crate::compose::paragraphs;
use crate::decimal::Decimal;
use crate::limit::{Level, Limit};
use crate::pick::below;
use crate::prompt::Prompt;
use crate::template::fill;
use crate::texts::Texts;
use crate::units::{Unit, graphemes, lower};
use crate::voice::Voice;
use topic::{Listed, Topic, asked, fitting, is_covered, noted, shortened};

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

/// The frame of an idea: its structure, with questions in place of the idea itself.
pub struct Frame {
    pub title: String,
    /// The first sentence.
    pub hook: String,
    /// Three points that are shown, or the entries of a list.
    pub points: Vec<String>,
    is_list: bool,
    /// The last sentence.
    pub ending: String,
}

/// The frames of at most `count` ideas, each of another structure that fits the topic, which has at most `room`
/// characters in a title; `live` leaves out those that need a cut.
///
/// Texts: `frames`, of the form "kinds | title // hook // point; point; point // ending", see [`fitting`]; the title is a
/// note after the topic, and `q` among the kinds is a frame for live videos. `lists`, of the same form without kinds and
/// with one point for each `{number}`, come first for a topic that names a number of things; the others are about its
/// subject then, so that no title promises the number.
pub fn frames<I>(brief: &Brief<'_, I>, order: &Order, live: bool, room: usize, count: usize) -> Vec<Frame> {
    let lines: Vec<&str> = brief.list("frames").to_vec();
    let is_live = |line: &&str| !live || line.split('|').next().is_some_and(|kinds| kinds.contains('q'));
    let lines: Vec<&str> = lines.into_iter().filter(is_live).collect();
    let frame = |topic: &str, line: &str, number: usize| {
        let mut parts = line.split("//").map(str::trim);
        let mut next = || parts.next().unwrap_or_default();
        let (title, hook, points, ending) = (noted(&shortened(topic, room), next()), next(), next(), next());
        let points = match number {
            0 => points.split("; ").map(str::to_owned).collect(),
            _ => (1..=number).map(|place| fill(points, &[("number", &place.decimal())])).collect(),
        };
        Frame { title, hook: hook.to_owned(), points, ending: ending.to_owned(), is_list: number > 0 }
    };
    let topic = &*order.topic;
    let kind = Topic::of(topic).letter();
    let listed = Listed::of(topic);
    let (number, subject) = listed.map_or((0, topic), |listed| (listed.count, listed.subject));
    // Without another subject every idea is the list.
    let lists = if number == 0 {
        0
    } else if subject.is_empty() {
        usize::MAX
    } else {
        1
    };
    let lists = brief.list("lists").iter().take(lists).map(|line| frame(topic, line, number));
    let fitting =
        |subject: &str| if subject.is_empty() { Vec::new() } else { fitting(&lines, subject, kind) };
    // One idea answers the question after a colon; the others are about the subject before it.
    let (answers, subject) = match asked(subject) {
        Some((before, question)) => {
            let answer = fitting(subject).into_iter().take(1).map(|line| frame(subject, line, 0));
            (answer.collect(), (before, question))
        }
        None => (Vec::new(), (subject, "")),
    };
    let (subject, question) = subject;
    let others = fitting(subject).into_iter().filter(|line| !is_covered(line, question));
    let others = others.map(|line| frame(subject, line, 0));
    lists.chain(answers).chain(others).take(count).collect()
}

impl Frame {
    /// The description of the video: `opening`, the points under `heading`, then `more` and the last sentence.
    pub fn description(&self, opening: &str, heading: &str, more: &[&str]) -> String {
        let mut shown = heading.to_owned();
        self.points.iter().for_each(|point| shown.push_str(&["\n• ", point].concat()));
        let mut parts = vec![opening.to_owned(), shown];
        parts.extend(more.iter().map(|part| (*part).to_owned()));
        parts.push(self.ending.clone());
        paragraphs(&parts)
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
    let titles = brief.list("takes.titles");
    let count = titles.len().max(1);
    let start = below(brief.seed(), "take", count);
    let is_avoided = |take: usize| titles.get(take).is_some_and(|text| brief.is_avoided(text));
    let order = (0..count).map(|place| (start + place * STEP) % count);
    let (avoided, welcome): (Vec<usize>, Vec<usize>) = order.partition(|take| is_avoided(*take));
    welcome.into_iter().chain(avoided).nth(variant % count).unwrap_or_default()
}

/// Neighbouring takes are similar, so variants skip some; coprime to the number of takes.
const STEP: usize = 7;

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
    use super::topic::fitting;
    use super::{STEP, TEXTS};
    use crate::language::Language;

    #[test]
    fn every_take_and_frame_is_complete() {
        for language in Language::ALL {
            let [titles, frames] =
                ["takes.titles", "frames"].map(|key| TEXTS.find(language, key).expect(key));
            assert!(titles.len() >= 20 && titles.len() % STEP != 0);
            assert!(titles.iter().all(|title| title.contains("{topic}")));
            for kind in "ephmlcsto".chars() {
                for topic in ["Heat", "What is heat?"] {
                    assert!(fitting(frames, topic, kind).len() >= 5, "{language:?} {kind} {topic}");
                }
            }
            for frame in frames {
                let parts: Vec<&str> = frame.split(" // ").collect();
                assert!(parts.len() == 4 && parts[2].split("; ").count() == 3, "{frame}");
                // The opening is spoken.
                assert!(!parts[1].contains("[Show") && !parts[1].contains("[Pokaż"), "{frame}");
            }
        }
    }
}
