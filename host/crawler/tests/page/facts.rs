//! Small documents and their facts.

use sitewright_facts::{Link, UNKNOWN};

use crate::{TODAY, tables_of, with_page};

#[test]
fn the_head_is_that_of_the_tree() {
    let head = |document: &str| {
        with_page(document, |page| {
            let title = page.title().map(str::to_owned);
            (
                title,
                page.canonical().to_owned(),
                page.head_ended_by().to_owned(),
                page.noindex(),
                page.doctype(),
            )
        })
    };
    for (document, title, canonical, ended_by, noindex, doctype) in [
        ("<!doctype html><title> A \n &amp; B </title>", Some("A & B"), "", "", false, true),
        (
            " <!-- c --> <!DOCTYPE html><link rel=Canonical href=/x#y>",
            None,
            "https://example.com/x",
            "",
            false,
            true,
        ),
        ("<p>x<!doctype html>", None, "", "", false, false),
        ("<head><div></div><title>B</title></head>", None, "", "div", false, false),
        ("<head>text<meta name=robots content=NoIndex></head><body>", None, "", "#text", true, false),
        ("<title></title><p>no end tag is missing", Some(""), "", "", false, false),
        ("<svg><title>drawing</title></svg>", None, "", "", false, false),
        (
            "<base href=/dir/><link rel=canonical href=page>",
            None,
            "https://example.com/dir/page",
            "",
            false,
            false,
        ),
        ("<body><link rel=canonical href=/x>", None, "", "", false, false),
        ("<meta name=googlebot content='max-snippet:5, none'>", None, "", "", true, false),
        ("<meta name=otherbot content=noindex>", None, "", "", false, false),
    ] {
        let expected =
            (title.map(str::to_owned), canonical.to_owned(), ended_by.to_owned(), noindex, doctype);
        assert_eq!(head(document), expected, "{document}");
    }
}

#[test]
fn headers_count_as_the_document_does() {
    let tables = tables_of(
        &[
            ("Content-Type", "Text/HTML; Charset=\"ISO-8859-2\""),
            ("Link", "</c>; rel=\"canonical\", <https://example.com/pl>; rel=alternate; hreflang=\"pl\""),
            ("X-Robots-Tag", "googlebot: nofollow"),
            ("Set-Cookie", "session=secret; Secure; Path=/"),
            ("Last-Modified", "Thu, 01 Jan 1970 10:00:00 GMT"),
        ],
        b"<p>\xb3\xf3d\xbc",
    );
    let batch = tables.view();
    let page = batch.pages().next().expect("a page was read");
    assert_eq!((page.media_type(), page.charset(), page.number()), ("text/html", "ISO-8859-2", 7));
    assert_eq!(page.canonical(), "https://example.com/c");
    assert_eq!(
        page.hints().map(|hint| (hint.place(), hint.hreflang())).collect::<Vec<_>>(),
        [(2, None), (2, Some("pl"))]
    );
    assert_eq!((page.nofollow(), page.noindex(), page.lastmod_day()), (true, false, 0));
    assert!(page.headers().any(|header| header.value() == "session=; Secure; Path=/"));
    assert_eq!(page.texts().next().map(|text| text.text()), Some("łódź"));
}

#[test]
fn charsets_are_found_as_browsers_find_them() {
    let utf_16: Vec<u8> = "\u{FEFF}<p>łódź".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let meta = b"<meta http-equiv=Content-Type content='text/html; charset=windows-1250'><p>\xb3\xf3d\x9f";
    for body in [&utf_16[..], meta, "<p>łódź".as_bytes(), "\u{FEFF}<meta charset=latin1><p>łódź".as_bytes()]
    {
        let tables = tables_of(&[], body);
        assert_eq!(tables.view().texts().next().map(|text| text.text()), Some("łódź"), "{body:?}");
    }
    assert_eq!(with_page("<!doctype html><meta charset=utf-8>", |page| page.meta_charset_at()), 35);
    assert_eq!(with_page("<p>", |page| page.meta_charset_at()), UNKNOWN);
}

