use url::Url;

use super::*;

fn url(text: &str) -> Url {
    Url::parse(text).expect("a URL")
}

#[test]
fn an_address_has_one_normal_form() {
    let normal = Normal::default();
    for (text, expected) in [
        ("HTTP://Example.COM", "http://example.com/"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:80", "http://example.com/"),
        ("http://example.com:8080/", "http://example.com:8080/"),
        ("https://user:word@example.com/", "https://example.com/"),
        ("https://example.com./a", "https://example.com/a"),
        ("https://example.com/a/./b/../c", "https://example.com/a/c"),
        ("https://example.com/a/%2e%2e/c", "https://example.com/c"),
        ("https://example.com//a//b", "https://example.com//a//b"),
        ("https://example.com/%7euser/%c4%85", "https://example.com/~user/%C4%85"),
        ("https://example.com/ą b", "https://example.com/%C4%85%20b"),
        ("https://example.com/100%", "https://example.com/100%"),
        ("https://example.com/%zz%4", "https://example.com/%zz%4"),
        ("https://example.com/%%32f%a%62", "https://example.com/%%32f%a%62"),
        ("https://example.com/?q=%61%2f", "https://example.com/?q=a%2F"),
        ("https://example.com/?", "https://example.com/"),
        ("https://example.com/?b=2&a=1", "https://example.com/?b=2&a=1"),
        ("https://example.com/?utm_source=x&a=1&UTM_medium=y&gclid=z", "https://example.com/?a=1"),
        ("https://example.com/?fbclid=1", "https://example.com/"),
        ("https://example.com/?utm=1", "https://example.com/?utm=1"),
        ("https://example.com/a#part", "https://example.com/a"),
        ("https://żółw.example/", "https://xn--w-uga1v8h.example/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[::1]:80/", "http://[::1]/"),
    ] {
        let once = normal.absolute(text).unwrap_or_else(|| panic!("{text} is an address"));
        assert_eq!(once.as_str(), expected, "{text}");
        assert_eq!(normal.of(once.clone()), Some(once), "{text}");
    }
    for other in
        ["mailto:a@example.com", "javascript:void(0)", "ftp://example.com/", "/a", "http://", "data:,a"]
    {
        assert_eq!(normal.absolute(other), None, "{other}");
    }
}

#[test]
fn a_typed_address_needs_no_scheme() {
    let normal = Normal::default();
    for (text, expected) in [
        (" example.com ", "https://example.com/"),
        ("//example.com/a", "https://example.com/a"),
        ("http://example.com", "http://example.com/"),
        ("example.com/?to=http://other.example", "https://example.com/?to=http://other.example"),
    ] {
        assert_eq!(normal.typed(text).expect("an address").as_str(), expected, "{text}");
    }
}

#[test]
fn a_scope_contains_the_hosts_of_a_site() {
    use Scope::{Domain, Host, HostVariants};
    let start = url("https://www.example.co.uk/a");
    for (text, scopes) in [
        ("https://www.example.co.uk/b", [true, true, true]),
        ("http://www.example.co.uk/b", [true, true, true]),
        ("https://example.co.uk/", [false, true, true]),
        ("https://shop.example.co.uk/", [false, false, true]),
        ("https://www.example.co.uk:8443/", [false, false, false]),
        ("https://other.co.uk/", [false, false, false]),
        ("https://wwwexample.co.uk/", [false, false, false]),
    ] {
        let found = [Host, HostVariants, Domain].map(|scope| scope.contains(&start, &url(text)));
        assert_eq!(found, scopes, "{text}");
    }
    assert!(!Domain.contains(&url("http://10.0.0.1/"), &url("http://10.0.0.2/")));
    assert_eq!(site(&start), "example.co.uk");
    assert_eq!(origin(&url("http://example.com:81/a?b")), "http://example.com:81");
}

#[test]
fn a_reference_has_the_same_normal_form_parsed_or_not() {
    let normal = Normal::default();
    for base in
        ["https://example.com/a/b?c", "http://user@example.com/", "http://example.com.:81/", "mailto:x"]
    {
        for reference in [
            "/",
            "/a",
            "/a/b.html",
            "/a/.b",
            "/a/../b",
            "/a//b",
            "//b",
            "/a.",
            "/a/~b_c-d",
            "/a?b",
            "/a#b",
            "/%41",
            "b",
            "",
            "/a b",
            "/ł",
            "/a\\b",
            "/a\n",
            "https://other.example/x",
        ] {
            let parsed = normal.joined(&url(base), reference).map(String::from);
            assert_eq!(normal.joined_text(&url(base), reference), parsed, "{base} {reference}");
        }
    }
}

#[test]
fn the_path_of_a_normal_address_is_found_without_parsing_it() {
    for text in ["https://example.com/", "http://example.com:81/a/b?c=/d?e", "https://[::1]/x"] {
        let parsed = url(text);
        assert_eq!(path_of(text), parsed.path());
        assert_eq!(path_and_query(text), &parsed[url::Position::BeforePath..]);
    }
}

#[test]
fn patterns_include_and_exclude_pages() {
    let pattern = |text: &str| Pattern::new(text).expect("a pattern");
    let rules = Rules {
        include: vec![pattern("/shop/*"), pattern("https://example.com/about")],
        exclude: vec![pattern("*?sort=*"), pattern("regex:/shop/[0-9]+/print$")],
        ..Rules::default()
    };
    for (text, wanted) in [
        ("https://example.com/shop/1", true),
        ("https://example.com/shop/1?page=2", true),
        ("https://example.com/shop", false),
        ("https://example.com/about", true),
        ("https://other.example/about", false),
        ("https://example.com/shop/?sort=up", false),
        ("https://example.com/shop/12/print", false),
        ("https://example.com/shop/x/print", true),
    ] {
        assert_eq!(rules.wants(text), wanted, "{text}");
    }
    assert!(Pattern::new("shop").is_err());
    assert!(Pattern::new("regex:(").is_err());
    assert!(Pattern::new("regex:(a{1000}){1000}").is_err(), "it would need too much memory");
}
