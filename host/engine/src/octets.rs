//! Bytes in JSON: readable text if they are valid UTF-8, otherwise an array of numbers.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Octets<'a> {
    Text(Cow<'a, str>),
    Bytes(Vec<u8>),
}

pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let octets = match std::str::from_utf8(bytes) {
        Ok(text) => Octets::Text(text.into()),
        Err(_) => Octets::Bytes(bytes.to_vec()),
    };
    octets.serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    Ok(match Octets::deserialize(deserializer)? {
        Octets::Text(text) => text.into_owned().into_bytes(),
        Octets::Bytes(bytes) => bytes,
    })
}
