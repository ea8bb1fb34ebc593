//! What guests in the text format are made with.

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// The component of a core module, for the world `guest` of a package.
pub fn encode(module: &str, contract: &str, package: &str) -> Vec<u8> {
    let mut module = wat::parse_str(module).unwrap_or_else(|error| panic!("{error}"));
    let mut resolve = Resolve::default();
    resolve.push_dir(contract).expect("the contract is valid");
    let package = resolve.push_str("guest.wit", package).expect("the world is valid");
    let world = resolve.select_world(&[package], Some("guest")).expect("the world is there");
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).expect("it can be embedded");
    ComponentEncoder::default()
        .validate(true)
        .module(&module)
        .and_then(|mut encoder| encoder.encode())
        .unwrap_or_else(|error| panic!("{error:?}"))
}

/// Data segments for a record of strings at `record`, whose bytes start at `texts`.
pub fn strings(record: u32, texts: u32, values: &[&str]) -> (String, String) {
    let (mut pairs, mut segments, mut at) = (Vec::new(), String::new(), texts);
    for value in values {
        pairs.extend(at.to_le_bytes());
        pairs.extend((value.len() as u32).to_le_bytes());
        segments.push_str(&segment(at, value.as_bytes()));
        at += value.len() as u32;
    }
    (segment(record, &pairs), segments)
}

fn segment(at: u32, bytes: &[u8]) -> String {
    let escaped: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
    format!("(data (i32.const {at}) \"{escaped}\")")
}
