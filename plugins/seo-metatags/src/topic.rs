//! Splits the topic of the page into pieces that can be used alone and unchanged.

use sitewright_sdk::units::{bare, has_at_most, has_between, is_lower, is_upper, lower, sentences};
use sitewright_sdk::{Joined, Language, Parts, Phrases};

use crate::clean::{calm, plain_text, uncapitalised};
use crate::keyword::Keyword;

/// The topic in sentences and shorter pieces.
pub struct Topic {
    /// Whole sentences, each with its shorter versions, longest first; all without the final full stop.
    pub sentences: Vec<Vec<String>>,
    /// Short pieces for titles.
    pub chunks: Vec<String>,
    /// "in Leeds", "w Krakowie": unchanged from the topic.
    pub place: Option<String>,
}

/// Shortest and longest piece for a title, in characters.
const CHUNK: std::ops::RangeInclusive<usize> = 6..=58;

/// Separators and words at which a sentence can be split; the second value is true for ambiguous ones, such as a
/// comma.
const JOINTS: &[(&str, bool)] = &[
    (", ", true),
    ("; ", false),
    (": ", false),
    (" – ", false),
    (" — ", false),
    (" - ", false),
    (" | ", false),
    (" (", false),
];

impl Topic {
    pub fn new(typed: &str, keyword: &Keyword, phrases: Phrases) -> Self {
        let text = calm(&plain_text(typed), phrases);
        let cutter = Cutter { phrases, text: &text };
        let whole: Vec<String> =
            sentences(&text).into_iter().map(|sentence| cutter.without_preface(sentence)).collect();
        let whole: Vec<String> =
            whole.into_iter().filter(|sentence| keyword.is_added_to_by(sentence)).collect();
        let mut chunks: Vec<String> = Vec::new();
        for sentence in &whole {
            for chunk in cutter.chunks(sentence) {
                if !chunks.iter().any(|known| lower(known) == lower(&chunk)) {
                    chunks.push(chunk);
                }
            }
        }
        let place = cutter.place();
        let mut sentences: Vec<Vec<String>> =
            whole.iter().map(|sentence| cutter.versions(sentence)).collect();
        sentences.iter_mut().for_each(|versions| versions.retain(|version| keyword.is_added_to_by(version)));
        Self { sentences, chunks, place }
    }
}

impl Topic {
    /// Whether a sentence can open a text: not "It weighs 2 kg".
    pub fn opens(&self, sentence: &str, phrases: Phrases) -> bool {
        let first = sentence.split(' ').next().map(bare).map(lower).unwrap_or_default();
        !phrases.list("words.subordinate").contains(&first.as_str())
    }
}

/// `piece` for the middle of a sentence, where its first word is certainly not a name.
pub fn continued(piece: &str, keyword: &Keyword, topic: &str, phrases: Phrases) -> Option<String> {
    let first = piece.split_whitespace().next().map(bare).unwrap_or_default();
    let lower = lower(first);
    if first == lower {
        return Some(piece.to_owned());
    }
    if first.chars().skip(1).any(is_upper) {
        return None;
    }
    let ordinary = phrases.list("words.plain").contains(&lower.as_str())
        || [keyword.inside.as_str(), topic]
            .iter()
            .any(|text| text.split_whitespace().any(|word| bare(word) == lower));
    ordinary.then(|| uncapitalised(piece))
}

struct Cutter<'a> {
    phrases: Phrases,
    text: &'a str,
}

