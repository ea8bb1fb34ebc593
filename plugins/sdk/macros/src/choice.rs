//! `#[derive(Choice)]`

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result, Variant};

use crate::attributes::kebab_case;

pub fn expand(item: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &item.data else {
        return Err(Error::new_spanned(&item.ident, "a Choice is an enum without fields"));
    };
    let name = &item.ident;
    let mut variants = Vec::new();
    let mut ids = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "an option has no fields"));
        }
        variants.push(&variant.ident);
        ids.push(id_of(variant)?);
    }
    Ok(quote! {
        impl ::sitewright_sdk::Choice for #name {
            const ALL: &'static [Self] = &[#(Self::#variants),*];
            const IDS: &'static [&'static str] = &[#(#ids),*];
            fn id(self) -> &'static str {
                Self::IDS[self as usize]
            }
        }
    })
}

/// The name in the JSON: `#[choice("PAS")]`, else the variant in kebab-case.
fn id_of(variant: &Variant) -> Result<String> {
    match variant.attrs.iter().find(|attribute| attribute.path().is_ident("choice")) {
        Some(attribute) => Ok(attribute.parse_args::<LitStr>()?.value()),
        None => Ok(kebab_case(&variant.ident)),
    }
}
