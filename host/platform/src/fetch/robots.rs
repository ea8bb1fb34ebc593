//! The robots.txt of a site (RFC 9309).

use sitewright_crawler::robots::{Access, Meaning, Robots, meaning};

use crate::libraries::*;

/// The product's name in robots.txt.
const NAME: &str = "sitewright";

/// What the response to robots.txt allows.
pub(super) fn access(status: StatusCode, body: &[u8]) -> Access {
    match meaning(status.as_u16()) {
        // An HTML page sent instead of a missing file contains no rules.
        Meaning::Rules => Access::Ruled(Robots::parse(body).rules(NAME)),
        Meaning::Open => Access::Open,
        Meaning::Closed => Access::Closed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v1_all_rules_with_an_end_apply_however_many_there_are() {
        let url = |path: &str| format!("https://example.com{path}");
        let rules: String = (0..20_000).map(|number| format!("Disallow: /*.{number}$\n")).collect();
        let text =
            format!("User-agent: *\n{rules}Disallow: /a.php$\nDisallow: /b\nallow: /b/c$\nAllow: /b/d\n");
        let robots = access(StatusCode::OK, text.as_bytes());
        for (path, allowed) in [
            ("/x.1", false),
            ("/x.1x", true),
            ("/x.19999", false),
            ("/a.php", false),
            ("/a.php5", true),
            ("/b/c", true),
            ("/b/d", true),
            ("/c", true),
        ] {
            assert_eq!(robots.allows(&url(path)), allowed, "{path}");
        }
    }

    #[test]
    fn rules_for_the_product_apply_and_missing_ones_allow_all() {
        let url = |path: &str| format!("https://example.com{path}");
        let text =
            b"User-agent: *\nDisallow: /\n\nUser-agent: Sitewright\nDisallow: /private\nCrawl-delay: 2\n";
        let robots = access(StatusCode::OK, text);
        assert!(robots.allows(&url("/about")));
        assert!(!robots.allows(&url("/private/page")));
        assert_eq!(robots.delay(), Some(Duration::from_secs(2)));
        assert!(access(StatusCode::NOT_FOUND, b"").allows(&url("/")));
        assert!(!access(StatusCode::BAD_GATEWAY, b"").allows(&url("/")));
        assert!(access(StatusCode::OK, b"<!doctype html><title>Home</title>").allows(&url("/")));
    }
}
