//! The kind of article that a title announces, and the parts of the title that a draft can reuse.

mod words;

use words::{
    BEING, CHOICES, ENTRY, LABELS, LIST_OPENINGS, NOUNS, PERSONS, PREPOSITIONS, QUESTIONS, REVIEWS,
    SEPARATORS,
};

use crate::ideas::topic::Topic;
use crate::language::Language;
use crate::material::CLAUSES;
use crate::short::without_stop;
use crate::units::{bare, lower};

/// The kind of article that readers expect from a title.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// "Jak wybrać rower": a task with its steps.
    HowTo,
    /// "7 ways to sleep better": as many entries.
    List,
    /// "Gaz czy prąd": two sides.
    Comparison,
    Review,
    Question,
    Generic,
}

impl Kind {
    /// Its name in the keys of texts.
    pub const fn id(self) -> &'static str {
        match self {
            Self::HowTo => "how-to",
            Self::List => "list",
            Self::Comparison => "comparison",
            Self::Review => "review",
            Self::Question => "question",
            Self::Generic => "generic",
        }
    }
}

/// A parsed title. Its parts are in the user's spelling.
#[derive(Debug)]
pub struct Title {
    pub kind: Kind,
    /// The title without what follows a colon or dash, without its question mark.
    pub core: String,
    /// "wybrać rower", "choose a bike": what a how-to is about.
    pub task: String,
    /// The two sides of a comparison.
    pub sides: Option<(String, String)>,
    /// What the title announces after a colon or dash: "symptoms, diagnosis, treatment", or a question.
    pub parts: Vec<String>,
    /// The number of entries that a list announces.
    pub count: usize,
    /// The noun for one entry: "Sposób", "Way".
    pub noun: &'static str,
}

impl Title {
    /// The key of the outline's texts: a how-to about a choice has no steps, a question may be about a person, and an
    /// article on a disorder has other sections than one on a law.
    pub fn pool(&self) -> &'static str {
        match (self.kind, self.topic()) {
            _ if self.is_choice() => "choice",
            (Kind::Question, _) if self.person().is_some() => "person",
            (Kind::Generic, Topic::Event) => "event",
            (Kind::Generic, Topic::Health) => "health",
            (Kind::Generic, Topic::Treatment) => "treatment",
            (Kind::Generic, Topic::Law) => "law",
            (kind, _) => kind.id(),
        }
    }

    /// "How to choose a bike"
    fn is_choice(&self) -> bool {
        let first = lower(self.task.split(' ').next().unwrap_or_default());
        self.kind == Kind::HowTo && CHOICES.contains(&first.as_str())
    }

    /// The kind of its subject.
    pub fn topic(&self) -> Topic {
        if self.is_choice() {
            Topic::Comparison
        } else if self.person().is_some() {
            Topic::People
        } else {
            Topic::of(&self.core)
        }
    }

    /// The person that the title asks for: "Who was Ada Lovelace".
    pub fn person(&self) -> Option<&str> {
        let mut words = self.core.splitn(3, ' ');
        let asks = PERSONS.contains(&lower(words.next()?).as_str())
            && BEING.contains(&lower(words.next()?).as_str());
        words.next().filter(|name| asks && name.starts_with(char::is_uppercase))
    }

    pub fn of(title: &str, language: Language) -> Self {
        let line = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let asks = line.contains('?');
        let (core, is_review) = core(&line);
        let words: Vec<String> = core.split(' ').map(|word| lower(bare(word))).collect();
        let mut found = Self {
            kind: Kind::Generic,
            core,
            task: String::new(),
            sides: None,
            parts: Vec::new(),
            count: 0,
            noun: "",
        };
        found.parts = parts(&line, language);
        found.task = task(&found.core, &words, language);
        (found.count, found.noun) = entries(&words, language).unwrap_or_default();
        found.sides = sides(&found.core);
        found.kind = if found.count > 0 {
            Kind::List
        } else if !found.task.is_empty() {
            Kind::HowTo
        } else if is_review {
            Kind::Review
        } else if found.sides.is_some() {
            Kind::Comparison
        } else if asks || QUESTIONS.contains(&words[0].as_str()) {
            Kind::Question
        } else {
            Kind::Generic
        };
        found
    }
}

/// The first `sign`; the stop of "2026 r. – …" ends no part.
fn find(text: &str, sign: &str) -> Option<usize> {
    let ends = |place: &usize| sign != ". " || without_stop(&text[..=*place]).len() == *place;
    text.find(sign).filter(ends)
}

