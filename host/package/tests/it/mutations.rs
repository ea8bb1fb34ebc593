//! Thousands of mutated packages: none of them makes the reader panic, and none is taken for another one.
//! `ROUNDS=1000000 SEED=7` in the environment runs more and different ones.

use std::path::Path;
use std::{env, fs};

use sitewright_package::{Files, Keyring, Level, Package, Rules, SecretKey, generate, pack, sign};

use crate::fixture::{development, files, good};
use crate::parsers;

/// The same numbers in every run.
struct Dice(u64);

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn rounds() -> usize {
    setting("ROUNDS", 1500) as usize
}

impl Dice {
    fn new(place: u64) -> Self {
        Self(setting("SEED", 1) << 8 | place)
    }

    fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        // Bytes with a meaning in some format; they are used more often.
        const SYNTAX_BYTES: &[u8] = b"\0\x01\x7f\x80\xff<>{}[]\"\\/.&PK\n0";
        if self.next() & 1 == 0 { SYNTAX_BYTES[self.below(SYNTAX_BYTES.len())] } else { self.next() as u8 }
    }

    /// One to four changes: a byte, a bit, or a part that is deleted, doubled or moved.
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let (at, length) = (self.below(bytes.len()), self.below(40));
            let end = (at + length).min(bytes.len());
            match self.below(7) {
                0 | 1 if !bytes.is_empty() => bytes[at] = self.byte(),
                2 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                3 => drop(bytes.drain(at..end)),
                4 => {
                    let part = bytes[at..end].to_vec();
                    let to = self.below(bytes.len());
                    drop(bytes.splice(to..to, part));
                }
                5 => bytes.truncate(at),
                _ => {
                    let noise: Vec<u8> = (0..length).map(|_| self.byte()).collect();
                    drop(bytes.splice(at..at, noise));
                }
            }
        }
    }
}

/// Archives with mutated bytes. An accepted one has exactly the files of the valid package.
#[test]
fn mutated_archives_are_refused() {
    let (secret, public) = generate("acme", "").expect("a pair");
    let key = SecretKey::read(&secret, "").expect("a key");
    let package = sign(&good(), &key).expect("signed").expect("whole");
    let mut keys = Keyring::default();
    keys.trust("acme", Level::Community, &public).expect("a key");
    let rules = Rules { keys, ..Rules::default() };
    let whole = Package::read(&package, &rules).expect("it is good").files;

    let mut dice = Dice::new(1);
    let mut refused = 0;
    for _ in 0..rounds() {
        let mut bytes = package.clone();
        dice.spoil(&mut bytes);
        match Package::read(&bytes, &rules) {
            Ok(taken) => assert_eq!(taken.files, whole),
            Err(problems) => {
                assert!(!problems.is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > rounds() * 2 / 3, "{refused} were refused");
}

/// Valid archives with one mutated file, to reach the readers of the files.
#[test]
fn mutated_files_never_make_the_reader_panic() {
    let names: Vec<String> = files().into_keys().collect();
    let mut dice = Dice::new(2);
    for round in 0..rounds() {
        let mut files: Files = files();
        let name = &names[round % names.len()];
        dice.spoil(files.get_mut(name).expect("it is there"));
        let _ = Package::read(&pack(files).expect("packed"), &development());
    }
}

/// Each reader with its seeds, original and mutated. Former findings of `make fuzz-parsers` are among them.
fn spoil_the_seeds(place: u64, name: &str, reader: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("seeds").map(|seed| seed.expect("a seed").path()).collect();
    paths.sort();
    let seeds: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).expect("a seed")).collect();
    seeds.iter().for_each(|seed| reader(seed));
    let mut dice = Dice::new(place);
    for round in 0..rounds() {
        let mut input = seeds[round % seeds.len()].clone();
        dice.spoil(&mut input);
        reader(&input);
    }
}

#[test]
fn mutated_packages_are_read_or_refused() {
    spoil_the_seeds(3, "package", parsers::package);
}

#[test]
fn mutated_manifests_are_read_or_refused() {
    spoil_the_seeds(4, "manifest", parsers::manifest);
}

#[test]
fn mutated_schemas_are_read_or_refused() {
    spoil_the_seeds(5, "schema", parsers::schema);
}

#[test]
fn mutated_templates_are_read_or_refused() {
    spoil_the_seeds(6, "template", parsers::template);
}
