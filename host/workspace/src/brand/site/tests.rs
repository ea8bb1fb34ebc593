//! What is found in pages as small companies write them, and what is not found in numbers that only look like facts.

use reqwest::Url;

use crate::brand::summary::{self, FactKind};
use crate::brand::{reading, summary::Summary};
use crate::platform::fetch::Page;
use crate::platform::locale::Locale;
use crate::platform::users::Business;

use Locale::{En, Pl};

fn read(html: &str, locale: Locale) -> Summary {
    let url = Url::parse("https://www.pod-lipa.pl/").expect("a URL");
    let html = format!("<html lang={}><body>{html}", locale.tag());
    let page = reading::read(&Page { url: url.clone(), html }, locale);
    summary::of(&[page], &url)
}

/// The values of one kind, without their label.
fn found(summary: &Summary, kind: FactKind) -> Vec<String> {
    let of_kind = summary.found.iter().filter(|found| found.kind == kind);
    of_kind
        .map(|found| found.text.split_once(": ").map_or(&*found.text, |(_, value)| value).to_owned())
        .collect()
}

/// Each snippet has exactly these values of this kind.
fn check(kind: FactKind, table: &[(Locale, &str, &[&str])]) {
    for (locale, html, expected) in table {
        assert_eq!(found(&read(html, *locale), kind), *expected, "{kind:?} in {html}");
    }
}

#[test]
fn telephone_numbers() {
    check(
        FactKind::Phone,
        &[
            (Pl, "<p>Zadzwoń: 61 123 45 67", &["61 123 45 67"]),
            (Pl, "<p>tel. kom. 601-234-567", &["601 234 567"]),
            (Pl, "<p>Telefon: (22) 826 12 34", &["22 826 12 34"]),
            (Pl, "<p>+48 601 234 567", &["+48 601 234 567"]),
            (Pl, "<p>0048 611234567", &["+48 61 123 45 67"]),
            (Pl, "<p>Recepcja 612345678, rezerwacje 698 765 432", &["61 234 56 78", "698 765 432"]),
            (Pl, "<table><tr><td>Telefon<td>612345678</table>", &["61 234 56 78"]),
            (Pl, "<p>61 123 45 67 / 601 234 567", &["61 123 45 67", "601 234 567"]),
            (Pl, "<a href='tel:+48611234567'>Zadzwoń</a>", &["+48 61 123 45 67"]),
            (Pl, "<span itemprop=telephone>+48 22 826 12 34</span>", &["+48 22 826 12 34"]),
            (Pl, "<p>infolinia 800 123 456", &["800 123 456"]),
            (En, "<p>Call us on 020 7946 0958", &["020 7946 0958"]),
            (En, "<p>01632 960001", &["01632 960001"]),
            (En, "<p>(212) 555-0142", &["(212) 555-0142"]),
            (En, "<p>Phone: +1 415 555 2671", &["+1 415 555 2671"]),
            (En, "<p>Tel: +44 (0)20 7946 0958", &["+44 (0)20 7946 0958"]),
            (En, "<p>Telefon: 030 1234567", &["030 1234567"]),
        ],
    );
}

#[test]
fn numbers_that_are_no_telephones() {
    for (locale, html) in [
        (Pl, "<p>NIP: 781-123-45-67"),
        (Pl, "<p>NIP 7811234567, REGON 301234567"),
        (Pl, "<p>REGON: 301 234 567"),
        (Pl, "<p>KRS 0000123456"),
        (Pl, "<p>Konto: 61 1090 1014 0000 0712 1981 2874"),
        (Pl, "<p>PL61 1090 1014 0000 0712 1981 2874"),
        (Pl, "<p>Od 12.05.2024 do 30.06.2024"),
        (Pl, "<p>Pon.–pt. 8:00–16:00, sob. 9:00–13:00"),
        (Pl, "<p>Kapitał zakładowy 600 000 000 zł"),
        (Pl, "<p>ISBN 978-83-240-1234-5"),
        (Pl, "<p>60-001 Poznań"),
        (Pl, "<p>faks 61 123 45 68"),
        (Pl, "<p>Zamówienie 612345678"),
        (En, "<p>VAT no. GB 123 4567 89"),
        (En, "<p>Company number 09876543"),
        (En, "<p>© 2010-2024 Bakery Ltd"),
        (En, "<p>Order 1234567890"),
        (En, "<p>IBAN DE89 3704 0044 0532 0130 00"),
    ] {
        assert_eq!(found(&read(html, locale), FactKind::Phone), [""; 0], "{html}");
    }
}

