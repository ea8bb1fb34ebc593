//! The pages of a site that are likely to contain facts.

use reqwest::Url;

use crate::platform::fold::fold;

/// Characters of a link's text; a longer one is a teaser.
const LINK_CHARS: usize = 60;
/// Pages of one kind.
const MOST: usize = 100;

/// Words in URLs and texts of links to the pages with facts. The groups are read in turn, so that both "about" and
/// "contact" are among the few pages that are read.
const ABOUT: [&[&str]; 4] = [
    &[
        "o nas",
        "o-nas",
        "o_nas",
        "about",
        "kim jestesmy",
        "kim-jestesmy",
        "who-we-are",
        "o firmie",
        "o-firmie",
        "o mnie",
        "o-mnie",
    ],
    &["kontakt", "contact", "znajdz nas", "find us", "dojazd", "impressum"],
    &["oferta", "uslugi", "services", "offer", "menu", "cennik", "prices", "pricing", "godziny", "opening"],
    &["historia", "our-story", "our story", "nasza-historia", "firma", "company"],
];

/// The kind of page to which a link leads, and its address; `None` if it is not worth reading.
pub(super) fn rank(mut url: Url, said: &str, home: &Url) -> Option<(usize, Url)> {
    url.set_fragment(None);
    if url.path() == home.path() || !same_site(&url, home) || said.chars().count() > LINK_CHARS {
        return None;
    }
    let (path, said) = (url.path().to_lowercase(), fold(said));
    let rank =
        ABOUT.iter().position(|words| words.iter().any(|word| path.contains(word) || said == *word))?;
    Some((rank, url))
}

/// The pages of each group in turn: the first of each, then the second.
pub(super) fn in_turn(links: Vec<(usize, Url)>) -> Vec<Url> {
    let mut groups: [Vec<Url>; ABOUT.len()] = Default::default();
    for (rank, url) in links {
        if !groups.iter().flatten().any(|known| *known == url) && groups[rank].len() < MOST {
            groups[rank].push(url);
        }
    }
    let longest = groups.iter().map(Vec::len).max().unwrap_or_default();
    let turns = (0..longest).flat_map(|turn| groups.iter().filter_map(move |group| group.get(turn)));
    turns.take(MOST).cloned().collect()
}

/// Whether two URLs belong to one site; `www.` is ignored.
pub(super) fn same_site(one: &Url, other: &Url) -> bool {
    let host = |url: &Url| url.host_str().map(|host| host.trim_start_matches("www.").to_owned());
    matches!(one.scheme(), "http" | "https") && host(one) == host(other) && one.port() == other.port()
}
