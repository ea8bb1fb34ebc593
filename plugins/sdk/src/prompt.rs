//! The prompt: the tool's rules, the shared rules, and the user's words as data.
//!
//! The system message has only texts of the tool and of the SDK; every word of the user, of the brand kit or of a page
//! is data. What differs between variants comes last, so that a provider can reuse its work for all before it.

use std::iter::once;

use crate::brief::Brief;
use crate::choice::Choice;
use crate::decimal::Decimal;
use crate::facts::Data;
use crate::host::{Brand, Message, Role, Term};
use crate::language::Language;
use crate::layout;
use crate::output::Part;
use crate::parts::Joined;
use crate::scan::{self, Class};
use crate::template::fill;
use crate::texts::Phrases;
use crate::voice::Emoji;

/// A builder of a prompt. Rules are the tool's own words; the user's input goes into `data`, which is fenced so that
/// instructions hidden in it stay data.
#[derive(Default)]
pub struct Prompt {
    role: String,
    rules: Vec<String>,
    /// What distinguishes this variant.
    angle: String,
    data: Vec<(String, String)>,
    max_words: u32,
    temperature: Option<f32>,
    foreign: bool,
    /// Without the brand's name, facts, tone and audience.
    unbranded: bool,
    spoken: bool,
}

/// The start of a conversation, and the texts by which an answer that repeats it is recognised.
pub(crate) struct Opening {
    pub messages: Vec<Message>,
    pub max_words: u32,
    pub temperature: Option<f32>,
    /// The JSON Schema of the answer.
    pub schema: Option<String>,
    /// Complete rules of the tool and of the SDK; none of them contains the user's input.
    pub rules: Vec<String>,
    pub fence: String,
    /// What the answer may state.
    pub known: Data,
    /// The answer's language is not the brief's.
    pub foreign: bool,
}

/// Bytes of an answer that are always accepted, however few words were requested.
const LEAST: usize = 16 * 1024;
/// Bytes for each requested word: several times the length of a word.
const BYTES_PER_WORD: usize = 48;

impl Opening {
    /// The maximum length of an answer in bytes. A longer one is noise, and measuring it would take long.
    pub fn longest(&self) -> usize {
        LEAST.max(self.max_words as usize * BYTES_PER_WORD)
    }
}

/// Bytes of a line of the sample that no answer has by chance.
const LEAST_LEAK: usize = 40;
/// Words reserved for an answer unless the tool sets another number.
const USUAL_WORDS: u32 = 300;
/// Temperature unless the tool sets another: providers use 1.0, which invents more than a text about facts allows.
const USUAL_TEMPERATURE: f32 = 0.5;

impl Prompt {
    /// `role` describes the author and the kind of text, in the result's language.
    pub fn new(role: impl Into<String>) -> Self {
        Self {
            role: role.into(),
            max_words: USUAL_WORDS,
            temperature: Some(USUAL_TEMPERATURE),
            ..Self::default()
        }
    }

    /// Adds a rule; an empty one is omitted.
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        let rule = rule.into();
        if !rule.is_empty() {
            self.rules.push(rule);
        }
        self
    }

    /// What distinguishes this variant from the others.
    pub fn angle(mut self, angle: impl Into<String>) -> Self {
        self.angle = angle.into();
        self
    }

    /// Adds the user's input; empty values are omitted.
    pub fn data(mut self, label: &str, value: impl Into<String>) -> Self {
        let value = value.into();
        if !value.is_empty() {
            self.data.push((label.to_owned(), value));
        }
        self
    }

    /// Adds a list of the user's input, an entry on each line: entries may contain commas.
    pub fn data_list(self, label: &str, values: &[String]) -> Self {
        self.data(label, listed(values))
    }

    /// Adds the rule for the number of emoji.
    pub fn emoji(self, phrases: Phrases, emoji: Emoji) -> Self {
        self.rule(phrases.text(&["prompt.emoji", emoji.id()].joined(".")))
    }

    /// Upper bound of the answer, in words.
    pub fn max_words(mut self, words: u32) -> Self {
        self.max_words = words;
        self
    }

    /// From 0.0 for predictable text to 2.0. Facts need about 0.4, posts about 0.8.
    pub fn temperature(mut self, temperature: f32) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// The answer is in a language that only the tool knows, so neither the rules of language, facts and tone nor the
    /// check of the answer's language apply; the tool adds its own.
    pub fn foreign(mut self) -> Self {
        self.foreign = true;
        self
    }

    /// The text is not the brand's own, such as a letter of application or a translation: only the words to avoid and
    /// the glossary of the brand kit are used.
    pub fn unbranded(mut self) -> Self {
        self.unbranded = true;
        self
    }

    /// The answer is a script: quotation marks enclose words to be spoken, and scenes begin with their seconds.
    pub fn spoken(mut self) -> Self {
        self.spoken = true;
        self
    }

    /// The messages that open the request. With `others`, the prompts of further variants, all are requested at once.
    pub(crate) fn open<I>(self, brief: &Brief<'_, I>, parts: &[Part], others: &[Self]) -> Opening {
        let phrases = brief.phrases;
        let all = || once(&self).chain(others);
        let max_words = all().map(|prompt| prompt.max_words).fold(0, u32::saturating_add);
        let mut system = Message { role: Role::System, text: String::with_capacity(USUAL_LENGTH) };
        system.text.push_str(&[&self.role, "\n"].concat());
        let mut add = |rule: &str| system.text.push_str(&["\n- ", rule].concat());
        self.rules.iter().for_each(|rule| add(rule));
        add(&layout::instruction(parts, phrases));
        let sample =
            phrases.find("prompt.sample").and_then(|lines| lines.first()).copied().unwrap_or_default();
        if !sample.is_empty() {
            add(&[phrases.text("prompt.sampled"), "\n", sample].concat());
        }
        if !others.is_empty() {
            let count = (others.len() as u32 + 1).decimal();
            add(&fill(phrases.text("prompt.together"), &[("count", &count)]));
        }
        let mut data: Vec<(&str, &str)> =
            self.data.iter().map(|(label, value)| (label.as_str(), value.as_str())).collect();
        let shared = shared(brief, self.foreign, self.unbranded, &mut add);
        for (key, value) in &shared {
            let label = phrases.text(&["prompt.data", key].joined("."));
            // Of two values with one name the user's own is the one that is meant.
            if !value.is_empty() && !data.iter().any(|(known, _)| *known == label) {
                data.push((label, value));
            }
        }
        let fence = fence(&data);
        let mut known: Vec<&str> = data.iter().map(|(_, value)| *value).collect();
        known.extend(brief.project.map(|project| project.domain.as_str()));
        known.extend([&brief.brand.name, &brief.brand.description].map(String::as_str));
        known.extend(brief.brand.facts.iter().map(String::as_str));
        let known = Data { text: known.join("\n"), foreign: self.foreign, spoken: self.spoken };
        add(&fill(phrases.text("prompt.fence"), &[("fence", &fence)]));
        let angles: Vec<&str> = all().map(|prompt| prompt.angle.as_str()).collect();
        let user = Message { role: Role::User, text: fenced(&data, &fence, &angles, phrases) };
        let Self { role, mut rules, temperature, foreign, .. } = self;
        rules.extend([
            role,
            phrases.text("prompt.language").to_owned(),
            phrases.text("prompt.facts").to_owned(),
        ]);
        rules.extend(sample.lines().filter(|line| line.len() >= LEAST_LEAK).map(str::to_owned));
        let schema = layout::schema(parts, phrases, !others.is_empty());
        Opening { messages: vec![system, user], max_words, temperature, schema, rules, fence, known, foreign }
    }
}

