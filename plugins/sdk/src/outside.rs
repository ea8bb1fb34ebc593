//! The interfaces for egress. A component that uses one of them imports it, which is a permission that its
//! `plugin.toml` requests and users see; unused interfaces are not in the component.
//!
//! ```toml
//! permissions = ["http", "store"]
//! hosts = ["api.example.com", "*.shoparena.pl"]   # one host, or each directly below a domain
//! connections = ["shoper"]                        # the kinds of users' connections that it works with
//! ```
//!
//! Secrets never enter the component: write `{secret:NAME}` in the value of a header or in the body.

#[doc(hidden)]
pub mod bindings {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "
            package sitewright:sdk;
            world outside {
                import sitewright:plugin/http@0.1.0;
                import sitewright:plugin/search@0.1.0;
                import sitewright:plugin/store@0.1.0;
                import sitewright:plugin/web@0.1.0;
            }
        ",
        world: "sitewright:sdk/outside",
        // All interfaces share the failure type.
        with: { "sitewright:plugin/types@0.1.0": crate::guest::bindings::sitewright::plugin::types },
        generate_all,
    });
}

pub use bindings::sitewright::plugin::{http, search, store, web};
