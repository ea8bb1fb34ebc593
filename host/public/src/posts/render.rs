//! Markdown of a post as HTML. It is rendered once, when the text is taken over; only its pictures are put in for each
//! response, because their files are made in the background.

use minijinja::HtmlEscape;
use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

use super::cleaner::CLEANER;
use super::slug::slug_of;
use super::{bare, notes};
use crate::platform::prelude::*;
use crate::platform::typography::punctuated;

/// Where the pictures of the site are.
pub const PICTURES: &str = "/pictures/";

/// A heading of a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    pub id: String,
    pub text: String,
    pub level: u8,
}

#[derive(Debug, Default)]
pub struct Rendered {
    pub html: String,
    pub outline: Vec<Heading>,
}

/// A picture that a text shows.
#[derive(Debug, PartialEq)]
pub struct Used {
    /// Its id; `None` for a picture of another site.
    pub id: Option<String>,
    pub alt: String,
}

pub const READ: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_TASKLISTS);

/// The id in the address of a picture of the site.
pub fn picture_id(address: &str) -> Option<&str> {
    let id = address.strip_prefix(PICTURES)?;
    let is_id = (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then_some(id)
}

/// The words of a text that readers read: no addresses of links, no descriptions of pictures. The archive counts alike.
pub fn count_words(text: &str) -> i64 {
    let (mut read, mut pictures) = (String::with_capacity(text.len()), 0_usize);
    for event in Parser::new_ext(text, READ) {
        match event {
            Event::Start(Tag::Image { .. }) => pictures += 1,
            Event::End(TagEnd::Image) => pictures -= 1,
            Event::Text(text) | Event::Code(text) if pictures == 0 => read.push_str(&text),
            Event::Start(tag) if is_block(&tag) => read.push(' '),
            Event::SoftBreak | Event::HardBreak => read.push(' '),
            _ => {}
        }
    }
    i64::try_from(sitewright_sdk::units::words(&read).count()).unwrap_or(i64::MAX)
}

fn is_block(tag: &Tag) -> bool {
    !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
}

/// The pictures of a text, in order.
pub fn pictures_of(text: &str) -> Vec<Used> {
    let (mut used, mut open): (Vec<Used>, Option<Used>) = (Vec::new(), None);
    for event in Parser::new_ext(text, READ) {
        match event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                open = Some(Used { id: picture_id(&dest_url).map(str::to_owned), alt: String::new() });
            }
            Event::End(TagEnd::Image) => used.extend(open.take()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(open) = &mut open {
                    open.alt.push_str(&text);
                }
            }
            _ => {}
        }
    }
    used
}

/// The text with the quotes and dashes of its language; code and addresses stay as they are.
fn typeset(text: &str, language: Locale) -> impl Iterator<Item = Event<'_>> {
    let mut is_exact = false;
    Parser::new_ext(text, READ | Options::ENABLE_SMART_PUNCTUATION).map(move |event| match event {
        Event::Start(
            Tag::CodeBlock(_) | Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. },
        ) => {
            is_exact = true;
            event
        }
        Event::End(TagEnd::CodeBlock | TagEnd::Link) => {
            is_exact = false;
            event
        }
        Event::Text(text) if !is_exact => Event::Text(punctuated(&text, language).into()),
        event => event,
    })
}

/// Whether a heading says the same as the title of the page.
pub fn is_title(heading: &str, title: &str) -> bool {
    let signs = |text| fold(text).chars().filter(|sign| sign.is_alphanumeric()).collect::<String>();
    let heading = signs(heading);
    !heading.is_empty() && heading == signs(title)
}

/// The HTML of a text, safe for a page of the site. Its first heading is left out if it says the same as the title of
/// the page, or if that is not known.
pub fn render(text: &str, language: Locale, title: Option<&str>) -> Rendered {
    let text = bare::linked(text);
    let mut rendering = Rendering { language, ..Rendering::default() };
    let mut events = notes::at_end(typeset(&text, language), language);
    // The title of a document is often its first line; the page has its own.
    if matches!(events.first(), Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))) {
        let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let end = end.map_or(events.len(), |end| end + 1);
        if title.is_none_or(|title| is_title(&text_of(&events[..end]), title)) {
            events.drain(..end);
        }
    }
    let mut events = events.into_iter();
    while let Some(event) = events.next() {
        rendering.take(event, &mut events);
    }
    let mut html = String::with_capacity(text.len() * 2);
    html::push_html(&mut html, rendering.events.into_iter());
    Rendered { html: CLEANER.clean(&html).to_string(), outline: rendering.outline }
}

/// The words of some events.
fn text_of(events: &[Event]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    });
    texts.collect()
}

#[derive(Default)]
struct Rendering<'t> {
    language: Locale,
    events: Vec<Event<'t>>,
    outline: Vec<Heading>,
    taken: HashSet<String>,
}

impl<'t> Rendering<'t> {
    fn html(&mut self, html: impl Into<CowStr<'t>>) {
        self.events.push(Event::Html(html.into()));
    }

