//! A crawled site as a whole: what its pages refer to, share and redirect to, as the site tables of the contract.
//!
//! A site is built at the end of a crawl from its stored batches, in the order of the pages' numbers or not, and then
//! answers the questions of rule packs and of the product. A million pages with forty links each take half a gigabyte:
//! references are eight bytes each, and texts are read from the batches when a row is asked for.

mod chains;
mod duplicates;
mod links;
mod select;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use sitewright_facts::{Batch, NewState, Page, Table, Tables, UNKNOWN};

pub use links::{Edge, KIND};
pub use select::Pages;

/// Bits of the column `flags` of the table `states`.
pub mod state {
    pub const HTML: u32 = 1;
    pub const NOINDEX: u32 = 2;
    pub const CANONICALISED: u32 = 4;
    pub const DISALLOWED: u32 = 8;
    pub const IN_SITEMAP: u32 = 16;
    pub const INDEXABLE: u32 = 32;
    pub const NOT_FETCHED: u32 = 64;
    pub const DISALLOWED_GOOGLE: u32 = 128;
}

/// The state of one address.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub role: u8,
    pub found: u8,
    pub status: u16,
    pub flags: u32,
    pub depth: u32,
    pub followed: u32,
    pub nofollowed: u32,
    pub from_indexable: u32,
    pub location: u32,
    pub canonical: u32,
    pub from: u32,
    pub nofollow_from: u32,
    language: [u8; 2],
    url: (u32, u32),
    edges: (u32, u32),
}

impl State {
    const ABSENT: Self = Self {
        role: 0,
        found: 0,
        status: 0,
        flags: state::NOT_FETCHED,
        depth: UNKNOWN,
        followed: 0,
        nofollowed: 0,
        from_indexable: 0,
        location: UNKNOWN,
        canonical: UNKNOWN,
        from: UNKNOWN,
        nofollow_from: UNKNOWN,
        language: [0; 2],
        url: (0, 0),
        edges: (0, 0),
    };

    pub fn has(self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The language of the page as two letters, or empty.
    fn language(&self) -> &str {
        std::str::from_utf8(&self.language).unwrap_or_default().trim_end_matches('\0')
    }
}

/// A crawled site.
#[derive(Default)]
pub struct Site {
    states: Vec<State>,
    urls: String,
    edges: Vec<Edge>,
    /// The first edge of each page that has any, with the number of the page, sorted.
    sources: Vec<(u32, u32)>,
    keys: Vec<duplicates::Keys>,
    /// The site tables that are small enough to be in memory.
    around: Tables,
}

impl Site {
    /// `around` has the site tables `robots`, `sitemaps`, `probes`, `hosts` and `crawl`.
    pub fn new(around: Tables) -> Self {
        Self { around, ..Self::default() }
    }

    /// Adds the pages of a batch. A page that is added again, because it was checked again, is ignored.
    pub fn add(&mut self, batch: &Batch<'_>) {
        for page in batch.pages() {
            self.add_page(page);
        }
    }

    /// Adds an address that was found and not fetched.
    pub fn add_unfetched(&mut self, number: u32, url: &str, role: u8, found: u8, flags: u32) {
        let place = self.put_url(url);
        let state = self.place(number);
        if state.url.1 == 0 {
            *state = State { role, found, url: place, flags: flags | state::NOT_FETCHED, ..State::ABSENT };
        }
    }

    fn add_page(&mut self, page: Page<'_>) {
        let number = page.number();
        let known = self.states.get(number as usize).is_some_and(|state| !state.has(state::NOT_FETCHED));
        if known {
            return;
        }
        let url = self.put_url(page.url());
        let first = self.edges.len() as u32;
        links::collect(page, &mut self.edges);
        let edges = (first, self.edges.len() as u32);
        if edges.0 < edges.1 {
            self.sources.push((first, number));
        }
        if page.html() && page.status() == 200 {
            self.keys.extend(duplicates::Keys::of(page));
        }
        *self.place(number) = State { url, edges, ..state_of(page) };
    }

    fn put_url(&mut self, url: &str) -> (u32, u32) {
        let start = self.urls.len() as u32;
        self.urls.push_str(url);
        (start, url.len() as u32)
    }

    fn place(&mut self, number: u32) -> &mut State {
        let index = number as usize;
        if index >= self.states.len() {
            self.states.resize(index + 1, State::ABSENT);
        }
        &mut self.states[index]
    }

    /// Marks a page that a sitemap lists.
    pub fn mark_listed(&mut self, number: u32) {
        if let Some(state) = self.states.get_mut(number as usize) {
            state.flags |= state::IN_SITEMAP;
        }
    }