#[test]
fn postal_addresses() {
    check(
        FactKind::Address,
        &[
            (Pl, "<p>ul. Lipowa 1, 60-001 Poznań", &["ul. Lipowa 1, 60-001 Poznań"]),
            (Pl, "<p>Adres: al. Jana Pawła II 12/4, 00-175 Warszawa", &["al. Jana Pawła II 12/4, 00-175 Warszawa"]),
            (Pl, "<div>Rynek Główny 5<br>31-042 Kraków</div>", &["Rynek Główny 5, 31-042 Kraków"]),
            (Pl, "<p>Biuro: ul. Długa 7, Gdańsk", &["ul. Długa 7, Gdańsk"]),
            // An inflected address is no name of a place.
            (Pl, "<p>Wpadnij na ul. Długą 7 w Gdańsku", &[]),
            (Pl, "<p>Mała Wieś 12, 62-300 Września", &["Mała Wieś 12, 62-300 Września"]),
            (
                Pl,
                "<address>Piekarnia<br>ul. Lipowa 1<br>60-001 Poznań</address>",
                &["Piekarnia, ul. Lipowa 1, 60-001 Poznań"],
            ),
            (
                Pl,
                "<div itemscope><span itemprop=streetAddress>Lipowa 1</span> <span itemprop=postalCode>60-001</span>
                 <span itemprop=addressLocality>Poznań</span></div>",
                &["Lipowa 1, 60-001 Poznań"],
            ),
            (
                Pl,
                "<div class=adr><span class=street-address>Lipowa 1</span><span class=postal-code>60-001</span> <span class=locality>Poznań</span></div>",
                &["Lipowa 1, 60-001 Poznań"],
            ),
            (En, "<p>Visit us at 14 Mill Lane, Cambridge CB2 1RX", &["14 Mill Lane, Cambridge CB2 1RX"]),
            (En, "<p>123 Main Street, Springfield, IL 62704", &["123 Main Street, Springfield, IL 62704"]),
            (En, "<p>Hauptstraße 5, 10115 Berlin", &["Hauptstraße 5, 10115 Berlin"]),
            (Pl, "<p>Numer 12-345 w katalogu, strona 7", &[]),
            (Pl, "<p>Wysyłka z magazynu 48-72 godziny", &[]),
            (En, "<p>Over 10000 Customers in 2024", &[]),
        ],
    );
}

#[test]
fn opening_hours() {
    check(
        FactKind::Hours,
        &[
            (Pl, "<p>Pon.–Pt. 6:00–18:00, sob. 7–14", &["pon.–pt. 6:00–18:00; sob. 7:00–14:00"]),
            (Pl, "<p>Czynne od poniedziałku do piątku w godz. 8.00–16.00", &["pon.–pt. 8:00–16:00"]),
            (
                Pl,
                "<table><tr><td>Poniedziałek<td>zamknięte<tr><td>Wtorek<td>10:00 - 18:00<tr><td>Środa<td>10:00 - 18:00</table>",
                &["pon. zamknięte; wt.–śr. 10:00–18:00"],
            ),
            (
                Pl,
                "<ul><li>pn-pt: 06:30-18:00<li>sb: 06:30-14:00<li>nd: nieczynne</ul>",
                &["pon.–pt. 6:30–18:00; sob. 6:30–14:00; niedz. zamknięte"],
            ),
            (Pl, "<p>Codziennie 9:00–21:00", &["pon.–niedz. 9:00–21:00"]),
            (Pl, "<p>Godziny otwarcia: 8:00–20:00", &["8:00–20:00"]),
            (
                En,
                "<p>Mon-Fri 9am-5pm, Sat 10am–2pm, Sunday closed",
                &["Mon–Fri 9am–5pm; Sat 10am–2pm; Sun closed"],
            ),
            (
                En,
                "<dl><dt>Monday to Friday<dd>8:30 – 17:30<dt>Saturday<dd>9:00 – 13:00</dl>",
                &["Mon–Fri 8:30–17:30; Sat 9:00–13:00"],
            ),
            (En, "<p>Tuesday & Thursday 10:00-12:00, 14:00-18:00", &["Tue, Thu 10:00–12:00, 14:00–18:00"]),
            (En, "<meta itemprop=openingHours content='Mo-Fr 09:00-17:00'>", &["Mon–Fri 09:00–17:00"]),
            (Pl, "<p>Warsztaty: pt. 12–14 czerwca", &[]),
            (Pl, "<p>Dostawa 2-3 dni robocze", &[]),
            (Pl, "<p>Wydarzenie: sobota 12.05.2024", &[]),
            (En, "<p>Monday, June 5: we bake 10-12 loaves", &[]),
            (En, "<p>Wed 24 May, read in 5-6 min", &[]),
        ],
    );
}

