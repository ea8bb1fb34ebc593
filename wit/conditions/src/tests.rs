use sitewright_facts::{NewHeading, NewImage, NewLink, NewPage, Tables};

use crate::{
    Condition, Facts, MOST_DEPTH, MOST_PARTS, Names, OPERATORS, Reason, Rows, Type, Value, columns, tables,
};

fn page() -> Tables {
    let page = NewPage {
        url: "https://site.example/blog/a/page/2",
        status: 200,
        html: true,
        title: Some("Oak Tables"),
        words: 120,
        depth: sitewright_facts::UNKNOWN,
        text_bytes: 500,
        body_bytes: 10_000,
        ..NewPage::default()
    };
    Tables::of_page(&page, |tables| {
        for url in ["https://site.example/a.PDF", "https://site.example/b", "https://other.example/c.pdf"] {
            NewLink { url, ..NewLink::default() }.push(&mut tables.links);
        }
        NewImage { url: "/a.jpg", alt: None, lazy: true, ..NewImage::default() }.push(&mut tables.images);
        NewImage { url: "/b.jpg", alt: Some(" "), lazy: true, ..NewImage::default() }
            .push(&mut tables.images);
        NewHeading { level: 1, text: "Oak Tables", ..NewHeading::default() }.push(&mut tables.headings);
    })
}

fn is(source: &str) -> bool {
    let parameters = ["most".to_owned()];
    let names = Names { parameters: &parameters, rows: None };
    let condition =
        Condition::read(source, Type::Truth, names).unwrap_or_else(|why| panic!("{source}: {why}"));
    let page = page();
    condition.is_true(Facts::new(&page.view(), 0, &[2.0]))
}

fn reason(source: &str) -> Reason {
    Condition::read(source, Type::Truth, Names::default()).expect_err(source).reason
}

#[test]
fn conditions_are_true_or_false() {
    let true_ones = [
        "status = 200",
        "status != 404 and words >= 120 and words < 121 and not noindex",
        "html",
        "title = 'Oak Tables' and title != \"x\"",
        "text_bytes * 10 < body_bytes and text_bytes + 1 - 1 = 500 and body_bytes / text_bytes = 20",
        "length(title) = 10 and words(title) = $most and lower(title) contains 'oak t'",
        "status = 1 or status = 2 or (status = 200)",
        "not (status = 404 or noindex)",
        "description is missing and title is present and description is empty and title is not empty",
        "depth is missing and words is present",
        "count(links where lower(url) ends with '.pdf') = 2",
        "count(links) > $most",
        "any(images where alt is missing) and any(images where alt is empty and alt is present)",
        "all(images where lazy) and none(images where url contains 'png') and all(hidden where bytes > 1)",
        "first(links.url where url ends with '.pdf') starts with 'https://other'",
        "first(headings.level) = 1 and first(links.url where url = 'x') is missing",
        "any(headings where text = page.title)",
        "url matches '*/blog/*/page/*' and url matches 'https*2' and not (url matches '*blog')",
        "title matches '*' and title matches 'Oak Tables' and not (title matches 'Oak*Oak Tables')",
    ];
    for source in true_ones {
        let source = source.replace("all(hidden where bytes > 1)", "all(forms where action = 'x')");
        assert!(is(&source), "{source}");
    }
    let false_ones = [
        "depth > 3",
        "depth != 3",
        "depth <= 3",
        "words / 0 > 1",
        "words / 0 != 1",
        "any(forms)",
        "all(images where alt is missing)",
        "lower(title) contains 'Oak'",
    ];
    for source in false_ones {
        assert!(!is(source), "{source}");
    }
}

#[test]
fn rows_of_a_rule_have_a_name() {
    let rows = Rows::read("links where url ends with 'pdf'", &[]).expect("rows");
    let names = Names { parameters: &[], rows: Some(&rows) };
    let count = Condition::read("count(rows)", Type::Number, names).expect("a number");
    let first = Condition::read("first(rows.url)", Type::Text, names).expect("a text");
    let page = page();
    let view = page.view();
    let facts = Facts::new(&view, 0, &[]);
    let found = rows.of(facts);
    let facts = facts.with(&found);
    assert_eq!((rows.table(), found[0].index), ("links", 2));
    assert_eq!(count.value(facts), Value::Number(1.0));
    assert_eq!(first.value(facts), Value::Text("https://other.example/c.pdf".into()));
}

