use std::sync::Arc;

use sitewright_facts::{
    Condition, Kind, Layout, NewReference, Selection, Table, Tables, Test, UNKNOWN, Unanswered, layouts,
    select,
};

use super::links::{ELSEWHERE, FRAGMENT, IN_RESOURCES, KIND, NOFOLLOW, RETURNED};
use super::{Site, state};

/// Rows that one answer may have.
const MOST_ROWS: u32 = 1_000;
/// Rows that one answer may pass over before it ends without being full.
const MOST_PASSED: usize = 2_000_000;

/// The stored pages of a crawl.
pub trait Pages {
    /// The tables of the batch that contains a page; none if the page was not fetched or its batch is not readable.
    fn batch_of(&self, number: u32) -> Option<Arc<Tables>>;
}

/// The cells of the conditions' columns, with their tests.
fn tests(layout: &Layout, conditions: &[Condition]) -> Result<Vec<(usize, Test)>, Unanswered> {
    let test = |condition: &Condition| match layout.column(&condition.column) {
        Some((cell, Kind::Number | Kind::Flag)) => Ok((cell, condition.test)),
        _ => Err(Unanswered::NoColumn(condition.column.clone())),
    };
    conditions.iter().map(test).collect()
}

/// The numbers that the conditions allow.
fn numbers(conditions: &[Condition]) -> (u32, u32) {
    conditions.iter().fold((0, UNKNOWN), |(from, to), condition| match condition.test {
        Test::Within { least, most } if condition.column == "number" => (from.max(least), to.min(most)),
        _ => (from, to),
    })
}

fn holds(tests: &[(usize, Test)], cells: &[u32]) -> bool {
    tests.iter().all(|(cell, test)| test.is_met(cells.get(*cell).copied().unwrap_or(0)))
}

impl Site {
    /// Rows of a site table, from the place `after`.
    ///
    /// Errors: the table or a column does not exist.
    pub fn select(
        &self,
        pages: &dyn Pages,
        table: &str,
        conditions: &[Condition],
        after: u64,
        limit: u32,
    ) -> Result<Selection, Unanswered> {
        let rows = limit.clamp(1, MOST_ROWS) as usize;
        match table {
            "states" => self.select_states(conditions, after, rows),
            "references" => self.select_references(pages, conditions, after, rows),
            _ => select(&self.around.view(), table, conditions, after, limit),
        }
    }

    fn select_states(
        &self,
        conditions: &[Condition],
        after: u64,
        limit: usize,
    ) -> Result<Selection, Unanswered> {
        let (least, most) = numbers(conditions);
        let tests = tests(layouts::states, conditions)?;
        let mut rows = Table::new(layouts::states.width());
        let start = usize::try_from(after).unwrap_or(usize::MAX).max(least as usize);
        let mut probe = Table::new(layouts::states.width());
        for number in start..self.states.len().min(most as usize + 1) {
            if rows.len() >= limit || number - start > MOST_PASSED {
                return Ok(Selection { rows, next: Some(number as u64) });
            }
            if self.states[number].url.1 == 0 {
                continue;
            }
            probe.clear();
            self.push_state(number as u32, &mut probe);
            if holds(&tests, &probe.cells) {
                self.push_state(number as u32, &mut rows);
            }
        }
        Ok(Selection { rows, next: None })
    }

    /// The place of a reference is its number among the edges; those of sitemaps follow, by the number of the page.
    fn select_references(
        &self,
        pages: &dyn Pages,
        conditions: &[Condition],
        after: u64,
        limit: usize,
    ) -> Result<Selection, Unanswered> {
        let tests = tests(layouts::references, conditions)?;
        // Whether a fragment is there is the last column, and known only after the target was read.
        let last = layouts::references.width() - 1;
        let (early, late): (Vec<_>, Vec<_>) = tests.into_iter().partition(|(cell, _)| *cell < last);
        let mut rows = Table::new(layouts::references.width());
        let mut probe = Table::new(layouts::references.width());
        let start = usize::try_from(after).unwrap_or(usize::MAX);
        let end = self.edges.len() + self.states.len();
        for place in start..end {
            if rows.len() >= limit || place - start > MOST_PASSED {
                return Ok(Selection { rows, next: Some(place as u64) });
            }
            let Some(reference) = self.reference(place) else { continue };
            probe.clear();
            reference.push(&mut probe);
            if !holds(&early, &probe.cells) {
                continue;
            }
            let flags = self.edges.get(place).map_or(0, |edge| edge.flags);
            self.push_with_texts(pages, reference, flags & FRAGMENT != 0, &late, &mut rows);
        }
        Ok(Selection { rows, next: None })
    }

