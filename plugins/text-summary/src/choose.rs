//! Chooses the sentences of the summary: the best ones that do not repeat one another (maximal marginal relevance)
//! until the length is met as closely as whole sentences allow.

use crate::opening::Opening;
use crate::rank::Candidate;
use crate::target::LONGEST;

/// The requested length of a summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub words: usize,
    /// The maximum that the best sentences may use.
    pub within: usize,
    /// The maximum for a sentence that brings the length closer or that readers must not miss; those come first.
    pub most_words: usize,
    /// No sentence may exceed `most_words`, not even the only one.
    pub strict: bool,
    pub most_pieces: usize,
    /// No list.
    pub prose: bool,
    /// Running text reads better if a sentence follows its neighbour.
    pub flowing: bool,
}

/// The penalty for similarity to a chosen sentence.
const REPETITION: f32 = 0.9;
/// A sentence this similar to a chosen one adds nothing new.
const SAME: f32 = 0.7;

/// The bonus for a part of the text that has no chosen sentence, so that a summary is not of its beginning only.
const COVER: f32 = 0.2;

/// From this number of sentences on no further one that they need is added: each limits the one before in some texts.
const TOGETHER: usize = 4;

/// Running text of fewer words is one thought.
const TERSE: usize = 15;

/// The bonus for following a chosen sentence in running text.
const NEIGHBOUR: f32 = 0.15;
/// Once most of the length is met, a further sentence must have at least this share of the best score.
const WORTH: f32 = 0.3;

/// The indexes of the chosen candidates, in the order of the text.
pub fn choose(candidates: &[Candidate<'_>], room: Room) -> Vec<usize> {
    let mut choice = Choice::new(candidates, room);
    // Without it the rest may not be understood.
    let lead = candidates.iter().position(|candidate| candidate.leads);
    if let Some(lead) = lead {
        let most = match (room.strict, room.prose) {
            (true, _) => room.most_words,
            (false, true) => LONGEST as usize,
            // What limits it is not counted.
            (false, false) if candidates[lead].needs.is_empty() => room.within,
            (false, false) => room.most_words,
        };
        match choice.added(lead) <= most {
            true => choice.take_all(lead),
            // One or two sentences without the main one mislead.
            false if room.most_pieces <= 2 => return Vec::new(),
            false => {}
        }
    }
    while choice.pieces < room.most_pieces {
        let critical = |words: usize| choice.best(words, |candidate| candidate.critical);
        let next = choice.best(room.most_words, |candidate| candidate.urgent);
        let next = next.or_else(|| critical(room.within)).or_else(|| critical(room.most_words));
        let next = next.or_else(|| choice.best(room.within, |_| true)).or_else(|| choice.nearest());
        // In running text of a few words only a sentence that goes on is understood beside the main one.
        let is_terse = room.prose && room.words < TERSE && choice.words > 0;
        let goes_on = |next: &usize| !is_terse || choice.follows(*next);
        let Some(next) = next.filter(|next| choice.is_worth(*next) && goes_on(next)) else { break };
        choice.take_all(next);
    }
    // A list of one entry is none.
    if !room.prose
        && choice.pieces == 1
        && let Some(second) = choice.shortest()
    {
        choice.take_all(second);
    }
    let mut chosen: Vec<usize> = (0..candidates.len()).filter(|place| choice.chosen[*place]).collect();
    chosen.sort_unstable();
    chosen
}

struct Choice<'c, 's> {
    candidates: &'c [Candidate<'s>],
    room: Room,
    chosen: Vec<bool>,
    /// Indexes that may still be chosen, in their order.
    left: Vec<usize>,
    /// Similarity to the most similar chosen sentence.
    alike: Vec<f32>,
    dense: Vec<f32>,
    /// Whether each part of the text has a chosen sentence; there are as many parts as sentences are needed.
    covered: Vec<bool>,
    words: usize,
    /// Entries of the summary; a sentence that depends on the previous one is not a separate entry.
    pieces: usize,
    /// Whether there is any independent sentence; if not, all are allowed.
    any_fit: bool,
}

