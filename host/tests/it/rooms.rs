//! Allowed imports: floors are crates that are built on each other, and `SLICES` in `lib.rs` is the order of the slices.

mod tables;

use sitewright::SLICES;

use crate::locales::sources;
use crate::prelude::*;

/// Every slice may use this floor, and it uses no slice.
const PLATFORM: &str = "platform";
/// The crates of the floors, from the lowest.
const FLOORS: &[&str] = &[
    PLATFORM,
    "messages",
    "billing",
    "people",
    "workspace",
    "catalogue",
    "work",
    "sites",
    "market",
    "public",
    "operations",
];
/// These join the slices and may use any of them.
const ROOF: &[&str] = &["lib", "main", "cli"];
/// Files of a slice that may use each other in a circle.
const LARGEST_CIRCLE: usize = 3;

/// A module by its path: `["work", "runs", "queue"]`.
type Module = Vec<String>;

/// The host's modules with their sources, without tests and comments: those of the roof in `src`, those of a floor in
/// its crate.
fn modules() -> BTreeMap<Module, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let floors = FLOORS.iter().map(|floor| (Some(*floor), root.join(floor).join("src")));
    floors.chain([(None, root.join("src"))]).flat_map(|(floor, folder)| modules_in(floor, &folder)).collect()
}

fn modules_in(floor: Option<&str>, root: &Path) -> Vec<(Module, String)> {
    let modules = sources(root).into_iter().map(|file| {
        let path = file.strip_prefix(root).expect("inside").with_extension("");
        let names = path.iter().map(|name| name.to_string_lossy().into_owned()).filter(|name| name != "lib");
        let text = fs::read_to_string(&file).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let module = floor.map(str::to_owned).into_iter().chain(names).collect();
        (module, lines.collect::<Vec<_>>().join("\n"))
    });
    modules.filter(|(module, _): &(Module, _)| !module.iter().any(|name| name == "rust")).collect()
}

/// The paths of a `use` tree, or of a path within code: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(text: &str) -> (Vec<Module>, &str) {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        let mut all = Vec::new();
        loop {
            rest = rest.trim_start_matches(|char: char| char.is_whitespace() || char == ',');
            if rest.is_empty() || rest.starts_with('}') {
                return (all, rest.get(1..).unwrap_or_default());
            }
            let (some, after) = paths(rest);
            if after.len() == rest.len() {
                return (all, after);
            }
            all.extend(some);
            rest = after;
        }
    }
    let end =
        text.find(|char: char| !char.is_alphanumeric() && char != '_' && char != '*').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let (below, rest) = match rest.strip_prefix("::") {
        Some(below) => paths(below),
        None => (vec![Module::new()], rest),
    };
    let rest = match rest.strip_prefix(" as ") {
        Some(alias) => alias.trim_start_matches(|char: char| char.is_alphanumeric() || char == '_'),
        None => rest,
    };
    let with_name = |path: Module| [vec![name.to_owned()], path].concat();
    (below.into_iter().map(with_name).collect(), rest)
}

/// The modules that a module's source names after `crate`, `super` or `self`.
fn used(module: &Module, source: &str, all: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let mut used = BTreeSet::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in source.match_indices(root) {
            let before = source[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || before == '_' || before == ':' {
                continue;
            }
            for path in paths(&source[at..]).0 {
                let mut rest = path.as_slice();
                // A crate names the floors below it at its root.
                let is_floor = rest.get(1).is_some_and(|name| FLOORS.contains(&name.as_str()));
                let own = module.first().filter(|name| FLOORS.contains(&name.as_str()) && !is_floor);
                let mut base =
                    if root == "crate::" { own.cloned().into_iter().collect() } else { module.clone() };
                while let Some((first, after)) = rest.split_first() {
                    match first.as_str() {
                        "crate" | "self" => {}
                        "super" => drop(base.pop()),
                        _ => break,
                    }
                    rest = after;
                }
                base.extend_from_slice(rest);
                while !all.contains_key(&base) {
                    base.pop();
                }
                used.insert(base);
            }
        }
    }
    used.remove(module);
    used
}

