//! Documents that are built to harm a reader.

use sitewright_facts::Tables;

use crate::{add, against_html5ever::Dice, tables_of, with_page};

const MARKUP: &[u8] = b"<>/=\"'! -[]&;#aAhHtTiIpPlLeE\xC5\x82\xFF";

#[test]
fn random_bytes_of_any_charset_are_read() {
    let charsets = [
        "utf-8",
        "windows-1250",
        "iso-8859-2",
        "utf-16le",
        "utf-16be",
        "shift_jis",
        "gb18030",
        "big5",
        "euc-kr",
        "iso-2022-jp",
        "x-user-defined",
        "nonsense",
        "",
    ];
    let mut dice = Dice::of(1);
    for round in 0..40 {
        for charset in charsets {
            let mut body: Vec<u8> = (0..dice.roll(2_000)).map(|_| dice.roll(256) as u8).collect();
            // Half of them are mostly markup.
            if round % 2 == 0 {
                body.iter_mut().for_each(|byte| *byte = MARKUP[*byte as usize % MARKUP.len()]);
            }
            tables_of(&[("Content-Type", &format!("text/html; charset={charset}"))], &body);
        }
    }
}

#[test]
fn damaged_characters_become_replacement_characters() {
    let tables = tables_of(
        &[("Content-Type", "text/html; charset=utf-8")],
        b"<title>a\xC5b</title><p>x\xFF\xFE y\xE2\x82 z",
    );
    let batch = tables.view();
    let page = batch.pages().next().expect("a page was read");
    assert_eq!(page.title(), Some("a\u{FFFD}b"));
    assert_eq!(page.mojibake(), 3);
}

#[test]
fn a_base_that_is_too_long_to_copy_for_each_link_is_ignored() {
    let document = format!("<base href=\"/{}/\"><a href=b>x</a>", "a".repeat(1024 * 1024));
    with_page(&document, |page| {
        let urls: Vec<&str> = page.links().map(|link| link.url()).collect();
        assert_eq!(urls, ["https://example.com/shop/b"]);
    });
}

#[test]
fn a_deep_document_is_read_to_its_end() {
    let depth = 300_000;
    let document =
        format!("{}<h1>Deep</h1>{}<a href=/end>end</a>", "<div>".repeat(depth), "</div>".repeat(depth));
    with_page(&document, |page| {
        assert_eq!(page.headings().map(|heading| heading.text().to_owned()).collect::<Vec<_>>(), ["Deep"]);
        assert_eq!(page.links().len(), 1);
        assert_eq!(page.elements(), depth as u32 + 5);
        assert_eq!(page.nesting(), 514);
    });
}

#[test]
fn rows_are_limited_and_the_rest_is_read() {
    let document = format!(
        "<p>{}{}{}{}{}<h2>Last</h2>",
        "<a href=/x>x</a>".repeat(200_000),
        "<img src=/i.png>".repeat(3_000),
        (0..3_000).map(|id| format!("<b id=i{id}></b>")).collect::<String>(),
        "<meta name=a content=b>".repeat(3_000),
        "<script src=/s></script>".repeat(3_000),
    );
    with_page(&document, |page| {
        assert_eq!((page.links().len(), page.images().len(), page.ids().len()), (5_000, 2_000, 1_000));
        assert_eq!((page.metas().len(), page.resources().len()), (500, 1_000));
        assert_eq!(page.headings().map(|heading| heading.text().to_owned()).collect::<Vec<_>>(), ["Last"]);
    });
}

/// Each would take minutes if the work grew with the square of the length.
#[test]
fn repeated_pieces_are_read_once() {
    for piece in [
        "<",
        "</",
        "<!",
        "<!--",
        "<!-",
        "-->",
        "&",
        "&a",
        "<a href='",
        "<a ",
        "<b>",
        "</x>",
        "<x>",
        "<x></y>",
        "<svg>",
        "<svg><p>",
        "<script><!--",
        "<script>",
        "</script",
        "<title>",
        "<textarea></",
        "<![CDATA[",
        "<svg><![CDATA[",
        "<table><td>",
        "<li>",
        "<a href=#>",
        "</p>",
        "<p>",
        "<h1>",
        "</h1>",
        "<br>",
        "<span itemscope itemprop=a>",
        "<form>",
        "<option>",
        "<div hidden>",
        "1 000 zł ",
        "zł",
        "1.",
        "\u{A0}",
        "<div style='left:-9999px;'>",
        "<x a",
        "=",
        "\"",
        "<p style=url(>",
        "<math><mi>",
        "<button>",
        "<template>",
        "<img srcset='a, b'>",
        "<noscript>",
        "<frameset>",
        "<a><div></a>",
        "<b><p></b>",
        "<picture>",
    ] {
        tables_of(&[], piece.repeat(200_000 / piece.len()).as_bytes());
    }
}

#[test]
fn items_in_items_do_not_grow_exponentially() {
    let names = (0..50).map(|name| format!("n{name}")).collect::<Vec<_>>().join(" ");
    let document = format!("<div itemscope>{}", format!("<div itemscope itemprop='{names}'>").repeat(100));
    with_page(&document, |page| {
        assert!(page.data().map(|data| data.json().len()).sum::<usize>() < 100_000);
    });
}

#[test]
fn headers_are_limited() {
    let long = "x".repeat(10_000);
    let many: Vec<(&str, &str)> = (0..1_000).map(|_| ("X-A", long.as_str())).collect();
    let tables = tables_of(&many, b"<p>");
    assert_eq!(tables.headers.len(), 200);
    assert!(tables.headers.text.len() < 300_000);
    for link in
        ["<", "<a", "<a>", "<a>;", "<a>; rel", "<a>; rel=", "<a>; rel=\"", "<a>;;;,<", ">,<a>; rel=canonical"]
    {
        tables_of(&[("Link", link), ("X-Robots-Tag", link)], b"<p>");
    }
}

#[test]
fn pages_of_a_batch_have_their_own_rows() {
    let mut tables = Tables::default();
    for number in 0..3 {
        let row = add(
            &[],
            format!("<h1>{number}</h1>word<a href=/{number}><img src=/i alt=a></a><h2>x</h2>").as_bytes(),
            &mut tables,
        );
        assert_eq!(row, number);
    }
    let batch = tables.view();
    for (number, page) in batch.pages().enumerate() {
        let headings: Vec<_> =
            page.headings().map(|heading| (heading.text().to_owned(), heading.words_after())).collect();
        assert_eq!(headings, [(number.to_string(), 1), ("x".to_owned(), 0)]);
        assert_eq!(
            page.links().map(|link| link.href().map(str::to_owned)).collect::<Vec<_>>(),
            [Some(format!("/{number}"))]
        );
        assert!(page.images().all(|image| image.only_in_link()));
    }
}
