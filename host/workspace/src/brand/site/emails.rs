//! Email addresses in text, without those of the platform that a site was built with.

use super::pattern;

pattern!(EMAIL, r"(?i)[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}");
// Written so that programs of senders of spam do not find it.
pattern!(HIDDEN, r"(?i)\s*[\[({]\s*(?:at|malpa|małpa)\s*[\])}]\s*");
pattern!(HIDDEN_DOT, r"(?i)\s*[\[({]\s*(?:dot|kropka)\s*[\])}]\s*");

/// Ends of file names with an `@`, such as `logo@2x.png`.
const FILES: [&str; 9] = [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".js", ".css"];
/// Domains of examples and of platforms.
const OTHERS: [&str; 18] = [
    "example.com",
    "example.org",
    "domain.com",
    "email.com",
    "yourdomain.com",
    "mysite.com",
    "domena.pl",
    "twojadomena.pl",
    "sentry.io",
    "wixpress.com",
    "wix.com",
    "squarespace.com",
    "shopify.com",
    "wordpress.com",
    "wordpress.org",
    "godaddy.com",
    "shoper.pl",
    "sentry-next.wixpress.com",
];

/// The addresses in the lines of a page.
pub(in super::super) fn emails(lines: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for line in lines {
        let line = HIDDEN.replace_all(line, "@");
        let line = HIDDEN_DOT.replace_all(&line, ".");
        found.extend(
            EMAIL.find_iter(&line).map(|email| email.as_str().to_owned()).filter(|email| is_own(email)),
        );
    }
    found
}

/// Whether an address is of the company and not of an example, a platform or a file.
pub(in super::super) fn is_own(email: &str) -> bool {
    let email = email.to_lowercase();
    let Some((_, domain)) = email.split_once('@') else { return false };
    !FILES.iter().any(|end| domain.ends_with(end))
        && !OTHERS.iter().any(|other| domain == *other || domain.ends_with(&format!(".{other}")))
}
