//! Words by which titles are parsed.

/// The separators of the parts of a title.
pub(super) const SEPARATORS: &[&str] = &[": ", " – ", " — ", " - ", " | ", "? ", "! ", ". "];
/// Labels before or after a colon that name the kind of text and not its subject, lower case.
pub(super) const REVIEWS: &[&str] = &[
    "recenzja",
    "recenzje",
    "opinie",
    "opinia",
    "test",
    "testy",
    "testujemy",
    "review",
    "reviews",
    "reviewed",
    "hands-on",
    "tested",
];
/// Labels of other kinds of text.
pub(super) const LABELS: &[&str] = &[
    "poradnik",
    "porównanie",
    "faq",
    "przewodnik",
    "ranking",
    "guide",
    "comparison",
    "explained",
    "tutorial",
];
/// Words that open a question.
pub(super) const QUESTIONS: &[&str] = &[
    "co", "czy", "dlaczego", "kiedy", "gdzie", "ile", "kto", "który", "która", "które", "jaki", "jaka",
    "jakie", "czym", "po", "jak", "what", "why", "when", "where", "who", "which", "how", "is", "are", "can",
    "do", "does", "should", "will",
];
/// Words that ask about a person.
pub(super) const PERSONS: &[&str] = &["who", "kto", "kim"];
pub(super) const BEING: &[&str] = &["was", "is", "were", "był", "była", "byli", "jest", "to"];
/// Words that open the purpose of a thing.
pub(super) const PREPOSITIONS: &[&str] =
    &["do", "dla", "na", "w", "we", "po", "przy", "for", "in", "on", "at", "after"];
/// Words before the number of a list.
pub(super) const LIST_OPENINGS: &[&str] =
    &["top", "the", "oto", "best", "poznaj", "najlepsze", "our", "nasze", "moje", "my"];
/// Beginnings of the nouns of list entries, lower case, and their singular.
pub(super) const NOUNS: [&[(&str, &str)]; 2] = [
    &[
        ("way", "Way"),
        ("tip", "Tip"),
        ("idea", "Idea"),
        ("mistake", "Mistake"),
        ("reason", "Reason"),
        ("step", "Step"),
        ("rule", "Rule"),
        ("tool", "Tool"),
        ("trick", "Trick"),
        ("method", "Method"),
        ("example", "Example"),
        ("thing", "Thing"),
        ("question", "Question"),
        ("myth", "Myth"),
        ("fact", "Fact"),
        ("sign", "Sign"),
        ("trend", "Trend"),
        ("benefit", "Benefit"),
        ("strateg", "Strategy"),
        ("habit", "Habit"),
        ("place", "Place"),
        ("lesson", "Lesson"),
        ("error", "Mistake"),
        ("book", "Book"),
        ("recipe", "Recipe"),
        ("best", "Choice"),
    ],
    &[
        ("sposob", "Sposób"),
        ("sposób", "Sposób"),
        ("porad", "Porada"),
        ("pomysł", "Pomysł"),
        ("błęd", "Błąd"),
        ("błąd", "Błąd"),
        ("powod", "Powód"),
        ("powód", "Powód"),
        ("krok", "Krok"),
        ("zasad", "Zasada"),
        ("narzędzi", "Narzędzie"),
        ("trik", "Trik"),
        ("metod", "Metoda"),
        ("przykład", "Przykład"),
        ("rzecz", "Rzecz"),
        ("pytań", "Pytanie"),
        ("pyta", "Pytanie"),
        ("mit", "Mit"),
        ("fakt", "Fakt"),
        ("trend", "Trend"),
        ("korzyś", "Korzyść"),
        ("zalet", "Zaleta"),
        ("nawyk", "Nawyk"),
        ("miejsc", "Miejsce"),
        ("wskazów", "Wskazówka"),
        ("przepis", "Przepis"),
        ("książ", "Książka"),
        ("strategi", "Strategia"),
        ("najleps", "Propozycja"),
    ],
];

/// An entry of a list whose noun is not known.
pub(super) const ENTRY: [&str; 2] = ["Choice", "Propozycja"];

/// Tasks that are a choice, lower case.
pub(super) const CHOICES: &[&str] = &[
    "wybrać",
    "wybierać",
    "kupić",
    "dobrać",
    "dobierać",
    "znaleźć",
    "choose",
    "buy",
    "pick",
    "select",
    "find",
];
