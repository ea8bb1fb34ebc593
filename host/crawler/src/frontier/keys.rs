//! Keys of addresses.

use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

use super::Kind;

/// Makes keys. The hash has a random key, so that a site cannot choose addresses that collide.
#[derive(Debug, Clone, Default)]
pub struct Keys(RandomState);

impl Keys {
    /// The key of an address. Sitemaps and probes have their own, because they are requested in another way.
    pub(crate) fn of(&self, kind: Kind, url: &str) -> u64 {
        let own = match kind {
            Kind::Page | Kind::Resource | Kind::External => 0_u8,
            Kind::Sitemap => 1,
            Kind::Probe => 2,
        };
        self.0.hash_one((own, url))
    }

    /// The key of an address without its query, if it has one.
    pub(crate) fn of_path(&self, url: &str) -> Option<u64> {
        url.split_once('?').map(|(path, _)| self.0.hash_one(path))
    }
}

/// The keys are hashes already.
pub(super) type AsIs = BuildHasherDefault<AsItIs>;

#[derive(Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
