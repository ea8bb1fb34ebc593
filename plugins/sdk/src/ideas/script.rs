//! The script of a short video: scenes with their times, with no more words than can be spoken in that time.

use sitewright_sdk_macros::Choice;

use super::Idea;
use crate::brief::Brief;
use crate::check::Checks;
use crate::compose::paragraphs;
use crate::decimal::Decimal;
use crate::limit::{Level, Limit};
use crate::social::fit::opening;
use crate::units::{Unit, words};

/// The maximum number of words of a script.
const MOST_WORDS: u32 = 300;

/// The length of a short video.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duration {
    #[choice("15-s")]
    Seconds15,
    #[choice("30-s")]
    Seconds30,
    #[choice("60-s")]
    Seconds60,
    #[choice("3-min")]
    Minutes3,
}

impl Duration {
    pub fn seconds(self) -> u32 {
        [15, 30, 60, 180][self as usize]
    }

    /// The number of words of its script: two and a half per second.
    pub fn words(self) -> u32 {
        (self.seconds() * 5 / 2).min(MOST_WORDS)
    }

    /// The pace of a script.
    pub fn check(self, field: &str, script: &str, checks: &mut Checks) {
        let pace = Limit::max(Unit::Words, self.words(), Level::Recommended);
        checks.limit(field, pace, Unit::Words.measure(script));
    }
}

impl Idea {
    /// First sentence, the facts, the points, last sentence; the longer the video, the more of them.
    pub fn script<I>(&self, brief: &Brief<'_, I>, duration: Duration) -> String {
        let seconds = duration.seconds();
        let facts = if seconds > 60 { 3 } else { 1 };
        let mut facts: Vec<String> =
            self.facts.iter().take(facts).map(|fact| fact.replace('\n', " ")).collect();
        let points = &self.points[..self.points.len().min(seconds as usize / 12)];
        let room = duration.words() as usize;
        loop {
            let script = scenes(self, brief, seconds, &facts, points);
            let surplus = words(&script).count().saturating_sub(room);
            let Some(last) = facts.pop().filter(|_| surplus > 0) else { return script };
            let left = words(&last).count().saturating_sub(surplus);
            facts.extend(opening(&last, &|text| words(text).count() <= left).map(|(fact, _)| fact));
        }
    }

    /// The caption of the video.
    pub fn caption(&self) -> String {
        let fact = self.facts.first().cloned().unwrap_or_default();
        paragraphs(&[self.hook.clone(), fact, self.ending.clone(), self.hashtags()])
    }
}

fn scenes<I>(idea: &Idea, brief: &Brief<'_, I>, seconds: u32, facts: &[String], points: &[String]) -> String {
    let voice = |text: &str| brief.fill("script.voice", &[("text", text)]);
    let mut inner: Vec<String> = facts.iter().map(|fact| voice(fact)).collect();
    inner.extend(points.iter().map(|point| brief.fill("script.screen", &[("text", point)])));
    let frame = if seconds > 30 { 5 } else { 3 };
    let length = seconds - 2 * frame;
    let count = inner.len().max(1) as u32;
    let mut script = scene(0, frame, &voice(&idea.hook));
    for (place, text) in (0u32..).zip(&inner) {
        script.push('\n');
        script.push_str(&scene(frame + length * place / count, frame + length * (place + 1) / count, text));
    }
    [script, scene(seconds - frame, seconds, &voice(&idea.ending))].join("\n")
}

/// "0–3 s Voice: …"
fn scene(from: u32, to: u32, text: &str) -> String {
    [&from.decimal(), "–", &to.decimal(), " s ", text].concat()
}
