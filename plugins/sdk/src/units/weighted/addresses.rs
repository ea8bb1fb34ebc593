//! Where X finds web addresses in a post: those with a scheme, and bare domains under a known ending.
//!
//! The grammar is that of twitter-text's `extractUrl`. Its list of endings has 1500 entries; here stand all
//! countries and the generic ones that people use. After a scheme every ending counts, listed or not.

use std::ops::Range;

use super::punycode;

/// Longest label of a domain, longest address.
const LABEL: usize = 63;
const LONGEST: usize = 4096;

/// Letters of a label that are looked at; more are too many in any spelling.
const LONGEST_LABEL: usize = 128;

/// Countries first, then generic endings.
const ENDINGS: &str = "ac ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tp tr tt tv tw tz ua ug uk um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw \
    com org net edu gov int mil info biz name pro mobi jobs travel museum coop aero asia cat tel xxx onion \
    agency app art audio auto bar beauty beer best bike bio blog boutique build business cafe camp cards care careers \
    center chat city click clinic cloud club codes coffee company computer cool courses deals delivery design dev \
    digital direct directory download education email energy engineering events expert express farm fashion finance \
    fit fitness flowers food foundation fun fund gallery games garden gift global gmbh green group guide guru health \
    help host hosting hotel house inc ink institute jewelry kitchen land law legal life limited link live love ltd \
    market marketing media menu moda money movie network news ngo ninja one online page parts party photo photography \
    photos pics pizza place plus press productions promo pub radio realestate recipes rent repair rest restaurant \
    review reviews run sale school science services shoes shop shopping show site ski social software solutions \
    space spa sport store studio style supply support systems taxi team tech technology theater tips today tools top \
    tours town toys trade training university vet video vip vision watch web website wedding wiki win wine work works \
    world wtf xyz yoga zone berlin hamburg koeln london paris amsterdam wien tokyo nyc";

/// The addresses of `text`, from left to right.
pub fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains('.') {
        return found;
    }
    let mut from = 0;
    for (place, before) in text.char_indices() {
        if place < from {
            continue;
        }
        // An address follows a sign; only at the very start nothing needs to stand before it.
        let after = place + before.len_utf8();
        let starts = [(may_precede(before), after, before), (place == 0, 0, ' ')];
        let hit = starts.into_iter().filter(|(open, ..)| *open).find_map(|(_, start, before)| {
            address(&text[start..], before).map(|(length, valid)| (start..start + length, valid))
        });
        if let Some((range, valid)) = hit {
            from = range.end;
            if valid {
                found.push(range);
            }
        }
    }
    found
}

fn may_precede(letter: char) -> bool {
    !(letter.is_ascii_alphanumeric()
        || matches!(letter, '@' | '＠' | '$' | '#' | '＃' | '\u{FFFE}' | '\u{FEFF}' | '\u{FFFF}'))
}

