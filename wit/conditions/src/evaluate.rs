//! What conditions are for a page.

use std::borrow::Cow;

use sitewright_facts::{Batch, Kind, Row, UNKNOWN};

use crate::node::{Compare, From, Function, Node, Quantity, Selection, State};
use crate::parse::{Condition, Rows};

/// A value of a condition. A number that is not known is not a number: comparisons with it are false.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Number(f64),
    Text(Cow<'a, str>),
    Truth(bool),
}

/// A page with the tables of its batch, and the parameters and rows of the rule that is checked.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    batch: &'a Batch<'a>,
    page: Row<'a>,
    parameters: &'a [f64],
    rows: &'a [Row<'a>],
}

impl<'a> Facts<'a> {
    /// The page is a row of the batch's table `pages`.
    pub fn new(batch: &'a Batch<'a>, page: usize, parameters: &'a [f64]) -> Self {
        Self { batch, page: batch.pages.row(page), parameters, rows: &[] }
    }

    /// The same with the rows of the rule.
    pub fn with(self, rows: &'a [Row<'a>]) -> Self {
        Self { rows, ..self }
    }
}

impl Condition {
    pub fn is_true(&self, facts: Facts<'_>) -> bool {
        truth(&self.root, &facts, None)
    }

    pub fn value<'a>(&'a self, facts: Facts<'a>) -> Value<'a> {
        match &self.root {
            node if self.is_text() => Value::Text(text(node, &facts, None).unwrap_or_default()),
            node => Value::Number(number(node, &facts, None)),
        }
    }
}

impl Rows {
    pub fn of<'a>(&self, facts: Facts<'a>) -> Vec<Row<'a>> {
        selected(&self.selection, &facts).collect()
    }
}

/// The row that is tested, inside of `where`.
type Tested<'a> = Option<Row<'a>>;

fn selected<'a, 's>(
    selection: &'s Selection,
    facts: &'s Facts<'a>,
) -> impl Iterator<Item = Row<'a>> + use<'a, 's> {
    let table = facts.batch.get(selection.layout.name).unwrap_or_default();
    let rows = facts.page.rows(selection.cell, table);
    rows.filter(|row| selection.filter.as_ref().is_none_or(|filter| truth(filter, facts, Some(*row))))
}

fn each<'a, T>(from: &From, facts: &Facts<'a>, of: impl FnOnce(&mut dyn Iterator<Item = Row<'a>>) -> T) -> T {
    match from {
        From::Selection(selection) => of(&mut selected(selection, facts)),
        From::Rows => of(&mut facts.rows.iter().copied()),
    }
}

/// All rows of a table of the page, whatever the filter says.
fn length(from: &From, facts: &Facts<'_>) -> usize {
    match from {
        From::Selection(selection) => {
            let table = facts.batch.get(selection.layout.name).unwrap_or_default();
            facts.page.rows(selection.cell, table).len()
        }
        From::Rows => facts.rows.len(),
    }
}

fn row<'a>(of_row: bool, facts: &Facts<'a>, tested: Tested<'a>) -> Row<'a> {
    tested.filter(|_| of_row).unwrap_or(facts.page)
}

fn truth<'a>(node: &Node, facts: &Facts<'a>, tested: Tested<'a>) -> bool {
    match node {
        Node::Column { of_row, cell, .. } => row(*of_row, facts, tested).number(*cell) != 0,
        Node::Not(node) => !truth(node, facts, tested),
        Node::And(nodes) => nodes.iter().all(|node| truth(node, facts, tested)),
        Node::Or(nodes) => nodes.iter().any(|node| truth(node, facts, tested)),
        Node::Numbers(compare, left, right) => {
            compared(*compare, number(left, facts, tested), number(right, facts, tested))
        }
        Node::Texts(compare, left, right) => {
            let (left, right) = (text(left, facts, tested), text(right, facts, tested));
            compared_texts(*compare, &left.unwrap_or_default(), &right.unwrap_or_default())
        }
        Node::Is(state, node) => is(*state, node, facts, tested),
        Node::Quantity(quantity, from) => match quantity {
            Quantity::Any => each(from, facts, |rows| rows.next().is_some()),
            Quantity::None => each(from, facts, |rows| rows.next().is_none()),
            Quantity::All => each(from, facts, |rows| rows.count()) == length(from, facts),
        },
        _ => false,
    }
}