/// The part that names the subject, and whether the title names itself a review.
fn core(line: &str) -> (String, bool) {
    let mut rest = line.trim();
    let mut parts: Vec<&str> = Vec::new();
    while let Some((place, separator)) =
        SEPARATORS.iter().filter_map(|sign| find(rest, sign).map(|place| (place, sign.len()))).min()
    {
        parts.push(&rest[..place]);
        rest = &rest[place + separator..];
    }
    parts.push(rest);
    let of_label = |part: &&str, labels: &[&str]| {
        let mut words = part.split(' ').map(|word| lower(bare(word)));
        words.clone().count() <= 2 && words.any(|word| labels.contains(&word.as_str()))
    };
    let is_label = |part: &&str| of_label(part, REVIEWS) || of_label(part, LABELS);
    let labelled = parts.len() > 1 && parts.iter().any(|part| of_label(part, REVIEWS));
    let mut core = parts.iter().find(|part| !is_label(part)).copied().unwrap_or(line).trim();
    let mut is_review = labelled;
    // "Bosch X review" and "Recenzja Bosch X" name the kind without a colon.
    if let Some((before, last)) =
        core.rsplit_once(' ').filter(|(_, last)| REVIEWS.contains(&lower(bare(last)).as_str()))
    {
        is_review |= !last.is_empty();
        core = before;
    } else if core.split_once(' ').is_some_and(|(first, _)| REVIEWS.contains(&lower(first).as_str())) {
        is_review = true;
    }
    (without_stop(core.trim_end_matches(['?', '!', ' '])).to_owned(), is_review)
}

/// Longest part that a title announces, in words.
const LONGEST_PART: usize = 3;
const LONGEST_QUESTION: usize = 9;
const LONGEST_NAME: usize = 5;

/// The enumeration after a colon.
fn parts(line: &str, language: Language) -> Vec<String> {
    let Some((_, rest)) = line.split_once(": ").or_else(|| line.split_once(" – ")) else {
        return Vec::new();
    };
    let and = if language == Language::Pl { " i " } else { " and " };
    let rest = rest.trim_end_matches(['.', '!']);
    let parts: Vec<String> =
        rest.split(", ").flat_map(|part| part.split(and)).map(|part| part.trim().to_owned()).collect();
    let is_part = |part: &String| {
        let first = lower(part.split(' ').next().unwrap_or_default());
        !part.is_empty()
            && !part.contains('?')
            && part.split(' ').count() <= LONGEST_PART
            && !QUESTIONS.contains(&first.as_str())
            && !CLAUSES.contains(&first)
    };
    if (2..=6).contains(&parts.len()) && parts.iter().all(is_part) {
        return parts;
    }
    // "KSeF od 1 lutego – co musi zrobić mała firma": the question is a section.
    let first = lower(rest.split(' ').next().unwrap_or_default());
    let asks = QUESTIONS.contains(&first.as_str()) && rest.split(' ').count() <= LONGEST_QUESTION;
    // "Coffee: the history of a drink", but not "Heat pump: a guide".
    let is_label =
        rest.split(' ').any(|word| LABELS.contains(&&*lower(word)) || REVIEWS.contains(&&*lower(word)));
    let names = !is_label && rest.split(' ').count() <= LONGEST_NAME && !rest.contains([',', '?', ':']);
    if asks || names { vec![rest.trim_end_matches('?').to_owned()] } else { Vec::new() }
}

/// The text after "how to", or after "jak" before an infinitive.
fn task(core: &str, words: &[String], language: Language) -> String {
    let after = |count: usize| core.splitn(count + 1, ' ').nth(count).unwrap_or_default().to_owned();
    let is_infinitive = |word: &String| {
        (word.ends_with('ć') && !word.ends_with("ość")) || word.ends_with("óc") || word.ends_with("piec")
    };
    match language {
        Language::En if words.len() > 2 && words[0] == "how" && words[1] == "to" => after(2),
        Language::Pl
            if words.len() > 1 && words[0] == "jak" && words.iter().skip(1).take(3).any(is_infinitive) =>
        {
            after(1)
        }
        _ => String::new(),
    }
}

/// The number and noun of a list.
fn entries(words: &[String], language: Language) -> Option<(usize, &'static str)> {
    let place = words.iter().take(3).position(|word| word.parse::<usize>().is_ok())?;
    let count = words[place].parse().ok().filter(|count| (2..=50).contains(count))?;
    let opens = words[..place].iter().all(|word| LIST_OPENINGS.contains(&word.as_str()));
    let known = |word: &String| NOUNS[language as usize].iter().find(|(start, _)| word.starts_with(start));
    let noun = words.iter().skip(place + 1).take(3).find_map(known).map(|(_, noun)| *noun);
    // "Top 5 escape rooms"
    let noun = noun.or((words[0] == "top").then_some(ENTRY[language as usize]));
    noun.filter(|_| opens).map(|noun| (count, noun))
}

