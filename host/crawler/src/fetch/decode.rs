//! Decodes bodies, with limits against small bodies that become large.

use std::io::Read;

use super::{BodyEnd, Limits};

/// Encodings of one body that are decoded.
const MOST_ENCODINGS: usize = 3;
/// Bytes that may always be decoded, whatever the ratio.
const ALWAYS: usize = 1024 * 1024;

/// Decodes a body with the encodings of its header, the last one first.
pub(super) fn decode(bytes: &[u8], encodings: &str, limits: &Limits) -> (Vec<u8>, BodyEnd) {
    let names = encodings.split(',').map(|name| name.trim().to_ascii_lowercase());
    let names: Vec<String> = names.filter(|name| !name.is_empty() && name != "identity").collect();
    if names.len() > MOST_ENCODINGS {
        return (Vec::new(), BodyEnd::Undecodable);
    }
    // A body that is encoded twice may be a bomb only as a whole.
    let most = bytes.len().saturating_mul(limits.ratio).max(ALWAYS);
    let mut body = bytes.to_vec();
    for name in names.iter().rev() {
        let (decoded, end) = step(&body, name, most, limits.body);
        body = decoded;
        if end != BodyEnd::Complete {
            return (body, end);
        }
    }
    (body, BodyEnd::Complete)
}

fn step(bytes: &[u8], name: &str, most: usize, room: usize) -> (Vec<u8>, BodyEnd) {
    match name {
        "gzip" | "x-gzip" => read(flate2::read::MultiGzDecoder::new(bytes), most, room),
        "deflate" if is_zlib(bytes) => read(flate2::read::ZlibDecoder::new(bytes), most, room),
        "deflate" => read(flate2::read::DeflateDecoder::new(bytes), most, room),
        "br" => read(brotli_decompressor::Decompressor::new(bytes, 8 * 1024), most, room),
        "zstd" => match ruzstd::decoding::StreamingDecoder::new(bytes) {
            Ok(decoder) => read(decoder, most, room),
            Err(_) => (Vec::new(), BodyEnd::Undecodable),
        },
        _ => (Vec::new(), BodyEnd::Undecodable),
    }
}

/// Some servers send the raw stream under the same name.
fn is_zlib(bytes: &[u8]) -> bool {
    matches!(bytes, [a, b, ..] if a & 15 == 8 && (u16::from(*a) << 8 | u16::from(*b)) % 31 == 0)
}

/// Reads a decoder up to both limits.
pub(crate) fn read(mut decoder: impl Read, most: usize, room: usize) -> (Vec<u8>, BodyEnd) {
    let limit = most.min(room);
    let mut body = Vec::new();
    let mut piece = [0; 16 * 1024];
    loop {
        match decoder.read(&mut piece) {
            Ok(0) => return (body, BodyEnd::Complete),
            Ok(count) if body.len() + count > limit => {
                body.extend_from_slice(&piece[..limit - body.len()]);
                return (body, if most <= room { BodyEnd::Bomb } else { BodyEnd::TooLarge });
            }
            Ok(count) => body.extend_from_slice(&piece[..count]),
            Err(_) => return (body, BodyEnd::Undecodable),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    fn limits() -> Limits {
        Limits { body: 20 * 1024 * 1024, ratio: 100, ..Limits::default() }
    }

    #[test]
    fn every_encoding_is_decoded() {
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), Compression::fast());
        zlib.write_all(b"text").expect("memory");
        let mut raw = flate2::write::DeflateEncoder::new(Vec::new(), Compression::fast());
        raw.write_all(b"text").expect("memory");
        let zstd =
            ruzstd::encoding::compress_to_vec(&b"text"[..], ruzstd::encoding::CompressionLevel::Fastest);
        // An uncompressed brotli stream of four bytes.
        let brotli = [&[0x8b, 0x01, 0x80][..], b"text", &[0x03]].concat();
        for (name, bytes) in [
            ("gzip", gzip(b"text")),
            ("X-GZIP", gzip(b"text")),
            ("deflate", zlib.finish().expect("memory")),
            ("deflate", raw.finish().expect("memory")),
            ("zstd", zstd),
            ("br", brotli),
            ("identity", b"text".to_vec()),
            ("gzip, gzip", gzip(&gzip(b"text"))),
        ] {
            assert_eq!(decode(&bytes, name, &limits()), (b"text".to_vec(), BodyEnd::Complete), "{name}");
        }
    }

    #[test]
    fn a_bomb_is_cut() {
        let bomb = gzip(&vec![0; 10 * 1024 * 1024]);
        let (body, end) = decode(&bomb, "gzip", &limits());
        assert_eq!((body.len() <= ALWAYS, end), (true, BodyEnd::Bomb));
        let (body, end) = decode(&gzip(&bomb), "gzip, gzip", &limits());
        assert_eq!((body.len() <= ALWAYS, end), (true, BodyEnd::Bomb));
        let small = Limits { body: 1000, ..limits() };
        assert_eq!(decode(&gzip(&[0; 2000]), "gzip", &small), (vec![0; 1000], BodyEnd::TooLarge));
    }

    #[test]
    fn a_damaged_body_keeps_its_start() {
        let text = "a text that is long enough to be compressed ".repeat(1000);
        let bytes = gzip(text.as_bytes());
        let (body, end) = decode(&bytes[..bytes.len() / 2], "gzip", &limits());
        assert_eq!((text.as_bytes().starts_with(&body), end), (true, BodyEnd::Undecodable));
        assert_eq!(decode(b"plain", "gzip", &limits()).1, BodyEnd::Undecodable);
        assert_eq!(decode(b"plain", "unknown", &limits()).1, BodyEnd::Undecodable);
        assert_eq!(decode(b"plain", "gzip,gzip,gzip,gzip", &limits()).1, BodyEnd::Undecodable);
    }
}
