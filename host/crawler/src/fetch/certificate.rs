//! The end of a certificate's validity.

use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{OffsetDateTime, PrimitiveDateTime};

const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// When a certificate in DER ends, in seconds since 1970.
pub(super) fn not_after(der: &[u8]) -> Option<i64> {
    let (_, certificate, _) = element(der)?;
    let (_, mut rest, _) = element(certificate)?;
    // The version may be left out. Serial number, signature algorithm and issuer come before the validity.
    if rest.first() == Some(&VERSION) {
        (_, _, rest) = element(rest)?;
    }
    for _ in 0..3 {
        (_, _, rest) = element(rest)?;
    }
    let (tag, validity, _) = element(rest)?;
    let (_, _, rest) = element(validity)?;
    let (kind, end, _) = element(rest)?;
    (tag == SEQUENCE).then(|| moment(kind, end))?
}

/// Tag, content, and the bytes after one element.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (tag, rest) = der.split_first()?;
    let (first, mut rest) = rest.split_first()?;
    let mut length = usize::from(*first);
    if length >= 0x80 {
        let (digits, after) = rest.split_at_checked(length - 0x80)?;
        if digits.len() > 4 {
            return None;
        }
        length = digits.iter().fold(0, |length, digit| length << 8 | usize::from(*digit));
        rest = after;
    }
    let (content, rest) = rest.split_at_checked(length)?;
    Some((*tag, content, rest))
}

/// X.509 uses two digits for years before 2050, and four for later ones.
fn moment(kind: u8, text: &[u8]) -> Option<i64> {
    const FORMAT: &[BorrowedFormatItem<'_>] =
        format_description!("[year][month][day][hour][minute][second]Z");
    let text = str::from_utf8(text).ok()?;
    let text = match kind {
        UTC_TIME if text.get(..2)? < "50" => format!("20{text}"),
        UTC_TIME => format!("19{text}"),
        GENERALIZED_TIME => text.to_owned(),
        _ => return None,
    };
    let moment: OffsetDateTime = PrimitiveDateTime::parse(&text, FORMAT).ok()?.assume_utc();
    Some(moment.unix_timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_read_from_both_forms_of_time() {
        let certificate = |kind: u8, end: &[u8]| {
            let time = [&[kind, end.len() as u8], end].concat();
            let validity = [&[0x17, 13][..], b"250101000000Z", &time].concat();
            let validity = [&[0x30, validity.len() as u8][..], &validity].concat();
            let body = [&[0xa0, 3, 2, 1, 2, 2, 1, 7, 0x30, 0, 0x30, 0][..], &validity].concat();
            let body = [&[0x30, 0x81, body.len() as u8][..], &body].concat();
            [&[0x30, 0x82, 0, body.len() as u8][..], &body].concat()
        };
        assert_eq!(not_after(&certificate(0x17, b"270203040506Z")), Some(1_801_627_506));
        assert_eq!(not_after(&certificate(0x18, b"20500101000000Z")), Some(2_524_608_000));
        assert_eq!(not_after(&certificate(0x18, b"soon")), None);
        let whole = certificate(0x17, b"270203040506Z");
        for length in 0..whole.len() {
            assert_eq!(not_after(&whole[..length]), None);
        }
    }
}