fn edges() -> BTreeMap<Module, BTreeSet<Module>> {
    let all = modules();
    all.iter().map(|(module, source)| (module.clone(), used(module, source, &all))).collect()
}

/// The floor and the slice of a module; the platform is one room.
fn room(module: &[String]) -> Option<(&str, &str)> {
    match module {
        [floor, ..] if floor == PLATFORM => Some((PLATFORM, PLATFORM)),
        [floor, room, ..] if !ROOF.contains(&floor.as_str()) => Some((floor, room)),
        _ => None,
    }
}

/// The slices in their order.
fn slices() -> Vec<&'static str> {
    SLICES.iter().map(|slice| slice.name).collect()
}

/// Circles of a graph: sets of nodes that reach each other.
fn circles<N: Ord + Clone + std::hash::Hash>(edges: &BTreeMap<N, BTreeSet<N>>) -> Vec<BTreeSet<N>> {
    let reach = |from: &N| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(node) = open.pop() {
            for next in edges.get(&node).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let reached: HashMap<N, BTreeSet<N>> = edges.keys().map(|node| (node.clone(), reach(node))).collect();
    let circle_of = |node: &N| {
        let mutual =
            reached[node].iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(node)));
        mutual.cloned().collect::<BTreeSet<_>>()
    };
    let circles: BTreeSet<_> = edges.keys().map(circle_of).filter(|circle| circle.len() > 1).collect();
    circles.into_iter().collect()
}

#[test]
fn groups_and_paths_are_read() {
    let (all, _) = paths("crate::{\n    app::{App, x as y},\n    words,\n};");
    let all: Vec<_> = all.iter().map(|path| path.join("::")).collect();
    assert_eq!(all, ["crate::app::App", "crate::app::x", "crate::words"]);
}

#[test]
fn every_slice_is_listed_once_and_uses_only_those_before_it() {
    let order = slices();
    let edges = edges();
    let found: BTreeSet<&str> = edges
        .keys()
        .filter_map(|module| room(module))
        .filter(|(floor, _)| *floor != PLATFORM)
        .map(|(_, slice)| slice)
        .collect();
    assert_eq!(found, order.iter().copied().collect());
    assert_eq!(found.len(), order.len(), "a slice is listed twice");
    let place = |slice: &str| order.iter().position(|name| *name == slice).expect("listed");
    let mut wrong = Vec::new();
    for (module, used) in &edges {
        let Some((floor, slice)) = room(module) else { continue };
        for target in used {
            let up = match room(target) {
                // The crate's root.
                None => floor == PLATFORM && target.len() != 1,
                Some((PLATFORM, _)) => false,
                Some(_) if floor == PLATFORM => true,
                Some((_, other)) => place(other) > place(slice),
            };
            if up {
                wrong.push(format!("{} uses {}", module.join("::"), target.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn slices_of_a_floor_stand_together_in_the_list() {
    let edges = edges();
    let floor_of = |slice: &str| {
        edges
            .keys()
            .filter_map(|module| room(module))
            .find(|(_, name)| *name == slice)
            .map(|(floor, _)| floor.to_owned())
    };
    let mut floors: Vec<_> = slices().iter().map(|slice| floor_of(slice).expect("a floor")).collect();
    floors.dedup();
    assert_eq!(floors.iter().collect::<BTreeSet<_>>().len(), floors.len(), "{floors:?}");
}

#[test]
fn rooms_use_each_other_in_no_circle() {
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, used) in edges() {
        let Some((_, from)) = room(&module) else { continue };
        let targets = used.iter().filter_map(|target| room(target)).filter(|(_, to)| *to != from);
        rooms.entry(from.to_owned()).or_default().extend(targets.map(|(_, to)| to.to_owned()));
    }
    let circles = circles(&rooms);
    assert!(circles.is_empty(), "{circles:#?}");
}

#[test]
fn files_of_a_room_form_no_large_circle() {
    let circles = circles(&edges());
    let large: Vec<_> = circles.iter().filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
    assert!(large.is_empty(), "{large:#?}");
}
