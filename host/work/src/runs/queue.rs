//! The fair queue. Accounts take turns, so that a user who starts two hundred runs does not delay others; within an
//! account the order is FIFO.

use std::collections::{HashMap, VecDeque};

/// Limits of running and waiting runs.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Runs of all accounts that run at the same time.
    pub running: usize,
    pub running_per_account: usize,
    pub waiting: usize,
    pub waiting_per_account: usize,
}

/// Why a run is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    Account,
    All,
}

/// Ids of waiting runs and counts of running ones. Has no access to time, tasks or the database.
#[derive(Debug)]
pub struct Queue {
    limits: Limits,
    lanes: HashMap<String, Lane>,
    /// Accounts that could start a run now, in order; each at most once.
    turns: VecDeque<String>,
    waiting: usize,
    running: usize,
    /// Places reserved for runs that are being stored.
    promised: usize,
}

#[derive(Debug, Default)]
struct Lane {
    waiting: VecDeque<String>,
    running: usize,
    promised: usize,
    /// Whether the account is in `turns`.
    in_turn: bool,
}

impl Queue {
    pub fn new(limits: Limits) -> Self {
        Self { limits, lanes: HashMap::new(), turns: VecDeque::new(), waiting: 0, running: 0, promised: 0 }
    }

    /// Reserves a place for a run of the account; `push` uses it and `forgo` releases it.
    pub fn promise(&mut self, account: &str) -> Result<(), Full> {
        if self.waiting + self.promised >= self.limits.waiting {
            return Err(Full::All);
        }
        let of_account = self.lanes.get(account).map_or(0, |lane| lane.waiting.len() + lane.promised);
        if of_account >= self.limits.waiting_per_account {
            return Err(Full::Account);
        }
        self.lanes.entry(account.to_owned()).or_default().promised += 1;
        self.promised += 1;
        Ok(())
    }

    /// Releases a reserved place.
    pub fn forgo(&mut self, account: &str) {
        let Some(lane) = self.lanes.get_mut(account) else { return };
        lane.promised = lane.promised.saturating_sub(1);
        self.promised = self.promised.saturating_sub(1);
        self.tidy(account);
    }

    /// Adds a run in its reserved place, at the end of its account's lane.
    pub fn push(&mut self, account: &str, run: String) {
        self.restore(account, run);
        self.forgo(account);
    }

    /// Adds a run at the end of its account's lane, regardless of limits: it was admitted before a restart.
    pub fn restore(&mut self, account: &str, run: String) {
        self.lanes.entry(account.to_owned()).or_default().waiting.push_back(run);
        self.waiting += 1;
        self.stand_in_line(account);
    }

    /// The next run to start, counted as running from now on; `None` if nothing may start.
    pub fn pop(&mut self) -> Option<String> {
        if self.running >= self.limits.running {
            return None;
        }
        let account = self.turns.pop_front()?;
        let lane = self.lanes.get_mut(&account)?;
        lane.in_turn = false;
        let run = lane.waiting.pop_front()?;
        lane.running += 1;
        self.running += 1;
        self.waiting -= 1;
        self.stand_in_line(&account);
        Some(run)
    }

    /// A running run of the account has ended.
    pub fn done(&mut self, account: &str) {
        let Some(lane) = self.lanes.get_mut(account) else { return };
        lane.running = lane.running.saturating_sub(1);
        self.running = self.running.saturating_sub(1);
        self.tidy(account);
    }

    /// Removes a waiting run; false if it does not wait any more.
    pub fn remove(&mut self, account: &str, run: &str) -> bool {
        let Some(lane) = self.lanes.get_mut(account) else { return false };
        let Some(place) = lane.waiting.iter().position(|waiting| waiting == run) else { return false };
        lane.waiting.remove(place);
        self.waiting -= 1;
        if lane.waiting.is_empty() && lane.in_turn {
            lane.in_turn = false;
            self.turns.retain(|waiting| waiting != account);
        }
        self.tidy(account);
        true
    }

