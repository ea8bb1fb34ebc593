//! Reads conditions. Columns and tables are resolved and types are checked here, so that evaluation cannot fail.

mod rows;

use sitewright_facts::{Layout, layouts};

use crate::lexer::{Token, Word, tokens};
use crate::node::{Compare, Function, Node, Selection, State};
use crate::{MOST_DEPTH, MOST_PARTS, Reason, Type, Wrong, columns};

/// A condition or a value, ready to be evaluated.
#[derive(Clone, Debug)]
pub struct Condition {
    pub(crate) root: Node,
    of: Type,
    tables: Vec<&'static str>,
}

/// The rows of a page's table that satisfy a condition.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(crate) selection: Selection,
    tables: Vec<&'static str>,
}

/// What a condition may name besides columns.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names<'a> {
    /// The parameters of the rule.
    pub parameters: &'a [String],
    /// What the name `rows` stands for.
    pub rows: Option<&'a Rows>,
}

impl Condition {
    /// Reads a condition, or with another type a value.
    pub fn read(source: &str, wanted: Type, names: Names<'_>) -> Result<Self, Wrong> {
        let mut parser = Parser::new(source, names)?;
        let (root, of) = parser.or()?;
        parser.end()?;
        if of != wanted {
            return Err(Wrong { at: 0, reason: Reason::Kind { part: source.to_owned(), found: of, wanted } });
        }
        Ok(Self { root, of, tables: parser.tables })
    }

    pub fn is_text(&self) -> bool {
        self.of == Type::Text
    }

    /// The tables that it reads besides the page.
    pub fn tables(&self) -> &[&'static str] {
        &self.tables
    }
}

impl Rows {
    /// Reads `links` or `links where …`.
    pub fn read(source: &str, parameters: &[String]) -> Result<Self, Wrong> {
        let mut parser = Parser::new(source, Names { parameters, rows: None })?;
        let selection = parser.selection()?;
        parser.end()?;
        Ok(Self { selection, tables: parser.tables })
    }

    pub fn table(&self) -> &'static str {
        self.selection.layout.name
    }

    pub fn tables(&self) -> &[&'static str] {
        &self.tables
    }
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    place: usize,
    names: Names<'a>,
    /// The table whose rows are tested, inside of `where`.
    row: Option<&'static Layout>,
    parts: usize,
    depth: usize,
    tables: Vec<&'static str>,
}

type Parsed = Result<(Node, Type), Wrong>;

impl<'a> Parser<'a> {
    fn new(source: &'a str, names: Names<'a>) -> Result<Self, Wrong> {
        let tokens = tokens(source)?;
        Ok(Self { tokens, place: 0, names, row: None, parts: 0, depth: 0, tables: Vec::new() })
    }

