//! Damaged files never make a reader fail: parts of ordinary ones are cut, doubled and overwritten at random.

use sitewright_crawler::address::Normal;
use sitewright_crawler::robots::{Robots, path_and_query};
use sitewright_crawler::sitemap;

const ROUNDS: usize = 3_000;

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }

    /// The text with some damages.
    fn damaged(&mut self, text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        for _ in 0..=self.below(6) {
            let (from, length) = (self.below(bytes.len()), self.below(20));
            let end = (from + length).min(bytes.len());
            match self.below(3) {
                0 => drop(bytes.drain(from..end)),
                1 => bytes.extend_from_within(from..end),
                _ => bytes[from..end].iter_mut().for_each(|byte| *byte = byte.wrapping_add(97)),
            }
            bytes.push(b'%');
        }
        bytes
    }
}

#[test]
fn damaged_files_are_read() {
    let robots = "\u{feff}User-agent: *\nDisallow: /a*b$\nAllow: /ł/%C5%82\nCrawl-delay: 1.5\r\nSitemap: https://a.example/s.xml\n";
    let map = "<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://a.example/\
        ?a=1&amp;b=&#50;</loc><lastmod>2026-11-27T10:00:00+01:00</lastmod><link hreflang='pl' href='https://a.example/ł'/>\
        </url></urlset>";
    let mut random = Random(7);
    for _ in 0..ROUNDS {
        let read = Robots::parse(&random.damaged(robots.as_bytes()));
        let rules = read.rules("sitewright");
        let url = random.damaged("https://a.example/axb/ł?c=%C5%82#d".as_bytes());
        let url = String::from_utf8_lossy(&url);
        let _ = rules.allow(&url);
        assert!(path_and_query(&url).starts_with('/'));
        let _ = sitemap::read(&random.damaged(map.as_bytes()), &sitemap::Limits::default());
    }
}

#[test]
fn the_normal_form_of_a_normal_form_is_itself() {
    let (normal, mut random) = (Normal::default(), Random(8));
    for _ in 0..ROUNDS {
        let text =
            random.damaged("https://user@A.example:443/a/%7e/../b%2fł;c?d=%61&utm_x=1&e=%C5%82#f".as_bytes());
        let Some(once) = normal.absolute(&String::from_utf8_lossy(&text)) else { continue };
        assert_eq!(normal.absolute(once.as_str()).as_ref(), Some(&once));
    }
}
