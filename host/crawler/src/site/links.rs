use std::collections::HashSet;

use sitewright_facts::{Page, UNKNOWN};

use super::State;

/// The column `kind` of the table `references`.
pub struct Kinds {
    pub link: u8,
    pub canonical: u8,
    pub hreflang: u8,
    pub image: u8,
    pub resource: u8,
    pub redirect: u8,
    pub sitemap: u8,
    pub sequence: u8,
    pub preview: u8,
}

pub const KIND: Kinds = Kinds {
    link: 0,
    canonical: 1,
    hreflang: 2,
    image: 3,
    resource: 4,
    redirect: 5,
    sitemap: 6,
    sequence: 7,
    preview: 8,
};

pub(super) const NOFOLLOW: u8 = 1;
pub(super) const RETURNED: u8 = 2;
pub(super) const ELSEWHERE: u8 = 4;
/// Not a bit of the contract: the link has a fragment.
pub(super) const FRAGMENT: u8 = 64;

/// A reference of a page to a numbered address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub target: u32,
    /// The row in the table of the source, counted within the page.
    pub row: u16,
    pub kind: u8,
    pub flags: u8,
}

/// Appends the references of a page to numbered addresses.
pub(super) fn collect(page: Page<'_>, edges: &mut Vec<Edge>) {
    let mut add = |target: u32, row: usize, kind: u8, flags: u8| {
        if let (true, Ok(row)) = (target != UNKNOWN, u16::try_from(row)) {
            edges.push(Edge { target, row, kind, flags });
        }
    };
    for (row, link) in page.links().enumerate() {
        let nofollow = link.rel() & 7 != 0 && link.rel() & 1 != 0 || page.nofollow();
        let mut flags = if nofollow { NOFOLLOW } else { 0 };
        flags |= if link.kind() == 1 { ELSEWHERE } else { 0 };
        flags |= if link.fragment().is_some_and(|fragment| !fragment.is_empty()) { FRAGMENT } else { 0 };
        match link.kind() {
            0 | 1 => add(link.target(), row, KIND.link, flags),
            5 if flags & FRAGMENT != 0 => add(page.number(), row, KIND.link, flags),
            _ => {}
        }
    }
    for (row, hint) in page.hints().enumerate() {
        let is = |rel: &str| hint.rel().split_ascii_whitespace().any(|word| word == rel);
        if is("canonical") {
            add(hint.target(), row, KIND.canonical, 0);
        } else if is("alternate") && hint.hreflang().is_some() {
            add(hint.target(), row, KIND.hreflang, 0);
        } else if is("next") || is("prev") {
            add(hint.target(), row, KIND.sequence, 0);
        }
    }
    for (row, image) in page.images().enumerate() {
        add(image.target(), row, KIND.image, 0);
    }
    for (row, resource) in page.resources().enumerate() {
        let kind = match resource.kind() {
            7 => KIND.preview,
            11 => KIND.image,
            _ => KIND.resource,
        };
        add(resource.target(), row, kind, 0);
    }
    add(page.location_number(), 0, KIND.redirect, 0);
}

/// Marks alternates whose target lists the page, too.
pub(super) fn mark_returns(states: &[State], edges: &mut [Edge]) {
    let mut listed = HashSet::new();
    let each = || states.iter().zip(0_u32..);
    for (state, source) in each() {
        let of_page = &edges[state.edges.0 as usize..state.edges.1 as usize];
        listed.extend(
            of_page.iter().filter(|edge| edge.kind == KIND.hreflang).map(|edge| (source, edge.target)),
        );
    }
    for (state, source) in each() {
        for edge in &mut edges[state.edges.0 as usize..state.edges.1 as usize] {
            if edge.kind == KIND.hreflang && listed.contains(&(edge.target, source)) {
                edge.flags |= RETURNED;
            }
        }
    }
}
