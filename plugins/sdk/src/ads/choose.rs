//! Chooses lines and their order.

use crate::short::fits;
use crate::units::{Unit, is_alphanumeric, lower_letter};

/// The letters and digits of a line, by which repetitions are found.
#[inline(never)]
pub fn key(line: &str) -> String {
    line.chars().filter(|letter| is_alphanumeric(*letter)).map(lower_letter).collect()
}

/// The first two words of a line.
pub(super) fn opening(line: &str) -> String {
    let end = line.match_indices(' ').nth(1).map_or(line.len(), |(place, _)| place);
    key(&line[..end])
}

/// `count` different lines: one of each group in turn, at most a third of them with the same beginning.
#[inline(never)]
pub fn spread(groups: &[Vec<String>], count: usize) -> Vec<String> {
    let mut chosen: Vec<String> = Vec::new();
    // The marks of the chosen lines, computed once for each line.
    let mut known: Vec<(String, String)> = Vec::new();
    let mut groups: Vec<_> = groups.iter().map(|group| group.iter()).collect();
    let mut left = true;
    while left && chosen.len() < count {
        left = false;
        for group in &mut groups {
            let new = group.find_map(|line| Some((line, new_marks(line, &known, count)?)));
            let Some((line, marks)) = new else { continue };
            left = true;
            chosen.push(line.clone());
            known.push(marks);
        }
    }
    chosen.truncate(count);
    chosen
}

/// The marks of a line; `None` if a chosen line has the same content or too many of them begin like it.
fn new_marks(line: &str, known: &[(String, String)], count: usize) -> Option<(String, String)> {
    let (whole, start) = (key(line), opening(line));
    let alike = known.iter().filter(|(_, other)| *other == start).count();
    let is_new = alike < (count.min(15) / 3).max(2) && known.iter().all(|(other, _)| *other != whole);
    is_new.then_some((whole, start))
}

/// The parts that fit together, in their order; parts with a lower rank are chosen first.
#[inline(never)]
pub(super) fn arrange(parts: &[(u8, &str)], unit: Unit, max: u32) -> String {
    let mut taken = vec![false; parts.len()];
    let mut said = String::new();
    for rank in 0..=LAST_RANK {
        for (place, (_, text)) in parts.iter().enumerate().filter(|(_, part)| part.0 == rank) {
            if text.is_empty() || key(&said).contains(&*key(text)) {
                continue;
            }
            taken[place] = true;
            let longer = read(parts, &taken);
            taken[place] = fits(&longer, unit, max);
            if taken[place] {
                said = longer;
            }
        }
    }
    said
}

const LAST_RANK: u8 = 5;

fn read(parts: &[(u8, &str)], taken: &[bool]) -> String {
    let mut out = String::new();
    for (_, (_, text)) in taken.iter().zip(parts).filter(|(taken, _)| **taken) {
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(text);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{arrange, spread};
    use crate::units::Unit;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn groups_alternate_without_repetition() {
        let groups = [lines(&["Kawa", "Kawa!", "Herbata"]), lines(&["kawa", "Zobacz"])];
        assert_eq!(spread(&groups, 15), ["Kawa", "Zobacz", "Herbata"]);
        assert_eq!(spread(&groups, 1), ["Kawa"]);
    }

    #[test]
    fn the_most_important_part_is_placed_first() {
        let parts = [(2, "Hook?"), (0, "The product."), (1, "Buy.")];
        assert_eq!(arrange(&parts, Unit::Characters, 17), "The product. Buy.");
        assert_eq!(arrange(&parts, Unit::Characters, 30), "Hook? The product. Buy.");
    }
}
