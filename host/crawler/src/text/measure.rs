//! One pass over the words of a text.

use sitewright_sdk::units::{ends_sentence, is_alphanumeric, lower_letter};

/// The words that a formula of readability needs.
const READABLE: u32 = 100;
/// The words below which near duplicates are chance.
const COMPARABLE: u32 = 50;

/// Counts of a text that is given block by block.
#[derive(Default)]
pub struct Measure {
    language: Syllables,
    pub words: u32,
    pub sentences: u32,
    syllables: u32,
    /// Words of four syllables or more.
    hard: u32,
    hash: u64,
    last: [u64; 2],
    /// The bits of the counts of ones at each place of the shingles' hashes, lowest first.
    planes: [u64; 24],
    shingles: u32,
    /// The hashes that are not in `planes` yet.
    waiting: [u64; 4],
}

/// The rule for syllables.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Syllables {
    #[default]
    None,
    English,
    Polish,
}

/// A word while its letters are read.
#[derive(Default)]
struct Word {
    letters: u32,
    hash: u64,
    chunk: u64,
    syllables: u32,
    before: [char; 2],
}

impl Measure {
    /// `language` is a code of two letters.
    pub fn new(language: &str) -> Self {
        let language = match language {
            "en" => Syllables::English,
            "pl" => Syllables::Polish,
            _ => Syllables::None,
        };
        Self { language, ..Self::default() }
    }

    /// Adds a block, which ends a sentence; the number of its words.
    pub fn block(&mut self, block: &str) -> u32 {
        let before = self.words;
        let (mut sentence, mut words_of_others) = (0, before);
        let mut at = 0;
        while at <= block.len() {
            let rest = &block.as_bytes()[at..];
            // Tokens are short, so that a search by vector instructions would cost more.
            let end = at + rest.iter().position(|byte| *byte == b' ').unwrap_or(rest.len());
            self.token(&block[at..end]);
            if self.words > words_of_others && ends_at(block, sentence, at, end) {
                self.sentences += 1;
                (sentence, words_of_others) = (end, self.words);
            }
            at = end + 1;
        }
        self.sentences += u32::from(self.words > words_of_others);
        self.words - before
    }

    fn token(&mut self, token: &str) {
        let mut word = Word::default();
        if token.is_ascii() {
            word.ascii(token.as_bytes(), self.language);
            return self.end(word);
        }
        for letter in token.chars() {
            if letter.is_whitespace() {
                self.end(std::mem::take(&mut word));
            } else if is_ideograph(letter) {
                self.end(std::mem::take(&mut word));
                word.letter(letter, self.language);
                self.end(std::mem::take(&mut word));
            } else if is_alphanumeric(letter) {
                word.letter(lower_letter(letter), self.language);
            }
        }
        self.end(word);
    }

    fn end(&mut self, word: Word) {
        if word.letters == 0 {
            return;
        }
        let hash = mix(word.hash ^ word.chunk ^ u64::from(word.letters) << 56);
        self.words += 1;
        self.hash = mix(self.hash.rotate_left(5) ^ hash);
        let syllables = word.syllables(self.language);
        self.syllables += syllables;
        self.hard += u32::from(syllables >= 4);
        if self.words > 2 {
            let [first, second] = self.last;
            self.shingle(mix(first.rotate_left(2) ^ second.rotate_left(1) ^ hash));
        }
        self.last = [self.last[1], hash];
    }

    /// Counts the ones of a hash at each of its 64 places. Four hashes are added at a time, in 64 columns at once.
    fn shingle(&mut self, hash: u64) {
        self.waiting[self.shingles as usize % 4] = hash;
        self.shingles += 1;
        if !self.shingles.is_multiple_of(4) {
            return;
        }
        let [a, b, c, d] = self.waiting;
        let [ones, twos, higher @ ..] = &mut self.planes;
        let first = add(ones, a, b);
        let second = add(ones, c, d);
        let mut carry = add(twos, first, second);
        for plane in higher {
            (*plane, carry) = (*plane ^ carry, *plane & carry);
            if carry == 0 {
                break;
            }
        }
    }

    /// A hash of the words in their order; 0 without words.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The SimHash of the shingles of three words; 0 for short texts. Each bit is what most shingles have there.
    pub fn simhash(&self) -> u64 {
        self.simhash_from(COMPARABLE)
    }

    /// The same for texts of at least so many words.
    pub fn simhash_from(&self, least: u32) -> u64 {
        if self.words < least {
            return 0;
        }
        let count = |bit: u32| {
            self.planes
                .iter()
                .enumerate()
                .fold(0, |count, (place, plane)| count | ((plane >> bit & 1) as u32) << place)
        };
        (0..64).fold(0, |hash, bit| hash | u64::from(count(bit) * 2 > self.shingles) << bit)
    }

