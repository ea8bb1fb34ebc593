//! Kinds of fields.

use crate::choice::Choice;
use crate::language::Language;

/// The derive's data about a field.
pub struct Spec {
    pub name: &'static str,
    pub required: bool,
    /// Folded under "More options".
    pub more: bool,
    pub min: Option<u32>,
    pub max: Option<u32>,
    /// A hint for the form; empty for the usual control.
    pub widget: &'static str,
    pub preset: Preset,
}

impl Spec {
    /// The smallest number that a field of numbers takes: they have no sign.
    pub(super) fn least(&self) -> u32 {
        self.min.unwrap_or_default()
    }
}

/// The default of a field.
pub enum Preset {
    None,
    Text(&'static str),
    Number(i64),
    Flag(bool),
}

/// The type of a field's value.
#[derive(Clone, Copy)]
pub enum Kind {
    Text,
    List,
    Number,
    Flag,
    Choice(&'static [&'static str]),
    /// The result's language; its default is the language of the form.
    Language,
}

/// The value of a field.
pub enum Filled {
    Absent,
    Text(String),
    List(Vec<String>),
    Number(i64),
    Flag(bool),
    /// The index of the option.
    Choice(usize),
}

/// A type that can be a field of a form.
pub trait Field {
    const KIND: Kind;
    /// An absent value stays absent instead of becoming the first option.
    const OPTIONAL: bool = false;

    fn from(filled: Filled) -> Self;
}

impl Field for String {
    const KIND: Kind = Kind::Text;

    fn from(filled: Filled) -> Self {
        if let Filled::Text(text) = filled { text } else { Self::new() }
    }
}

impl Field for Vec<String> {
    const KIND: Kind = Kind::List;

    fn from(filled: Filled) -> Self {
        if let Filled::List(list) = filled { list } else { Self::new() }
    }
}

impl Field for bool {
    const KIND: Kind = Kind::Flag;

    fn from(filled: Filled) -> Self {
        matches!(filled, Filled::Flag(true))
    }
}

impl Field for u32 {
    const KIND: Kind = Kind::Number;

    fn from(filled: Filled) -> Self {
        if let Filled::Number(number) = filled { Self::try_from(number).unwrap_or_default() } else { 0 }
    }
}

impl Field for Language {
    const KIND: Kind = Kind::Language;

    fn from(filled: Filled) -> Self {
        if let Filled::Choice(place) = filled { Self::ALL[place] } else { Self::default() }
    }
}

impl<C: Choice> Field for C {
    const KIND: Kind = Kind::Choice(C::IDS);

    fn from(filled: Filled) -> Self {
        if let Filled::Choice(place) = filled { C::ALL[place] } else { C::ALL[0] }
    }
}

impl<C: Choice> Field for Option<C> {
    const KIND: Kind = Kind::Choice(C::IDS);
    const OPTIONAL: bool = true;

    fn from(filled: Filled) -> Self {
        if let Filled::Choice(place) = filled { Some(C::ALL[place]) } else { None }
    }
}
