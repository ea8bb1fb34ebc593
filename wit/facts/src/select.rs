use std::collections::HashMap;

use crate::{Batch, Interned, Kind, OF_SITE, Table, Tables};

/// The most rows of a selection.
const MOST_ROWS: u32 = 1_000;
/// A selection with more text ends early.
const MOST_TEXT: usize = 512 * 1024;

/// What a number, or the bits of one, must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Both ends are included.
    Within { least: u32, most: u32 },
    /// The bits of the mask have this value.
    Has { mask: u32, value: u32 },
}

impl Test {
    /// Whether a number passes.
    pub fn is_met(self, number: u32) -> bool {
        match self {
            Self::Within { least, most } => (least..=most).contains(&number),
            Self::Has { mask, value } => number & mask == value,
        }
    }
}

/// A condition on a column of numbers or flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub column: String,
    pub test: Test,
}

/// Some rows of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub rows: Table,
    /// Where the next rows begin; `None` after the last one.
    pub next: Option<u64>,
}

/// The crawl has no such table or column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    NoTable(String),
    NoColumn(String),
}

impl std::fmt::Display for Unanswered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoTable(name) => write!(f, "There is no table `{name}` here."),
            Self::NoColumn(name) => write!(f, "The table has no column `{name}` of numbers."),
        }
    }
}

impl std::error::Error for Unanswered {}

/// The rows of a table of the site that satisfy all conditions, from the row `after` on: at most `limit`, and at most
/// 1,000.
pub fn select(
    site: &Batch<'_>,
    table: &str,
    conditions: &[Condition],
    after: u64,
    limit: u32,
) -> Result<Selection, Unanswered> {
    let known = site.named(table).filter(|(layout, _)| OF_SITE.contains(&layout.name));
    let (layout, view) = known.ok_or_else(|| Unanswered::NoTable(table.to_owned()))?;
    let tests = conditions.iter().map(|condition| match layout.column(&condition.column) {
        Some((cell, Kind::Number | Kind::Flag)) => Ok((cell, condition.test)),
        _ => Err(Unanswered::NoColumn(condition.column.clone())),
    });
    let tests = tests.collect::<Result<Vec<_>, _>>()?;
    let (mut rows, mut texts) = (Table::new(layout.width()), HashMap::new());
    let limit = limit.min(MOST_ROWS) as usize;
    for index in usize::try_from(after).unwrap_or(usize::MAX)..view.len() {
        if rows.len() >= limit || rows.text.len() >= MOST_TEXT {
            return Ok(Selection { rows, next: Some(index as u64) });
        }
        let row = view.row(index);
        if tests.iter().all(|(cell, test)| test.is_met(row.number(*cell))) {
            rows.append_row(layout, row, &mut texts);
        }
    }
    Ok(Selection { rows, next: None })
}

/// These tables of some pages, `pages` first, as a batch.
pub fn pages_of<'t>(
    pages: impl IntoIterator<Item = &'t Tables>,
    tables: &[String],
) -> Result<Vec<Table>, Unanswered> {
    let (mut batch, mut known) = (Tables::default(), Interned::default());
    for page in pages {
        batch.append(page, &mut known);
    }
    let taken = tables.iter().map(|name| {
        let is_of_pages = !OF_SITE.contains(&name.as_str());
        let found = batch.all_mut().find(|(layout, _)| is_of_pages && layout.name == name);
        found.map(|(_, table)| std::mem::take(table)).ok_or_else(|| Unanswered::NoTable(name.clone()))
    });
    taken.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewPage, NewState, NewTitle};

    fn states() -> Tables {
        let mut site = Tables::default();
        for number in 0..2_500 {
            let status = if number % 5 == 0 { 404 } else { 200 };
            let url = "https://example.com/";
            NewState { number, url, status, flags: number % 4, ..NewState::default() }.push(&mut site.states);
        }
        site
    }

    fn condition(column: &str, test: Test) -> Condition {
        Condition { column: column.to_owned(), test }
    }

    #[test]
    fn rows_are_selected_in_blocks() {
        let site = states();
        let conditions = [
            condition("status", Test::Within { least: 400, most: 599 }),
            condition("flags", Test::Has { mask: 1, value: 1 }),
        ];
        let (mut after, mut sizes, mut numbers) = (0, Vec::new(), Vec::new());
        loop {
            let found = select(&site.view(), "states", &conditions, after, 100).expect("the table exists");
            let mut block = Batch::default();
            block.set("states", found.rows.view());
            numbers.extend(block.states().map(|state| state.number()));
            sizes.push(found.rows.len());
            let Some(next) = found.next else { break };
            after = next;
        }
        assert_eq!(sizes, [100, 100, 50]);
        assert_eq!((numbers[0], numbers[1], numbers.len()), (5, 15, 250));
    }

    #[test]
    fn a_block_has_a_limit_and_a_text_once() {
        let site = states();
        let found = select(&site.view(), "states", &[], 0, u32::MAX).expect("the table exists");
        assert_eq!((found.rows.len(), found.next), (1_000, Some(1_000)));
        assert_eq!(found.rows.text, "https://example.com/");
        let end = select(&site.view(), "states", &[], u64::MAX, 10).expect("the table exists");
        assert_eq!((end.rows.len(), end.next), (0, None));
    }

    #[test]
    fn unknown_tables_and_columns_are_reported() {
        let site = states();
        let asked = |table: &str, column: &str| {
            select(&site.view(), table, &[condition(column, Test::Has { mask: 0, value: 0 })], 0, 1)
        };
        assert_eq!(asked("pages", "status"), Err(Unanswered::NoTable("pages".to_owned())));
        assert_eq!(asked("states", "url"), Err(Unanswered::NoColumn("url".to_owned())));
    }

    #[test]
    fn tables_of_pages_are_one_batch() {
        let page = |title: &str| {
            Tables::of_page(&NewPage::default(), |page| {
                NewTitle { text: title, ..NewTitle::default() }.push(&mut page.titles);
            })
        };
        let (one, two) = (page("One"), page("Two"));
        let tables = pages_of([&one, &two], &["pages".to_owned(), "titles".to_owned()]).expect("they exist");
        let mut batch = Batch::default();
        batch.set("pages", tables[0].view());
        batch.set("titles", tables[1].view());
        let titles: Vec<_> = batch.pages().flat_map(|page| page.titles().map(|title| title.text())).collect();
        assert_eq!(titles, ["One", "Two"]);
        assert_eq!(batch.rows_of_page(1, "titles"), Some(1..2));
        assert!(pages_of([&one], &["states".to_owned()]).is_err());
    }
}
