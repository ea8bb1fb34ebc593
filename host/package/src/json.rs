//! Reads untrusted JSON: checks its depth first, then its content.

use serde::de::DeserializeOwned;

use crate::{Code, Problem, Problems};

/// Deeper than any real form, example or description, and well within the stack of recursive readers.
pub(crate) const DEEPEST: usize = 64;

/// A JSON file of the package.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8], place: &str, found: &mut Problems) -> Option<T> {
    let text = text(bytes, place, found)?;
    if depth(text) > DEEPEST {
        found.add(Problem::at(Code::JsonTooDeep, place).with("max", DEEPEST));
        return None;
    }
    serde_json::from_str(text).map_err(|error| found.add(misread(&error, place))).ok()
}

/// The problem of JSON that does not have the expected shape. serde names the field only in its message.
fn misread(error: &serde_json::Error, place: &str) -> Problem {
    let said = error.to_string();
    let named = |before: &str| said.strip_prefix(before)?.split_once('`').map(|(name, _)| name);
    if let Some(missing) = named("missing field `") {
        return Problem::at(Code::FieldMissing, format!("{place}: {missing}"));
    }
    let unknown = named("unknown field `").or_else(|| named("unknown variant `"));
    if let (Some(unknown), Some((_, known))) = (unknown, said.split_once("expected ")) {
        // The known fields are in backticks, too.
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        return Problem::at(Code::FieldUnknown, format!("{place}: {unknown}"))
            .with("known", known.join(", "));
    }
    Problem::at(Code::JsonMalformed, place).with("line", error.line())
}

/// A file that must be text.
pub(crate) fn text<'a>(bytes: &'a [u8], place: &str, found: &mut Problems) -> Option<&'a str> {
    std::str::from_utf8(bytes).map_err(|_| found.at(place, Code::NotText)).ok()
}

/// The nesting depth of the arrays and objects of a JSON text. Correct for valid JSON; for invalid JSON it returns
/// some number.
pub(crate) fn depth(json: &str) -> usize {
    let (mut deepest, mut depth, mut in_string, mut escaped) = (0, 0_usize, false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Example;

    fn problem_of(json: &str) -> (Code, String, String) {
        let mut found = Problems::default();
        assert!(read::<Example>(json.as_bytes(), "examples/a.json", &mut found).is_none(), "{json}");
        let problem = found.into_list().remove(0);
        (
            problem.code,
            problem.place,
            problem.params.get("known").map(ToString::to_string).unwrap_or_default(),
        )
    }

    #[test]
    fn p13_a_missing_key_is_named() {
        let missing = |json, key: &str| {
            assert_eq!(
                problem_of(json),
                (Code::FieldMissing, format!("examples/a.json: {key}"), String::new())
            );
        };
        missing(r#"{"language": "en", "input": {}}"#, "expected");
        missing(r#"{"input": {}, "expected": {"failure": "needs-model"}}"#, "language");
        missing(r#"{"language": "en", "expected": {"failure": "needs-model"}}"#, "input");
        missing(
            r#"{"language": "en", "input": {}, "expected": {"outcome": {"title": "a", "text": "b"}}}"#,
            "data",
        );
        let (code, place, known) =
            problem_of(r#"{"language": "en", "input": {}, "answer": [], "expected": {}}"#);
        assert_eq!((code, place.as_str()), (Code::FieldUnknown, "examples/a.json: answer"));
        assert!(known.contains("language, input, answers, expected"), "{known}");
        let (code, place, known) =
            problem_of(r#"{"language": "en", "input": {}, "expected": {"result": {}}}"#);
        assert_eq!((code, place.as_str()), (Code::FieldUnknown, "examples/a.json: result"));
        assert!(known.contains("outcome, failure"), "{known}");
        assert_eq!(problem_of("{").0, Code::JsonMalformed);
        assert_eq!(problem_of(r#"{"language": 1}"#).0, Code::JsonMalformed);
    }

    #[test]
    fn depth_counts_open_brackets() {
        assert_eq!(depth(r#"{"a":[1,{"b":2}],"c":[[]]}"#), 3);
        assert_eq!(depth(r#""[[[\"[[[""#), 0);
        assert_eq!(depth("]]]["), 1);
    }
}
