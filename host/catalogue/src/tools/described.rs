//! Descriptions and icon of a tool. Of ten thousand installed packages few are ever opened, so they are loaded on
//! demand.

use std::sync::Arc;

use sitewright_engine::{BoxFuture, Descriptor};

use super::input::{LANGUAGE, offers_language};
use super::schema::{Schema, aside};
use super::warm::Warm;
use crate::platform::prelude::*;

/// Loads the descriptions of a package.
pub type Bring = Arc<dyn Fn() -> BoxFuture<'static, Result<Described>> + Send + Sync>;

/// The descriptions of a tool.
pub struct Described {
    /// By `Locale as usize`.
    texts: [DescribedText; 2],
    pub icon: Bytes,
    size: usize,
}

/// A description in one language.
pub struct DescribedText {
    pub input: Schema,
    pub output: Schema,
    /// JSON: an input that shows the tool at its best.
    pub example: String,
}

impl Described {
    pub fn new(texts: [DescribedText; 2], icon: Bytes) -> Self {
        let size = texts.iter().map(DescribedText::size).sum::<usize>() + icon.len();
        Self { texts, icon, size }
    }

    /// From descriptions that were checked when their package was installed.
    pub fn checked(descriptors: [Descriptor; 2], icon: Bytes) -> Self {
        let text = |Descriptor { input, output, example, .. }| DescribedText {
            input: Schema::checked(input),
            output: Schema::checked(output),
            example,
        };
        Self::new(descriptors.map(text), icon)
    }

    /// Compiles its schemas.
    fn compiled(mut self) -> Self {
        for (text, locale) in self.texts.iter_mut().zip([Locale::En, Locale::Pl]) {
            text.input.compile();
            text.output.compile();
            text.name_language(locale);
        }
        self
    }

    pub fn text(&self, locale: Locale) -> &DescribedText {
        &self.texts[locale as usize]
    }

    /// Its size in bytes, as far as that depends on the package.
    pub fn size(&self) -> usize {
        self.size
    }
}

impl DescribedText {
    /// Sets the language of the example: a run without it uses the project's.
    pub fn name_language(&mut self, locale: Locale) {
        let Ok(example) = serde_json::from_str::<Map<String, Value>>(&self.example) else { return };
        let Some(fields) = self.example.trim_end().strip_suffix('}') else { return };
        if !example.is_empty()
            && !example.contains_key(LANGUAGE)
            && offers_language(&self.input, locale.tag())
        {
            self.example = format!("{},\"{LANGUAGE}\":\"{}\"}}", fields.trim_end(), locale.tag());
        }
    }

    fn size(&self) -> usize {
        self.input.json().len() + self.output.json().len() + self.example.len()
    }
}

/// The source of a tool's descriptions.
pub enum Descriptions {
    Here(Arc<Described>),
    /// In a package, by its digest.
    Stored {
        warm: Warm,
        package: String,
        bring: Bring,
    },
}

impl Descriptions {
    pub async fn get(&self) -> Result<Arc<Described>> {
        match self {
            Self::Here(described) => Ok(described.clone()),
            // A publisher's patterns may take too long to compile for a request thread.
            Self::Stored { warm, package, bring } => {
                let read = async {
                    let described = bring().await?;
                    aside(move || described.compiled()).await
                };
                warm.described(package, read).await
            }
        }
    }
}
