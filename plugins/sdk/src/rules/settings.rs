//! The parameters of rules, as the user has set them.

use super::{Pack, Parameter, Source};
use crate::json::{self, Value};

/// The parameters of one rule.
pub struct Settings<'s> {
    parameters: &'static [Parameter],
    /// As many as there are parameters, or none if all have their defaults.
    changed: &'s [f64],
    source: &'s dyn Source,
}

impl Settings<'_> {
    /// A parameter. A name that the rule does not have is an error of the pack: natively it panics.
    pub fn number(&self, name: &str) -> f64 {
        let place = self.parameters.iter().position(|parameter| parameter.name == name);
        debug_assert!(place.is_some(), "the rule has no parameter `{name}`");
        let Some(place) = place else { return 0.0 };
        self.changed.get(place).copied().unwrap_or(self.parameters[place].default)
    }

    /// A parameter that is a count.
    pub fn count(&self, name: &str) -> u32 {
        self.number(name) as u32
    }

    /// The day of the audit, in days since 1970-01-01.
    pub fn today(&self) -> u32 {
        (self.source.now() / 86_400_000) as u32
    }
}

/// The settings of all rules of a pack.
pub(super) struct Chosen {
    /// One for each rule, or none if all have their defaults: `None` is a rule that is turned off.
    rules: Vec<Option<Vec<f64>>>,
}

impl Chosen {
    /// Reads the settings of the contract. What is not valid has its default, and a number its range.
    pub(super) fn read(pack: &Pack, settings: &str) -> Self {
        if settings == "{}" {
            return Self { rules: Vec::new() };
        }
        let settings = json::parse(settings).unwrap_or(Value::Null);
        let of_rule = |id: &str, parameters: &[Parameter]| {
            let changed = settings.get(id);
            if matches!(changed, Value::Flag(false)) {
                return None;
            }
            let number = |parameter: &Parameter| {
                let set = decimal(changed.get(parameter.name)).unwrap_or(parameter.default);
                set.clamp(parameter.min, parameter.max)
            };
            Some(parameters.iter().map(number).collect())
        };
        Self { rules: pack.rules.iter().map(|rule| of_rule(rule.id, rule.parameters)).collect() }
    }

    /// The settings of the rule with this index; `None` if it is turned off.
    pub(super) fn of<'s>(
        &'s self,
        pack: &Pack,
        index: usize,
        source: &'s dyn Source,
    ) -> Option<Settings<'s>> {
        let changed: &[f64] = match self.rules.get(index) {
            Some(rule) => rule.as_ref()?,
            None => &[],
        };
        Some(Settings { parameters: pack.rules[index].parameters, changed, source })
    }
}

/// A number without exponent. The standard library's function would be a tenth of a pack.
fn decimal(value: &Value) -> Option<f64> {
    let (whole, digits) = match value {
        Value::Number(Some(whole), _) => return Some(*whole as f64),
        Value::Number(None, digits) => digits.split_once('.')?,
        _ => return None,
    };
    let (mut number, mut unit) = (0.0, 1.0);
    for digit in whole.trim_start_matches('-').bytes() {
        number = number * 10.0 + f64::from(digit - b'0');
    }
    for digit in digits.bytes() {
        unit /= 10.0;
        number += f64::from(digit.checked_sub(b'0').filter(|digit| *digit < 10)?) * unit;
    }
    Some(if whole.starts_with('-') { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::decimal;
    use crate::json::parse;

    #[test]
    fn numbers_of_settings_are_read() {
        let read = |json: &str| decimal(&parse(json).expect("JSON"));
        assert_eq!(
            (read("70"), read("-3"), read("0.25"), read("-1.5")),
            (Some(70.0), Some(-3.0), Some(0.25), Some(-1.5))
        );
        assert_eq!((read("\"70\""), read("1.5e3"), read("null")), (None, None, None));
    }
}
