//! What a run is charged.
//!
//! 1. Text that a user can read is charged, however the run ended: it succeeded, was cancelled, was refused by its
//!    plugin, trapped, or had a result that violates its tool's schema. The text was on the screen.
//! 2. A run that fails because the provider failed is not charged, nor is one whose plugin reports `unavailable`,
//!    which means that no answer was usable. The same holds if the run timed out, if its tool was closed meanwhile,
//!    and if the server is at fault.
//! 3. A single answer that the host finds unusable (empty, declined, cut off, against its schema, broken off) is not
//!    charged, in any run.
//! 4. A charged call costs at least one word, and never more than was reserved for it.
//! 5. Calls that the provider worked on and that are not charged by these rules are free calls. An account has
//!    `free_model_calls` of them a day, stored in the database (see `meters::forgive`). Beyond that they are charged
//!    like any other text, and no new call is made on that day, so only concurrent calls can be charged this way.
//!    This also holds for a text that was streamed and then turned out to be unusable: the user saw it, so it cannot
//!    be free without a bound.
//! 6. Calls without an answer because the provider could not be reached or rejected them are neither charged nor
//!    counted, nor is what was lost when the server died.
//! 7. Calls of a user's own model are neither charged nor counted as free ones: the user pays the provider.
//!
//! Publishers earn by successful runs only.
//!
//! Prompts are not charged, because only the plugin's author knows their length. They are bounded instead: by
//! [`MOST_PROMPT_WORDS`] and the words of the input per call, and by [`Room::prompt`] per run. The words that a run
//! may use follow from its manifest and from its input, see [`Room`].

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::platform::model::{Heard, ModelError, count_words};

/// Fewest words that are reserved for a call: the provider always gets room for about this many.
pub(super) const LEAST_WORDS: u32 = 25;
/// Most words that one call may request.
pub(super) const MOST_WORDS: u32 = 100_000;
/// Most words of one prompt, without those of the user's input.
pub(super) const MOST_PROMPT_WORDS: u32 = 20_000;

/// A run may use this many times the words that its manifest declares for a usual run: variants, repairs and the
/// longest settings of a form together stay below half of that in every built-in tool.
const TIMES_DECLARED: u32 = 50;
/// And this many times the words of its input: rewriting a long text has a long result.
const TIMES_INPUT: u32 = 10;
/// Words of prompts for every run, and for each word that it may use.
const PROMPT_BASE: u32 = 50_000;
const PROMPT_TIMES: u32 = 20;

/// How many words a run may receive from the model, and how many it may send.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Room {
    pub words: u32,
    pub prompt: u32,
    pub prompt_of_call: u32,
}

impl Room {
    /// `declared` is the manifest's words of a usual run; 0 counts as one.
    pub fn of(declared: u32, input: &str) -> Self {
        let input = count_words(input);
        let words = TIMES_DECLARED
            .saturating_mul(declared.max(1))
            .saturating_add(TIMES_INPUT.saturating_mul(input))
            .max(LEAST_WORDS);
        Self {
            words,
            prompt: PROMPT_BASE.saturating_add(PROMPT_TIMES.saturating_mul(words)),
            prompt_of_call: MOST_PROMPT_WORDS.saturating_add(input),
        }
    }
}

/// All model calls of one attempt of a run, with their results.
#[derive(Debug, Default)]
pub(super) struct Calls {
    begun: u32,
    /// Unanswered calls, by number.
    open: HashMap<u32, Open>,
    /// Words of the answers that the plugin received.
    answered: Vec<u32>,
    /// Words of unusable answers.
    unusable: Vec<u32>,
    /// Words of all prompts.
    prompt: u32,
    provider_failed: bool,
}

/// How a call without a usable answer counts.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct CallFailure {
    provider_failed: bool,
    /// Words of an unusable answer.
    pub unusable: Option<u32>,
}

#[derive(Debug)]
struct Open {
    most: u32,
    text: String,
}

impl Open {
    fn words(&self) -> u32 {
        count_words(&self.text).clamp(1, self.most)
    }
}

/// Why a run ended, as far as the bill depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Because {
    /// It finished, the user stopped it, or its plugin is at fault.
    Done,
    /// Neither the user nor the plugin is at fault, or there is no usable text.
    NoFault,
}

/// The totals of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bill {
    /// Words that are charged in any case.
    pub charged: u32,
    /// Words of each call that is free as long as the account has free calls left today.
    pub free: Vec<u32>,
}

impl Bill {
    /// The charge if this many calls are free: the longest ones.
    pub fn after(&self, forgiven: usize) -> u32 {
        let mut free = self.free.clone();
        free.sort_unstable_by(|one, other| other.cmp(one));
        free.iter().skip(forgiven).fold(self.charged, |sum, words| sum.saturating_add(*words))
    }
}

impl Calls {
    /// Starts a call that may be answered with `most` words; returns its number.
    pub fn begin(&mut self, most: u32) -> u32 {
        self.begun += 1;
        self.open.insert(self.begun, Open { most: most.max(1), text: String::new() });
        self.begun
    }

    /// Removes a call that was refused before the model was called.
    pub fn forget(&mut self, call: u32) {
        self.open.remove(&call);
    }

    /// Adds a piece of an answer. If another model answers, the text so far is an unusable answer.
    pub fn hear(&mut self, call: u32, heard: Heard<'_>) {
        let Some(open) = self.open.get_mut(&call) else { return };
        match heard {
            Heard::Piece(piece) => open.text.push_str(piece),
            Heard::Again => {
                self.unusable.push(open.words());
                open.text.clear();
            }
        }
    }

