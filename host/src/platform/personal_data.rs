//! What slices keep about a person: so that somebody's data can be exported, and deleted, as a whole.
//!
//! A slice describes its own; `lib.rs` puts the descriptions together. A test asks the database for tables that belong
//! to people and are missing here.

use futures::{future::BoxFuture, stream::BoxStream};
use serde::Serialize;

use crate::platform::{app::App, db::Conn, error::Result};

/// What one slice keeps about an account.
#[derive(Clone, Copy, Default)]
pub struct Belongings {
    /// Tables and the column with the account's id. Their rows go with the account; what refers to them goes along.
    pub tables: &'static [(&'static str, &'static str)],
    /// Files for the export, a few KB each.
    pub export: Option<Export>,
    /// Files for the export that are made one by one as they are sent, since together they do not fit into memory.
    pub files: Option<Files>,
    /// Whether work of the account still goes on, so that it cannot be deleted now.
    pub busy: Option<Busy>,
    /// What is to happen before the rows go; it may refuse.
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

/// All slices' descriptions.
pub struct Personal(pub Vec<Belongings>);
