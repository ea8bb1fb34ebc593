//! Write a Sitewright tool in Rust: a typed input, a prompt, a draft, limits.
//!
//! A tool implements [`Generator`] and is exported with [`export!`]; `plugins/README.md` explains how. This crate has
//! the parts that all tools share: the common fields, the prompt's frame, the loop of calling the model, measuring
//! and repairing, the checks and their texts.
//!
//! - [`form`]: the fields of the form, its JSON Schema and the messages for invalid input
//! - [`output`]: the parts of a variant, its schema and its layout
//! - [`units`], [`limit`]: the units and limits of platforms
//! - [`prompt`], [`answer`]: the prompts for the model, and the processing of its answers
//! - [`material`], [`compose`]: the content of a draft, and its composition
//! - [`short`]: short forms of a user's words, for limited space
//! - [`facts`]: what an answer says and its data do not
//! - [`stems`]: words without their endings
//! - [`ads`], [`bio`]: shared parts of advertisements and biographies
//! - [`social`]: shared parts of posts for social networks
//! - [`article`]: shared parts of tools for articles; [`rewrite`]: what a new version of a text must keep
//! - [`commerce`]: shared parts of texts about goods and jobs
//! - [`letter`]: shared parts of letters
//! - [`ideas`]: shared parts of tools for video ideas
//! - [`run`](mod@run): one run from the input's JSON to the outcome
//! - `outside`, with the feature of that name: requests, web pages, search engines, and the store
//! - `shop`, with the feature of that name: shop systems
//! - `rules`, with the feature of that name: rule packs of the site audit
//! - [`testing`]: a host for native unit tests

// The derives refer to this crate by its external name, so it needs the same name inside.
extern crate self as sitewright_sdk;

mod addressed;
pub mod ads;
pub mod answer;
pub mod article;
mod avoid;
pub mod bio;
mod brief;
pub mod check;
mod choice;
pub mod commerce;
pub mod compose;
pub mod contact;
mod decimal;
pub mod entities;
pub mod facts;
pub mod form;
#[cfg(all(feature = "rules", any(target_arch = "wasm32", test)))]
mod freed;
mod generator;
mod guess;
mod host;
pub mod ideas;
#[doc(hidden)]
pub mod json;
mod language;
mod layout;
pub mod letter;
pub mod limit;
mod manner;
pub mod markdown;
pub mod material;
pub mod output;
#[cfg(not(sitewright_fast))]
mod packed;
mod parts;
mod pick;
#[cfg(sitewright_fast)]
mod plain;
pub mod polish;
pub mod prompt;
mod repair;
#[cfg(any(all(target_arch = "wasm32", feature = "outside"), feature = "shop"))]
mod requests;
pub mod rewrite;
#[cfg(feature = "rules")]
pub mod rules;
pub mod run;
mod scan;
mod schema;
mod seeing;
#[cfg(feature = "shop")]
pub mod shop;
pub mod short;
mod signs;
pub mod slug;
pub mod social;
pub mod stems;
mod template;
mod texts;
mod typography;
pub mod units;
mod voice;
#[doc(hidden)]
pub mod word_list;

#[cfg(all(target_arch = "wasm32", feature = "component"))]
mod arena;
#[cfg(all(target_arch = "wasm32", feature = "component"))]
#[doc(hidden)]
pub mod guest;
#[cfg(all(target_arch = "wasm32", feature = "outside"))]
pub mod outside;
#[cfg(not(target_arch = "wasm32"))]
pub mod testing;

// The requests of native tests of shop systems.
#[cfg(all(target_arch = "wasm32", feature = "outside"))]
use outside::http;
#[cfg(all(not(target_arch = "wasm32"), feature = "shop"))]
use shop::http;

pub use brief::Brief;
pub use check::{Check, Checks};
pub use choice::Choice;
pub use decimal::Decimal;
pub use form::Input;
pub use generator::Generator;
pub use host::{
    Brand, Completion, Descriptor, Failure, FieldError, Host, Message, Outcome, Project, Request, Role, Term,
};
pub use language::Language;
pub use limit::{Level, Limit};
pub use manner::Manner;
pub use output::Output;
#[doc(hidden)]
#[cfg(not(sitewright_fast))]
pub use packed::{Meaning, Once, Packed};
pub use parts::{Joined, Parts};
pub use pick::is_close;
#[cfg(sitewright_fast)]
pub use plain::Plain;
pub use prompt::Prompt;
pub use sitewright_sdk_macros::{Choice, Input, Output, pack, texts};
pub use template::{address, fill};
pub use texts::{Phrases, Texts};
pub use units::Unit;
pub use voice::{AddressForm, Emoji, Tone, Voice};
pub use word_list::Words;

/// Makes the crate a component that exports the given generator.
#[macro_export]
macro_rules! export {
    ($generator:ty) => {
        #[cfg(target_arch = "wasm32")]
        mod component {
            struct Component;
            impl $crate::guest::Tool for Component {
                fn describe(language: String) -> $crate::guest::Descriptor {
                    $crate::guest::describe::<$generator>(&language)
                }
                fn run(input: String) -> Result<$crate::guest::Outcome, $crate::guest::Failure> {
                    $crate::guest::run::<$generator>(&input)
                }
            }
            use super::*;
            $crate::guest::export_component!(Component with_types_in $crate::guest::bindings);
        }
    };
}

/// Makes the crate a component that exports this tool, which implements `guest::Tool` itself: for tools that are not
/// generators, such as those that work with an external system.
#[macro_export]
macro_rules! export_tool {
    ($tool:ident) => {
        #[cfg(target_arch = "wasm32")]
        $crate::guest::export_component!($tool with_types_in $crate::guest::bindings);
    };
}
