//! Prints the draft of a text from standard input: `summarise [format] [length] [words] < text`.

use std::io::Read;

use sitewright_sdk::testing::TestHost;
use text_summary::TextSummary;

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let mut arguments = std::env::args().skip(1);
    let mut next = |usual: &str| arguments.next().unwrap_or_else(|| usual.to_owned());
    let (format, length, words) = (next("bullets"), next("25%"), next("100").parse::<u32>().unwrap_or(100));
    let input = serde_json::json!({ "text": text, "format": format, "length": length, "words": words });
    match TestHost::new("pl").run::<TextSummary>(&input.to_string()) {
        Ok(result) => {
            println!("{}\n", result.outcome.text);
            for check in result.variants[0]["checks"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|check| check["ok"] == false)
            {
                println!("! {}", check["message"]);
            }
            println!("({} → {})", result.variants[0]["source_words"], result.variants[0]["summary_words"]);
        }
        Err(failure) => println!("{failure:?}"),
    }
    Ok(())
}
