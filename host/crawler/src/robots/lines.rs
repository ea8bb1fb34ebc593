//! The lines of a robots.txt.

/// Bytes of a line that are read; the rest of it is ignored.
const LONGEST: usize = 2083 * 8 - 1;
/// The UTF-8 byte order mark.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// One line without its comment.
pub(super) struct Line<'a> {
    pub number: u32,
    pub text: &'a [u8],
    pub is_too_long: bool,
}

impl<'a> Line<'a> {
    pub fn has_text(&self) -> bool {
        !self.content().is_empty()
    }

    /// Name and value of the directive.
    pub fn parts(&self) -> Option<(&'a [u8], &'a [u8])> {
        let content = self.content();
        let at = content.iter().position(|byte| *byte == b':').or_else(|| blank(content))?;
        let (key, value) = (content[..at].trim_ascii(), content[at + 1..].trim_ascii());
        (!key.is_empty()).then_some((key, value))
    }

    pub fn lacks_colon(&self) -> bool {
        !self.content().contains(&b':')
    }

    fn content(&self) -> &'a [u8] {
        let end = self.text.iter().position(|byte| matches!(byte, b'#' | 0)).unwrap_or(self.text.len());
        self.text[..end].trim_ascii()
    }
}

/// The blank that stands for the colon: only if the line has exactly two words.
fn blank(content: &[u8]) -> Option<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let at = content.iter().position(is_blank)?;
    let value = content[at..].trim_ascii_start();
    (!value.iter().any(is_blank)).then_some(at)
}

/// The lines of a file. A line ends with CR, LF or both.
pub(super) struct Lines<'a> {
    rest: Option<&'a [u8]>,
    number: u32,
}

impl<'a> Lines<'a> {
    /// A mark at the start is skipped, also an incomplete one.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mark = bytes.iter().zip(MARK).take_while(|(byte, mark)| *byte == mark).count();
        Self { rest: Some(&bytes[mark..]), number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.rest?;
        let end = memchr::memchr2(b'\n', b'\r', rest);
        let text = &rest[..end.unwrap_or(rest.len())];
        self.rest = end.map(|end| {
            let pair = rest[end..].starts_with(b"\r\n");
            &rest[end + 1 + usize::from(pair)..]
        });
        self.number += 1;
        let kept = &text[..text.len().min(LONGEST)];
        Some(Line { number: self.number, text: kept, is_too_long: text.len() > LONGEST })
    }
}

/// A known directive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Key {
    Agent,
    Allow,
    Disallow,
    Sitemap,
    Delay,
    Unknown,
}

impl Key {
    /// The directive that a name starts with, and whether the name is misspelt.
    pub fn of(name: &[u8]) -> (Self, bool) {
        const NAMES: [(&str, Key, bool); 14] = [
            ("user-agent", Key::Agent, false),
            ("useragent", Key::Agent, true),
            ("user agent", Key::Agent, true),
            ("allow", Key::Allow, false),
            ("disallow", Key::Disallow, false),
            ("dissallow", Key::Disallow, true),
            ("dissalow", Key::Disallow, true),
            ("disalow", Key::Disallow, true),
            ("diasllow", Key::Disallow, true),
            ("disallaw", Key::Disallow, true),
            ("sitemap", Key::Sitemap, false),
            ("site-map", Key::Sitemap, true),
            ("crawl-delay", Key::Delay, false),
            ("crawldelay", Key::Delay, true),
        ];
        let starts = |start: &str| {
            name.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
        };
        let found = NAMES.iter().find(|(start, ..)| starts(start));
        found.map_or((Self::Unknown, false), |(start, key, is_misspelt)| {
            (*key, *is_misspelt || name.len() > start.len())
        })
    }
}

/// A path with bytes that are not ASCII encoded, and with upper-case digits in its percent-encoding.
pub(super) fn escaped(value: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut path = Vec::with_capacity(value.len());
    let mut at = 0;
    while let Some(byte) = value.get(at) {
        let digits = value.get(at + 1..at + 3).filter(|pair| pair.iter().all(u8::is_ascii_hexdigit));
        match (byte, digits) {
            (b'%', Some(digits)) => {
                path.push(b'%');
                path.extend(digits.iter().map(u8::to_ascii_uppercase));
                at += 2;
            }
            (0x80.., _) => {
                path.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]])
            }
            _ => path.push(*byte),
        }
        at += 1;
    }
    path
}
