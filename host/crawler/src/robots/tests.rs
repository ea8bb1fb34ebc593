//! The first table has the facts of the tests of google/robotstxt, which define the behaviour of Googlebot.

use super::*;

/// The decisions for one file: crawler, path, allowed.
struct Case {
    file: &'static str,
    decisions: &'static [(&'static str, &'static str, bool)],
}

const fn case(file: &'static str, decisions: &'static [(&'static str, &'static str, bool)]) -> Case {
    Case { file, decisions }
}

const FOO: &str = "FooBot";

const CASES: &[Case] = &[
    // Empty values.
    case("", &[(FOO, "", true), ("", "", true), (FOO, "/x/y", true)]),
    case("user-agent: FooBot\ndisallow: /\n", &[("", "", true), (FOO, "", false), (FOO, "/x/y", false)]),
    // Names of directives.
    case("foo: FooBot\nbar: /\n", &[(FOO, "/x/y", true)]),
    case("user-agent FooBot\ndisallow /\n", &[(FOO, "/x/y", false)]),
    case("USER-AGENT: FooBot\nALLOW: /x/\nDISALLOW: /\n", &[(FOO, "/x/y", true), (FOO, "/a/b", false)]),
    case("user-agent: FooBot\nallow: /x/\ndisallow: /\n", &[(FOO, "/x/y", true), (FOO, "/a/b", false)]),
    case("uSeR-aGeNt: FooBot\nAlLoW: /x/\ndIsAlLoW: /\n", &[(FOO, "/x/y", true), (FOO, "/a/b", false)]),
    // Groups.
    case(
        "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\n\
         allow: /y/\n\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n",
        &[
            (FOO, "/x/b", true),
            (FOO, "/z/d", true),
            (FOO, "/y/c", false),
            ("BarBot", "/y/c", true),
            ("BarBot", "/w/a", true),
            ("BarBot", "/z/d", false),
            ("BazBot", "/z/d", true),
            (FOO, "/foo/bar/", false),
            ("BarBot", "/foo/bar/", false),
            ("BazBot", "/foo/bar/", false),
        ],
    ),
    case(
        "User-agent: BarBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n",
        &[(FOO, "/", false), ("BarBot", "/", false)],
    ),
    case(
        "User-agent: FooBot\nInvalid-Unknown-Line: unknown\nUser-agent: *\nDisallow: /\n",
        &[(FOO, "/", false), ("BarBot", "/", false)],
    ),
    // Names of crawlers.
    case(
        "User-Agent: FOO BAR\nAllow: /x/\nDisallow: /\n",
        &[("Foo", "/x/y", true), ("foo", "/x/y", true), ("Foo", "/a/b", false), ("foo", "/a/b", false)],
    ),
    case("User-Agent: foo bar\nAllow: /x/\nDisallow: /\n", &[("Foo", "/x/y", true), ("foo", "/a/b", false)]),
    case("User-Agent: FoO bAr\nAllow: /x/\nDisallow: /\n", &[("Foo", "/x/y", true), ("foo", "/a/b", false)]),
    case(
        "User-Agent: *\nDisallow: /\nUser-Agent: Foo Bar\nAllow: /x/\nDisallow: /\n",
        &[("Foo", "/x/y", true), ("Foo Bar", "/x/y", false)],
    ),
    case(
        "user-agent: *\nallow: /\nuser-agent: FooBot\ndisallow: /\n",
        &[(FOO, "/x/y", false), ("BarBot", "/x/y", true)],
    ),
    case(
        "user-agent: FooBot\nallow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n",
        &[("QuxBot", "/x/y", true)],
    ),
    // Paths are case-sensitive.
    case("user-agent: FooBot\ndisallow: /x/\n", &[(FOO, "/x/y", false)]),
    case("user-agent: FooBot\ndisallow: /X/\n", &[(FOO, "/x/y", true)]),
    // The longest rule wins.
    case("user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/\n", &[(FOO, "/x/page.html", false)]),
    case(
        "user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n",
        &[(FOO, "/x/page.html", true), (FOO, "/x/", false)],
    ),
    case("user-agent: FooBot\ndisallow: \nallow: \n", &[(FOO, "/x/page.html", true)]),
    case("user-agent: FooBot\ndisallow: /\nallow: /\n", &[(FOO, "/x/page.html", true)]),
    case("user-agent: FooBot\ndisallow: /x\nallow: /x/\n", &[(FOO, "/x", false), (FOO, "/x/", true)]),
    case("user-agent: FooBot\ndisallow: /x/page.html\nallow: /x/page.html\n", &[(FOO, "/x/page.html", true)]),
    case(
        "user-agent: FooBot\nallow: /page\ndisallow: /*.html\n",
        &[(FOO, "/page.html", false), (FOO, "/page", true)],
    ),
    case(
        "user-agent: FooBot\nallow: /x/page.\ndisallow: /*.html\n",
        &[(FOO, "/x/page.html", true), (FOO, "/x/y.html", false)],
    ),
    case(
        "User-agent: *\nDisallow: /x/\nUser-agent: FooBot\nDisallow: /y/\n",
        &[(FOO, "/x/page", true), (FOO, "/y/page", false)],
    ),
    // Percent-encoding.
    case(
        "User-agent: FooBot\nDisallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n",
        &[(FOO, "/foo/bar?qux=taz&baz=http://foo.bar?tar&par", true)],
    ),
    case(
        "User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/ツ\n",
        &[(FOO, "/foo/bar/%E3%83%84", true), (FOO, "/foo/bar/ツ", false)],
    ),
    case(
        "User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/%E3%83%84\n",
        &[(FOO, "/foo/bar/%E3%83%84", true), (FOO, "/foo/bar/ツ", false)],
    ),
    case(
        "User-agent: FooBot\nDisallow: /\nAllow: /foo/bar/%62%61%7A\n",
        &[(FOO, "/foo/bar/baz", false), (FOO, "/foo/bar/%62%61%7A", true)],
    ),
    // Special characters.
    case(
        "User-agent: FooBot\nDisallow: /foo/bar/quz\nAllow: /foo/*/qux\n",
        &[
            (FOO, "/foo/bar/quz", false),
            (FOO, "/foo/quz", true),
            (FOO, "/foo//quz", true),
            (FOO, "/foo/bax/quz", true),
        ],
    ),
    case(
        "User-agent: FooBot\nDisallow: /foo/bar$\nAllow: /foo/bar/qux\n",
        &[
            (FOO, "/foo/bar", false),
            (FOO, "/foo/bar/qux", true),
            (FOO, "/foo/bar/", true),
            (FOO, "/foo/bar/baz", true),
        ],
    ),
    case(
        "User-agent: FooBot\n# Disallow: /\nDisallow: /foo/quz#qux\nAllow: /\n",
        &[(FOO, "/foo/bar", true), (FOO, "/foo/quz", false)],
    ),
    // index.html stands for its directory.
    case(
        "User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n",
        &[
            ("foobot", "/allowed-slash/", true),
            ("foobot", "/allowed-slash/index.htm", false),
            ("foobot", "/allowed-slash/index.html", true),
            ("foobot", "/anyother-url", false),
        ],
    ),
    // The examples of the documentation.
    case(
        "user-agent: FooBot\ndisallow: /\nallow: /fish\n",
        &[
            (FOO, "/bar", false),
            (FOO, "/fish", true),
            (FOO, "/fish.html", true),
            (FOO, "/fish/salmon.html", true),
            (FOO, "/fishheads", true),
            (FOO, "/fishheads/yummy.html", true),
            (FOO, "/fish.html?id=anything", true),
            (FOO, "/Fish.asp", false),
            (FOO, "/catfish", false),
            (FOO, "/?id=fish", false),
        ],
    ),
    case(
        "user-agent: FooBot\ndisallow: /\nallow: /fish*\n",
        &[
            (FOO, "/bar", false),
            (FOO, "/fish", true),
            (FOO, "/fish.html", true),
            (FOO, "/fish/salmon.html", true),
            (FOO, "/fishheads", true),
            (FOO, "/fishheads/yummy.html", true),
            (FOO, "/fish.html?id=anything", true),
            (FOO, "/Fish.bar", false),
            (FOO, "/catfish", false),
            (FOO, "/?id=fish", false),
        ],
    ),
    case(
        "user-agent: FooBot\ndisallow: /\nallow: /fish/\n",
        &[
            (FOO, "/bar", false),
            (FOO, "/fish/", true),
            (FOO, "/fish/salmon", true),
            (FOO, "/fish/?salmon", true),
            (FOO, "/fish/salmon.html", true),
            (FOO, "/fish/?id=anything", true),
            (FOO, "/fish", false),
            (FOO, "/fish.html", false),
            (FOO, "/Fish/Salmon.html", false),
        ],
    ),
    case(
        "user-agent: FooBot\ndisallow: /\nallow: /*.php\n",
        &[
            (FOO, "/bar", false),
            (FOO, "/filename.php", true),
            (FOO, "/folder/filename.php", true),
            (FOO, "/folder/filename.php?parameters", true),
            (FOO, "//folder/any.php.file.html", true),
            (FOO, "/filename.php/", true),
            (FOO, "/index?f=filename.php/", true),
            (FOO, "/php/", false),
            (FOO, "/index?php", false),
            (FOO, "/windows.PHP", false),
        ],
    ),
    case(
        "user-agent: FooBot\ndisallow: /\nallow: /*.php$\n",
        &[
            (FOO, "/bar", false),
            (FOO, "/filename.php", true),
            (FOO, "/folder/filename.php", true),
            (FOO, "/filename.php?parameters", false),
            (FOO, "/filename.php/", false),
            (FOO, "/filename.php5", false),
            (FOO, "/php/", false),
            (FOO, "/filename?php", false),
            (FOO, "/aaaphpaaa", false),
            (FOO, "//windows.PHP", false),
        ],
    ),
    case(
        "user-agent: FooBot\ndisallow: /\nallow: /fish*.php\n",
        &[
            (FOO, "/bar", false),
            (FOO, "/fish.php", true),
            (FOO, "/fishheads/catfish.php?parameters", true),
            (FOO, "/Fish.PHP", false),
        ],
    ),
    case("user-agent: FooBot\nallow: /p\ndisallow: /\n", &[(FOO, "/page", true)]),
    case("user-agent: FooBot\nallow: /folder\ndisallow: /folder\n", &[(FOO, "/folder/page", true)]),
    case("user-agent: FooBot\nallow: /page\ndisallow: /*.htm\n", &[(FOO, "/page.htm", false)]),
    case("user-agent: FooBot\nallow: /$\ndisallow: /\n", &[(FOO, "/", true), (FOO, "/page.html", false)]),
    // Ours: misspellings, the longest of several matches, and an end after a star.
    case("useragent: FooBot\ndisalow: /a\ndissallow: /b\n", &[(FOO, "/a", false), (FOO, "/b", false)]),
    case("User-agent: * # all\nDisallow: /*a*b$\n", &[(FOO, "/xaxbxb", false), (FOO, "/xbxa", true)]),
    case("User-agent: *\nDisallow: /*b$\nAllow: /*\n", &[(FOO, "/ab", false), (FOO, "/ba", true)]),
];

