//! Finds the experience and skills that a job advertisement asks for.

use crate::commerce::found;
use crate::material::{capitalized, statements};
use crate::pick::hash;
use crate::units::{bare, is_upper, lower, sentences, words};

/// Words of every advertisement and every letter, by their stems.
const COMMON: &[&str] = &[
    "about", "compa", "exper", "firma", "firmi", "firmy", "from", "have", "jest", "lat", "lata", "more",
    "oraz", "our", "over", "posia", "praca", "prace", "pracy", "przez", "przy", "razem", "that", "their",
    "they", "this", "umiej", "wiedz", "will", "with", "work", "year", "years", "your", "doświ",
];

/// The number of letters by which inflected forms of a word are recognised.
const STEM: usize = 5;
/// The longest form of a word that has no more letters without its ending.
const LONGEST_FORM: usize = 7;

/// Punctuation around a word.
const EDGES: [char; 8] = [',', '.', ';', ':', '(', ')', '!', '?'];

/// The words of a job advertisement.
pub struct Wanted {
    /// The stems as sorted numbers.
    stems: Vec<u64>,
}

impl Wanted {
    pub fn of(advertisement: &str) -> Self {
        // With punctuation and without: "C#" is a word, "Excel," is "Excel".
        let both = words(advertisement).flat_map(|word| {
            let whole = lower(bare(word));
            // "Worda" is "Word" with an ending, "pompami" is "pompy".
            let stemmed = stem(&whole);
            let is_short = (STEM..=LONGEST_FORM).contains(&whole.chars().count());
            let short = if is_short { without_last(&stemmed).to_owned() } else { String::new() };
            [stem(word.trim_matches(EDGES)), stemmed, short]
        });
        let mut stems: Vec<u64> = both.map(|stem| hash(&stem)).collect();
        stems.sort_unstable();
        Self { stems }
    }

    fn has(&self, stem: &str) -> bool {
        self.stems.binary_search(&hash(stem)).is_ok()
    }

    /// The statements of `experience` in their order. If they have more than `most` words, those that share most
    /// words with the advertisement are kept, and always the first one.
    pub fn choose(&self, experience: &str, most: usize) -> Vec<String> {
        let all = statements(experience);
        let shared: Vec<usize> = all.iter().map(|statement| self.shared(statement)).collect();
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(shared[*place]));
        let mut room = most;
        let mut kept = vec![false; all.len()];
        for place in order {
            let length = words(&all[place]).count();
            if length <= room {
                room -= length;
                kept[place] = true;
            }
        }
        if !kept.contains(&true) {
            kept.iter_mut().take(1).for_each(|kept| *kept = true);
        }
        let mut kept = kept.into_iter();
        all.into_iter().filter(|_| kept.next() == Some(true)).map(|text| capitalized(&text)).collect()
    }

    /// The skills that the advertisement names, and the others; together at most `most` words.
    pub fn split<'s>(&self, skills: &'s [String], most: usize) -> [Vec<&'s str>; 2] {
        let (named, others): (Vec<&str>, Vec<&str>) =
            skills.iter().map(String::as_str).partition(|skill| self.names(skill));
        let mut room = most;
        [named, others].map(|mut list| {
            list.retain(|skill| {
                let length = words(skill).count();
                let fits = length <= room;
                room -= if fits { length } else { 0 };
                fits
            });
            list
        })
    }

    /// Whether the advertisement contains every word of the skill, except short ones beside longer ones:
    /// "angielskiego" matches "angielski B2".
    pub fn names(&self, skill: &str) -> bool {
        let all: Vec<&str> = skill.split_whitespace().map(|word| word.trim_matches(EDGES)).collect();
        let long: Vec<&str> = all.iter().copied().filter(|word| word.chars().count() > 2).collect();
        let counted = if long.is_empty() { all } else { long };
        // "prawo" is "prawa" with another ending.
        let has = |word: &str| {
            let stem = stem(word);
            self.has(&stem) || word.chars().count() == STEM && self.has(without_last(&stem))
        };
        !counted.is_empty() && counted.iter().all(|word| has(word))
    }

    /// Parts of this advertisement's requirements that share no significant word with `own`, the person's words. The
    /// sentences and entries with one of the `cues`, beginnings of words, are requirements.
    pub fn unanswered<'t>(advertisement: &'t str, own: &str, cues: &[&str]) -> Vec<&'t str> {
        let own = Self::of(own);
        let is_wanted = |text: &str| !found(text, cues).is_empty();
        // The entries below "You must have:"
        let mut is_list = false;
        let lines = advertisement.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines = lines.flat_map(|line| {
            is_list &= line.starts_with(['-', '•', '*', '–']);
            let inside = is_list;
            is_list |= line.ends_with(':') && is_wanted(line);
            sentences(line).into_iter().filter(move |text| inside || is_wanted(text))
        });
        let parts = lines.flat_map(|line| line.split([',', ';', ':']).flat_map(|part| part.split(" oraz ")));
        let parts = parts.flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" i "));
        let parts = parts.map(|part| without_cue(part, cues).trim_matches([' ', '.', '-', '–', '•', '*']));
        let is_had = |part: &str| own.shared(part) > 0 || abbreviations(part).any(|word| own.names(word));
        parts.filter(|part| Self::is_telling(part) && !is_had(part)).collect()
    }

    /// Whether a part names something: an abbreviation, or a word of four letters that not every advertisement has.
    fn is_telling(part: &str) -> bool {
        if abbreviations(part).next().is_some() {
            return true;
        }
        words(part)
            .map(|word| stem(bare(word)))
            .any(|word| word.chars().count() > 3 && !COMMON.contains(&word.as_str()))
    }

    fn shared(&self, text: &str) -> usize {
        let is_significant = |word: &String| word.chars().count() > 3 && !COMMON.contains(&word.as_str());
        words(text).map(|word| stem(bare(word))).filter(is_significant).filter(|word| self.has(word)).count()
    }
}

