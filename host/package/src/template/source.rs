//! The input of the component that runs templates. Its reader is `plugins/template-runner/src/source.rs`.

use serde::Serialize;

use super::Field;
use super::result::{Part, Variants};
use crate::node::{Both, BothLists};

#[derive(Serialize)]
pub(super) struct Source {
    pub fields: Vec<Field>,
    pub variants: Option<Variants>,
    pub parts: Vec<Part>,
    /// The field that is the subject of the result.
    pub subject: String,
    pub max_words: u32,
    /// In hundredths.
    pub temperature: Option<u32>,
    pub has_drafts: bool,
    /// For each language, lists of a key and its texts.
    pub texts: [Vec<Vec<String>>; 2],
}

/// The texts of a template under the keys that the SDK looks them up by.
#[derive(Default)]
pub(super) struct Texts([Vec<Vec<String>>; 2]);

impl Texts {
    pub fn put(&mut self, key: &str, texts: Option<Both>) {
        self.put_lists(key, texts.map(|texts| texts.map(|text| vec![text])));
    }

    pub fn put_lists(&mut self, key: &str, lists: Option<BothLists>) {
        for (place, list) in lists.into_iter().flatten().enumerate() {
            self.put_list(place, key, list);
        }
    }

    /// Adds a list in the language with this index.
    pub fn put_list(&mut self, language: usize, key: &str, list: Vec<String>) {
        self.0[language].push(std::iter::once(key.to_owned()).chain(list).collect());
    }

    pub fn into_lists(self) -> [Vec<Vec<String>>; 2] {
        self.0
    }
}