impl Cutter<'_> {
    /// Without the full stop and without "An article about".
    fn without_preface(&self, sentence: &str) -> String {
        let sentence = sentence.trim_end_matches(['.', ' ', ';', ',', ':']);
        let lower = lower(sentence);
        let preface = self.phrases.list("words.about").iter().find(|preface| {
            let rest = lower.strip_prefix(**preface);
            rest.is_some_and(|rest| rest.starts_with(' ')) && lower.len() == sentence.len()
        });
        preface
            .map_or_else(|| sentence.to_owned(), |preface| sentence[preface.len()..].trim_start().to_owned())
    }

    /// The sentence and its beginnings that can be used alone, longest first; last those that end inside a list.
    fn versions(&self, sentence: &str) -> Vec<String> {
        let joints: Vec<Joint> = joints(sentence)
            .into_iter()
            .filter(|joint| self.stands_alone(&sentence[..joint.place]))
            .collect();
        let (inside, between): (Vec<&Joint>, Vec<&Joint>) =
            joints.iter().rev().partition(|joint| breaks_list(sentence, joint));
        let cuts = between.into_iter().take(4).chain(inside.into_iter().take(8));
        let cuts = cuts.map(|joint| sentence[..joint.place].to_owned());
        std::iter::once(sentence.to_owned()).chain(cuts.filter(|version| !has_at_most(version, 23))).collect()
    }

    /// Whether the beginning of a sentence is a sentence itself.
    fn stands_alone(&self, start: &str) -> bool {
        let words: Vec<String> = start.split_whitespace().map(|word| lower(bare(word))).collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
        let subordinate = self.phrases.list("words.subordinate");
        let has = |list: &[&str], word: &String| list.contains(&word.as_str());
        let halves = [["not", "only"], ["nie", "tylko"]];
        !has(subordinate, first)
            && !has(subordinate, last)
            && !has(self.phrases.list("words.stop"), last)
            && !words.windows(2).any(|pair| halves.iter().any(|half| pair == half))
            && !words.iter().any(|word| word == "zarówno" || word == "both")
            && start.matches('(').count() == start.matches(')').count()
            && start.matches('„').count() == start.matches('”').count()
            && start.matches('"').count().is_multiple_of(2)
    }

    /// Pieces of a sentence that a title can use unchanged.
    fn chunks(&self, sentence: &str) -> Vec<String> {
        // A question keeps its mark.
        let question = sentence.ends_with('?').then(|| sentence.to_owned());
        let sentence = sentence.trim_end_matches(['!', '?', '…']);
        let mut bounds: Vec<Joint> = joints(sentence);
        bounds.push(Joint { place: sentence.len(), next: sentence.len(), comma: false });
        let (mut found, mut start, mut first, mut after_colon) = (Vec::new(), 0, true, false);
        if has_between(sentence, &CHUNK) {
            found.push(question.unwrap_or_else(|| sentence.to_owned()));
        }
        for joint in bounds {
            let chunk = &sentence[start..joint.place];
            if after_colon {
                found.push(sentence[start..].to_owned());
            }
            let whole = !breaks_list(sentence, &joint);
            if whole && (first || after_colon) || self.is_free(chunk) {
                found.push(chunk.to_owned());
            }
            found.extend(self.half(chunk).filter(|_| first || after_colon || self.is_free(chunk)));
            after_colon = !joint.comma && sentence[joint.place..].starts_with([':', ' ']);
            (start, first) = (joint.next, false);
        }
        found.retain(|chunk| has_between(chunk, &CHUNK) && self.is_chunk(chunk));
        found
    }

    /// Whether a piece from the middle of a sentence does not depend on the rest. Polish has cases: there only
    /// numbers and prepositions guarantee that.
    fn is_free(&self, chunk: &str) -> bool {
        let first = lower(chunk.split_whitespace().next().unwrap_or_default());
        match self.phrases.language {
            Language::En => {
                let is_price = first == "from" && chunk.contains(|letter: char| letter.is_ascii_digit());
                (is_price || chunk.split(' ').count() >= 3) && !chunk.has(" and ") && !chunk.has(" or ")
            }
            Language::Pl => {
                first.starts_with(|letter: char| letter.is_ascii_digit()) && !chunk.has(" i ")
                    || matches!(first.as_str(), "bez" | "dla" | "od" | "do")
            }
        }
    }

    /// "Free delivery over £60" of "Free delivery over £60 and 30 days to return".
    fn half(&self, chunk: &str) -> Option<String> {
        let joint = [" and ", " i ", " oraz "].iter().filter_map(|word| chunk.place_of(word)).min()?;
        let half = &chunk[..joint];
        (half.split(' ').count() >= 3 && half.contains(|letter: char| letter.is_ascii_digit()))
            .then(|| half.to_owned())
    }

    fn is_chunk(&self, chunk: &str) -> bool {
        let words: Vec<String> = chunk.split_whitespace().map(|word| lower(bare(word))).collect();
        let Some(first) = words.first() else { return false };
        let about_us = words.iter().any(|word| self.phrases.list("words.us").contains(&word.as_str()));
        let long_enough = words.len() >= 2 || chunk.contains(|letter: char| letter.is_ascii_digit());
        // "oferujemy", "szyjemy": a statement about the maker, not about the page.
        let about_maker = self.phrases.language == Language::Pl
            && words.iter().any(|word| {
                word.len() > 5 && ["emy", "amy", "imy", "ymy"].iter().any(|end| word.ends_with(end))
            });
        let after_and = self.phrases.list("words.subordinate").contains(&first.as_str())
            && !self.phrases.list("words.question").contains(&first.as_str());
        long_enough && !about_us && !about_maker && !after_and && self.stands_alone_as_title(chunk)
    }

    fn stands_alone_as_title(&self, chunk: &str) -> bool {
        let last = chunk.split_whitespace().next_back().map(|word| lower(bare(word))).unwrap_or_default();
        !self.phrases.list("words.stop").contains(&last.as_str())
            && chunk.matches('(').count() == chunk.matches(')').count()
            && chunk.matches('„').count() == chunk.matches('”').count()
            && chunk.matches('"').count().is_multiple_of(2)
    }

    /// A preposition of place with the names after it, from the middle of a sentence.
    fn place(&self) -> Option<String> {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let is_name =
            |word: &str| bare(word).chars().next().is_some_and(is_upper) && bare(word).chars().any(is_lower);
        for (at, word) in words.iter().enumerate() {
            if !self.phrases.list("words.place").contains(word)
                || !words.get(at + 1).is_some_and(|next| is_name(next))
            {
                continue;
            }
            let mut place = vec![*word];
            for next in words[at + 1..].iter().take(3) {
                if !is_name(next) {
                    break;
                }
                place.push(bare(next));
                if next.ends_with(['.', ',', ';', ':', '!', '?']) {
                    break;
                }
            }
            return Some(place.joined(" "));
        }
        None
    }
}

