//! The machine-readable parts of a text: tags, placeholders and addresses.

use super::bag::Bag;

/// The entries of `wanted` that `found` lacks, each as often as it is missing. Numbers are compared only by their
/// digits, since languages separate them differently.
pub fn lost(wanted: &[String], found: &[String]) -> Vec<String> {
    let mut left = Bag::default();
    found.iter().for_each(|entry| {
        left.add(&key(entry));
    });
    wanted.iter().filter(|entry| !left.take(&key(entry))).cloned().collect()
}

/// The key by which an entry is compared.
pub(super) fn key(entry: &str) -> String {
    if entry.starts_with(|letter: char| letter.is_ascii_digit()) {
        return entry.chars().filter(char::is_ascii_digit).collect();
    }
    entry.to_owned()
}

/// The tags of HTML by their names, "<p>" and "</p>", without attributes, whose words may change.
pub fn tags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // After the last end of a tag there is no complete one.
    let mut rest = text.rfind('>').map_or("", |end| &text[..=end]);
    while let Some(open) = rest.find('<') {
        rest = &rest[open + 1..];
        let slash = usize::from(rest.starts_with('/'));
        let name = rest[slash..].bytes().take_while(u8::is_ascii_alphanumeric).count() + slash;
        let ends = rest[name..].starts_with([' ', '>', '/', '\n']);
        if name > slash && !rest.as_bytes()[slash].is_ascii_digit() && ends {
            found.push(["<", &rest[..name].to_ascii_lowercase(), ">"].concat());
        }
    }
    found
}

/// Placeholders that a program fills in later: `{name}`, `{{ name }}`, `${name}`, `%s`, `%1$d`, `%(name)s`.
pub fn placeholders(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find(['{', '%']) {
        let length =
            if rest[place..].starts_with('{') { braces(&rest[place..]) } else { percent(&rest[place..]) };
        if length > 0 {
            found.push(rest[place..place + length].to_owned());
        }
        rest = &rest[place + length.max(1)..];
    }
    found
}

/// Longest name in braces, in bytes; a longer one is a text in braces.
const LONGEST_NAME: usize = 60;

fn braces(text: &str) -> usize {
    // No format uses more than three.
    let opens = text.bytes().take(3).take_while(|byte| *byte == b'{').count();
    let close = text.bytes().take(LONGEST_NAME).position(|byte| byte == b'}');
    let Some(close) = close.filter(|close| *close > opens) else { return 0 };
    let name = text[opens..close].trim();
    let is_name = !name.is_empty() && !name.contains(['\n', '{']) && name.split(' ').count() <= 3;
    let closes = text[close..].bytes().take_while(|byte| *byte == b'}').count();
    if is_name && closes >= opens { close + opens } else { 0 }
}

fn percent(text: &str) -> usize {
    let rest = &text[1..];
    let name = match rest
        .strip_prefix('(')
        .and_then(|rest| rest.bytes().take(LONGEST_NAME).position(|byte| byte == b')'))
    {
        Some(close) => close + 2,
        None => {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 && rest[digits..].starts_with('$') { digits + 1 } else { 0 }
        }
    };
    let after = rest[name..].strip_prefix(['s', 'd', 'f', 'u']);
    let ends = after.is_some_and(|after| !after.starts_with(|letter: char| letter.is_alphanumeric()));
    if ends { name + 2 } else { 0 }
}

/// Web and mail addresses, without the punctuation after them.
pub fn addresses(text: &str) -> Vec<String> {
    let is_edge = |letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '<' | '>' | '(' | ')' | '[' | ']' | '\'')
    };
    let pieces = text
        .split(is_edge)
        .map(|piece| piece.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '”', '…']));
    let is_address = |piece: &&str| {
        piece.contains("://")
            || piece.starts_with("www.")
            || piece.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
    };
    pieces.filter(is_address).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{addresses, lost, placeholders, tags};

    #[test]
    fn marks_are_found() {
        assert_eq!(tags("<p class=\"a\">1 < 2 <br/></P> <3 a<b"), ["<p>", "<br>", "</p>"]);
        assert_eq!(
            placeholders(
                "Hi {name}, {{ user.mail }} ${sum} %s %1$d %(count)s 5 % of 50% sale {a text of many words}"
            ),
            ["{name}", "{{ user.mail }}", "{sum}", "%s", "%1$d", "%(count)s"]
        );
        assert_eq!(
            addresses("See (https://a.pl/x?y=1), www.b.pl. <a href=\"http://c.pl\">me@d.pl</a>!"),
            ["https://a.pl/x?y=1", "www.b.pl", "http://c.pl", "me@d.pl"]
        );
    }

    #[test]
    fn each_entry_is_counted() {
        let list = |text: &str| tags(text);
        assert_eq!(lost(&list("<b>a</b> <b>c</b>"), &list("<b>a</b> c</b>")), ["<b>"]);
    }
}
