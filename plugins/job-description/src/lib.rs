//! Job advertisements in sections and in gender-neutral words.

use sitewright_sdk::commerce::{Format, Page, Writing, ask, entries, found, number, tidy_line, title};
use sitewright_sdk::compose::Composer;
use sitewright_sdk::material::{CLAUSES, capitalized};
use sitewright_sdk::units::{has_at_most, is_emoji_letter, is_upper, lower};
use sitewright_sdk::{
    Brief, Checks, Choice, Generator, Input, Language, Level, Output, Prompt, Texts, export, texts,
};

#[derive(Input)]
pub struct Order {
    #[field(required, min = 2, max = 120)]
    job_title: String,
    #[field(required, min = 1, max = 120)]
    company: String,
    #[field(required, min = 10, max = 3000, widget = "textarea")]
    responsibilities: String,
    #[field(required, min = 10, max = 3000, widget = "textarea")]
    requirements: String,
    #[field(max = 2000, widget = "textarea")]
    benefits: String,
    #[field(max = 120)]
    salary: String,
    #[field(max = 120)]
    location: String,
    work_mode: Option<WorkMode>,
    contract: Option<Contract>,
    #[field(flatten)]
    writing: Writing,
}

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum WorkMode { OnSite, Hybrid, Remote }

#[derive(Choice, Clone, Copy, PartialEq, Eq, Debug)]
#[rustfmt::skip]
pub enum Contract { #[choice("UoP")] Employment, #[choice("B2B")] Business, #[choice("UZ")] Mandate, FullTime, PartTime, Internship }

#[derive(Output, Default, Clone)]
pub struct Advertisement {
    #[field(format = "markdown")]
    #[limit(words, min = 200, max = 700, recommended)]
    text: String,
}

pub struct JobDescription;

impl Generator for JobDescription {
    type Input = Order;
    type Variant = Advertisement;
    const TEXTS: &'static Texts = texts!("texts");
    const ONE_DRAFT: bool = true;

    fn subject(order: &Order) -> &str {
        &order.job_title
    }

    fn prompt(brief: &Brief<'_, Order>, variant: usize) -> Prompt {
        let pay = if brief.salary.is_empty() { "no-salary" } else { "salary" };
        ask(brief, variant, &["sections", "gender", pay], &facts(brief))
            .data(title(brief, "job_title"), &brief.job_title)
            .data(title(brief, "responsibilities"), &brief.responsibilities)
            .data(title(brief, "requirements"), &brief.requirements)
            .data(title(brief, "benefits"), &brief.benefits)
            .max_words(730)
    }

    fn draft(brief: &Brief<'_, Order>, _: usize) -> Advertisement {
        let is_frame = Self::is_frame(brief);
        let job = tidy_line(&calm(&brief.job_title));
        // A frame has no checks, so the place says what is missing.
        let names_women = is_frame && is_feminine(brief);
        let job = if names_women { brief.fill("draft.feminine", &[("job", &job)]) } else { job };
        let lines = Composer::new(brief, 0)
            .with("job", &job)
            .with("company", &tidy_line(&brief.company))
            .with("location", &tidy_line(&brief.location));
        let own = brief.brand.name == brief.company;
        let lines = if own { lines } else { lines.with("brand-description", "") };
        // The headline names the company.
        let given =
            facts(brief).into_iter().filter(|(field, value)| *field != "company" && !value.is_empty());
        let facts: Vec<String> =
            given.map(|(field, value)| [title(brief, field), ": ", &tidy_line(value)].concat()).collect();
        let listed = |text: &str| listed(brief, text);
        let page = Page::new(Format::Html)
            .heading(&lines.line("draft.headline"))
            .text(&lines.line("draft.about"))
            .list(&lines.line("draft.facts"), &facts)
            .list(&lines.line("draft.duties"), &listed(&brief.responsibilities))
            .list(&lines.line("draft.wanted"), &listed(&brief.requirements))
            .list(&lines.line("draft.offer"), &listed(&brief.benefits))
            // Nothing says where to apply.
            .text(if is_frame { brief.text("draft.apply") } else { "" });
        Advertisement { text: page.finish() }
    }

    /// What excludes people must not be published; the frame asks what the work requires.
    fn is_frame(brief: &Brief<'_, Order>) -> bool {
        let texts = [&brief.responsibilities, &brief.requirements, &brief.benefits];
        texts.iter().any(|text| excludes(brief, text))
    }

