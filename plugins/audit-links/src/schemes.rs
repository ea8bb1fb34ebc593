//! Links that lead to no page: e-mail, phone and scripts.

use sitewright_sdk::rules::{Link, Page, Report, Settings};

use crate::{flags, leads};

/// The part of an address after its scheme.
fn after_scheme(href: &str) -> &str {
    href.trim().split_once(':').map_or("", |(_, rest)| rest)
}

/// Decodes percent-encoding; `None` if it is not valid.
fn decoded(text: &str) -> Option<String> {
    let (bytes, mut out, mut place) = (text.as_bytes(), Vec::new(), 0);
    while let Some(byte) = bytes.get(place) {
        if *byte == b'%' {
            let digits = str::from_utf8(bytes.get(place + 1..place + 3)?).ok()?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
            place += 3;
        } else {
            out.push(*byte);
            place += 1;
        }
    }
    String::from_utf8(out).ok()
}

/// Whether it is one address of e-mail, without a name and comments.
fn is_mailbox(address: &str) -> bool {
    let Some((local, domain)) = address.trim().rsplit_once('@') else { return false };
    let is_letter =
        |sign: char| sign.is_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(sign) || !sign.is_ascii();
    let is_local = local.split('.').all(|part| !part.is_empty() && part.chars().all(is_letter));
    let is_quoted = local.len() > 2 && local.starts_with('"') && local.ends_with('"');
    let is_label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|sign| sign.is_alphanumeric() || sign == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    (is_local || is_quoted) && domain.contains('.') && domain.split('.').all(is_label)
}

fn is_valid_mail(href: &str) -> bool {
    let rest = after_scheme(href);
    let (recipients, parameters) = rest.split_once('?').map_or((rest, ""), |(to, rest)| (to, rest));
    let Some(recipients) = decoded(recipients) else { return false };
    if recipients.trim().is_empty() {
        return !parameters.is_empty();
    }
    recipients.split(',').all(is_mailbox)
}

fn is_valid_phone(href: &str) -> bool {
    let number = after_scheme(href).split(';').next().unwrap_or_default();
    let digits = number.strip_prefix('+').unwrap_or(number);
    let is_sign = |sign: char| sign.is_ascii_digit() || "-.()*#".contains(sign);
    digits.chars().all(is_sign) && digits.chars().any(|sign| sign.is_ascii_digit())
}

pub fn link_bad_mailto_tel(page: &Page, _: &Settings, report: &mut Report) {
    let is_bad = |link: &Link| {
        link.href().is_some_and(|href| match link.kind() {
            leads::MAILTO => !is_valid_mail(href),
            leads::TEL => !is_valid_phone(href),
            _ => false,
        })
    };
    let links = || page.links().filter(is_bad);
    if let (true, Some(first)) = (page.is_document(), links().next()) {
        let found = report.found().number("count", links().count());
        found.text("href", first.href().unwrap_or_default()).evidences(links());
    }
}

/// Whether only a script knows where a link leads.
fn is_uncrawlable(link: &Link) -> bool {
    let has = |flag: u32| link.flags() & flag != 0;
    let Some(href) = link.href() else {
        let is_target = has(flags::NAMED) && !link.onclick();
        return !is_target && !has(flags::OTHER_ROLE);
    };
    let moves = || ["location", "window.open"].iter().any(|call| link.script().contains(call));
    link.kind() == leads::SCRIPT || (matches!(href.trim(), "" | "#") && moves())
}

/// The tag of a link, as far as it says where it leads.
fn code(link: &Link) -> String {
    let mut code = "<a".to_owned();
    for (name, value) in
        [("href", link.href()), ("onclick", Some(link.script()).filter(|text| !text.is_empty()))]
    {
        if let Some(value) = value {
            code.push_str(&[" ", name, "=\"", value, "\""].concat());
        }
    }
    code.push('>');
    code
}

pub fn link_uncrawlable(page: &Page, _: &Settings, report: &mut Report) {
    let links = || page.links().filter(is_uncrawlable);
    if let (true, Some(first)) = (page.is_document(), links().next()) {
        let found = report.found().number("count", links().count()).text("code", &code(&first));
        found.evidences(links());
    }
}

#[cfg(test)]
mod tests {
    use super::{is_valid_mail, is_valid_phone};

    #[test]
    fn addresses_of_mail_and_phone_are_checked() {
        for good in [
            "mailto:a@site.example",
            "mailto:a%2Bb@site.example",
            "mailto:?subject=x",
            "MAILTO:ż@site.example",
        ] {
            assert!(is_valid_mail(good), "{good}");
        }
        for bad in [
            "mailto:",
            "mailto:a(at)site.example",
            "mailto:a@site",
            "mailto:a@b@",
            "mailto:a..b@site.example",
        ] {
            assert!(!is_valid_mail(bad), "{bad}");
        }
        assert!(is_valid_phone("tel:+48-22-123.45.67;ext=5") && is_valid_phone("tel:*123#"));
        for bad in ["tel:+48 600", "tel:%2B48%20600", "tel:phone", "tel:", "tel:12+3"] {
            assert!(!is_valid_phone(bad), "{bad}");
        }
    }
}