#[test]
fn every_case_of_googles_tests_is_decided_alike() {
    for Case { file, decisions } in CASES {
        let robots = Robots::parse(file.as_bytes());
        for (agent, path, allowed) in *decisions {
            let url = if path.is_empty() { String::new() } else { format!("http://foo.bar{path}") };
            assert_eq!(robots.rules(agent).allow(&url), *allowed, "{agent} {path} in\n{file}");
        }
    }
}

#[test]
fn only_letters_and_lines_name_a_crawler() {
    for (name, is_valid) in [
        ("Foobot", true),
        ("Foobot-Bar", true),
        ("Foo_Bar", true),
        ("", false),
        ("ツ", false),
        ("Foobot*", false),
        (" Foobot ", false),
        ("Foobot/2.1", false),
        ("Foobot Bar", false),
    ] {
        assert_eq!(is_token(name), is_valid, "{name}");
    }
}

#[test]
fn a_line_is_cut_at_its_limit() {
    const LONGEST: usize = 2083 * 8;
    let filled = |name: &str, letter: &str| {
        let rest = LONGEST - "/x/".len() - name.len() + "\n".len();
        format!("/x/{}", letter.repeat(rest - "/x/".len()))
    };
    let allowed = |file: &str, path: &str| {
        Robots::parse(file.as_bytes()).rules(FOO).allow(&format!("http://foo.bar{path}"))
    };
    let path = filled("disallow: ", "a");
    let file = format!("user-agent: FooBot\ndisallow: {path}/qux\n");
    assert!(allowed(&file, "/fux"));
    assert!(!allowed(&file, &format!("{path}/fux")));

    let (a, b) = (filled("allow: ", "a"), filled("allow: ", "b"));
    let file = format!("user-agent: FooBot\ndisallow: /\nallow: {a}/qux\nallow: {b}/qux\n");
    assert!(!allowed(&file, "/"));
    assert!(allowed(&file, &format!("{a}/qux")));
    assert!(allowed(&file, &format!("{b}/fux")));
}

