//! `manifest.json`: the list of the package's files, so that one signature covers all of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::archive::Archive;
use crate::layout::{CONTENTS, SIGNATURE};
use crate::{Code, Problem, Problems, json};

/// The only format. It changes if older packages could be misread.
pub(crate) const FORMAT: u32 = 1;

/// `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contents {
    pub format: u32,
    /// Every file except this one and its signature.
    pub files: BTreeMap<String, Listed>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    pub bytes: u64,
    pub sha256: String,
}

/// Read before the other fields, which may differ in another format.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl Contents {
    pub fn of(files: &BTreeMap<String, Vec<u8>>) -> Self {
        let listed = files.iter().filter(|(name, _)| is_listed(name));
        let listed = listed
            .map(|(name, file)| (name.clone(), Listed { bytes: file.len() as u64, sha256: digest(file) }));
        Self { format: FORMAT, files: listed.collect() }
    }
}

/// The SHA-256 of some bytes, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn is_listed(name: &str) -> bool {
    name != CONTENTS && name != SIGNATURE
}

/// Checks that the files match the list.
pub(crate) fn check(archive: &Archive, found: &mut Problems) {
    let Some(bytes) = archive.get(CONTENTS) else { return };
    let Some(head) = json::read::<Head>(bytes, CONTENTS, found) else { return };
    if head.format != FORMAT {
        found.add(Problem::at(Code::FormatUnknown, CONTENTS).with("known", FORMAT));
        return;
    }
    let Some(contents) = json::read::<Contents>(bytes, CONTENTS, found) else { return };
    for (name, listed) in &contents.files {
        match archive.get(name) {
            Some(file) if file.len() as u64 != listed.bytes => found.at(name, Code::SizeWrong),
            Some(file) if digest(file) != listed.sha256 => found.at(name, Code::DigestWrong),
            // A file that could not be unpacked was already reported.
            None if !archive.names.contains(name) => found.at(name, Code::FileAbsent),
            _ => {}
        }
    }
    for name in archive.names.iter().filter(|name| is_listed(name)) {
        if !contents.files.contains_key(name) {
            found.at(name, Code::FileUnlisted);
        }
    }
}
