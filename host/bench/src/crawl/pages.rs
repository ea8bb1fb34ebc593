//! Generated pages of 31 KB with 40 links each. All of them are linked, directly or through others, from the first.

use std::fmt::Write as _;

const LINKS: usize = 40;
const BYTES: usize = 31 * 1024;
const SENTENCES: usize = 512;

const SUBJECTS: [&str; 8] = [
    "The oak table",
    "A chair of ash",
    "The narrow shelf",
    "Our workshop",
    "The tall cabinet",
    "A pine bench",
    "The glass door",
    "This small desk",
];
const VERBS: [&str; 8] = [
    "is built for",
    "was designed with",
    "fits well beside",
    "lasts longer than",
    "looks lighter than",
    "is delivered with",
    "needs less care than",
    "can be ordered with",
];
const OBJECTS: [&str; 8] = [
    "the rooms of old houses &amp; flats",
    "two drawers and a lamp",
    "any model of last year",
    "a family of five people",
    "handles made of brass",
    "a finish of natural oil",
    "the stairs of a narrow hall",
    "screws that stay in sight",
];

/// Makes pages of a site.
pub struct Pages {
    pub count: usize,
    sentences: Vec<String>,
}

impl Pages {
    pub fn new(count: usize) -> Self {
        let sentence = |number: usize| {
            format!(
                "{} {} {}, and carries up to {} kilograms. ",
                SUBJECTS[number % 8],
                VERBS[number / 8 % 8],
                OBJECTS[number / 64 % 8],
                20 + number % 131
            )
        };
        Self { count, sentences: (0..SENTENCES).map(sentence).collect() }
    }

    pub fn page(&self, number: usize) -> String {
        let mut page = String::with_capacity(BYTES + 1024);
        let _ = write!(
            page,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <title>Furniture of page {number} of the workshop</title>\n\
             <meta name=\"description\" content=\"What the workshop sells on page {number}, how it is delivered, and what it \
             costs to send it back to us.\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"canonical\" href=\"/page/{number}\">\n<script type=\"application/ld+json\">\
             {{\"@context\":\"https://schema.org\",\"@type\":\"Product\",\"name\":\"Table {number}\",\"offers\":\
             {{\"@type\":\"Offer\",\"price\":\"{}.00\",\"priceCurrency\":\"PLN\"}}}}</script>\n</head>\n<body>\n\
             <header><nav><ul>\n",
            100 + number % 900
        );
        let link = |link: usize| (number * LINKS + link) % self.count;
        for there in (1..=LINKS / 2).map(link) {
            let _ = writeln!(
                page,
                "<li class=\"menu\"><a href=\"/page/{there}\">Furniture of page {there}</a></li>"
            );
        }
        let _ = write!(
            page,
            "</ul></nav></header>\n<main id=\"content\">\n<h1>Furniture of page {number}</h1>\n"
        );
        let mut links = (LINKS / 2 + 1..=LINKS).map(link);
        let mut chosen = number as u64 ^ 0x9e37_79b9_7f4a_7c15;
        let mut paragraph = 0;
        while page.len() < BYTES {
            if paragraph % 6 == 0 {
                let _ = writeln!(page, "<h2>Part {} of the description</h2>", paragraph / 6 + 1);
            }
            page.push_str("<p>");
            for _ in 0..5 {
                chosen ^= chosen << 13;
                chosen ^= chosen >> 7;
                chosen ^= chosen << 17;
                page.push_str(&self.sentences[chosen as usize % SENTENCES]);
            }
            if let Some(there) = links.next() {
                let _ = write!(page, "See <a href=\"/page/{there}\">what page {there} shows</a>.");
            }
            page.push_str("</p>\n");
            paragraph += 1;
        }
        page.push_str("</main>\n<footer><p>All prices include tax.</p></footer>\n</body>\n</html>\n");
        page
    }
}
