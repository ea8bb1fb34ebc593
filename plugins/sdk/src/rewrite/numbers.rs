//! Numbers of a text.

use super::bag::Bag;
use super::kept::key;

/// Every number once, as written, without the marks of a numbered list.
///
/// Two numbers are the same when their digits are, see [`super::lost`]: "1,000" is "1 000".
pub fn numbers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut known = Bag::default();
    let has_digit = |line: &&str| digit_in(line).is_some();
    for line in text.lines().filter(has_digit) {
        let mut rest = without_list_mark(line);
        while let Some(start) = digit_in(rest) {
            let length = length_of(&rest[start..]);
            let number = &rest[start..start + length];
            if known.add(&key(number)) {
                found.push(number.to_owned());
            }
            rest = &rest[start + length..];
        }
    }
    found
}

fn digit_in(text: &str) -> Option<usize> {
    text.bytes().position(|byte| byte.is_ascii_digit())
}

/// "1. ", "2) ", "### 3. ": the number of a list entry does not count.
fn without_list_mark(line: &str) -> &str {
    let entry = line.trim_start_matches(['#', '*', '-', '>', ' ']);
    let digits = entry.bytes().take_while(u8::is_ascii_digit).count();
    let marked = (1..=2).contains(&digits) && entry[digits..].starts_with(['.', ')']);
    if marked && entry[digits + 1..].starts_with(' ') { &entry[digits + 2..] } else { line }
}

/// Bytes of the number that `text` begins with, its separators included.
fn length_of(text: &str) -> usize {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = digits(0);
    let mut groups = end <= 3;
    loop {
        let Some(sign) = text[end..].chars().next() else { return end };
        let next = digits(end + sign.len_utf8());
        let is_group = groups && next == 3 && matches!(sign, ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’');
        let is_point = next > 0 && matches!(sign, '.' | ',');
        if !is_group && !is_point {
            return end;
        }
        groups = next == 3;
        end += sign.len_utf8() + next;
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;
    use crate::rewrite::lost;

    #[test]
    fn numbers_are_found_as_written() {
        assert_eq!(
            numbers("W 2026 r. 1 200 000 zł, 12,5%, godz. 8:30"),
            ["2026", "1 200 000", "12,5", "8", "30"]
        );
        assert_eq!(numbers("1. Pierwszy\n2) drugi\n## 3. trzeci: 4"), ["4"]);
        assert_eq!(numbers("W 2026 100 osób, iPhone 15."), ["2026", "100", "15"]);
    }

    #[test]
    fn separators_are_ignored() {
        assert!(lost(&numbers("1,000 and 2.5"), &numbers("1 000 i 2,5")).is_empty());
        assert_eq!(lost(&numbers("3 and 40"), &numbers("40")), ["3"]);
    }
}
