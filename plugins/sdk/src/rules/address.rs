//! The parts of absolute addresses, which the crawl has normalised.

/// What follows the host: path, query and fragment.
fn after_host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("", |slash| &rest[slash..])
}

/// The path, from its first slash.
pub fn path(url: &str) -> &str {
    let rest = after_host(url);
    &rest[..rest.find(['?', '#']).unwrap_or(rest.len())]
}

/// The query without "?"; empty without one.
pub fn query(url: &str) -> &str {
    let rest = after_host(url);
    let rest = &rest[..rest.find('#').unwrap_or(rest.len())];
    rest.split_once('?').map_or("", |(_, query)| query)
}

/// The host without a port.
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    &rest[..rest.find(['/', ':', '?', '#']).unwrap_or(rest.len())]
}

/// Whether two hosts are the same site: they differ in `www` at most.
pub fn is_same_site(one: &str, other: &str) -> bool {
    let bare = |host| str::strip_prefix(host, "www.").unwrap_or(host);
    bare(one) == bare(other)
}

/// The text of a path or query whose bytes are written as "%C5%82"; what is not UTF-8 stays as it is.
pub fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_parts() {
        let url = "https://www.site.example:8443/a/b?next=http://x.example/#c";
        assert_eq!((host(url), path(url)), ("www.site.example", "/a/b"));
        assert_eq!(query(url), "next=http://x.example/");
        assert_eq!((path("http://site.example/"), query("http://site.example/")), ("/", ""));
        assert_eq!(decoded("/sto%C5%82y%2f%zz%E9"), "/sto%C5%82y%2f%zz%E9", "not UTF-8");
        assert_eq!(decoded("/sto%C5%82y%2f%zz"), "/stoły/%zz");
        assert!(is_same_site("site.example", "www.site.example"));
        assert!(!is_same_site("cdn.site.example", "site.example"));
    }
}
