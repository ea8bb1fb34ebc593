//! What to do first: rules in the order in which their errors should be fixed, each step by what the score gains for the
//! effort once the steps before it are done.
//!
//! A page gets free of errors only when all its rules are fixed, so that a rule alone may gain nothing. A step may therefore
//! be several rules that are fixed together. What a step gains is what the score really becomes.

use super::errors::Errors;
use crate::platform::prelude::*;

/// Steps of a plan.
const MOST: usize = 10;
/// Ways to go on that are compared for a step, and sets of rules that are counted for each of them. Only the choice depends
/// on these: what is chosen is counted exactly.
const WAYS: usize = 64;
const SETS: usize = 5_000;
/// An error on this share of the pages, and on more than so many, is one change of the template or of the server.
const EVERYWHERE: f64 = 0.8;
const FEW: i64 = 5;
/// Differences that are none, in hundredths of a point.
const NOTHING: f64 = 1e-9;

/// Rules that are fixed together.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub rules: Vec<i64>,
    /// Hundredths of a point.
    pub gain: i64,
}

/// The steps, the first one first.
pub(super) fn steps(errors: &Errors) -> Vec<Step> {
    if errors.pages() == 0 {
        return Vec::new();
    }
    let efforts = efforts(errors);
    let (mut left, mut steps) = (errors.clone(), Vec::new());
    while steps.len() < MOST {
        let Some(rules) = next(&left, &efforts) else { break };
        let before = left.score();
        left = left.without(&rules);
        steps.push(Step { rules, gain: left.score() - before });
    }
    steps
}

/// The effort of each rule: 1 for a change in one place, and more with each place, but less than in proportion.
fn efforts(errors: &Errors) -> HashMap<i64, f64> {
    let mut places: HashMap<i64, i64> = HashMap::new();
    for (rules, pages) in errors.sets() {
        for rule in rules {
            *places.entry(*rule).or_default() += pages;
        }
    }
    let effort = |places: i64| {
        let is_everywhere = places > FEW && places as f64 >= errors.pages() as f64 * EVERYWHERE;
        if is_everywhere { 1.0 } else { (1.0 + places as f64).log2() }
    };
    let mut efforts: HashMap<i64, f64> =
        places.into_iter().map(|(rule, places)| (rule, effort(places))).collect();
    for (rule, _) in errors.of_site() {
        efforts.entry(rule).or_insert(1.0);
    }
    efforts
}

/// What is left to fix, as ways are compared.
struct Left<'a> {
    errors: &'a Errors,
    efforts: &'a HashMap<i64, f64>,
    /// The most frequent sets of rules.
    sets: Vec<(&'a [i64], i64)>,
    broken: i64,
    site_errors: i64,
}

/// The rules of the next step; `None` if nothing is left.
fn next(errors: &Errors, efforts: &HashMap<i64, f64>) -> Option<Vec<i64>> {
    let mut sets: Vec<(&[i64], i64)> = errors.sets().collect();
    sets.sort_by_key(|(rules, pages)| (std::cmp::Reverse(*pages), rules.len()));
    sets.truncate(SETS);
    let (broken, site_errors) = (errors.broken(), errors.site_errors());
    let left = Left { errors, efforts, sets, broken, site_errors };
    let ways = left.ways();
    let Some(mut best) = left.best(&ways, |(lost, _)| lost) else { return left.enough(ways) };
    // What gains something alone is a step of its own, before the others of its set.
    let within =
        |set: &[i64], rules: &[i64]| rules.len() < set.len() && rules.iter().all(|rule| set.contains(rule));
    while let Some(part) = left.best(ways.iter().filter(|rules| within(best, rules)), |(lost, _)| lost) {
        best = part;
    }
    Some(best.to_vec())
}