    /// Flesch reading ease in hundredths; none unless the text is English and long enough.
    pub fn flesch(&self) -> Option<f64> {
        if self.language != Syllables::English || self.words < READABLE {
            return None;
        }
        let (words, sentences) = (f64::from(self.words), f64::from(self.sentences.max(1)));
        Some(100.0 * (206.835 - 1.015 * words / sentences - 84.6 * f64::from(self.syllables) / words))
    }

    /// The FOG index of Polish in hundredths; none unless the text is Polish and long enough.
    pub fn fog(&self) -> Option<f64> {
        if self.language != Syllables::Polish || self.words < READABLE {
            return None;
        }
        let (words, sentences) = (f64::from(self.words), f64::from(self.sentences.max(1)));
        Some(100.0 * 0.4 * (words / sentences + 100.0 * f64::from(self.hard) / words))
    }
}

/// What an ASCII byte is in a word: its lower-case letter or digit, 0 for other signs; and [`VOWEL`].
const ASCII: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        let lower = (byte as u8).to_ascii_lowercase();
        if lower.is_ascii_alphanumeric() {
            table[byte] = lower | if is_vowel(lower as char) { VOWEL } else { 0 };
        }
        byte += 1;
    }
    table
};
/// The bit of vowels in [`ASCII`].
const VOWEL: u8 = 0x80;

impl Word {
    /// Adds the letters and digits of an ASCII text, as [`Self::letter`] does. Most texts are ASCII.
    fn ascii(&mut self, text: &[u8], rule: Syllables) {
        let [mut first, mut last] = [0_u8; 2];
        for byte in text {
            let letter = ASCII[usize::from(byte & 0x7F)];
            if letter == 0 {
                continue;
            }
            self.chunk = self.chunk << 8 ^ u64::from(letter & !VOWEL);
            self.letters += 1;
            if self.letters & 7 == 0 {
                self.hash = mix(self.hash ^ self.chunk);
                self.chunk = 0;
            }
            self.syllables += u32::from(match rule {
                Syllables::None => false,
                Syllables::English => letter & !last & VOWEL != 0,
                Syllables::Polish => {
                    letter & VOWEL != 0
                        && last != b'i' | VOWEL
                        && !(letter == b'u' | VOWEL && matches!(last & !VOWEL, b'a' | b'e'))
                }
            });
            (first, last) = (last, letter);
        }
        self.before = [first, last].map(|letter| char::from(letter & !VOWEL));
    }

    /// Adds a letter in lower case.
    fn letter(&mut self, letter: char, rule: Syllables) {
        self.chunk = self.chunk << 8 ^ u64::from(u32::from(letter));
        self.letters += 1;
        if self.letters & 7 == 0 {
            self.hash = mix(self.hash ^ self.chunk);
            self.chunk = 0;
        }
        let before = self.before[1];
        self.syllables += u32::from(match rule {
            Syllables::None => false,
            Syllables::English => is_vowel(letter) && !is_vowel(before),
            // "i" before a vowel only softens, and "au" and "eu" are one syllable.
            Syllables::Polish => {
                is_vowel(letter) && before != 'i' && !(letter == 'u' && matches!(before, 'a' | 'e'))
            }
        });
        self.before = [before, letter];
    }

    fn syllables(&self, rule: Syllables) -> u32 {
        match rule {
            Syllables::None => 0,
            Syllables::Polish => self.syllables.max(1),
            // A final "e" is silent, except that of "table".
            Syllables::English => {
                let silent = self.before[1] == 'e' && !is_vowel(self.before[0]) && self.before[0] != 'l';
                self.syllables.saturating_sub(u32::from(silent)).max(1)
            }
        }
    }
}

const fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'ą' | 'ę' | 'ó')
}

/// Letters that are words of their own, as no spaces separate words.
fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{3096}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{20000}'..='\u{3134F}')
}

/// Whether the token `start..end` of a block ends the sentence that began at `sentence`.
fn ends_at(block: &str, sentence: usize, start: usize, end: usize) -> bool {
    let token = &block[start..end];
    let Some(last) = token.as_bytes().last() else { return false };
    if last.is_ascii_alphanumeric() || *last == b',' {
        return false;
    }
    let is_end = |sign: char| matches!(sign, '.' | '!' | '?' | '…');
    let body =
        token.trim_end_matches(|sign| is_end(sign) || matches!(sign, '"' | '”' | '’' | '»' | ')' | ']'));
    let Some((offset, sign)) = token[body.len()..].char_indices().find(|(_, sign)| is_end(*sign)) else {
        return false;
    };
    ends_sentence(&block[sentence..start + body.len() + offset], sign, &block[end..])
}

