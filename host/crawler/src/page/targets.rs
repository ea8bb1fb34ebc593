//! The addresses that the rows of a page refer to.

use sitewright_facts::{Layout, Table, Tables, UNKNOWN, layouts};

/// The table of a row that refers to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Hint,
    Link,
    Image,
    Resource,
    /// The canonical address of the page itself.
    Canonical,
    /// The target of the page's redirect.
    Location,
}

/// Calls `visit` with each address that a page refers to, and the row of its table; rows without an address are left
/// out.
pub fn targets(tables: &Tables, page: usize, mut visit: impl FnMut(Origin, u32, &str)) {
    let batch = tables.view();
    let Some(row) = batch.pages().nth(page) else { return };
    let mut call = |origin, index, url: &str| {
        if !url.is_empty() {
            visit(origin, index, url);
        }
    };
    call(Origin::Location, row.index(), row.location());
    call(Origin::Canonical, row.index(), row.canonical());
    row.hints().for_each(|hint| call(Origin::Hint, hint.index(), hint.url()));
    row.links().for_each(|link| call(Origin::Link, link.index(), link.url()));
    row.images().for_each(|image| call(Origin::Image, image.index(), image.url()));
    row.resources().for_each(|resource| call(Origin::Resource, resource.index(), resource.url()));
}

/// Sets the number of the address of a row.
pub fn set_target(tables: &mut Tables, origin: Origin, row: u32, number: u32) {
    let (table, layout, column) = match origin {
        Origin::Hint => (&mut tables.hints, layouts::hints, "target"),
        Origin::Link => (&mut tables.links, layouts::links, "target"),
        Origin::Image => (&mut tables.images, layouts::images, "target"),
        Origin::Resource => (&mut tables.resources, layouts::resources, "target"),
        Origin::Canonical => (&mut tables.pages, layouts::pages, "canonical_number"),
        Origin::Location => (&mut tables.pages, layouts::pages, "location_number"),
    };
    let cell = layout.column(column).map(|(offset, _)| row as usize * table.width as usize + offset);
    if let Some(cell) = cell.and_then(|cell| table.cells.get_mut(cell)) {
        *cell = number;
    }
}

/// Sets a column of numbers of the only page of the tables.
pub fn set_number(tables: &mut Tables, column: &str, number: u32) {
    let cell = layouts::pages.column(column).and_then(|(offset, _)| tables.pages.cells.get_mut(offset));
    if let Some(cell) = cell {
        *cell = number;
    }
}

/// Changes the numbers of all addresses to which the rows refer.
pub fn renumber(tables: &mut Tables, number: impl Fn(u32) -> u32) {
    let columns = [
        (&mut tables.hints, layouts::hints, "target"),
        (&mut tables.links, layouts::links, "target"),
        (&mut tables.images, layouts::images, "target"),
        (&mut tables.resources, layouts::resources, "target"),
    ];
    for (table, layout, column) in columns {
        change(table, layout, column, &number);
    }
    for column in ["canonical_number", "location_number"] {
        change(&mut tables.pages, layouts::pages, column, &number);
    }
}

fn change(table: &mut Table, layout: &Layout, column: &str, number: impl Fn(u32) -> u32) {
    let Some((offset, _)) = layout.column(column) else { return };
    for cell in table.cells.iter_mut().skip(offset).step_by(layout.width()) {
        *cell = if *cell == UNKNOWN { UNKNOWN } else { number(*cell) };
    }
}

macro_rules! counts {
    ($($table:ident),+) => {
        /// The rows of the tables before a page.
        pub struct Counts { $($table: usize),+ }

        impl Counts {
            pub fn of(tables: &Tables) -> Self {
                Self { $($table: tables.$table.len()),+ }
            }

            $(pub fn $table(&self, tables: &Tables) -> (u32, u32) {
                (self.$table as u32, (tables.$table.len() - self.$table) as u32)
            })+
        }
    };
}

counts!(
    headers, titles, metas, hints, headings, links, images, resources, data, forms, paragraphs, ids, hidden,
    prices, texts
);
