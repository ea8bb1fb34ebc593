//! Lines around a text that are not part of its content.

use sitewright_sdk::units::lower;
use sitewright_sdk::{Parts, Words, words};

/// Heads of forwarded mail, lower case.
#[rustfmt::skip]
const MAIL: Words = words![
    "from:", "to:", "cc:", "bcc:", "sent:", "date:", "reply-to:", "importance:", "attachments:", "od:", "do:",
    "dw:", "udw:", "wysłano:", "wysłane:", "data:", "załączniki:", "-----original message",
    "-----wiadomość oryginalna", "---------- forwarded message", "begin forwarded message", "sent from my",
    "wysłane z",
];

const SUBJECTS: Words = words!["subject:", "temat:"];

/// Beginnings of short lines that are calls, credits and the like, lower case.
#[rustfmt::skip]
const AROUND: Words = words![
    "read more", "read also", "see also", "click here", "learn more", "share this", "share on", "related:",
    "advertisement", "sponsored", "subscribe", "sign up", "all rights reserved", "copyright", "©", "photo:",
    "photo by", "image:", "source:", "tags:", "published:", "updated:", "by using this site",
    "skip to content", "cookie", "we use cookies", "menu", "czytaj też", "czytaj także", "czytaj więcej",
    "czytaj dalej", "przeczytaj też", "przeczytaj także", "zobacz też", "zobacz także", "zobacz również",
    "kliknij tutaj", "dowiedz się więcej", "udostępnij", "reklama", "zapisz się do",
    "wszelkie prawa zastrzeżone", "fot.", "zdjęcie:", "źródło:", "tagi:", "opublikowano:", "aktualizacja:",
    "przejdź do treści", "używamy plików cookie", "ta strona używa",
];

/// Greetings, wishes and signatures of letters, lower case.
#[rustfmt::skip]
const LETTER: Words = words![
    "hi", "hello", "dear", "good morning", "good afternoon", "hey", "best", "best regards", "kind regards",
    "regards", "warm regards", "many thanks", "thanks", "thank you", "cheers", "sincerely", "yours sincerely",
    "all the best", "best wishes", "talk soon", "cześć", "hej", "dzień dobry", "witam", "witaj",
    "szanowni państwo", "szanowna pani", "szanowny panie", "drodzy", "pozdrawiam", "pozdrowienia",
    "z poważaniem", "z wyrazami szacunku", "łączę pozdrowienia", "dziękuję", "dzięki", "serdeczności",
    "miłego dnia", "z góry dziękuję", "serdecznie pozdrawiam",
];

/// Calls to the reader and thanks; lines this short contain nothing else. Lower case.
#[rustfmt::skip]
const CALLS: Words = words![
    "let me know", "let us know", "tell us", "leave a comment", "thanks for", "thank you for", "buy now",
    "order now", "dajcie znać", "daj znać", "dajcie mi znać", "zostaw komentarz", "zostawcie komentarz",
    "dzięki za", "dziękuję za", "kup teraz", "zamów teraz", "zapraszam",
];

/// Whether a line or sentence says nothing about the subject.
pub fn is_noise(text: &str) -> bool {
    let start = lower(beginning(text, 90));
    let begins = |openings: Words| openings.opening(&start).is_some();
    let count = text.split_whitespace().count();
    (count <= 14 && (begins(MAIL) || begins(AROUND)))
        || (count <= 7 && is_letter_phrase(&start))
        || (count <= 6 && begins(CALLS))
        || is_attribution(&start, text)
}

/// The first `most` characters of a text.
pub fn beginning(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

/// The subject of a mail without its "Re:".
pub fn subject(line: &str) -> Option<&str> {
    let small = lower(beginning(line, 10));
    let opening = SUBJECTS.opening(&small)?;
    let mut subject = line.get(opening.len()..)?.trim();
    while let Some((reply, rest)) = subject.halves(":") {
        if !matches!(lower(reply.trim()).as_str(), "re" | "odp" | "fwd" | "fw" | "pd") {
            break;
        }
        subject = rest.trim();
    }
    Some(subject)
}

/// Whether a line is only "Hi Anna," or "Best regards, Tom".
fn is_letter_phrase(start: &str) -> bool {
    let first = start.as_bytes().first();
    LETTER.iter().filter(|phrase| phrase.as_bytes().first() == first).any(|phrase| {
        start.strip_prefix(phrase).is_some_and(|rest| {
            let rest = rest.trim_end();
            let names = rest.trim_matches([',', '!', '.', ' ']).split_whitespace().count();
            // "Thanks for the offer." has content; "Thanks, Tom" does not.
            rest.is_empty()
                || rest.starts_with([',', '!', '.']) && names <= 3
                || rest.ends_with([',', '!']) && names <= 3
        })
    })
}

/// "On Monday, Anna wrote:", "W dniu 3 maja Anna napisała:".
fn is_attribution(start: &str, text: &str) -> bool {
    let ends = ["wrote:", "napisał:", "napisała:", "napisał(a):", "pisze:", "writes:"];
    (start.starts_with("on ") || start.starts_with("w dniu") || start.has("@") || start.has("20"))
        && ends.iter().any(|end| text.trim_end().ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::{is_noise, subject};

    #[test]
    fn lines_around_a_text_are_noise() {
        for line in [
            "From: Anna Lis <anna@example.com>",
            "Hi Tom,",
            "Dzień dobry,",
            "Best regards,",
            "Pozdrawiam serdecznie!",
            "Thanks!",
            "On Mon, 3 May 2026 Anna wrote:",
            "W dniu 3.05.2026 Anna Lis napisała:",
            "Fot. Jan Kowalski",
            "Czytaj też: Nowa linia",
            "© 2026 Example",
            "Best regards, Tom Hill",
        ] {
            assert!(is_noise(line), "{line}");
        }
    }

    #[test]
    fn lines_of_a_text_are_not_noise() {
        for line in [
            "Thanks to the new line, trams run more often than ever before.",
            "Dziękuję za ofertę, ale termin nam nie odpowiada.",
            "Best of all, the trip takes only 20 minutes.",
            "Date: the tram starts on 3 May, and tickets for the first week will be free for everyone.",
            "Hi-fi sets sell well.",
            "Menu",
        ] {
            assert_eq!(is_noise(line), line == "Menu", "{line}");
        }
        assert_eq!(subject("Temat: Odp: Fwd: Termin dostawy"), Some("Termin dostawy"));
        assert_eq!(subject("Subjects: many"), None);
    }
}