    fn token(&self) -> &Token<'a> {
        // The last token is the end, and is never passed.
        &self.tokens[self.place.min(self.tokens.len() - 1)]
    }

    fn is_name(&self, name: &str) -> bool {
        self.token().word == Word::Name(name)
    }

    fn take_name(&mut self, name: &str) -> bool {
        let is = self.is_name(name);
        self.place += usize::from(is);
        is
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is = matches!(self.token().word, Word::Sign(one) if one == sign);
        self.place += usize::from(is);
        is
    }

    fn wrong(&self, at: usize, reason: Reason) -> Wrong {
        Wrong { at, reason }
    }

    fn unexpected<T>(&self, wanted: &'static str) -> Result<T, Wrong> {
        let token = self.token();
        let found = if token.word == Word::End { "the end" } else { token.source };
        Err(self.wrong(token.at, Reason::Unexpected { found: found.to_owned(), wanted }))
    }

    fn expect(&mut self, sign: &'static str, wanted: &'static str) -> Result<(), Wrong> {
        if self.take_sign(sign) { Ok(()) } else { self.unexpected(wanted) }
    }

    fn end(&self) -> Result<(), Wrong> {
        if self.token().word == Word::End { Ok(()) } else { self.unexpected("an operator or the end") }
    }

    fn count_part(&mut self) -> Result<(), Wrong> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(self.wrong(self.token().at, Reason::TooLarge));
        }
        Ok(())
    }

    /// Reads something inside of something else.
    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.wrong(self.token().at, Reason::TooLarge));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Refuses a part of another type. `from` is its first token.
    fn is(&self, from: usize, found: Type, wanted: Type) -> Result<(), Wrong> {
        if found == wanted {
            return Ok(());
        }
        let part =
            self.tokens[from..self.place].iter().map(|token| token.source).collect::<Vec<_>>().join(" ");
        Err(self.wrong(self.tokens[from].at, Reason::Kind { part, found, wanted }))
    }

    fn or(&mut self) -> Parsed {
        self.joined("or", Self::and, Node::Or)
    }

    fn and(&mut self) -> Parsed {
        self.joined("and", Self::not, Node::And)
    }

    fn joined(&mut self, word: &str, part: fn(&mut Self) -> Parsed, all: fn(Vec<Node>) -> Node) -> Parsed {
        let mut from = self.place;
        let (first, of) = part(self)?;
        if !self.is_name(word) {
            return Ok((first, of));
        }
        self.is(from, of, Type::Truth)?;
        let mut nodes = vec![first];
        while self.take_name(word) {
            self.count_part()?;
            from = self.place;
            let (next, of) = part(self)?;
            self.is(from, of, Type::Truth)?;
            nodes.push(next);
        }
        Ok((all(nodes), Type::Truth))
    }

    fn not(&mut self) -> Parsed {
        if !self.take_name("not") {
            return self.comparison();
        }
        self.count_part()?;
        let from = self.place;
        let (node, of) = self.inside(Self::not)?;
        self.is(from, of, Type::Truth)?;
        Ok((Node::Not(Box::new(node)), Type::Truth))
    }

    fn comparison(&mut self) -> Parsed {
        let from = self.place;
        let (left, of) = self.sum()?;
        if self.take_name("is") {
            return self.state(left, of, from);
        }
        let Some(compare) = self.operator()? else { return Ok((left, of)) };
        self.count_part()?;
        let right_from = self.place;
        let (right, of_right) = self.sum()?;
        let wanted = match compare {
            Compare::Less | Compare::AtMost | Compare::More | Compare::AtLeast => Type::Number,
            Compare::Same | Compare::Other if of == Type::Number => Type::Number,
            _ => Type::Text,
        };
        self.is_at(from, right_from - 1, of, wanted)?;
        self.is(right_from, of_right, wanted)?;
        let (left, right) = (Box::new(left), Box::new(right));
        let node = match wanted {
            Type::Number => Node::Numbers(compare, left, right),
            _ => Node::Texts(compare, left, right),
        };
        Ok((node, Type::Truth))
    }

    fn is_at(&self, from: usize, end: usize, found: Type, wanted: Type) -> Result<(), Wrong> {
        if found == wanted {
            return Ok(());
        }
        let end = end.max(from + 1);
        let part = self.tokens[from..end].iter().map(|token| token.source).collect::<Vec<_>>().join(" ");
        Err(self.wrong(self.tokens[from].at, Reason::Kind { part, found, wanted }))
    }

    /// `missing`, `present` or `empty`, after `is`.
    fn state(&mut self, node: Node, of: Type, from: usize) -> Parsed {
        self.count_part()?;
        let end = self.place - 1;
        let is_not = self.take_name("not");
        let (state, negated) = match () {
            () if self.take_name("missing") => (State::Missing, false),
            () if self.take_name("present") => (State::Missing, true),
            () if self.take_name("empty") => (State::Empty, false),
            () => return self.unexpected("`missing`, `present` or `empty`"),
        };
        if of == Type::Truth || state == State::Empty {
            self.is_at(from, end, of, Type::Text)?;
        }
        let node = Node::Is(state, Box::new(node));
        Ok((if negated == is_not { node } else { Node::Not(Box::new(node)) }, Type::Truth))
    }

    fn operator(&mut self) -> Result<Option<Compare>, Wrong> {
        let sign = match self.token().word {
            Word::Sign("=") => Compare::Same,
            Word::Sign("!=") => Compare::Other,
            Word::Sign("<") => Compare::Less,
            Word::Sign("<=") => Compare::AtMost,
            Word::Sign(">") => Compare::More,
            Word::Sign(">=") => Compare::AtLeast,
            Word::Name("contains") => Compare::Contains,
            Word::Name("matches") => Compare::Matches,
            Word::Name("starts") => Compare::Starts,
            Word::Name("ends") => Compare::Ends,
            _ => return Ok(None),
        };
        self.place += 1;
        if matches!(sign, Compare::Starts | Compare::Ends) && !self.take_name("with") {
            return self.unexpected("`with`");
        }
        Ok(Some(sign))
    }

    fn sum(&mut self) -> Parsed {
        self.arithmetic(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Parsed {
        self.arithmetic(&["*", "/"], Self::value)
    }

    fn arithmetic(&mut self, signs: &[&'static str], part: fn(&mut Self) -> Parsed) -> Parsed {
        let from = self.place;
        let (mut left, mut of) = part(self)?;
        while let Some(sign) = signs.iter().find(|sign| self.token().word == Word::Sign(sign)) {
            self.is(from, of, Type::Number)?;
            self.count_part()?;
            self.place += 1;
            let right_from = self.place;
            let (right, of_right) = part(self)?;
            self.is(right_from, of_right, Type::Number)?;
            left = Node::Arithmetic(sign.as_bytes()[0], Box::new(left), Box::new(right));
            of = Type::Number;
        }
        Ok((left, of))
    }

    fn value(&mut self) -> Parsed {
        self.count_part()?;
        let Token { word, at, .. } = self.token().clone();
        match word {
            Word::Number(number) => {
                self.place += 1;
                Ok((Node::Number(number), Type::Number))
            }
            Word::Text(text) => {
                self.place += 1;
                Ok((Node::Text(text.into()), Type::Text))
            }
            Word::Parameter(name) => {
                self.place += 1;
                let place = self.names.parameters.iter().position(|known| known == name);
                let known = || self.names.parameters.to_vec();
                let unknown = || Reason::Parameter { name: name.to_owned(), known: known() };
                let place = place.ok_or_else(|| self.wrong(at, unknown()))?;
                Ok((Node::Parameter(place), Type::Number))
            }
            Word::Sign("(") => {
                self.place += 1;
                let inner = self.inside(Self::or)?;
                self.expect(")", "`)`")?;
                Ok(inner)
            }
            Word::Name(name) => {
                let is_call = matches!(self.tokens[self.place + 1].word, Word::Sign("("));
                if is_call && let Some(call) = self.call(name)? { Ok(call) } else { self.column() }
            }
            Word::Sign(_) | Word::End => self.unexpected("a column or a value"),
        }
    }

    /// A function; `None` if there is none of this name.
    fn call(&mut self, name: &str) -> Result<Option<(Node, Type)>, Wrong> {
        let function = match name {
            "length" => Some(Function::Length),
            "words" => Some(Function::Words),
            "lower" => Some(Function::Lower),
            "count" | "any" | "all" | "none" | "first" => None,
            _ => return Ok(None),
        };
        self.place += 2;
        let node = self.inside(|parser| match function {
            Some(function) => {
                let from = parser.place;
                let (node, of) = parser.sum()?;
                parser.is(from, of, Type::Text)?;
                let of = if function == Function::Lower { Type::Text } else { Type::Number };
                Ok((Node::Function(function, Box::new(node)), of))
            }
            None => parser.of_rows(name),
        })?;
        self.expect(")", "`)`")?;
        Ok(Some(node))
    }

    /// A column of the row inside of `where`, otherwise of the page; `page.title` always is the page's.
    fn column(&mut self) -> Parsed {
        let of_page = self.is_name("page") && self.tokens[self.place + 1].word == Word::Sign(".");
        if of_page {
            self.place += 2;
        }
        match self.row.filter(|_| !of_page) {
            Some(layout) => self.own_column(layout, true),
            None => self.own_column(layouts::pages, false),
        }
    }

    fn own_column(&mut self, layout: &'static Layout, of_row: bool) -> Parsed {
        let Token { word: Word::Name(name), at, .. } = *self.token() else {
            return self.unexpected("a column");
        };
        let found = layout.column(name).and_then(|(cell, kind)| Some((cell, kind, Type::of(kind)?)));
        let Some((cell, kind, of)) = found else {
            let known = columns(layout).map(|column| column.name).collect();
            return Err(self.wrong(at, Reason::Column { name: name.to_owned(), table: layout.name, known }));
        };
        self.place += 1;
        Ok((Node::Column { of_row, cell, kind }, of))
    }
}
