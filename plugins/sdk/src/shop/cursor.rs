//! The place of the next page, for systems that number their pages.

use crate::decimal::Decimal as _;
use crate::parts::Joined as _;

/// A page by number and size: `3/50` is the third page of fifty items.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// From 1.
    pub page: u32,
    pub size: u32,
    /// The usual size; smaller pages follow after an answer that was too large.
    usual: u32,
}

impl Cursor {
    /// Reads the cursor of a call; the first page if it is not one. `usual` is the number of items of a page: a cursor with
    /// larger pages continues at its place with smaller ones.
    pub fn read(after: Option<&str>, usual: u32) -> Self {
        let usual = usual.max(1);
        let found: Option<(u32, u32)> = after.and_then(|after| {
            let (page, size) = after.split_once('/')?;
            Some((page.parse().ok()?, size.parse().ok()?))
        });
        let (page, size) = found.filter(|(page, size)| *page > 0 && *size > 0).unwrap_or((1, usual));
        let fitting = (1..=usual.min(size)).rev().find(|part| size.is_multiple_of(*part)).unwrap_or(size);
        let page = (page - 1).saturating_mul(size / fitting).saturating_add(1);
        Cursor { page, size: fitting, usual }
    }

    /// The same place with pages of a fifth; none if they are the smallest already.
    pub fn smaller(self) -> Option<Self> {
        let size = self.size / 5;
        (size > 0 && self.size.is_multiple_of(5)).then_some(Cursor {
            page: (self.page - 1) * 5 + 1,
            size,
            ..self
        })
    }

    /// The following page, in the usual size as soon as one begins there.
    pub fn next(self) -> Self {
        let done = self.page * self.size;
        if done.is_multiple_of(self.usual) {
            return Cursor { page: done / self.usual + 1, size: self.usual, ..self };
        }
        Cursor { page: self.page + 1, ..self }
    }

    /// The cursor as a text.
    pub fn written(self) -> String {
        [self.page.decimal(), self.size.decimal()].joined("/")
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn smaller_pages_continue_at_the_same_place_until_a_usual_one_begins() {
        let cursor = Cursor::read(Some("3/50"), 50);
        assert_eq!(cursor.next().written(), "4/50");
        let mut small = cursor.smaller().expect("a smaller page");
        assert_eq!(small.written(), "11/10");
        for following in ["12/10", "13/10", "14/10", "15/10", "4/50"] {
            small = small.next();
            assert_eq!(small.written(), following);
        }
        assert_eq!(cursor.smaller().and_then(Cursor::smaller).expect("smaller").written(), "51/2");
        assert_eq!(cursor.smaller().and_then(Cursor::smaller).and_then(Cursor::smaller), None);
    }

    #[test]
    fn a_smaller_limit_continues_at_the_same_place() {
        for (limit, place) in
            [(50, "3/50"), (100, "3/50"), (25, "5/25"), (12, "11/10"), (3, "51/2"), (1, "101/1")]
        {
            assert_eq!(Cursor::read(Some("3/50"), limit).written(), place, "{limit}");
        }
    }

    #[test]
    fn an_unknown_cursor_is_the_first_page() {
        for after in [None, Some(""), Some("0/50"), Some("x/1"), Some("2/0")] {
            assert_eq!(Cursor::read(after, 50).written(), "1/50");
        }
    }
}
