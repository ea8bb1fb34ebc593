//! The checks of a result: every limit of every part, with a message if it is broken.

use crate::decimal::Decimal;
use crate::json::Writer;
use crate::language::Language;
use crate::layout;
use crate::limit::{Level, Limit};
use crate::output::{Output, Value};
use crate::parts::{Joined, Parts};
use crate::polish::{Plural, plural};
use crate::template::fill;
use crate::texts::Phrases;
use crate::units::Unit;

/// One limit, measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The part, with the position of the entry if it is a list: "headlines/3".
    pub field: String,
    pub limit: Limit,
    pub value: u32,
    pub ok: bool,
    /// In each language, because a user may read the result on a screen in the other one; empty when ok.
    pub messages: [String; 2],
    /// The same for the model, in the result's language.
    pub(crate) advice: String,
}

/// The checks of one variant.
pub struct Checks {
    list: Vec<Check>,
    result: Phrases,
    /// The variant was written by rules, which have no more to say than the input.
    pub drafted: bool,
}

/// Words a violation from the texts of a kind: `check` for the user, `advice` for the model.
type Say<'a> = &'a dyn Fn(&Phrases, &str) -> String;

impl Checks {
    pub(crate) fn new(result: Phrases, drafted: bool) -> Self {
        Self { list: Vec::new(), result, drafted }
    }

    fn add(&mut self, field: &str, limit: Limit, value: u32, say: Say<'_>) {
        let ok = limit.allows(value);
        let (messages, advice) = if ok {
            Default::default()
        } else {
            let messages = Language::ALL.map(|language| say(&self.result.in_language(language), "check"));
            (messages, say(&self.result, "advice"))
        };
        self.list.push(Check { field: field.to_owned(), limit, value, ok, messages, advice });
    }

    /// Measures every declared limit.
    pub(crate) fn measure(&mut self, variant: &impl Output) {
        for (place, part) in variant.parts().iter().enumerate() {
            for limit in part.limits {
                match variant.value(place) {
                    Value::Text(text) if part.optional && text.is_empty() => {}
                    Value::Text(text) => self.limit(part.name, *limit, limit.unit.measure(text)),
                    Value::List(list) if limit.unit == Unit::Items => {
                        self.limit(part.name, *limit, count(list))
                    }
                    Value::List(list) => self.entries(part.name, *limit, list),
                    Value::Number(number) => {
                        self.limit(part.name, *limit, u32::try_from(number).unwrap_or_default())
                    }
                }
            }
        }
    }

    /// One violation for all missing parts, by their titles; it is reported for the first of them.
    pub(crate) fn missing(&mut self, variant: &impl Output) {
        let missing = |phrases: &Phrases| layout::missing(variant, *phrases);
        if let Some((first, _)) = missing(&self.result).first() {
            self.add(first, NONE, 1, &|phrases, kind| {
                let parts = layout::titles(&missing(phrases));
                fill(phrases.text(&[kind, "missing"].joined(".")), &[("parts", &parts)])
            });
        }
    }

    fn entries(&mut self, field: &str, limit: Limit, list: &[String]) {
        for (place, entry) in list.iter().enumerate() {
            self.limit(&[field, "/", &place.decimal()].concat(), limit, limit.unit.measure(entry));
        }
    }

    /// A limit that depends on the input; `value` is the measured value.
    pub fn limit(&mut self, field: &str, limit: Limit, value: u32) {
        self.add(field, limit, value, &|phrases, kind| describe(phrases, kind, field, &limit, value));
    }

    /// A limit with its own messages: the texts `check.<name>` (for the user) and `advice.<name>` (for the model),
    /// with `{value}` as the measured value and `{min}` to `{max}` as the limit.
    pub fn named(&mut self, field: &str, name: &str, limit: Limit, value: u32) {
        let number = |number: Option<u32>| number.map(|number| number.decimal()).unwrap_or_default();
        let (found, min, max) = (value.decimal(), number(limit.min), number(limit.max));
        self.add(field, limit, value, &|phrases, kind| {
            let text = phrases.text(&[kind, name].joined("."));
            fill(text, &[("value", &found), ("min", &min), ("max", &max)])
        });
    }

    /// A rule that is not a length: `broken` is the number of violations, 0 passes. Its messages are the texts
    /// `check.<name>` (for the user) and `advice.<name>` (for the model).
    pub fn rule(&mut self, field: &str, name: &str, level: Level, broken: u32, values: &[(&str, &str)]) {
        self.add(field, Limit { level, ..NONE }, broken, &|phrases, kind| {
            fill(phrases.text(&[kind, name].joined(".")), values)
        });
    }

    pub(crate) fn finish(self) -> Vec<Check> {
        self.list
    }
}

/// The limit of a rule that is not a length.
const NONE: Limit = Limit::max(Unit::Items, 0, Level::Hard);

fn count(list: &[String]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

/// "12 characters too many: 262 of at most 250".
fn describe(phrases: &Phrases, kind: &str, field: &str, limit: &Limit, value: u32) -> String {
    let (name, place) =
        field.halves("/").map_or((field, None), |(name, place)| (name, place.parse::<usize>().ok()));
    let mut title = phrases.part("output", name, "title").unwrap_or(name).to_owned();
    if let Some(place) = place {
        title.push(' ');
        title.push_str(&(place + 1).decimal());
    }
    let (rule, bound) = match (limit.min, limit.max) {
        (Some(min), _) if value < min => ("too-little", min),
        (_, max) => ("too-much", max.unwrap_or_default()),
    };
    let difference = value.abs_diff(bound);
    fill(
        phrases.text(&[kind, rule].joined(".")),
        &[
            ("field", &title),
            ("value", &amount(phrases, limit.unit, value)),
            ("bound", &bound.decimal()),
            ("difference", &amount(phrases, limit.unit, difference)),
        ],
    )
}

/// A number with its unit in the right form: "1 znak", "2 znaki", "5 znaków".
pub(crate) fn amount(phrases: &Phrases, unit: Unit, number: u32) -> String {
    let forms = phrases.list(&["unit", unit.id].joined("."));
    let form = match (phrases.language, plural(number)) {
        (Language::En, _) => usize::from(number != 1),
        (Language::Pl, Plural::One) => 0,
        (Language::Pl, Plural::Few) => 1,
        (Language::Pl, Plural::Many) => 2,
    };
    [&number.decimal(), " ", forms.get(form).copied().unwrap_or_default()].concat()
}

/// Writes checks as the JSON of a result: `message` in the language of the screen, `messages` in each.
pub(crate) fn write(checks: &[Check], screen: Language, json: &mut Writer) {
    json.array(|json| {
        for check in checks {
            json.object(|json| {
                json.key("field").text(&check.field).key("unit").text(check.limit.unit.id);
                json.key("value").number(i64::from(check.value));
                json.key("min").maybe(check.limit.min).key("max").maybe(check.limit.max);
                json.key("level").text(check.limit.level.id()).key("ok").flag(check.ok);
                json.key("message").text(&check.messages[screen as usize]);
                if !check.ok {
                    json.key("messages").object(|json| {
                        for (language, message) in Language::ALL.into_iter().zip(&check.messages) {
                            json.key(language.tag()).text(message);
                        }
                    });
                }
            });
        }
    });
}
