//! The label of a takeaway in bold, so that a list can be skimmed.

use sitewright_sdk::markdown::escape;

/// Longest label, in words.
const LONGEST: usize = 6;

/// `point` with its label in bold, if it has one. Without a colon or a dash nothing says which words matter.
pub fn marked(point: &str) -> String {
    match end(point) {
        Some(end) => {
            let (label, rest) = point.split_at(end);
            ["**", &escape(label), "**", &escape(rest)].concat()
        }
        None => escape(point),
    }
}

/// The end of the words before an early colon, which belongs to them, or dash.
fn end(point: &str) -> Option<usize> {
    let mut start = 0;
    for (place, word) in point.split(' ').take(LONGEST).enumerate() {
        if word.ends_with(':') {
            return (start + word.len() < point.len()).then_some(start + word.len());
        }
        if place > 0 && matches!(word, "–" | "—" | "-") {
            return Some(start - 1);
        }
        start += word.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn labels_are_bold() {
        for (point, marked_point) in [
            ("Price: a ticket costs 4 zł from May on.", "**Price:** a ticket costs 4 zł from May on."),
            (
                "Nowa linia – najdłuższa w mieście – ruszy w maju.",
                "**Nowa linia** – najdłuższa w mieście – ruszy w maju.",
            ),
        ] {
            assert_eq!(marked(point), marked_point);
        }
    }

    #[test]
    fn a_point_without_a_label_stays_unchanged() {
        for point in [
            "Short and good.",
            "Prosimy przesłać do 25 marca umowę i pismo.",
            "Do godz. 4:00 baza ma być gotowa na nowym serwerze.",
            "„To ważny dzień”, powiedziała burmistrz na sesji rady.",
        ] {
            assert_eq!(marked(point), point);
        }
    }
}
