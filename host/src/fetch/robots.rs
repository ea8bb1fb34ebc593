//! What a site asks of robots (RFC 9309).

use std::time::Duration;

use axum::http::StatusCode;
use texting_robots::Robot;

/// How robots.txt calls us.
const NAME: &str = "sitewright";

/// The wishes of one site.
pub(super) enum Robots {
    /// There are no rules.
    Open,
    /// The rules cannot be read at the moment, so nothing may be.
    Closed,
    Ruled(Box<Robot>),
}

impl Robots {
    /// The wishes by the answer to robots.txt.
    pub fn of_answer(status: StatusCode, body: &[u8]) -> Self {
        if status.is_success() {
            // A page that is sent instead of a missing file holds no rules either.
            return Robot::new(NAME, body).map_or(Self::Open, |robot| Self::Ruled(Box::new(robot)));
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

    /// How long the site wants us to wait between two requests.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_for_us_are_kept_and_missing_ones_allow_all() {
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
