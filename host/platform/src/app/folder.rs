//! The data folder, readable only by the server's user.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::db::Place;

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;
/// Permission bits of group and others.
const OTHERS: u32 = 0o077;

/// Creates the folder and removes the permissions of other users from its content. New files of this process get no
/// such permissions either, because libraries create the database and SQLite's extra files.
pub(super) fn open(data: &Path, database: &Place) -> anyhow::Result<()> {
    // SAFETY: the call cannot fail and touches no memory.
    unsafe { libc::umask(0o077) };
    fs::create_dir_all(data)
        .with_context(|| format!("cannot create the data folder {} (SITEWRIGHT_DATA)", data.display()))?;
    close(data);
    if let Place::Sqlite(file) = database {
        for suffix in ["", "-wal", "-shm"] {
            let mut name = file.clone().into_os_string();
            name.push(suffix);
            close(&PathBuf::from(name));
        }
    }
    Ok(())
}

/// Removes the permissions of others from a file, or from a folder and its content. Files of another owner stay
/// unchanged: the machine's administrator may have put them there.
fn close(path: &Path) {
    let Ok(about) = fs::symlink_metadata(path) else { return };
    if about.is_symlink() {
        return;
    }
    let wanted = if about.is_dir() { FOLDER } else { FILE };
    if about.mode() & OTHERS != 0
        && let Err(error) = fs::set_permissions(path, fs::Permissions::from_mode(wanted))
    {
        tracing::warn!(path = %path.display(), %error, "other users can read a file: its permissions could not be changed");
    }
    if about.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| close(&entry.path()));
    }
}

/// Reads the key, or creates one.
pub(super) fn secret_key(file: &Path) -> anyhow::Result<[u8; 32]> {
    if !file.exists() {
        let fresh: [u8; 32] = rand::random();
        let mut out = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(FILE)
            .open(file)
            .with_context(|| format!("cannot create the key {}", file.display()))?;
        out.write_all(hex::encode(fresh).as_bytes())?;
        return Ok(fresh);
    }
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the key {}", file.display()))?;
    key_of(&text).with_context(|| format!("{} is damaged; delete it to generate a new one", file.display()))
}

pub(super) fn key_of(text: &str) -> anyhow::Result<[u8; 32]> {
    let mut key = [0; 32];
    hex::decode_to_slice(text.trim(), &mut key)?;
    Ok(key)
}
