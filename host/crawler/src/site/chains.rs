use sitewright_facts::{NewChain, Table, UNKNOWN, layouts};

use super::{State, state};

/// Steps of a chain that are followed. Google follows ten.
const STEPS: usize = 20;

/// The chains of redirects. One begins at each address that redirects, unless another chain passes it.
pub(super) fn find(states: &[State]) -> Table {
    let mut is_passed = vec![false; states.len()];
    for state in states {
        if let Some(passed) = is_passed.get_mut(state.location as usize) {
            *passed = true;
        }
    }
    let mut table = Table::new(layouts::chains.width());
    let mut group = 0;
    let mut add = |steps: &[u32], end: u32| {
        for (page, step) in steps.iter().zip(0..) {
            NewChain { group, page: *page, step, end, ..NewChain::default() }.push(&mut table);
        }
        group += 1;
    };
    let mut in_chain = vec![false; states.len()];
    // Loops that nothing leads to have no beginning: they come last, from their first address.
    for is_loop in [false, true] {
        for start in 0..states.len() {
            let is_start =
                states[start].location != UNKNOWN && !in_chain[start] && (is_loop || !is_passed[start]);
            if !is_start {
                continue;
            }
            let (steps, end) = follow(states, start as u32);
            for step in &steps {
                in_chain[*step as usize] = true;
            }
            add(&steps, end);
        }
    }
    table
}

/// The addresses of a chain, and how it ends.
fn follow(states: &[State], start: u32) -> (Vec<u32>, u32) {
    let mut steps = vec![start];
    let mut at = start;
    loop {
        let Some(here) = states.get(at as usize) else { return (steps, 2) };
        if here.location == UNKNOWN || here.location as usize >= states.len() {
            let is_fetched = !here.has(state::NOT_FETCHED);
            let is_broken = is_fetched && (here.status == 0 || here.status >= 300);
            return (steps, if is_broken { 2 } else { 0 });
        }
        let is_loop = steps.contains(&here.location);
        if is_loop || steps.len() > STEPS {
            return (steps, if is_loop { 1 } else { 3 });
        }
        at = here.location;
        steps.push(at);
    }
}
