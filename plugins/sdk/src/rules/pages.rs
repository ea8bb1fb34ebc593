//! What several packs ask of a page.

use sitewright_facts::Page;

/// The first header of this name, in lower case.
pub fn header<'a>(page: &Page<'a>, name: &str) -> Option<&'a str> {
    page.headers().find(|header| header.name() == name).map(|header| header.value())
}

/// The content of the first `meta` element with this name or property, in lower case.
pub fn meta<'a>(page: &Page<'a>, name: &str) -> Option<&'a str> {
    page.metas().find(|meta| meta.attribute() < 2 && meta.name() == name).map(|meta| meta.content())
}

/// Whether search engines may show the page: a document that says nothing against it and names no other address as its
/// canonical one.
pub fn is_indexable(page: &Page<'_>) -> bool {
    page.is_document()
        && page.status() == 200
        && !page.noindex()
        && !page.disallowed_google()
        && (page.canonical().is_empty() || page.canonical() == page.url())
}

/// A share in thousandths of a percent.
pub fn share(part: u32, whole: u32) -> u32 {
    (u64::from(part) * 100_000 / u64::from(whole.max(1))) as u32
}
