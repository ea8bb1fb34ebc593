//! Session ids in addresses.

/// Names of parameters in lower case that count with any value.
const KNOWN: [&str; 6] = ["phpsessid", "jsessionid", "sessionid", "session_id", "sessid", "zenid"];
/// A server adds letters to this one.
const BEGINNING: &str = "aspsessionid";
/// Names that other things have, too: they count with a long value.
const SHORT: [&str; 2] = ["sid", "s"];

/// The name of the parameter of an address that is a session id; short names count with a value of this length.
pub fn session_of(href: &str, length: usize) -> Option<&str> {
    let href = href.split('#').next().unwrap_or_default();
    let (path, query) = href.split_once('?').unwrap_or((href, ""));
    let of_path = path.split(';').skip(1).flat_map(|part| part.split('/').take(1));
    of_path.chain(query.split(['&', ';'])).find_map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let is = |known: &&str| name.eq_ignore_ascii_case(known);
        let begins = name.get(..BEGINNING.len()).is_some_and(|start| start.eq_ignore_ascii_case(BEGINNING));
        let is_long = value.len() >= length && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (KNOWN.iter().any(is) || begins || SHORT.iter().any(is) && is_long).then_some(name)
    })
}
