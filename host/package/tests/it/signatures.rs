//! Which signatures are accepted, and at which level of trust.

use sitewright_package::Code::{self, *};
use sitewright_package::{KeyError, Keyring, Level, Package, Rules, SecretKey, generate, sign};

use crate::fixture::{development, good, with_file, with_plugin};
use crate::zip_bytes::{Entry, archive};

struct Pair {
    secret: SecretKey,
    public: String,
}

fn pair(publisher: &str) -> Pair {
    let (secret, public) = generate(publisher, "").expect("a pair");
    Pair { secret: SecretKey::read(&secret, "").expect("a key"), public }
}

fn signed(package: &[u8], pair: &Pair) -> Vec<u8> {
    sign(package, &pair.secret).expect("signed").expect("a whole archive")
}

fn trusting(publisher: &str, pair: &Pair) -> Rules {
    let mut keys = Keyring::default();
    keys.trust(publisher, Level::Partner, &pair.public).expect("a key");
    Rules { keys, ..Rules::default() }
}

fn codes(bytes: &[u8], rules: &Rules) -> Vec<Code> {
    let problems = Package::read(bytes, rules).err().unwrap_or_default();
    problems.into_iter().map(|problem| problem.code).collect()
}

/// The package with one file replaced, and all others unchanged.
fn swapped(package: &[u8], name: &str, file: &[u8]) -> Vec<u8> {
    let mut files = Package::read(package, &development()).expect("it is good").files;
    files.insert(name.to_owned(), file.to_vec());
    let entries: Vec<_> = files.iter().map(|(name, file)| Entry::deflated(name, file)).collect();
    archive(&entries, b"")
}

#[test]
fn the_level_follows_from_the_key() {
    let acme = pair("acme");
    let package = Package::read(&signed(&good(), &acme), &trusting("acme", &acme)).expect("it is trusted");
    assert_eq!((package.level, package.signer.as_deref()), (Level::Partner, Some("acme")));
}

#[test]
fn unsigned_is_for_development_only() {
    let acme = pair("acme");
    assert_eq!(codes(&good(), &trusting("acme", &acme)), [Unsigned]);
    assert_eq!(codes(&good(), &development()), []);
    // An unknown signature is treated like none.
    let strange = Package::read(&signed(&good(), &acme), &development()).expect("taken");
    assert_eq!((strange.level, strange.signer), (Level::Local, None));
}

#[test]
fn an_unknown_signature_is_refused() {
    let (acme, mallory) = (pair("acme"), pair("acme"));
    assert_eq!(codes(&signed(&good(), &mallory), &trusting("acme", &acme)), [SignerUnknown]);
    assert_eq!(codes(&signed(&good(), &acme), &Rules::default()), [SignerUnknown]);
}

#[test]
fn a_publisher_signs_only_its_own_packages() {
    let mallory = pair("mallory");
    assert_eq!(codes(&signed(&good(), &mallory), &trusting("mallory", &mallory)), [SignerOther]);
}

#[test]
fn a_revoked_key_is_refused_even_in_development() {
    let acme = pair("acme");
    let mut rules = development();
    rules.keys.revoke("acme", &acme.public).expect("a key");
    assert_eq!(codes(&signed(&good(), &acme), &rules), [SignerRevoked]);
}

#[test]
fn a_signature_covers_the_list_and_the_list_covers_everything() {
    let acme = pair("acme");
    let package = signed(&good(), &acme);
    let other = swapped(&package, "LICENSE-MIT", b"Do what I'd like.\n");
    assert_eq!(codes(&other, &trusting("acme", &acme)), [DigestWrong]);

    // The list of another package, with this one's signature.
    let files = Package::read(&with_file("LICENSE-MIT", "Pay me."), &development()).expect("good").files;
    let forged = swapped(&package, "manifest.json", &files["manifest.json"]);
    let found = Package::read(&forged, &trusting("acme", &acme)).expect_err("forged");
    assert!(found.iter().any(|problem| problem.code == SignatureForged), "{found:?}");
}

/// The signature of another version is refused, although the key is right.
#[test]
fn a_signature_cannot_be_moved() {
    let acme = pair("acme");
    let newer = signed(&with_plugin("1.2.3", "1.2.4"), &acme);
    let signature =
        Package::read(&newer, &development()).expect("good").files["manifest.json.minisig"].clone();
    let moved = swapped(&good(), "manifest.json.minisig", &signature);
    assert_eq!(codes(&moved, &trusting("acme", &acme)), [SignatureForged]);
}

#[test]
fn an_invalid_signature_is_refused_even_in_development() {
    for text in ["", "untrusted comment: x\nRUQ", "\0\0\0\0", "a\nb\nc\nd"] {
        let package = swapped(&good(), "manifest.json.minisig", text.as_bytes());
        assert_eq!(codes(&package, &development()), [SignatureMalformed], "{text:?}");
    }
    let binary = swapped(&good(), "manifest.json.minisig", b"\xff\xfe");
    assert_eq!(codes(&binary, &development()), [NotText]);
}

#[test]
fn signing_again_replaces_the_signature() {
    let (old, new) = (pair("acme"), pair("acme"));
    let twice = signed(&signed(&good(), &old), &new);
    assert_eq!(codes(&twice, &trusting("acme", &new)), []);
    assert_eq!(codes(&twice, &trusting("acme", &old)), [SignerUnknown]);
}

#[test]
fn only_a_valid_archive_is_signed() {
    let acme = pair("acme");
    let refused = sign(b"<html>", &acme.secret).expect("no failure").expect_err("not a package");
    assert_eq!(refused[0].code, NotAZip);
}

#[test]
fn keys_are_read_or_refused() {
    assert_eq!(generate("Acme Inc.", "").err(), Some(KeyError::Publisher));
    assert_eq!(SecretKey::read("nothing", "").err(), Some(KeyError::Secret));
    let (secret, public) = generate("acme", "").expect("a pair");
    assert!(secret.starts_with("untrusted comment: sitewright secret key of acme"), "{secret}");
    assert_eq!(SecretKey::read(&public, "").err(), Some(KeyError::Secret));
    let mut keys = Keyring::default();
    assert_eq!(keys.trust("acme", Level::Private, &secret), Err(KeyError::Public));
    assert_eq!(keys.trust("acme", Level::Private, ""), Err(KeyError::Public));
    assert_eq!(keys.trust("../acme", Level::Private, &public), Err(KeyError::Publisher));
}
