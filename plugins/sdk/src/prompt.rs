//! The prompt: the tool's rules, the shared rules, and the user's words as data.

use crate::brief::Brief;
use crate::decimal::Decimal;
use crate::host::{Brand, Message, Role};
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
    data: Vec<(String, String)>,
    max_words: u32,
    temperature: Option<f32>,
    foreign: bool,
}

/// The start of a conversation, and the texts by which an answer that repeats it is recognised.
pub(crate) struct Opening {
    pub messages: Vec<Message>,
    pub max_words: u32,
    pub temperature: Option<f32>,
    /// Complete rules of the tool and of the SDK; none of them contains the user's input.
    pub rules: Vec<String>,
    pub fence: String,
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

/// Words reserved for an answer unless the tool sets another number.
const USUAL_WORDS: u32 = 300;

impl Prompt {
    /// `role` describes the author and the kind of text, in the result's language.
    pub fn new(role: impl Into<String>) -> Self {
        Self { role: role.into(), max_words: USUAL_WORDS, ..Self::default() }
    }

    /// Adds a rule; an empty one is omitted.
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        let rule = rule.into();
        if !rule.is_empty() {
            self.rules.push(rule);
        }
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

    /// Adds a list of the user's input.
    pub fn data_list(self, label: &str, values: &[String]) -> Self {
        self.data(label, values.joined(", "))
    }

    /// Adds the rule for the number of emoji.
    pub fn emoji(self, phrases: Phrases, emoji: Emoji) -> Self {
        use crate::choice::Choice;
        self.rule(phrases.text(&["prompt.emoji", emoji.id()].joined(".")))
    }

    /// Upper bound of the answer, in words.
    pub fn max_words(mut self, words: u32) -> Self {
        self.max_words = words;
        self
    }

    /// From 0.0 for predictable text to 2.0; the host's default if this is not called.
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

    /// The messages that open the request.
    pub(crate) fn open<I>(self, brief: &Brief<'_, I>, parts: &[Part]) -> Opening {
        let phrases = brief.phrases;
        let fence = self.fence(brief.seed());
        let mut rules = Rules::under(&self.role);
        self.rules.iter().for_each(|rule| rules.add(rule));
        if !self.foreign {
            shared_rules(brief, &mut rules);
        }
        brand_rules(brief.brand, phrases, &mut rules);
        rules.add(&layout::instruction(parts, phrases));
        rules.add(&fill(phrases.text("prompt.fence"), &[("fence", &fence)]));
        let system = rules.text;
        let mut data = self.data;
        data.extend(brand_data(brief.brand, phrases));
        let user = fenced(&data, &fence, phrases);
        let messages =
            vec![Message { role: Role::System, text: system }, Message { role: Role::User, text: user }];
        let Self { role, mut rules, max_words, temperature, foreign, .. } = self;
        rules.extend([
            role,
            phrases.text("prompt.language").to_owned(),
            phrases.text("prompt.facts").to_owned(),
        ]);
        Opening { messages, max_words, temperature, rules, fence, foreign }
    }

    /// A mark that the data does not contain, so that it cannot close the fence.
    fn fence(&self, mut seed: u64) -> String {
        loop {
            let mark = ["data-", &(seed as u32).decimal()].concat();
            if !self.data.iter().any(|(_, value)| scan::contains(value, &mark)) {
                return mark;
            }
            seed = seed.wrapping_add(1);
        }
    }
}

/// The usual length of a system message in bytes.
const USUAL_LENGTH: usize = 2048;

/// A builder of a system message.
struct Rules {
    text: String,
}

impl Rules {
    fn under(role: &str) -> Self {
        let mut text = String::with_capacity(USUAL_LENGTH);
        text.push_str(role);
        text.push('\n');
        Self { text }
    }

    fn add(&mut self, rule: &str) {
        self.text.push_str("\n- ");
        self.text.push_str(rule);
    }
}

fn fenced(data: &[(String, String)], fence: &str, phrases: Phrases) -> String {
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
    out.push_str(phrases.text("prompt.go"));
    out
}

/// Language, tone, audience, form of address, wishes: the rules that all tools share.
fn shared_rules<I>(brief: &Brief<'_, I>, rules: &mut Rules) {
    use crate::choice::Choice;
    let (phrases, voice) = (brief.phrases, brief.voice);
    rules.add(phrases.text("prompt.language"));
    rules.add(phrases.text("prompt.facts"));
    match voice.tone {
        None if !brief.brand.tone.is_empty() => {
            rules.add(&fill(phrases.text("prompt.brand-tone"), &[("tone", &brief.brand.tone)]))
        }
        tone => rules.add(phrases.text(&["prompt.tone", tone.map_or("neutral", Choice::id)].joined("."))),
    }
    let audience = [&voice.audience, &brief.brand.audience].into_iter().find(|text| !text.is_empty());
    if let Some(audience) = audience {
        rules.add(&fill(phrases.text("prompt.audience"), &[("audience", audience)]));
    }
    if phrases.language == Language::Pl {
        rules.add(phrases.text(&["prompt.address-form", voice.address_form.id()].joined(".")));
    }
    if !voice.extra_instructions.is_empty() {
        rules.add(&fill(phrases.text("prompt.wishes"), &[("wishes", &voice.extra_instructions)]));
    }
}

fn brand_rules(brand: &Brand, phrases: Phrases, rules: &mut Rules) {
    if !brand.avoid.is_empty() {
        rules.add(&fill(phrases.text("prompt.avoid"), &[("words", &brand.avoid.joined(", "))]));
    }
    if !brand.glossary.is_empty() {
        let terms: Vec<String> =
            brand.glossary.iter().map(|term| [&term.source, " → ", &term.target].concat()).collect();
        rules.add(&fill(phrases.text("prompt.glossary"), &[("terms", &terms.joined("; "))]));
    }
}

fn brand_data(brand: &Brand, phrases: Phrases) -> Vec<(String, String)> {
    [
        ("brand", brand.name.clone()),
        ("brand-description", brand.description.clone()),
        ("brand-facts", brand.facts.joined("; ")),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(label, value)| (phrases.text(&["prompt.data", label].joined(".")).to_owned(), value))
    .collect()
}
