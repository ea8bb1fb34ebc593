//! Creates packages: the same files give the same bytes.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::contents::Contents;
use crate::key::SecretKey;
use crate::layout::{CONTENTS, SIGNATURE};
use crate::{Limits, Problem, Problems, archive};

/// The files of a package by their names.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The highest compression level that every reader of the format supports.
const HARDEST: i64 = 9;

/// Writes the list of the files and packs all into one unsigned archive. It does not check the package;
/// [`Package::read`](crate::Package::read) does.
pub fn pack(mut files: Files) -> io::Result<Vec<u8>> {
    files.remove(SIGNATURE);
    files.insert(CONTENTS.to_owned(), serde_json::to_vec_pretty(&Contents::of(&files))?);
    write(&files)
}

/// Signs a package and replaces any signature that it had. The archive must be readable; its content is not checked.
pub fn sign(package: &[u8], key: &SecretKey) -> io::Result<Result<Vec<u8>, Vec<Problem>>> {
    let mut found = Problems::default();
    let archive = archive::read(package, &Limits::default(), &mut found);
    let Some(mut archive) = archive.filter(|_| found.is_empty()) else { return Ok(Err(found.into_list())) };
    let contents = archive.get(CONTENTS).unwrap_or_default();
    let signature = key.sign(contents).map_err(io::Error::other)?;
    archive.files.insert(SIGNATURE.to_owned(), signature.into_bytes());
    Ok(Ok(write(&archive.files)?))
}

fn write(files: &Files) -> io::Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(HARDEST))
        // The time and the packer's file permissions do not belong into the package.
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // The list and its signature come first, for readers that read from the start.
    let first = [CONTENTS, SIGNATURE];
    let (head, tail): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| first.contains(&name.as_str()));
    for (name, file) in head.into_iter().chain(tail) {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(file)?;
    }
    Ok(zip.finish()?.into_inner())
}
