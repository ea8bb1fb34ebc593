//! The parts of a condition.

use sitewright_facts::{Kind, Layout};

#[derive(Clone, Debug)]
pub(crate) struct Selection {
    pub layout: &'static Layout,
    /// The cell of the page that has the range of its rows.
    pub cell: usize,
    pub filter: Option<Box<Node>>,
}

#[derive(Clone, Debug)]
pub(crate) enum From {
    Selection(Selection),
    /// The rows of the rule.
    Rows,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Compare {
    Same,
    Other,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
    Starts,
    Ends,
    Matches,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum State {
    Missing,
    Empty,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quantity {
    Any,
    All,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Function {
    Length,
    Words,
    Lower,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Number(f64),
    Text(Box<str>),
    Parameter(usize),
    Column { of_row: bool, cell: usize, kind: Kind },
    Function(Function, Box<Node>),
    Arithmetic(u8, Box<Node>, Box<Node>),
    Numbers(Compare, Box<Node>, Box<Node>),
    Texts(Compare, Box<Node>, Box<Node>),
    Is(State, Box<Node>),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Count(From),
    Quantity(Quantity, From),
    First(From, Box<Node>),
}
