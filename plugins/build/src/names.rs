//! Removes the sections of a component that the engine does not need.

use anyhow::{Context, Result};

/// The mark of the format and its version.
const HEADER: usize = 8;
/// The number of a custom section.
const CUSTOM: u8 = 0;

/// The component without its custom sections: names, and the programs that made it.
pub fn without_names(component: &[u8]) -> Result<Vec<u8>> {
    let (header, mut rest) = component.split_at_checked(HEADER).context("a component has a header")?;
    let mut out = header.to_vec();
    while let Some(id) = rest.first() {
        let length = section_length(rest).context("a section of a component is cut off")?;
        let (section, after) = rest.split_at(length);
        if *id != CUSTOM {
            out.extend_from_slice(section);
        }
        rest = after;
    }
    Ok(out)
}

/// Bytes of the section at the beginning: its number, its size in LEB128, and its content.
fn section_length(bytes: &[u8]) -> Option<usize> {
    let mut size = 0;
    for (place, byte) in bytes.iter().enumerate().skip(1).take(5) {
        size |= usize::from(byte & 0x7F) << (7 * (place - 1));
        if byte & 0x80 == 0 {
            return Some(place + 1 + size).filter(|length| *length <= bytes.len());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::without_names;

    const HEADER: &[u8] = b"\0asm\x0d\0\x01\0";

    fn section(id: u8, content: &[u8]) -> Vec<u8> {
        let size = content.len();
        [&[id, (size & 0x7F) as u8 | 0x80, (size >> 7) as u8], content].concat()
    }

    #[test]
    fn custom_sections_are_removed() {
        let (module, name) = (section(1, &[7; 300]), section(0, b"\x04name"));
        let plain = [HEADER, &module].concat();
        assert_eq!(without_names(&[HEADER, &name, &module, &name].concat()).unwrap(), plain);
        assert_eq!(without_names(&plain).unwrap(), plain);
        assert!(without_names(&plain[..50]).is_err() && without_names(b"\0asm").is_err());
    }
}
