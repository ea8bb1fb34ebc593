//! Connections of clients: how many there may be, and which are cut because they only take up room.
//!
//! Nobody is known before their first request, so room cannot be kept by asking who comes. Instead a new connection takes the place of the
//! oldest one that waits for a request and has never brought one of somebody signed in.

mod stream;

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    os::fd::{AsRawFd as _, RawFd},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use tokio::net::TcpStream;

use crate::platform::{config::Config, rate};

pub(super) use stream::Stream;

/// Descriptors for everything that is no connection of a client: database, files, other servers.
const OTHER_FILES: u64 = 4;
/// More connections need more memory than a server of this kind has.
const MOST: usize = 50_000;

/// How long a connection may wait for what.
#[derive(Debug, Clone, Copy)]
struct Patience {
    header: Duration,
    idle: Duration,
    write: Duration,
}

/// The connections of all ports.
pub struct Lines {
    table: Mutex<Table>,
    most: usize,
    /// None behind a proxy, whose address all have.
    most_of_one: Option<usize>,
    patience: Patience,
    began: Instant,
}

#[derive(Default)]
struct Table {
    next: u64,
    lines: BTreeMap<u64, Arc<Line>>,
    of_one: HashMap<IpAddr, usize>,
}

/// One connection.
pub(crate) struct Line {
    id: u64,
    place: IpAddr,
    /// None once it is closed: the number may belong to another file then.
    file: Mutex<Option<RawFd>>,
    /// Requests that are being answered.
    busy: AtomicU32,
    /// Whether it brought a request of somebody signed in, or of a program with a key.
    is_known: AtomicBool,
    /// Whether it became a socket, which has its own rules for silence.
    is_socket: AtomicBool,
    /// Milliseconds of the server's clock; 0 for never. Since when it waits for a request,
    idle_since: AtomicU64,
    /// since when a request is incomplete,
    head_since: AtomicU64,
    /// and since when its client takes nothing of what is written.
    stalled_since: AtomicU64,
}

impl Lines {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            table: Mutex::default(),
            most: config.connections.unwrap_or_else(room),
            most_of_one: (!config.trust_forwarded).then_some(config.connections_per_address),
            patience: Patience {
                header: config.header_timeout,
                idle: config.idle_timeout,
                write: config.write_timeout,
            },
            began: Instant::now(),
        }
    }

    /// Takes a connection in; none where there is no room for it.
    pub(super) fn admit(self: &Arc<Self>, stream: TcpStream, address: IpAddr) -> Option<Stream> {
        let place = rate::place(address);
        let mut table = self.table();
        let of_one = table.of_one.get(&place).copied().unwrap_or_default();
        if self.most_of_one.is_some_and(|most| of_one >= most) {
            return None;
        }
        if table.lines.len() >= self.most && table.cut_waiting(1) == 0 {
            return None;
        }
        table.next += 1;
        let line = Arc::new(Line {
            id: table.next,
            place,
            file: Mutex::new(Some(stream.as_raw_fd())),
            busy: AtomicU32::new(0),
            is_known: AtomicBool::new(false),
            is_socket: AtomicBool::new(false),
            idle_since: AtomicU64::new(self.now()),
            head_since: AtomicU64::new(0),
            stalled_since: AtomicU64::new(0),
        });
        table.lines.insert(line.id, line.clone());
        *table.of_one.entry(place).or_default() += 1;
        Some(Stream::new(stream, line, self.clone()))
    }

    /// Makes room when there are no descriptors left; how many connections were cut.
    pub(super) fn relieve(&self) -> usize {
        let mut table = self.table();
        let some = table.lines.len() / 16 + 1;
        table.cut_waiting(some)
    }

    /// Cuts those that have been waiting for too long. When the server stops nobody waits for half a request.
    pub(super) fn sweep(&self, stopping: bool) {
        let now = self.now();
        let over = |since: &AtomicU64, patience: Duration| {
            let since = since.load(Relaxed);
            since != 0 && u128::from(now.saturating_sub(since)) >= patience.as_millis()
        };
        let Patience { header, idle, write } = self.patience;
        let header = if stopping { header.min(Duration::from_secs(1)) } else { header };
        let mut table = self.table();
        let late: Vec<u64> = table
            .lines
            .values()
            .filter(|line| {
                let waits = line.waits();
                (waits && (over(&line.head_since, header) || over(&line.idle_since, idle)))
                    || over(&line.stalled_since, write)
            })
            .map(|line| line.id)
            .collect();
        for id in late {
            table.cut(id);
        }
    }

    /// How often to sweep.
    pub(super) fn pace(&self) -> Duration {
        let Patience { header, idle, write } = self.patience;
        (header.min(idle).min(write) / 4).clamp(Duration::from_millis(10), Duration::from_secs(1))
    }

    /// Milliseconds of the server's clock, never 0.
    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX - 1) + 1
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Cuts the oldest connections that wait for a request of nobody known; how many there were.
    fn cut_waiting(&mut self, most: usize) -> usize {
        let waiting = self.lines.values().filter(|line| line.waits() && !line.is_known.load(Relaxed));
        let ids: Vec<u64> = waiting.take(most).map(|line| line.id).collect();
        for id in &ids {
            self.cut(*id);
        }
        ids.len()
    }

    fn cut(&mut self, id: u64) {
        if let Some(line) = self.remove(id) {
            line.shut();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Line>> {
        let line = self.lines.remove(&id)?;
        if let Some(count) = self.of_one.get_mut(&line.place) {
            *count -= 1;
            if *count == 0 {
                self.of_one.remove(&line.place);
            }
        }
        Some(line)
    }
}

impl Line {
    /// Keeps it when room is needed: it belongs to somebody.
    pub(super) fn know(&self) {
        self.is_known.store(true, Relaxed);
    }

    /// From here on its own protocol says how long it may be silent.
    pub(super) fn becomes_socket(&self) {
        self.is_socket.store(true, Relaxed);
    }

    fn waits(&self) -> bool {
        self.busy.load(Relaxed) == 0 && !self.is_socket.load(Relaxed)
    }

    /// Ends both directions, which wakes up whoever reads or writes.
    fn shut(&self) {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = *file {
            // SAFETY: the descriptor is open, since `Stream` takes it out under this lock before it is closed.
            unsafe { libc::shutdown(file, libc::SHUT_RDWR) };
        }
    }
}

/// A request that is being answered, until the last byte of the answer.
pub(super) struct Busy {
    line: Arc<Line>,
    lines: Arc<Lines>,
}

impl Busy {
    pub fn new(line: &Arc<Line>, lines: &Arc<Lines>) -> Self {
        line.busy.fetch_add(1, Relaxed);
        line.head_since.store(0, Relaxed);
        line.idle_since.store(0, Relaxed);
        Self { line: line.clone(), lines: lines.clone() }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if self.line.busy.fetch_sub(1, Relaxed) == 1 {
            self.line.idle_since.store(self.lines.now(), Relaxed);
        }
    }
}

/// Three quarters of the descriptors that this process may have.
fn room() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call only writes the struct that it is given.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) == 0 };
    let files = if known { limit.rlim_cur } else { 1024 };
    usize::try_from(files - files / OTHER_FILES).unwrap_or(MOST).min(MOST)
}
