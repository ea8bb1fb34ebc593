//! Pages as they are, and pages that are made to harm.

use super::*;

#[test]
fn parts_may_be_nested() {
    let html = "<html lang=pl><title>A &amp; <b></title><META Name=Description content='x &lt; y'><style>h1 { }</style>\
        <script>var a = '<h1>no</h1>';</script><script type='application/LD+json'>{\"a\": \"<p>\"}</script>\
        <a href='/x'><h2>One <b>two</b><br>three</h2></a><address>Street 1<br>City<a href='tel:1'>1</a>";
    let mut found = parts(html);
    let Some(Part::Text(text)) = found.pop() else { panic!("the text is the last part") };
    let lines = text.split(LINE_BREAK).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    assert_eq!(
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>(),
        ["One two", "three", "Street 1", "City1"]
    );
    let said = |part: &Part| {
        format!("{part:?}").replace("\\u{2028}", "/").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        found.iter().map(said).collect::<Vec<_>>(),
        [
            "Language(\"pl\")",
            "Title(\"A & <b>\")",
            "Meta(\"description\", \"x < y\")",
            "Data(\"{\\\"a\\\": \\\"<p>\\\"}\")",
            "Heading(2, \"One two /three\")",
            "Link(\"/x\", \" One two /three\", \"\")",
            "Link(\"tel:1\", \"1\", \"\")",
            "Address(\"Street 1/City 1\")",
        ]
    );
}

#[test]
fn hostile_pages_are_read_in_time() {
    let attributes: String = (0..200_000).map(|number| format!(" a{number}")).collect();
    for html in [
        "<div>".repeat(200_000),
        "<h1><a href=x>".repeat(100_000),
        format!("<p{attributes}>"),
        "<b><i><p></b>".repeat(100_000),
        "</p>".repeat(300_000),
        "&".repeat(1_000_000),
        "<!--".repeat(300_000),
    ] {
        let started = Instant::now();
        parts(&html);
        assert!(started.elapsed() < LONGEST * 4, "{}", &html[..20]);
    }
}
