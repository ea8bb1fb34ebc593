//! What conditions say about rows: `count(links where …)`, `first(rows.url)`.

use sitewright_facts::{Kind, Layout, layouts};

use super::{Parsed, Parser};
use crate::lexer::Word;
use crate::node::{From, Node, Quantity, Selection};
use crate::{Reason, Type, Wrong, tables};

impl Parser<'_> {
    pub(super) fn of_rows(&mut self, name: &str) -> Parsed {
        if self.row.is_some() {
            return self.unexpected("a column: rows cannot be counted inside of `where`");
        }
        if name == "first" {
            return self.first();
        }
        let from = self.from(None)?;
        Ok(match name {
            "count" => (Node::Count(from), Type::Number),
            "any" => (Node::Quantity(Quantity::Any, from), Type::Truth),
            "all" => (Node::Quantity(Quantity::All, from), Type::Truth),
            _ => (Node::Quantity(Quantity::None, from), Type::Truth),
        })
    }

    /// `first(links.url where …)`
    fn first(&mut self) -> Parsed {
        let place = self.place;
        let Word::Name(table) = self.token().word else { return self.unexpected("a table and a column") };
        let layout = match (table, self.names.rows) {
            ("rows", Some(rows)) => rows.selection.layout,
            _ => self.table(table)?.0,
        };
        self.place += 1;
        self.expect(".", "`.` and a column")?;
        let outer = self.row.replace(layout);
        let column = self.own_column(layout, true);
        self.row = outer;
        let (column, of) = column?;
        if of == Type::Truth {
            return Err(self.wrong(
                self.tokens[place].at,
                Reason::Kind { part: format!("{table}.…"), found: of, wanted: Type::Text },
            ));
        }
        let from = self.from(Some(place))?;
        Ok((Node::First(from, Box::new(column)), of))
    }

    /// `rows`, or a selection; with `named`, the table was read at that place.
    fn from(&mut self, named: Option<usize>) -> Result<From, Wrong> {
        let place = named.unwrap_or(self.place);
        if self.tokens[place].word == Word::Name("rows") {
            if self.names.rows.is_none() {
                return Err(self.wrong(
                    self.tokens[place].at,
                    Reason::Unexpected {
                        found: "rows".to_owned(),
                        wanted: "a table: the rule has no `rows`",
                    },
                ));
            }
            self.place += usize::from(named.is_none());
            return Ok(From::Rows);
        }
        self.selected(named).map(From::Selection)
    }

    pub(super) fn selection(&mut self) -> Result<Selection, Wrong> {
        self.selected(None)
    }

    fn selected(&mut self, named: Option<usize>) -> Result<Selection, Wrong> {
        let place = named.unwrap_or(self.place);
        let Word::Name(name) = self.tokens[place].word else { return self.unexpected("a table") };
        let at = self.place;
        self.place = place;
        let (layout, cell) = self.table(name)?;
        self.place = if named.is_some() { at } else { place + 1 };
        if !self.tables.contains(&layout.name) {
            self.tables.push(layout.name);
        }
        let mut filter = None;
        if self.take_name("where") {
            self.row = Some(layout);
            let from = self.place;
            let (node, of) = self.inside(Self::or)?;
            self.is(from, of, Type::Truth)?;
            self.row = None;
            filter = Some(Box::new(node));
        }
        Ok(Selection { layout, cell, filter })
    }

    /// The table at this place, and the cell of the page with the range of its rows.
    fn table(&self, name: &str) -> Result<(&'static Layout, usize), Wrong> {
        let layout = tables().find(|table| table.name == name);
        let cell = layouts::pages
            .columns
            .iter()
            .find(|column| column.kind == Kind::Rows(layout.map_or("", |of| of.name)));
        let cell = cell.and_then(|column| layouts::pages.column(column.name)).map(|(cell, _)| cell);
        layout.zip(cell).ok_or_else(|| {
            let known = tables().map(|table| table.name).collect();
            self.wrong(self.token().at, Reason::Table { name: name.to_owned(), known })
        })
    }
}