/// Adds two bits to a plane in each column; the carries.
fn add(plane: &mut u64, a: u64, b: u64) -> u64 {
    let both = a ^ b;
    let carry = (a & b) | (both & *plane);
    *plane ^= both;
    carry
}

/// A mixing step with which each bit of the input changes half of the output.
fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (value ^ value >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ value >> 32
}

#[cfg(test)]
mod tests {
    use super::{Measure, Syllables, Word};

    fn measured(language: &str, text: &str) -> Measure {
        let mut measure = Measure::new(language);
        text.lines().for_each(|line| {
            measure.block(line);
        });
        measure
    }

    #[test]
    fn words_and_sentences_are_those_that_readers_count() {
        for (text, words, sentences) in [
            ("", 0, 0),
            ("– … !", 0, 0),
            ("One. Two! Three? Four… Five", 5, 5),
            ("Mamy m.in. Kraków i Łódź.", 5, 1),
            ("„Tak.” Nie.", 2, 2),
            ("Heading\nText of it. And more.", 6, 3),
            ("1\u{A0}299 zł", 3, 1),
            ("日本語 text", 4, 1),
            ("don't stop", 2, 1),
        ] {
            let measure = measured("en", text);
            assert_eq!((measure.words, measure.sentences), (words, sentences), "{text}");
        }
    }

    #[test]
    fn syllables_follow_the_rules_of_the_language() {
        for (rule, word, count) in [
            (Syllables::English, "table", 2),
            (Syllables::English, "make", 1),
            (Syllables::English, "the", 1),
            (Syllables::English, "beautiful", 3),
            (Syllables::Polish, "miasto", 2),
            (Syllables::Polish, "odpowiedzialność", 5),
            (Syllables::Polish, "autobus", 3),
            (Syllables::Polish, "w", 1),
        ] {
            let mut read = Word::default();
            word.chars().for_each(|letter| read.letter(letter, rule));
            assert_eq!(read.syllables(rule), count, "{word}");
        }
    }

    #[test]
    fn ascii_words_are_read_as_all_others() {
        for rule in [Syllables::None, Syllables::English, Syllables::Polish] {
            for text in [
                "",
                "Table",
                "don't",
                "AUTOBUS",
                "miasto",
                "x-1,299",
                "Beautiful",
                "iPhone15ProMax",
                "aeiouy",
            ] {
                let (mut fast, mut plain) = (Word::default(), Word::default());
                fast.ascii(text.as_bytes(), rule);
                let letters = text.chars().filter(char::is_ascii_alphanumeric);
                letters.for_each(|letter| plain.letter(letter.to_ascii_lowercase(), rule));
                let parts = |word: &Word| (word.letters, word.hash, word.chunk, word.syllables, word.before);
                assert_eq!(parts(&fast), parts(&plain), "{text}");
            }
        }
    }

    #[test]
    fn the_formulas_are_those_of_the_languages() {
        let english = measured("en", &"The cat sat on the mat. ".repeat(20));
        // 206.835 - 1.015 * 6 - 84.6 * 1
        assert_eq!(english.flesch().map(f64::round), Some(11_615.0));
        assert_eq!(english.fog(), None);
        let polish = measured("pl", &"Odpowiedzialność jest dobra. ".repeat(40));
        // 0.4 * (3 + 33.3)
        assert_eq!(polish.fog().map(f64::round), Some(1_453.0));
        assert_eq!(measured("pl", "Za mało słów.").fog(), None);
    }

    #[test]
    fn near_texts_have_near_simhashes() {
        let text: Vec<String> = (0..300).map(|word| format!("word{}", word * 7 % 97 + word)).collect();
        let near = format!("{} another ending", text.join(" "));
        let far: Vec<String> = (0..300).map(|word| format!("other{word}")).collect();
        let hash = |text: &str| measured("", text).simhash();
        let text = text.join(" ");
        assert_eq!(hash(&text), hash(&text.to_uppercase()));
        assert!((hash(&text) ^ hash(&near)).count_ones() <= 4);
        assert!((hash(&text) ^ hash(&far.join(" "))).count_ones() >= 16);
        assert_eq!(hash("too short"), 0);
        assert_eq!(measured("", "Same text.").hash(), measured("", "same, TEXT").hash());
        assert_ne!(measured("", "text same").hash(), measured("", "same text").hash());
    }
}
