//! Codes of languages, scripts and countries.

use crate::word_list::Words;
use crate::words;

/// ISO 639-1, sorted.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";
/// ISO 3166-1, sorted.
const COUNTRIES: &str = "ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw";
/// Scripts that pages are written in (ISO 15924).
const SCRIPTS: Words = words![
    "adlm", "arab", "armn", "beng", "bopo", "cans", "cher", "cyrl", "deva", "ethi", "geor", "grek", "gujr",
    "guru", "hang", "hani", "hans", "hant", "hebr", "hira", "hrkt", "java", "jpan", "kana", "khmr", "knda",
    "kore", "laoo", "latn", "mlym", "mong", "mymr", "nkoo", "orya", "sinh", "syrc", "taml", "telu", "tfng",
    "thaa", "thai", "tibt", "vaii", "yiii",
];

/// Whether a code of two letters in lower case is in one of the lists, whose entries take three bytes each.
fn is_in(list: &str, code: &str) -> bool {
    code.len() == 2 && list.as_bytes().chunks(3).any(|entry| &entry[..2] == code.as_bytes())
}

/// Whether it is a language of ISO 639-1, in lower case.
pub fn is_language(code: &str) -> bool {
    is_in(LANGUAGES, code)
}

/// Whether it is a country of ISO 3166-1, in lower case.
pub fn is_country(code: &str) -> bool {
    is_in(COUNTRIES, code)
}

/// Whether it is a script, in lower case.
pub fn is_script(code: &str) -> bool {
    SCRIPTS.contains(code)
}

/// The language of a tag such as "en-GB", in any case.
pub fn language_of(tag: &str) -> &str {
    &tag[..tag.find(['-', '_']).unwrap_or(tag.len())]
}

#[cfg(test)]
mod tests {
    use super::{is_country, is_language, is_script, language_of};

    #[test]
    fn codes_are_those_of_the_standards() {
        assert!(["aa", "en", "pl", "zu"].into_iter().all(is_language));
        assert!(["gb", "pl", "ad", "zw"].into_iter().all(is_country));
        assert!(!is_country("uk") && !is_language("gb") && !is_language("e") && !is_language("a "));
        assert!(is_script("latn") && !is_script("lat"));
        assert_eq!((language_of("en-GB"), language_of("pl")), ("en", "pl"));
    }
}
