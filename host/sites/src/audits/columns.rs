//! Rows of facts as the API shows them.

use sitewright_facts::{Kind, Layout, Row, UNKNOWN};

use crate::platform::prelude::*;

/// The columns of a row, without hashes. Rows of other tables are counted.
pub(super) fn columns(layout: &Layout, row: Row<'_>) -> BTreeMap<&'static str, Value> {
    let mut columns = BTreeMap::new();
    for column in layout.columns {
        let Some((cell, kind)) = layout.column(column.name) else { continue };
        let value = match kind {
            Kind::Number if row.number(cell) == UNKNOWN => Value::Null,
            Kind::Number => row.number(cell).into(),
            Kind::Flag => (row.number(cell) != 0).into(),
            Kind::Text => row.text(cell).into(),
            Kind::Maybe => row.maybe(cell).into(),
            Kind::Wide => continue,
            Kind::Rows(_) => json!(row.number(cell + 1)),
        };
        columns.insert(column.name, value);
    }
    columns
}
