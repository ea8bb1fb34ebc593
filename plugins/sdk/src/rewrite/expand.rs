//! Makes a longer version of a text by structure alone: the essentials first, headings, transitions, and a summary.
//! Every statement comes from the text.

use sitewright_sdk_macros::Choice;

use crate::brief::Brief;
use crate::material::{as_sentence, capitalized};
use crate::parts::Parts;
use crate::units::{lower, sentences, words};

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

/// The minimum number of sentences that can be structured.
pub const FEWEST: usize = 4;

/// Longest group of sentences under one heading.
const GROUP: usize = 3;

/// The sentences of `text`; list entries are sentences too.
fn statements(text: &str) -> Vec<Vec<&str>> {
    let paragraphs = text.split("\n\n").map(sentences).filter(|paragraph| !paragraph.is_empty());
    paragraphs
        .flat_map(|paragraph| paragraph.chunks(GROUP).map(<[&str]>::to_vec).collect::<Vec<_>>())
        .collect()
}

/// Whether `text` has enough sentences for [`expand`].
pub fn is_expandable(text: &str) -> bool {
    sentences(text).len() >= FEWEST
}

/// `text` under headings, with its essentials before and, if there is room for more, after; `keywords` are used in
/// headings.
///
/// Texts: `draft.essentials` and `draft.summary` (headings), `draft.lead` and `draft.ending` (sentences before the
/// lists), `draft.headings.<kind>` and `draft.transitions.<kind>` for the kinds `first`, `numbers`, `reason`,
/// `condition` and `other`; `signs.reason` and `signs.condition` are words that identify the kind.
pub fn expand<I>(
    brief: &Brief<'_, I>,
    text: &str,
    keywords: &[String],
    factor: Factor,
    variant: usize,
) -> String {
    let groups = statements(text);
    let all: Vec<&str> = groups.iter().flatten().copied().collect();
    let signs = ["signs.reason", "signs.condition"].map(|key| brief.list(key));
    let (used, spent, out) = (Vec::new(), Vec::new(), String::new());
    let mut draft = Draft { brief, keywords, variant, used, signs, spent, out };
    let count = (all.len() / 3).clamp(2, 5);
    let most_telling = essentials(&all, count, all.len() / 2);
    let [heading, lead] = ["draft.essentials", "draft.lead"].map(|key| draft.phrase(key, 0));
    draft.block("## ", &heading);
    draft.block("", &lead);
    draft.list(&most_telling);
    for (place, group) in groups.iter().enumerate() {
        draft.section(place, group);
    }
    if factor == Factor::Half {
        return draft.out;
    }
    let [heading, lead] = ["draft.summary", "draft.ending"].map(|key| draft.phrase(key, 0));
    draft.block("## ", &heading);
    draft.block("", &lead);
    let rest: Vec<&str> = all.iter().copied().filter(|sentence| !most_telling.contains(sentence)).collect();
    draft.list(&essentials(&rest, count.min(rest.len()), variant));
    draft.out
}

/// `count` sentences in their order: those with numbers first, then others, both from the index `from` on. Questions
/// are skipped.
fn essentials<'t>(all: &[&'t str], count: usize, from: usize) -> Vec<&'t str> {
    let has_number = |place: &usize| all[*place].contains(|letter: char| letter.is_ascii_digit());
    let fits = |place: &usize| (3..=30).contains(&words(all[*place]).count()) && !all[*place].ends_with('?');
    let rotated = || (0..all.len()).map(|place| (place + from) % all.len()).filter(fits);
    let numbered = rotated().filter(has_number).take(count.div_ceil(2));
    let mut chosen: Vec<usize> = numbered.collect();
    for place in rotated() {
        if chosen.len() < count && !chosen.contains(&place) {
            chosen.push(place);
        }
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|place| all[place]).collect()
}

