//! Prints how long it takes to read the facts of a page of 31 KB with 40 links.

use std::{fmt::Write, hint::black_box, time::Instant};

use sitewright_crawler::page::{self, Input, Rules};
use sitewright_facts::{NewPage, Tables};
use url::Url;

const ROUNDS: u32 = 2_000;

fn main() -> Result<(), url::ParseError> {
    let document = document();
    let url = Url::parse("https://example.com/shop/page-7")?;
    let headers =
        [("content-type", "text/html; charset=utf-8"), ("server", "nginx"), ("cache-control", "max-age=600")];
    let rules = Rules { normalise: &page::normalise, same_site: &|host| host == "example.com" };
    let response = NewPage { url: url.as_str(), status: 200, ..NewPage::default() };
    let input = Input { url: &url, response, headers: &headers, body: document.as_bytes(), today: 20_700 };
    for round in 0..3 {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            let mut tables = Tables::default();
            page::read(&input, &rules, &mut tables);
            black_box(&tables);
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS);
        println!(
            "round {round}: {} bytes, {micros:.1} µs a page, {:.0} MB/s",
            document.len(),
            document.len() as f64 / micros
        );
    }
    Ok(())
}

/// A page with a frame, 40 links, ten images, and prose with headings.
fn document() -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Page 7 of a shop with many things</title>\n\
         <meta name=\"description\" content=\"What the shop sells, how it is delivered, and what it costs to send it back.\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"canonical\" href=\"/shop/page-7\">\n\
         <link rel=\"stylesheet\" href=\"/style.css\">\n<script src=\"/app.js\" defer></script>\n\
         <script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":\"Product\",\"name\":\"Chair\",\
         \"offers\":{\"@type\":\"Offer\",\"price\":\"129.00\",\"priceCurrency\":\"PLN\"}}</script>\n</head>\n<body>\n<header><nav><ul>\n",
    );
    for link in 0..20 {
        let _ = writeln!(
            page,
            "  <li class=\"menu-item\"><a class=\"menu-link\" href=\"/category/{link}\">Category {link}</a></li>"
        );
    }
    page.push_str("</ul></nav></header>\n<main id=\"content\">\n<h1>Chairs for every room</h1>\n");
    let mut paragraph = 0;
    while page.len() < 30_200 {
        if paragraph % 4 == 0 {
            let _ = writeln!(page, "<h2 id=\"part-{paragraph}\">Part {paragraph} of the description</h2>");
        }
        if paragraph < 20 {
            let _ = writeln!(
                page,
                "<p>See <a href=\"/product/{paragraph}?from=list\">product number {paragraph}</a> for details.</p>"
            );
        }
        if paragraph < 10 {
            let _ = writeln!(
                page,
                "<img src=\"/images/{paragraph}.jpg\" alt=\"A chair of oak\" width=\"400\" height=\"300\" loading=\"lazy\">"
            );
        }
        let _ = writeln!(
            page,
            "<div class=\"text block-{paragraph}\"><p>The chair of paragraph {paragraph} is made of oak from sustainable forests, and its \
             surface is treated with natural oil. It carries up to 150 kilograms &amp; needs no tools to assemble. \
             Customers write that it is comfortable even after several hours of work at a desk.</p></div>"
        );
        paragraph += 1;
    }
    page.push_str(
        "</main>\n<footer><p>Prices from 129,00 zł. All rights reserved.</p></footer>\n</body>\n</html>\n",
    );
    page
}
