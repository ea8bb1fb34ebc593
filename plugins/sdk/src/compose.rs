//! Drafts composed of a tool's short texts.

use crate::brief::Brief;
use crate::material::capitalized;
use crate::template::{address, fill};

/// Chooses lines whose values are known, and fills them.
///
/// A line with an unknown placeholder is skipped, so a tool has lines for much and for little input and never prints
/// an empty "{offer}". Always known: `{brand}`, `{brand-description}`, `{domain}`.
pub struct Composer<'b, 'a, I> {
    brief: &'b Brief<'a, I>,
    variant: usize,
    values: Vec<(&'static str, String)>,
}

impl<'b, 'a, I> Composer<'b, 'a, I> {
    pub fn new(brief: &'b Brief<'a, I>, variant: usize) -> Self {
        let domain = brief.project.map_or("", |project| project.domain.as_str());
        Self { brief, variant, values: Vec::new() }
            .with("brand", &brief.brand.name)
            .with("brand-description", &brief.brand.description)
            .with("domain", domain)
    }

    /// Sets the value of the placeholder `{name}`; replaces an earlier value, and an empty value removes it.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.values.retain(|(known, _)| *known != name);
        let value = value.trim();
        if !value.is_empty() {
            self.values.push((name, value.to_owned()));
        }
        self
    }

    /// A line of the list under `key`, varied by subject and variant like [`Brief::phrase`], with a capital at its
    /// start; empty if no line can be filled.
    pub fn line(&self, key: &str) -> String {
        let sayable = || self.brief.list(key).iter().copied().filter(|line| self.can_say(line));
        let mut options: Vec<&str> = sayable().filter(|line| !self.brief.is_avoided(line)).collect();
        if options.is_empty() {
            options = sayable().collect();
        }
        self.brief.pick(&options, key, self.variant).map(|line| self.say(line)).unwrap_or_default()
    }

    /// The first line of the list under `key` that can be filled: the better ones come first.
    pub fn first(&self, key: &str) -> String {
        self.all(key).next().unwrap_or_default()
    }

    /// All lines under `key` that can be filled, in their order.
    pub fn all(&self, key: &str) -> impl Iterator<Item = String> {
        self.brief.list(key).iter().filter(|line| self.can_say(line)).map(|line| self.say(line))
    }

    fn say(&self, line: &str) -> String {
        let values: Vec<(&str, &str)> =
            self.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        capitalized(&fill(&address(line, self.brief.address_form()), &values))
    }

    /// The lines of several lists, one after another in one paragraph.
    pub fn paragraph(&self, keys: &[&str]) -> String {
        let lines: Vec<String> =
            keys.iter().map(|key| self.line(key)).filter(|line| !line.is_empty()).collect();
        lines.join(" ")
    }

    fn can_say(&self, line: &str) -> bool {
        placeholders(line).all(|name| self.values.iter().any(|(known, _)| *known == name))
    }
}

fn placeholders(line: &str) -> impl Iterator<Item = &str> {
    line.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

/// Paragraphs with an empty line between them; empty ones are omitted.
pub fn paragraphs(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::{paragraphs, placeholders};

    #[test]
    fn placeholders_are_found() {
        assert_eq!(placeholders("{product} for {who}, {").collect::<Vec<_>>(), ["product", "who"]);
    }

    #[test]
    fn empty_paragraphs_are_omitted() {
        assert_eq!(paragraphs(&["a".to_owned(), String::new(), "b".to_owned()]), "a\n\nb");
    }
}
