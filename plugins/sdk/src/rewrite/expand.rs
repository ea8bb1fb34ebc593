//! The requested growth of a text, and the frame of a longer one: its own paragraphs, and the questions that a reader
//! would ask next.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::parts::Joined;
use crate::units::sentences;

/// The requested growth of a text.
#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    #[choice("1.5x")]
    Half,
    #[choice("2x")]
    Double,
    #[choice("3x")]
    Triple,
}

impl Factor {
    /// Percent of the text's words.
    pub const fn percent(self) -> u32 {
        [150, 200, 300][self as usize]
    }

    /// The accepted minimum and maximum, in percent.
    pub const fn share(self) -> (u32, u32) {
        (self.percent() * 4 / 5, self.percent() * 6 / 5)
    }
}

/// Longest group of sentences before questions.
const GROUP: usize = 3;

/// `text` in short paragraphs with questions after each, and a place for the keywords.
///
/// Texts: `frame.questions`, which take turns, and `frame.keywords`.
pub fn frame<I>(brief: &Brief<'_, I>, text: &str, keywords: &[String], factor: Factor) -> String {
    let paragraphs = text.split("\n\n").map(sentences).filter(|paragraph| !paragraph.is_empty());
    let groups =
        paragraphs.flat_map(|all| all.chunks(GROUP).map(|group| group.join(" ")).collect::<Vec<_>>());
    let mut questions = brief.list("frame.questions").iter().copied().cycle();
    let mut out = Vec::new();
    for group in groups {
        out.push(group);
        out.push(questions.by_ref().take(factor as usize + 1).collect::<Vec<_>>().join(" "));
    }
    if !keywords.is_empty() {
        out.push(brief.fill("frame.keywords", &[("keywords", &keywords.joined(", "))]));
    }
    out.join("\n\n")
}
