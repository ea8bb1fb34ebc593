//! Shop systems: the interface `shop`, and what a plugin that exports it needs.
//!
//! A plugin implements [`Shop`] over any [`Client`], and [`export_shop!`](crate::export_shop) makes it a component:
//! with the host's functions as the client, and with a tool that checks the connection. Native tests use
//! [`Recorded`] as the client, with the recorded answers of a shop.
//!
//! - [`Value`](crate::json::Value) and [`Writer`](crate::json::Writer): the JSON of the shop, read leniently
//! - [`body`]: the JSON of a request
//! - [`fault_of`]: the fault that a response with an error is
//! - [`Cursor`]: the place of the next page
//! - [`Messages`], [`Application`]: what a shop system may have beside [`Shop`]; [`form`] and [`is_signed`] read what shops
//!   send
//! - [`tag_of`], [`locale_of`]: the languages of shops that write them as `pl_PL`

mod cursor;
mod faults;
mod form;
#[cfg(target_arch = "wasm32")]
mod guest;
mod locale;
#[cfg(not(target_arch = "wasm32"))]
mod recorded;
mod tool;

use crate::json::Writer;
use crate::language::Language;
use crate::parts::Parts as _;
use crate::texts::{Phrases, Texts};

#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world shop {
                export sitewright:plugin/shop@0.1.0;
            }
        ",
        world: "sitewright:sdk/shop",
        with: { "sitewright:plugin/types@0.1.0": crate::guest::bindings::sitewright::plugin::types },
        generate_all,
        // The optional interfaces have types of `system` that this one does not.
        generate_unused_types: true,
        pub_export_macro: true,
        export_macro_name: "export_shop_component",
        default_bindings_module: "sitewright_sdk::shop::bindings",
    });
}

/// The optional interfaces. Each has a macro of its own, because a component exports what the macro exports.
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod message_bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world shop-messages {
                export sitewright:plugin/shop-messages@0.1.0;
            }
        ",
        world: "sitewright:sdk/shop-messages",
        with: {
            "sitewright:plugin/types@0.1.0": crate::guest::bindings::sitewright::plugin::types,
            "sitewright:plugin/system@0.1.0": crate::shop::bindings::sitewright::plugin::system,
        },
        generate_all,
        pub_export_macro: true,
        export_macro_name: "export_messages_component",
        default_bindings_module: "sitewright_sdk::shop::message_bindings",
    });
}
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub mod application_bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world shop-application {
                export sitewright:plugin/shop-application@0.1.0;
            }
        ",
        world: "sitewright:sdk/shop-application",
        with: {
            "sitewright:plugin/types@0.1.0": crate::guest::bindings::sitewright::plugin::types,
            "sitewright:plugin/system@0.1.0": crate::shop::bindings::sitewright::plugin::system,
        },
        generate_all,
        pub_export_macro: true,
        export_macro_name: "export_application_component",
        default_bindings_module: "sitewright_sdk::shop::application_bindings",
    });
}

/// The same types for native tests. A call of the host ends the test there.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world shop {
                import sitewright:plugin/http@0.1.0;
                export sitewright:plugin/shop@0.1.0;
                export sitewright:plugin/shop-application@0.1.0;
                export sitewright:plugin/shop-messages@0.1.0;
            }
        ",
        world: "sitewright:sdk/shop",
        generate_all,
        additional_derives: [PartialEq],
    });
}

#[cfg(not(target_arch = "wasm32"))]
use self::bindings as message_bindings;
#[cfg(not(target_arch = "wasm32"))]
use self::bindings as application_bindings;

#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub use application_bindings::export_application_component;
#[doc(hidden)]
pub use application_bindings::exports::sitewright::plugin::shop_application::Guest as ApplicationGuest;
pub use application_bindings::exports::sitewright::plugin::shop_application::{
    Description as ApplicationDescription, Event, Installation, Notice, Opening,
};
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub use bindings::export_shop_component;
#[doc(hidden)]
pub use bindings::exports::sitewright::plugin::shop::Guest;
pub use bindings::exports::sitewright::plugin::shop::{
    About, Change, Description, Edit, Fact, Field, Format, Image, Item, Kind, Page, Text,
};
pub use bindings::sitewright::plugin::system::{Credential, Fault, Message};
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub use message_bindings::export_messages_component;
#[doc(hidden)]
pub use message_bindings::exports::sitewright::plugin::shop_messages::Guest as MessagesGuest;
pub use message_bindings::exports::sitewright::plugin::shop_messages::Touched;

