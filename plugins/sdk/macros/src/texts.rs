//! `texts!("folder")`: both languages of a tool, checked against each other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitStr, Path as RustPath, Result, Token};
use toml::{Table, Value};

use crate::pack::pack;

pub const LANGUAGES: [&str; 2] = ["en", "pl"];

/// The table whose entries become one text, the example's JSON.
const EXAMPLE: &str = "example";

pub type Entries = BTreeMap<String, Vec<String>>;

/// The folder, and the fallback texts.
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
    // The included bytes only make cargo track the files; nothing refers to them.
    let paths = languages.iter().map(|language| language.path.to_string_lossy().into_owned());
    let packed = languages
        .iter()
        .map(|language| packed_tokens(&language.entries))
        .collect::<std::result::Result<Vec<_>, _>>()
        .map_err(fail)?;
    let behind = match behind {
        Some(path) => quote!(::core::option::Option::Some(#path)),
        None => quote!(::core::option::Option::None),
    };
    Ok(quote! {{
        #(const _: &[u8] = include_bytes!(#paths);)*
        static TEXTS: ::sitewright_sdk::Texts = ::sitewright_sdk::Texts::new([#(#packed),*], #behind);
        &TEXTS
    }})
}

struct Language {
    path: PathBuf,
    entries: Entries,
}

fn load(path: PathBuf) -> std::result::Result<Language, String> {
    let mut table = table(&path)?;
    let example = table.remove(EXAMPLE).unwrap_or_else(|| Value::Table(Table::new()));
    let example = serde_json::to_string(&example).map_err(|error| error.to_string())?;
    let mut entries = entries(&path, &table)?;
    entries.insert(EXAMPLE.to_owned(), vec![example]);
    Ok(Language { path, entries })
}

/// The texts of a file that has no example.
pub fn read(path: &Path) -> std::result::Result<Entries, String> {
    entries(path, &table(path)?)
}

fn table(path: &Path) -> std::result::Result<Table, String> {
    let source =
        std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    source.parse().map_err(|error| format!("{}: {error}", path.display()))
}

fn entries(path: &Path, table: &Table) -> std::result::Result<Entries, String> {
    let mut entries = Entries::new();
    flatten("", table, &mut entries)
        .map_err(|key| format!("{}: `{key}` must be a text or a list of texts", path.display()))?;
    Ok(entries)
}

/// Nested tables become dotted keys. The error is a key whose value is neither a text nor a list of texts.
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

pub fn difference(left: &Entries, right: &Entries) -> Option<String> {
    let missing = |from: &Entries, other: &Entries| -> Vec<String> {
        other.keys().filter(|key| !from.contains_key(*key)).cloned().collect()
    };
    let (in_en, in_pl) = (missing(left, right), missing(right, left));
    (!in_en.is_empty() || !in_pl.is_empty()).then(|| {
        format!("texts differ; missing in en: [{}], missing in pl: [{}]", in_en.join(", "), in_pl.join(", "))
    })
}

/// The entries sorted by the hashes of their keys, packed and plain; the build uses one of them.
pub fn packed_tokens(entries: &Entries) -> std::result::Result<TokenStream, String> {
    let mut hashed: BTreeMap<u32, (&str, &Vec<String>)> = BTreeMap::new();
    for (key, texts) in entries {
        if let Some((other, _)) = hashed.insert(hash(key), (key, texts)) {
            return Err(format!("the keys `{key}` and `{other}` have the same hash; rename one of them"));
        }
    }
    let lists: Vec<&Vec<String>> = hashed.values().map(|(_, texts)| *texts).collect();
    let packed = pack(&lists).ok_or("the texts have too many different letters")?;
    let starts: Vec<u16> = packed
        .starts
        .iter()
        .map(|start| u16::try_from(*start).map_err(|_| "the texts of one language are too long".to_owned()))
        .collect::<std::result::Result<_, _>>()?;
    let (keys, count) = (hashed.keys(), hashed.len());
    let codes = Literal::byte_string(&packed.codes);
    let literals = Literal::byte_string(&packed.literals);
    let pairs = packed.pairs.iter().map(|[left, right]| quote!([#left, #right]));
    let plain = lists.iter().map(|list| quote!(&[#(#list),*]));
    let hashes = hashed.keys();
    Ok(quote!(::sitewright_sdk::written! {
        { ::sitewright_sdk::Packed {
            keys: &[#(#keys),*],
            starts: &[#(#starts),*],
            codes: #codes,
            literals: #literals,
            pairs: &[#(#pairs),*],
            unpacked: {
                static UNPACKED: [::sitewright_sdk::Once<&'static [&'static str]>; #count] =
                    [const { ::sitewright_sdk::Once::empty() }; #count];
                &UNPACKED
            },
            meanings: {
                static MEANINGS: ::sitewright_sdk::Once<Vec<::sitewright_sdk::Meaning>> =
                    ::sitewright_sdk::Once::empty();
                &MEANINGS
            },
        } }
        { ::sitewright_sdk::Plain { keys: &[#(#hashes),*], lists: &[#(#plain),*] } }
    }))
}

/// FNV-1a over 32 bits; the SDK looks texts up by it.
fn hash(key: &str) -> u32 {
    key.bytes().fold(0x811c_9dc5, |state, byte| (state ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