/// Length of what looks like an address at the start of `text`, and whether it is one.
fn address(text: &str, before: char) -> Option<(usize, bool)> {
    let scheme = ["https://", "http://"]
        .into_iter()
        .find(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    let start = scheme.map_or(0, str::len);
    let in_word = scheme.is_none() && matches!(before, '-' | '_' | '.' | '/');
    let domain = start + domain(&text[start..], scheme.is_some() || in_word)?;
    let length = domain + tail(&text[domain..], scheme.is_some());
    let fits = text[start..domain].split('.').all(|label| punycode::length(label) <= LABEL);
    Some((length, fits && length <= LONGEST && !in_word))
}

/// Length of a domain: labels with dots between, the last of them an ending.
fn domain(text: &str, after_scheme: bool) -> Option<usize> {
    let is_letter = if after_scheme { is_domain_letter } else { is_latin };
    let (mut start, mut end) = (0, None);
    loop {
        let rest = &text[start..];
        let is_outside = |(_, letter): &(usize, char)| !(is_letter(*letter) || matches!(letter, '-' | '_'));
        // A word without end is no label, and is not read to its end from each of its letters.
        let length = match rest.char_indices().take(LONGEST_LABEL).find(is_outside) {
            Some((length, _)) => length,
            None if rest.chars().nth(LONGEST_LABEL).is_none() => rest.len(),
            None => return end,
        };
        let label = &rest[..length];
        if start > 0
            && let Some(ending) = ending(label, after_scheme)
        {
            end = Some(start + ending);
        }
        let inside = !label.is_empty() && !label.starts_with(['-', '_']) && !label.ends_with(['-', '_']);
        if !inside || (!after_scheme && label.contains('_')) || !rest[length..].starts_with('.') {
            return end;
        }
        start += length + 1;
    }
}

/// Length of the ending that a label starts with; letters beyond ASCII may follow it.
fn ending(label: &str, after_scheme: bool) -> Option<usize> {
    let ascii = label.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    let name = &label[..ascii.unwrap_or(label.len())];
    let listed = ENDINGS.split_ascii_whitespace().any(|known| known.eq_ignore_ascii_case(name));
    if listed || name.strip_prefix("xn--").is_some_and(|rest| !rest.is_empty()) {
        return Some(name.len());
    }
    let word = label.chars().all(char::is_alphabetic) && label.chars().nth(1).is_some();
    (after_scheme && word).then_some(label.len())
}

/// Length of port, path and query; a bare domain takes the others along only with a path.
fn tail(text: &str, after_scheme: bool) -> usize {
    let digits = text.strip_prefix(':').map_or(0, |port| port.bytes().take_while(u8::is_ascii_digit).count());
    let port = if digits > 0 { digits + 1 } else { 0 };
    let path = port + path(&text[port..]);
    if path > port || after_scheme { path + query(&text[path..]) } else { 0 }
}

/// Up to the last sign that may end a path; parentheses belong to it in pairs.
fn path(text: &str) -> usize {
    if !text.starts_with('/') {
        return 0;
    }
    let (mut end, mut open) = (1, 0);
    for (place, letter) in text.char_indices().skip(1) {
        let plain = is_latin(letter) || matches!(letter, 'Ѐ'..='ӿ');
        match letter {
            '(' if open < 2 => open += 1,
            ')' if open > 0 => open -= 1,
            _ if plain || "-!*';:=+,.$/%#[]–_~@|&".contains(letter) => {}
            _ => break,
        }
        if open == 0 && (plain || "-+=_#/)".contains(letter)) {
            end = place + letter.len_utf8();
        }
    }
    end
}

fn query(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('?') else { return 0 };
    let is_inside =
        |letter: char| letter.is_ascii_alphanumeric() || "!?*'@();:&=+$/%#[]-_.,~|".contains(letter);
    let run = &rest[..rest.find(|letter| !is_inside(letter)).unwrap_or(rest.len())];
    let may_end = |letter: char| letter.is_ascii_alphanumeric() || "-_&=#/".contains(letter);
    run.rfind(may_end).map_or(0, |place| place + 2)
}

/// Letters of a bare domain, and of paths.
fn is_latin(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter as u32, 0xC0..=0xD6 | 0xD8..=0xF6 | 0xF8..=0x24F | 0x253 | 0x254 | 0x256 | 0x257 | 0x259 | 0x25B
            | 0x263 | 0x268 | 0x26F | 0x272 | 0x289 | 0x28B | 0x2BB | 0x300..=0x36F | 0x1E00..=0x1EFF)
}

/// Letters of a domain after a scheme: whatever is neither punctuation nor space nor invisible.
fn is_domain_letter(letter: char) -> bool {
    !(letter.is_whitespace()
        || "!'#%&'()*+,\\-./:;<=>?@[]^_{|}~$".contains(letter)
        || matches!(letter as u32, 0x180E | 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069 | 0xFEFF | 0xFFFE | 0xFFFF))
}
