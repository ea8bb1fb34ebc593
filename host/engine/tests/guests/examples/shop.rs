//! A tool that works with a user's shop, written as `plugins/README.md` describes: with the SDK and without a
//! generator.

#![cfg(target_arch = "wasm32")]

use sitewright_sdk::guest::{Descriptor, Failure, Outcome, Tool};
use sitewright_sdk::outside::{http, store};

struct Shop;

impl Tool for Shop {
    fn describe(_language: String) -> Descriptor {
        Descriptor {
            name: "Shop".to_owned(),
            summary: "Reads the goods of a shop.".to_owned(),
            input: r#"{"type":"object"}"#.to_owned(),
            output: r#"{"type":"object"}"#.to_owned(),
            example: "{}".to_owned(),
        }
    }

    fn run(_input: String) -> Result<Outcome, Failure> {
        let answer = http::Request::get("https://shop.example/products")
            .header("Authorization", "Bearer {secret:token}")
            .send()?;
        let known = store::get("products")?.unwrap_or_default();
        let text = format!("{} {} {}", answer.status, answer.text(), String::from_utf8_lossy(&known));
        Ok(Outcome { title: "Shop".to_owned(), text, data: "{}".to_owned() })
    }
}

sitewright_sdk::export_tool!(Shop);
