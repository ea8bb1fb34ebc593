//! Removes noise from pasted text: tags, addresses, emoji, all capitals.

use crate::contact::addresses;
use crate::material::capitalized;
use crate::slug::fold;
use crate::units::{bare, count_emoji, is_alphanumeric, is_lower, lower, lower_letter, upper_letter};
use crate::word_list::Words;
use crate::words;

/// Abbreviations that are written in capitals.
const ACRONYMS: Words = words![
    "RODO", "GDPR", "HTML", "JPEG", "IKEA", "NASA", "ZAiKS", "PESEL", "CEIDG", "UNESCO", "HEPA", "OLED",
    "QLED",
];

/// Short words in capitals that are shouting, unlike USB, VAT or SEO.
const SHORT_SHOUTS: Words = words!["NEW", "NOW", "BUY", "GET", "ALL", "HIT", "FREE"];

/// Words that shouting names nothing with: "SUPER OFERTA na rowery".
const PROMOTION: Words = words![
    "MEGA",
    "SUPER",
    "PROMOCJA",
    "PROMOCJE",
    "OFERTA",
    "WYPRZEDAŻ",
    "NOWOŚĆ",
    "OKAZJA",
    "RABAT",
    "TANIO",
    "TANIEJ",
    "DARMOWA",
    "DARMOWY",
    "GRATIS",
    "UWAGA",
    "TYLKO",
    "DZIŚ",
    "KUP",
    "TERAZ",
    "SALE",
    "OFFER",
    "BEST",
    "PRICE",
    "ONLY",
    "TODAY",
    "LIMITED",
    "SAVE",
];

/// Small words that shouting also writes in capitals; other short ones may be VAT or USB.
const SMALL: Words = words![
    "Z", "W", "O", "U", "DO", "NA", "OD", "DLA", "ZA", "ZE", "BEZ", "PO", "TO", "JUŻ", "LUB", "THE", "ON",
    "OFF", "FOR", "AND", "IN", "AT", "OF", "UP", "BY", "YOUR",
];

/// Names that users type in small letters when they search.
const PLACES: Words = words![
    "Warszawa",
    "Kraków",
    "Łódź",
    "Wrocław",
    "Poznań",
    "Gdańsk",
    "Szczecin",
    "Bydgoszcz",
    "Lublin",
    "Białystok",
    "Katowice",
    "Gdynia",
    "Sopot",
    "Częstochowa",
    "Radom",
    "Toruń",
    "Rzeszów",
    "Kielce",
    "Olsztyn",
    "Gliwice",
    "Opole",
    "Zakopane",
    "Bieszczady",
    "Mazury",
    "Polska",
    "Zabrze",
    "Bytom",
    "Rybnik",
    "Tychy",
    "Elbląg",
    "Płock",
    "Wałbrzych",
    "Włocławek",
    "Tarnów",
    "Chorzów",
    "Koszalin",
    "Kalisz",
    "Legnica",
    "Grudziądz",
    "Słupsk",
    "Sandomierz",
    "Zamość",
    "Suwałki",
    "Siedlce",
    "Przemyśl",
    "Łomża",
    "Żywiec",
    "Mielec",
    "Mława",
    "Chrzanów",
    "Żyrardów",
    "Bielsko-Biała",
    "Kędzierzyn-Koźle",
    "Ełk",
    "Augustów",
    "London",
    "Manchester",
    "Birmingham",
    "Leeds",
    "Bristol",
    "Liverpool",
    "Glasgow",
    "Edinburgh",
    "Dublin",
    "Chicago",
    "Boston",
    "Seattle",
    "Berlin",
    "English",
    "French",
    "German",
    "Italian",
    "Spanish",
];

/// Names, as the user writes them.
pub struct Names {
    /// Words in capitals between words that are not.
    loud: Vec<String>,
    /// Words with a capital inside a sentence.
    proper: Vec<String>,
}