fn is<'a>(state: State, node: &Node, facts: &Facts<'a>, tested: Tested<'a>) -> bool {
    let is_number = matches!(
        node,
        Node::Number(_)
            | Node::Parameter(_)
            | Node::Arithmetic(..)
            | Node::Count(_)
            | Node::Function(Function::Length | Function::Words, _)
            | Node::Column { kind: Kind::Number, .. }
    );
    let first_is_number =
        matches!(node, Node::First(_, column) if matches!(**column, Node::Column { kind: Kind::Number, .. }));
    if is_number || first_is_number {
        return number(node, facts, tested).is_nan();
    }
    let text = text(node, facts, tested);
    match (state, node) {
        // Texts of these columns are empty where there is none.
        (State::Missing, Node::Column { kind: Kind::Text, .. }) => text.unwrap_or_default().is_empty(),
        (State::Missing, _) => text.is_none(),
        (State::Empty, _) => text.unwrap_or_default().trim().is_empty(),
    }
}

fn number<'a>(node: &Node, facts: &Facts<'a>, tested: Tested<'a>) -> f64 {
    match node {
        Node::Number(number) => *number,
        Node::Parameter(place) => facts.parameters.get(*place).copied().unwrap_or(f64::NAN),
        Node::Column { of_row, cell, .. } => match row(*of_row, facts, tested).number(*cell) {
            UNKNOWN => f64::NAN,
            number => f64::from(number),
        },
        Node::Function(function, node) => {
            let text = text(node, facts, tested).unwrap_or_default();
            (if *function == Function::Words {
                text.split_whitespace().count()
            } else {
                text.chars().count()
            }) as f64
        }
        Node::Arithmetic(sign, left, right) => {
            let (left, right) = (number(left, facts, tested), number(right, facts, tested));
            match sign {
                b'+' => left + right,
                b'-' => left - right,
                b'*' => left * right,
                _ if right == 0.0 => f64::NAN,
                _ => left / right,
            }
        }
        Node::Count(from) => each(from, facts, |rows| rows.count()) as f64,
        Node::First(from, column) => {
            each(from, facts, |rows| rows.next()).map_or(f64::NAN, |row| number(column, facts, Some(row)))
        }
        _ => f64::NAN,
    }
}

/// `None` if there is no text.
fn text<'a, 'n: 'a>(node: &'n Node, facts: &Facts<'a>, tested: Tested<'a>) -> Option<Cow<'a, str>> {
    match node {
        Node::Text(text) => Some(Cow::Borrowed(text)),
        Node::Column { of_row, cell, .. } => row(*of_row, facts, tested).maybe(*cell).map(Cow::Borrowed),
        Node::Function(_, node) => text(node, facts, tested).map(|text| Cow::Owned(text.to_lowercase())),
        Node::First(from, column) => {
            each(from, facts, |rows| rows.next()).and_then(|row| text(column, facts, Some(row)))
        }
        _ => None,
    }
}

fn compared(compare: Compare, left: f64, right: f64) -> bool {
    match compare {
        Compare::Same => left == right,
        Compare::Other => left.partial_cmp(&right).is_some_and(|order| order.is_ne()),
        Compare::Less => left < right,
        Compare::AtMost => left <= right,
        Compare::More => left > right,
        Compare::AtLeast => left >= right,
        _ => false,
    }
}

fn compared_texts(compare: Compare, left: &str, right: &str) -> bool {
    match compare {
        Compare::Same => left == right,
        Compare::Other => left != right,
        Compare::Contains => left.contains(right),
        Compare::Starts => left.starts_with(right),
        Compare::Ends => left.ends_with(right),
        Compare::Matches => matches(left, right),
        _ => false,
    }
}

/// Whether the whole text is like the pattern, in which `*` stands for any text. Each part is looked for once, behind the
/// one before it, so the time grows with the length of the text alone.
fn matches(text: &str, pattern: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return text == pattern };
    let Some(mut text) = text.strip_prefix(first) else { return false };
    let mut parts = rest.split('*');
    let last = parts.next_back().unwrap_or_default();
    for part in parts {
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    text.ends_with(last)
}