#[test]
fn lines_are_counted_with_every_line_ending() {
    for file in [
        "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /\n",
        "User-Agent: foo\r\nAllow: /some/path\r\nUser-Agent: bar\r\n\r\n\r\nDisallow: /\r\n",
        "User-Agent: foo\rAllow: /some/path\rUser-Agent: bar\r\r\rDisallow: /\r",
        "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\nDisallow: /",
        "User-Agent: foo\nAllow: /some/path\r\nUser-Agent: bar\n\r\n\nDisallow: /",
    ] {
        let robots = Robots::parse(file.as_bytes());
        assert_eq!((robots.directives, robots.last_line), (4, 6), "{file:?}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped_only_at_the_start() {
    for (file, expected) in [
        (&b"\xef\xbb\xbfUser-Agent: foo\nAllow: /AnyValue\n"[..], (2, 0)),
        (b"\xef\xbbUser-Agent: foo\nAllow: /AnyValue\n", (2, 0)),
        (b"\xefUser-Agent: foo\nAllow: /AnyValue\n", (2, 0)),
        (b"\xef\x11\xbfUser-Agent: foo\nAllow: /AnyValue\n", (1, 1)),
        (b"User-Agent: foo\n\xef\xbb\xbfAllow: /AnyValue\n", (1, 1)),
    ] {
        let robots = Robots::parse(file);
        assert_eq!((robots.directives, robots.unknown), expected, "{file:?}");
    }
}

#[test]
fn a_sitemap_may_be_anywhere() {
    let groups = "User-Agent: foo\nAllow: /some/path\nUser-Agent: bar\n\n\n";
    let sitemap = "Sitemap: http://foo.bar/sitemap.xml\n";
    for file in [format!("{groups}{sitemap}"), format!("{sitemap}{groups}")] {
        assert_eq!(Robots::parse(file.as_bytes()).sitemaps, ["http://foo.bar/sitemap.xml"]);
    }
}

#[test]
fn rules_are_compared_with_path_and_query() {
    for (url, path) in [
        ("", "/"),
        ("http://www.example.com", "/"),
        ("http://www.example.com/", "/"),
        ("http://www.example.com/a", "/a"),
        ("http://www.example.com/a/", "/a/"),
        ("http://www.example.com/a/b?c=http://d.e/", "/a/b?c=http://d.e/"),
        ("http://www.example.com/a/b?c=d&e=f#fragment", "/a/b?c=d&e=f"),
        ("example.com", "/"),
        ("example.com/", "/"),
        ("example.com/a", "/a"),
        ("example.com/a/", "/a/"),
        ("example.com/a/b?c=d&e=f#fragment", "/a/b?c=d&e=f"),
        ("a", "/"),
        ("a/", "/"),
        ("/a", "/a"),
        ("a/b", "/b"),
        ("example.com?a", "/?a"),
        ("example.com/a;b#c", "/a;b"),
        ("//a/b/c", "/b/c"),
    ] {
        assert_eq!(path_and_query(url), path, "{url}");
    }
    for (path, expected) in [
        ("http://www.example.com", "http://www.example.com"),
        ("/a/b/c", "/a/b/c"),
        ("á", "%C3%A1"),
        ("%aa", "%AA"),
    ] {
        assert_eq!(lines::escaped(path.as_bytes()), expected.as_bytes());
    }
}

#[test]
fn problems_have_their_lines() {
    use ProblemKind::*;
    let file = "Disallow: /early\nUser-agent: *\nDisalow: /a\nNoarchive: /b\nSitemap: /sitemap.xml\nDisallow /c\n\
        Crawl-delay: soon\nDisallow: d\nHost: example.com\n<html> is no rule\nCrawl-delay: 1.5\n";
    let robots = Robots::parse(file.as_bytes());
    let found: Vec<_> = robots.problems.iter().map(|problem| (problem.line, problem.kind)).collect();
    let expected = [
        (1, RuleBeforeGroup),
        (3, Misspelt),
        (4, UnknownDirective),
        (5, InvalidSitemap),
        (6, MissingColon),
        (7, InvalidDelay),
        (8, InvalidPath),
        (10, NoDirective),
    ];
    assert_eq!(found, expected);
    assert_eq!(robots.rules("any").delay, Some(Duration::from_millis(1500)));
    assert_eq!(robots.rules("any").deciding("http://a.example/c"), Some((false, 6)));
}

#[test]
fn bytes_after_the_limit_are_ignored() {
    let rules = "User-agent: *\nDisallow: /a\n";
    let file = format!("{rules}{}\nDisallow: /b\n", "#".repeat(MOST_BYTES));
    let robots = Robots::parse(file.as_bytes());
    assert!(robots.problems.iter().any(|problem| problem.kind == ProblemKind::TooLarge));
    assert!(!robots.rules("any").allow("/a"));
    assert!(robots.rules("any").allow("/b"));
}

#[test]
fn a_status_opens_or_closes_the_site() {
    use Meaning::{Closed, Open};
    for (status, expected) in
        [(200, Meaning::Rules), (204, Meaning::Rules), (401, Open), (403, Open), (404, Open), (410, Open)]
    {
        assert_eq!(meaning(status), expected, "{status}");
    }
    for status in [429, 500, 502, 503, 504, 100] {
        assert_eq!(meaning(status), Closed, "{status}");
    }
    let all = Robots::parse(b"User-agent: *\nDisallow: /\n").rules("any");
    assert!(all.forbid_all());
    assert!(!Robots::parse(b"User-agent: *\nDisallow: /\nAllow: /a\n").rules("any").forbid_all());
}
