use crate::Tables;

/// Stored tables are not readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the stored facts are damaged")
    }
}

impl std::error::Error for Damaged {}

/// Tables as bytes, for storage: for each table its width, the number of cells and of bytes of text as little-endian `u32`,
/// then the cells column by column, then the text. Columns compress better than rows.
pub struct Stored;

impl Stored {
    /// Leaves out the tables named in `without`.
    pub fn write(tables: &Tables, without: &[&str]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (layout, table) in tables.all() {
            let left_out = without.contains(&layout.name);
            let (cells, text) = if left_out { (&[][..], "") } else { (&table.cells[..], &table.text[..]) };
            for number in [table.width, cells.len() as u32, text.len() as u32] {
                bytes.extend(number.to_le_bytes());
            }
            for column in 0..table.width as usize {
                for cell in cells.iter().skip(column).step_by(table.width as usize) {
                    bytes.extend(cell.to_le_bytes());
                }
            }
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    /// Tables of an earlier version have fewer columns, which read as 0, or fewer tables.
    pub fn read(mut bytes: &[u8]) -> Result<Tables, Damaged> {
        let mut tables = Tables::default();
        for (_, table) in tables.all_mut() {
            if bytes.is_empty() {
                break;
            }
            let [width, cells, text] = [number(&mut bytes)?, number(&mut bytes)?, number(&mut bytes)?];
            let (cells, text) = (cells as usize, text as usize);
            let end = cells.checked_mul(4).and_then(|size| size.checked_add(text)).ok_or(Damaged)?;
            if end > bytes.len() || (cells > 0 && (width == 0 || cells % width as usize != 0)) {
                return Err(Damaged);
            }
            let (columns, rest) = bytes.split_at(cells * 4);
            let (text, rest) = rest.split_at(text);
            bytes = rest;
            let rows = cells.checked_div(width as usize).unwrap_or(0);
            table.width = width;
            table.cells = vec![0; cells];
            for (at, cell) in columns.chunks_exact(4).enumerate() {
                let place = at % rows.max(1) * width as usize + at / rows.max(1);
                table.cells[place] = u32::from_le_bytes(cell.try_into().map_err(|_| Damaged)?);
            }
            table.text = String::from_utf8(text.to_vec()).map_err(|_| Damaged)?;
        }
        Ok(tables)
    }
}

fn number(bytes: &mut &[u8]) -> Result<u32, Damaged> {
    let (number, rest) = bytes.split_first_chunk::<4>().ok_or(Damaged)?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Interned, NewLink, NewPage};

    fn page(url: &str, texts: &[&str]) -> Tables {
        let mut tables = Tables::default();
        for text in texts {
            NewLink { href: Some("/a"), url: "https://example.com/a", text, ..NewLink::default() }
                .push(&mut tables.links);
        }
        let links = (0, texts.len() as u32);
        NewPage { url, title: Some(""), links, status: 200, simhash: u64::MAX - 5, ..NewPage::default() }
            .push(&mut tables.pages);
        tables
    }

    #[test]
    fn pages_appended_to_a_batch_keep_their_rows() {
        let (mut batch, mut known) = (Tables::default(), Interned::default());
        batch.append(&page("https://example.com/", &["One", "Two"]), &mut known);
        batch.append(&page("https://example.com/b", &["One"]), &mut known);
        let stored = Stored::read(&Stored::write(&batch, &[])).expect("readable");
        assert_eq!(stored, batch);
        let view = stored.view();
        let read: Vec<(&str, Vec<&str>)> =
            view.pages().map(|page| (page.url(), page.links().map(|link| link.text()).collect())).collect();
        assert_eq!(
            read,
            [("https://example.com/", vec!["One", "Two"]), ("https://example.com/b", vec!["One"])]
        );
        assert_eq!(stored.links.text, "/ahttps://example.com/aOneTwo");
        let first = view.pages().next().expect("a page");
        assert_eq!((first.title(), first.description(), first.simhash()), (Some(""), None, u64::MAX - 5));
    }

    #[test]
    fn tables_may_be_left_out_of_the_store_and_damage_is_reported() {
        let batch = page("https://example.com/", &["One"]);
        let bytes = Stored::write(&batch, &["links"]);
        let stored = Stored::read(&bytes).expect("readable");
        assert_eq!(stored.view().pages().next().map(|page| page.links().len()), Some(0));
        assert_eq!(Stored::read(&bytes[..bytes.len() - 1]), Err(Damaged));
        assert_eq!(Stored::read(&[255; 12]), Err(Damaged));
        assert_eq!(crate::TABLES[0].name, crate::layouts::pages.name);
    }
}
