use super::names;
use super::promises::promises;
use super::quotes::quotes;
use super::sites::{sites, without};
use crate::language::Language::{En, Pl};

fn none() -> Vec<String> {
    Vec::new()
}

#[test]
fn names_are_compared_by_their_stems() {
    let source = "Rada Warszawy i burmistrz Anna Lis rozmawiali o tramwajach.";
    assert_eq!(names("O tramwajach mówiła Anna Lis w Warszawie. Radni słuchali.", source, Pl), none());
    assert_eq!(names("O tramwajach mówił Jan Nowak w Krakowie.", source, Pl), ["Jan Nowak", "Krakowie"]);
    assert_eq!(names("- **Costs:** The city of Leeds pays.", "The city pays all costs.", En), ["Leeds"]);
}

#[test]
fn words_that_name_nobody_are_not_names() {
    let source = "Fresh rolls from seven.";
    for text in [
        "We open on Monday. See you on Facebook, or on Instagram!",
        "Fresh Rolls Every Morning",
        "## What Makes Our Rolls So Good",
        "Warm rolls 🥐 Come early. I'm sure you will like them.",
        "Ask for the VAT invoice or the PDF.",
        "The rolls: Warm, soft and fresh.",
    ] {
        assert_eq!(names(text, source, En), none(), "{text}");
    }
    let text = "Zapraszamy Państwa w poniedziałek, czekamy na Ciebie i Twoją rodzinę w Polsce.";
    assert_eq!(names(text, "Świeże bułki.", Pl), none());
    assert_eq!(names("It was tested by Dr. Helen Marsh at Harvard.", source, En), ["Helen Marsh", "Harvard"]);
}

#[test]
fn addresses_are_compared_without_their_scheme() {
    let known = "https://www.example.com/rolls and info@rolls.pl";
    assert_eq!(sites("See example.com/rolls or write to info@rolls.pl.", known), none());
    assert_eq!(
        sites("See [here](https://rolls.shop/x), www.other.example or mail@x.com! 7.30 e.g. now.", known),
        ["https://rolls.shop/x", "www.other.example", "mail@x.com"]
    );
    assert_eq!(without("Call us at https://a.com/24 or 5."), "Call us at  or 5.");
}

#[test]
fn quotations_of_several_words_are_compared() {
    let known = "anna says: the best rolls in town!";
    assert_eq!(quotes("“The best rolls in town”, says Anna. The “fast” ones.", known), none());
    assert_eq!(quotes("„To najlepsze bułki w mieście” – mówi Ewa.", known), ["To najlepsze bułki w mieście"]);
}

#[test]
fn promises_are_found_where_words_begin() {
    assert_eq!(promises("Guaranteed fresh, gluten-free, feel free to ask.", "", En), ["guaranteed"]);
    assert_eq!(promises("Free delivery and a 30-day warranty", "with a warranty", En), ["free delivery"]);
    assert_eq!(promises("Z gwarancją i za darmo", "gwarancja 2 lata", Pl), ["za darmo"]);
}
