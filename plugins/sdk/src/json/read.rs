//! Reads JSON (RFC 8259). Strings without escapes are borrowed, not copied.

use std::borrow::Cow;

use crate::scan::{self, Class};

/// A parsed value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value<'a> {
    Null,
    Flag(bool),
    /// A whole number, such as 3 or 3.0, or `None` for every other number; and the number as it is written.
    Number(Option<i64>, &'a str),
    Text(Cow<'a, str>),
    List(Vec<Value<'a>>),
    /// Members in their order; of two with the same name the later one applies.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// Deeper values are refused: parsing is recursive and a component's stack is small.
const DEEPEST: u32 = 64;

/// Parses `text`; `None` if it is not JSON.
pub fn parse(text: &str) -> Option<Value<'_>> {
    let mut reader = Reader { text, place: 0 };
    let value = reader.value(0)?;
    reader.skip_space();
    (reader.place == text.len()).then_some(value)
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.place += 1;
        }
    }

    /// Skips white space and consumes `byte` if it comes next.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.peek() == Some(byte);
        self.place += usize::from(found);
        found
    }

    fn value(&mut self, depth: u32) -> Option<Value<'a>> {
        self.skip_space();
        match self.peek()? {
            _ if depth > DEEPEST => None,
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            b'"' => self.string().map(Value::Text),
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Option<Value<'a>> {
        let words = [("null", Value::Null), ("true", Value::Flag(true)), ("false", Value::Flag(false))];
        let (word, value) = words.into_iter().find(|(word, _)| self.text[self.place..].starts_with(word))?;
        self.place += word.len();
        Some(value)
    }

    fn list(&mut self, depth: u32) -> Option<Value<'a>> {
        self.place += 1;
        let mut list = Vec::new();
        if self.take(b']') {
            return Some(Value::List(list));
        }
        loop {
            list.push(self.value(depth + 1)?);
            if self.take(b']') {
                return Some(Value::List(list));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn object(&mut self, depth: u32) -> Option<Value<'a>> {
        self.place += 1;
        let mut members: Vec<(Cow<'a, str>, Value<'a>)> = Vec::new();
        if self.take(b'}') {
            return Some(Value::Object(members));
        }
        loop {
            self.skip_space();
            let name = self.string()?;
            if !self.take(b':') {
                return None;
            }
            let value = self.value(depth + 1)?;
            match members.iter_mut().find(|(known, _)| *known == name) {
                Some(member) => member.1 = value,
                None => members.push((name, value)),
            }
            if self.take(b'}') {
                return Some(Value::Object(members));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Value<'a>> {
        let start = self.place;
        self.place += usize::from(self.peek() == Some(b'-'));
        let whole = self.digits()?;
        if whole.len() > 1 && whole.starts_with('0') {
            return None;
        }
        let mut is_whole = true;
        let end = self.place;
        if self.peek() == Some(b'.') {
            self.place += 1;
            is_whole = self.digits()?.bytes().all(|digit| digit == b'0');
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.place += 1;
            self.place += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
            is_whole = false;
        }
        let whole = self.text[start..end].parse().ok().filter(|_| is_whole);
        Some(Value::Number(whole, &self.text[start..self.place]))
    }

    /// At least one digit.
    fn digits(&mut self) -> Option<&str> {
        let start = self.place;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.place += 1;
        }
        Some(&self.text[start..self.place]).filter(|digits| !digits.is_empty())
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return None;
        }
        self.place += 1;
        let mut out = match self.stretch()? {
            (whole, b'"') => return Some(Cow::Borrowed(whole)),
            (start, b'\\') => start.to_owned(),
            _ => return None,
        };
        loop {
            out.push(self.escape()?);
            let (more, end) = self.stretch()?;
            out.push_str(more);
            match end {
                b'"' => return Some(Cow::Owned(out)),
                b'\\' => {}
                _ => return None,
            }
        }
    }

    /// The part of a string up to a special byte, and that byte.
    fn stretch(&mut self) -> Option<(&'a str, u8)> {
        let rest = self.text.get(self.place..)?;
        let length = scan::find(rest.as_bytes(), Class::of(*b"\"\\").and_below(0x20))?;
        self.place += length + 1;
        Some((&rest[..length], rest.as_bytes()[length]))
    }

    fn escape(&mut self) -> Option<char> {
        self.place += 1;
        Some(match self.text.as_bytes().get(self.place - 1)? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return None,
        })
    }

    /// The hex digits after `\u`; characters beyond U+FFFF are a pair.
    fn unicode(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.text[self.place..].starts_with("\\u") {
            return None;
        }
        self.place += 2;
        let second = self.hex()?.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + second)
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self
            .text
            .get(self.place..self.place + 4)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        self.place += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests;
