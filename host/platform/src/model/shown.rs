//! What is shown of an answer in JSON while it arrives: its texts under the names of their members, in the layout of
//! an answer as text.

use std::fmt::Write as _;

/// Converts the pieces of an answer. An answer that does not begin like JSON is shown as it is.
#[derive(Default)]
pub(super) struct Shown {
    stage: Stage,
    /// The open objects and lists, the innermost last.
    open: Vec<Open>,
    /// The text that is being read.
    text: Option<Text>,
    /// The name of the next value.
    name: Option<String>,
    is_begun: bool,
}

#[derive(Default, PartialEq)]
enum Stage {
    #[default]
    Start,
    Json,
    Plain,
}

enum Open {
    Object,
    /// With the name that is not shown yet, and the number of its objects.
    List(Option<String>, usize),
}

struct Text {
    is_name: bool,
    /// The characters of an escape sequence so far.
    escape: Option<String>,
    /// The first half of a character that is written as two escape sequences.
    half: Option<u16>,
}

impl Shown {
    /// What to show after `piece`.
    pub fn feed(&mut self, piece: &str) -> String {
        if self.stage == Stage::Start {
            match piece.trim_start().chars().next() {
                Some('{') => self.stage = Stage::Json,
                Some(_) => self.stage = Stage::Plain,
                None => return String::new(),
            }
        }
        if self.stage == Stage::Plain {
            return piece.to_owned();
        }
        let mut out = String::with_capacity(piece.len());
        piece.chars().for_each(|letter| self.read(letter, &mut out));
        self.is_begun |= !out.is_empty();
        out
    }

    fn read(&mut self, letter: char, out: &mut String) {
        if let Some(mut text) = self.text.take() {
            match text.read(letter) {
                Read::End => return,
                Read::Letter(letter) if text.is_name => self.name.get_or_insert_default().push(letter),
                Read::Letter(letter) => out.push(letter),
                Read::Nothing => {}
            }
            self.text = Some(text);
            return;
        }
        match letter {
            '{' => {
                self.name = None;
                if let Some(Open::List(name, count)) = self.open.last_mut() {
                    *name = None;
                    *count += 1;
                    if *count > 1 {
                        out.push_str("\n===");
                    }
                }
                self.open.push(Open::Object);
            }
            '[' => self.open.push(Open::List(self.name.take(), 0)),
            '}' | ']' => {
                self.open.pop();
            }
            '"' => self.begin(out),
            _ => {}
        }
    }

    /// Begins a text: the name of a member, its value, or an entry of a list.
    fn begin(&mut self, out: &mut String) {
        let line = if self.is_begun || !out.is_empty() { "\n" } else { "" };
        let mut is_name = false;
        // Writing to a string cannot fail.
        let _ = match (self.open.last_mut(), self.name.take()) {
            (Some(Open::List(name, _)), _) => match name.take() {
                Some(name) => write!(out, "{line}{}:\n- ", unnumbered(&name)),
                None => write!(out, "{line}- "),
            },
            (_, Some(name)) => write!(out, "{line}{}: ", unnumbered(&name)),
            (_, None) => {
                is_name = true;
                Ok(())
            }
        };
        self.text = Some(Text { is_name, escape: None, half: None });
    }
}

/// A name without the number that gives its place: "2. Title".
fn unnumbered(name: &str) -> &str {
    let rest = name.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < name.len() { rest.strip_prefix(". ").unwrap_or(name) } else { name }
}

enum Read {
    Letter(char),
    Nothing,
    End,
}

impl Text {
    fn read(&mut self, letter: char) -> Read {
        let Some(mut escape) = self.escape.take() else {
            return match letter {
                '"' => Read::End,
                '\\' => {
                    self.escape = Some(String::new());
                    Read::Nothing
                }
                letter => Read::Letter(letter),
            };
        };
        escape.push(letter);
        if escape.starts_with('u') && escape.len() < 5 && letter.is_ascii() {
            self.escape = Some(escape);
            return Read::Nothing;
        }
        match letter {
            _ if escape.starts_with('u') => {
                u16::from_str_radix(&escape[1..], 16).map_or(Read::Nothing, |unit| self.unit(unit))
            }
            'n' => Read::Letter('\n'),
            't' => Read::Letter('\t'),
            'b' | 'f' | 'r' => Read::Nothing,
            letter => Read::Letter(letter),
        }
    }

    /// The character of a UTF-16 unit, or of the half before and this one.
    fn unit(&mut self, unit: u16) -> Read {
        let units = self.half.take().into_iter().chain([unit]);
        match char::decode_utf16(units).last() {
            Some(Ok(letter)) => Read::Letter(letter),
            _ => {
                self.half = Some(unit);
                Read::Nothing
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same for every way to cut the answer into two pieces, and letter by letter.
    fn shown(answer: &str) -> String {
        let whole = Shown::default().feed(answer);
        let cuts = answer.char_indices().map(|(place, _)| place).skip(1);
        for cut in cuts {
            let mut parts = Shown::default();
            let both = parts.feed(&answer[..cut]) + &parts.feed(&answer[cut..]);
            assert_eq!(both, whole, "cut at {cut}");
        }
        let mut letters = Shown::default();
        let one_by_one: String = answer.chars().map(|letter| letters.feed(&letter.to_string())).collect();
        assert_eq!(one_by_one, whole);
        whole
    }

    #[test]
    fn the_texts_of_an_object_are_shown_under_their_names() {
        assert_eq!(
            shown(r#"{"Subject": "A \"new\" menu", "Text":"One.\n\nTwo."}"#),
            "Subject: A \"new\" menu\nText: One.\n\nTwo."
        );
        assert_eq!(shown(r#"{"1. Title":"A","2. Tags":["b"],"3D":"c"}"#), "Title: A\nTags:\n- b\n3D: c");
        assert_eq!(shown(r#" {"Tags":["a","b"],"Slug":"x"}"#), "Tags:\n- a\n- b\nSlug: x");
        assert_eq!(shown(r#"{"a":"\u0142\ud83c\udf5e\u0041\\ \/"}"#), "a: ł🍞A\\ /");
    }

    #[test]
    fn variants_are_separated_by_a_line() {
        let answer = r#"{"variants":[{"Title":"A","Slug":"a"},{"Title":"B","Slug":"b"}]}"#;
        assert_eq!(shown(answer), "Title: A\nSlug: a\n===\nTitle: B\nSlug: b");
    }

    #[test]
    fn an_answer_as_text_is_shown_as_it_is() {
        assert_eq!(shown("Title: \"A\" {b}"), "Title: \"A\" {b}");
        assert_eq!(shown("[a](https://example.com)"), "[a](https://example.com)");
    }

    #[test]
    fn broken_json_is_no_problem() {
        for answer in [
            r#"{"a":"\u12x4 b"#,
            r#"{"a" "b"}}}]]"c"#,
            r#"{"a":"\ud83cx\ud83c"}"#,
            r#"{{[["#,
            r#"{"a":1,"b":null,"c":"d"}"#,
        ] {
            shown(answer);
        }
    }
}
