//! Cover letters: a user's experience and skills, compared with the requirements of the job advertisement.

use sitewright_sdk::bio::speaks;
use sitewright_sdk::compose::paragraphs;
use sitewright_sdk::letter::{self, Points, Wanted};
use sitewright_sdk::material::enumeration;
use sitewright_sdk::short::without_stop;
use sitewright_sdk::units::lower;
use sitewright_sdk::{
    Brief, Checks, Generator, Input, Language, Level, Output, Prompt, Texts, Voice, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 1, max = 120)]
    company: String,
    #[field(required, min = 2, max = 120)]
    job_title: String,
    #[field(required, min = 20, max = 5000, widget = "textarea")]
    experience: String,
    #[field(max = 8000, widget = "textarea")]
    job_ad: String,
    #[field(max = 30, widget = "tags")]
    skills: Vec<String>,
    #[field(max = 120)]
    name: String,
    #[field(default = true, widget = "switch")]
    gdpr_clause: bool,
    #[field(flatten)]
    voice: Voice,
    #[field(min = 1, max = 5, default = 3, widget = "slider")]
    variants: u32,
}

/// One page A4.
#[derive(Output, Default, Clone)]
pub struct Letter {
    #[limit(words, min = 200, max = 400, recommended)]
    text: String,
}

/// The number of words for experience and for skills, in addition to the frame of the letter.
const ROOM: (usize, usize) = (200, 45);

pub struct CoverLetter;

impl Generator for CoverLetter {
    type Input = Order;
    type Variant = Letter;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.job_title
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let role = Prompt::new(brief.text("prompt.role"))
            .rule(brief.text("prompt.order"))
            .rule(brief.text("prompt.claims"))
            .rule(letter::gaps(brief))
            .angle(brief.pick_text("prompt.angles", variant));
        let Order { job_title, company, experience, job_ad, name, skills, .. } = brief.input;
        let names = ["job_title", "company", "experience", "job_ad", "name", "skills"];
        let values: [&str; 6] = [job_title, company, experience, job_ad, name, &skills.join(", ")];
        letter::fields(role, brief, &names, &values).unbranded().max_words(550)
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Letter {
        // A letter without a name is marked as having a gap.
        let name = if brief.name.is_empty() { brief.text("draft.name") } else { &brief.name };
        let wanted = Wanted::of(&brief.job_ad);
        // What the experience says is not said again.
        let said = Wanted::of(&brief.experience);
        let words = [" ", &lower(&brief.experience), " ", &lower(&brief.job_title), " "].concat();
        let is_new = |skill: &&str| match language(skill) {
            Some(language) => !words.contains(&language) && !words.contains(&[&language, "ego"].concat()),
            None => !said.names(skill),
        };
        // The advertisement's own skills come first.
        let skills = wanted.split(&brief.skills, ROOM.1).concat();
        let [named, all] = if !skills.is_empty() && skills.iter().all(|skill| stands_in(skill, &brief.job_ad))
        {
            [skills, Vec::new()]
        } else {
            [Vec::new(), skills.into_iter().filter(is_new).collect()]
        };
        let [named, all] = [named, all].map(|skills| enumeration(&skills, brief.language()));
        let experience = entries(brief, wanted.choose(&brief.experience, ROOM.0));
        let points = Points::new(experience, "• ")
            // "Baker, night shift, at Crumb & Sons"
            .and("job", [&*brief.job_title, if brief.job_title.contains(',') { "," } else { "" }].concat())
            .and("company", &*brief.company)
            .and("named", named)
            .and("all", all);
        let body = points.body(brief, 0, "letter", brief.list("draft.layout"));
        let greeting = brief.phrase("draft.greeting", 0);
        let [greeting, body] = letter::greeted(brief, greeting, body, &points);
        Letter { text: paragraphs(&[greeting, body, letter::closing(brief, &[name], 0)]) }
    }

    /// The clause appears once, at the end and in the usual words, whatever the model wrote.
    fn finish(brief: &Brief<'_, Order>, letter: &mut Letter) {
        let clause = brief.fill("draft.clause", &[("company", &brief.company)]);
        let clause = if brief.gdpr_clause { &clause[..] } else { "" };
        letter.text = letter::with_clause(&letter.text, brief.text("draft.clause-mark"), clause);
    }

