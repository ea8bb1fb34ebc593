//! The tables in which a crawl describes pages and a site to rule packs.
//!
//! One layout serves the crawler that writes facts, the components that read them, and the storage between. A
//! [`Table`] is two buffers, cells and text, so that a batch of pages crosses the boundary of a component as two copies
//! for each table, and is stored as it is. [`layout`] lists the tables and their columns; a later version may append
//! tables and columns, so readers use the width that comes with a table.
//!
//! The first table of a batch of pages is [`pages`](Pages); the rows of its other tables belong to one page each, and
//! the page has their range. The tables of a site are answers to the questions of a check of the whole site.

mod layout;
mod select;
mod stored;
mod table;

pub use layout::*;
pub use select::{Condition, Selection, Test, Unanswered, pages_of, select};
pub use stored::{Damaged, Stored};
pub use table::{Cells, Column, Kind, Layout, Row, Table, View};

/// A number that is not known, such as the depth of a page to which no path of links leads.
pub const UNKNOWN: u32 = u32::MAX;