    fn take(&mut self, event: Event<'t>, rest: &mut impl Iterator<Item = Event<'t>>) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.heading(level, rest),
            Event::Start(Tag::Image { dest_url, title, .. }) => self.image(&dest_url, &title, rest),
            Event::Start(Tag::Table(columns)) => {
                self.html("<div class=\"docs-table\" tabindex=\"0\">");
                self.events.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                self.events.push(Event::End(TagEnd::Table));
                self.html("</div>");
            }
            // Focusable, so that keyboard users can scroll long lines.
            Event::Start(Tag::CodeBlock(_)) => {
                self.html("<figure class=\"docs-code\"><pre tabindex=\"0\"><code>")
            }
            Event::End(TagEnd::CodeBlock) => self.html("</code></pre></figure>\n"),
            // On paper, links are followed by their addresses; these show them.
            Event::Start(Tag::Link {
                link_type: link_type @ (LinkType::Autolink | LinkType::Email),
                dest_url,
                ..
            }) => {
                let scheme = if link_type == LinkType::Email { "mailto:" } else { "" };
                self.html(format!("<a href=\"{scheme}{}\" class=\"bare\">", HtmlEscape(&dest_url)));
            }
            Event::TaskListMarker(is_done) => {
                let (class, name, sign) = match is_done {
                    true => ("task task-done", self.language.pick("Done", "Zrobione"), '☑'),
                    false => ("task", self.language.pick("To do", "Do zrobienia"), '☐'),
                };
                self.html(format!(
                    "<span class=\"{class}\" role=\"img\" aria-label=\"{name}\">{sign}</span> "
                ));
            }
            event => self.events.push(event),
        }
    }

    /// The headings of a text are below that of the page. Each has an address.
    fn heading(&mut self, level: HeadingLevel, rest: &mut impl Iterator<Item = Event<'t>>) {
        let inner: Vec<Event> =
            rest.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).collect();
        let text = text_of(&inner);
        let slug =
            Some(slug_of(&text)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| "section".to_owned());
        let id = super::slug::numbered(&slug, &self.taken);
        self.taken.insert(id.clone());
        let level = (level as u8).clamp(2, 4);
        self.html(format!("<h{level} id=\"{id}\">"));
        self.events.extend(inner.into_iter().filter(|event| !is_image(event)));
        self.html(format!("</h{level}>\n"));
        self.outline.push(Heading { id, text: text.trim().to_owned(), level });
    }

    /// A picture of the site; of another one only its text stays, so that readers load nothing from elsewhere.
    fn image(&mut self, address: &str, title: &str, rest: &mut impl Iterator<Item = Event<'t>>) {
        let mut alt = String::new();
        for event in rest.take_while(|event| !matches!(event, Event::End(TagEnd::Image))) {
            if let Event::Text(text) | Event::Code(text) = event {
                alt.push_str(&text);
            }
        }
        let Some(id) = picture_id(address) else { return self.events.push(Event::Text(alt.into())) };
        let caption = match title {
            "" => String::new(),
            title => format!("<small>{}</small>", HtmlEscape(title)),
        };
        self.html(format!("<img src=\"{PICTURES}{id}\" alt=\"{}\">{caption}", HtmlEscape(&alt)));
    }
}

fn is_image(event: &Event) -> bool {
    matches!(event, Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image))
}