impl Names {
    pub fn of(text: &str) -> Self {
        let (mut loud, mut proper) = (Vec::new(), Vec::new());
        for line in text.lines() {
            let (mut before, mut words) = ("", line.split_whitespace().peekable());
            while let Some(word) = words.next() {
                // "UKAS-accredited" names UKAS.
                let name = bare(word).split('-').next().unwrap_or_default();
                let next = words.peek().copied().unwrap_or_default();
                if is_loud(name) && !is_capital(bare(before)) && !is_capital(bare(next)) {
                    add(&mut loud, name);
                }
                let opens = before.is_empty() || before.ends_with(['.', '!', '?', ':', '>']);
                let is_short = name.len() == 3 && is_capital(name) && !SHORT_SHOUTS.contains(name);
                if is_short && !is_capital(bare(before)) && !is_capital(bare(next)) {
                    add(&mut proper, name);
                }
                if !opens && name.len() > 2 && !is_capital(name) && name.starts_with(is_upper) {
                    add(&mut proper, name);
                }
                before = word;
            }
        }
        Self { loud, proper }
    }

    /// Small letters stay: "a former tram depot" beside "The Last Tram".
    pub fn as_typed(self) -> Self {
        Self { proper: Vec::new(), ..self }
    }

    /// The words of `text` that are in capitals without being names.
    pub fn shouted<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split(|letter| !is_alphanumeric(letter)).filter(|word| self.is_shouted(word)).collect()
    }

    fn is_shouted(&self, word: &str) -> bool {
        is_loud(word) && !ACRONYMS.contains(word) && !self.loud.iter().any(|name| name == word)
    }
}

