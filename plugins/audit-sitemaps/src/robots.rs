//! The rule of robots.txt that forbids an address (RFC 9309).

/// A line without its comment, as its name and value.
fn entry(line: &str) -> Option<(&str, &str)> {
    let line = &line[..line.find('#').unwrap_or(line.len())];
    let (name, value) = line.split_once(':')?;
    Some((name.trim(), value.trim()))
}

/// The longest rule that forbids a path to a robot: that of its own group, otherwise of the group of all.
pub fn rule_against<'t>(text: &'t str, robot: &str, path: &str) -> Option<&'t str> {
    longest(text, robot, path).unwrap_or_else(|| longest(text, "*", path).flatten())
}

/// `None` if the robot has no group.
fn longest<'t>(text: &'t str, robot: &str, path: &str) -> Option<Option<&'t str>> {
    let path = if path.is_empty() { "/" } else { path };
    let (mut is_own, mut in_names, mut has_group) = (false, false, false);
    let mut best: Option<(usize, &str)> = None;
    for line in text.lines() {
        let Some((name, value)) = entry(line) else { continue };
        if name.eq_ignore_ascii_case("user-agent") {
            is_own = in_names && is_own || value.eq_ignore_ascii_case(robot);
            has_group |= is_own;
            in_names = true;
        } else if name.eq_ignore_ascii_case("disallow") || name.eq_ignore_ascii_case("allow") {
            in_names = false;
            let forbids = name.eq_ignore_ascii_case("disallow");
            let is_longer = best.is_none_or(|(length, _)| value.len() > length);
            if is_own && forbids && !value.is_empty() && is_longer && matches(value, path) {
                best = Some((value.len(), line.trim()));
            }
        }
    }
    has_group.then(|| best.map(|(_, line)| line))
}

/// Whether a pattern with `*` and `$` fits the beginning of a path.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_whole) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    let has_star = parts.peek().is_some();
    while let Some(part) = parts.next() {
        if is_whole && parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    !is_whole || has_star || rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::rule_against;

    const TEXT: &str = "User-agent: other\nDisallow: /\n\nUser-agent: *\nUser-agent: x # all\nDisallow: /a\n\
                        Disallow: /a/*.pdf$\nAllow: /a/b\n\nUser-agent: Googlebot\nDisallow: /g\n";

    #[test]
    fn the_longest_rule_of_the_group_is_found() {
        assert_eq!(rule_against(TEXT, "some", "/a/x.pdf"), Some("Disallow: /a/*.pdf$"));
        assert_eq!(rule_against(TEXT, "some", "/a/x.pdf?1"), Some("Disallow: /a"));
        assert_eq!(rule_against(TEXT, "googlebot", "/a"), None);
        assert_eq!(rule_against(TEXT, "googlebot", "/g/1"), Some("Disallow: /g"));
    }
}
