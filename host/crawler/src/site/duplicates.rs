use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use sitewright_facts::{NewDuplicate, Page, Table, layouts};

use super::{State, state};

/// Titles, descriptions, headings, main texts, nearly equal main texts, and nearly equal descriptions of products.
const KINDS: usize = 6;
const NEARLY: usize = 4;
/// Bits in which the hashes of nearly equal texts may differ: up to 15 % of 64, which packs narrow down.
const BITS: u32 = 9;
/// Each part of a hash is a key of an index: two hashes that differ in at most `BITS` bits agree in one of ten parts.
const PARTS: u32 = BITS + 1;

/// What a page may share with others; 0 if it has nothing of the kind.
pub(super) struct Keys {
    page: u32,
    values: [u64; KINDS],
}

impl Keys {
    pub(super) fn of(page: Page<'_>) -> Option<Self> {
        let heading = page.headings().find(|heading| heading.level() == 1 && !heading.text().is_empty());
        let product = if is_product(page) { page.description_simhash() } else { 0 };
        let values = [
            key(page.title().unwrap_or_default()),
            key(page.description().unwrap_or_default()),
            key(heading.map(|heading| heading.text()).unwrap_or_default()),
            page.text_hash(),
            page.simhash(),
            product,
        ];
        values.iter().any(|value| *value != 0).then_some(Self { page: page.number(), values })
    }
}

fn is_product(page: Page<'_>) -> bool {
    page.data().any(|data| data.json().contains("\"Product\""))
        || page.metas().any(|meta| meta.name() == "og:type" && meta.content() == "product")
}

/// A hash of the text without case and white space at its ends.
fn key(text: &str) -> u64 {
    let text = text.trim();
    if text.is_empty() {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    text.to_lowercase().hash(&mut hasher);
    hasher.finish().max(1)
}

/// The groups of indexable pages that share something. Titles, descriptions and headings are compared within a language.
pub(super) fn find(states: &[State], keys: &[Keys]) -> Table {
    let mut table = Table::new(layouts::duplicates.width());
    let mut group = 0;
    let mut indexable: Vec<&Keys> =
        keys.iter().filter(|keys| states[keys.page as usize].has(state::INDEXABLE)).collect();
    indexable.sort_unstable_by_key(|keys| keys.page);
    for kind in 0..KINDS {
        let groups = if kind < NEARLY { same(states, &indexable, kind) } else { similar(&indexable, kind) };
        for pages in groups {
            for (page, similarity) in pages {
                NewDuplicate { kind: kind as u32, group, page, similarity, ..NewDuplicate::default() }
                    .push(&mut table);
            }
            group += 1;
        }
    }
    table
}

type Group = Vec<(u32, u32)>;

fn same(states: &[State], keys: &[&Keys], kind: usize) -> Vec<Group> {
    let mut groups: HashMap<(u64, [u8; 2]), Group> = HashMap::new();
    for keys in keys.iter().filter(|keys| keys.values[kind] != 0) {
        // The same text is a duplicate whatever language a page declares.
        let language = if kind == 3 { [0; 2] } else { states[keys.page as usize].language };
        groups.entry((keys.values[kind], language)).or_default().push((keys.page, 1000));
    }
    in_order(groups.into_values())
}

/// Groups around their first page. Pages with equal texts are represented by the first of them.
fn similar(keys: &[&Keys], kind: usize) -> Vec<Group> {
    let mut index: HashMap<(u32, u64), Vec<usize>> = HashMap::new();
    let mut groups: Vec<(u64, Group)> = Vec::new();
    let mut equal: HashMap<(u64, u64), ()> = HashMap::new();
    for keys in keys.iter().filter(|keys| keys.values[kind] != 0) {
        let hash = keys.values[kind];
        if kind == NEARLY && equal.insert((keys.values[3], hash), ()).is_some() {
            continue;
        }
        let parts = (0..PARTS).map(|part| (part, part_of(hash, part)));
        let near = parts.clone().filter_map(|part| index.get(&part)).flatten().copied();
        let nearest = near.min_by_key(|group| ((groups[*group].0 ^ hash).count_ones(), *group));
        match nearest.filter(|group| (groups[*group].0 ^ hash).count_ones() <= BITS) {
            Some(group) => {
                let distance = (groups[group].0 ^ hash).count_ones();
                groups[group].1.push((keys.page, 1000 - distance * 1000 / 64));
            }
            None => {
                for part in parts {
                    index.entry(part).or_default().push(groups.len());
                }
                groups.push((hash, vec![(keys.page, 1000)]));
            }
        }
    }
    in_order(groups.into_iter().map(|(_, group)| group))
}

fn part_of(hash: u64, part: u32) -> u64 {
    let (from, to) = (part * 64 / PARTS, (part + 1) * 64 / PARTS);
    hash >> from & ((1 << (to - from)) - 1)
}

fn in_order(groups: impl Iterator<Item = Group>) -> Vec<Group> {
    let mut groups: Vec<Group> = groups.filter(|group| group.len() > 1).collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort_unstable();
    groups
}
