//! The macros that generate code from an author's types and text files.
//!
//! Use them through `sitewright_sdk`, which re-exports all of them.

mod attributes;
mod choice;
mod input;
mod output;
mod pack;
mod rules;
mod texts;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Reads a form and writes its JSON Schema; see `sitewright_sdk::Input`.
#[proc_macro_derive(Input, attributes(field, input))]
pub fn derive_input(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    input::expand(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Describes, reads and writes the parts of a result; see `sitewright_sdk::Output`.
#[proc_macro_derive(Output, attributes(field, limit))]
pub fn derive_output(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    output::expand(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A closed list of options, named in kebab-case; see `sitewright_sdk::Choice`.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn derive_choice(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    choice::expand(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Compiles `<folder>/en.toml` and `<folder>/pl.toml` of the calling crate into a `sitewright_sdk::Texts`. A key that
/// only one language has is a compile error.
///
/// `texts!("texts", social::TEXTS)` adds a fallback: a key that the folder does not have is looked up there.
#[proc_macro]
pub fn texts(item: TokenStream) -> TokenStream {
    let call = parse_macro_input!(item as texts::Call);
    texts::expand(&call).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes the crate a rule pack: a file `checks/ID.toml` and a function for each rule; see `sitewright_sdk::rules`.
///
/// `pack! { category: "titles", tables: [titles, headings], probes: [] }` names the tables that checks of pages read besides
/// `pages`, and the paths that the crawl has to fetch.
#[proc_macro]
pub fn pack(item: TokenStream) -> TokenStream {
    let call = parse_macro_input!(item as rules::Call);
    rules::expand(&call).unwrap_or_else(|error| error.to_compile_error()).into()
}
