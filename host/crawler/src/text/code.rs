//! What a minifier would remove from a style sheet or a script.

/// The bytes of comments, line breaks and spaces that a browser does not need, estimated: strings are kept, and so are
/// licences in `/*! */` and the line breaks that may end a statement.
pub fn needless(code: &[u8], is_style: bool) -> usize {
    let (mut at, mut needless, mut last) = (0, 0, b';');
    while at < code.len() {
        let rest = &code[at..];
        let length = match rest[0] {
            b'"' | b'\'' | b'`' => string(rest),
            b'/' if rest.starts_with(b"/*!") => comment(rest),
            b'/' if rest.starts_with(b"/*") => {
                let length = comment(rest);
                needless += length;
                at += length;
                continue;
            }
            // An address in code without quotes has a colon before the slashes.
            b'/' if !is_style && rest.starts_with(b"//") && last != b':' => {
                let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                needless += length;
                at += length;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                let length = rest.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(rest.len());
                let next = rest.get(length).copied().unwrap_or(b';');
                let ends_line = !is_style && rest[..length].contains(&b'\n') && !ends(last);
                needless += length - usize::from(ends_line || is_word(last) && is_word(next));
                at += length;
                continue;
            }
            _ => 1,
        };
        at += length;
        last = code[at.min(code.len()) - 1];
    }
    needless
}

/// Whether no statement can end after this sign without a semicolon.
fn ends(last: u8) -> bool {
    matches!(last, b';' | b'{' | b',' | b'(' | b'[' | b'=' | b':' | b'?' | b'&' | b'|' | b'>')
}

/// Whether a space between two such signs divides them.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'$' | b'-' | b'+' | b'.' | b'#' | b'%' | b')')
        || byte > 127
}

/// The length of the string at the start.
fn string(code: &[u8]) -> usize {
    let quote = code[0];
    let mut at = 1;
    while at < code.len() {
        match code[at] {
            b'\\' => at += 1,
            // A quote in a regular expression or comment must not swallow the rest of the file.
            b'\n' if quote != b'`' => return at,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    code.len()
}

/// The length of the comment at the start.
fn comment(code: &[u8]) -> usize {
    memchr::memmem::find(&code[2..], b"*/").map_or(code.len(), |end| end + 4)
}

#[cfg(test)]
mod tests {
    use super::needless;

    #[test]
    fn comments_and_spaces_are_counted_outside_strings() {
        for (code, is_style, expected) in [
            ("a{margin:0 1px}", true, 0),
            ("a {\n  margin: 0 1px;\n}\n", true, 7),
            ("/* Card */a{}", true, 10),
            ("/*! Licence */a{}", true, 0),
            ("a:before{content:\"/* a */  b\"}", true, 0),
            ("let a = 'x  // y';\n// end\nb()", false, 10),
            ("a()\nb()", false, 0),
            ("fetch(\"http://site.example/\")", false, 0),
            ("/* open", true, 7),
        ] {
            assert_eq!(needless(code.as_bytes(), is_style), expected, "{code}");
        }
    }
}
