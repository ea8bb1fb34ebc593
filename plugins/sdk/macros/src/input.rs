//! `#[derive(Input)]`

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Field, Lit, LitInt, Result};

use crate::attributes::{FieldWords, named_fields};

pub fn expand(item: &DeriveInput) -> Result<TokenStream> {
    let name = &item.ident;
    let (mut describe, mut read) = (Vec::new(), Vec::new());
    let (mut voice, mut variants) = (quote!(None), quote!(None));
    if is_voice(item) {
        voice = quote!(Some(self));
    }
    for field in named_fields(item)? {
        let (ident, kind) = (&field.ident, &field.ty);
        let words = FieldWords::of(field)?;
        if words.flatten {
            describe.push(quote!(<#kind as ::sitewright_sdk::Input>::describe(form);));
            read.push(quote!(#ident: <#kind as ::sitewright_sdk::Input>::read(form)));
            voice = quote!(#voice.or_else(|| ::sitewright_sdk::Input::voice(&self.#ident)));
            variants = quote!(#variants.or_else(|| ::sitewright_sdk::Input::variants(&self.#ident)));
        } else {
            let spec = spec(field, &words)?;
            if words.variants || ident.as_ref().is_some_and(|ident| ident == "variants") {
                variants = quote!(Some(self.#ident));
            }
            describe.push(quote!(form.describe::<#kind>(const { &#spec });));
            read.push(quote!(#ident: form.read(const { &#spec })));
        }
    }
    Ok(quote! {
        impl ::sitewright_sdk::Input for #name {
            fn describe(form: &mut ::sitewright_sdk::form::Schema<'_>) {
                #(#describe)*
            }
            fn read(form: &mut ::sitewright_sdk::form::Reader<'_>) -> Self {
                Self { #(#read),* }
            }
            fn voice(&self) -> Option<&::sitewright_sdk::Voice> {
                #voice
            }
            fn variants(&self) -> Option<u32> {
                #variants
            }
        }
    })
}

/// `#[input(voice)]`: the struct is the SDK's own set of common fields.
fn is_voice(item: &DeriveInput) -> bool {
    item.attrs.iter().any(|attribute| attribute.path().is_ident("input"))
}

fn spec(field: &Field, words: &FieldWords) -> Result<TokenStream> {
    let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    let (required, more) = (words.required, words.more);
    let (min, max) = (option(&words.min), option(&words.max));
    let widget = words.widget.as_ref().map(|text| text.value()).unwrap_or_default();
    let preset = match &words.default {
        None => quote!(None),
        Some(Lit::Str(text)) => quote!(Text(#text)),
        Some(Lit::Int(number)) => quote!(Number(#number)),
        Some(Lit::Bool(flag)) => quote!(Flag(#flag)),
        Some(other) => {
            return Err(syn::Error::new_spanned(other, "a default is a text, a whole number or a bool"));
        }
    };
    Ok(quote! {
        ::sitewright_sdk::form::Spec {
            name: #name, required: #required, more: #more, min: #min, max: #max, widget: #widget,
            preset: ::sitewright_sdk::form::Preset::#preset,
        }
    })
}

pub fn option(number: &Option<LitInt>) -> TokenStream {
    match number {
        Some(number) => quote!(::core::option::Option::Some(#number)),
        None => quote!(::core::option::Option::None),
    }
}