/// The value of an attribute as a text.
fn unescaped(value: &str) -> String {
    value
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

/// A rendered text with its pictures: `show` makes the HTML of one from its id and its alternative text.
pub fn with_pictures(html: &str, mut show: impl FnMut(&str, &str) -> String) -> String {
    let mut out = String::with_capacity(html.len() + 1024);
    let mut rest = html;
    while let Some((before, after)) = rest.split_once("<img ") {
        out.push_str(before);
        let (attributes, after) = after.split_once('>').unwrap_or((after, ""));
        let value = |name: &str| {
            let (_, value) = attributes.split_once(&format!("{name}=\""))?;
            value.split_once('"').map(|(value, _)| value)
        };
        if let Some(id) = value("src").and_then(picture_id) {
            out.push_str(&show(id, &unescaped(value("alt").unwrap_or_default())));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_addresses_below_that_of_the_page() {
        let Rendered { html, outline } =
            render("# „Title”!\n\n# Źródła\n\n## Dwa `kody`\n\n### Źródła", Locale::Pl, Some("Title"));
        assert_eq!(
            html,
            "<h2 id=\"zrodla\">Źródła</h2>\n<h2 id=\"dwa-kody\">Dwa <code>kody</code></h2>\n<h3 id=\"zrodla-2\">Źródła</h3>\n"
        );
        assert_eq!(outline[1], Heading { id: "dwa-kody".into(), text: "Dwa kody".into(), level: 2 });
        // What says something else than the title stays.
        assert_eq!(
            render("# Before\n\n# Title", Locale::En, Some("Title")).html,
            "<h2 id=\"before\">Before</h2>\n<h2 id=\"title\">Title</h2>\n"
        );
    }

    #[test]
    fn words_are_those_that_readers_read() {
        let cases: Vec<(String, i64)> = serde_json::from_str(include_str!("words.json")).expect("cases");
        for (text, count) in cases {
            assert_eq!(count_words(&text), count, "{text}");
        }
    }

    #[test]
    fn quotes_and_dashes_are_those_of_the_language() {
        let html = render("Mówi \"tak\" - i nie...\n\n## \"A\" - `\"b\" - c`", Locale::Pl, None).html;
        assert_eq!(html, "<p>Mówi „tak” – i nie…</p>\n<h2 id=\"a-b-c\">„A” – <code>\"b\" - c</code></h2>\n");
    }

    #[test]
    fn hostile_html_does_nothing() {
        for hostile in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[a](javascript:alert(1)) <a href=\"JaVaScRiPt:alert(1)\">b</a>",
            "<svg><script>alert(1)</script></svg><iframe src=\"https://x.example\"></iframe>",
            "<div style=\"position:fixed\" class=\"top\" onclick=alert(1)>x</div>",
            "<form action=\"/login\"><input name=password></form>",
            "<a href=\"https://x.example\" target=_blank rel=opener>x</a>",
            "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
            "<li id=\"top\"><a id=\"top\" href=\"#fn_1\">x</a></li><span class=\"top\" role=\"button\">x</span>",
            "<base href=\"https://x.example\"><meta http-equiv=refresh content=0><link rel=stylesheet href=x>",
        ] {
            let html = render(hostile, Locale::En, None).html.to_lowercase();
            for bad in [
                "script",
                "onerror",
                "onclick",
                "style",
                "iframe",
                "<form",
                "<input",
                "opener\" t",
                "target",
                "<base",
                "<meta",
                "<link",
                "src=\"x",
                "=\"top",
                "role",
            ] {
                assert!(!html.contains(bad), "{hostile} became {html}");
            }
        }
    }

    #[test]
    fn pictures_are_only_those_of_the_site() {
        let text = "![A chair](/pictures/0123456789abcdef \"Oak\") ![Spy](https://x.example/p.png) ![](/pictures/0123456789abcdef)";
        let rendered = render(text, Locale::En, None).html;
        assert!(!rendered.contains("x.example"), "{rendered}");
        let shown = with_pictures(&rendered, |id, alt| format!("[{id} {alt}]"));
        assert_eq!(shown, "<p>[0123456789abcdef A chair]<small>Oak</small> Spy [0123456789abcdef ]</p>\n");
        let used = pictures_of(text);
        assert_eq!(used.iter().map(|used| used.id.is_some()).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(used[0].alt, "A chair");
    }

    #[test]
    fn notes_tasks_and_bare_addresses_are_ready_for_the_page() {
        let text = "A[^b] b[^a] a[^b] [^none]\n\n- [x] tea\n- [ ] https://a.example/b--c_d\n\n[^a]: One\n[^b]: Two[^c]\n[^c]: Three\n[^d]: Unused";
        let html = render(text, Locale::En, None).html;
        assert_eq!(
            html,
            "<p>A<sup><a href=\"#fn_1\" id=\"fnref_1\" rel=\"noopener\">1</a></sup> \
             b<sup><a href=\"#fn_2\" id=\"fnref_2\" rel=\"noopener\">2</a></sup> \
             a<sup><a href=\"#fn_1\" rel=\"noopener\">1</a></sup> [^none]</p>\n\
             <ul>\n<li><span class=\"task task-done\" role=\"img\" aria-label=\"Done\">☑</span> tea</li>\n\
             <li><span class=\"task\" role=\"img\" aria-label=\"To do\">☐</span> \
             <a href=\"https://a.example/b--c_d\" class=\"bare\" rel=\"noopener\">https://a.example/b--c_d</a></li>\n</ul>\n\
             <div class=\"post-notes\"><ol>\n\
             <li id=\"fn_1\">\n<p>Two<sup><a href=\"#fn_3\" id=\"fnref_3\" rel=\"noopener\">3</a></sup> \
             <a href=\"#fnref_1\" aria-label=\"Back to the text\" rel=\"noopener\">↩</a></p>\n</li>\n\
             <li id=\"fn_2\">\n<p>One <a href=\"#fnref_2\" aria-label=\"Back to the text\" rel=\"noopener\">↩</a></p>\n</li>\n\
             <li id=\"fn_3\">\n<p>Three <a href=\"#fnref_3\" aria-label=\"Back to the text\" rel=\"noopener\">↩</a></p>\n</li>\n\
             </ol></div>\n"
        );
    }

    #[test]
    fn links_tables_and_code_are_ready_for_the_page() {
        let html = render(
            "[a](https://b.example) [c](/pricing)\n\n|a|\n|-|\n|1|\n\n```rust\nlet a = \"<b>\"; - 1\n```",
            Locale::En,
            None,
        )
        .html;
        assert!(html.contains("<a href=\"https://b.example\" rel=\"noopener\">a</a>"), "{html}");
        assert!(html.contains("<div class=\"docs-table\" tabindex=\"0\"><table>"), "{html}");
        assert!(
            html.contains("<pre tabindex=\"0\"><code>let a = \"&lt;b&gt;\"; - 1\n</code></pre></figure>"),
            "{html}"
        );
    }
}
