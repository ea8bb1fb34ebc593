//! Reads values of external systems, which write the same thing in several ways: 12 as `12` or `"12"`, yes as `true`,
//! `1` or `"1"`, an empty object as `[]`.

use std::borrow::Cow;

use super::Value;

const NOTHING: &Value<'static> = &Value::Null;

impl<'a> Value<'a> {
    /// The member of this name; null if there is none.
    pub fn get(&self, name: &str) -> &Value<'a> {
        let member = self.members().iter().find(|(known, _)| known == name);
        member.map_or(NOTHING, |(_, value)| value)
    }

    /// The member at the end of a path of names.
    pub fn at(&self, path: &[&str]) -> &Value<'a> {
        path.iter().fold(self, |value, name| value.get(name))
    }

    /// The members of an object, in their order; none for every other value.
    pub fn members(&self) -> &[(Cow<'a, str>, Value<'a>)] {
        match self {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The elements of a list; none for every other value.
    pub fn list(&self) -> &[Value<'a>] {
        match self {
            Value::List(list) => list,
            _ => &[],
        }
    }

    /// A text, or a number as it is written; `true` is 1. Empty for every other value.
    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            Value::Number(_, digits) => digits,
            Value::Flag(true) => "1",
            Value::Flag(false) => "0",
            _ => "",
        }
    }

    /// Whether it is `true`, another number than 0, or a text that says so.
    pub fn is_on(&self) -> bool {
        !matches!(self.text(), "" | "0" | "false" | "no")
    }

    /// A number, or a text that is one.
    pub fn number(&self) -> Option<f64> {
        self.text().trim().parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// A count: whole, and not below 0.
    pub fn count(&self) -> Option<u32> {
        match self {
            Value::Number(Some(number), _) => u32::try_from(*number).ok(),
            _ => self.text().trim().parse().ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn the_same_thing_is_read_in_each_way_of_writing_it() {
        let json =
            parse(r#"{"a": 12, "b": "12", "c": true, "d": "1", "e": [], "f": null, "g": 1.5, "h": "0"}"#)
                .expect("JSON");
        assert_eq!((json.get("a").text(), json.get("b").text()), ("12", "12"));
        assert_eq!((json.get("a").count(), json.get("b").count()), (Some(12), Some(12)));
        assert!(json.get("c").is_on() && json.get("d").is_on() && !json.get("h").is_on());
        assert!(json.get("e").members().is_empty() && !json.get("f").is_on() && !json.get("x").is_on());
        assert_eq!((json.get("g").number(), json.get("g").count()), (Some(1.5), None));
        assert_eq!(json.at(&["a", "b"]).text(), "");
    }
}
