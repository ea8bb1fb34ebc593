//! `pack!`: a rule pack from its `checks/*.toml` and `texts/*.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, LitStr, Result, Token, bracketed};
use toml::{Table, Value};

use crate::texts::{self, Entries, LANGUAGES};

type Fallible<T> = std::result::Result<T, String>;

/// `category: "titles", tables: [titles, headings], probes: ["/humans.txt"]`, in this order; the lists may be left out.
pub struct Call {
    category: LitStr,
    tables: Vec<Ident>,
    probes: Vec<LitStr>,
}

impl Parse for Call {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        fn name(input: ParseStream<'_>, expected: &str) -> Result<()> {
            let name: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            if name == expected {
                Ok(())
            } else {
                Err(Error::new(name.span(), format!("`{expected}` is expected")))
            }
        }
        fn list<T: Parse>(input: ParseStream<'_>, expected: &str) -> Result<Vec<T>> {
            if input.parse::<Option<Token![,]>>()?.is_none() || input.is_empty() {
                return Ok(Vec::new());
            }
            name(input, expected)?;
            let content;
            bracketed!(content in input);
            Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
        }
        name(input, "category")?;
        let category = input.parse()?;
        let (tables, probes) = (list(input, "tables")?, list(input, "probes")?);
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { category, tables, probes })
    }
}

