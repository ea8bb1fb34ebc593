//! `#[derive(Output)]`

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Field, Result};

use crate::attributes::{FieldWords, LimitWords, named_fields, pascal_case};
use crate::input::option;

pub fn expand(item: &DeriveInput) -> Result<TokenStream> {
    let name = &item.ident;
    let fields = named_fields(item)?;
    let idents: Vec<_> = fields.iter().map(|field| &field.ident).collect();
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    let parts = fields.iter().map(|field| part(field)).collect::<Result<Vec<_>>>()?;
    let places: Vec<usize> = (0..fields.len()).collect();
    Ok(quote! {
        impl ::sitewright_sdk::Output for #name {
            fn parts(&self) -> &'static [::sitewright_sdk::output::Part] {
                const PARTS: &[::sitewright_sdk::output::Part] = &[#(#parts),*];
                PARTS
            }
            fn value(&self, place: usize) -> ::sitewright_sdk::output::Value<'_> {
                match place {
                    #(#places => <#types as ::sitewright_sdk::output::PartValue>::view(&self.#idents),)*
                    _ => ::sitewright_sdk::output::Value::Text(""),
                }
            }
            fn set(&mut self, place: usize, lines: ::std::vec::Vec<::std::string::String>) {
                match place {
                    #(#places => <#types as ::sitewright_sdk::output::PartValue>::take(&mut self.#idents, lines),)*
                    _ => {}
                }
            }
        }
    })
}

fn part(field: &Field) -> Result<TokenStream> {
    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    let words = FieldWords::of(field)?;
    let (computed, optional, blocks) = (words.computed, words.optional, words.blocks);
    let format = words.format.as_ref().map_or_else(|| "plain".to_owned(), |text| text.value());
    let limits = LimitWords::all(field)?.into_iter().map(|limit| {
        let (unit, level) = (pascal_case(&limit.unit), pascal_case(&limit.level));
        let (min, max) = (option(&limit.min), option(&limit.max));
        quote! {
            ::sitewright_sdk::Limit {
                unit: ::sitewright_sdk::Unit::#unit, level: ::sitewright_sdk::Level::#level, min: #min, max: #max,
            }
        }
    });
    let kind = &field.ty;
    Ok(quote! {
        ::sitewright_sdk::output::Part {
            name: #name, format: #format, computed: #computed, optional: #optional, blocks: #blocks,
            limits: &[#(#limits),*],
            kind: <#kind as ::sitewright_sdk::output::PartValue>::KIND,
        }
    })
}
