//! The script of a short video: scenes with their times, with no more words than can be spoken in that time.

use sitewright_sdk_macros::Choice;

use super::Frame;
use crate::brief::Brief;
use crate::check::Checks;
use crate::decimal::Decimal;
use crate::limit::{Level, Limit};
use crate::parts::Joined;
use crate::units::Unit;

/// The maximum number of words of a script.
const MOST_WORDS: u32 = 300;

/// Longest scene, in seconds.
const LONGEST_SCENE: u32 = 25;

/// Shortest scene of a list, in seconds.
const SHORTEST_SCENE: u32 = 3;

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

impl Frame {
    /// First sentence, the points, last sentence; the longer the video, the more points.
    pub fn script<I>(&self, brief: &Brief<'_, I>, duration: Duration) -> String {
        let seconds = duration.seconds();
        let most = if self.is_list { usize::MAX } else { seconds as usize / 12 };
        let points = &self.points[..self.points.len().min(most)];
        let voice = |text: &str| brief.fill("script.voice", &[("text", text)]);
        let edge = if seconds > 30 { 5 } else { 3 };
        let length = seconds - 2 * edge;
        // A scene needs time; a long list has several entries in one.
        let scenes = (length / SHORTEST_SCENE).max(1) as usize;
        let groups: Vec<String> =
            points.chunks(points.len().div_ceil(scenes).max(1)).map(|group| group.joined(" ")).collect();
        let count = groups.len().max(1) as u32;
        let mut further = brief.list("script.more").iter();
        let mut script = scene(0, edge, &voice(&self.hook));
        for (place, text) in (0u32..).zip(&groups) {
            let [from, to] = [place, place + 1].map(|place| edge + length * place / count);
            let shown = brief.fill("script.screen", &[("text", text)]);
            // A long part asks one more question, each another.
            let more = if to - from > LONGEST_SCENE { further.next() } else { None };
            let scenes = 1 + u32::from(more.is_some());
            let all = std::iter::once(shown.as_str()).chain(more.copied());
            for (part, text) in (0u32..).zip(all) {
                let [from, to] = [part, part + 1].map(|part| from + (to - from) * part / scenes);
                script.push_str(&["\n", &scene(from, to, text)].concat());
            }
        }
        [script, scene(seconds - edge, seconds, &voice(&self.ending))].join("\n")
    }
}

/// "0–3 s Voice: …"
fn scene(from: u32, to: u32, text: &str) -> String {
    [&from.decimal(), "–", &to.decimal(), " s ", text].concat()
}
