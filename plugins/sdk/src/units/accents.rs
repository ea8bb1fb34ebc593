//! Letters that Unicode's composed form (NFC) makes of a letter and an accent, as far as X gives both the same
//! weight.

/// `letter` with `accent` as one letter, if there is one.
pub fn composed(letter: char, accent: char) -> Option<char> {
    // Letters below "A" and from U+1100 on have no accents, and accents do not combine.
    if !matches!(accent as u32, 0x300..=0x331) || !matches!(letter as u32, 0x41..=0x2FF | 0x370..=0x10FF) {
        return None;
    }
    let (_, pairs) = PAIRS.iter().find(|(known, _)| *known == accent)?;
    let mut letters = pairs.chars();
    while let (Some(plain), Some(whole)) = (letters.next(), letters.next()) {
        if plain == letter {
            return Some(whole);
        }
    }
    None
}

/// For each accent the letters that it combines with, each followed by the composed letter. From Unicode's canonical
/// decompositions of Latin, Greek and Cyrillic letters below U+1100; all others have the same weight composed and
/// decomposed.
const PAIRS: &[(char, &str)] = &[
    ('\u{0300}', "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝ"),
    (
        '\u{0301}',
        "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿ¨΅ΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќ",
    ),
    ('\u{0302}', "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"),
    ('\u{0303}', "AÃNÑOÕaãnñoõIĨiĩUŨuũ"),
    ('\u{0304}', "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯ"),
    ('\u{0306}', "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗ"),
    ('\u{0307}', "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯ"),
    ('\u{0308}', "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸыӹ"),
    ('\u{030A}', "AÅaåUŮuů"),
    ('\u{030B}', "OŐoőUŰuűУӲуӳ"),
    ('\u{030C}', "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"),
    ('\u{030F}', "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ"),
    ('\u{0311}', "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"),
    ('\u{031B}', "OƠoơUƯuư"),
    ('\u{0326}', "SȘsșTȚtț"),
    ('\u{0327}', "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩ"),
    ('\u{0328}', "AĄaąEĘeęIĮiįUŲuųOǪoǫ"),
];