    fn check(brief: &Brief<'_, Order>, letter: &Letter, checks: &mut Checks) {
        let Order { job_title, company, experience, name, skills, .. } = brief.input;
        let own: [&str; 5] = [job_title, company, experience, name, &skills.join(" ")];
        letter::check_claims("text", &letter.text, &own.join(" "), checks);
        // What a person has, only the person knows; a model must not be asked to claim it.
        if checks.drafted {
            let cues = brief.list("draft.wanted");
            let open = Wanted::unanswered(&brief.job_ad, &own.join("\n"), cues);
            let listed = open[..open.len().min(MOST_OPEN)].join("; ");
            checks.rule("text", "unanswered", Level::Recommended, open.len() as u32, &[("wanted", &listed)]);
        }
    }
}

/// Requirements that a check lists.
const MOST_OPEN: usize = 6;

/// The Polish name of a language, „czeski”, if a skill is one: the experience may have it in another sense, „filologia
/// czeska”, and says it as „czeskiego”.
fn language(skill: &str) -> Option<String> {
    let word = lower(skill.split(' ').next()?);
    (word.ends_with("ski") || word.ends_with("cki")).then_some(word)
}

/// Whether the advertisement has a skill in these words: "angielski C1" is not "angielskiego B2".
fn stands_in(skill: &str, advertisement: &str) -> bool {
    let (skill, advertisement) = (lower(skill.trim()), lower(advertisement));
    advertisement.match_indices(&skill).any(|(place, found)| {
        let goes_on = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
        !goes_on(advertisement[..place].chars().next_back())
            && !goes_on(advertisement[place + found.len()..].chars().next())
    })
}

/// The experience as sentences, or, if most of it is in no sentences, as entries of a list.
fn entries(brief: &Brief<'_, Order>, mut experience: Vec<String>) -> Vec<String> {
    let language = brief.language();
    let told: Vec<String> =
        experience.iter().map(|text| told(text, language).unwrap_or_else(|| text.to_owned())).collect();
    let opens = usize::from(experience.first().is_some_and(|first| is_time(first, language)));
    let spoken = experience.iter().filter(|text| speaks(text, language)).count();
    let becomes_spoken = told.len() > opens && told.iter().skip(opens).all(|text| speaks(text, language));
    if becomes_spoken || spoken * 2 >= experience.len() {
        experience = told;
        if let Some(first) = experience.first_mut().filter(|_| opens > 0) {
            *first = had(brief, first);
        }
        return experience;
    }
    experience.iter().map(|text| without_stop(text).to_owned()).collect()
}

/// "I have six years of backend work", "I have four years' experience at the mill".
fn had(brief: &Brief<'_, Order>, time: &str) -> String {
    let fact = uncapitalized(time);
    let end = fact.match_indices(' ').nth(1).map_or(fact.len(), |(end, _)| end);
    let (time, rest) = fact.split_at(end);
    match rest.starts_with(" of ") {
        true => brief.fill("draft.had", &[("fact", &fact)]),
        false => brief.fill("draft.experienced", &[("time", time), ("rest", rest.trim_start())]),
    }
}

/// Verbs of the past, and words that follow one with a common ending.
const PAST: [&str; 11] =
    ["ran", "led", "wrote", "built", "taught", "made", "won", "sold", "kept", "took", "grew"];
const OBJECTS: [&str; 17] = [
    "the", "a", "an", "all", "up", "our", "new", "two", "three", "four", "five", "six", "seven", "eight",
    "ten", "and", "over",
];

/// "Catalogued the papers" in the first person.
fn told(text: &str, language: Language) -> Option<String> {
    let mut words = text.split(' ');
    let (first, next) = (lower(words.next()?), lower(words.next()?));
    let has_object = OBJECTS.contains(&&*next) || next.starts_with(|sign: char| sign.is_ascii_digit());
    let is_past = PAST.contains(&&*first) || has_object && first.len() > 4 && first.ends_with("ed");
    (language == Language::En && is_past && !speaks(text, language))
        .then(|| ["I ", &uncapitalized(text)].concat())
}

/// "Six years of backend work, three of them in Rust": a time without a verb.
fn is_time(text: &str, language: Language) -> bool {
    let mut words = text.split(' ').skip(1);
    let unit = lower(words.next().unwrap_or_default());
    ["years", "months", "lata", "lat", "miesięcy"].contains(&unit.as_str())
        && words
            .next()
            .is_some_and(|next| ["of", "as", "in", "at", "w", "na", "jako", "pracy", "stażu"].contains(&next))
        && !speaks(text, language)
}

fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| [&*lower(&first.to_string()), letters.as_str()].concat())
}

export!(CoverLetter);

#[cfg(test)]
mod tests;
