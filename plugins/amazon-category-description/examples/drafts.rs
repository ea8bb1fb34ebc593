//! Prints drafts: each line of standard input is an input's JSON.

use sitewright_sdk::testing::TestHost;

fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok).filter(|line| !line.trim().is_empty()) {
        println!("######## {line}");
        match TestHost::new("en").run::<amazon_category_description::AmazonCategoryDescription>(&line) {
            Ok(result) => {
                println!("{}\n", result.outcome.text);
                for variant in &result.variants {
                    for check in variant["checks"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter(|check| check["ok"] == false)
                    {
                        println!("! {} {}", check["level"], check["message"]);
                    }
                }
            }
            Err(failure) => println!("{failure:?}"),
        }
    }
}
