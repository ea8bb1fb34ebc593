//! Small words and endings of Polish.

use crate::word_list::Words;
use crate::words;

use super::{shorten, strip};

/// Sorted by bytes, for a binary search.
#[rustfmt::skip]
const SMALL: Words = words![
    "a", "aby", "albo", "ale", "ani", "aż", "bardziej", "bardzo", "bez", "bo", "bowiem", "by", "byli", "być",
    "był", "była", "było", "były", "będzie", "będziemy", "będą", "cała", "całe", "cały", "chce", "chcą",
    "choć", "ci", "cię", "co", "coraz", "coś", "czego", "czemu", "czy", "czyli", "często", "dla", "dlaczego",
    "dlatego", "do", "dość", "dużo", "dwa", "dwie", "dwóch", "dzięki", "dziś", "gdy", "gdyby", "gdyż",
    "gdzie", "go", "i", "ich", "ile", "im", "inna", "inne", "inny", "innych", "iż", "ja", "jak", "jaka",
    "jaki", "jakie", "jako", "je", "jeden", "jedna", "jednak", "jedno", "jego", "jej", "jemu", "jest",
    "jestem", "jesteśmy", "jeszcze", "jeśli", "jeżeli", "już", "ją", "każda", "każde", "każdego", "każdy",
    "kiedy", "kilka", "kto", "ktoś", "która", "które", "którego", "której", "który", "których", "którym",
    "którzy", "którą", "lecz", "lub", "ma", "mają", "mamy", "mi", "miał", "miała", "mimo", "między", "mnie",
    "mogą", "moim", "może", "można", "mu", "my", "mój", "na", "nad", "nam", "nami", "nas", "nasz", "nasza",
    "nasze", "naszego", "naszej", "naszych", "natomiast", "nawet", "nic", "nich", "nie", "niech", "niego",
    "niej", "niemu", "nigdy", "nim", "nimi", "niż", "no", "o", "obok", "od", "około", "on", "ona", "one",
    "oni", "ono", "oprócz", "oraz", "po", "pod", "podczas", "pomiędzy", "ponad", "ponadto", "ponieważ",
    "poprzez", "poza", "prawie", "przed", "przede", "przez", "przy", "również", "sam", "sama", "same", "się",
    "sobie", "spośród", "sprzed", "są", "ta", "tak", "taka", "taki", "takich", "takie", "także", "tam", "te",
    "tego", "tej", "temu", "ten", "teraz", "też", "to", "tobie", "trzeba", "tu", "tutaj", "twoje", "twój",
    "ty", "tych", "tylko", "tym", "tymi", "tą", "tę", "u", "w", "warto", "we", "według", "wiele", "wielu",
    "więc", "więcej", "wobec", "wokół", "wszyscy", "wszystkich", "wszystkie", "wszystkim", "wszystko",
    "wtedy", "wy", "właśnie", "wśród", "z", "za", "zatem", "zawsze", "zaś", "ze", "zgodnie", "znowu",
    "zostanie", "zostaną", "został", "została", "zostało", "zostały", "żaden", "żadna", "żadne", "że", "żeby",
];

const ENDINGS: Words = words![
    "iejszych", "iejszego", "owaniami", "owaniach", "ościami", "ościach", "owaniem", "owanych", "owania",
    "owanie", "owaniu", "ywania", "ywanie", "ością", "aniami", "eniami", "aniem", "eniem", "ujemy", "ujący",
    "ująca", "ujące", "owała", "owali", "owało", "owany", "owana", "owane", "owych", "owego", "owymi",
    "owość", "ości", "ość", "ania", "enia", "anie", "enie", "aniu", "eniu", "ował", "ować", "iami", "iach",
    "owej", "owie", "owym", "ymi", "imi", "ami", "ach", "ego", "iego", "emu", "owi", "owa", "owe", "owy",
    "ych", "ich", "iej", "iem", "iom", "ów", "om", "em", "ym", "im", "ej", "uje", "ują", "ają", "ała", "ały",
    "ali", "ało", "iła", "iły", "ili", "ło", "ał", "ił", "ać", "eć", "ić", "yć", "ia", "ie", "iu", "ią",
    "ię", "io", "ii", "ą", "ę", "a", "e", "i", "o", "u", "y",
];

pub fn is_small(lower: &str) -> bool {
    SMALL.contains_sorted(lower)
}

/// Endings whose first letter was a `t` before it softened: "klienci", "kobiecie", "część".
const SOFT: Words = words!["ciami", "ciach", "ciom", "ciem", "cie", "cia", "ciu", "cią", "ci", "ć"];

/// Reduces a word to the part before its ending, with the letters that change before endings made equal.
pub fn stem(word: &mut String) {
    const ABSTRACT: Words = words!["ość", "ości", "ością", "ościami", "ościach", "ać", "eć", "ić", "yć"];
    let abstract_noun = ABSTRACT.ending(word).is_some();
    if !abstract_noun && strip(word, SOFT, 3) {
        word.push('t');
    } else {
        strip(word, ENDINGS, 3);
    }
    if word.ends_with('i') && word.chars().nth(3).is_some() {
        word.pop();
    }
    for (changed, plain) in [("cz", "k"), ("dz", "d"), ("rz", "r"), ("c", "k")] {
        if word.ends_with(changed) && word.chars().nth(3).is_some() {
            word.truncate(word.len() - changed.len());
            word.push_str(plain);
            break;
        }
    }
    if !word.is_ascii() {
        *word = word.chars().map(fold).collect();
    }
    shorten(word, 7);
}

pub(super) fn fold(letter: char) -> char {
    match letter {
        'ą' | 'ę' => 'e',
        'ó' => 'o',
        'ś' => 's',
        'ź' | 'ż' => 'z',
        'ć' => 'c',
        'ń' => 'n',
        'ł' => 'l',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{SMALL, is_small};

    #[test]
    fn the_list_is_sorted() {
        let pairs = SMALL.iter().zip(SMALL.iter().skip(1));
        let wrong: Vec<_> = pairs.filter(|(one, next)| one >= next).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(is_small("żeby") && !is_small("tramwaj"));
    }
}
