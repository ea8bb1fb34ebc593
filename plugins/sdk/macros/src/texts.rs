//! `texts!("folder")`: both languages of a tool, checked against one another.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitStr, Path as RustPath, Result, Token};
use toml::{Table, Value};

const LANGUAGES: [&str; 2] = ["en", "pl"];

/// The table whose entries become the example's JSON instead of texts.
const EXAMPLE: &str = "example";

type Entries = BTreeMap<String, Vec<String>>;

/// The folder, and the texts behind it.
pub struct Call {
    folder: LitStr,
    behind: Option<RustPath>,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let folder = input.parse()?;
        let behind = if input.parse::<Option<Token![,]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Self { folder, behind })
    }
}

pub fn expand(Call { folder, behind }: &Call) -> Result<TokenStream> {
    let fail = |message: String| Error::new(folder.span(), message);
    let crate_folder = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| fail(error.to_string()))?;
    let mut languages = Vec::new();
    for language in LANGUAGES {
        let path = Path::new(&crate_folder).join(folder.value()).join(format!("{language}.toml"));
        languages.push(load(path).map_err(fail)?);
    }
    if let Some(message) = difference(&languages[0].entries, &languages[1].entries) {
        return Err(fail(message));
    }
    // The included bytes only tell cargo to look at the files again; nothing refers to them.
    let paths = languages.iter().map(|language| language.path.to_string_lossy().into_owned());
    let entries = languages
        .iter()
        .map(|language| entries_tokens(&language.entries))
        .collect::<std::result::Result<Vec<_>, _>>()
        .map_err(fail)?;
    let examples = languages.iter().map(|language| &language.example);
    let behind = match behind {
        Some(path) => quote!(::core::option::Option::Some(#path)),
        None => quote!(::core::option::Option::None),
    };
    Ok(quote! {{
        #(const _: &[u8] = include_bytes!(#paths);)*
        const TEXTS: ::sitewright_sdk::Texts =
            ::sitewright_sdk::Texts::new([#(#entries),*], [#(#examples),*], #behind);
        &TEXTS
    }})
}

struct Language {
    path: PathBuf,
    entries: Entries,
    example: String,
}

fn load(path: PathBuf) -> std::result::Result<Language, String> {
    let source =
        std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut table: Table = source.parse().map_err(|error| format!("{}: {error}", path.display()))?;
    let example = table.remove(EXAMPLE).unwrap_or_else(|| Value::Table(Table::new()));
    let example = serde_json::to_string(&example).map_err(|error| error.to_string())?;
    let mut entries = Entries::new();
    flatten("", &table, &mut entries)
        .map_err(|key| format!("{}: `{key}` must be a text or a list of texts", path.display()))?;
    Ok(Language { path, entries, example })
}

/// Nested tables become dotted keys. The error is the key that is neither text nor list of texts.
fn flatten(prefix: &str, table: &Table, entries: &mut Entries) -> std::result::Result<(), String> {
    for (name, value) in table {
        let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Table(inner) => flatten(&key, inner, entries)?,
            Value::String(text) => drop(entries.insert(key, vec![text.trim_end().to_owned()])),
            Value::Array(list) => {
                let texts = list.iter().map(|item| item.as_str().map(|text| text.trim_end().to_owned()));
                let texts = texts.collect::<Option<Vec<_>>>().ok_or_else(|| key.clone())?;
                entries.insert(key, texts);
            }
            _ => return Err(key),
        }
    }
    Ok(())
}

fn difference(left: &Entries, right: &Entries) -> Option<String> {
    let missing = |from: &Entries, other: &Entries| -> Vec<String> {
        other.keys().filter(|key| !from.contains_key(*key)).cloned().collect()
    };
    let (in_en, in_pl) = (missing(left, right), missing(right, left));
    (!in_en.is_empty() || !in_pl.is_empty()).then(|| {
        format!("texts differ; missing in en: [{}], missing in pl: [{}]", in_en.join(", "), in_pl.join(", "))
    })
}

/// The entries by the hash of their key, in its order.
fn entries_tokens(entries: &Entries) -> std::result::Result<TokenStream, String> {
    let mut hashed: BTreeMap<u32, (&str, &Vec<String>)> = BTreeMap::new();
    for (key, texts) in entries {
        if let Some((other, _)) = hashed.insert(hash(key), (key, texts)) {
            return Err(format!("the keys `{key}` and `{other}` share a hash; rename one of them"));
        }
    }
    let keys = hashed.keys();
    let values = hashed.values().map(|(_, texts)| quote!(&[#(#texts),*]));
    Ok(quote!(&[#((#keys, #values)),*]))
}

/// FNV-1a over 32 bits; the SDK looks texts up by it.
fn hash(key: &str) -> u32 {
    key.bytes().fold(0x811c_9dc5, |state, byte| (state ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
