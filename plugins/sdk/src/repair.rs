//! The state of one variant: requested, measured, and requested again if it does not fit.

use crate::answer::{self, Flaw};
use crate::check::Check;
use crate::decimal::Decimal;
use crate::facts::Known;
use crate::host::{Completion, Failure, Message, Request, Role};
use crate::layout;
use crate::output::Output;
use crate::parts::Joined;
use crate::prompt::Opening;
use crate::template::fill;
use crate::texts::Phrases;

/// The maximum number of repairs of a variant that does not fit.
pub(crate) const REPAIRS: usize = 2;

/// The temperature of a repair.
const REPAIR_TEMPERATURE: f32 = 0.3;

/// A variant with its measures.
pub(crate) struct Attempt<V> {
    pub variant: V,
    pub checks: Vec<Check>,
    pub drafted: bool,
}

impl<V> Attempt<V> {
    /// The weight of its violations: first by their level, then by their size.
    fn penalty(&self) -> u32 {
        let broken = self.checks.iter().filter(|check| !check.ok);
        broken
            .map(|check| check.limit.level.penalty() * 1000 + check.limit.distance(check.value).min(999))
            .sum()
    }
}

/// The position of one variant in the result.
pub(crate) struct Slot<V> {
    label: String,
    opening: Opening,
    /// Replaces the answer if no model is connected; empty until it is needed.
    pub draft: V,
    best: Option<Attempt<V>>,
    /// The last answer with the requested changes; `None` if there is nothing to request.
    open: Option<(String, Vec<String>)>,
    failure: Option<Failure>,
}

impl<V: Output + Clone + Default> Slot<V> {
    pub fn new(place: usize, opening: Opening) -> Self {
        let label = ["variant-", &(place + 1).decimal()].concat();
        Self { label, opening, draft: V::default(), best: None, open: None, failure: None }
    }

    /// Upper bound of an answer.
    pub fn words(&self) -> u32 {
        self.opening.max_words
    }

    /// The best variant so far.
    pub fn best(&self) -> Option<&V> {
        self.best.as_ref().map(|attempt| &attempt.variant)
    }

    /// The first request; `draft` is its answer if no model is connected.
    pub fn question(&self, draft: Option<String>) -> Request {
        self.request(self.opening.messages.clone(), draft, self.opening.temperature)
    }

    /// Whether the last answer does not fit, or there is none that can be used.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The next request: the first one, or the one that follows an answer that does not fit.
    pub fn next(&self, phrases: Phrases) -> Request {
        let Some((answer, advice)) = &self.open else { return self.question(None) };
        let mut messages = self.opening.messages.clone();
        if !answer.is_empty() {
            messages.push(Message { role: Role::Assistant, text: answer.clone() });
        }
        messages.push(correction(advice, phrases));
        // A low temperature: the text is to be adjusted, not rewritten.
        self.request(messages, None, Some(REPAIR_TEMPERATURE))
    }

    fn request(&self, messages: Vec<Message>, draft: Option<String>, temperature: Option<f32>) -> Request {
        let (max_words, show_as) = (self.opening.max_words, Some(self.label.clone()));
        let schema = self.opening.schema.clone().filter(|_| draft.is_none());
        Request { messages, max_words, temperature, schema, draft, show_as }
    }

