//! The language that the element `html` declares.

use super::codes::is_tag;
use super::{Page, Report, Settings, X_DEFAULT, code, is_self, language_of, read_versions};

pub fn lang_missing(page: &Page, _: &Settings, report: &mut Report) {
    if page.is_document() && page.lang().is_none_or(|lang| lang.trim().is_empty()) {
        report.found();
    }
}

pub fn lang_invalid(page: &Page, _: &Settings, report: &mut Report) {
    let lang = page.lang().map(str::trim).unwrap_or_default();
    if page.is_document() && !lang.is_empty() && !is_tag(lang) {
        report.found().text("lang", lang);
    }
}

pub fn hreflang_lang_mismatch(page: &Page, _: &Settings, report: &mut Report) {
    let lang = page.lang().map(str::trim).unwrap_or_default();
    if lang.is_empty() {
        return;
    }
    let own = || {
        read_versions(page).filter(|hint| is_self(page, hint) && !code(hint).eq_ignore_ascii_case(X_DEFAULT))
    };
    let is_match = |code: &str| language_of(code).eq_ignore_ascii_case(language_of(lang));
    if let Some(hint) = own().next().filter(|_| !own().any(|hint| is_match(code(&hint)))) {
        report.found().text("hreflang", code(&hint)).text("lang", lang).evidences(own());
    }
}