impl Left<'_> {
    fn effort(&self, rules: &[i64]) -> f64 {
        rules.iter().filter_map(|rule| self.efforts.get(rule)).sum::<f64>().max(1.0)
    }

    /// Sets of rules that are worth comparing: those that free pages with the least effort, and those of the site.
    fn ways(&self) -> Vec<Vec<i64>> {
        let mut sets: Vec<(f64, &[i64])> =
            self.sets.iter().map(|(rules, pages)| (*pages as f64 / self.effort(rules), *rules)).collect();
        sets.sort_by(|(one, a), (other, b)| other.total_cmp(one).then_with(|| a.cmp(b)));
        let mut ways: Vec<Vec<i64>> = sets.iter().take(WAYS).map(|(_, rules)| rules.to_vec()).collect();
        let mut of_site: Vec<(i64, i64)> = self.errors.of_site().collect();
        of_site.sort_by_key(|(rule, errors)| (std::cmp::Reverse(*errors), *rule));
        ways.extend(of_site.iter().map(|(rule, _)| vec![*rule]));
        // The errors of the site cost a limited number of points: fixing some of many gains nothing.
        let of_site: Vec<i64> = of_site.into_iter().map(|(rule, _)| rule).collect();
        let together = (2..=of_site.len()).map(|count| &of_site[..count]);
        ways.extend(together.map(<[i64]>::to_vec).find(|rules| self.gain(rules, |(lost, _)| lost) > NOTHING));
        ways
    }

    /// What fixing some rules gains, of what is lost.
    fn gain(&self, fixed: &[i64], lost: fn((f64, f64)) -> f64) -> f64 {
        let is_free = |rules: &[i64]| rules.iter().all(|rule| fixed.contains(rule));
        let freed: i64 = self.sets.iter().filter(|(rules, _)| is_free(rules)).map(|(_, pages)| pages).sum();
        let of_site = self.errors.of_site().filter(|(rule, _)| fixed.contains(rule));
        let fixed: i64 = of_site.map(|(_, errors)| errors).sum();
        let now = lost(self.errors.lost(self.broken, self.site_errors));
        now - lost(self.errors.lost(self.broken - freed, self.site_errors - fixed))
    }

    /// The way that gains most for its effort, if one gains anything.
    fn best<'w>(
        &self,
        ways: impl IntoIterator<Item = &'w Vec<i64>>,
        lost: fn((f64, f64)) -> f64,
    ) -> Option<&'w [i64]> {
        let worth = ways.into_iter().map(|rules| (self.gain(rules, lost) / self.effort(rules), rules));
        let gaining = worth.filter(|(gain, _)| *gain > NOTHING);
        let best = gaining.max_by(|(one, a), (other, b)| {
            one.total_cmp(other).then_with(|| b.len().cmp(&a.len())).then_with(|| b.cmp(a))
        });
        best.map(|(_, rules)| &rules[..])
    }

    /// Where none of the ways gains anything, because more is lost than the score can show: as many as are needed.
    fn enough(&self, mut ways: Vec<Vec<i64>>) -> Option<Vec<i64>> {
        let mut rules: Vec<i64> = Vec::new();
        while let Some(way) = self.best(&ways, |(_, lost)| lost).map(<[i64]>::to_vec) {
            rules.extend(&way);
            rules.sort_unstable();
            rules.dedup();
            if self.gain(&rules, |(lost, _)| lost) > NOTHING {
                return Some(rules);
            }
            ways.retain(|other| other.iter().any(|rule| !rules.contains(rule)));
        }
        (!rules.is_empty()).then_some(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::SITE;
    use super::*;

    fn plan(pages: i64, rows: Vec<(i64, i64)>) -> Vec<(Vec<i64>, i64)> {
        let errors = Errors::of(pages, rows);
        let steps = steps(&errors);
        // What the steps gain together is what the score becomes.
        let fixed: Vec<i64> = steps.iter().flat_map(|step| step.rules.clone()).collect();
        let gained: i64 = steps.iter().map(|step| step.gain).sum();
        assert_eq!(errors.without(&fixed).score(), errors.score() + gained);
        steps.into_iter().map(|step| (step.rules, step.gain)).collect()
    }

    fn on(pages: std::ops::Range<i64>, rule: i64) -> impl Iterator<Item = (i64, i64)> {
        pages.map(move |page| (page, rule))
    }

    #[test]
    fn two_rules_that_break_every_page_are_one_step() {
        let rows: Vec<_> = on(0..100, 1).chain(on(0..100, 2)).chain(on(0..10, 3)).collect();
        assert_eq!(plan(100, rows), [(vec![1, 2], 9_000), (vec![3], 1_000)]);
    }

    #[test]
    fn each_step_counts_on_those_before_it() {
        let rows: Vec<_> = on(0..40, 1).chain(on(30..60, 2)).collect();
        assert_eq!(plan(100, rows), [(vec![1], 3_000), (vec![2], 3_000)]);
    }

    #[test]
    fn what_gains_a_little_alone_does_not_hide_what_follows() {
        // All pages have errors of both rules but one, and a third rule gains more than that one page.
        let rows: Vec<_> = on(0..100, 1).chain(on(1..100, 2)).chain(on(100..110, 3)).collect();
        assert_eq!(plan(110, rows), [(vec![1], 91), (vec![2], 9_000), (vec![3], 909)]);
    }

    #[test]
    fn one_change_of_the_template_is_less_effort_than_many_pages() {
        let rows: Vec<_> = on(0..85, 1).chain(on(20..85, 3)).chain(on(85..100, 2)).collect();
        assert_eq!(plan(100, rows), [(vec![1], 2_000), (vec![3], 6_500), (vec![2], 1_500)]);
    }

    #[test]
    fn errors_of_the_site_beyond_their_limit_are_fixed_together() {
        let rows = vec![(SITE, 1), (SITE, 2), (SITE, 3), (SITE, 4), (SITE, 5)];
        assert_eq!(plan(10, rows), [(vec![1, 2], 500), (vec![3], 500), (vec![4], 500), (vec![5], 500)]);
    }

    #[test]
    fn a_score_of_nothing_rises_only_when_enough_is_fixed_at_once() {
        let rows: Vec<_> =
            (0..100).map(|page| (page, page)).chain((200..204).map(|rule| (SITE, rule))).collect();
        let plan = plan(100, rows);
        assert_eq!(plan[..2], [(vec![0, 200, 201, 202, 203], 100), (vec![1], 100)]);
    }

    #[test]
    fn nothing_to_fix_has_no_steps_and_many_have_ten() {
        assert!(plan(10, Vec::new()).is_empty());
        assert!(plan(0, vec![(SITE, 1)]).is_empty());
        assert_eq!(plan(100, (0..30).map(|rule| (rule, rule)).collect()).len(), MOST);
    }
}
