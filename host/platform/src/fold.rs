//! Folding: a common spelling for search, so that `LODZ` finds `łódź`.

use std::ops::Range;

/// Lower case, without the accents of European languages, runs of blanks as one.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut blank = true;
    for char in text.chars() {
        if char.is_whitespace() {
            if !blank {
                folded.push(' ');
            }
            blank = true;
            continue;
        }
        blank = false;
        // A combining accent after its letter (decomposed text) is dropped.
        if matches!(char, '\u{300}'..='\u{36f}') {
            continue;
        }
        char.to_lowercase().for_each(|char| push_plain(char, &mut folded));
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

fn push_plain(char: char, folded: &mut String) {
    let plain = match char {
        'ą' | 'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ă' | 'ā' => "a",
        'ć' | 'ç' | 'č' | 'ĉ' | 'ċ' => "c",
        'ď' | 'đ' => "d",
        'ę' | 'è' | 'é' | 'ê' | 'ë' | 'ě' | 'ē' | 'ė' => "e",
        'ğ' | 'ģ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ł' | 'ľ' | 'ĺ' | 'ļ' => "l",
        'ń' | 'ñ' | 'ň' | 'ņ' => "n",
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' | 'ő' | 'ō' => "o",
        'ŕ' | 'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ü' | 'ů' | 'ű' | 'ū' | 'ų' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        // The combining dot that lower-casing a Turkish letter leaves behind.
        '\u{300}'..='\u{36f}' => "",
        other => return folded.push(other),
    };
    folded.push_str(plain);
}

/// The words of a text, folded, each with its range: letters, digits and the accents that follow them.
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let mut chars = text.char_indices().peekable();
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '\u{300}'..='\u{36f}');
    std::iter::from_fn(move || {
        loop {
            let (start, _) = chars.find(|(_, char)| is_part(*char))?;
            while chars.next_if(|(_, char)| is_part(*char)).is_some() {}
            let end = chars.peek().map_or(text.len(), |(place, _)| *place);
            let word = fold(&text[start..end]);
            // Accents without a letter are not a word.
            if !word.is_empty() {
                return Some((start..end, word));
            }
        }
    })
}

/// The pattern for `LIKE … ESCAPE '!'` that finds the words of a search in order.
pub fn like(search: &str) -> String {
    let mut pattern = String::from("%");
    for word in fold(search).split(' ').filter(|word| !word.is_empty()) {
        for char in word.chars() {
            if matches!(char, '%' | '_' | '!') {
                pattern.push('!');
            }
            pattern.push(char);
        }
        pattern.push('%');
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_blanks_do_not_matter() {
        assert_eq!(fold("  Zażółć\n GĘŚLĄ  jaźń "), "zazolc gesla jazn");
        assert_eq!(fold("Łódź"), "lodz");
        assert_eq!(fold("ło\u{301}dz\u{301}"), "lodz");
        assert_eq!(fold("Straße"), "strasse");
    }

    #[test]
    fn words_have_their_positions() {
        let text = "Żółty–ser, 50% (lo\u{301}dz\u{301})! \u{301} 🙂";
        let found: Vec<_> = words(text).map(|(place, word)| (&text[place], word)).collect();
        let words: Vec<&str> = found.iter().map(|(_, word)| word.as_str()).collect();
        assert_eq!(words, ["zolty", "ser", "50", "lodz"]);
        assert_eq!(found[3].0, "lo\u{301}dz\u{301}");
    }

    #[test]
    fn wildcards_are_escaped() {
        assert_eq!(like("50% _taniej!"), "%50!%%!_taniej!!%");
        assert_eq!(like("  "), "%");
    }
}
