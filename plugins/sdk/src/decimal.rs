//! Writes numbers in digits. The standard library's formatting would be 2 % of a component.

/// A whole number that can be written.
pub trait Decimal {
    /// The number in digits.
    fn decimal(self) -> String;
}

impl Decimal for i64 {
    #[inline(never)]
    fn decimal(self) -> String {
        // Nineteen digits and a sign.
        let mut out = [0; 20];
        let (mut place, mut rest) = (out.len(), self.unsigned_abs());
        loop {
            place -= 1;
            out[place] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if self < 0 {
            place -= 1;
            out[place] = b'-';
        }
        out[place..].iter().map(|digit| char::from(*digit)).collect()
    }
}

impl Decimal for u32 {
    fn decimal(self) -> String {
        i64::from(self).decimal()
    }
}

impl Decimal for u64 {
    fn decimal(self) -> String {
        i64::try_from(self).unwrap_or(i64::MAX).decimal()
    }
}

impl Decimal for usize {
    fn decimal(self) -> String {
        (self as u64).decimal()
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn numbers_are_written_like_the_standard_library() {
        for number in [0, 7, -7, 10, 1_000_000, i64::MAX, i64::MIN] {
            assert_eq!(number.decimal(), number.to_string());
        }
        assert_eq!(u32::MAX.decimal(), u32::MAX.to_string());
        assert_eq!(42usize.decimal(), "42");
    }
}