fn link<T>(document: &str, check: impl FnOnce(Link<'_>) -> T) -> T {
    with_page(document, |page| check(page.links().next().expect("the document has a link")))
}

#[test]
fn links_lead_somewhere() {
    for (href, kind, url, fragment) in [
        ("href=/a?b=1&amp;c=2#d", 0, "https://example.com/a?b=1&c=2", Some("d")),
        ("href=' //other.com '", 1, "https://other.com/", None),
        ("href=https://www.example.com", 0, "https://www.example.com/", None),
        ("href=MailTo:a@b.pl", 2, "", None),
        ("href=tel:123", 3, "", None),
        ("href='javascript:void(0)'", 4, "", None),
        ("href='#cz%C4%99%C5%9B%C4%87'", 5, "https://example.com/shop/page", Some("część")),
        ("href=page#x", 5, "https://example.com/shop/page", Some("x")),
        ("", 6, "", None),
        ("href=''", 0, "https://example.com/shop/page", None),
        ("href=ftp://x", 7, "", None),
        ("href=http://[", 8, "", None),
    ] {
        let found = link(&format!("<a {href}>x</a>"), |link| {
            (link.kind(), link.url().to_owned(), link.fragment().map(str::to_owned))
        });
        assert_eq!(found, (kind, url.to_owned(), fragment.map(str::to_owned)), "{href}");
    }
}

#[test]
fn texts_of_links_are_what_readers_get() {
    for (document, text, from) in [
        ("<a href=/>Read\n<b>more</b></a>", "Read more", 0),
        ("<a href=/ aria-label=Cart><svg><title>x</title></svg></a>", "Cart", 1),
        ("<a href=/><img src=/i alt=' A chair '></a>", "A chair", 2),
        ("<a href=/ title=T><img src=/i alt></a>", "T", 3),
        ("<a href=/></a>", "", 4),
        ("<a href=/><span hidden>no</span></a>", "", 4),
        ("<div hidden><a href=/>In a menu</a></div>", "In a menu", 0),
        ("<a href=/><h2>Title</h2><p>Text</p></a>", "Title Text", 0),
    ] {
        assert_eq!(
            link(document, |link| (link.text().to_owned(), link.text_from())),
            (text.to_owned(), from),
            "{document}"
        );
    }
}

#[test]
fn places_of_links_are_those_of_the_page() {
    for (document, place) in [
        ("<main><a>", 0),
        ("<header><nav><a>", 1),
        ("<header><a>", 2),
        ("<main><header><a>", 0),
        ("<footer><div><a>", 3),
        ("<article><footer><a>", 0),
        ("<aside><a>", 4),
        ("<div role=navigation><a>", 1),
        ("<div><a>", 0),
    ] {
        assert_eq!(link(document, |link| link.place()), place, "{document}");
    }
    let bits = link("<a href=/ rel='NoFollow noopener' target=_blank onclick=x()>", |link| {
        (link.rel(), link.new_tab(), link.onclick(), link.images())
    });
    assert_eq!(bits, (9, true, true, 0));
}

#[test]
fn the_main_text_has_no_frame() {
    let text = |document: &str| {
        with_page(document, |page| page.texts().next().map(|text| text.text().to_owned()).unwrap_or_default())
    };
    for (document, expected) in [
        ("<nav>Menu</nav><main><h1>A</h1><p>One.<p>Two<nav>x</nav></main><p>Out", "A\nOne.\nTwo"),
        ("<header>Top</header><div>One<br>line<br><br>Two</div><aside>Side</aside>", "One line\nTwo"),
        ("<article>Text</article><div>Other</div>", "Text"),
        ("<div role=main>Text</div>Other", "Text"),
        (
            "<p>a&nbsp;b &lt;c&gt;<script>x</script><style>y</style><textarea>z</textarea><template>t</template>",
            "a\u{A0}b <c>",
        ),
        ("<table><tr><td>1<td>2</table>", "1\n2"),
        ("<button>Buy</button><button>Now</button>", "Buy Now"),
        ("<ul><li>a<li>b</ul><pre> x\n y</pre>", "a\nb\nx y"),
        ("<main></main><p>Text", "Text"),
    ] {
        assert_eq!(text(document), expected, "{document}");
    }
    with_page("<h1>A b</h1><p>One two three.</p><h2><img alt=Logo src=/l></h2><p>Four.</p>", |page| {
        let headings: Vec<_> = page
            .headings()
            .map(|heading| (heading.text(), heading.words_after(), heading.only_images()))
            .collect();
        assert_eq!(headings, [("A b", 3, false), ("Logo", 1, true)]);
        assert_eq!(
            (page.words(), page.all_words(), page.sentences(), page.longest_paragraph()),
            (6, 6, 3, 3)
        );
        let paragraphs: Vec<_> =
            page.paragraphs().map(|paragraph| (paragraph.words(), paragraph.words_before())).collect();
        assert_eq!(paragraphs, [(3, 2), (1, 5)]);
    });
}

#[test]
fn images_tell_how_they_are_loaded() {
    let image = |document: &str| {
        with_page(document, |page| {
            let image = page.images().next().expect("the document has an image");
            let flags = [
                image.decorative(),
                image.sized(),
                image.lazy(),
                image.only_in_link(),
                image.empty_picture(),
                image.modern(),
            ];
            (image.src().to_owned(), image.alt().map(str::to_owned), flags.map(u8::from))
        })
    };
    for (document, src, alt, flags) in [
        ("<img src=/a.jpg>", "/a.jpg", None, [0, 0, 0, 0, 0, 0]),
        ("<img src=/a.jpg alt='' width=1 height=2 loading=lazy>", "/a.jpg", Some(""), [0, 1, 1, 0, 0, 0]),
        ("<img src='data:x' data-src=/b.jpg aria-hidden=true>", "/b.jpg", None, [1, 0, 1, 0, 0, 0]),
        ("<img srcset='/a.webp 1x, /b.webp 2x'>", "/a.webp", None, [0, 0, 0, 0, 0, 1]),
        (
            "<picture><source srcset=/a.avif><img src=/a.jpg style='aspect-ratio: 1'></picture>",
            "/a.jpg",
            None,
            [0, 1, 0, 0, 0, 1],
        ),
        ("<picture><source type=image/webp srcset=/a></picture>", "/a", None, [0, 0, 0, 0, 1, 1]),
        ("<a href=/> <img src=/a> </a>", "/a", None, [0, 0, 0, 1, 0, 0]),
        ("<a href=/>x<img src=/a></a>", "/a", None, [0, 0, 0, 0, 0, 0]),
    ] {
        assert_eq!(image(document), (src.to_owned(), alt.map(str::to_owned), flags), "{document}");
    }
}

#[test]
fn resources_are_the_files_that_a_page_loads() {
    let document = "<link rel=stylesheet href=/a.css media=print><script src=/a.js async type=module></script><script>let x</script>\
        <link rel='shortcut icon' href=/i.ico><link rel=preload as=font href=/f.woff2><meta property=og:image content=/og.png>\
        <style>@font-face { src: url('/g.woff') } a { background: url(/b.png) }</style><body>\
        <iframe src=/frame></iframe><video src=/v.mp4 poster=/p.png><source src=/w.mp4></video><object data=/o.pdf></object>\
        <div style='background:url(&quot;/c.png&quot;)'></div><picture><source srcset='/s.webp 2x'></picture>\
        <script type=text/template>x</script>";
    let found = with_page(document, |page| {
        let tell = |file: sitewright_facts::Resource<'_>| (file.kind(), file.src().to_owned(), file.flags());
        page.resources().map(tell).collect::<Vec<_>>()
    });
    let expected = [
        (0, "/a.css", 72),
        (1, "/a.js", 13),
        (1, "", 40),
        (6, "/i.ico", 8),
        (5, "/f.woff2", 8),
        (7, "/og.png", 8),
        (0, "", 40),
        (5, "/g.woff", 8),
        (10, "/b.png", 8),
        (2, "/frame", 128),
        (3, "/v.mp4", 144),
        (8, "/w.mp4", 128),
        (9, "/o.pdf", 128),
        (10, "/c.png", 128),
        (11, "/s.webp", 128),
    ];
    assert_eq!(found, expected.map(|(kind, src, flags)| (kind, src.to_owned(), flags)));
}

#[test]
fn structured_data_is_json() {
    let data = |document: &str| {
        with_page(document, |page| {
            page.data()
                .map(|data| (data.format(), data.json().to_owned(), data.error().is_empty()))
                .collect::<Vec<_>>()
        })
    };
    for (document, format, json, valid) in [
        (
            "<script type=application/ld+json> {\"@type\": \"Product\"} </script>",
            0,
            "{\"@type\": \"Product\"}",
            true,
        ),
        ("<script type=application/ld+json>{\"a\": }</script>", 0, "{\"a\": }", false),
        (
            "<div itemscope itemtype=https://schema.org/Product><b itemprop=name>Chair <i>A</i></b><meta itemprop=sku content=1>\
             <p itemprop=offers itemscope itemtype=http://schema.org/Offer><data itemprop=price value=9.5>9,50</data></p>\
             <a itemprop=url href=/x>x</a><i itemprop=color>red</i><i itemprop=color>blue</i></div>",
            1,
            r#"{"@type":"Product","color":["red","blue"],"name":"Chair A","offers":{"@type":"Offer","price":"9.5"},"sku":"1","url":"https://example.com/x"}"#,
            true,
        ),
        (
            "<meta property=og:title content=x><div vocab=https://schema.org/ typeof=Person><span property=name>Ann</span></div>",
            2,
            r#"{"@type":"Person","name":"Ann"}"#,
            true,
        ),
        (
            "<body itemscope itemtype=https://schema.org/WebPage><h1 itemprop=name>T</h1>",
            1,
            r#"{"@type":"WebPage","name":"T"}"#,
            true,
        ),
    ] {
        assert_eq!(data(document), [(format, json.to_owned(), valid)], "{document}");
    }
}

#[test]
fn articles_have_authors_and_dates() {
    for (document, author, day, article) in [
        (
            "<script type=application/ld+json>{\"@graph\":[{\"@type\":\"BlogPosting\",\"author\":[{\"name\":\"Ann\"}],\
             \"dateModified\":\"2026-03-01\",\"review\":{\"@type\":\"Review\",\"author\":\"Bob\",\"datePublished\":\"2026-08-01\"}}]}</script>",
            "Ann",
            20_513,
            true,
        ),
        ("<meta name=author content=Ann><meta property=og:type content=article>", "Ann", UNKNOWN, true),
        (
            "<article><span class='post byline'>Ann B.</span><time datetime=2026-03-01T10:00>1.03</time></article>",
            "Ann B.",
            20_513,
            true,
        ),
        ("<time datetime=2030-01-01>an event</time>", "", UNKNOWN, false),
        ("<article>A card</article>", "", UNKNOWN, false),
        ("<a rel=author href=/ann>Ann</a>", "Ann", UNKNOWN, false),
    ] {
        let found =
            with_page(document, |page| (page.author().to_owned(), page.modified_day(), page.article()));
        assert_eq!(found, (author.to_owned(), day, article), "{document}");
    }
    assert_eq!(TODAY, 20_700);
}

#[test]
fn hidden_texts_are_not_visible() {
    let long = "buy cheap pills and casino chips";
    for (start, count, words) in [
        ("<div style='display: none'>", 1, 0),
        ("<div hidden>", 1, 0),
        ("<div style='position:absolute; left:-9999px'>", 1, 0),
        ("<div style='height:0;overflow:hidden'>", 1, 0),
        ("<div style='FONT-SIZE: 0px'>", 1, 0),
        ("<div class=modal style='display:none'>", 0, 0),
        ("<nav hidden>", 0, 0),
        ("<div style='left:-10px;height:0.5em'>", 0, 6),
    ] {
        let found = with_page(&format!("{start}{long} <a href=https://other.com/>x</a></div>"), |page| {
            (page.hidden().map(|hidden| hidden.links()).collect::<Vec<_>>(), page.all_words().min(6))
        });
        assert_eq!(found, (vec![1; count], words), "{start}");
    }
}

#[test]
fn the_rest_of_a_page_is_counted() {
    let document = "<html lang=' pl-PL '><body><form action=/send><input type=password></form><form></form>\
        <b id=a></b><i id=a></i><a name=b></a><a id=c name=c></a><div onclick=\"location.href='/x'\"></div><div onclick=open()></div>\
        <p>Lorem ipsum za 12,50 zł";
    with_page(document, |page| {
        assert_eq!(page.lang(), Some("pl-PL"));
        let forms: Vec<_> = page.forms().map(|form| (form.action(), form.password())).collect();
        assert_eq!(forms, [("https://example.com/send", true), (crate::URL, false)]);
        assert_eq!(
            page.ids().map(|id| (id.name(), id.count())).collect::<Vec<_>>(),
            [("a", 2), ("b", 1), ("c", 1)]
        );
        assert_eq!((page.onclick_links(), page.placeholder()), (1, "lorem ipsum"));
        assert_eq!(
            page.prices().map(|price| (price.hundredths(), price.text())).collect::<Vec<_>>(),
            [(1_250, "12,50 zł")]
        );
    });
    with_page("<title>Tooth</title><meta name=description content=Tooth>", |page| {
        assert!(page.title_px() > page.description_px() && page.description_px() > 0);
    });
}

#[test]
fn other_responses_are_not_read_as_html() {
    let tables =
        tables_of(&[("Content-Type", "application/pdf"), ("X-Robots-Tag", "noindex")], b"<title>x</title>");
    let batch = tables.view();
    let page = batch.pages().next().expect("a page was read");
    assert_eq!((page.html(), page.title(), page.noindex(), page.body_bytes()), (false, None, true, 16));
}