/// "SAP", "BHP", not "B".
fn abbreviations(text: &str) -> impl Iterator<Item = &str> {
    words(text).map(bare).filter(|word| word.len() > 1 && word.chars().all(is_upper))
}

/// What stands after the cue of a requirement, or, if nothing does, before it.
fn without_cue<'t>(part: &'t str, cues: &[&str]) -> &'t str {
    let lowered = lower(part);
    let ends = found(part, cues).into_iter().filter_map(|cue| {
        let place = lowered.find(cue)?;
        let end = place + cue.len();
        Some((place, end + lowered[end..].find(' ').unwrap_or(lowered.len() - end)))
    });
    let Some((start, end)) = ends.max_by_key(|(start, end)| (*end, std::cmp::Reverse(*start))) else {
        return part;
    };
    let after = part.get(end..).unwrap_or_default();
    // "knowledge of SAP"
    let after = after.trim_start();
    let after = ["of ", "in ", "with "].iter().find_map(|small| after.strip_prefix(small)).unwrap_or(after);
    if words(after).next().is_some() { after } else { part.get(..start).unwrap_or(part) }
}

fn without_last(word: &str) -> &str {
    word.char_indices().next_back().map_or("", |(end, _)| &word[..end])
}

fn stem(word: &str) -> String {
    lower(word).chars().take(STEM).collect()
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    #[test]
    fn experience_that_the_advertisement_requires_is_kept() {
        let wanted = Wanted::of("Szukamy osoby do obsługi klientów hurtowych, Excel, język angielski");
        let experience = "Pięć lat w sklepie\nObsługa klienta hurtowego\nKurs tańca\nRaporty w Excelu";
        assert_eq!(wanted.choose(experience, 6), ["Obsługa klienta hurtowego", "Raporty w Excelu"]);
        assert_eq!(wanted.choose(experience, 100).len(), 4);
        assert_eq!(wanted.choose("One sentence that is longer than the room", 3).len(), 1);
    }

    #[test]
    fn requirements_that_the_person_does_not_mention_are_found() {
        let cues = ["must", "is a plus", "wymagamy"];
        let open = |advertisement, own| Wanted::unanswered(advertisement, own, &cues);
        let listed = "A nursery.\nYou must have:\n- a driving licence\n- SAP\n\nWe offer:\n- a flat";
        assert_eq!(open(listed, "I have a licence"), ["SAP"]);
        assert_eq!(open("German is a plus. We have a garden.", "I know SAP"), ["German"]);
        assert_eq!(open("Wymagamy znajomości Excela i niemieckiego.", "Excel"), ["niemieckiego"]);
    }

    #[test]
    fn skills_are_split_by_the_advertisement() {
        let wanted =
            Wanted::of("Excel, SQL, języka angielskiego, prawa pracy; C# i znajomość Worda mile widziana");
        let skills =
            ["SQL", "angielski B2", "taniec", "C#", "obsługa kasy", "Word", "prawo pracy"].map(str::to_owned);
        let [named, others] = wanted.split(&skills, 20);
        assert_eq!(named, ["SQL", "angielski B2", "C#", "Word", "prawo pracy"]);
        assert_eq!(others, ["taniec", "obsługa kasy"]);
    }
}