    /// Counts links, measures depths and finds groups, after the last page was added.
    pub fn finish(&mut self) {
        self.mark_canonicalised();
        self.count_links();
        self.measure_depths();
        links::mark_returns(&self.states, &mut self.edges);
        self.around.chains = chains::find(&self.states);
        let keys = std::mem::take(&mut self.keys);
        self.around.duplicates = duplicates::find(&self.states, &keys);
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub fn state(&self, number: u32) -> Option<&State> {
        self.states.get(number as usize)
    }

    pub fn url(&self, number: u32) -> &str {
        let Some(state) = self.state(number) else { return "" };
        let start = state.url.0 as usize;
        self.urls.get(start..start + state.url.1 as usize).unwrap_or_default()
    }

    /// The references of a page.
    pub fn edges(&self, number: u32) -> &[Edge] {
        let (first, end) = self.state(number).map_or((0, 0), |state| state.edges);
        self.edges.get(first as usize..end as usize).unwrap_or_default()
    }

    pub fn around(&self) -> &Tables {
        &self.around
    }

    /// A page is indexable if it says nothing against it and names no other address as its canonical one.
    fn mark_canonicalised(&mut self) {
        for number in 0..self.states.len() {
            let state = &mut self.states[number];
            if state.canonical != UNKNOWN && state.canonical as usize != number {
                state.flags |= state::CANONICALISED;
            }
            let against =
                state::NOINDEX | state::CANONICALISED | state::DISALLOWED_GOOGLE | state::NOT_FETCHED;
            if state.has(state::HTML) && state.status == 200 && state.role == 0 && !state.has(against) {
                state.flags |= state::INDEXABLE;
            }
        }
    }

    /// Counts the pages that link to each page, not their links, and notes the first of them.
    fn count_links(&mut self) {
        let mut last = vec![[UNKNOWN; 2]; self.states.len()];
        let mut referred = vec![UNKNOWN; self.states.len()];
        for source in 0..self.states.len() as u32 {
            let from = self.states[source as usize];
            for edge in &self.edges[from.edges.0 as usize..from.edges.1 as usize] {
                let Some(target) = self.states.get_mut(edge.target as usize) else { continue };
                if edge.target == source {
                    continue;
                }
                if edge.kind != KIND.link {
                    let first = &mut referred[edge.target as usize];
                    *first = (*first).min(source);
                    continue;
                }
                let is_nofollow = edge.flags & links::NOFOLLOW != 0;
                let seen = &mut last[edge.target as usize][usize::from(is_nofollow)];
                if std::mem::replace(seen, source) == source {
                    continue;
                }
                if is_nofollow {
                    target.nofollowed += 1;
                    target.nofollow_from = target.nofollow_from.min(source);
                } else {
                    target.followed += 1;
                    target.from = target.from.min(source);
                    target.from_indexable += u32::from(from.has(state::INDEXABLE));
                }
            }
        }
        for (state, referred) in self.states.iter_mut().zip(referred) {
            let others = [state.nofollow_from, referred].into_iter().find(|page| *page != UNKNOWN);
            if state.from == UNKNOWN {
                state.from = others.unwrap_or(UNKNOWN);
            }
        }
    }

    /// The fewest clicks from the start: links are one, redirects none.
    fn measure_depths(&mut self) {
        let home = self.home();
        for state in &mut self.states {
            state.depth = UNKNOWN;
        }
        let Some(state) = self.states.get_mut(home as usize) else { return };
        state.depth = 0;
        let mut queue = VecDeque::from([home]);
        while let Some(page) = queue.pop_front() {
            let State { depth, location, edges, .. } = self.states[page as usize];
            if let Some(target) = self.states.get_mut(location as usize)
                && target.depth > depth
            {
                target.depth = depth;
                queue.push_front(location);
            }
            for edge in &self.edges[edges.0 as usize..edges.1 as usize] {
                if edge.kind == KIND.link
                    && edge.flags & links::NOFOLLOW == 0
                    && let Some(target) = self.states.get_mut(edge.target as usize)
                    && target.depth == UNKNOWN
                {
                    target.depth = depth + 1;
                    queue.push_back(edge.target);
                }
            }
        }
    }

    /// The page at which the redirects of the start end.
    fn home(&self) -> u32 {
        let mut home = self.around.view().crawl().next().map_or(0, |crawl| crawl.home());
        for _ in 0..20 {
            match self.state(home) {
                Some(state) if state.location != UNKNOWN => home = state.location,
                _ => break,
            }
        }
        home
    }

    fn push_state(&self, number: u32, into: &mut Table) {
        let state = self.states[number as usize];
        NewState {
            number,
            url: self.url(number),
            role: u32::from(state.role),
            found: u32::from(state.found),
            status: u32::from(state.status),
            flags: state.flags,
            depth: state.depth,
            followed: state.followed,
            nofollowed: state.nofollowed,
            from_indexable: state.from_indexable,
            location: state.location,
            canonical: state.canonical,
            language: state.language(),
            from: state.from,
            nofollow_from: state.nofollow_from,
            ..NewState::default()
        }
        .push(into);
    }
}

/// The bits of a page that its facts alone show.
pub fn flags_of(page: Page<'_>) -> u32 {
    let mut flags = 0;
    for (is_set, flag) in [
        (page.html(), state::HTML),
        (page.noindex(), state::NOINDEX),
        (page.disallowed(), state::DISALLOWED | state::NOT_FETCHED),
        (page.in_sitemap(), state::IN_SITEMAP),
        (page.disallowed_google(), state::DISALLOWED_GOOGLE),
    ] {
        if is_set {
            flags |= flag;
        }
    }
    flags
}

fn state_of(page: Page<'_>) -> State {
    let flags = flags_of(page);
    let language = match page.lang() {
        Some(lang) if lang.len() >= 2 => lang,
        _ => page.language(),
    };
    let mut letters = [0; 2];
    for (place, letter) in letters.iter_mut().zip(language.bytes()) {
        *place = letter.to_ascii_lowercase();
    }
    State {
        role: page.role() as u8,
        found: page.found() as u8,
        status: page.status() as u16,
        flags,
        location: page.location_number(),
        canonical: page.canonical_number(),
        language: letters,
        ..State::ABSENT
    }
}
