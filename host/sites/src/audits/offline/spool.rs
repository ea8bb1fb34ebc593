//! Batches of facts in a temporary file, which has no name and is gone when the program ends.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;

use super::super::site::Source;
use crate::platform::prelude::*;

#[derive(Default)]
pub(super) struct Spool {
    file: Option<File>,
    /// Where each batch begins, and its bytes.
    places: Vec<(u64, usize)>,
    end: u64,
}

impl Spool {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: Some(tempfile::tempfile()?), ..Self::default() })
    }

    pub(super) fn push(&mut self, packed: &[u8]) -> io::Result<()> {
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        file.write_all(packed)?;
        self.places.push((self.end, packed.len()));
        self.end += packed.len() as u64;
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }
}

impl Source for Spool {
    fn packed(&self, batch: i64) -> Result<Vec<u8>> {
        let place = usize::try_from(batch).ok().and_then(|batch| self.places.get(batch));
        let (Some((start, length)), Some(file)) = (place, &self.file) else {
            return Err(Problem::internal(anyhow::anyhow!("the batch {batch} is missing")));
        };
        let mut packed = vec![0; *length];
        file.read_exact_at(&mut packed, *start).map_err(Problem::internal)?;
        Ok(packed)
    }
}
