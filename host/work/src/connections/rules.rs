//! Validation of connections.

use sitewright_package::{is_host, is_kebab};
use url::{Host, Url};

use super::{ConnectionEdit, NewConnection};
use crate::platform::prelude::*;
use crate::platform::single_line::line;

const KIND_CHARS: usize = 64;
const NAME_CHARS: usize = 80;
const LOGIN_CHARS: usize = 200;
const SECRET_NAME_CHARS: usize = 40;
/// A shorter secret could not be distinguished from ordinary text in a response.
const SECRET_CHARS: std::ops::RangeInclusive<usize> = 8..=4_000;
pub(super) const MOST_SECRETS: usize = 10;

/// Validates a connection and writes it in one form.
pub(super) fn checked(new: NewConnection) -> Result<NewConnection> {
    let mut errors = FieldErrors::new();
    let kind = new.kind.trim().to_owned();
    if !is_kebab(&kind) || kind.len() > KIND_CHARS {
        add(&mut errors, "kind", if kind.is_empty() { required() } else { Text::key("connections.kind") });
    }
    let host = host(&new.host);
    match &host {
        None if new.host.trim().is_empty() => add(&mut errors, "host", required()),
        None => add(&mut errors, "host", Text::key("connections.host")),
        Some(_) => {}
    }
    let host = host.unwrap_or_default();
    let said = line(&new.name);
    // A host may be longer than a name.
    let name = if said.is_empty() { host.chars().take(NAME_CHARS).collect() } else { said };
    check_length(&mut errors, "name", &name, NAME_CHARS);
    let login = line(&new.login);
    check_login(&mut errors, &login);
    new.secrets.iter().for_each(|(name, secret)| check_secret(&mut errors, name, Some(secret)));
    check_count(&mut errors, new.secrets.len());
    refuse_if(!errors.is_empty(), || Problem::invalid(errors))?;
    Ok(NewConnection { kind, name, host, login, ..new })
}

/// The same for a change.
pub(super) fn checked_edit(edit: ConnectionEdit) -> Result<ConnectionEdit> {
    let mut errors = FieldErrors::new();
    let name = edit.name.as_deref().map(line);
    if let Some(name) = &name {
        check_length(&mut errors, "name", name, NAME_CHARS);
        if name.is_empty() {
            add(&mut errors, "name", required());
        }
    }
    let login = edit.login.as_deref().map(line);
    if let Some(login) = &login {
        check_login(&mut errors, login);
    }
    edit.secrets.iter().for_each(|(name, secret)| check_secret(&mut errors, name, secret.as_deref()));
    refuse_if(!errors.is_empty(), || Problem::invalid(errors))?;
    Ok(ConnectionEdit { name, login, ..edit })
}

/// Refuses more secrets than a connection may have.
pub(super) fn expect_few(count: usize) -> Result<()> {
    let mut errors = FieldErrors::new();
    check_count(&mut errors, count);
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// Validates changes of secrets.
pub(super) fn expect_secrets(change: &BTreeMap<String, Option<String>>) -> Result<()> {
    let mut errors = FieldErrors::new();
    change.iter().for_each(|(name, secret)| check_secret(&mut errors, name, secret.as_deref()));
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// The host of a typed or pasted text, in lower case ASCII.
fn host(typed: &str) -> Option<String> {
    let typed = line(typed);
    let address = if typed.contains("://") { typed } else { format!("https://{typed}") };
    let url = Url::parse(&address).ok()?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.port().is_none();
    match url.host()? {
        Host::Domain(host) if is_plain && matches!(url.scheme(), "http" | "https") && is_host(host) => {
            Some(host.to_owned())
        }
        _ => None,
    }
}

fn add(errors: &mut FieldErrors, field: &str, text: Text) {
    errors.entry(field.to_owned()).or_default().push(text);
}

fn required() -> Text {
    Text::key("validation.required")
}

fn check_length(errors: &mut FieldErrors, field: &str, text: &str, most: usize) {
    if text.chars().count() > most {
        add(errors, field, Text::key("validation.too-long").with("max", most));
    }
}

/// A colon would end the login in HTTP Basic.
fn check_login(errors: &mut FieldErrors, login: &str) {
    check_length(errors, "login", login, LOGIN_CHARS);
    if login.contains(':') {
        add(errors, "login", Text::key("validation.wrong-format"));
    }
}

fn check_secret(errors: &mut FieldErrors, name: &str, secret: Option<&str>) {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    if name.is_empty() || name.len() > SECRET_NAME_CHARS || !name.bytes().all(fits) {
        // The name itself is invalid, so it is not part of the field's path.
        return add(errors, "secrets", Text::key("connections.secret-name").with("max", SECRET_NAME_CHARS));
    }
    let is_secret = |secret: &str| {
        SECRET_CHARS.contains(&secret.len())
            && secret.bytes().all(|byte| (b' '..=b'~').contains(&byte))
            && secret.trim() == secret
    };
    if !secret.is_none_or(is_secret) {
        let text = Text::key("connections.secret").with("min", *SECRET_CHARS.start());
        add(errors, &format!("secrets.{name}"), text.with("max", *SECRET_CHARS.end()));
    }
}

fn check_count(errors: &mut FieldErrors, count: usize) {
    if count > MOST_SECRETS {
        add(errors, "secrets", Text::key("connections.too-many-secrets").with("max", MOST_SECRETS));
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn people_paste_hosts_in_many_ways() {
        for typed in ["sklep.example.pl", " https://Sklep.Example.pl/admin ", "http://sklep.example.pl"] {
            assert_eq!(host(typed).as_deref(), Some("sklep.example.pl"), "{typed}");
        }
        assert_eq!(host("żółw.pl").as_deref(), Some("xn--w-uga1v8h.pl"));
        for wrong in [
            "",
            "sklep",
            "localhost",
            "127.0.0.1",
            "2130706433",
            "0x7f.0.0.1",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "a@sklep.pl",
            "sklep.pl:8080",
            "sklep.pl.",
            "ftp://sklep.pl",
            "*.sklep.pl",
            "javascript:alert(1)",
        ] {
            assert_eq!(host(wrong), None, "{wrong}");
        }
    }
}
