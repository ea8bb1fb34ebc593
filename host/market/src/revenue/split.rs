//! The split of a month's revenue. It uses integers only, and the parts always sum up to the total.
//!
//! The revenue is first split over the paying accounts, by the price of their plans; then each account's part over
//! the tools that the account used, by completed runs; and the publisher gets the agreed share of each tool's part.
//! This is fair and hard to game: a bot that runs a tool all day only moves money within its own fee, of which its
//! owner gets back less than they paid. Words would not work as a weight: a tool that writes long texts would be
//! worth more than one that writes the right short ones.

/// Fractions of the smallest unit that are used until the end, so that small parts of many fees are not lost.
const FINE: i128 = 1_000_000;
/// 100 % in basis points.
pub const WHOLE: i64 = 10_000;

/// A paying account: its weight, and how often it ran which tool (by index).
pub struct Payer<'a> {
    pub weight: i64,
    pub uses: &'a [(usize, i64)],
}

#[derive(Debug, PartialEq, Eq)]
pub struct Split {
    /// Each tool's part, rounded: for display, since only the other two sum up.
    pub gross: Vec<i64>,
    /// The publishers' part, by tool.
    pub amounts: Vec<i64>,
    /// The platform's part.
    pub platform: i64,
}

/// Splits a sum; `shares` are the basis points of each tool's publisher. The amounts and the platform's part sum up
/// to `total`, and each differs by less than one unit from its exact value.
pub fn split(total: i64, payers: &[Payer<'_>], shares: &[i64]) -> Split {
    let mut fell = vec![0_i128; shares.len()];
    let weights: Vec<i128> = payers.iter().map(|payer| i128::from(payer.weight)).collect();
    let fees = apportion(i128::from(total) * FINE, &weights);
    for (payer, fee) in payers.iter().zip(fees) {
        let runs: Vec<i128> = payer.uses.iter().map(|(_, runs)| i128::from(*runs)).collect();
        for ((tool, _), part) in payer.uses.iter().zip(apportion(fee, &runs)) {
            fell[*tool] += part;
        }
    }
    let mut exact: Vec<i128> = fell.iter().zip(shares).map(|(fell, bps)| fell * i128::from(*bps)).collect();
    exact.push(i128::from(total) * FINE * i128::from(WHOLE) - exact.iter().sum::<i128>());
    let mut amounts = units(apportion(i128::from(total), &exact));
    let platform = amounts.pop().unwrap_or_default();
    Split { gross: units(fell.iter().map(|fell| (fell + FINE / 2) / FINE)), amounts, platform }
}

fn units(parts: impl IntoIterator<Item = i128>) -> Vec<i64> {
    parts.into_iter().map(|part| i64::try_from(part).unwrap_or(i64::MAX)).collect()
}

/// Splits a sum in proportion to weights by largest remainders: the parts sum up to it exactly, unless all weights
/// are 0. Of equal remainders the first wins, so the result is deterministic.
fn apportion(total: i128, weights: &[i128]) -> Vec<i128> {
    let sum: i128 = weights.iter().sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let mut parts: Vec<i128> = weights.iter().map(|weight| total * weight / sum).collect();
    let left = usize::try_from(total - parts.iter().sum::<i128>()).unwrap_or_default();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|place| std::cmp::Reverse(total * weights[*place] % sum));
    for place in order.into_iter().take(left) {
        parts[place] += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn one(total: i64, payers: &[(i64, Vec<(usize, i64)>)], shares: &[i64]) -> Split {
        let payers: Vec<Payer<'_>> =
            payers.iter().map(|(weight, uses)| Payer { weight: *weight, uses }).collect();
        split(total, &payers, shares)
    }

    #[test]
    fn a_fee_is_split_over_the_tools_of_its_account() {
        // Two accounts of the same plan: one used only tool 0, the other tool 0 once and tool 1 three times.
        let split = one(20_000, &[(1, vec![(0, 7)]), (1, vec![(0, 1), (1, 3)])], &[5_000, 2_000]);
        assert_eq!(split.gross, [12_500, 7_500]);
        assert_eq!((split.amounts, split.platform), (vec![6_250, 1_500], 12_250));
    }

    #[test]
    fn a_bot_that_runs_its_own_tool_gains_only_from_its_own_fee() {
        let honest = |robot: Vec<(usize, i64)>| {
            let mut payers = vec![(1, robot)];
            payers.extend((0..9).map(|_| (1, vec![(0, 1)])));
            one(100_000, &payers, &[7_000, 7_000])
        };
        assert_eq!(honest(vec![]).amounts, [63_000, 0]);
        for runs in [1, 1_000, 100_000_000] {
            let split = honest(vec![(1, runs)]);
            // 70 % of the tenth that the bot pays, and nothing of what others pay.
            assert_eq!(split.amounts, [63_000, 7_000], "{runs} runs");
        }
    }

    #[test]
    fn unused_fees_go_to_the_platform() {
        assert_eq!(one(999, &[], &[9_000]).platform, 999);
        assert_eq!(one(999, &[(0, vec![(0, 5)])], &[9_000]).platform, 999);
        assert_eq!(one(999, &[(3, vec![])], &[9_000]).platform, 999);
        assert_eq!(
            one(0, &[(3, vec![(0, 1)])], &[9_000]),
            Split { gross: vec![0], amounts: vec![0], platform: 0 }
        );
    }

    #[test]
    fn small_parts_of_many_fees_are_not_rounded_away() {
        // Each account's part is a tenth of a cent, and a hundredth of that belongs to tool 1.
        let payers: Vec<(i64, Vec<(usize, i64)>)> = (0..10_000).map(|_| (1, vec![(0, 99), (1, 1)])).collect();
        let split = one(1_000, &payers, &[0, WHOLE]);
        assert_eq!((split.gross, split.amounts, split.platform), (vec![990, 10], vec![0, 10], 990));
    }

    #[test]
    fn parts_sum_up_and_differ_by_less_than_a_unit() {
        let mut random = StdRng::seed_from_u64(27);
        for round in 0..2_000 {
            let tools = random.random_range(1..8);
            let shares: Vec<i64> = (0..tools).map(|_| random.random_range(0..=WHOLE)).collect();
            let mut payers: Vec<(i64, Vec<(usize, i64)>)> = Vec::new();
            for _ in 0..random.random_range(0..12) {
                let mut uses = Vec::new();
                for tool in 0..tools {
                    if random.random_bool(0.5) {
                        uses.push((tool, random.random_range(1..5_000)));
                    }
                }
                payers.push((random.random_range(0..400_000_000_000), uses));
            }
            let total = random.random_range(0..=1_000_000_000_000);
            let split = one(total, &payers, &shares);
            assert_eq!(split.amounts.iter().sum::<i64>() + split.platform, total, "round {round}");
            assert!(split.platform >= 0 && split.amounts.iter().all(|amount| *amount >= 0), "round {round}");
            for (place, bps) in shares.iter().enumerate() {
                let exact = exactly(total, &payers, place) * *bps as f64 / WHOLE as f64;
                let away = (split.amounts[place] as f64 - exact).abs();
                assert!(away < 1.01, "round {round}: {} is {away} away", split.amounts[place]);
            }
        }
    }

    /// The exact part of a tool, in floating point.
    fn exactly(total: i64, payers: &[(i64, Vec<(usize, i64)>)], tool: usize) -> f64 {
        let weights: f64 = payers.iter().map(|(weight, _)| *weight as f64).sum();
        let of = |(weight, uses): &(i64, Vec<(usize, i64)>)| {
            let runs: i64 = uses.iter().map(|(_, runs)| runs).sum();
            let own: i64 = uses.iter().filter(|(used, _)| *used == tool).map(|(_, runs)| runs).sum();
            if runs == 0 || weights == 0.0 {
                0.0
            } else {
                total as f64 * *weight as f64 / weights * own as f64 / runs as f64
            }
        };
        payers.iter().map(of).sum()
    }
}