    /// Processes an answer; `measure` makes a variant with its checks of it. An answer that lacks a required part is
    /// requested again and does not count.
    pub fn take(
        &mut self,
        completion: Result<Completion, Failure>,
        phrases: Phrases,
        screen: Phrases,
        measure: impl Fn(Source<'_, V>, Option<Flaw>) -> (V, Vec<Check>),
    ) {
        self.open = None;
        let completion = match completion {
            Ok(completion) => completion,
            Err(failure) => return self.failure = Some(failure),
        };
        if completion.drafted {
            let (variant, checks) = measure(Source::Draft(&self.draft), None);
            self.best = Some(Attempt { variant, checks, drafted: true });
            return;
        }
        let text = answer::clean(&completion.text);
        let text = answer::first_variant(&text).to_owned();
        let flaw = self.flaw(&text, phrases);
        if let Some(flaw) = flaw.filter(|flaw| flaw.is_fatal()) {
            let advice = phrases.text(&["advice", flaw.id()].joined(".")).to_owned();
            // Neither a refusal nor a leak should be shown to the model again.
            self.open = Some((String::new(), vec![advice]));
            return;
        }
        let (variant, checks) = measure(Source::Answer(&text, &self.opening.known.read()), flaw);
        let missing = layout::missing(&variant, phrases);
        if !missing.is_empty() {
            let titles = layout::titles(&layout::missing(&variant, screen));
            let message = fill(screen.text("run-errors.incomplete"), &[("parts", &titles)]);
            let has_any = missing.len() < layout::required(&variant);
            self.failure = has_any.then_some(Failure::Unavailable(message));
            let advice = fill(phrases.text("advice.missing"), &[("parts", &layout::titles(&missing))]);
            self.open = Some((text, vec![advice, layout::instruction(variant.parts(), phrases)]));
            return;
        }
        let advice: Vec<String> =
            checks.iter().filter(|check| !check.ok).map(|check| check.advice.clone()).collect();
        if !advice.is_empty() {
            self.open = Some((text, advice));
        }
        let attempt = Attempt { variant, checks, drafted: false };
        if self.best.as_ref().is_none_or(|best| attempt.penalty() < best.penalty()) {
            self.best = Some(attempt);
        }
    }

    fn flaw(&self, text: &str, phrases: Phrases) -> Option<Flaw> {
        if text.len() > self.opening.longest() {
            return Some(Flaw::Endless);
        }
        answer::find_flaw(text, &self.opening.rules, &self.opening.fence, phrases.language)
            .filter(|flaw| !self.opening.foreign || *flaw != Flaw::WrongLanguage)
    }

    /// The best attempt, otherwise the reason why there is none.
    pub fn finish(self, phrases: Phrases) -> Result<Attempt<V>, Failure> {
        let unusable = || Failure::Unavailable(phrases.text("run-errors.unusable").to_owned());
        self.best.ok_or_else(|| self.failure.unwrap_or_else(unusable))
    }
}

/// One request for the variants of several slots, with what is wrong with their last answers.
pub(crate) fn together<V>(slots: &[&Slot<V>], opening: Opening, phrases: Phrases) -> Request {
    let Opening { mut messages, max_words, temperature, schema, .. } = opening;
    let (mut answers, mut advice): (Vec<&str>, Vec<String>) = Default::default();
    for (answer, wrong) in slots.iter().filter_map(|slot| slot.open.as_ref()) {
        answers.push(answer);
        // Each problem once, however many variants have it.
        for line in wrong {
            if !advice.contains(line) {
                advice.push(line.clone());
            }
        }
    }
    let is_repair = !advice.is_empty();
    if is_repair {
        let text = answers.join("\n===\n");
        if !answers.iter().all(|answer| answer.is_empty()) {
            messages.push(Message { role: Role::Assistant, text });
        }
        messages.push(correction(&advice, phrases));
    }
    let temperature = if is_repair { Some(REPAIR_TEMPERATURE) } else { temperature };
    let show_as = slots.first().map(|slot| slot.label.clone());
    Request { messages, max_words, temperature, schema, draft: None, show_as }
}

/// The message that says what to change.
fn correction(advice: &[String], phrases: Phrases) -> Message {
    let advice: String = advice.iter().map(|advice| ["- ", advice, "\n"].concat()).collect();
    let text = [phrases.text("advice.opening"), "\n", &advice, phrases.text("advice.closing")].concat();
    Message { role: Role::User, text }
}

/// The input of a measurement.
pub(crate) enum Source<'a, V> {
    /// With the data that it was made of.
    Answer(&'a str, &'a Known),
    Draft(&'a V),
}
