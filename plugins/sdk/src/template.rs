//! Placeholders in texts.

/// `template` with every `{name}` replaced; a name that is not given stays as it stands.
///
/// What is put in is not looked at again, so braces in a person's own words stay what they are.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() + 64);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let name = rest.find('}').map(|close| &rest[1..close]);
        match name.and_then(|name| values.iter().find(|(known, _)| *known == name)) {
            Some((name, value)) => {
                out.push_str(value);
                rest = &rest[name.len() + 2..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn names_are_replaced_once() {
        assert_eq!(fill("{a} and {b}: {a}", &[("a", "{b}"), ("b", "2")]), "{b} and 2: {b}");
        assert_eq!(fill("{unknown} { {a", &[("a", "1")]), "{unknown} { {a");
    }
}
