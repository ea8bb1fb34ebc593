//! Answers on disk whose visits the caller has not stored yet. A crawl that goes on takes them from there, so that only
//! requests without an answer are sent again.
//!
//! Answers are appended to files without waiting for the disk: they survive the end of the process, not of the machine. A
//! file is deleted when all of its answers are stored. An answer that was being written when the process ended is cut, and
//! ignored. If the disk is full, the crawl goes on without.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};

use crate::fetch::{BodyEnd, Reply, Version};
use crate::frontier::Kind;

use super::fetching::Request;

/// Bytes after which a new file is begun: they are deleted soon after, mostly before the system writes them.
const FILE_BYTES: usize = 4 * 1024 * 1024;
/// Bytes of a body as transferred that is kept: all that are not stored are in memory when a crawl is resumed. Very few
/// pages are longer, and those are requested again.
const BODY_BYTES: usize = 512 * 1024;
/// Bytes of an answer's head or body in an undamaged file.
const MOST_BYTES: u32 = 1024 * 1024;

/// An answer without its body.
#[derive(Serialize, Deserialize)]
struct Head<'a> {
    kind: Kind,
    url: &'a str,
    status: u16,
    version: Version,
    /// Each byte of a value is a character.
    headers: Vec<(String, String)>,
    body_end: BodyEnd,
    transferred: u64,
    first_byte: Duration,
    total: Duration,
    server: Option<SocketAddr>,
    certificate_until: Option<i64>,
}

#[derive(Default)]
pub(super) struct Journal {
    /// `None` if nothing is kept.
    folder: Option<PathBuf>,
    newest: u32,
    /// The newest file, and its bytes.
    file: Option<(File, usize)>,
    /// Answers of each file that are not stored.
    open: BTreeMap<u32, usize>,
    /// The file of an answer, by the number of its address.
    files: HashMap<u32, u32>,
    /// Numbers of the addresses in each batch that was sent and is not stored, and how many batches are stored.
    sent: VecDeque<Vec<u32>>,
    stored: u64,
    /// Answers of an earlier part of the crawl that no request has asked for, with their files.
    earlier: HashMap<(Kind, Box<str>), (u32, Reply)>,
}

impl Journal {
    /// Reads what an earlier part of the crawl has left.
    pub fn open(folder: Option<&Path>) -> Self {
        let Some(folder) = folder else { return Self::default() };
        let mut journal = Self { folder: Some(folder.to_owned()), ..Self::default() };
        if fs::create_dir_all(folder).and_then(|()| journal.read(folder)).is_err() {
            journal.folder = None;
        }
        journal
    }

