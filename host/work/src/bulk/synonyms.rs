//! Names of columns that mean a field of a tool without being its name: the exports of shops call them so.

use crate::platform::prelude::*;

/// Fields by id, and the names of columns for them in both languages. Endings, accents and signs are ignored.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (
        &["product_name", "product"],
        &[
            "product",
            "product name",
            "product title",
            "name",
            "title",
            "item",
            "item name",
            "service",
            "nazwa",
            "nazwa produktu",
            "tytuł",
            "tytuł produktu",
            "produkt",
            "towar",
            "nazwa towaru",
            "usługa",
            "nazwa usługi",
        ],
    ),
    (
        &["features", "key_points", "facts", "what_we_do"],
        &[
            "feature",
            "description",
            "product description",
            "detail",
            "specification",
            "attribute",
            "property",
            "parameter",
            "opis",
            "opis produktu",
            "cecha",
            "specyfikacja",
            "parametr",
            "parametry",
            "właściwość",
            "właściwości",
            "atrybut",
            "szczegóły",
            "zalety",
            "informacje",
        ],
    ),
    (
        &["category", "category_name"],
        &[
            "category",
            "product category",
            "product type",
            "kategoria",
            "kategoria produktu",
            "dział",
            "grupa",
        ],
    ),
    (
        &["keywords", "keyword"],
        &[
            "keyword",
            "key phrase",
            "keyphrase",
            "phrase",
            "search term",
            "tag",
            "słowo kluczowe",
            "słowa kluczowe",
            "fraza",
            "fraza kluczowa",
            "tagi",
        ],
    ),
    (
        &["topic", "page_topic", "purpose", "niche"],
        &[
            "topic",
            "subject",
            "theme",
            "title",
            "headline",
            "temat",
            "tytuł",
            "zagadnienie",
            "nagłówek",
            "opis",
        ],
    ),
    (&["title"], &["title", "headline", "heading", "topic", "subject", "tytuł", "nagłówek", "temat"]),
    (&["text"], &["text", "content", "body", "copy", "description", "tekst", "treść", "opis", "zawartość"]),
    (&["brand"], &["brand", "manufacturer", "producer", "maker", "vendor", "marka", "producent"]),
    (
        &["company"],
        &["company", "company name", "business", "employer", "firma", "nazwa firmy", "pracodawca"],
    ),
    (&["name"], &["full name", "person", "imię", "nazwisko", "imię i nazwisko", "osoba"]),
    (&["job_title", "role"], &["position", "job", "job title", "role", "stanowisko", "rola", "zawód"]),
    (&["location"], &["place", "location", "city", "town", "miejsce", "miasto", "lokalizacja"]),
    (&["salary"], &["salary", "pay", "wage", "wynagrodzenie", "pensja", "płaca", "stawka"]),
    (
        &["offer", "promotion"],
        &["offer", "promotion", "discount", "price", "deal", "oferta", "promocja", "rabat", "zniżka", "cena"],
    ),
    (&["image"], &["image", "picture", "photo", "image url", "zdjęcie", "obraz", "adres zdjęcia"]),
    (
        &["url", "final_url"],
        &["url", "link", "address", "website", "web address", "page", "adres", "strona", "adres strony"],
    ),
    (
        &["audience", "recipient"],
        &[
            "audience",
            "target group",
            "customer",
            "recipient",
            "odbiorcy",
            "grupa docelowa",
            "klienci",
            "adresat",
        ],
    ),
    (&["language", "target_language"], &["language", "lang", "język"]),
    (&["tone"], &["tone", "style", "ton", "styl"]),
];

/// The names of columns that mean this field.
pub(super) fn of_field(id: &str) -> impl Iterator<Item = &'static str> {
    let groups = SYNONYMS.iter().filter(move |(fields, _)| fields.contains(&id));
    groups.flat_map(|(_, names)| names.iter().copied())
}

/// A name by which columns are compared: without case, accents, signs, spaces and the endings of numbers and cases, so
/// that `Product_Names` and `product name`, `Cechy` and `cecha` are equal.
pub(super) fn stem(name: &str) -> String {
    let plain = fold(&name.replace(|char: char| char.is_ascii_punctuation(), " "));
    plain.split_whitespace().map(stem_of_word).collect()
}

/// Letters that an ending leaves at least.
const SHORTEST: usize = 3;

fn stem_of_word(word: &str) -> &str {
    let mut stem = word.strip_suffix('s').filter(|stem| stem.len() >= SHORTEST).unwrap_or(word);
    while let Some(shorter) = stem.strip_suffix(['a', 'e', 'i', 'o', 'u', 'y']) {
        if shorter.len() < SHORTEST {
            break;
        }
        stem = shorter;
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_accents_and_signs_make_no_difference() {
        for (one, other) in [
            ("Product_Names", "product name"),
            ("ProductName", "product name"),
            ("Cechy", "cecha"),
            ("SŁOWA KLUCZOWE:", "słowo kluczowe"),
            ("ceny", "Cena"),
            ("categories", "category"),
        ] {
            assert_eq!(stem(one), stem(other), "{one}");
        }
        assert_ne!(stem("price"), stem("product"));
        assert_ne!(stem("do"), stem("no"));
    }
}