    /// The page whose edges contain this place.
    fn source_of(&self, place: usize) -> u32 {
        let after = self.sources.partition_point(|(first, _)| *first as usize <= place);
        after.checked_sub(1).map_or(UNKNOWN, |index| self.sources[index].1)
    }

    fn reference(&self, place: usize) -> Option<NewReference<'static>> {
        let Some(edge) = self.edges.get(place) else {
            let number = (place - self.edges.len()) as u32;
            let state = self.state(number)?;
            return state.has(state::IN_SITEMAP).then(|| NewReference {
                kind: u32::from(KIND.sitemap),
                source: UNKNOWN,
                target: number,
                ..self.target(number)
            });
        };
        let source = self.source_of(place);
        let indexable = self.state(source).is_some_and(|state| state.has(state::INDEXABLE));
        let flags = u32::from(edge.flags & (NOFOLLOW | RETURNED | ELSEWHERE | IN_RESOURCES))
            | if indexable { 8 } else { 0 };
        Some(NewReference {
            kind: u32::from(edge.kind),
            source,
            row: u32::from(edge.row),
            flags,
            ..self.target(edge.target)
        })
    }

    fn target(&self, number: u32) -> NewReference<'static> {
        let (status, target_flags) = match self.state(number) {
            Some(state) if !state.has(state::NOT_FETCHED) => (u32::from(state.status), state.flags),
            Some(state) => (UNKNOWN, state.flags),
            None => (UNKNOWN, state::NOT_FETCHED),
        };
        NewReference { target: number, status, target_flags, fragment_found: true, ..NewReference::default() }
    }

    /// Adds a reference with the texts of its row, unless its fragment does not fulfil the conditions.
    fn push_with_texts(
        &self,
        pages: &dyn Pages,
        reference: NewReference<'static>,
        has_fragment: bool,
        late: &[(usize, Test)],
        rows: &mut Table,
    ) {
        let batch = pages.batch_of(reference.source);
        let view = batch.as_ref().map(|tables| tables.view());
        let page = view.as_ref().and_then(|view| view.numbered(reference.source));
        let row = reference.row as usize;
        let (mut text, mut fragment) = ("", None);
        if let Some(page) = page {
            match reference.kind as u8 {
                kind if kind == KIND.link => {
                    let link = page.links().nth(row);
                    text = link.map_or("", |link| link.text());
                    fragment = link.and_then(|link| link.fragment());
                }
                kind if kind == KIND.hreflang => {
                    text = page.hints().nth(row).and_then(|hint| hint.hreflang()).unwrap_or("");
                }
                _ => {}
            }
        }
        let fragment_found =
            !has_fragment || fragment.is_none_or(|name| has_id(pages, reference.target, name));
        let reference = NewReference { text, fragment, fragment_found, ..reference };
        if late.is_empty() {
            return reference.push(rows);
        }
        let mut probe = Table::new(layouts::references.width());
        reference.push(&mut probe);
        if holds(late, &probe.cells) {
            reference.push(rows);
        }
    }
}

/// Ids of a page that are known at most.
const MOST_IDS: usize = 1_000;

/// Whether a page has an element of this name. A page that is not known, or has more ids than are known, is not accused.
fn has_id(pages: &dyn Pages, number: u32, name: &str) -> bool {
    let Some(batch) = pages.batch_of(number) else { return true };
    let view = batch.view();
    let page = view.numbered(number);
    // "#top" and text fragments lead somewhere on every page.
    name.eq_ignore_ascii_case("top")
        // So do the addresses that scripts keep in fragments.
        || name.starts_with([':', '/', '!'])
        || page.is_none_or(|page| {
            !page.html()
                || page.status() != 200
                || page.ids().len() >= MOST_IDS
                || page.ids().any(|id| id.name() == name)
        })
}
