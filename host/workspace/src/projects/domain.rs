//! The domain of a project: parsed from user input and normalised.

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};
use url::Url;

use crate::platform::error::{Text, refuse_if};

/// Most characters of the input.
const TYPED_CHARS: usize = 2000;

/// A domain in lower case ASCII, without scheme, `www.`, port, path and trailing dot.
pub(super) fn normalised(typed: &str) -> Result<String, Text> {
    let typed = typed.trim();
    refuse_if(typed.is_empty(), || Text::key("validation.required"))?;
    if typed.chars().count() > TYPED_CHARS
        || typed.chars().any(|char| char.is_whitespace() || char.is_control())
    {
        return Err(not_a_domain());
    }
    let host = host(typed).ok_or_else(not_a_domain)?;
    // The rules of registries, which are stricter than those of browsers.
    let ascii = Uts46::new()
        .to_ascii(host.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Verify)
        .map_err(|_| not_a_domain())?;
    let domain = without_www(&ascii);
    if is_registrable(domain) {
        Ok(domain.to_owned())
    } else {
        Err(Text::key("projects.unknown-ending").with("domain", shown(domain)))
    }
}

fn not_a_domain() -> Text {
    Text::key("projects.not-a-domain")
}

/// The host of a URL, with or without a scheme; `None` for email addresses, IP addresses and other schemes.
fn host(typed: &str) -> Option<String> {
    let address = if typed.contains("://") {
        typed.to_owned()
    } else {
        format!("https://{}", typed.trim_start_matches('/'))
    };
    let url = Url::parse(&address).ok()?;
    let is_site =
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    let host = url.domain().filter(|_| is_site)?;
    let host = host.strip_suffix('.').unwrap_or(host);
    (!host.is_empty()).then(|| host.to_owned())
}

/// `www.example.com` is `example.com`, but `www.pl` is a domain.
fn without_www(domain: &str) -> &str {
    domain.strip_prefix("www.").filter(|rest| is_registrable(rest)).unwrap_or(domain)
}

/// Whether it is registrable: it has a suffix of the Public Suffix List, and more than that suffix.
fn is_registrable(domain: &str) -> bool {
    let known = psl::suffix(domain.as_bytes()).is_some_and(|suffix| suffix.is_known());
    known && psl::domain(domain.as_bytes()).is_some()
}

/// The domain in Unicode: `żółw.pl` and not `xn--w-uga1v8h.pl`.
pub fn shown(domain: &str) -> String {
    let (unicode, valid) = idna::domain_to_unicode(domain);
    if valid.is_ok() { unicode } else { domain.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_website_has_one_spelling() {
        for typed in [
            "example.com",
            " Example.COM ",
            "www.example.com",
            "example.com.",
            "https://www.example.com/offer?page=2#top",
            "http://example.com:8080/",
            "//example.com",
            "example.com/path",
            "example.com:443",
            "ｅｘａｍｐｌｅ.com",
        ] {
            assert_eq!(normalised(typed).as_deref(), Ok("example.com"), "{typed}");
        }
        assert_eq!(normalised("blog.example.co.uk").as_deref(), Ok("blog.example.co.uk"));
        assert_eq!(normalised("www.pl").as_deref(), Ok("www.pl"));
    }

    #[test]
    fn polish_domains_are_kept_in_ascii_and_shown_as_they_are_written() {
        for typed in [
            "żółw.pl",
            "ŻÓŁW.PL",
            "https://www.żółw.pl/",
            "xn--w-uga1v8h.pl",
            "XN--W-UGA1V8H.pl",
            "z\u{307}o\u{301}łw.pl",
        ] {
            assert_eq!(normalised(typed).as_deref(), Ok("xn--w-uga1v8h.pl"), "{typed}");
        }
        assert_eq!(shown("xn--w-uga1v8h.pl"), "żółw.pl");
        assert_eq!(shown("example.com"), "example.com");
        assert_eq!(normalised("münchen.de").map(|domain| shown(&domain)).as_deref(), Ok("münchen.de"));
    }

    #[test]
    fn invalid_domains_are_refused() {
        let long = format!("{}.com", "a".repeat(64));
        for typed in [
            "example",
            "localhost",
            "anna@example.com",
            "https://anna:secret@example.com",
            "127.0.0.1",
            "https://[::1]/",
            "2130706433",
            "0x7f.1",
            "ftp://example.com",
            "javascript:alert(1)",
            "mailto:anna@example.com",
            "my shop.pl",
            "exam_ple.com",
            "-example.com",
            "example-.com",
            "exa..mple.com",
            ".example.com",
            "https://",
            "/",
            "xn--a.pl",
            &long,
            "a\u{0}b.pl",
        ] {
            let refused = normalised(typed);
            assert!(refused.is_err(), "{typed}: {refused:?}");
        }
        for typed in ["pl", "com.pl", "co.uk", "example.lokalnie"] {
            assert!(normalised(typed).is_err(), "{typed}");
        }
        assert_eq!(normalised("  "), Err(Text::key("validation.required")));
    }
}
