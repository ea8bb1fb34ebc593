//! Prints drafts over varied inputs, for reading them critically: `cargo run -p seo-metatags --example drafts`.

use seo_metatags::SeoMetatags;
use sitewright_sdk::testing::TestHost;

fn main() {
    let inputs = include_str!("inputs.jsonl");
    for input in inputs.lines().filter(|line| !line.is_empty()) {
        let result = TestHost::new("en").run::<SeoMetatags>(input).expect("a draft");
        println!("\n## {input}");
        for variant in &result.variants {
            let measure = |unit: &str, field: &str| {
                let checks = variant["checks"].as_array().expect("checks");
                checks
                    .iter()
                    .find(|check| check["field"] == field && check["unit"] == unit)
                    .map_or(0, |check| check["value"].as_u64().unwrap_or_default())
            };
            println!(
                "T {:3} {:4} {}",
                measure("characters", "title"),
                measure("pixels", "title"),
                variant["title"].as_str().unwrap_or_default()
            );
            println!(
                "D {:3} {:4} {}",
                measure("characters", "meta_description"),
                measure("pixels", "meta_description"),
                variant["meta_description"].as_str().unwrap_or_default()
            );
            println!(
                "  /{} | {} | {}",
                variant["slug"].as_str().unwrap_or_default(),
                variant["og_title"].as_str().unwrap_or_default(),
                variant["og_description"].as_str().unwrap_or_default()
            );
            for check in
                variant["checks"].as_array().expect("checks").iter().filter(|check| check["ok"] == false)
            {
                println!("  ! {}", check["message"].as_str().unwrap_or_default());
            }
        }
    }
}
