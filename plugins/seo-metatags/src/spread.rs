//! Chooses good and distinct variants.

/// A possible variant.
pub struct Candidate<T> {
    pub value: T,
    /// Higher is better.
    pub worth: i32,
    /// Its components, each with the cost of using it once more.
    pub traits: Vec<(u32, i32)>,
}

/// At most `count` candidates, the best first, each time the best of those that still differ.
pub fn choose<T: Clone + PartialEq>(mut candidates: Vec<Candidate<T>>, count: usize) -> Vec<T> {
    let mut chosen: Vec<T> = Vec::with_capacity(count);
    while chosen.len() < count && !candidates.is_empty() {
        // The first of equals wins, so the order of the candidates decides.
        let best = candidates
            .iter()
            .enumerate()
            .min_by_key(|(place, candidate)| (-candidate.worth, *place))
            .map_or(0, |(place, _)| place);
        let best = candidates.remove(best);
        candidates.retain(|candidate| candidate.value != best.value);
        for candidate in &mut candidates {
            let shared =
                candidate.traits.iter().filter(|(name, _)| best.traits.iter().any(|(used, _)| used == name));
            candidate.worth -= shared.map(|(_, price)| price).sum::<i32>();
        }
        chosen.push(best.value);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::{Candidate, choose};

    fn candidate(value: &str, worth: i32, part: u32) -> Candidate<String> {
        Candidate { value: value.to_owned(), worth, traits: vec![(part, 10)] }
    }

    #[test]
    fn used_components_cost_more() {
        let all = || vec![candidate("a1", 9, 1), candidate("a2", 8, 1), candidate("b", 3, 2)];
        assert_eq!(choose(all(), 3), ["a1", "b", "a2"]);
        assert_eq!(choose(all(), 4).len(), 3);
        assert!(choose::<String>(Vec::new(), 2).is_empty());
    }
}
