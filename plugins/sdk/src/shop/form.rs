//! The fields of a form that a shop system sends.

/// The names and values of a body of the type `application/x-www-form-urlencoded`, decoded, in their order. Bytes that are
/// not UTF-8 are replaced.
pub fn form(body: &[u8]) -> Vec<(String, String)> {
    let pairs = body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let end = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
            (decoded(&pair[..end]), decoded(pair.get(end + 1..).unwrap_or_default()))
        })
        .collect()
}

fn decoded(text: &[u8]) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        rest = after;
        match (byte, after) {
            (b'+', _) => out.push(b' '),
            (b'%', [high, low, behind @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                out.push(digit(*high) << 4 | digit(*low));
                rest = behind;
            }
            _ => out.push(*byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The value of a hexadecimal digit.
fn digit(sign: u8) -> u8 {
    match sign {
        b'0'..=b'9' => sign - b'0',
        _ => (sign | 0x20) - b'a' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::form;

    #[test]
    fn names_and_values_are_decoded() {
        let read =
            form(b"shop_url=https%3A%2F%2Fa.example%2f&at=2026-11-26+08%3a00&&c%C3%B3=100%&empty&x=a=b");
        let pairs: Vec<(&str, &str)> =
            read.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            pairs,
            [
                ("shop_url", "https://a.example/"),
                ("at", "2026-11-26 08:00"),
                ("c\u{f3}", "100%"),
                ("empty", ""),
                ("x", "a=b")
            ]
        );
        assert!(form(b"").is_empty());
    }
}