struct Draft<'b, 'a, I> {
    brief: &'b Brief<'a, I>,
    keywords: &'b [String],
    variant: usize,
    used: Vec<String>,
    /// Words that identify a reason, and a condition.
    signs: [&'static [&'static str]; 2],
    /// The lists whose phrases have all been used.
    spent: Vec<String>,
    out: String,
}

impl<I> Draft<'_, '_, I> {
    fn block(&mut self, mark: &str, text: &str) {
        if !text.is_empty() {
            self.out.push_str(if self.out.is_empty() { "" } else { "\n\n" });
            self.out.push_str(mark);
            self.out.push_str(text);
        }
    }

    fn list(&mut self, entries: &[&str]) {
        let entries: Vec<String> =
            entries.iter().map(|entry| ["- ", &as_sentence(&without_mark(entry))].concat()).collect();
        self.block("", &entries.join("\n"));
    }

    fn phrase(&self, key: &str, further: usize) -> String {
        self.brief.phrase(key, self.variant + further)
    }

    /// A phrase that has not been used yet; empty if all have been used.
    fn fresh(&mut self, key: &str) -> String {
        if self.spent.iter().any(|spent| spent == key) {
            return String::new();
        }
        let count = self.brief.list(key).len();
        let fresh =
            (0..count).map(|further| self.phrase(key, further)).find(|text| !self.used.contains(text));
        match &fresh {
            Some(fresh) => self.used.push(fresh.clone()),
            None => self.spent.push(key.to_owned()),
        }
        fresh.unwrap_or_default()
    }

    fn section(&mut self, place: usize, group: &[&str]) {
        let kind = self.kind(place, group);
        let asks = group[0].ends_with('?') && group.len() > 1 && words(group[0]).count() <= 12;
        let heading = if asks { group[0].to_owned() } else { self.heading(place, kind) };
        self.block("## ", &heading);
        // A transition announces the content of its next sentence.
        let is_alike = || kind == "other" || group.len() == 1 || self.kind(place, &group[..1]) == kind;
        let announces = place > 0 && !asks && is_alike();
        let transition =
            if announces { self.fresh(&["draft.transitions", kind].join(".")) } else { String::new() };
        let body: Vec<String> =
            group[usize::from(asks)..].iter().map(|sentence| as_sentence(&without_mark(sentence))).collect();
        let body = body.join(" ");
        let joined = if transition.is_empty() { body } else { [&transition, " ", &body].concat() };
        self.block("", &joined);
    }

    fn kind(&self, place: usize, group: &[&str]) -> &'static str {
        let text = lower(&group.join(" "));
        let [reason, condition] = self.signs;
        let has = |signs: &[&str]| signs.iter().any(|sign| text.has(sign));
        let numbers = super::numbers(&text).len();
        match () {
            () if place == 0 => "first",
            () if numbers >= 2 || (numbers == 1 && group.len() == 1) => "numbers",
            () if has(reason) => "reason",
            () if has(condition) => "condition",
            () => "other",
        }
    }

    /// A heading for this kind, with the next keyword before it.
    fn heading(&mut self, place: usize, kind: &str) -> String {
        let heading = self.fresh(&["draft.headings", kind].join("."));
        let heading = if heading.is_empty() { self.fresh("draft.headings.other") } else { heading };
        let keyword = self.keywords.get(place).map(String::as_str).unwrap_or_default();
        match (keyword, heading.as_str()) {
            ("", heading) => heading.to_owned(),
            (keyword, "") => capitalized(keyword),
            (keyword, heading) => {
                let line = [keyword, ": ", &lowered(heading)].concat();
                capitalized(&line)
            }
        }
    }
}

/// `text` with a small letter at the start.
fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| lower(letter.encode_utf8(&mut [0; 4]))).unwrap_or_default();
    first + letters.as_str()
}

/// A sentence without the mark of a list or heading before it.
fn without_mark(sentence: &str) -> String {
    sentence.trim_start_matches(['-', '*', '•', '#', '>', ' ']).to_owned()
}
