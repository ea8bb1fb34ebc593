//! Robots directives of a `meta` element and of the X-Robots-Tag header, as far as Google follows them.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    pub noindex: bool,
    pub nofollow: bool,
}

impl Robots {
    pub fn add(&mut self, other: Self) {
        self.noindex |= other.noindex;
        self.nofollow |= other.nofollow;
    }

    fn add_word(&mut self, word: &str) {
        let is = |name: &str| word.eq_ignore_ascii_case(name);
        self.noindex |= is("noindex") || is("none");
        self.nofollow |= is("nofollow") || is("none");
    }
}

pub fn of_meta(content: &str) -> Robots {
    let mut robots = Robots::default();
    // Google accepts spaces instead of commas too.
    content.split([',', ' ', ';']).for_each(|word| robots.add_word(word.trim_ascii()));
    robots
}

/// The directives of a header for all crawlers and for Googlebot. A name with a colon limits those after it to one
/// crawler: `googlebot: noindex, otherbot: nofollow`.
pub fn of_header(value: &str) -> Robots {
    const WITH_VALUE: [&str; 4] =
        ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];
    let mut robots = Robots::default();
    let mut concerns = true;
    for part in value.split(',') {
        let mut word = part.trim_ascii();
        if let Some((name, rest)) = word.split_once(':')
            && !WITH_VALUE.iter().any(|known| name.trim_ascii().eq_ignore_ascii_case(known))
            // The time of an unavailable_after contains colons and commas.
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'*'))
        {
            concerns = ["googlebot", "robots", "*"].iter().any(|known| name.eq_ignore_ascii_case(known));
            word = rest.trim_ascii();
        }
        if concerns {
            robots.add_word(word);
        }
    }
    robots
}

#[cfg(test)]
mod tests {
    use super::{Robots, of_header, of_meta};

    #[test]
    fn directives_are_those_that_google_follows() {
        let (noindex, nofollow) = (true, true);
        for (header, expected) in [
            ("noindex", Robots { noindex, nofollow: false }),
            ("NONE", Robots { noindex, nofollow }),
            ("googlebot: noindex, nofollow", Robots { noindex, nofollow }),
            ("otherbot: noindex, nofollow", Robots::default()),
            ("otherbot: noindex, googlebot: nofollow", Robots { noindex: false, nofollow }),
            ("unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow", Robots { noindex: false, nofollow }),
            ("max-snippet: 20, noindex", Robots { noindex, nofollow: false }),
            ("noindexes", Robots::default()),
        ] {
            assert_eq!(of_header(header), expected, "{header}");
        }
        assert_eq!(of_meta("index, NoFollow"), Robots { noindex: false, nofollow });
        assert_eq!(of_meta("noindex nofollow"), Robots { noindex, nofollow });
        assert_eq!(of_meta(""), Robots::default());
    }
}
