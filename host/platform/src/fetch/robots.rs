//! The robots.txt of a site (RFC 9309).

use texting_robots::Robot;

use crate::libraries::*;

/// The product's name in robots.txt.
const NAME: &str = "sitewright";

/// Rules with an end (`$`) that are kept: each becomes a pattern of ten kilobytes. Sites have a handful.
const MOST_ENDS: usize = 500;

/// The rules of one site.
pub(super) enum Robots {
    /// There are no rules.
    Open,
    /// The rules cannot be read at the moment, so nothing may be fetched.
    Closed,
    Ruled(Box<Robot>),
}

impl Robots {
    /// The rules from the response to robots.txt.
    pub fn of_answer(status: StatusCode, body: &[u8]) -> Self {
        if status.is_success() {
            // An HTML page sent instead of a missing file contains no rules either.
            return Robot::new(NAME, &bounded(body)).map_or(Self::Open, |robot| Self::Ruled(Box::new(robot)));
        }
        if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS {
            Self::Open
        } else {
            Self::Closed
        }
    }

    pub fn allow(&self, url: &reqwest::Url) -> bool {
        match self {
            Self::Open => true,
            Self::Closed => false,
            Self::Ruled(robot) => robot.allowed(url.as_str()),
        }
    }

    /// The pause that the site requires between two requests.
    pub fn pause(&self) -> Duration {
        match self {
            Self::Ruled(robot) => {
                let seconds = robot.delay.unwrap_or_default();
                Duration::try_from_secs_f32(seconds).unwrap_or_default()
            }
            _ => Duration::ZERO,
        }
    }
}

/// Keeps [`MOST_ENDS`] rules with an end. Beyond them a disallow rule loses its end and an allow rule is left out, so
/// that nothing is read that a rule forbids.
fn bounded(body: &[u8]) -> Vec<u8> {
    let mut ends = 0;
    let mut kept = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let has_end = line.contains(&b'$');
        ends += usize::from(has_end);
        let allows = line.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"allow"));
        if !has_end || ends <= MOST_ENDS {
            kept.extend_from_slice(line);
        } else if !allows {
            kept.extend(line.iter().filter(|byte| **byte != b'$'));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v1_rules_with_an_end_beyond_the_limit_are_stricter() {
        let url = |path: &str| reqwest::Url::parse(&format!("https://example.com{path}")).expect("a URL");
        let rules: String = (0..MOST_ENDS).map(|number| format!("Disallow: /*.{number}$\n")).collect();
        let text =
            format!("User-agent: *\n{rules}Disallow: /a.php$\nDisallow: /b\nallow: /b/c$\nAllow: /b/d\n");
        let robots = Robots::of_answer(StatusCode::OK, text.as_bytes());
        for (path, allowed) in [
            ("/x.1", false),
            ("/x.1x", true),
            ("/a.php", false),
            ("/a.php5", false),
            ("/b/c", false),
            ("/b/d", true),
            ("/c", true),
        ] {
            assert_eq!(robots.allow(&url(path)), allowed, "{path}");
        }
    }

    #[test]
    fn rules_for_the_product_apply_and_missing_ones_allow_all() {
        let url = |path: &str| reqwest::Url::parse(&format!("https://example.com{path}")).expect("a URL");
        let text =
            b"User-agent: *\nDisallow: /\n\nUser-agent: Sitewright\nDisallow: /private\nCrawl-delay: 2\n";
        let robots = Robots::of_answer(StatusCode::OK, text);
        assert!(robots.allow(&url("/about")));
        assert!(!robots.allow(&url("/private/page")));
        assert_eq!(robots.pause(), Duration::from_secs(2));
        assert!(Robots::of_answer(StatusCode::NOT_FOUND, b"").allow(&url("/")));
        assert!(!Robots::of_answer(StatusCode::BAD_GATEWAY, b"").allow(&url("/")));
        assert!(Robots::of_answer(StatusCode::OK, b"<!doctype html><title>Home</title>").allow(&url("/")));
    }
}
