//! Postal addresses in text: Polish, British, American and German ones, recognised by their postcode or their street.

use super::pattern;

pattern!(POLISH, r"\b\d{2}-\d{3}\s+(?:\p{Lu}[\p{L}.-]+)(?:[ -](?:\p{Lu}[\p{L}.-]+|nad|pod|k\.))*");
pattern!(BRITISH, r"\b(?:[A-Z]{1,2}\d[A-Z\d]?) ?\d[A-Z]{2}\b");
pattern!(AMERICAN, r"\b(?:\p{Lu}[\p{L}.]+ ?){1,3}, [A-Z]{2} \d{5}(?:-\d{4})?\b");
pattern!(GERMAN, r"\b\d{5} \p{Lu}[\p{L}-]+(?: (?:am|an der|im) \p{Lu}\p{L}+)?");
pattern!(
    GERMAN_STREET,
    r"(?:\p{Lu}[\p{L}-]*(?: \p{L}+)? ?(?:straße|strasse|str\.|Straße|Str\.|platz|weg|allee|gasse|ufer|damm)) \d+ ?[a-z]?$"
);
// A street with a number, without a postcode.
pattern!(
    STREET,
    r"\b(?:ul\.|ulica|al\.|aleja|aleje|pl\.|plac|os\.|osiedle) ?(?:\p{Lu}|\d)[\p{L}\d. -]{1,40}? \d+[A-Za-z]?(?:/\d+[A-Za-z]?)?(?: ?(?:lok\.|m\.) ?\d+)?, +\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{L}+)?"
);
// The words before a street on its line.
pattern!(
    LABEL,
    r"(?i)^.*\b(?:adres\p{L}*|address|siedzib\p{L}*|znajdziesz nas|find us|visit us|zapraszamy|lokalizacja|location)\s*:?\s*(?:at |na |to |przy )?"
);

/// Characters of a street with its number.
const STREET_CHARS: usize = 70;

/// The addresses in the lines of a page.
pub(in super::super) fn addresses(lines: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (place, text) in lines.iter().enumerate() {
        let above = place.checked_sub(1).map(|place| lines[place].as_str()).unwrap_or_default();
        let above = |is_city: bool| match is_city {
            // In Britain and America the city has a line of its own.
            true => place
                .checked_sub(2)
                .map_or_else(|| above.to_owned(), |two| format!("{}, {above}", lines[two])),
            false => above.to_owned(),
        };
        let one = polish(text, &above(false))
            .or_else(|| american(text, &above(false)))
            .or_else(|| british(text, &above(false), &above(true)))
            .or_else(|| german(text, &above(false)));
        found.extend(one);
    }
    found
}

fn polish(text: &str, above: &str) -> Option<String> {
    let Some(city) = POLISH.find(text) else {
        let street = STREET.find(text)?;
        return Some(street.as_str().to_owned());
    };
    let street = street(&text[..city.start()]).or_else(|| street(above))?;
    Some(format!("{street}, {}", city.as_str()))
}

fn american(text: &str, above: &str) -> Option<String> {
    let city = AMERICAN.find(text)?;
    let street = street(&text[..city.start()]).or_else(|| street(above))?;
    Some(format!("{street}, {}", city.as_str()))
}

fn british(text: &str, above: &str, two_above: &str) -> Option<String> {
    let code = BRITISH.find(text)?;
    let before = text[..code.start()].trim().trim_end_matches(',');
    let whole = match before {
        "" => [above, two_above].into_iter().find_map(street)?,
        city if !city.contains(|char: char| char.is_ascii_digit()) => format!("{}, {city}", street(above)?),
        before => street(before)?,
    };
    Some(format!("{whole} {}", code.as_str()).replace(", ,", ","))
}

fn german(text: &str, above: &str) -> Option<String> {
    let city = GERMAN.find(text)?;
    let before = text[..city.start()].trim().trim_end_matches([',', '·', '|']).trim_end();
    let street = GERMAN_STREET.find(before).or_else(|| GERMAN_STREET.find(above))?;
    Some(format!("{}, {}", street.as_str(), city.as_str()))
}

/// The street at the end of a text: it contains a number, and what stands before it is cut off.
fn street(before: &str) -> Option<String> {
    let before = LABEL.replace(before, "");
    let before = before.trim().trim_end_matches([',', ';', '|', '·', '-', '–', '•']).trim();
    let after_mark = before.rsplit(['|', '·', '•', ';', ':']).next().unwrap_or_default().trim();
    let has_number = after_mark.contains(|char: char| char.is_ascii_digit());
    let fits =
        after_mark.chars().count() <= STREET_CHARS && after_mark.contains(' ') && !after_mark.contains('@');
    let is_phone = after_mark.chars().filter(char::is_ascii_digit).count() > 8;
    (has_number && fits && !is_phone).then(|| after_mark.to_owned())
}
