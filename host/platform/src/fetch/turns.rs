//! Request pacing per site, shared by all users of the server.

use crate::libraries::*;

/// Sites that are kept before expired ones are dropped.
const MANY: usize = 1_000;

/// By site, the earliest time of the next request.
#[derive(Debug, Default)]
pub(super) struct Turns(Mutex<HashMap<String, Instant>>);

impl Turns {
    /// Reserves the next turn at a site; the one after it is a pause later. `None` if it would be too late.
    pub fn take(&self, site: &str, pause: Duration, until: Instant) -> Option<Instant> {
        let now = Instant::now();
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.len() >= MANY {
            turns.retain(|_, free| *free > now);
        }
        let turn = turns.get(site).map_or(now, |free| (*free).max(now));
        if turn > until {
            return None;
        }
        turns.insert(site.to_owned(), turn.checked_add(pause)?);
        Some(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_to_a_site_are_spaced_and_late_ones_are_refused() {
        let (turns, pause) = (Turns::default(), Duration::from_secs(10));
        let until = Instant::now() + Duration::from_secs(15);
        let first = turns.take("https://a.example", pause, until).expect("a turn");
        let second = turns.take("https://a.example", pause, until).expect("a turn");
        assert_eq!(second - first, pause);
        assert_eq!(turns.take("https://a.example", pause, until), None);
        assert!(turns.take("https://b.example", pause, until).is_some());
        assert_eq!(turns.take("https://a.example", pause, until + pause), Some(second + pause));
    }
}