    fn read(&mut self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let Some(number) = name.and_then(|name| name.parse().ok()) else { continue };
            self.newest = self.newest.max(number);
            let mut file = io::BufReader::new(File::open(&path)?);
            while let Some((kind, url, reply)) = read_answer(&mut file) {
                self.earlier.insert((kind, url), (number, reply));
            }
        }
        for (number, _) in self.earlier.values() {
            *self.open.entry(*number).or_default() += 1;
        }
        Ok(())
    }

    /// The answer to a request that an earlier part of the crawl has sent.
    pub fn take(&mut self, request: &Request) -> Option<Reply> {
        if self.earlier.is_empty() {
            return None;
        }
        let (file, reply) = self.earlier.remove(&(request.kind, request.url.clone()))?;
        self.files.insert(request.number, file);
        Some(reply)
    }

    /// Keeps an answer. Its body is as transferred.
    pub fn keep(&mut self, request: &Request, reply: &Reply) {
        let Some(folder) = self.folder.as_ref().filter(|_| reply.body.len() <= BODY_BYTES) else { return };
        let head = Head {
            kind: request.kind,
            url: &request.url,
            status: reply.status,
            version: reply.version,
            headers: reply.headers.iter().map(|(name, value)| (name.to_string(), as_text(value))).collect(),
            body_end: reply.body_end,
            transferred: reply.transferred,
            first_byte: reply.first_byte,
            total: reply.total,
            server: reply.server,
            certificate_until: reply.certificate_until,
        };
        if self.file.as_ref().is_none_or(|(_, bytes)| *bytes >= FILE_BYTES) {
            self.newest += 1;
            self.file = File::create(folder.join(self.newest.to_string())).ok().map(|file| (file, 0));
        }
        let written = self.file.as_mut().and_then(|(file, bytes)| {
            *bytes += append(file, &head, &reply.body).ok()?;
            Some(())
        });
        if written.is_none() {
            self.folder = None;
            return;
        }
        *self.open.entry(self.newest).or_default() += 1;
        self.files.insert(request.number, self.newest);
    }

    /// Notes that a batch with the visits of these addresses was sent to the caller.
    pub fn sent(&mut self, numbers: impl Iterator<Item = u32>) {
        self.sent.push_back(numbers.collect());
    }

    /// Forgets the answers of the batches that the caller has stored.
    pub fn stored(&mut self, batches: u64) {
        while self.stored < batches {
            self.stored += 1;
            for number in self.sent.pop_front().unwrap_or_default() {
                if let Some(file) = self.files.remove(&number) {
                    self.forget(file);
                }
            }
        }
    }

    fn forget(&mut self, file: u32) {
        let Some(open) = self.open.get_mut(&file) else { return };
        *open -= 1;
        if *open > 0 {
            return;
        }
        self.open.remove(&file);
        if file == self.newest {
            self.file = None;
        }
        if let Some(folder) = &self.folder {
            // What stays is read again, and not asked for.
            let _ = fs::remove_file(folder.join(file.to_string()));
        }
    }
}

/// Appends an answer, and returns its bytes.
fn append(file: &mut File, head: &Head<'_>, body: &[u8]) -> io::Result<usize> {
    let head = serde_json::to_vec(head)?;
    let mut bytes = Vec::with_capacity(8 + head.len() + body.len());
    for part in [&head[..], body] {
        bytes.extend(u32::try_from(part.len()).map_err(io::Error::other)?.to_le_bytes());
    }
    bytes.extend(head);
    bytes.extend(body);
    file.write_all(&bytes)?;
    Ok(bytes.len())
}

/// The next answer of a file; `None` at its end, and where it is damaged.
fn read_answer(file: &mut impl io::Read) -> Option<(Kind, Box<str>, Reply)> {
    let mut length = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).ok()?;
        Some(u32::from_le_bytes(bytes)).filter(|length| *length <= MOST_BYTES)
    };
    let lengths = [length()?, length()?];
    let [head, body] = lengths.map(|length| {
        let mut bytes = Vec::new();
        file.take(length.into()).read_to_end(&mut bytes).ok()?;
        (bytes.len() == length as usize).then_some(bytes)
    });
    let head = head?;
    let head: Head<'_> = serde_json::from_slice(&head).ok()?;
    let mut headers = HeaderMap::new();
    for (name, value) in &head.headers {
        headers.append(HeaderName::try_from(name).ok()?, of_text(value)?);
    }
    let reply = Reply {
        status: head.status,
        version: head.version,
        headers,
        body: body?,
        body_end: head.body_end,
        transferred: head.transferred,
        first_byte: head.first_byte,
        total: head.total,
        server: head.server,
        certificate_until: head.certificate_until,
    };
    Some((head.kind, head.url.into(), reply))
}

fn as_text(value: &HeaderValue) -> String {
    value.as_bytes().iter().map(|byte| char::from(*byte)).collect()
}

fn of_text(value: &str) -> Option<HeaderValue> {
    let bytes: Option<Vec<u8>> = value.chars().map(|letter| u8::try_from(letter).ok()).collect();
    HeaderValue::from_bytes(&bytes?).ok()
}
