//! Reads the archive strictly.
//!
//! Most ZIP readers are lenient: they find the directory wherever it is, skip bytes between the entries and trust one
//! of the two headers. So two readers can see two different packages in the same bytes, and a reviewer would approve
//! something that the host does not run. This reader accepts one layout only: entries without gaps, both headers
//! equal, then the directory, then its end at the end of the file.

mod directory;
mod unpack;

use std::collections::{BTreeMap, BTreeSet};

use crate::layout::is_safe;
use crate::{Code, Limits, Problem, Problems};

use directory::Entry;

/// The files of a package that could be read.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    /// All names in the directory, including files that could not be unpacked.
    pub names: BTreeSet<String>,
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Archive {
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// The files below a folder, sorted by name.
    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let inside = move |(name, _): &(&String, &Vec<u8>)| name.starts_with(folder);
        self.files.iter().filter(inside).map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }
}

/// Reads every file; `None` if the bytes are not an archive.
pub(crate) fn read(bytes: &[u8], limits: &Limits, found: &mut Problems) -> Option<Archive> {
    if bytes.len() as u64 > limits.file_bytes {
        found.add(Problem::at(Code::FileTooLarge, "").with("max_mb", limits.file_bytes >> 20));
        return None;
    }
    let entries = match directory::read(bytes, limits, found) {
        Ok(entries) => entries,
        Err(problem) => {
            found.add(problem);
            return None;
        }
    };
    check_names(&entries, found);
    let mut archive = Archive::default();
    let mut left = limits.total_bytes;
    for entry in &entries {
        archive.names.insert(entry.name.clone());
        if let Some(file) = unpack::unpack(bytes, entry, limits, &mut left, found) {
            archive.files.entry(entry.name.clone()).or_insert(file);
        }
    }
    Some(archive)
}

fn check_names(entries: &[Entry], found: &mut Problems) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for entry in entries {
        let name = entry.name.as_str();
        if !is_safe(name) {
            found.at(name, Code::NameUnsafe);
        }
        match seen.insert(name.to_lowercase(), name) {
            Some(other) if other == name => found.at(name, Code::NameTwice),
            Some(other) => found.add(Problem::at(Code::NameCase, name).with("other", other)),
            None => {}
        }
    }
}