#[cfg(target_arch = "wasm32")]
pub use crate::{host::FieldError, outside::http};
#[cfg(not(target_arch = "wasm32"))]
pub use bindings::sitewright::plugin::{http, types::FieldError};

pub use cursor::Cursor;
pub use faults::{fault_of, fault_of_failure, invalid, unreadable};
pub use form::form;
#[cfg(target_arch = "wasm32")]
#[doc(hidden)]
pub use guest::Imports;
pub use http::{Allowance, Connection, Failure, Hash, Request, Response, TakenSecret};
pub use locale::{locale_of, tag_of};
#[cfg(not(target_arch = "wasm32"))]
pub use recorded::{Recorded, hashed};
#[doc(hidden)]
pub use tool::{descriptor, report};

/// The messages and names that all shop systems share: `texts!("texts", shop::TEXTS)`.
pub static TEXTS: &Texts = crate::texts!("texts/shop");

/// A shop system. Its functions have the meaning of the interface `shop`.
pub trait Shop {
    /// The texts of the plugin, with `name` and `summary`.
    const TEXTS: &'static Texts;

    fn describe(phrases: Phrases) -> Description;
    fn check(client: &impl Client) -> Result<About, Fault>;
    fn list(client: &impl Client, kind: &str, after: Option<&str>, limit: u32) -> Result<Page, Fault>;
    fn read(client: &impl Client, kind: &str, ids: &[String]) -> Result<Vec<Item>, Fault>;
    fn write(client: &impl Client, kind: &str, changes: &[Change]) -> Vec<Result<(), Fault>>;
}

/// What the shops of a system report by themselves. Its functions have the meaning of the interface `shop-messages`.
pub trait Messages: Shop {
    fn subscribe(client: &impl Client, url: &str) -> Result<(), Fault>;
    fn unsubscribe(client: &impl Client, url: &str) -> Result<(), Fault>;
    fn receive(client: &impl Client, message: &Message) -> Result<Vec<Touched>, Fault>;
}

/// An application that owners of shops install. Its functions have the meaning of the interface `shop-application`.
pub trait Application: Shop {
    fn describe(phrases: Phrases) -> ApplicationDescription;
    fn receive(client: &impl Client, message: &Message) -> Result<Notice, Fault>;
    fn open(client: &impl Client, query: &[(String, String)]) -> Result<Opening, Fault>;
    fn connect(client: &impl Client, code: &str) -> Result<(), Fault>;
}

/// What a shop system needs of the host.
pub trait Client {
    /// The connection of the shop.
    fn connection(&self) -> Result<Connection, Fault>;
    fn send(&self, request: &Request) -> Result<Response, Failure>;
    fn send_at(&self, request: &Request, cost: f64) -> Result<Response, Failure>;
    fn pace(&self, host: &str, allowance: Allowance);
    fn renew(&self, request: &Request, taken: &[TakenSecret]) -> Result<Response, Failure>;
    fn digest(
        &self,
        hash: Hash,
        key: Option<&str>,
        message: &[u8],
        keep_as: Option<&str>,
    ) -> Result<String, Failure>;
    /// Milliseconds since the Unix epoch.
    fn now(&self) -> u64;
    /// What `keep` has stored under this key, if anything.
    fn kept(&self, key: &str) -> Option<Vec<u8>>;
    /// Stores what can be read again, for later calls. It does not matter whether there is room for it.
    fn keep(&self, key: &str, value: &[u8]);
    fn language(&self) -> Language;
}

/// The JSON of a request, without secrets: a text of the shop that looks like the placeholder of one stays a text.
pub fn body(fill: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut json = Writer::default();
    fill(&mut json);
    sealed(&json.finish(), "\\u007b").into_bytes()
}

/// `text` with another notation of the brace that begins the placeholder of a secret.
pub fn sealed(text: &str, brace: &str) -> String {
    ["secret:", "basic:"].iter().fold(text.to_owned(), |text, name| {
        let mark = ["{", name].concat();
        if text.has(&mark) { text.with(&mark, &[brace, name].concat()) } else { text }
    })
}

/// `text` as a part of an address, with everything but letters, digits and `-._~` encoded.
pub fn encoded(text: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(HEX[usize::from(byte >> 4)]));
            out.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
    out
}

/// The host of an address in lower case, with its port if it has one.
pub fn host_of(address: &str) -> String {
    let after = address.halves("://").map_or(address, |(_, after)| after);
    after.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase()
}

/// The texts of a plugin in the user's language.
pub fn phrases<S: Shop>(client: &impl Client) -> Phrases {
    Phrases::new(S::TEXTS, client.language())
}

