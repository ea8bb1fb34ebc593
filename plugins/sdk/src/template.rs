//! Placeholders in texts.

use crate::parts::{Parts as _, rewritten};
use crate::voice::AddressForm;

/// `template` with every `{name}` replaced; an unknown name stays unchanged.
///
/// Inserted values are not processed again, so braces in a user's own words stay.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    rewritten(template, "{", |out, _, after| {
        let name = after.halves("}").map(|(name, _)| name);
        match name.and_then(|name| values.iter().find(|(known, _)| *known == name)) {
            Some((name, value)) => {
                out.push_str(value);
                &after[name.len() + 1..]
            }
            None => {
                out.push('{');
                after
            }
        }
    })
}

/// `template` in one form of address: the requested alternative of `[ty|Pan, Pani|neutral]`.
pub fn address(template: &str, form: AddressForm) -> String {
    rewritten(template, "[", |out, _, after| {
        match after.halves("]").filter(|(inside, _)| inside.matches('|').count() == 2) {
            Some((inside, behind)) => {
                out.push_str(inside.split('|').nth(form as usize).unwrap_or_default());
                behind
            }
            None => {
                out.push('[');
                after
            }
        }
    })
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
