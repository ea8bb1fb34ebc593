//! The layout of a biography.

use super::place::Place;
use crate::material::{as_sentence, capitalized, statements};
use crate::short::{Cut, sentences, without_stop};
use crate::units::lower;

/// Separators of the parts of a line; each variant uses another.
const BETWEEN: [&str; 3] = [" | ", " · ", " "];

/// The maximum number of parts of one line.
const PARTS: usize = 5;

/// The separator of paragraphs.
const GAP: &str = "\n\n";

/// A paragraph whose sentences may be omitted.
#[derive(Default)]
pub struct Paragraph {
    lead: String,
    entries: Vec<String>,
    is_list: bool,
}

impl Paragraph {
    pub fn plain(lead: impl Into<String>) -> Self {
        Self { lead: lead.into(), ..Self::default() }
    }

    /// Sentences after `lead`, which may be empty.
    pub fn prose(lead: impl Into<String>, sentences: &[String]) -> Self {
        let lead = lead.into();
        // Text after a colon or a dash continues the sentence.
        let goes_on = |place: usize| place == 0 && lead.ends_with([':', '–']);
        let sentence = |(place, entry): (usize, &String)| {
            as_sentence(&if goes_on(place) { entry.clone() } else { capitalized(entry) })
        };
        let entries = sentences.iter().enumerate().map(sentence).collect();
        Self { entries, ..Self::plain(lead) }
    }

    /// `lead` above a list.
    pub fn list(lead: impl Into<String>, entries: &[String]) -> Self {
        let entries = entries.iter().map(|entry| capitalized(without_stop(entry))).collect();
        Self { entries, is_list: true, ..Self::plain(lead) }
    }

    /// The separator before an entry.
    fn before(&self, is_start: bool) -> &'static str {
        if self.is_list {
            if is_start { "• " } else { "\n• " }
        } else if is_start {
            ""
        } else {
            " "
        }
    }

    fn text(&self) -> String {
        // A colon needs something after it.
        if self.entries.is_empty() && self.lead.ends_with(':') {
            return String::new();
        }
        let mut out = self.lead.clone();
        for entry in &self.entries {
            out.push_str(self.before(out.is_empty()));
            out.push_str(entry);
        }
        out
    }

    /// The sizes of the text with none of the entries, with the first one, and so on: in characters and in the
    /// place's unit. Every entry except the first follows white space, so each is measured once and separately.
    fn sizes(&self, place: &Place) -> Vec<[u32; 2]> {
        let none = if self.lead.ends_with(':') { "" } else { &self.lead };
        let mut sizes = vec![place.size(none)];
        let gap = if self.is_list { "\n" } else { " " };
        let mut open = place.size_before(&self.lead, gap);
        for (number, entry) in self.entries.iter().enumerate() {
            let piece = [self.before(number == 0 && self.lead.is_empty()), entry].concat();
            sizes.push(plus(open, place.size(&piece)));
            open = plus(open, place.size_before(&piece, gap));
        }
        sizes
    }
}