/// Whether a signature is the expected one, compared in a time that does not depend on where they differ.
pub fn is_signed(expected: &str, signature: &str) -> bool {
    expected.len() == signature.len()
        && expected.bytes().zip(signature.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other)) == 0
}

/// The value of the first header or parameter with this name; empty if there is none.
pub fn value_of<'v>(values: &'v [(String, String)], name: &str) -> &'v str {
    values.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

/// The same fault for each of `count` changes.
pub fn all_faulty(fault: &Fault, count: usize) -> Vec<Result<(), Fault>> {
    (0..count).map(|_| Err(fault.clone())).collect()
}

/// Makes the crate a component that exports the given [`Shop`], and a tool that checks its connection. `messages` and
/// `application` after it export what it implements of [`Messages`] and [`Application`].
#[macro_export]
macro_rules! export_shop {
    (@messages $shop:ty) => {
        impl shop::MessagesGuest for Component {
            fn subscribe(url: String) -> Result<(), shop::Fault> {
                <$shop as shop::Messages>::subscribe(&Imports, &url)
            }
            fn unsubscribe(url: String) -> Result<(), shop::Fault> {
                <$shop as shop::Messages>::unsubscribe(&Imports, &url)
            }
            fn receive(message: shop::Message) -> Result<Vec<shop::Touched>, shop::Fault> {
                <$shop as shop::Messages>::receive(&Imports, &message)
            }
        }

        $crate::shop::export_messages_component!(Component with_types_in $crate::shop::message_bindings);
    };
    (@application $shop:ty) => {
        impl shop::ApplicationGuest for Component {
            fn describe(language: String) -> shop::ApplicationDescription {
                let phrases = $crate::Phrases::new(<$shop>::TEXTS, Language::of(&language));
                <$shop as shop::Application>::describe(phrases)
            }
            fn receive(message: shop::Message) -> Result<shop::Notice, shop::Fault> {
                <$shop as shop::Application>::receive(&Imports, &message)
            }
            fn open(query: Vec<(String, String)>) -> Result<shop::Opening, shop::Fault> {
                <$shop as shop::Application>::open(&Imports, &query)
            }
            fn connect(code: String) -> Result<(), shop::Fault> {
                <$shop as shop::Application>::connect(&Imports, &code)
            }
        }

        $crate::shop::export_application_component!(Component with_types_in $crate::shop::application_bindings);
    };
    ($shop:ty $(, $part:ident)*) => {
        #[cfg(target_arch = "wasm32")]
        mod component {
            use super::*;
            use $crate::Language;
            use $crate::guest::{Descriptor, Failure, Outcome, Tool};
            use $crate::shop::{self, Imports, Shop as _};

            struct Component;

            impl Tool for Component {
                fn describe(language: String) -> Descriptor {
                    shop::descriptor::<$shop>(Language::of(&language)).into()
                }
                fn run(_input: String) -> Result<Outcome, Failure> {
                    shop::report::<$shop>(&Imports).map(Into::into)
                }
            }

            impl shop::Guest for Component {
                fn describe(language: String) -> shop::Description {
                    let texts = <$shop>::TEXTS;
                    <$shop as shop::Shop>::describe($crate::Phrases::new(texts, Language::of(&language)))
                }
                fn check() -> Result<shop::About, shop::Fault> {
                    <$shop>::check(&Imports)
                }
                fn list(kind: String, after: Option<String>, limit: u32) -> Result<shop::Page, shop::Fault> {
                    <$shop>::list(&Imports, &kind, after.as_deref(), limit)
                }
                fn read(kind: String, ids: Vec<String>) -> Result<Vec<shop::Item>, shop::Fault> {
                    <$shop>::read(&Imports, &kind, &ids)
                }
                fn write(kind: String, changes: Vec<shop::Change>) -> Vec<Result<(), shop::Fault>> {
                    <$shop>::write(&Imports, &kind, &changes)
                }
            }

            $crate::guest::export_component!(Component with_types_in $crate::guest::bindings);
            $crate::shop::export_shop_component!(Component with_types_in $crate::shop::bindings);
            $( $crate::export_shop!(@$part $shop); )*
        }
    };
}

#[cfg(test)]
mod tests {
    use super::body;

    #[test]
    fn a_text_of_the_shop_is_no_placeholder_of_a_secret() {
        let json = body(|json| {
            json.object(|json| {
                json.key("a").text("x {secret:token} {basic:b} {other}").key("b").text("{{secret:a");
            });
        });
        let json = String::from_utf8(json).expect("UTF-8");
        assert_eq!(json, r#"{"a":"x \u007bsecret:token} \u007bbasic:b} {other}","b":"{\u007bsecret:a"}"#);
    }
}
