//! Profiles in social networks to which a page links.

use reqwest::Url;

/// Hosts, without `www.`; the address of a profile begins with one of these paths.
const NETWORKS: [(&str, &[&str]); 8] = [
    ("facebook.com", &["/"]),
    ("instagram.com", &["/"]),
    ("linkedin.com", &["/company/", "/in/"]),
    ("tiktok.com", &["/@"]),
    ("youtube.com", &["/@", "/channel/", "/c/", "/user/"]),
    ("x.com", &["/"]),
    ("twitter.com", &["/"]),
    ("pinterest.com", &["/"]),
];
/// Paths that share or log in, and those of posts.
const NOT_PROFILES: [&str; 16] = [
    "share",
    "sharer",
    "sharer.php",
    "intent",
    "dialog",
    "plugins",
    "login",
    "home",
    "hashtag",
    "p",
    "reel",
    "watch",
    "policies",
    "legal",
    "privacy",
    "groups",
];

/// The address of a profile, without its scheme; `None` if a link is none.
pub(in super::super) fn profile(link: &Url) -> Option<String> {
    let host =
        link.host_str()?.trim_start_matches("www.").trim_start_matches("m.").trim_start_matches("pl-pl.");
    let (host, starts) = NETWORKS.iter().find(|(known, _)| *known == host)?;
    let path = link.path().trim_end_matches('/');
    let start = starts.iter().find(|start| path.len() > start.len() && path.starts_with(**start))?;
    let name = path[1..].split('/').next().unwrap_or_default();
    if NOT_PROFILES.contains(&name) || *start == "/" && path[1..].contains('/') || path.len() > 80 {
        return None;
    }
    Some(format!("{host}{path}"))
}
