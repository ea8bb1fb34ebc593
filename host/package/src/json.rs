//! JSON of a stranger: depth first, then the rest.

use serde::de::DeserializeOwned;

use crate::Code;
use crate::problem::{Found, Problem};

/// Nobody's form, example or description is deeper, and recursive readers stay far from the end of their stack.
pub(crate) const DEEPEST: usize = 64;

/// A JSON file of the package.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8], place: &str, found: &mut Found) -> Option<T> {
    let text = text(bytes, place, found)?;
    if depth(text) > DEEPEST {
        found.add(Problem::at(Code::JsonTooDeep, place).with("max", DEEPEST));
        return None;
    }
    serde_json::from_str(text)
        .map_err(|error| found.add(Problem::at(Code::JsonMalformed, place).with("line", error.line())))
        .ok()
}

/// A file that people or programs read as text.
pub(crate) fn text<'a>(bytes: &'a [u8], place: &str, found: &mut Found) -> Option<&'a str> {
    std::str::from_utf8(bytes).map_err(|_| found.at(place, Code::NotText)).ok()
}

/// How deep the arrays and objects of a JSON text are nested; correct for valid JSON, harmless for other.
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
    use super::depth;

    #[test]
    fn depth_counts_what_is_open_at_once() {
        assert_eq!(depth(r#"{"a":[1,{"b":2}],"c":[[]]}"#), 3);
        assert_eq!(depth(r#""[[[\"[[[""#), 0);
        assert_eq!(depth("]]]["), 1);
    }
}