#[test]
fn mistakes_are_named() {
    assert!(matches!(reason("titel is missing"), Reason::Column { name, table: "pages", known }
        if name == "titel" && known.contains(&"title") && !known.contains(&"links")));
    assert!(matches!(reason("any(links where href2 = 'x')"), Reason::Column { table: "links", .. }));
    assert!(matches!(reason("count(pictures) > 1"), Reason::Table { name, known }
        if name == "pictures" && known.contains(&"images")));
    assert!(matches!(reason("words > $most"), Reason::Parameter { name, .. } if name == "most"));
    for (source, part, found, wanted) in [
        ("words contains 'x'", "words", Type::Number, Type::Text),
        ("title > 3", "title", Type::Text, Type::Number),
        ("title = 3", "3", Type::Number, Type::Text),
        ("html = 1", "html", Type::Truth, Type::Text),
        ("words and html", "words", Type::Number, Type::Truth),
        ("not title", "title", Type::Text, Type::Truth),
        ("length(words) > 1", "words", Type::Number, Type::Text),
        ("words", "words", Type::Number, Type::Truth),
        ("title + 1 > 2", "title", Type::Text, Type::Number),
    ] {
        assert_eq!(reason(source), Reason::Kind { part: part.to_owned(), found, wanted }, "{source}");
    }
    for source in [
        "",
        "(",
        "html and",
        "html html",
        "title is",
        "title starts 'x'",
        "'x",
        "words > 1234567890123456",
        "1.2.3 > 1",
        "$ > 1",
        "ą = 1",
        "any(links where any(images))",
        "count(rows) > 1",
        "first(links) = 'x'",
        "html )",
        "url ~ 'x'",
        "count(links",
        "text_hash = 1 #",
    ] {
        assert!(matches!(reason(source), Reason::Unexpected { .. }), "{source}: {:?}", reason(source));
    }
    // Columns with 64 bits and with rows are no values.
    assert!(matches!(reason("text_hash = 1"), Reason::Column { .. }));
    assert!(matches!(reason("links = 1"), Reason::Column { .. }));
}

#[test]
fn large_conditions_are_refused_at_once() {
    let deep = |depth: usize| format!("{}html{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Condition::read(&deep(MOST_DEPTH), Type::Truth, Names::default()).is_ok());
    assert_eq!(reason(&deep(MOST_DEPTH + 1)), Reason::TooLarge);
    assert_eq!(reason(&"not ".repeat(200)), Reason::TooLarge);
    assert_eq!(reason(&deep(1_000_000)), Reason::TooLarge);
    assert_eq!(reason(&format!("html{}", " or html".repeat(MOST_PARTS / 2))), Reason::TooLarge);
    assert_eq!(reason(&format!("1{} > 1", "+1".repeat(MOST_PARTS))), Reason::TooLarge);
}

#[test]
fn patterns_take_linear_time() {
    let text = "a".repeat(2_000_000);
    let page = NewPage { url: &text, ..NewPage::default() };
    let page = Tables::of_page(&page, |_| {});
    let source = format!("url matches '{}b'", "a*".repeat(400));
    let condition = Condition::read(&source, Type::Truth, Names::default()).expect("a condition");
    assert!(!condition.is_true(Facts::new(&page.view(), 0, &[])));
}

#[test]
fn every_example_of_the_documentation_is_valid() {
    for (_, example) in OPERATORS {
        Condition::read(example, Type::Truth, Names::default())
            .unwrap_or_else(|why| panic!("{example}: {why}"));
    }
}

#[test]
fn no_column_is_named_like_a_keyword() {
    const KEYWORDS: [&str; 14] = [
        "and", "or", "not", "is", "contains", "starts", "ends", "with", "matches", "where", "page", "rows",
        "missing", "present",
    ];
    let all = tables().flat_map(columns).chain(columns(sitewright_facts::layouts::pages));
    let taken: Vec<_> = all.map(|column| column.name).filter(|name| KEYWORDS.contains(name)).collect();
    assert!(taken.is_empty(), "{taken:?}");
}

/// The documentation lists every operator and every column that conditions can use, in both languages.
#[test]
fn the_documentation_lists_all_facts_and_operators() {
    let names = |table: &'static sitewright_facts::Layout, of: Type| {
        let names: Vec<String> = columns(table)
            .filter(|column| Type::of(column.kind) == Some(of))
            .map(|column| format!("`{}`", column.name))
            .collect();
        if names.is_empty() { "–".to_owned() } else { names.join(" ") }
    };
    let all = std::iter::once(sitewright_facts::layouts::pages).chain(tables());
    let facts = all.map(|table| {
        let [texts, numbers, flags] = [Type::Text, Type::Number, Type::Truth].map(|of| names(table, of));
        format!("| `{}` | {texts} | {numbers} | {flags} |", table.name)
    });
    let operators = OPERATORS.iter().map(|(name, example)| format!("| `{name}` | `{example}` |"));
    let lines: Vec<String> = operators.chain(facts).collect();
    for language in ["en", "pl"] {
        let page = format!("{}/../../docs/pages/{language}/plugins/rule-pack.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(page).expect("the page of the documentation");
        let missing: Vec<&String> = lines.iter().filter(|line| !page.contains(line.as_str())).collect();
        assert!(missing.is_empty(), "{language}: {missing:#?}");
    }
}
