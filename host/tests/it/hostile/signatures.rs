//! Signatures of other keys, of other content, or of another kind.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::base::{SIGNATURE, Spoilt, signature, spoilt};

const MALFORMED: &str = "package.signature-malformed";
const FORGED: &str = "package.signature-forged";

pub const ALL: &[Spoilt] = &[
    spoilt("no signature", "package.unsigned", "", |b| b.unsigned()),
    spoilt("an unregistered key under the publisher's name", "package.signer-unknown", SIGNATURE, |b| {
        b.stranger.sign(&b.unsigned())
    }),
    spoilt("the key of another registered publisher", "package.signer-other", SIGNATURE, |b| {
        b.mallory.sign(&b.unsigned())
    }),
    spoilt("a revoked key of the publisher", "package.signer-revoked", SIGNATURE, |b| {
        b.stolen.sign(&b.unsigned())
    }),
    spoilt("a forged signature with the id of the publisher's key", FORGED, SIGNATURE, |b| {
        let own = decoded(&signature(&b.good()), 1);
        let forged = b.stranger.sign(&b.unsigned());
        b.resigned(|_| changed(&signature(&forged), 1, |bytes| bytes[2..10].copy_from_slice(&own[2..10])))
    }),
    spoilt("the signature of another version", FORGED, SIGNATURE, |b| {
        let other = b.edited("plugin.toml", "1.0.0", "1.0.1");
        b.resigned(|_| signature(&other))
    }),
    spoilt("the list of another package with the signature of this one", FORGED, SIGNATURE, |b| {
        let other = super::base::unpacked(&b.edited("plugin.toml", "1.0.0", "1.0.1"));
        b.swapped("manifest.json", &other["manifest.json"])
    }),
    spoilt("a signature with one changed bit", FORGED, SIGNATURE, |b| {
        b.resigned(|text| changed(&text, 1, |bytes| bytes[40] ^= 1))
    }),
    spoilt("a changed trusted comment", FORGED, SIGNATURE, |b| {
        b.resigned(|text| text.replacen("\ntrusted comment: ", "\ntrusted comment: another ", 1))
    }),
    spoilt("the legacy signature algorithm, without a digest", FORGED, SIGNATURE, |b| {
        b.resigned(|text| changed(&text, 1, |bytes| bytes[..2].copy_from_slice(b"Ed")))
    }),
    spoilt("an unknown signature algorithm", MALFORMED, SIGNATURE, |b| {
        b.resigned(|text| changed(&text, 1, |bytes| bytes[..2].copy_from_slice(b"No")))
    }),
    spoilt("a truncated signature", MALFORMED, SIGNATURE, |b| {
        b.resigned(|text| text[..text.len() / 2].to_owned())
    }),
    spoilt("a signature of 63 bytes", MALFORMED, SIGNATURE, |b| {
        b.resigned(|text| changed(&text, 1, |bytes| bytes.truncate(73)))
    }),
    // A reader that takes the key id from the first line without a comment would find a key other than the signing
    // one, and revoking the signing key would not affect the package.
    spoilt("another publisher's key instead of the comment", MALFORMED, SIGNATURE, |b| {
        let other = b.mallory.public.lines().nth(1).expect("a key");
        b.resigned(|text| text.replacen(text.lines().next().expect("a line"), other, 1))
    }),
    spoilt("a second signature after the first", MALFORMED, SIGNATURE, |b| {
        let other = signature(&b.mallory.sign(&b.unsigned()));
        b.resigned(|text| text + &other)
    }),
    spoilt("a signature that is not text", "package.not-text", SIGNATURE, |b| {
        b.swapped(SIGNATURE, b"\xff\xfe\0")
    }),
];

fn decoded(text: &str, line: usize) -> Vec<u8> {
    STANDARD.decode(text.lines().nth(line).expect("a line")).expect("Base64")
}

/// The text with other bytes in one of its lines.
fn changed(text: &str, line: usize, change: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = decoded(text, line);
    change(&mut bytes);
    let lines = text.lines().enumerate();
    lines.map(|(at, old)| if at == line { STANDARD.encode(&bytes) } else { old.to_owned() } + "\n").collect()
}