#[test]
fn years_emails_and_profiles() {
    check(
        FactKind::Founded,
        &[
            (Pl, "<p>Pieczemy od 1987 roku.", &["1987"]),
            (En, "<p>Family bakery since 1952", &["1952"]),
            (En, "<p>Est. 1899", &["1899"]),
            (Pl, "<p>Torty od 2000 zł", &[]),
            (Pl, "<p>© 2010–2024", &[]),
        ],
    );
    check(
        FactKind::Email,
        &[
            (Pl, "<p>biuro@pod-lipa.pl", &["biuro@pod-lipa.pl"]),
            (Pl, "<p>biuro [at] pod-lipa [kropka] pl", &["biuro@pod-lipa.pl"]),
            (En, "<a href='mailto:hello@mill.co.uk?subject=Hi'>Write</a>", &["hello@mill.co.uk"]),
            (En, "<p>logo@2x.png 605a7baede844d278b89dc95ae0a9123@sentry.wixpress.com you@example.com", &[]),
        ],
    );
    check(
        FactKind::Profile,
        &[
            (
                Pl,
                "<a href='https://www.facebook.com/podlipa/'>f</a><a href='https://instagram.com/podlipa?x=1'>i</a>",
                &["facebook.com/podlipa", "instagram.com/podlipa"],
            ),
            (
                Pl,
                "<a href='https://www.facebook.com/sharer/sharer.php?u=x'>f</a><a href='https://www.instagram.com/p/abc/'>i</a>",
                &[],
            ),
        ],
    );
}

#[test]
fn products_and_services() {
    check(
        FactKind::Offer,
        &[
            (Pl, "<li>Chleb żytni 12,90 zł<li>Bułka ......... 1,20 zł", &["12,90 zł", "1,20 zł"]),
            (Pl, "<div><h3>Rower Miejski</h3><span>1 299,00 zł</span></div>", &["1 299,00 zł"]),
            (
                Pl,
                "<h2>Prawo pracy</h2><h2>Prawo rodzinne</h2><h2>Kontakt</h2><h2>Dlaczego my?</h2>",
                &["Prawo pracy, Prawo rodzinne"],
            ),
            (Pl, "<p>Darmowa dostawa od 199 zł", &[]),
        ],
    );
}

const BAKERY: &str = "<h1>Piekarnia</h1><p>Wpadnij po ciepły chleb! Zadzwoń i zamów tort. Znamy naszych klientów i mówimy do nich po imieniu.
    Pieczemy nocą, sprzedajemy rano. Sprawdź, co dziś jest w piecu! Każdy bochenek dojrzewa dwadzieścia godzin.</p>
    <p>Pon.–pt. 6:00–18:00</p><p>ul. Lipowa 1, 60-001 Poznań</p>";
const LAWYER: &str = "<h1>Kancelaria Adwokacka</h1><p>Zapraszamy Państwa do naszej kancelarii. Świadczymy pomoc prawną
    przedsiębiorcom oraz osobom fizycznym, dbając o to, aby każda sprawa została omówiona z Państwem przed podjęciem
    jakichkolwiek czynności procesowych i aby koszty postępowania były Państwu znane z góry i potwierdzone w pisemnej umowie.</p><p>ul. Prosta 2, 00-850 Warszawa</p>";

#[test]
fn tone_and_business() {
    for (locale, html, tone, business) in [
        (
            Pl,
            BAKERY,
            "na „ty”, do klientów po imieniu, żywo, z wykrzyknikami, krótkie zdania",
            Some(Business::Local),
        ),
        (Pl, LAWYER, "na „Państwo”, rzeczowo, długie, szczegółowe zdania", Some(Business::Local)),
        (
            Pl,
            "<p>Buty górskie 399,00 zł</p><a href='/koszyk'>Koszyk</a><button>Dodaj do koszyka</button><p>Darmowa dostawa i zwroty",
            "",
            Some(Business::Shop),
        ),
        (
            En,
            "<h1>We are a branding agency</h1><p>Our clients trust our campaigns. See the case studies. Marketing that works.",
            "",
            Some(Business::Agency),
        ),
        (
            En,
            "<h2>A post</h2><p>Posted by Ann. Continue reading. 3 comments</p><a href=/blog>Blog</a>",
            "",
            Some(Business::Blog),
        ),
        (En, "<p>Hello.", "", None),
    ] {
        let summary = read(html, locale);
        assert_eq!(summary.brand_kit.tone, tone, "{html}");
        assert_eq!(summary.business, business, "{html}");
    }
}

#[test]
fn a_page_without_facts_has_none() {
    let summary = read("<p>Strona w budowie", Pl);
    assert!(summary.found.iter().all(|found| found.kind == FactKind::Name), "{:?}", summary.found);
}

#[test]
fn the_logo_names_a_site_whose_title_contains_it() {
    let summary = read(
        "<title>Chleb na zakwasie w Poznaniu, Dobra Piekarnia</title><img class=logo alt='Dobra Piekarnia logo'>",
        Pl,
    );
    assert_eq!(summary.brand_kit.name, "Dobra Piekarnia");
}