/// A mark that the data does not contain, so that it cannot close the fence. The same for almost every input: a
/// provider reuses its work for what is equal.
fn fence(data: &[(&str, &str)]) -> String {
    let mut number = FENCE;
    loop {
        let mark = ["data-", &number.decimal()].concat();
        if !data.iter().any(|(_, value)| scan::contains(value, &mark)) {
            return mark;
        }
        number += 1;
    }
}

/// The number of the usual fence; not one that a text has by chance.
const FENCE: u32 = 40_961;

/// The usual length of a system message in bytes.
const USUAL_LENGTH: usize = 2048;

fn fenced(data: &[(&str, &str)], fence: &str, angles: &[&str], phrases: Phrases) -> String {
    let mut out = String::with_capacity(USUAL_LENGTH);
    out.push_str(&["<", fence, ">\n"].concat());
    for (label, value) in data {
        out.push_str(label);
        let has_lines = scan::find(value.as_bytes(), Class::of([b'\n'])).is_some();
        out.push_str(if has_lines { ":\n" } else { ": " });
        out.push_str(value);
        out.push('\n');
    }
    out.push_str(&["</", fence, ">\n\n"].concat());
    for (place, angle) in angles.iter().enumerate().filter(|(_, angle)| !angle.is_empty()) {
        if angles.len() > 1 {
            out.push_str(&[&(place as u32 + 1).decimal(), ". "].concat());
        }
        out.push_str(angle);
        out.push('\n');
    }
    out.push_str(phrases.text("prompt.go"));
    out
}

/// Entries of the user's input, one on each line; a single one without a bullet.
fn listed(values: &[String]) -> String {
    match values {
        [] => String::new(),
        [value] => value.clone(),
        values => values.iter().map(|value| ["- ", value].concat()).collect::<Vec<_>>().join("\n"),
    }
}

/// Adds the rules that all tools share: language, facts, tone, form of address. Returns the data that belongs to
/// them, with the keys of its labels; a rule names the label and never repeats the data.
fn shared<I>(
    brief: &Brief<'_, I>,
    foreign: bool,
    unbranded: bool,
    add: &mut impl FnMut(&str),
) -> Vec<(&'static str, String)> {
    let (phrases, voice) = (brief.phrases, brief.voice);
    let brand = if unbranded { &Brand::default() } else { brief.brand };
    let mut data = vec![
        ("brand", brand.name.clone()),
        ("brand-description", brand.description.clone()),
        ("brand-facts", listed(&brand.facts)),
    ];
    if !foreign {
        add(phrases.text("prompt.language"));
        add(phrases.text("prompt.facts"));
        match voice.tone {
            None if !brand.tone.is_empty() => {
                add(phrases.text("prompt.brand-tone"));
                data.push(("brand-tone", brand.tone.clone()));
            }
            tone => add(phrases.text(&["prompt.tone", tone.map_or("neutral", Choice::id)].joined("."))),
        }
        if phrases.language == Language::Pl {
            add(phrases.text(&["prompt.address-form", voice.address_form.id()].joined(".")));
        }
        let audience = [&voice.audience, &brand.audience].into_iter().find(|text| !text.is_empty());
        data.push(("audience", audience.cloned().unwrap_or_default()));
        data.push(("wishes", voice.extra_instructions.clone()));
    }
    let term = |term: &Term| [&term.source, " → ", &term.target].concat();
    data.push(("avoid", listed(&brief.brand.avoid)));
    data.push(("glossary", listed(&brief.brand.glossary.iter().map(term).collect::<Vec<_>>())));
    for (key, value) in &data {
        if !value.is_empty() && ["audience", "wishes", "avoid", "glossary"].contains(key) {
            add(phrases.text(&["prompt", key].joined(".")));
        }
    }
    data
}