    /// The position of a waiting run among those of its account, from 1.
    pub fn position(&self, account: &str, run: &str) -> Option<usize> {
        let lane = self.lanes.get(account)?;
        // Asked for right after the run was added, so it is searched from the end.
        lane.waiting.iter().rposition(|waiting| waiting == run).map(|place| place + 1)
    }

    pub fn waiting(&self) -> usize {
        self.waiting
    }

    pub fn running(&self) -> usize {
        self.running
    }

    fn stand_in_line(&mut self, account: &str) {
        let Some(lane) = self.lanes.get_mut(account) else { return };
        if !lane.in_turn && !lane.waiting.is_empty() && lane.running < self.limits.running_per_account {
            lane.in_turn = true;
            self.turns.push_back(account.to_owned());
        }
    }

    fn tidy(&mut self, account: &str) {
        self.stand_in_line(account);
        if self
            .lanes
            .get(account)
            .is_some_and(|lane| lane.running == 0 && lane.promised == 0 && lane.waiting.is_empty())
        {
            self.lanes.remove(account);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { running: 4, running_per_account: 2, waiting: 6, waiting_per_account: 5 };

    fn queue(runs: &[(&str, &str)]) -> Queue {
        let mut queue = Queue::new(LIMITS);
        for (account, run) in runs {
            queue.restore(account, (*run).to_owned());
        }
        queue
    }

    fn drain(queue: &mut Queue) -> Vec<String> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn accounts_take_turns_and_keep_their_own_order() {
        let mut queue = queue(&[("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("b", "b2")]);
        assert_eq!(drain(&mut queue), ["a1", "b1", "a2", "b2"]);
        assert_eq!((queue.running(), queue.waiting()), (4, 1));
        queue.done("b");
        assert_eq!(drain(&mut queue), [""; 0], "a runs two already");
        queue.done("a");
        assert_eq!(drain(&mut queue), ["a3"]);
    }

    #[test]
    fn no_account_runs_more_than_its_share_and_all_no_more_than_the_machine() {
        let mut one = queue(&[("a", "a1"), ("a", "a2"), ("a", "a3")]);
        assert_eq!(drain(&mut one), ["a1", "a2"]);

        let mut many = queue(&[("a", "a1"), ("b", "b1"), ("c", "c1"), ("d", "d1"), ("e", "e1")]);
        assert_eq!(drain(&mut many), ["a1", "b1", "c1", "d1"]);
        many.done("c");
        assert_eq!(drain(&mut many), ["e1"]);
    }

    #[test]
    fn too_many_waiting_runs_are_refused() {
        let mut queue = queue(&[("a", "1"), ("a", "2"), ("a", "3"), ("a", "4"), ("a", "5")]);
        assert_eq!(queue.promise("a"), Err(Full::Account));
        assert_eq!(queue.promise("b"), Ok(()));
        assert_eq!(queue.promise("c"), Err(Full::All), "the place of b is promised");
        queue.push("b", "6".into());
        assert_eq!(queue.promise("c"), Err(Full::All));
        assert!(queue.pop().is_some());
        assert_eq!(queue.promise("a"), Ok(()));
        queue.forgo("a");
        assert_eq!((queue.waiting(), queue.running()), (5, 1));
    }

    #[test]
    fn a_waiting_run_can_be_removed() {
        let mut queue = queue(&[("a", "a1"), ("a", "a2"), ("b", "b1")]);
        assert_eq!(queue.position("a", "a2"), Some(2));
        assert!(queue.remove("a", "a1"));
        assert!(!queue.remove("a", "a1"));
        assert_eq!(queue.position("a", "a2"), Some(1));
        assert!(queue.remove("b", "b1"));
        assert_eq!(drain(&mut queue), ["a2"]);
        queue.done("a");
        assert!(queue.lanes.is_empty() && queue.turns.is_empty());
    }
}
