//! What errors cost: the score, and what it gains without some of them.
//!
//! The score is `100 * (1 - E / P) - min(20, 5 * S)`, not below 0: E are HTML pages with an error that counts, P are the HTML
//! pages that were fetched, and S are the errors of the whole site. Files do not dilute it. It is stored in hundredths.

use super::store::SITE;
use crate::platform::prelude::*;

/// Hundredths of a point for each error of the whole site, and at most.
const SITE_ERROR: i64 = 500;
const SITE_ERRORS: i64 = 2_000;

/// The score in hundredths of a point.
pub(super) fn score(pages: i64, broken: i64, site_errors: i64) -> i64 {
    if pages == 0 {
        return 0;
    }
    let of_pages = 10_000 - (10_000 * broken + pages / 2) / pages;
    (of_pages - (SITE_ERROR * site_errors).min(SITE_ERRORS)).max(0)
}

/// The errors that count.
#[derive(Debug, Clone, Default)]
pub(super) struct Errors {
    /// The HTML pages that were fetched.
    pages: i64,
    /// How many pages have errors of exactly these rules, which are in order.
    of_pages: BTreeMap<Vec<i64>, i64>,
    /// Errors of the whole site, by rule.
    of_site: BTreeMap<i64, i64>,
}

impl Errors {
    /// Of the page, or [`SITE`], and the rule of each error.
    pub(super) fn of(pages: i64, mut rows: Vec<(i64, i64)>) -> Self {
        let mut errors = Self { pages, ..Self::default() };
        rows.sort_unstable();
        for rows in rows.chunk_by(|(one, _), (other, _)| one == other) {
            if rows[0].0 == SITE {
                for (_, rule) in rows {
                    *errors.of_site.entry(*rule).or_default() += 1;
                }
            } else {
                let mut rules: Vec<i64> = rows.iter().map(|(_, rule)| *rule).collect();
                rules.dedup();
                *errors.of_pages.entry(rules).or_default() += 1;
            }
        }
        errors
    }

    /// Pages with an error.
    pub(super) fn broken(&self) -> i64 {
        self.of_pages.values().sum()
    }

    pub(super) fn site_errors(&self) -> i64 {
        self.of_site.values().sum()
    }

    pub(super) fn score(&self) -> i64 {
        score(self.pages, self.broken(), self.site_errors())
    }

    /// What the score gains if all errors of a rule are fixed and no others.
    pub(super) fn gains(&self) -> HashMap<i64, i64> {
        let (now, broken, site_errors) = (self.score(), self.broken(), self.site_errors());
        let alone =
            self.of_pages.keys().filter_map(|rules| if let [rule] = rules[..] { Some(rule) } else { None });
        let rules: BTreeSet<i64> = alone.chain(self.of_site.keys().copied()).collect();
        let gain = |rule: i64| {
            let freed = self.of_pages.get([rule].as_slice()).copied().unwrap_or_default();
            let fixed = self.of_site.get(&rule).copied().unwrap_or_default();
            score(self.pages, broken - freed, site_errors - fixed) - now
        };
        rules.into_iter().map(|rule| (rule, gain(rule))).collect()
    }

    pub(super) fn pages(&self) -> i64 {
        self.pages
    }

    /// The sets of rules that pages break, with the number of pages that break exactly these.
    pub(super) fn sets(&self) -> impl Iterator<Item = (&[i64], i64)> {
        self.of_pages.iter().map(|(rules, pages)| (&rules[..], *pages))
    }

    /// The rules with errors of the whole site, with their number.
    pub(super) fn of_site(&self) -> impl Iterator<Item = (i64, i64)> {
        self.of_site.iter().map(|(rule, errors)| (*rule, *errors))
    }

    /// What the score loses, in hundredths of a point and not rounded, and what it would lose without its limits.
    pub(super) fn lost(&self, broken: i64, site_errors: i64) -> (f64, f64) {
        let of_pages = 10_000.0 * broken as f64 / self.pages.max(1) as f64;
        let of_site = (SITE_ERROR * site_errors) as f64;
        ((of_pages + of_site.min(SITE_ERRORS as f64)).min(10_000.0), of_pages + of_site)
    }

    /// The errors that are left when those of some rules are fixed.
    pub(super) fn without(&self, fixed: &[i64]) -> Self {
        let mut left = Self { pages: self.pages, ..Self::default() };
        for (rules, pages) in &self.of_pages {
            let rules: Vec<i64> = rules.iter().copied().filter(|rule| !fixed.contains(rule)).collect();
            if !rules.is_empty() {
                *left.of_pages.entry(rules).or_default() += pages;
            }
        }
        left.of_site = self.of_site().filter(|(rule, _)| !fixed.contains(rule)).collect();
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_the_share_of_pages_without_errors_less_the_errors_of_the_site() {
        assert_eq!(score(100, 0, 0), 10_000);
        assert_eq!(score(100, 25, 0), 7_500);
        assert_eq!(score(100, 25, 1), 7_000);
        assert_eq!(score(100, 25, 9), 5_500);
        assert_eq!(score(3, 1, 0), 6_667);
        assert_eq!((score(10, 10, 3), score(0, 0, 0)), (0, 0));
    }

    #[test]
    fn a_page_with_errors_of_two_rules_is_gained_by_neither_alone() {
        let errors = Errors::of(10, vec![(0, 1), (0, 2), (1, 1), (2, 2), (3, 2), (SITE, 7)]);
        let gains = errors.gains();
        assert_eq!((errors.broken(), errors.site_errors()), (4, 1));
        assert_eq!((gains[&1], gains[&2], gains[&7]), (1_000, 2_000, 500));
        assert_eq!(errors.without(&[1, 2]).score(), 9_500);
    }
}
