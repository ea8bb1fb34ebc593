//! Personal data of each slice, so that a user's data can be exported and deleted completely.
//!
//! Each slice names its tables and describes the rest of its data; `lib.rs` collects the descriptions. A test looks in
//! the database for tables that refer to users and are missing here.

use futures::stream::BoxStream;

use crate::app::App;
use crate::clock::Timestamp;
use crate::db::Conn;
use crate::error::Result;
use crate::libraries::*;
use crate::slice::Table;

/// The data that one slice keeps about an account, in addition to the rows of its tables.
#[derive(Clone, Copy, Default)]
pub struct Belongings {
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
    /// When the content was last changed.
    pub changed_at: Timestamp,
}

impl File {
    /// A file with readable JSON, which is as old as the export.
    pub fn json(path: &str, value: &impl Serialize) -> Result<Self> {
        let content = serde_json::to_vec_pretty(value)?;
        Ok(Self { path: path.to_owned(), content, changed_at: Timestamp::now() })
    }
}

/// The descriptions and tables of all slices.
pub struct Personal {
    pub belongings: Vec<Belongings>,
    pub tables: Vec<Table>,
}

impl Personal {
    /// Tables with their columns of account ids.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.tables.iter().flat_map(|table| table.accounts.iter().map(|column| (table.name, *column)))
    }
}
