//! Placeholders in texts.

use crate::parts::Parts;
use crate::voice::AddressForm;

/// `template` with every `{name}` replaced; an unknown name stays unchanged.
///
/// Inserted values are not processed again, so braces in a user's own words stay.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(template.len() + 64);
    let mut rest = template;
    while let Some(open) = rest.place_of("{") {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let name = rest.place_of("}").map(|close| &rest[1..close]);
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

/// `template` in one form of address: the requested alternative of `[ty|Pan, Pani|neutral]`.
pub fn address(template: &str, form: AddressForm) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.halves("[") {
        out.push_str(before);
        let alternatives = after.halves("]").filter(|(inside, _)| inside.matches('|').count() == 2);
        match alternatives {
            Some((inside, after)) => {
                out.push_str(inside.split('|').nth(form as usize).unwrap_or_default());
                rest = after;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::{address, fill};
    use crate::voice::AddressForm::{Neutral, PanPani, Ty};

    #[test]
    fn names_are_replaced_once() {
        assert_eq!(fill("{a} and {b}: {a}", &[("a", "{b}"), ("b", "2")]), "{b} and 2: {b}");
        assert_eq!(fill("{unknown} { {a", &[("a", "1")]), "{unknown} { {a");
    }

    #[test]
    fn alternatives_follow_the_form_of_address() {
        let template = "[Sprawdź|Prosimy sprawdzić|Warto sprawdzić] [i] już";
        assert_eq!(address(template, Ty), "Sprawdź [i] już");
        assert_eq!(address(template, PanPani), "Prosimy sprawdzić [i] już");
        assert_eq!(address(template, Neutral), "Warto sprawdzić [i] już");
    }
}