pub fn expand(call: &Call) -> Result<TokenStream> {
    let fail = |message: String| Error::new(call.category.span(), message);
    let folder = std::env::var("CARGO_MANIFEST_DIR").map_err(|error| fail(error.to_string()))?;
    let folder = Path::new(&folder);
    let checks = checks(&folder.join("checks")).map_err(fail)?;
    let mut languages = Languages::default();
    let mut paths: Vec<PathBuf> = checks.iter().map(|check| check.path.clone()).collect();
    for (language, entries) in LANGUAGES.iter().zip(&mut languages.entries) {
        let path = folder.join("texts").join(format!("{language}.toml"));
        *entries = texts::read(&path).map_err(fail)?;
        paths.push(path);
    }
    let mut rules = Vec::new();
    for check in &checks {
        let rule = rule(check, &call.category, &mut languages);
        rules.push(rule.map_err(|why| fail(format!("{}: {why}", check.path.display())))?);
    }
    let [english, polish] = &languages.entries;
    if let Some(message) = texts::difference(english, polish) {
        return Err(fail(message));
    }
    let packed = [english, polish]
        .into_iter()
        .map(texts::packed_tokens)
        .collect::<Fallible<Vec<_>>>()
        .map_err(fail)?;
    let paths = paths.iter().map(|path| path.to_string_lossy().into_owned());
    let (tables, probes) = (&call.tables, &call.probes);
    Ok(quote! {
        // The included bytes only make cargo track the files; nothing refers to them.
        #(const _: &[u8] = include_bytes!(#paths);)*

        /// The pack: its rules in the order of their ids.
        pub static PACK: ::sitewright_sdk::rules::Pack = {
            use ::sitewright_sdk::rules::{Check, Pack, Parameter, Rule, Severity, layouts};
            static TEXTS: ::sitewright_sdk::Texts =
                ::sitewright_sdk::Texts::new([#(#packed),*], ::core::option::Option::None);
            Pack {
                texts: &TEXTS,
                tables: &[layouts::pages.name, #(layouts::#tables.name),*],
                probes: &[#(#probes),*],
                rules: &[#(#rules),*],
            }
        };

        ::sitewright_sdk::export_rules!(PACK);
    })
}

/// The texts of the pack in both languages.
#[derive(Default)]
struct Languages {
    entries: [Entries; 2],
    /// The key of each fix for a system. Rules of a pack share them: a panel has one place for titles.
    fixes: BTreeMap<[String; 2], String>,
}

impl Languages {
    /// The systems with the keys of their fixes.
    fn fixes(&mut self, english: &Table, polish: &Table) -> Fallible<Vec<(String, String)>> {
        if !english.keys().eq(polish.keys()) {
            return Err("the languages have fixes for different systems".to_owned());
        }
        let mut systems = Vec::new();
        for system in english.keys() {
            let both = [text(english, system)?.to_owned(), text(polish, system)?.to_owned()];
            let next = format!("fix.{}", self.fixes.len());
            let key = self.fixes.entry(both.clone()).or_insert(next).clone();
            for (entries, text) in self.entries.iter_mut().zip(both) {
                entries.insert(key.clone(), vec![text]);
            }
            systems.push((system.clone(), key));
        }
        Ok(systems)
    }
}

/// The file of a rule.
struct Rule {
    id: String,
    path: PathBuf,
    table: Table,
}

/// In the order of their names.
fn checks(folder: &Path) -> Fallible<Vec<Rule>> {
    let unreadable =
        |path: &Path, error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
    let entries = std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut rules = BTreeMap::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, &error))?;
        let table = text.parse().map_err(|error| unreadable(&path, &error))?;
        rules.insert(id.clone(), Rule { id, path, table });
    }
    if rules.is_empty() {
        Err(format!("{} has no checks", folder.display()))
    } else {
        Ok(rules.into_values().collect())
    }
}

/// The tokens of a rule; its texts are added to those of the languages.
fn rule(rule: &Rule, category: &LitStr, languages: &mut Languages) -> Fallible<TokenStream> {
    let Rule { id, table, .. } = rule;
    let severity = match text(table, "severity")? {
        "error" => format_ident!("Error"),
        "warning" => format_ident!("Warning"),
        "notice" => format_ident!("Notice"),
        other => return Err(format!("there is no severity `{other}`")),
    };
    let scope = match text(table, "scope")? {
        "page" => format_ident!("Page"),
        "site" => format_ident!("Site"),
        other => return Err(format!("there is no scope `{other}`")),
    };
    let score = table.get("score").and_then(Value::as_bool).ok_or("`score` is true or false")?;
    let needs = list(table, "needs")?;
    let parameters = tables(table, "params")?;
    let numbers = parameters.iter().map(|(name, of)| parameter(name, of)).collect::<Fallible<Vec<_>>>()?;
    let none = Table::new();
    let values = table.get("values").map_or(Some(&none), Value::as_table).ok_or("`values` is a table")?;
    let kinds = values.iter().map(|(name, kind)| {
        let kind = kind.as_str().ok_or_else(|| format!("the kind of `{name}` is a text"))?;
        Ok(quote!((#name, #kind)))
    });
    let kinds = kinds.collect::<Fallible<Vec<_>>>()?;
    let mut fixes = Vec::new();
    for (language, entries) in LANGUAGES.iter().zip(&mut languages.entries) {
        let said = table
            .get(*language)
            .and_then(Value::as_table)
            .ok_or_else(|| format!("[{language}] is missing"))?;
        let own = ["title", "what", "why", "fix"].into_iter().map(|key| text(said, key).map(str::to_owned));
        let mut texts = own.collect::<Fallible<Vec<_>>>()?;
        for (name, of) in &parameters {
            texts.push(text(of, language).map_err(|why| format!("params.{name}: {why}"))?.to_owned());
        }
        entries.insert(id.clone(), texts);
        fixes.push(said.get("fix_in").map_or(Some(&none), Value::as_table).ok_or("`fix_in` is a table")?);
    }
    let systems = languages.fixes(fixes[0], fixes[1])?;
    let systems = systems.iter().map(|(system, key)| quote!((#system, #key)));
    let function = Ident::new(&id.replace('-', "_"), Span::call_site());
    Ok(quote!(Rule {
        id: #id,
        severity: Severity::#severity,
        category: #category,
        score: #score,
        needs: &[#(#needs),*],
        parameters: &[#(#numbers),*],
        values: &[#(#kinds),*],
        systems: &[#(#systems),*],
        check: Check::#scope(#function),
    }))
}

fn parameter(name: &str, of: &Table) -> Fallible<TokenStream> {
    let number = |key: &str| {
        let value = of.get(key);
        let number =
            value.and_then(|value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64)));
        number.ok_or_else(|| format!("params.{name}: `{key}` is a number"))
    };
    let (default, min, max) = (number("default")?, number("min")?, number("max")?);
    Ok(quote!(Parameter { name: #name, default: #default, min: #min, max: #max }))
}

/// The text of a key that must be there and not be empty.
fn text<'t>(table: &'t Table, key: &str) -> Fallible<&'t str> {
    let text = table.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    text.ok_or_else(|| format!("`{key}` is a text"))
}

fn list(table: &Table, key: &str) -> Fallible<Vec<String>> {
    let Some(value) = table.get(key) else { return Ok(Vec::new()) };
    let texts = value.as_array().map(|list| list.iter().map(|one| one.as_str().map(str::to_owned)).collect());
    texts.flatten().ok_or_else(|| format!("`{key}` is a list of texts"))
}

fn tables<'t>(table: &'t Table, key: &str) -> Fallible<Vec<(&'t str, &'t Table)>> {
    let Some(value) = table.get(key) else { return Ok(Vec::new()) };
    let entries = value.as_table().ok_or_else(|| format!("`{key}` is a table"))?;
    let one = |(name, value): (&'t String, &'t Value)| {
        let table = value.as_table().ok_or_else(|| format!("{key}.{name} is a table"))?;
        Ok((name.as_str(), table))
    };
    entries.iter().map(one).collect()
}
