//! The words of a condition.

use crate::{MOST_CHARS, Reason, Wrong};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Word<'a> {
    Name(&'a str),
    Parameter(&'a str),
    Number(f64),
    Text(&'a str),
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub word: Word<'a>,
    pub at: usize,
    /// As it was written.
    pub source: &'a str,
}

/// Longer signs first.
const SIGNS: [&str; 13] = ["!=", "<=", ">=", "=", "<", ">", "(", ")", ".", "+", "-", "*", "/"];
const MOST_DIGITS: usize = 15;

pub(crate) fn tokens(source: &str) -> Result<Vec<Token<'_>>, Wrong> {
    if source.chars().nth(MOST_CHARS).is_some() {
        return Err(Wrong { at: 0, reason: Reason::TooLarge });
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = source.len() - source[at..].trim_start().len();
        let Some((word, length)) = next(source, at)? else { break };
        tokens.push(Token { word, at, source: &source[at..at + length] });
        at += length;
    }
    tokens.push(Token { word: Word::End, at, source: "" });
    Ok(tokens)
}

fn next(source: &str, at: usize) -> Result<Option<(Word<'_>, usize)>, Wrong> {
    let rest = &source[at..];
    let Some(first) = rest.chars().next() else { return Ok(None) };
    let wrong = |wanted: &'static str| {
        Err(Wrong { at, reason: Reason::Unexpected { found: rest.chars().take(20).collect(), wanted } })
    };
    if let quote @ ('"' | '\'') = first {
        return match rest[1..].split_once(quote) {
            Some((text, _)) => Ok(Some((Word::Text(text), text.len() + 2))),
            None => wrong("a text with a quotation mark at its end"),
        };
    }
    if first.is_ascii_digit() {
        let length = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let digits = &rest[..length];
        let number = digits.parse::<f64>().ok().filter(|_| length <= MOST_DIGITS);
        return match number {
            Some(number) => Ok(Some((Word::Number(number), length))),
            None => wrong("a number of at most 15 digits"),
        };
    }
    let named = |text: &str| {
        text.bytes()
            .take_while(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'_')
            .count()
    };
    if first == '$' {
        return match named(&rest[1..]) {
            0 => wrong("the name of a parameter after `$`"),
            length => Ok(Some((Word::Parameter(&rest[1..=length]), length + 1))),
        };
    }
    if named(rest) > 0 {
        return Ok(Some((Word::Name(&rest[..named(rest)]), named(rest))));
    }
    match SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
        Some(sign) => Ok(Some((Word::Sign(sign), sign.len()))),
        None => wrong("a column, a value or an operator"),
    }
}
