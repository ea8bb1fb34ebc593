//! The addresses that the rows of a page refer to.

use std::ops::Range;
use std::sync::LazyLock;

use sitewright_facts::{Hint, Image, Layout, Link, Page, Resource, Table, Tables, UNKNOWN, layouts};

use super::media::kind::OG_IMAGE;

/// A row that refers to an address.
#[derive(Clone, Copy)]
pub enum Target<'a> {
    Hint(Hint<'a>),
    Link(Link<'a>),
    Image(Image<'a>),
    /// An image for shared links, which is measured.
    Preview(Resource<'a>),
    Resource(Resource<'a>),
    /// The canonical address of the page itself.
    Canonical(Page<'a>),
}

impl Target<'_> {
    pub fn url(&self) -> &str {
        match self {
            Self::Hint(hint) => hint.url(),
            Self::Link(link) => link.url(),
            Self::Image(image) => image.url(),
            Self::Preview(resource) | Self::Resource(resource) => resource.url(),
            Self::Canonical(page) => page.canonical(),
        }
    }

    fn place(&self) -> (Of, u32) {
        match self {
            Self::Hint(hint) => (Of::Hints, hint.index()),
            Self::Link(link) => (Of::Links, link.index()),
            Self::Image(image) => (Of::Images, image.index()),
            Self::Preview(resource) | Self::Resource(resource) => (Of::Resources, resource.index()),
            Self::Canonical(page) => (Of::Canonical, page.index()),
        }
    }
}

/// A column of numbers of addresses.
#[derive(Clone, Copy)]
enum Of {
    Hints,
    Links,
    Images,
    Resources,
    Canonical,
    Location,
}

/// The cell of each such column in its row.
static CELLS: LazyLock<[usize; 6]> = LazyLock::new(|| {
    let cell = |layout: &Layout, column| layout.column(column).map_or(usize::MAX, |(cell, _)| cell);
    [
        cell(layouts::hints, "target"),
        cell(layouts::links, "target"),
        cell(layouts::images, "target"),
        cell(layouts::resources, "target"),
        cell(layouts::pages, "canonical_number"),
        cell(layouts::pages, "location_number"),
    ]
});

/// Calls `visit` with each row of a page that refers to an address, except that of its redirect.
pub fn targets(tables: &Tables, page: usize, mut visit: impl FnMut(Target<'_>)) {
    let batch = tables.view();
    let Some(row) = batch.pages().nth(page) else { return };
    let mut call = |target: Target<'_>| {
        if !target.url().is_empty() {
            visit(target);
        }
    };
    call(Target::Canonical(row));
    row.hints().for_each(|hint| call(Target::Hint(hint)));
    row.links().for_each(|link| call(Target::Link(link)));
    // An image for shared links comes before the same image on the page, since it is measured.
    let is_preview = |resource: &Resource<'_>| resource.kind() == OG_IMAGE;
    row.resources().filter(is_preview).for_each(|resource| call(Target::Preview(resource)));
    row.resources()
        .filter(|resource| !is_preview(resource))
        .for_each(|resource| call(Target::Resource(resource)));
    row.images().for_each(|image| call(Target::Image(image)));
}

/// Sets the numbers of the addresses of a page, in the order of [`targets`].
pub fn set_targets(tables: &mut Tables, page: usize, numbers: &[u32]) {
    let mut places = Vec::with_capacity(numbers.len());
    targets(tables, page, |target| places.push(target.place()));
    for ((of, row), number) in places.into_iter().zip(numbers) {
        set(tables, of, row, *number);
    }
}

/// Sets the number of the target of a page's redirect.
pub fn set_location(tables: &mut Tables, page: u32, number: u32) {
    set(tables, Of::Location, page, number);
}

fn set(tables: &mut Tables, of: Of, row: u32, number: u32) {
    let table = match of {
        Of::Hints => &mut tables.hints,
        Of::Links => &mut tables.links,
        Of::Images => &mut tables.images,
        Of::Resources => &mut tables.resources,
        Of::Canonical | Of::Location => &mut tables.pages,
    };
    let cell = (row as usize * table.width as usize).saturating_add(CELLS[of as usize]);
    if let Some(cell) = table.cells.get_mut(cell) {
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

/// Removes the rows of a table that belong to the only page of the tables.
pub fn clear_rows(tables: &mut Tables, name: &str) {
    if let Some((_, table)) = tables.all_mut().find(|(layout, _)| layout.name == name) {
        table.clear();
    }
    own_rows(tables, 0, name, 0..0);
}

/// Gives some rows of a table to a page.
pub(crate) fn own_rows(tables: &mut Tables, page: usize, name: &str, rows: Range<usize>) {
    let Some((cell, _)) = layouts::pages.column(name) else { return };
    let place = page * tables.pages.width as usize + cell;
    if let Some(cells) = tables.pages.cells.get_mut(place..place + 2) {
        cells.copy_from_slice(&[rows.start, rows.len()].map(|number| u32::try_from(number).unwrap_or(0)));
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
