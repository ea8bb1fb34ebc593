//! Personal data of each slice, so that a user's data can be exported and deleted completely.
//!
//! Each slice describes its own data; `lib.rs` collects the descriptions. A test looks in the database for tables
//! that refer to users and are missing here.

use futures::{future::BoxFuture, stream::BoxStream};
use serde::Serialize;

use crate::platform::{app::App, db::Conn, error::Result};

/// The data that one slice keeps about an account.
#[derive(Clone, Copy, Default)]
pub struct Belongings {
    /// Tables and their account id column. Their rows are deleted with the account; rows that refer to them are
    /// deleted too.
    pub tables: &'static [(&'static str, &'static str)],
    /// Files for the export, a few KB each.
    pub export: Option<Export>,
    /// Files for the export that are made one by one while sending, because together they do not fit into memory.
    pub files: Option<Files>,
    /// Whether the account has unfinished work, which prevents deletion.
    pub busy: Option<Busy>,
    /// Runs before the rows are deleted; it may refuse.
    pub leave: Option<Leave>,
}

pub type Export = for<'a> fn(&'a mut Conn, &'a str) -> BoxFuture<'a, Result<Vec<File>>>;
pub type Files = fn(App, String) -> BoxStream<'static, Result<File>>;
pub type Leave = for<'a> fn(&'a mut Conn, &'a str) -> BoxFuture<'a, Result<()>>;
pub type Busy = for<'a> fn(&'a mut Conn, &'a str) -> BoxFuture<'a, Result<bool>>;

/// A file of the export.
pub struct File {
    /// Path inside the archive.
    pub path: String,
    pub content: Vec<u8>,
}

impl File {
    /// A file with readable JSON.
    pub fn json(path: &str, value: &impl Serialize) -> Result<Self> {
        Ok(Self { path: path.to_owned(), content: serde_json::to_vec_pretty(value)? })
    }
}

/// The descriptions of all slices.
pub struct Personal(pub Vec<Belongings>);