/// Adds `name` once: every word of a text is compared with every name.
fn add(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

/// All capitals, and long enough to be a word.
fn is_loud(word: &str) -> bool {
    let letters = word.chars().count();
    (letters > 3 || SHORT_SHOUTS.contains(word)) && is_capital(word)
}

fn is_capital(word: &str) -> bool {
    !word.is_empty() && word.chars().all(is_upper)
}

fn is_upper(letter: char) -> bool {
    lower_letter(letter) != letter
}

/// `text` without tags, addresses, emoji and markup, repeated punctuation and shouting.
pub fn tidy(text: &str, names: &Names) -> String {
    let mut out = String::with_capacity(text.len());
    for line in without_tags(text).lines() {
        let shouts = !names.shouted(line).is_empty() || (lower(line) != line && upper(line) == line);
        let (start, mut between_phrases) = (out.len(), false);
        let titles = titles(line);
        for word in line.split_whitespace().filter(|word| addresses(word) == 0) {
            let is_picture = !word.contains(is_alphanumeric) && count_emoji(word) > 0;
            let is_title =
                titles.contains(&bare(word)) && keeps_capital(bare(word), &titles, line, &names.proper);
            let word = calm(plain(word), shouts, names);
            let word = if is_title { capitalized(&word) } else { word };
            // A picture between two phrases separates them.
            between_phrases = (between_phrases || is_picture) && out.len() > start;
            if !word.is_empty() {
                if std::mem::take(&mut between_phrases) && out.ends_with(is_alphanumeric) {
                    out.push_str(" –");
                }
                let between = if out.is_empty() {
                    ""
                } else if out.len() == start {
                    "\n"
                } else {
                    " "
                };
                out.push_str(between);
                out.push_str(&word);
            }
        }
    }
    out
}

/// The words of a name in capitals at the beginning of a line in small letters: "HOTEL KLASZTORNY w Wąchocku".
fn titles(line: &str) -> Vec<&str> {
    let words = || line.split_whitespace().map(bare);
    let run: Vec<&str> = words().take_while(|word| is_capital(word)).collect();
    let is_shout =
        |word: &&str| PROMOTION.contains(word) || SHORT_SHOUTS.contains(word) || SMALL.contains(word);
    let is_name =
        run.len() > 1 && !run.iter().any(is_shout) && words().any(|word| word.chars().any(is_lower));
    if is_name { run } else { Vec::new() }
}

/// `text` with the name in capitals that it begins with in normal case.
pub fn titled(text: &str) -> String {
    let mut out = text.to_owned();
    let titles = titles(text);
    for word in titles.iter().filter(|word| is_loud(word)) {
        let small = lower(word);
        let is_capital = keeps_capital(word, &titles, text, &[]);
        out = out.replacen(word, &if is_capital { capitalized(&small) } else { small }, 1);
    }
    out
}

/// Small words that stand in Polish sentences alone.
const POLISH: Words =
    words!["z", "ze", "w", "we", "dla", "na", "od", "przy", "oraz", "bez", "pod", "po", "za"];

/// What the name of a house or a firm begins with: "Hotel Klasztorny", but "Kalendarz adwentowy".
#[rustfmt::skip]
const HOUSES: Words = words![
    "hotel", "hostel", "pensjonat", "zajazd", "willa", "dwór", "pałac", "zamek", "restauracja", "bistro", "bar", "karczma",
    "kawiarnia", "cukiernia", "piekarnia", "pizzeria", "salon", "gabinet", "klinika", "przychodnia", "apteka", "szkoła",
    "akademia", "przedszkole", "kancelaria", "biuro", "studio", "pracownia", "galeria", "muzeum", "teatr", "kino", "opera",
    "festiwal", "fundacja", "stowarzyszenie", "schronisko", "ośrodek", "centrum", "klub", "warsztat", "sklep", "księgarnia",
    "biblioteka", "wydawnictwo", "browar", "winnica", "pasieka", "stadnina", "spa", "firma", "grupa", "dom", "park",
];

/// Prepositions inside the name of a house: "Restauracja pod Dębem".
const INNER: Words = words!["POD", "NAD", "PRZY"];

/// Whether a word of such a name has a capital in normal case. In Polish it is the first one, and that of a name.
fn keeps_capital(word: &str, titles: &[&str], line: &str, proper: &[String]) -> bool {
    let first = titles.first().copied().unwrap_or_default();
    let is_polish = line.chars().any(|letter| "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ".contains(letter))
        || line.split_whitespace().any(|word| POLISH.contains(word));
    let small = lower(word);
    !is_polish
        || word == first
        || HOUSES.contains(&lower(first)) && !INNER.contains(word)
        || proper.iter().any(|name| is_name_form(&small, name))
        || town(word).is_some()
}

fn upper(text: &str) -> String {
    text.chars().map(upper_letter).collect()
}

/// A word of a line that `shouts`, in normal case; a name in small letters gets its capital.
fn calm(word: String, shouts: bool, names: &Names) -> String {
    if shouts
        && (!names.shouted(&word).is_empty() || SMALL.contains(bare(&word)) || INNER.contains(bare(&word)))
    {
        return lower(&word);
    }
    let own = bare(&word);
    if own.starts_with(is_upper) {
        return word;
    }
    let known = names.proper.iter().map(String::as_str).chain(PLACES.iter());
    if let Some(name) = known.into_iter().find(|name| own.chars().eq(name.chars().map(lower_letter))) {
        return word.replace(own, name);
    }
    if names.proper.iter().any(|name| is_name_form(own, name)) {
        word.replace(own, &as_name(own))
    } else {
        word
    }
}

/// Whether `word` in small letters is a form of `name`: "sandomierz" of "Sandomierza", not "polski" of "Polska".
pub fn is_name_form(word: &str, name: &str) -> bool {
    // Every word of a text is compared with every name.
    if word.chars().next() != name.chars().next().map(lower_letter) {
        return false;
    }
    let name = lower(name);
    let shared = word.chars().zip(name.chars()).take_while(|(one, other)| one == other).count();
    let longer = word.chars().count().max(name.chars().count());
    let is_adjective = ["ski", "ska", "skie", "cki", "cka", "ckie"].iter().any(|end| word.ends_with(end));
    // "gliwicach" of "Gliwice". Every part of "bielsko-biała" has its own ending.
    let parts = word.split('-').count();
    word == name
        || parts > 1
            && name.split('-').count() == parts
            && word.split('-').zip(name.split('-')).all(|(word, name)| is_name_form(word, name))
        || parts == 1
            && !is_adjective
            && shared > 3
            && shared + 2 + usize::from(word.ends_with("ach")) >= longer
}

/// The town that a capitalised word of a text is a form of: "Łódź" of "Łodzi".
pub fn town(word: &str) -> Option<&'static str> {
    let plain = fold(word);
    PLACES.iter().find(|place| is_name_form(&plain, &fold(place)))
}