impl<'c, 's> Choice<'c, 's> {
    fn new(candidates: &'c [Candidate<'s>], room: Room) -> Self {
        let reach = candidates.iter().map(Candidate::reach).max().unwrap_or_default();
        let any_fit =
            candidates.iter().any(|candidate| candidate.fit && candidate.opening != Opening::Dangling);
        let (count, zeros) = (candidates.len(), vec![0.0; candidates.len()]);
        let words = candidates.iter().map(|candidate| candidate.unit.words).sum::<usize>();
        let parts = (room.words * count / words.max(1)).clamp(1, room.most_pieces.min(count).max(1));
        Self {
            candidates,
            room,
            chosen: vec![false; count],
            left: (0..count).filter(|place| !any_fit || candidates[*place].fit).collect(),
            alike: zeros,
            dense: vec![0.0; reach],
            covered: vec![false; parts],
            words: 0,
            pieces: 0,
            any_fit,
        }
    }

    /// Whether it can be chosen now: a sentence that refers back needs the previous one.
    fn is_open(&self, place: usize) -> bool {
        let candidate = &self.candidates[place];
        if self.chosen[place] || self.any_fit && !candidate.fit {
            return false;
        }
        let stands = candidate.opening != Opening::Dangling || !self.any_fit;
        stands && self.alike[place] <= SAME || self.leans(place)
    }

    /// Whether it refers back to a chosen sentence of its paragraph.
    fn leans(&self, place: usize) -> bool {
        self.candidates[place].opening == Opening::Dangling && self.follows(place)
    }

    /// Whether the sentence before it, in its paragraph, is chosen.
    fn follows(&self, place: usize) -> bool {
        let paragraph = |place: usize| self.candidates[place].unit.paragraph;
        place > 0 && self.chosen[place - 1] && paragraph(place - 1) == paragraph(place)
    }

    /// Whether it adds more than it takes of the remaining space.
    fn is_worth(&self, place: usize) -> bool {
        if self.candidates[place].critical {
            return true;
        }
        let best = (0..self.chosen.len())
            .filter(|place| self.chosen[*place])
            .map(|place| self.candidates[place].score)
            .fold(0.0, f32::max);
        self.words * 5 < self.room.words * 4 || self.value(place) >= WORTH * best
    }

    fn value(&self, place: usize) -> f32 {
        let follows = self.room.flowing && self.follows(place);
        let covers = !self.covered[self.part(place)];
        self.candidates[place].score - REPETITION * self.alike[place]
            + if follows { NEIGHBOUR } else { 0.0 }
            + if covers { COVER.min(self.candidates[place].score) } else { 0.0 }
    }

    /// A sentence and all that it needs, without those that are chosen already.
    fn group(&self, place: usize) -> Vec<usize> {
        let mut group = vec![place];
        let mut next = 0;
        while next < group.len() && group.len() < TOGETHER {
            for other in &self.candidates[group[next]].needs {
                if !group.contains(other) && !self.chosen[*other] {
                    group.push(*other);
                }
            }
            next += 1;
        }
        group
    }

    /// The words that a sentence adds with all that it needs.
    fn added(&self, place: usize) -> usize {
        // Most sentences need no other.
        if self.candidates[place].needs.is_empty() {
            return self.candidates[place].words;
        }
        self.group(place).iter().map(|place| self.candidates[*place].words).sum()
    }

    fn take_all(&mut self, place: usize) {
        for place in self.group(place) {
            self.take(place);
        }
    }

    fn part(&self, place: usize) -> usize {
        place * self.covered.len() / self.chosen.len()
    }

    /// The most valuable candidate that `fits` and keeps the summary within `words`.
    fn best(&self, words: usize, fits: fn(&Candidate<'_>) -> bool) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for place in self.open(words, fits) {
            let value = self.value(place);
            if best.is_none_or(|(_, most)| value.total_cmp(&most).is_gt()) {
                best = Some((place, value));
            }
        }
        best.map(|(place, _)| place)
    }

    /// The candidate that brings the length closest to the request, if it brings it closer at all.
    fn nearest(&self) -> Option<usize> {
        let distance = |words: usize| self.room.words.abs_diff(words);
        let length = |place: usize| self.words + self.added(place);
        // Without any sentence there is no summary, so the first may be too long.
        let most = if self.words == 0 && !self.room.strict { LONGEST as usize } else { self.room.most_words };
        let nearest = self.open(most, |_| true).min_by_key(|place| distance(length(*place)))?;
        (self.words == 0 || distance(length(nearest)) < distance(self.words)).then_some(nearest)
    }

    /// The shortest sentence that is an entry of its own, one of some importance if possible.
    fn shortest(&self) -> Option<usize> {
        let best = self.candidates.iter().map(|candidate| candidate.score).fold(0.0, f32::max);
        self.open(self.room.most_words, |candidate| !candidate.joins())
            .min_by_key(|place| (self.value(*place) < WORTH * best, self.added(*place)))
    }

    fn open(&self, words: usize, fits: fn(&Candidate<'_>) -> bool) -> impl Iterator<Item = usize> + '_ {
        self.left.iter().copied().filter(move |place| {
            fits(&self.candidates[*place]) && self.words + self.added(*place) <= words && self.is_open(*place)
        })
    }

    fn take(&mut self, place: usize) {
        self.pieces += usize::from(!self.leans(place) || self.candidates[place].critical);
        self.chosen[place] = true;
        let part = self.part(place);
        self.covered[part] = true;
        self.words += self.candidates[place].words;
        self.candidates[place].spread(&mut self.dense, 1.0);
        for other in &self.left {
            let alike = &mut self.alike[*other];
            *alike = alike.max(self.candidates[*other].similarity(&self.dense));
        }
        self.candidates[place].spread(&mut self.dense, -1.0);
        // A repetition of a chosen sentence is never chosen, except for one that depends on its neighbour.
        let (chosen, alike, candidates) = (&self.chosen, &self.alike, self.candidates);
        self.left.retain(|other| {
            let repeats = alike[*other] > SAME && candidates[*other].opening != Opening::Dangling;
            !chosen[*other] && !repeats
        });
    }
}
