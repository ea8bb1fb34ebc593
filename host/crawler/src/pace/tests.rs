use super::*;

/// A server and its clock: requests end in the order in which they are due.
struct Simulation {
    pace: Pace,
    now: Instant,
    open: Vec<(Instant, Instant, Ended)>,
    starts: Vec<Instant>,
}

impl Simulation {
    fn new(settings: Settings) -> Self {
        Self { pace: Pace::new(settings), now: Instant::now(), open: Vec::new(), starts: Vec::new() }
    }

    /// Makes requests until the pace forbids it or the count is reached; `server` tells from the number of open requests
    /// how long each takes and how it ends.
    fn run(&mut self, count: usize, server: impl Fn(usize) -> (Duration, Ended)) -> Turn {
        let end = self.starts.len() + count;
        loop {
            let turn = self.pace.turn(self.now);
            match turn {
                Turn::Never => return turn,
                Turn::Now if self.starts.len() == end => return turn,
                Turn::Now => {
                    self.pace.start(self.now);
                    self.starts.push(self.now);
                    let (time, ended) = server(self.open.len() + 1);
                    self.open.push((self.now + time, self.now, ended));
                    assert!(self.open.len() <= self.pace.allowed());
                }
                Turn::At(at) if !self.open.iter().any(|(end, ..)| *end < at) => self.now = at,
                Turn::At(_) | Turn::Later => self.end_one(),
            }
        }
    }

    fn end_one(&mut self) {
        let (index, _) =
            self.open.iter().enumerate().min_by_key(|(_, open)| open.0).expect("an open request");
        let (end, started, ended) = self.open.remove(index);
        self.now = end.max(self.now);
        self.pace.end(started, self.now, ended);
    }
}

const MS: Duration = Duration::from_millis(1);

fn answered(time: Duration) -> (Duration, Ended) {
    (time, Ended::Answered(time))
}

#[test]
fn the_pace_grows_to_its_limit_while_answers_stay_fast() {
    let mut site = Simulation::new(Settings { concurrency: 16, ..Settings::default() });
    assert_eq!(site.pace.allowed(), 2);
    site.run(10, |_| answered(50 * MS));
    assert!((3..16).contains(&site.pace.allowed()), "{}", site.pace.allowed());
    site.run(200, |_| answered(50 * MS));
    assert_eq!(site.pace.allowed(), 16);
    assert_eq!(Pace::new(Settings { concurrency: 1, ..Settings::default() }).allowed(), 1);
}

#[test]
fn slower_answers_slow_the_pace_down() {
    let mut site = Simulation::new(Settings { concurrency: 32, ..Settings::default() });
    site.run(300, |open| answered(50 * MS * u32::try_from(open.saturating_sub(7).max(1)).unwrap_or(1)));
    assert!((4..14).contains(&site.pace.allowed()), "{}", site.pace.allowed());
    site.run(300, |_| answered(500 * MS));
    let slow = site.pace.allowed();
    site.run(2_000, |_| answered(500 * MS));
    assert!(slow < 14 && site.pace.allowed() > slow, "it gets used to a slower server");
}

#[test]
fn a_delay_is_kept_exactly() {
    let mut site = Simulation::new(Settings { delay: 200 * MS, ..Settings::default() });
    site.pace.at_least(500 * MS, site.now);
    assert_eq!(site.pace.turn(site.now), Turn::At(site.now + 500 * MS));
    site.run(20, |_| answered(30 * MS));
    for pair in site.starts.windows(2) {
        assert_eq!(pair[1] - pair[0], 500 * MS);
    }
}

#[test]
fn a_busy_server_gets_its_rest_after_the_first_answer() {
    let mut site = Simulation::new(Settings { concurrency: 8, ..Settings::default() });
    site.run(100, |_| answered(10 * MS));
    assert_eq!(site.pace.allowed(), 8);
    let before = site.starts.len();
    site.run(1, |_| (10 * MS, Ended::Busy(Some(Duration::from_secs(20)))));
    while !site.open.is_empty() {
        site.end_one();
    }
    assert!(site.pace.allowed() <= 4);
    let rested_from = site.now;
    site.run(1, |_| answered(10 * MS));
    assert!(site.starts[before + 1] - rested_from >= 19 * Duration::from_secs(1));
}

#[test]
fn rests_double_and_end_with_an_answer() {
    let mut site = Simulation::new(Settings { concurrency: 1, ..Settings::default() });
    site.run(4, |_| (MS, Ended::Busy(None)));
    let pauses: Vec<u64> = site.starts.windows(2).map(|pair| (pair[1] - pair[0]).as_secs()).collect();
    assert_eq!(pauses, [1, 2, 4]);
    site.run(1, |_| answered(MS));
    site.run(3, |_| (MS, Ended::Busy(None)));
    let last: Vec<u64> = site.starts.windows(2).map(|pair| (pair[1] - pair[0]).as_secs()).skip(3).collect();
    assert_eq!(last, [8, 0, 1, 2]);
}

#[test]
fn a_server_that_never_answers_is_left_alone() {
    let mut site = Simulation::new(Settings::default());
    assert_eq!(site.run(100, |_| (MS, Ended::Failed)), Turn::Never);
    assert_eq!(site.starts.len(), PATIENCE as usize);
    let mut site = Simulation::new(Settings { concurrency: 1, ..Settings::default() });
    let hour = Ended::Busy(Some(Duration::from_secs(3600)));
    assert_eq!(site.run(2, |_| (MS, hour)), Turn::Never);
    assert_eq!(site.starts.len(), 1);
}
