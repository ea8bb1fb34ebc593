//! Prints drafts over varied inputs, for reading them critically: `cargo run -p facebook-ads --example drafts`.

use facebook_ads::FacebookAds;
use sitewright_sdk::testing::TestHost;

fn main() {
    for input in include_str!("inputs.jsonl").lines() {
        let result = TestHost::new("en").run::<FacebookAds>(input).expect("a draft");
        println!("\n## {input}\n{}", result.outcome.text);
        for check in result.variants.iter().flat_map(|variant| variant["checks"].as_array().expect("checks"))
        {
            if check["ok"] == false {
                println!("!! {} {}", check["level"], check["message"]);
            }
        }
    }
}