    /// Records an answer with this many words. Returns its charge: 0 if no such call was started, as with drafts.
    pub fn answer(&mut self, call: u32, words: u32) -> u32 {
        let Some(open) = self.open.remove(&call) else { return 0 };
        let words = words.clamp(1, open.most);
        self.answered.push(words);
        words
    }

    /// Records a call without a usable answer; returns what the bill depends on.
    pub fn fail(&mut self, call: u32, error: ModelError) -> CallFailure {
        let open = self.open.remove(&call);
        let unusable =
            open.filter(|open| error.is_unusable_answer() || !open.text.is_empty()).map(|open| open.words());
        let failure = CallFailure { provider_failed: error.is_of_provider(), unusable };
        self.note_failure(failure);
        failure
    }

    /// Records a failure that is known from the journal.
    pub fn note_failure(&mut self, failure: CallFailure) {
        self.provider_failed |= failure.provider_failed;
        self.unusable.extend(failure.unusable);
    }

    /// Words that the run has used or reserved so far.
    pub fn taken(&self) -> u32 {
        let open = self.open.values().map(|open| open.most);
        self.answered.iter().copied().chain(open).fold(0, u32::saturating_add)
    }

    /// Words of all prompts so far, including refused ones, because counting them takes time.
    pub fn said(&self) -> u32 {
        self.prompt
    }

    /// Adds the words of a prompt. Returns the sum.
    pub fn say(&mut self, words: u32) -> u32 {
        self.prompt = self.prompt.saturating_add(words);
        self.prompt
    }

    /// Calls that are known to be free before the run has ended.
    pub fn wasted(&self) -> u32 {
        u32::try_from(self.unusable.len()).unwrap_or(u32::MAX)
    }

    /// The bill of a run that failed.
    pub fn of_failure(&self, because: Because) -> Bill {
        let because = if self.provider_failed { Because::NoFault } else { because };
        self.bill(because)
    }

    /// The bill of a run that succeeded or that the user stopped: what was written by then is charged.
    pub fn of_done(&self) -> Bill {
        self.bill(Because::Done)
    }

    fn bill(&self, because: Because) -> Bill {
        let (read, unread): (Vec<_>, Vec<_>) = self.open.values().partition(|open| !open.text.is_empty());
        let written = self.answered.iter().copied().chain(read.into_iter().map(Open::words));
        let mut bill = Bill::default();
        match because {
            Because::Done => bill.charged = written.fold(0, u32::saturating_add),
            Because::NoFault => bill.free.extend(written),
        }
        bill.free.extend(&self.unusable);
        bill.free.extend(unread.into_iter().map(Open::words));
        bill
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls() -> Calls {
        let mut calls = Calls::default();
        let (one, two, three) = (calls.begin(50), calls.begin(50), calls.begin(50));
        calls.answer(one, 12);
        calls.hear(two, Heard::Piece("one two three"));
        calls.fail(two, ModelError::CutOff);
        calls.hear(three, Heard::Piece("half a"));
        calls
    }

    #[test]
    fn readable_text_is_charged_and_unusable_text_is_not() {
        let mut success = calls();
        success.answer(3, 7);
        assert_eq!(success.of_done(), Bill { charged: 19, free: vec![3] });
        assert_eq!(calls().of_done(), Bill { charged: 14, free: vec![3] });
    }

    #[test]
    fn the_text_of_a_model_that_another_one_replaces_is_not_charged() {
        let mut calls = Calls::default();
        let call = calls.begin(50);
        calls.hear(call, Heard::Piece("broken off here"));
        calls.hear(call, Heard::Again);
        assert_eq!((calls.of_done(), calls.wasted()), (Bill { charged: 0, free: vec![3, 1] }, 1));
        calls.hear(call, Heard::Piece("a whole text"));
        calls.answer(call, 3);
        assert_eq!(calls.of_done(), Bill { charged: 3, free: vec![3] });
    }

    #[test]
    fn a_failure_of_the_provider_is_free_and_counted() {
        assert_eq!(calls().of_failure(Because::Done), Bill { charged: 0, free: vec![12, 2, 3] });
        let mut unreachable = Calls::default();
        let call = unreachable.begin(50);
        unreachable.fail(call, ModelError::Unreachable);
        assert_eq!(unreachable.of_failure(Because::Done), Bill::default());
    }

    #[test]
    fn a_failure_of_the_plugin_is_charged() {
        let mut calls = Calls::default();
        let call = calls.begin(50);
        calls.answer(call, 0);
        assert_eq!(calls.of_failure(Because::Done), Bill { charged: 1, free: Vec::new() });
        assert_eq!(calls.of_failure(Because::NoFault), Bill { charged: 0, free: vec![1] });
    }

    #[test]
    fn beyond_the_free_calls_the_shortest_are_charged() {
        let bill = Bill { charged: 5, free: vec![3, 9, 1] };
        assert_eq!([3, 2, 0].map(|forgiven| bill.after(forgiven)), [5, 6, 18]);
    }

    #[test]
    fn the_room_of_a_run_follows_its_manifest_and_its_input() {
        assert_eq!(Room::of(10, "three short words").words, 530);
        assert_eq!(Room::of(0, "").words, 50);
        assert!(Room::of(500, &"word ".repeat(10_000)).words > 100_000);
    }
}
