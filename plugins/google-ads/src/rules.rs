//! Google's editorial rules, and the requirements of its ad strength.

use sitewright_sdk::ads::{Pool, Style, distinct, unwanted, with_keyword};
use sitewright_sdk::contact::phones;
use sitewright_sdk::units::{Unit, count_emoji};
use sitewright_sdk::{Brief, Checks, Level, Limit};

use super::{Ad, Order};

/// One of this number of headlines should have a keyword.
const WITH_KEYWORD: u32 = 5;

pub fn check(brief: &Brief<'_, Order>, ad: &Ad, pool: &Pool<'_, '_, Order>, checks: &mut Checks) {
    let style = Style { names: pool.names(), level: Level::Platform };
    for (field, lines, ordered) in [
        ("headlines", &ad.headlines, brief.headlines_count),
        ("descriptions", &ad.descriptions, brief.descriptions_count),
    ] {
        let ordered = Limit::between(Unit::Items, ordered, ordered, Level::Recommended);
        checks.named(field, "count", ordered, number(lines.len()));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        style.check(field, &lines, checks);
        distinct(field, &lines, Level::Platform, checks);
        unwanted(field, "phone", Level::Platform, &lines, |line| phones(line) > 0, checks);
        unwanted(field, "emoji", Level::Platform, &lines, |line| count_emoji(line) > 0, checks);
        let exclaims: fn(&str) -> bool = match field {
            "headlines" => |line| line.contains('!'),
            _ => |line| line.bytes().filter(|letter| *letter == b'!').count() > 1,
        };
        unwanted(field, "exclamation", Level::Platform, &lines, exclaims, checks);
    }
    let alone = u32::from(ad.path1.is_empty() && !ad.path2.is_empty());
    checks.rule("path2", "path-alone", Level::Hard, alone, &[]);
    let fitting: Vec<&str> = brief
        .keywords
        .iter()
        .map(String::as_str)
        .filter(|keyword| Unit::Width.measure(keyword) <= 30)
        .collect();
    with_keyword("headlines", &ad.headlines, &fitting, WITH_KEYWORD, checks);
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
