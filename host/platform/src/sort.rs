//! The order of a list: `?sort=name&order=desc` in the request.

use crate::libraries::*;

/// The direction of a sorted list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SortDirection)]
pub enum Direction {
    #[default]
    Asc,
    Desc,
}

impl Direction {
    /// The usual direction of a column: names rise, times and numbers fall.
    pub fn rising(is_rising: bool) -> Self {
        if is_rising { Self::Asc } else { Self::Desc }
    }

    /// The terms of `ORDER BY`. The last column is unique, so that no row is on two pages. None may be null: SQLite and
    /// PostgreSQL place nulls differently, and an index of PostgreSQL does not serve the order of SQLite.
    pub fn of(self, columns: &[&str]) -> String {
        let word = match self {
            Self::Asc => "ASC",
            Self::Desc => "DESC",
        };
        columns.iter().map(|column| format!("{column} {word}")).collect::<Vec<_>>().join(", ")
    }

    /// The same for values in memory.
    pub fn turn(self, ordering: std::cmp::Ordering) -> std::cmp::Ordering {
        match self {
            Self::Asc => ordering,
            Self::Desc => ordering.reverse(),
        }
    }
}
