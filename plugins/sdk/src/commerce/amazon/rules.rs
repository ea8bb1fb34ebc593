//! Amazon's rules for a listing other than lengths.

use crate::check::Checks;
use crate::commerce::goods::Point;
use crate::commerce::{Goods, found, number, tidy};
use crate::limit::Level;
use crate::units::{bare, count_emoji, has_at_most, is_emoji_letter, lower, upper_letter, words};

/// Characters that Amazon refuses as decoration in a title.
const DECORATION: &[char] = &['~', '!', '*', '$', '?', '_', '{', '}', '#', '<', '>', '|', ';', '^'];

/// Phrases that promote instead of describing, in lower case; a star matches any ending.
const PROMOTION: &[&str] = &[
    "100% satisfaction",
    "best price*",
    "best seller*",
    "best-seller*",
    "bestseller*",
    "buy now",
    "cheap",
    "cheaper",
    "cheapest",
    "discount*",
    "free delivery",
    "free gift*",
    "free shipping",
    "hot item",
    "hot sale",
    "limited offer",
    "limited time",
    "lowest price*",
    "money back",
    "money-back",
    "on sale",
    "quality guarantee*",
    "satisfaction guarantee*",
    "special offer*",
    "top rated",
    "top-rated",
    "darmowa dostawa",
    "darmowa wysyłka",
    "darmowy zwrot",
    "gratis*",
    "gwarancja jakości",
    "gwarancja satysfakcji",
    "kup teraz",
    "najlepsza cena",
    "najniższa cena",
    "najtaniej",
    "najtańsz*",
    "oferta specjalna",
    "okazja cenowa",
    "promocj*",
    "rabat*",
    "super cena",
    "tanio",
    "wyprzedaż*",
    "zwrot pieniędzy",
];

/// The user's goods without anything that Amazon refuses: decoration, emoji, promises about price and delivery.
pub fn allowed(mut goods: Goods) -> Goods {
    goods.name = without_promotion(plain(&goods.name));
    goods.category = plain(&goods.category);
    goods.brand = plain(&goods.brand);
    let points = goods.points.iter().map(|point| point.with(plain(point)));
    goods.points = points.filter(|point| !point.is_empty() && promotion(point).is_empty()).collect();
    let keywords = goods.keywords.iter().filter(|keyword| promotion(keyword).is_empty());
    let keywords = keywords.map(|keyword| plain(keyword)).filter(|keyword| !keyword.is_empty());
    goods.keywords = keywords.map(Point::new).collect();
    goods
}

/// `text` without decoration and emoji.
pub fn plain(text: &str) -> String {
    let kept: String = text
        .replace([';', '|'], ",")
        .chars()
        .filter(|letter| !DECORATION.contains(letter) && !is_emoji_letter(*letter))
        .filter(|letter| !matches!(*letter as u32, 0x200D | 0xFE0F | 0x20E3))
        .collect();
    let line = kept.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",");
    line.trim_matches([' ', ',']).to_owned()
}

/// `name` without the promotional phrase that it begins with; unchanged if nothing else is left.
fn without_promotion(name: String) -> String {
    let lowered = lower(&name);
    let phrase = promotion(&name).into_iter().find(|phrase| lowered.starts_with(phrase));
    // Inside the name, other words depend on it.
    let rest = phrase.and_then(|phrase| name.get(phrase.len()..)).filter(|rest| rest.starts_with(' '));
    let rest = rest.map(plain).filter(|rest| words(rest).next().is_some());
    rest.unwrap_or(name)
}

fn promotion(text: &str) -> Vec<&'static str> {
    found(text, PROMOTION)
}

/// The words of a title whose repetitions count; short ones are articles, prepositions and numbers.
pub(super) fn telling(title: &str) -> impl Iterator<Item = String> {
    words(title).map(|word| lower(bare(word))).filter(|word| !has_at_most(word, 3))
}

/// Words that a title has more than twice.
fn repeated(title: &str) -> Vec<String> {
    repeated_of(&telling(title).collect::<Vec<_>>())
}

/// Those of `words` that occur more than twice.
pub(super) fn repeated_of(words: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words {
        if !found.contains(word) && words.iter().filter(|other| *other == word).count() > 2 {
            found.push(word.clone());
        }
    }
    found
}

/// Amazon's rules for a listing, other than lengths.
pub fn check_listing(title: &str, bullets: &[String], description: &str, checks: &mut Checks) {
    check_title(title, checks);
    check_bullets(bullets, checks);
    check_promotion("title", title, checks);
    check_promotion("bullets", &bullets.join("\n"), checks);
    check_promotion("description", description, checks);
}

fn check_title(title: &str, checks: &mut Checks) {
    let signs: Vec<String> =
        title.chars().filter(|letter| DECORATION.contains(letter)).map(String::from).collect();
    let decorated = number(signs.len() + count_emoji(title));
    checks.rule("title", "decoration", Level::Platform, decorated, &[("signs", &signs.join(" "))]);
    let repeated = repeated(title);
    let words = repeated.join(", ");
    checks.rule("title", "repeated", Level::Recommended, number(repeated.len()), &[("words", &words)]);
    let letters = || title.chars().filter(|letter| letter.is_alphabetic());
    let shouts = letters().count() > 8 && letters().all(|letter| upper_letter(letter) == letter);
    checks.rule("title", "shouting", Level::Recommended, u32::from(shouts), &[]);
}

fn check_bullets(bullets: &[String], checks: &mut Checks) {
    let small = |bullet: &&String| bullet.starts_with(char::is_lowercase);
    checks.rule("bullets", "capital", Level::Platform, number(bullets.iter().filter(small).count()), &[]);
    let marked = |bullet: &&String| count_emoji(bullet) > 0 || tidy(bullet) != **bullet;
    checks.rule("bullets", "markup", Level::Platform, number(bullets.iter().filter(marked).count()), &[]);
}

/// No promises about price, delivery or rank.
pub fn check_promotion(field: &str, text: &str, checks: &mut Checks) {
    let found = promotion(text);
    checks.rule(field, "promotion", Level::Platform, number(found.len()), &[("words", &found.join(", "))]);
}

#[cfg(test)]
mod tests {
    use super::{plain, repeated, without_promotion};

    #[test]
    fn decoration_is_removed() {
        assert_eq!(plain("★ Oak | beech; ash!!! 🎉 {x}"), "Oak, beech, ash x");
    }

    #[test]
    fn a_name_loses_its_promotion() {
        let name = |name: &str| without_promotion(name.to_owned());
        assert_eq!(name("BEST PRICE Garden hose"), "Garden hose");
        assert_eq!(name("Wąż ogrodowy w promocji"), "Wąż ogrodowy w promocji");
        assert_eq!(name("Best price"), "Best price");
    }

    #[test]
    fn words_are_repeated_from_the_third_time_on() {
        assert_eq!(repeated("Oak oaken oaken OAKEN"), ["oaken"]);
        assert!(repeated("Oak and beech and ash and elm").is_empty());
    }
}