/// Whether a cut here would leave half a list: "by size" of "by size, weight and pace".
fn breaks_list(sentence: &str, joint: &Joint) -> bool {
    if !joint.comma {
        return false;
    }
    if sentence[..joint.place].has(": ") {
        return true;
    }
    let rest = &sentence[joint.next..];
    let item = rest.split([',', ';', ':', '(']).next().unwrap_or_default();
    let item = [" and ", " or ", " i ", " oraz ", " lub "]
        .iter()
        .fold(item, |item, word| item.halves(word).map_or(item, |(before, _)| before));
    item.split_whitespace().count() <= 2
}

struct Joint {
    /// Where the first part ends and the next one begins.
    place: usize,
    next: usize,
    comma: bool,
}

fn joints(sentence: &str) -> Vec<Joint> {
    let of = |(sign, comma): &(&str, bool)| {
        let (length, comma) = (sign.len(), *comma);
        sentence
            .places_of(sign)
            .map(move |place| Joint { place, next: place + length, comma })
            .collect::<Vec<_>>()
    };
    let mut found: Vec<Joint> = JOINTS.iter().flat_map(of).collect();
    // The longer one of two that begin together.
    found.sort_by_key(|joint| (joint.place, usize::MAX - joint.next));
    // Of two that overlap, such as ", (", the first is used.
    let mut end = 0;
    found.retain(|joint| {
        let is_free = joint.place >= end;
        end = if is_free { joint.next } else { end };
        is_free
    });
    found
}

#[cfg(test)]
mod tests {
    use sitewright_sdk::testing::TestHost;

    use super::{JOINTS, joints};
    use crate::SeoMetatags;

    #[test]
    fn q1_joints_do_not_overlap() {
        for (one, _) in JOINTS {
            for (other, _) in JOINTS {
                let shared = [one.trim_end(), other].concat();
                for between in [[*one, *other].concat(), shared] {
                    let sentence = ["Crowns", &between, "same day) in Bristol"].concat();
                    let found = joints(&sentence);
                    assert!(found.windows(2).all(|pair| pair[0].next <= pair[1].place), "{sentence}");
                }
            }
        }
    }

    #[test]
    fn q1_every_pair_of_joints_has_a_draft() {
        for (one, _) in JOINTS {
            for (other, _) in JOINTS {
                for between in [[*one, *other].concat(), [one.trim_end(), other].concat()] {
                    for language in ["en", "pl"] {
                        let topic = ["Crowns", &between, "same day) in Bristol"].concat();
                        let input = serde_json::json!({
                            "page_topic": topic, "keyword": "ceramic crowns", "language": language,
                        });
                        let result = TestHost::new(language).run::<SeoMetatags>(&input.to_string());
                        assert!(result.is_ok(), "{topic}: {result:?}");
                    }
                }
            }
        }
    }
}
