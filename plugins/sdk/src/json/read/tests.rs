use super::{Value, parse};

/// The same value as a value of the reference library.
fn reference(value: &Value<'_>) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Flag(flag) => (*flag).into(),
        Value::Number(number, _) => number.map_or(serde_json::Value::Null, Into::into),
        Value::Text(text) => text.to_string().into(),
        Value::List(list) => list.iter().map(reference).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.to_string(), reference(value))).collect()
        }
    }
}

#[test]
fn accepts_the_same_input_as_the_reference() {
    for text in [
        r#"{"a": [1, -2, {"b": null}], "ł": "ą\"\\\/\b\f\n\r\té\ud83c\udf89", "c": true, "d": false}"#,
        r#" [ ] "#,
        r#"{}"#,
        r#""""#,
        r#"{"a":1,"a":2}"#,
        "9007199254740993",
        "-7",
        "[[[[[]]]]]",
        "\"🎉 שלום\"",
    ] {
        let read = parse(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(reference(&read), serde_json::from_str::<serde_json::Value>(text).unwrap(), "{text}");
    }
}

#[test]
fn rejects_the_same_input_as_the_reference() {
    for text in [
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "01",
        "1.",
        "1e",
        "-",
        "+1",
        ".5",
        "nul",
        "truex",
        "\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud83c\"",
        "\"\\ud83cx\"",
        "\"\\ud83c\\u0041\"",
        "\"\\udc00\"",
        "\"\n\"",
        "[1 2]",
        "1 2",
        "{\"a\":1,}",
        "'a'",
        "\u{feff}1",
        "\"\\u+123\"",
    ] {
        assert!(serde_json::from_str::<serde_json::Value>(text).is_err(), "{text}");
        assert_eq!(parse(text), None, "{text}");
    }
}

#[test]
fn only_whole_numbers_are_kept() {
    for (text, number) in
        [("3", Some(3)), ("3.0", Some(3)), ("3.5", None), ("3e2", None), ("99999999999999999999", None)]
    {
        assert_eq!(parse(text), Some(Value::Number(number, text)), "{text}");
    }
}

#[test]
fn deep_nesting_is_rejected() {
    let deep = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
    assert!(parse(&deep(60)).is_some());
    assert!(parse(&deep(100_000)).is_none());
}
