use super::headers::subject;
use super::{Points, brief_enough, greeted, greeting, guessed_gender, signed};
use crate::brief::Brief;
use crate::host::Brand;
use crate::language::Language::{self, En, Pl};
use crate::texts::Phrases;
use crate::voice::{AddressForm, Tone, Voice};

fn with_brief<T>(
    language: Language,
    address_form: AddressForm,
    tone: Option<Tone>,
    check: impl Fn(&Brief<'_, ()>) -> T,
) -> T {
    let voice = Voice { language, address_form, tone, ..Voice::default() };
    let brand = Brand { name: "Acme".to_owned(), ..Brand::default() };
    let phrases = Phrases::new(super::LETTER, language);
    check(&Brief::new(&(), &voice, &brand, None, phrases, "subject"))
}

#[test]
fn greetings_need_no_vocative_and_guess_no_gender() {
    for (recipient, form, expected) in [
        ("", AddressForm::PanPani, "Szanowni Państwo,"),
        ("Pani Anna Nowak", AddressForm::Neutral, "Szanowna Pani,"),
        ("pan dyrektor", AddressForm::Ty, "Szanowny Panie,"),
        ("Szanowna Pani Anno,", AddressForm::Ty, "Szanowna Pani Anno,"),
        ("Anna Nowak", AddressForm::PanPani, "Dzień dobry,"),
        ("właściciele piekarni", AddressForm::Neutral, "Dzień dobry,"),
    ] {
        let greeted = with_brief(Pl, form, None, |brief| greeting(brief, recipient, 0));
        assert_eq!(greeted, expected, "{recipient}");
    }
    let warm = with_brief(Pl, AddressForm::Ty, Some(Tone::Casual), |brief| greeting(brief, "Anna", 0));
    assert_eq!(warm, "Cześć, Anna!");
}

#[test]
fn english_greetings_use_names_and_not_descriptions() {
    let formal = |recipient| {
        with_brief(En, AddressForm::Ty, Some(Tone::Formal), |brief| greeting(brief, recipient, 0))
    };
    assert_eq!(formal("Ms Nowak"), "Dear Ms Nowak,");
    assert_eq!(formal("Mr and Mrs van Dyke"), "Dear Mr and Mrs van Dyke,");
    assert_eq!(formal("owners of bakeries"), "Dear Sir or Madam,");
}

#[test]
fn the_brand_is_below_the_sender_once() {
    let sign = |sender| with_brief(En, AddressForm::Ty, None, |brief| signed(brief, sender, 0));
    assert!(sign("Ann Lee").ends_with(",\nAnn Lee\nAcme"));
    assert!(sign("Ann Lee, ACME").ends_with(",\nAnn Lee, ACME"));
}

#[test]
fn a_polish_sentence_after_a_comma_begins_in_lower_case() {
    let points = Points::of("Anna otwiera sklep.", "• ");
    let greet = |language, body: &str| {
        with_brief(language, AddressForm::Ty, None, |brief| {
            greeted(brief, "Dzień dobry,".to_owned(), body.to_owned(), &points).join(" ")
        })
    };
    assert_eq!(greet(Pl, "Jeszcze się nie znamy."), "Dzień dobry, jeszcze się nie znamy.");
    assert_eq!(greet(Pl, "Anna otwiera sklep."), "Dzień dobry! Anna otwiera sklep.");
    assert_eq!(greet(Pl, "Państwa koszyk czeka."), "Dzień dobry, Państwa koszyk czeka.");
    assert_eq!(greet(En, "We have not met."), "Dzień dobry, We have not met.");
}

#[test]
fn the_beginning_of_a_long_point_is_a_subject_line() {
    for (point, expected) in [
        ("Rolls at 7.", "Rolls at 7"),
        (
            "Wycieczka klasy 5b do Wieliczki 6 czerwca, zbiórka 7:15 pod szkołą, powrót około 18:00",
            "Wycieczka klasy 5b do Wieliczki 6 czerwca",
        ),
        ("Jeśli zgubisz kartę, zadzwoń do nas od razu, żebyśmy mogli ją zablokować na czas", ""),
        ("A sentence that does not stop for breath anywhere and therefore does not fit at all", ""),
        ("SALE SALE SALE!!!", ""),
        ("Informujemy, że zamykamy o 16:00.", "Zamykamy o 16:00"),
    ] {
        assert_eq!(subject(point), expected);
    }
    assert_eq!((brief_enough("Rolls.", 5), brief_enough("Rolls\nand more", 50)), ("Rolls", ""));
    assert_eq!(brief_enough("Before 7 a.m.", 50), "Before 7 a.m.");
}

#[test]
fn no_gender_is_assumed_in_polish() {
    assert_eq!(
        guessed_gender("Prowadziłem zespół z nowym materiałem.", "Pięć lat w sprzedaży"),
        ["Prowadziłem"]
    );
    assert_eq!(guessed_gender("Zarządzałam zespołem.", "Prowadziłem sklep"), ["Zarządzałam"]);
    assert!(guessed_gender("Pracowałem tam.", "Kierowałem sklepem").is_empty());
}
