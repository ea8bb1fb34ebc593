//! Writes JSON in the order of the calls.

use crate::decimal::Decimal;
use crate::scan::{self, Class};

/// A JSON writer. It inserts the commas.
#[derive(Default)]
pub struct Writer {
    out: String,
}

impl Writer {
    pub fn finish(self) -> String {
        self.out
    }

    /// `{ … }` as the next value.
    pub fn object<R>(&mut self, fill: impl FnOnce(&mut Self) -> R) -> &mut Self {
        self.nest('{', '}', fill)
    }

    /// `[ … ]` as the next value.
    pub fn array<R>(&mut self, fill: impl FnOnce(&mut Self) -> R) -> &mut Self {
        self.nest('[', ']', fill)
    }

    /// The name of the next value.
    #[inline(never)]
    pub fn key(&mut self, name: &str) -> &mut Self {
        // A name is a constant without characters to escape, which `text` would have to search for.
        debug_assert!(name.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\'), "{name}");
        self.separate();
        self.out.reserve(name.len() + 3);
        self.out.push('"');
        self.out.push_str(name);
        self.out.push_str("\":");
        self
    }

    /// The name of the next value, which may contain any character.
    pub fn named(&mut self, name: &str) -> &mut Self {
        self.text(name);
        self.out.push(':');
        self
    }

    #[inline(never)]
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.separate();
        quote(text, &mut self.out);
        self
    }

    /// `["…", "…"]` as the next value.
    pub fn texts<'t>(&mut self, texts: impl IntoIterator<Item = &'t str>) -> &mut Self {
        self.array(|json| {
            for text in texts {
                json.text(text);
            }
        })
    }

    pub fn number(&mut self, number: i64) -> &mut Self {
        self.raw(&number.decimal())
    }

    pub fn flag(&mut self, flag: bool) -> &mut Self {
        self.raw(if flag { "true" } else { "false" })
    }

    /// A number, or null.
    pub fn maybe(&mut self, number: Option<u32>) -> &mut Self {
        match number {
            Some(number) => self.number(i64::from(number)),
            None => self.raw("null"),
        }
    }

    /// A value that is already JSON.
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.separate();
        self.out.push_str(json);
        self
    }

    fn nest<R>(&mut self, open: char, close: char, fill: impl FnOnce(&mut Self) -> R) -> &mut Self {
        self.open(open);
        fill(self);
        self.close(close);
        self
    }

    // Out of line: `nest` is instantiated once for every closure.
    #[inline(never)]
    fn open(&mut self, bracket: char) {
        self.separate();
        self.out.push(bracket);
    }

    #[inline(never)]
    fn close(&mut self, bracket: char) {
        self.out.push(bracket);
    }

    #[inline(never)]
    fn separate(&mut self) {
        if !matches!(self.out.as_bytes().last(), None | Some(b'{' | b'[' | b':')) {
            self.out.push(',');
        }
    }
}

pub(crate) fn quote(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut rest = text;
    while let Some(place) = scan::find(rest.as_bytes(), Class::of(*b"\"\\").and_below(0x20)) {
        out.push_str(&rest[..place]);
        escape(rest.as_bytes()[place], out);
        rest = &rest[place + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

fn escape(byte: u8, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push_str(match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        _ => {
            out.push_str("\\u00");
            out.push(HEX[usize::from(byte >> 4)] as char);
            return out.push(HEX[usize::from(byte & 15)] as char);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::Writer;

    #[test]
    fn values_are_in_order_with_commas() {
        let mut json = Writer::default();
        json.object(|json| {
            json.key("b").number(-3).key("a").array(|json| {
                json.text("x").flag(true).maybe(None).object(|_| {}).array(|_| {});
            });
            json.key("c").raw("{\"d\":1}");
        });
        assert_eq!(json.finish(), r#"{"b":-3,"a":["x",true,null,{},[]],"c":{"d":1}}"#);
    }

    #[test]
    fn a_name_may_contain_any_character() {
        let mut json = Writer::default();
        json.object(|json| {
            json.named("a\"b").number(1).named("{").array(|json| {
                json.text("x");
            });
        });
        assert_eq!(json.finish(), r#"{"a\"b":1,"{":["x"]}"#);
    }

    #[test]
    fn every_character_is_preserved() {
        let text: String = (0..0x3000).filter_map(char::from_u32).chain("🎉 שלום <b>\"\\".chars()).collect();
        let mut json = Writer::default();
        json.text(&text);
        assert_eq!(serde_json::from_str::<String>(&json.finish()).unwrap(), text);
    }

    #[test]
    fn a_text_that_is_a_bracket_gets_its_comma() {
        let mut json = Writer::default();
        json.array(|json| {
            json.text("{").text("[").text(":").text("x");
        });
        assert_eq!(json.finish(), r#"["{","[",":","x"]"#);
    }
}