fn plus(one: [u32; 2], other: [u32; 2]) -> [u32; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

/// The paragraphs that fit: sentences at the end of the longest are removed first, whole paragraphs last.
pub fn page(mut paragraphs: Vec<Paragraph>, place: &Place) -> String {
    let sizes: Vec<Vec<[u32; 2]>> = paragraphs.iter().map(|paragraph| paragraph.sizes(place)).collect();
    loop {
        let left = paragraphs.iter().zip(&sizes).map(|(paragraph, sizes)| sizes[paragraph.entries.len()]);
        let left: Vec<[u32; 2]> = left.filter(|[characters, _]| *characters > 0).collect();
        let gaps = left.len().saturating_sub(1) as u32;
        let gap = place.size(GAP).map(|size| size * gaps);
        let may_fit = place.has_room(left.into_iter().fold(gap, plus));
        let is_last = paragraphs.is_empty();
        if may_fit || is_last {
            let texts: Vec<String> =
                paragraphs.iter().map(Paragraph::text).filter(|text| !text.is_empty()).collect();
            let text = texts.join(GAP);
            if is_last || place.fits(&text) {
                return text;
            }
        }
        let longest = paragraphs.iter_mut().rev().max_by_key(|paragraph| paragraph.entries.len());
        let shortened = longest.and_then(|paragraph| paragraph.entries.pop()).is_some();
        if !shortened {
            paragraphs.pop();
        }
    }
}

/// The statements of a tidied text, unchanged; of a statement too long for the place the part that fits.
pub fn facts(text: &str, place: &Place) -> Vec<String> {
    let fitted = |statement: String| {
        if place.fits(&statement) {
            vec![statement]
        } else {
            sentences(&statement, place.limit.unit, place.room() * 4 / 5, Cut::Parts)
        }
    };
    statements(text).into_iter().flat_map(fitted).collect()
}

/// The parts that fit into one line, in their order, with the variant's separator.
pub fn line(parts: &[String], place: &Place, variant: usize) -> String {
    let between = if place.breaks { "\n" } else { BETWEEN[variant % BETWEEN.len()] };
    let mut line = String::new();
    let mut count = 0;
    for part in parts {
        let part = without_stop(part);
        // A part of a statement that is there already says nothing new.
        let is_known = lower(&line).contains(&lower(part));
        let part = if between == " " { as_sentence(part) } else { part.to_owned() };
        let longer = if line.is_empty() { part.clone() } else { [&line, between, &part].concat() };
        if count == PARTS || part.is_empty() || is_known {
            continue;
        }
        if place.fits(&longer) {
            line = longer;
            count += 1;
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{Paragraph, Place, line, page};

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_page_omits_whole_sentences() {
        let sentence = "word ".repeat(70);
        let facts = texts(&["One two.", sentence.trim(), sentence.trim(), sentence.trim()]);
        let text = page(
            vec![Paragraph::plain("Hello."), Paragraph::prose("", &facts), Paragraph::plain("Bye.")],
            &Place::of("generic"),
        );
        assert!(text.starts_with("Hello.\n\nOne two. Word") && text.ends_with("\n\nBye."));
        assert_eq!(text.split_whitespace().count(), 144);
    }

    #[test]
    fn sizes_are_those_of_the_texts() {
        let facts = texts(&["I bake", "\u{301}odd", "ends oddly \u{600}", "\u{600}", "👩‍👩‍👧‍👦", "🇵🇱🇵", "Żółw."]);
        let kinds: [fn(&str, &[String]) -> Paragraph; 2] =
            [|lead, facts| Paragraph::prose(lead, facts), |lead, facts| Paragraph::list(lead, facts)];
        for place in ["generic", "linkedin-about", "x"].map(Place::of) {
            for lead in ["", "In short:", "Hello.", "\u{600}"] {
                for make in kinds {
                    for (count, size) in make(lead, &facts).sizes(&place).into_iter().enumerate() {
                        let text = make(lead, &facts[..count]).text();
                        assert_eq!(size, place.size(&text), "{text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn facts_stay_unchanged() {
        let facts = texts(&["I bake", "I teach."]);
        assert_eq!(
            page(vec![Paragraph::list("In short:", &facts)], &Place::of("generic")),
            "In short:\n• I bake\n• I teach"
        );
    }

    #[test]
    fn a_line_has_the_parts_that_fit() {
        let parts = texts(&["Baker", &"x".repeat(90), "Teacher.", "Baker"]);
        assert_eq!(line(&parts, &Place::of("tiktok"), 0), "Baker | Teacher");
        assert_eq!(line(&parts, &Place::of("tiktok"), 2), "Baker. Teacher.");
        assert_eq!(
            line(&parts, &Place::of("instagram"), 0),
            ["Baker\n", &"x".repeat(90), "\nTeacher"].concat()
        );
    }
}
