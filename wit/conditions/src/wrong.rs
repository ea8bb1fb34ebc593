//! Why a condition is refused.

use std::fmt;

use crate::Type;

/// A mistake in a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The byte at which it is.
    pub at: usize,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// What stands there, and what has to.
    Unexpected { found: String, wanted: &'static str },
    /// The table does not have this column.
    Column { name: String, table: &'static str, known: Vec<&'static str> },
    /// A page does not have rows of this table.
    Table { name: String, known: Vec<&'static str> },
    /// The rule does not have this parameter.
    Parameter { name: String, known: Vec<String> },
    /// A part is not what its operator needs.
    Kind { part: String, found: Type, wanted: Type },
    /// It has too many characters or parts, or is nested too deeply.
    TooLarge,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Unexpected { found, wanted } => write!(f, "`{found}` instead of {wanted}"),
            Reason::Column { name, table, .. } => write!(f, "`{table}` has no column `{name}`"),
            Reason::Table { name, .. } => write!(f, "there is no table `{name}`"),
            Reason::Parameter { name, .. } => write!(f, "there is no parameter `{name}`"),
            Reason::Kind { part, found, wanted } => {
                write!(f, "`{part}` is {} instead of {}", found.name(), wanted.name())
            }
            Reason::TooLarge => f.write_str("the condition is too large"),
        }
    }
}

impl std::error::Error for Wrong {}