    fn check(brief: &Brief<'_, Order>, advertisement: &Advertisement, checks: &mut Checks) {
        let gendered = found(&advertisement.text, brief.list("words.gendered"));
        let (count, words) = (number(gendered.len()), gendered.join(", "));
        checks.rule("text", "gendered", Level::Recommended, count, &[("words", &words)]);
        let excluding = found(&advertisement.text, brief.list("words.excluding"));
        let (count, words) = (number(excluding.len()), excluding.join(", "));
        checks.rule("text", "excluding", Level::Recommended, count, &[("words", &words)]);
        let is_feminine = is_feminine(brief);
        checks.rule(
            "text",
            "feminine",
            Level::Recommended,
            u32::from(is_feminine),
            &[("job", &brief.job_title)],
        );
        let silent =
            brief.salary.is_empty() && found(&advertisement.text, brief.list("words.pay")).is_empty();
        checks.rule("text", "no-salary", Level::Recommended, u32::from(silent), &[]);
    }
}

fn excludes(brief: &Brief<'_, Order>, text: &str) -> bool {
    !found(text, brief.list("words.excluding")).is_empty()
}

/// `text` without pictures, and without the shouting of "18 GODZIN".
fn calm(text: &str) -> String {
    let kept: String = text
        .chars()
        .filter(|letter| {
            !is_emoji_letter(*letter) && !matches!(*letter, '\u{200D}' | '\u{FE0F}' | '\u{20E3}')
        })
        .collect();
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let calmed = words.iter().enumerate().map(|(place, word)| {
            let counts = place > 0 && words[place - 1].bytes().all(|byte| byte.is_ascii_digit());
            // "2 HDMI" names a thing.
            let is_loud = !has_at_most(word, 4) && word.chars().all(is_upper);
            if counts && is_loud { lower(word) } else { (*word).to_owned() }
        });
        calmed.collect::<Vec<_>>().join(" ")
    };
    kept.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The entries of a text; one that excludes people is a place to fill.
fn listed(brief: &Brief<'_, Order>, text: &str) -> Vec<String> {
    let mut all = entries(&calm(text), brief.language());
    if let [only] = &all[..] {
        all = halves(only, brief.language()).unwrap_or(all);
    }
    let asked = |entry: String| {
        if excludes(brief, &entry) { brief.fill("draft.excluding", &[("entry", &entry)]) } else { entry }
    };
    all.into_iter().map(asked).collect()
}

/// "Free coffee, staff meal" as two entries.
fn halves(entry: &str, language: Language) -> Option<Vec<String>> {
    let (one, other) = entry.split_once(", ").filter(|(_, other)| !other.contains(", "))?;
    let first = lower(other.split(' ').next()?);
    // The Polish "a" opens a clause, the English one a noun.
    let is_clause = CLAUSES.contains(&first) && (first != "a" || language == Language::Pl)
        || ["i", "oraz", "and", "or", "lub"].contains(&first.as_str());
    (!is_clause && !one.contains(['(', ':'])).then(|| vec![one.to_owned(), capitalized(other)])
}

/// Endings of Polish job titles that name women only.
const FEMININE: [&str; 13] =
    ["arka", "erka", "orka", "elka", "alka", "ntka", "stka", "czka", "unka", "atka", "nica", "yni", "ini"];

/// Whether a Polish job title names women only: "Kelnerka", not "Kelner/Kelnerka" or "Kelnerka (k/m)".
fn is_feminine(brief: &Brief<'_, Order>) -> bool {
    let title = lower(&brief.job_title);
    let first = title.split(' ').next().unwrap_or_default();
    brief.language() == Language::Pl
        && FEMININE.iter().any(|ending| first.ends_with(ending))
        && !title.contains(['/', '('])
        && ![" lub ", " albo ", " i "].iter().any(|word| title.contains(word))
}

/// The facts that applicants look for first, by the fields' names.
fn facts<'b>(brief: &'b Brief<'_, Order>) -> [(&'static str, &'b str); 5] {
    let work_mode = |mode: WorkMode| brief.text(&["input.work_mode.options.", mode.id()].concat());
    let contract = |contract: Contract| brief.text(&["input.contract.options.", contract.id()].concat());
    [
        ("company", &brief.company),
        ("location", &brief.location),
        ("work_mode", brief.work_mode.map_or("", work_mode)),
        ("contract", brief.contract.map_or("", contract)),
        ("salary", &brief.salary),
    ]
}

export!(JobDescription);

#[cfg(test)]
mod tests;
