//! Takes out of a component what only people read.

use anyhow::Result;
use wasm_encoder::{Component, RawSection};
use wasmparser::{Parser, Payload};

/// The component without what only people read: names, and which programs made it.
pub fn without_names(component: &[u8]) -> Result<Vec<u8>> {
    let mut out = Component::new();
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(component) {
        let payload = payload?;
        if let Some((id, range)) = payload.as_section().filter(|_| depth == 0)
            && !matches!(payload, Payload::CustomSection(_))
        {
            out.section(&RawSection { id, data: &component[range] });
        }
        match payload {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            _ => {}
        }
    }
    Ok(out.finish())
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{Component, CustomSection, Module, ModuleSection};

    use super::without_names;

    #[test]
    fn what_only_people_read_is_taken_out() {
        let custom = CustomSection { name: "producers".into(), data: b"some program".into() };
        let (mut plain, mut named) = (Component::new(), Component::new());
        for component in [&mut plain, &mut named] {
            component.section(&ModuleSection(&Module::new()));
        }
        named.section(&custom);
        let plain = plain.finish();
        assert_eq!(without_names(&named.finish()).unwrap(), plain);
        assert_eq!(without_names(&plain).unwrap(), plain);
    }
}