/// Longest side of a comparison, in words.
const LONGEST_SIDE: usize = 5;

fn sides(core: &str) -> Option<(String, String)> {
    let between = [" vs. ", " vs ", " kontra ", " versus ", " czy ", " or "];
    let (one, other) = between.iter().find_map(|word| core.split_once(word))?;
    let (one, other) = (one.trim_end_matches([',', ' ']), other.split([',', ':', '?']).next()?.trim());
    // "Laptop or tablet for school": the purpose belongs to both.
    let purpose = |side: &str| side.split(' ').position(|word| PREPOSITIONS.contains(&word));
    let length = purpose(other).filter(|words| *words > 0 && purpose(one).is_none());
    let other =
        length.map_or(other.to_owned(), |words| other.split(' ').take(words).collect::<Vec<_>>().join(" "));
    // "With a battery or without?" has no second side.
    let fits = |side: &str| {
        !["", "bez", "nie", "without", "not"].contains(&&*lower(side))
            && side.split(' ').count() <= LONGEST_SIDE
    };
    let asks = QUESTIONS.contains(&lower(one.split(' ').next()?).as_str());
    (fits(one) && fits(&other) && !asks).then(|| (one.to_owned(), other))
}

#[cfg(test)]
mod tests {
    use super::{Kind, Title};
    use crate::language::Language::{En, Pl};

    #[test]
    fn kinds_are_recognised() {
        for (title, language, kind) in [
            ("Jak wybrać rower miejski? Poradnik", Pl, Kind::HowTo),
            ("Poradnik: jak upiec chleb", Pl, Kind::HowTo),
            ("Jak działa pompa ciepła", Pl, Kind::Question),
            ("How to choose a city bike", En, Kind::HowTo),
            ("7 sposobów na zdrowy sen", Pl, Kind::List),
            ("Top 10 SEO tools for small shops", En, Kind::List),
            ("Top 5 escape rooms in York", En, Kind::List),
            ("2026 w mediach", Pl, Kind::Generic),
            ("Gaz czy prąd: co się bardziej opłaca?", Pl, Kind::Comparison),
            ("React vs Vue", En, Kind::Comparison),
            ("Recenzja: Bosch Serie 6", Pl, Kind::Review),
            ("Bosch Serie 6 review", En, Kind::Review),
            ("Czy warto kupić rower elektryczny?", Pl, Kind::Question),
            ("Why is the sky blue", En, Kind::Question),
            ("Pielęgnacja skóry zimą", Pl, Kind::Generic),
            ("?", En, Kind::Question),
        ] {
            assert_eq!(Title::of(title, language).kind, kind, "{title}");
        }
    }

    #[test]
    fn pieces_stay_unchanged() {
        assert_eq!(Title::of("Jak wybrać rower miejski? Poradnik", Pl).task, "wybrać rower miejski");
        assert_eq!(Title::of("How to choose a bike – a guide", En).task, "choose a bike");
        assert_eq!(Title::of("7 sposobów na zdrowy sen", Pl).noun, "Sposób");
        assert_eq!(
            Title::of("Rower elektryczny czy zwykły? Porównanie", Pl).sides,
            Some(("Rower elektryczny".to_owned(), "zwykły".to_owned()))
        );
        assert_eq!(Title::of("Kim była Maria Curie?", Pl).person(), Some("Maria Curie"));
        assert_eq!(Title::of("Who is liable for hail?", En).person(), None);
        assert_eq!(Title::of("Fotowoltaika z magazynem czy bez?", Pl).sides, None);
        let parts = |title| Title::of(title, Pl).parts;
        assert_eq!(parts("Lęk: objawy, diagnoza i leczenie"), ["objawy", "diagnoza", "leczenie"]);
        assert_eq!(parts("KSeF od 1 lutego 2026 r. – co musi zrobić firma"), ["co musi zrobić firma"]);
        assert_eq!(Title::of("KSeF od 1 lutego 2026 r. – zmiany", Pl).core, "KSeF od 1 lutego 2026 r.");
        assert!(parts("Pompa ciepła: poradnik").is_empty());
        assert_eq!(
            Title::of("Laptop czy tablet do szkoły?", Pl).sides,
            Some(("Laptop".to_owned(), "tablet".to_owned()))
        );
        assert_eq!(Title::of("Recenzja: Bosch Serie 6", Pl).core, "Bosch Serie 6");
        assert_eq!(Title::of("Bosch Serie 6 review", En).core, "Bosch Serie 6");
    }
}
