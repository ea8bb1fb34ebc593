use super::{brief_enough, fit, greeting, guessed_gender, signed};
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
    assert_eq!(formal("owners of bakeries"), "Dear Sir or Madam,");
}

#[test]
fn the_brand_is_below_the_sender_once() {
    let sign = |sender| with_brief(En, AddressForm::Ty, None, |brief| signed(brief, sender, 0));
    assert!(sign("Ann Lee").ends_with(",\nAnn Lee\nAcme"));
    assert!(sign("Ann Lee, ACME").ends_with(",\nAnn Lee, ACME"));
}

#[test]
fn the_next_line_that_fits_is_used() {
    let lines = ["far too long for this", "short", ""];
    assert_eq!(fit(0, 3, 8, &|variant| lines[variant % 3].to_owned()), "short");
    assert_eq!(fit(2, 30, 40, &|variant| lines[variant % 3].to_owned()), lines[0]);
    assert_eq!((brief_enough("Rolls.", 5), brief_enough("Rolls\nand more", 50)), ("Rolls", ""));
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
