//! Which lines are taken, and in which order they are read.

use crate::short::fits;
use crate::units::{Unit, lower_letter};

/// What two lines that say the same have in common: their letters and digits.
pub fn key(line: &str) -> String {
    line.chars().filter(|letter| letter.is_alphanumeric()).map(lower_letter).collect()
}

/// The first two words of a line.
pub(super) fn opening(line: &str) -> String {
    let words: Vec<String> = line.split(' ').map(key).filter(|word| !word.is_empty()).take(2).collect();
    words.join(" ")
}

/// `count` lines that differ: one of each group in turn, at most a third of them with one beginning.
pub fn spread(groups: &[Vec<String>], count: usize) -> Vec<String> {
    let mut chosen: Vec<String> = Vec::new();
    let mut groups: Vec<_> = groups.iter().map(|group| group.iter()).collect();
    let mut left = true;
    while left && chosen.len() < count {
        left = false;
        for group in &mut groups {
            let Some(line) = group.find(|line| is_new(line, &chosen, count)) else { continue };
            left = true;
            chosen.push(line.clone());
        }
    }
    chosen.truncate(count);
    chosen
}

fn is_new(line: &str, chosen: &[String], count: usize) -> bool {
    let alike = chosen.iter().filter(|other| opening(other) == opening(line)).count();
    alike < (count.min(15) / 3).max(2) && chosen.iter().all(|other| key(other) != key(line))
}

/// The first of the lines from `place` on that repeats no longer word of `text`.
pub fn unlike<'l>(lines: &'l [String], place: usize, text: &str) -> &'l str {
    let stems = |text: &str| -> Vec<String> {
        let words = text.split(' ').map(key).filter(|word| word.chars().count() >= 5);
        words.map(|word| word.chars().take(5).collect()).collect()
    };
    let said = stems(text);
    let mut turned = lines.iter().cycle().skip(place).take(lines.len());
    turned.find(|line| stems(line).iter().all(|stem| !said.contains(stem))).map_or("", String::as_str)
}

/// The parts that fit together, in their order; the lower its rank the sooner a part gets room.
pub fn arrange(parts: &[(u8, &str)], unit: Unit, max: u32) -> String {
    let mut order: Vec<usize> = (0..parts.len()).filter(|place| !parts[*place].1.is_empty()).collect();
    order.sort_by_key(|place| parts[*place].0);
    let mut taken: Vec<usize> = Vec::new();
    let read = |taken: &[usize]| taken.iter().map(|place| parts[*place].1).collect::<Vec<_>>().join(" ");
    for place in order {
        let rank = taken.iter().take_while(|other| **other < place).count();
        let repeats = taken.iter().any(|other| key(parts[*other].1).contains(&key(parts[place].1)));
        taken.insert(rank, place);
        if repeats || !fits(&read(&taken), unit, max) {
            taken.remove(rank);
        }
    }
    read(&taken)
}

#[cfg(test)]
mod tests {
    use super::{arrange, spread};
    use crate::units::Unit;

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn groups_take_turns_and_nothing_is_said_twice() {
        let groups = [lines(&["Kawa", "Kawa!", "Herbata"]), lines(&["kawa", "Zobacz"])];
        assert_eq!(spread(&groups, 15), ["Kawa", "Zobacz", "Herbata"]);
        assert_eq!(spread(&groups, 1), ["Kawa"]);
    }

    #[test]
    fn the_most_important_gets_room_first() {
        let parts = [(2, "Hook?"), (0, "The product."), (1, "Buy.")];
        assert_eq!(arrange(&parts, Unit::Characters, 17), "The product. Buy.");
        assert_eq!(arrange(&parts, Unit::Characters, 30), "Hook? The product. Buy.");
    }
}
