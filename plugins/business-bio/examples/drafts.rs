//! Prints drafts over varied inputs, for reading them critically: `cargo run -p business-bio --example drafts`.

use business_bio::BusinessBio;
use sitewright_sdk::testing::TestHost;

fn main() {
    for input in include_str!("inputs.jsonl").lines() {
        let result = TestHost::new("en").run::<BusinessBio>(input).expect("a draft");
        println!("\n## {input}\n{}", result.outcome.text);
        for check in result.variants.iter().flat_map(|variant| variant["checks"].as_array().expect("checks"))
        {
            if check["ok"] == false {
                println!("!! {} {}", check["level"], check["message"]);
            }
        }
    }
}
