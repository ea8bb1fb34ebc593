//! Client connections: how many are allowed, and which are closed to make room.
//!
//! A client is unknown until its first request, so room cannot be reserved for users. Instead a new connection
//! replaces the oldest idle one that has never carried a signed-in request.

mod stream;

use std::os::fd::{AsRawFd as _, RawFd};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};

use tokio::net::TcpStream;

use crate::config::Config;
use crate::libraries::*;
use crate::rate;

pub(super) use stream::Stream;

/// Descriptors for everything other than client connections: database, files, other servers.
const OTHER_FILES: u64 = 4;
/// More connections need more memory than a typical server has.
const MOST: usize = 50_000;

/// Timeouts of a connection.
#[derive(Debug, Clone, Copy)]
struct Patience {
    header: Duration,
    idle: Duration,
    write: Duration,
}

/// The connections of all ports.
pub struct Connections {
    table: Mutex<Table>,
    most: usize,
    /// `None` behind a proxy, because all clients share its address.
    most_of_one: Option<usize>,
    patience: Patience,
    began: Instant,
}

#[derive(Default)]
struct Table {
    next: u64,
    connections: BTreeMap<u64, Arc<Connection>>,
    of_one: HashMap<IpAddr, usize>,
}

/// One connection.
pub(crate) struct Connection {
    id: u64,
    place: IpAddr,
    /// `None` once it is closed: the number may be reused for another file then.
    file: Mutex<Option<RawFd>>,
    /// Requests that are being handled.
    busy: AtomicU32,
    /// Whether it carried a request of a signed-in user or of an API key.
    is_known: AtomicBool,
    /// Whether it became a WebSocket, which has its own timeouts.
    is_socket: AtomicBool,
    /// Milliseconds of the server's clock; 0 for never. Since when it waits for a request,
    idle_since: AtomicU64,
    /// since when a request is incomplete,
    head_since: AtomicU64,
    /// and since when its client reads nothing.
    stalled_since: AtomicU64,
}

impl Connections {
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

    /// Admits a connection; `None` if there is no room.
    pub(super) fn admit(self: &Arc<Self>, stream: TcpStream, address: IpAddr) -> Option<Stream> {
        let place = rate::place(address);
        let mut table = self.table();
        let of_one = table.of_one.get(&place).copied().unwrap_or_default();
        if self.most_of_one.is_some_and(|most| of_one >= most) {
            return None;
        }
        if table.connections.len() >= self.most && table.cut_waiting(1) == 0 {
            return None;
        }
        table.next += 1;
        let connection = Arc::new(Connection {
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
        table.connections.insert(connection.id, connection.clone());
        *table.of_one.entry(place).or_default() += 1;
        Some(Stream::new(stream, connection, self.clone()))
    }

    /// Makes room when no descriptors are left; returns the number of closed connections.
    pub(super) fn relieve(&self) -> usize {
        let mut table = self.table();
        let some = table.connections.len() / 16 + 1;
        table.cut_waiting(some)
    }

    /// Closes connections over their timeouts. When the server stops, incomplete requests are not waited for.
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
            .connections
            .values()
            .filter(|connection| {
                let waits = connection.waits();
                (waits && (over(&connection.head_since, header) || over(&connection.idle_since, idle)))
                    || over(&connection.stalled_since, write)
            })
            .map(|connection| connection.id)
            .collect();
        for id in late {
            table.cut(id);
        }
    }

    /// The sweep interval.
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
    /// Closes the oldest idle connections without a signed-in request; returns their number.
    fn cut_waiting(&mut self, most: usize) -> usize {
        let is_free = |one: &&Arc<Connection>| one.waits() && !one.is_known.load(Relaxed);
        let waiting = self.connections.values().filter(is_free);
        let ids: Vec<u64> = waiting.take(most).map(|connection| connection.id).collect();
        for id in &ids {
            self.cut(*id);
        }
        ids.len()
    }

    fn cut(&mut self, id: u64) {
        if let Some(connection) = self.remove(id) {
            connection.shut();
        }
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Connection>> {
        let connection = self.connections.remove(&id)?;
        if let Some(count) = self.of_one.get_mut(&connection.place) {
            *count -= 1;
            if *count == 0 {
                self.of_one.remove(&connection.place);
            }
        }
        Some(connection)
    }
}

impl Connection {
    /// Exempts it from closing: it belongs to a known user.
    pub(super) fn know(&self) {
        self.is_known.store(true, Relaxed);
    }

    /// From here on its own protocol limits its silence.
    pub(super) fn becomes_socket(&self) {
        self.is_socket.store(true, Relaxed);
    }

    fn waits(&self) -> bool {
        self.busy.load(Relaxed) == 0 && !self.is_socket.load(Relaxed)
    }

    /// Shuts down both directions, which wakes readers and writers.
    fn shut(&self) {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = *file {
            // SAFETY: the descriptor is open, since `Stream` takes it out under this lock before it is closed.
            unsafe { libc::shutdown(file, libc::SHUT_RDWR) };
        }
    }
}

/// A request that is being handled, until the last byte of the response.
pub(super) struct Busy {
    connection: Arc<Connection>,
    connections: Arc<Connections>,
}

impl Busy {
    pub fn new(connection: &Arc<Connection>, connections: &Arc<Connections>) -> Self {
        connection.busy.fetch_add(1, Relaxed);
        connection.head_since.store(0, Relaxed);
        connection.idle_since.store(0, Relaxed);
        Self { connection: connection.clone(), connections: connections.clone() }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        if self.connection.busy.fetch_sub(1, Relaxed) == 1 {
            self.connection.idle_since.store(self.connections.now(), Relaxed);
        }
    }
}

/// Three quarters of this process's descriptor limit.
fn room() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call only writes the struct that it is given.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) == 0 };
    let files = if known { limit.rlim_cur } else { 1024 };
    usize::try_from(files - files / OTHER_FILES).unwrap_or(MOST).min(MOST)
}