/// A name in small letters with its capitals.
pub fn as_name(word: &str) -> String {
    word.split('-').map(capitalized).collect::<Vec<_>>().join("-")
}

/// A word without pictures and brackets of markup, "!!!" as "!".
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for letter in word.chars() {
        let repeated = matches!(letter, '!' | '?' | '.' | ',' | '-' | '…') && out.ends_with(letter);
        if !repeated && !is_markup(letter) {
            out.push(letter);
        }
    }
    out
}

fn is_markup(letter: char) -> bool {
    matches!(letter, '{' | '}' | '[' | ']' | '<' | '>' | '*' | '_' | '~' | '^' | '`')
        || matches!(letter as u32, 0x1F000..=0x1FAFF | 0x2300..=0x23FF | 0x2600..=0x27BF | 0x2B00..=0x2BFF | 0xFE00..=0xFE0F | 0x200D | 0x20E3 | 0xE0000..=0xE007F)
}

/// A tag begins with a letter or a slash; `5 < 7` is none. Blocks end a line.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let last_close = text.rfind('>').unwrap_or(0);
    while let Some(open) = rest.find('<') {
        out.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        let is_tag = inside.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
        // If no further tag ends, the rest is not searched again for each `<`.
        let is_closed = is_tag && text.len() - inside.len() <= last_close;
        let close = if is_closed { inside.find('>') } else { None };
        let name: String = inside.trim_start_matches('/').chars().take(4).map(lower_letter).collect();
        let name = name.split(['>', ' ', '/', '\n']).next().unwrap_or_default();
        let is_block =
            matches!(name, "p" | "li" | "ul" | "ol" | "br" | "div" | "h1" | "h2" | "h3" | "td" | "tr");
        out.push_str(if is_tag && is_block { "\n" } else { "" });
        rest = close.map_or(inside, |close| &inside[close + 1..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{Names, tidy};

    #[test]
    fn only_words_stay() {
        let names = Names::of("Buty ASICS do biegania\nPROMOCJA ZIMOWA");
        assert_eq!(
            tidy("<p>MEGA <b>promocja</b>!!!</p>Buty ASICS 🎉 {x} https://a.pl", &names),
            "mega promocja!\nButy ASICS – x"
        );
        assert_eq!(names.shouted("PROMOCJA na USB i RODO, FREE ASICS"), ["PROMOCJA", "FREE"]);
        assert_eq!(tidy("5 < 7", &names), "5 7");
        assert_eq!(tidy("HOTEL KLASZTORNY w Wąchocku", &names), "Hotel Klasztorny w Wąchocku");
        assert_eq!(tidy("KALENDARZ ADWENTOWY z herbatą", &names), "Kalendarz adwentowy z herbatą");
        assert_eq!(tidy("PIECZYWO RZESZÓW z dostawą", &names), "Pieczywo Rzeszów z dostawą");
        assert_eq!(tidy("WALNUT TABLE from Leeds", &names), "Walnut Table from Leeds");
        assert_eq!(tidy("SUPER OFERTA na rowery", &names), "super oferta na rowery");
        assert_eq!(tidy("TANIEJ DO NIEDZIELI z VAT", &names), "taniej do niedzieli z VAT");
        assert_eq!(tidy("torty sandomierz", &Names::of("Torty z Sandomierza")), "torty Sandomierz");
        assert_eq!(tidy("polski rower", &Names::of("Rower, Polska")), "polski rower");
        assert_eq!(tidy("szkolenie bhp łódź", &Names::of("Szkolenia BHP online")), "szkolenie BHP Łódź");
        assert_eq!(tidy("hydraulik kraków", &Names::of("Hydraulik w: Rybnik i Kraków")), "hydraulik Kraków");
    }
}
