use std::collections::HashMap;

use crate::{Cells, Column, Kind, Layout, Row, Table, View, table::offset};

/// The type of a column's value in the struct that reads a row.
macro_rules! value {
    (number) => { u32 };
    (flag) => { bool };
    (text) => { &'a str };
    (maybe) => { Option<&'a str> };
    (wide) => { u64 };
    (rows) => { (u32, u32) };
}

macro_rules! kind {
    (number) => {
        Kind::Number
    };
    (flag) => {
        Kind::Flag
    };
    (text) => {
        Kind::Text
    };
    (maybe) => {
        Kind::Maybe
    };
    (wide) => {
        Kind::Wide
    };
    (rows $of:ident) => {
        Kind::Rows(stringify!($of))
    };
}

macro_rules! read {
    (number, $self:ident, $at:expr) => {
        $self.row.number($at)
    };
    (flag, $self:ident, $at:expr) => {
        $self.row.number($at) != 0
    };
    (text, $self:ident, $at:expr) => {
        $self.row.text($at)
    };
    (maybe, $self:ident, $at:expr) => {
        $self.row.maybe($at)
    };
    (wide, $self:ident, $at:expr) => {
        $self.row.wide($at)
    };
    (rows, $self:ident, $at:expr) => {
        ($self.row.number($at), $self.row.number($at + 1))
    };
}

macro_rules! write_value {
    (rows, $cells:ident, $value:expr) => {
        $cells.rows($value.0, $value.1)
    };
    ($kind:ident, $cells:ident, $value:expr) => {
        $cells.$kind($value)
    };
}

macro_rules! rows_of {
    ($self:ident, $at:expr, $of:ident, $item:ident) => {{
        let batch = $self.batch;
        $self.row.rows($at, batch.$of).map(move |row| $item { batch, row })
    }};
}

macro_rules! tables {
    ($($(#[doc = $doc:literal])+ $table:ident: $item:ident, $new:ident {
        $($(#[doc = $about:literal])+ $column:ident: $kind:ident $($of:ident $rows_item:ident)?,)+
    })+) => {
        /// Every table, in a fixed order; later versions append.
        pub const TABLES: &[Layout] = &[$(Layout {
            name: stringify!($table),
            doc: concat!($($doc),+),
            columns: &[$(Column { name: stringify!($column), kind: kind!($kind $($of)?), doc: concat!($($about),+) }),+],
        }),+];

        /// Borrowed tables. A table that was not asked for is empty.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Batch<'a> { $($(#[doc = $doc])+ pub $table: View<'a>,)+ }

        impl<'a> Batch<'a> {
            /// Sets the table of this name; a name of a later version is ignored.
            pub fn set(&mut self, name: &str, view: View<'a>) {
                match name { $(stringify!($table) => self.$table = view,)+ _ => {} }
            }

            pub fn get(&self, name: &str) -> Option<View<'a>> {
                match name { $(stringify!($table) => Some(self.$table),)+ _ => None }
            }

            /// The page with this number of the crawl.
            pub fn numbered(&'a self, number: impl TryInto<u32>) -> Option<Page<'a>> {
                let number = number.try_into().ok()?;
                self.pages().find(|page| page.number() == number)
            }

            $($(#[doc = $doc])+ pub fn $table(&'a self) -> impl ExactSizeIterator<Item = $item<'a>> + Clone {
                (0..self.$table.len()).map(move |index| $item { batch: self, row: self.$table.row(index) })
            })+
        }

        /// Owned tables of a batch, or of a single page.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Tables { $(pub $table: Table,)+ }

        impl Default for Tables {
            fn default() -> Self {
                Self { $($table: Table::new(layouts::$table.width()),)+ }
            }
        }

        impl Tables {
            pub fn view(&self) -> Batch<'_> {
                Batch { $($table: self.$table.view(),)+ }
            }

            /// The tables with their layouts, in the order of [`TABLES`].
            pub fn all(&self) -> impl Iterator<Item = (&'static Layout, &Table)> {
                TABLES.iter().zip([$(&self.$table),+])
            }

            pub fn all_mut(&mut self) -> impl Iterator<Item = (&'static Layout, &mut Table)> {
                TABLES.iter().zip([$(&mut self.$table),+])
            }
        }

        /// The layout of each table.
        #[allow(non_upper_case_globals)]
        pub mod layouts {
            use super::*;
            $(pub const $table: &Layout = { const INDEX: usize = Index::$table as usize; &TABLES[INDEX] };)+
        }

        #[allow(non_camel_case_types)]
        enum Index { $($table),+ }

        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy)]
            pub struct $item<'a> {
                // Tables whose rows own no other rows do not read it.
                #[allow(dead_code, clippy::allow_attributes)]
                batch: &'a Batch<'a>,
                row: Row<'a>,
            }

            #[allow(non_camel_case_types, clippy::allow_attributes)]
            const _: () = {
                enum At { $($column),+ }
                const COLUMNS: &[Column] = TABLES[Index::$table as usize].columns;

                impl<'a> $item<'a> {
                    /// The row's number in its table.
                    pub fn index(self) -> u32 {
                        self.row.index as u32
                    }

                    $(tables!(@read $(#[doc = $about])+ $column $kind $($of $rows_item)?, const { offset(COLUMNS, At::$column as usize) });)+
                }

                impl Item for $item<'_> {
                    const TABLE: &'static str = stringify!($table);
                    type In<'b> = $item<'b>;

                    fn count(batch: &Batch<'_>) -> usize {
                        batch.$table.len()
                    }

                    fn of<'b>(batch: &'b Batch<'b>, index: usize) -> $item<'b> {
                        $item { batch, row: batch.$table.row(index) }
                    }

                    fn place(&self) -> u32 {
                        self.index()
                    }
                }

                impl $new<'_> {
                    pub fn push(&self, table: &mut Table) {
                        table.push(|cells: &mut Cells<'_>| { $(write_value!($kind, cells, self.$column);)+ });
                    }
                }
            };

            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, Default)]
            pub struct $new<'a> {
                $($(#[doc = $about])+ pub $column: value!($kind),)+
                #[doc(hidden)]
                pub marker: std::marker::PhantomData<&'a ()>,
            }
        )+
    };
    (@read $(#[doc = $about:literal])+ $column:ident rows $of:ident $item:ident, $at:expr) => {
        $(#[doc = $about])+
        pub fn $column(self) -> impl ExactSizeIterator<Item = $item<'a>> + Clone + use<'a> {
            rows_of!(self, $at, $of, $item)
        }
    };
    (@read $(#[doc = $about:literal])+ $column:ident $kind:ident, $at:expr) => {
        $(#[doc = $about])+
        pub fn $column(self) -> value!($kind) {
            read!($kind, self, $at)
        }
    };
}

tables! {
    /// One fetched address: a page, a redirect, a file, or an address that did not answer.
    pages: Page, NewPage {
        /// The number of the address in the crawl, in the order of discovery.
        number: number,
        /// The normalised address.
        url: text,
        /// What the address is for the crawl: 0 a page of the site, 1 a resource of a page (image, style, script, font, media), 2 an address of another site.
        role: number,
        /// How it was found first: 0 start, 1 link, 2 sitemap, 3 redirect, 4 canonical, 5 hreflang, 6 resource, 7 list, 11 image for shared links.
        found: number,
        /// The fewest clicks from the start, or unknown.
        depth: number,
        /// The HTTP status; 0 without a response.
        status: number,
        /// Why there is no complete response, such as "timed-out", "dns", "refused", "reset", "tls", "too-large", "robots"; empty otherwise.
        failure: text,
        /// Whether robots.txt disallows it for the crawler. Such an address was not fetched.
        disallowed: flag,
        /// Whether robots.txt disallows it for Googlebot.
        disallowed_google: flag,
        /// Whether a sitemap lists it.
        in_sitemap: flag,
        /// The absolute, normalised target of a redirect; empty otherwise.
        location: text,
        /// The number of that target, or unknown.
        location_number: number,
        /// The media type without parameters, in lower case; empty without the header.
        media_type: text,
        /// The charset of the Content-Type header, in lower case; empty without one.
        charset: text,
        /// The content encoding of the response: "gzip", "br", "zstd", "deflate" or empty.
        encoding: text,
        /// The HTTP version times ten: 10, 11, 20 or 30.
        http_version: number,
        /// The time to the first byte, in milliseconds.
        ttfb_ms: number,
        /// The time to the last byte, in milliseconds.
        total_ms: number,
        /// The size of the body as it was sent, in bytes.
        transfer_bytes: number,
        /// The size of the decoded body, in bytes.
        body_bytes: number,
        /// How many times it was fetched because of 429 or 503.
        retries: number,
        /// The response headers.
        headers: rows headers Header,

        /// Whether the body was read as HTML. The columns below describe such a page only.
        html: flag,
        /// Whether the document begins with a doctype.
        doctype: flag,
        /// The `lang` attribute of `html`.
        lang: maybe,
        /// The text of the first title in the head, with white space collapsed.
        title: maybe,
        /// The width of the title in Arial of 20 px, in pixels.
        title_px: number,
        /// The first meta description in the head, with white space collapsed.
        description: maybe,
        /// The width of the description in Arial of 14 px, in pixels.
        description_px: number,
        /// The content of the meta viewport.
        viewport: maybe,
        /// The absolute, normalised canonical address: of the head, otherwise of the Link header; empty without one or with an invalid one.
        canonical: text,
        /// The number of the canonical address, or unknown.
        canonical_number: number,
        /// Whether meta robots (for all or Googlebot) or X-Robots-Tag say `noindex` or `none`.
        noindex: flag,
        /// Whether they say `nofollow` or `none`.
        nofollow: flag,
        /// The offset at which a meta charset ends in the document, in bytes; 0 with a byte order mark; unknown without either.
        meta_charset_at: number,
        /// The name of the first element in the head that ends it early, or "#text" for a text; empty without one.
        head_ended_by: text,
        /// The number of elements.
        elements: number,
        /// The greatest depth of elements, at most 514: browsers do not go deeper either.
        nesting: number,
        /// The size of the visible text, in bytes.
        text_bytes: number,
        /// The words of the main text: without navigation, header, footer and sidebars.
        words: number,
        /// The words of the whole visible text.
        all_words: number,
        /// The sentences of the main text.
        sentences: number,
        /// The language of the main text: "en", "pl" or another code of two letters; empty if unknown.
        language: text,
        /// How certain the language is, in thousandths.
        language_certainty: number,
        /// Flesch reading ease of an English main text of 100 words or more, in hundredths plus 100,000 (it may be negative); unknown otherwise.
        flesch: number,
        /// FOG index of a Polish main text of 100 words or more, in hundredths; unknown otherwise.
        fog: number,
        /// The words of the longest paragraph.
        longest_paragraph: number,
        /// Hash of the normalised main text; 0 for an empty one.
        text_hash: wide,
        /// SimHash of the main text's three-word shingles; 0 for fewer than 50 words.
        simhash: wide,
        /// Sequences in the visible text that UTF-8 read as Latin-1 produces, and U+FFFD.
        mojibake: number,
        /// A template's placeholder found in the visible text, as it is named there; empty without one.
        placeholder: text,
        /// The author named by markup or byline; empty without one.
        author: text,
        /// The newest date of modification or publication named by markup or a `time` element, in days since 1970-01-01; unknown without one.
        modified_day: number,
        /// Last-Modified or the sitemap's lastmod, in days since 1970-01-01; unknown without either.
        lastmod_day: number,
        /// Whether the page is an article by its markup: `article` with a byline or date, or an Article type, or og:type article.
        article: flag,
        /// Elements with an `onclick` that navigates, without `href`.
        onclick_links: number,
        /// The number of visible prices that are not in `prices`.
        more_prices: number,
        /// All titles of the document.
        titles: rows titles Title,
        /// The `meta` elements with a name, property or http-equiv.
        metas: rows metas Meta,
        /// The `link` elements and the links of the Link header.
        hints: rows hints Hint,
        /// The headings.
        headings: rows headings Heading,
        /// The `a` and `area` elements.
        links: rows links Link,
        /// The `img` elements, and the sources of `picture`.
        images: rows images Image,
        /// Styles, scripts, frames, media and fonts.
        resources: rows resources Resource,
        /// Structured data.
        data: rows data Data,
        /// Forms.
        forms: rows forms Form,
        /// The first paragraphs of the main text.
        paragraphs: rows paragraphs Paragraph,
        /// Ids that other links may name, and repeated ids.
        ids: rows ids Id,
        /// Hidden blocks of text.
        hidden: rows hidden Hidden,
        /// Visible prices.
        prices: rows prices Price,
        /// The main text.
        texts: rows texts Text,
        /// The view that a browser rendered; none without a browser.
        rendered: rows rendered Rendered,
        /// What other connected services know of the page; none without them.
        known: rows known Known,
        /// One of the sequences that `mojibake` counts, with the word around it; empty without one.
        mojibake_text: text,
        /// The beginning of the longest paragraph, at most 128 bytes.
        longest_text: text,
        /// In a style sheet or script of the site: the bytes of comments, line breaks and spaces that a browser does not need, estimated; 0 for others.
        needless_bytes: number,
        /// The line of robots.txt that disallows it for Googlebot; 0 without one.
        google_line: number,
        /// Whether the canonical address belongs to another registrable domain.
        canonical_foreign: flag,
        /// The width of an image for shared links, in pixels; 0 if it was not measured.
        image_width: number,
        /// Its height.
        image_height: number,
        /// The words of the description of a product: of an element with `itemprop`, class or id of that name; unknown without one.
        description_words: number,
        /// The SimHash of the same text; 0 for fewer than 20 words.
        description_simhash: wide,
        /// Cards of products in the main text: elements with a link and a price.
        cards: number,
        /// The words of the main text in them.
        card_words: number,
    }
    /// A response header. Cookies keep their name and attributes, and lose their value.
    headers: Header, NewHeader {
        /// The name in lower case.
        name: text,
        /// The value, at most 1,024 bytes.
        value: text,
    }
    /// A `title` element, except those of SVG images.
    titles: Title, NewTitle {
        /// Its text, with white space collapsed.
        text: text,
        /// Whether it is in the head.
        in_head: flag,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A `meta` element with a name, property or http-equiv.
    metas: Meta, NewMeta {
        /// The attribute `name`, `property` or `http-equiv`, in lower case.
        name: text,
        /// Which of them it is: 0 name, 1 property, 2 http-equiv.
        attribute: number,
        /// The attribute `content`, with white space collapsed, at most 2,048 bytes.
        content: text,
        /// Whether it is in the head.
        in_head: flag,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A `link` element, or a link of the Link header.
    hints: Hint, NewHint {
        /// The attribute `rel`, in lower case.
        rel: text,
        /// The attribute `href` as written.
        href: text,
        /// The absolute, normalised address; empty if it is invalid.
        url: text,
        /// The number of that address, or unknown.
        target: number,
        /// The attribute `hreflang`.
        hreflang: maybe,
        /// The attributes `type` and `media`, with a space between them.
        attributes: text,
        /// Where it is: 0 head, 1 body, 2 the Link header.
        place: number,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A heading.
    headings: Heading, NewHeading {
        /// 1 to 6.
        level: number,
        /// Its text, or the alternative text of its images, with white space collapsed.
        text: text,
        /// Whether its only content is images.
        only_images: flag,
        /// The words of the main text between it and the next heading.
        words_after: number,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// An `a` or `area` element.
    links: Link, NewLink {
        /// The attribute `href` as written, at most 2,048 bytes.
        href: maybe,
        /// The absolute, normalised address without fragment; empty unless it is http or https.
        url: text,
        /// The number of that address, or unknown.
        target: number,
        /// What it leads to: 0 the same site, 1 another site, 2 mailto, 3 tel, 4 javascript, 5 a fragment of the same page, 6 nothing, 7 another scheme, 8 an invalid address.
        kind: number,
        /// The fragment without "#", decoded; none without one.
        fragment: maybe,
        /// Its visible text, otherwise aria-label, title or the alternative text of its images, at most 256 bytes.
        text: text,
        /// Where the text is from: 0 text, 1 aria-label or aria-labelledby, 2 alternative text, 3 title, 4 nothing.
        text_from: number,
        /// Where it is: 0 main content, 1 navigation, 2 header, 3 footer, 4 sidebar.
        place: number,
        /// Bits of `rel`: 1 nofollow, 2 ugc, 4 sponsored, 8 noopener, 16 noreferrer, 32 next, 64 prev.
        rel: number,
        /// Whether it opens a new tab.
        new_tab: flag,
        /// The number of images in it.
        images: number,
        /// Whether it has an `onclick`.
        onclick: flag,
        /// Its offset in the document, in bytes.
        at: number,
        /// The attribute aria-label, at most 256 bytes.
        label: text,
        /// The attribute `onclick`, at most 256 bytes.
        script: text,
        /// Bits: 1 it has an id or name, 2 a role other than "link", 4 it leads to another registrable domain.
        flags: number,
    }
    /// An `img` element, or a `picture` without one.
    images: Image, NewImage {
        /// The address as written: `src`, or the first of `srcset`, or the lazy source of common scripts.
        src: text,
        /// The absolute, normalised address; empty for data and invalid addresses.
        url: text,
        /// The number of that address, or unknown.
        target: number,
        /// The alternative text; none without the attribute.
        alt: maybe,
        /// Whether `aria-hidden` or a presentational role hide it.
        decorative: flag,
        /// Whether it has width and height, or a style with both or with aspect-ratio.
        sized: flag,
        /// Whether `loading="lazy"` or a lazy script delays it.
        lazy: flag,
        /// Whether it is the only content of a link.
        only_in_link: flag,
        /// Whether it is a `picture` without `img`.
        empty_picture: flag,
        /// Whether a `source` or `srcset` offers WebP or AVIF.
        modern: flag,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A file that a page loads, besides images of `img`.
    resources: Resource, NewResource {
        /// 0 style, 1 script, 2 frame, 3 video, 4 audio, 5 font, 6 icon, 7 og:image, 8 source of video or audio, 9 object, 10 background image of a style attribute, 11 source of a picture, or another one of the `srcset` of an image.
        kind: number,
        /// The address as written.
        src: text,
        /// The absolute, normalised address; empty for inline content and invalid addresses.
        url: text,
        /// The number of that address, or unknown.
        target: number,
        /// Bits: 1 async, 2 defer, 4 module, 8 in the head, 16 has a poster, 32 inline, 64 media query, 128 in the main content.
        flags: number,
        /// The size of inline content, in bytes.
        inline_bytes: number,
        /// Its offset in the document, in bytes.
        at: number,
        /// The width of a frame by its attribute or style, in pixels; a share is taken of a window of 600 by 800 pixels. 0 if it is unknown.
        width: number,
        /// The height of a frame, as its width.
        height: number,
    }
    /// A block of structured data.
    data: Data, NewData {
        /// 0 JSON-LD, 1 Microdata, 2 RDFa.
        format: number,
        /// The content as JSON: JSON-LD as written, at most 65,536 bytes; items of the others as objects with `@type`.
        json: text,
        /// Why JSON-LD does not parse; empty otherwise.
        error: text,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A form.
    forms: Form, NewForm {
        /// The absolute action; the page without one.
        action: text,
        /// Whether it has a password field.
        password: flag,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A paragraph of the main text; those that begin in its first 300 words.
    paragraphs: Paragraph, NewParagraph {
        /// Its text, at most 1,024 bytes.
        text: text,
        /// Its words.
        words: number,
        /// The words of the main text before it.
        words_before: number,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// An id or anchor name.
    ids: Id, NewId {
        /// The name, at most 128 bytes.
        name: text,
        /// How often it occurs.
        count: number,
    }
    /// A block that a style or attribute hides from readers, of 20 characters or more, and not a menu, dialog or template.
    hidden: Hidden, NewHidden {
        /// Its text, at most 1,024 bytes.
        text: text,
        /// The links to other sites in it.
        links: number,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// A visible price.
    prices: Price, NewPrice {
        /// The amount in hundredths of the currency.
        hundredths: number,
        /// The text, such as "1 299,00 zł".
        text: text,
        /// Its offset in the document, in bytes.
        at: number,
    }
    /// The main text of a page. It is there while the page is crawled, and is not stored.
    texts: Text, NewText {
        /// At most 65,536 bytes, paragraphs separated by line ends.
        text: text,
    }
    /// What a browser shows of a page.
    rendered: Rendered, NewRendered {
        /// The address after scripts have run.
        url: text,
        /// The title.
        title: text,
        /// The canonical address.
        canonical: text,
        /// Whether the page says noindex.
        noindex: flag,
        /// The words of the main text.
        words: number,
        /// How many of them are in the document as it was sent.
        words_sent: number,
        /// The links to the same site.
        links: number,
        /// How many of them are in the document as it was sent.
        links_sent: number,
        /// The words of the main text on a phone.
        phone_words: number,
        /// Uncaught exceptions while it loaded.
        exceptions: number,
        /// The first of them; empty without one.
        exception: text,
        /// Requests while it loaded.
        requests: number,
        /// All bytes that it loaded.
        transfer_bytes: number,
        /// How far the content is wider than a phone of 360 px, in pixels.
        overflow_px: number,
        /// Targets of taps, and those below 24 by 24 px.
        targets: number,
        /// Targets of taps that are smaller than 24 by 24 px.
        small_targets: number,
        /// Characters of text, and those smaller than 12 px.
        characters: number,
        /// Characters of text that are smaller than 12 px.
        small_characters: number,
        /// Largest contentful paint in milliseconds; unknown if it was not measured.
        lcp_ms: number,
        /// Whether the largest element is an image that is loaded lazily.
        lcp_lazy: flag,
        /// Interaction to next paint in milliseconds; unknown if it was not measured.
        inp_ms: number,
        /// Cumulative layout shift in thousandths; unknown if it was not measured.
        cls: number,
        /// First contentful paint in milliseconds; unknown if it was not measured.
        fcp_ms: number,
        /// Total blocking time in milliseconds; unknown if it was not measured.
        tbt_ms: number,
        /// What render-blocking files cost, in milliseconds; unknown if it was not measured.
        blocking_ms: number,
        /// The performance score, 0 to 100; unknown if it was not measured.
        score: number,
        /// Images that are shown much smaller than they are, as JSON: `[{"url", "natural", "shown", "density"}]`, with widths in pixels.
        oversized: text,
        /// The address of the largest element of the first screen, if it is an image; empty otherwise.
        lcp_url: text,
        /// Largest contentful paint of real visits, in milliseconds; unknown without enough of them.
        field_lcp_ms: number,
        /// Cumulative layout shift of real visits, in thousandths; unknown without enough of them.
        field_cls: number,
        /// The render-blocking file that costs most; empty without one.
        blocking_file: text,
        /// Requests to other hosts while it loaded.
        foreign_requests: number,
        /// The element that is wider than a phone, such as "table.sizes"; empty without one.
        widest: text,
        /// The text of a target of taps that is too small; empty without one.
        small_target: text,
    }
    /// What a connected service knows of a page.
    known: Known, NewKnown {
        /// The service and its answer, such as "gsc", "serp", "shop" or "history".
        source: text,
        /// The answer as a JSON object.
        json: text,
    }

    /// A site table: the state of every address at the end of the crawl, one row for each, in the order of numbers.
    states: State, NewState {
        /// The number of the address.
        number: number,
        /// The address.
        url: text,
        /// As in `pages`.
        role: number,
        /// As in `pages`.
        found: number,
        /// The HTTP status; 0 without a response.
        status: number,
        /// Bits: 1 HTML, 2 noindex, 4 canonicalised to another address, 8 disallowed, 16 in a sitemap, 32 indexable, 64 not fetched, 128 disallowed for Googlebot, 256 sent with a content encoding.
        flags: number,
        /// The fewest clicks from the start, or unknown.
        depth: number,
        /// Followed links from other pages of the site.
        followed: number,
        /// Links with nofollow from other pages of the site.
        nofollowed: number,
        /// Links from other pages of the site that are indexable themselves.
        from_indexable: number,
        /// The number of the redirect's target, or unknown.
        location: number,
        /// The number of the canonical address, or unknown.
        canonical: number,
        /// The language of the page: of `lang`, otherwise of the text; empty if unknown.
        language: text,
        /// The size of the body as it was sent, in bytes.
        transfer_bytes: number,
        /// The newest lastmod of a sitemap, in days since 1970-01-01; unknown without one.
        lastmod_day: number,
        /// The first other page that links to it, without nofollow if there is one; otherwise the first that refers to it in another way; unknown without one.
        from: number,
        /// The first other page that links to it with nofollow; unknown without one.
        nofollow_from: number,
    }
    /// A site table: an address that a page refers to.
    references: Reference, NewReference {
        /// What refers: 0 link, 1 canonical, 2 hreflang, 3 image, 4 other resource, 5 redirect, 6 sitemap, 7 next or prev, 8 og:image.
        kind: number,
        /// The number of the page that refers; unknown for a sitemap.
        source: number,
        /// The number of the address.
        target: number,
        /// The row in the table of the source: `links`, `hints`, `images` or `resources`, counted within the page.
        row: number,
        /// Bits: 1 nofollow, 2 the target refers back (hreflang), 4 the target is another site, 8 the page itself is indexable, 16 an image of `picture` or `srcset`, whose row is in `resources`.
        flags: number,
        /// The status of the target; unknown if it was not fetched.
        status: number,
        /// The flags of the target, as in `states`.
        target_flags: number,
        /// The language of an hreflang, otherwise the text of a link.
        text: text,
        /// The fragment of a link; none without one.
        fragment: maybe,
        /// Whether the target has that fragment, or is not known.
        fragment_found: flag,
    }
    /// A site table: a group of pages that share something, one row for each page, groups one after another.
    duplicates: Duplicate, NewDuplicate {
        /// What they share: 0 title, 1 description, 2 first h1, 3 main text, 4 nearly the main text, 5 nearly the description of a product.
        kind: number,
        /// The number of the group.
        group: number,
        /// The number of the page.
        page: number,
        /// How similar it is to the first page of the group, in thousandths.
        similarity: number,
    }
    /// A site table: a chain of redirects, one row for each step, chains one after another.
    chains: Chain, NewChain {
        /// The number of the chain.
        group: number,
        /// The number of the address.
        page: number,
        /// Its place in the chain, from 0.
        step: number,
        /// How the chain ends: 0 at a page, 1 in a loop, 2 at an error or without a response, 3 at the limit of steps.
        end: number,
    }
    /// A site table: the robots.txt of a host.
    robots: Robots, NewRobots {
        /// The address of the file.
        url: text,
        /// The HTTP status; 0 without a response.
        status: number,
        /// The size of the file, in bytes, at most 2 MiB.
        bytes: number,
        /// The file, at most 512,000 bytes.
        text: text,
        /// Problems, one in a line: the number of the line, a space, a code (`unknown-directive`, `rule-before-group`, `invalid-sitemap`, `invalid-path`), a space, the line.
        problems: text,
        /// The sitemaps that it names, one in a line.
        sitemaps: text,
        /// The product tokens for which the whole site is disallowed, in lower case, one in a line; "*" for all without a group of their own.
        blocked: text,
        /// The scheme and host whose file it is; `url` is its address after redirects.
        origin: text,
        /// Why there is no response, as in `pages`; empty otherwise.
        failure: text,
    }
    /// A site table: a sitemap.
    sitemaps: Sitemap, NewSitemap {
        /// Its address.
        url: text,
        /// 0 named in robots.txt, 1 guessed, 2 named in an index, 3 given.
        found: number,
        /// The HTTP status; 0 without a response.
        status: number,
        /// 0 unknown, 1 index, 2 urlset, 3 text, 4 RSS, 5 Atom.
        format: number,
        /// The addresses that it lists.
        urls: number,
        /// Its decoded size, in bytes.
        bytes: number,
        /// Problems, one in a line: a code (`malformed`, `root`, `namespace`, `relative`, `too-many`, `too-large`, `lastmod-invalid`, `lastmod-future`), a space, the number of the line in the file, a space, the text there or the date.
        problems: text,
        /// Addresses with a lastmod, and how many share the most frequent one.
        lastmods: number,
        /// The addresses that share the most frequent lastmod.
        same_lastmods: number,
        /// Addresses on another host than the sitemap's, and the first of them.
        foreign: number,
        /// The first address on another host; empty without one.
        foreign_url: text,
        /// Addresses with http in a sitemap of a site with https.
        http: number,
        /// The address of the robots.txt or of the index that names it; empty if it was guessed or given.
        source: text,
        /// Dates that are invalid or later than the day after the crawl.
        bad_lastmods: number,
    }
    /// A site table: the answer to a path that a pack or the crawl probes.
    probes: Probe, NewProbe {
        /// The path, or the whole address for a variant of the host.
        path: text,
        /// 0 asked by a pack, 1 a random path, 2 a variant of scheme and host, 3 a file that the crawl asks for itself, 4 an address to which another probe was redirected.
        kind: number,
        /// The HTTP status of the first answer; 0 without a response.
        status: number,
        /// The address at the end of redirects.
        end_url: text,
        /// The status at the end of redirects.
        end_status: number,
        /// The media type of the last answer.
        media_type: text,
        /// The first 1,024 bytes of the last answer, as text.
        start: text,
    }
    /// A site table: a host of the site.
    hosts: Host, NewHost {
        /// The host, with its port unless it is the scheme's own.
        host: text,
        /// Whether it answered with TLS.
        tls: flag,
        /// Why the certificate is not valid, such as "expired", "hostname", "chain"; empty otherwise.
        tls_error: text,
        /// The last day on which the certificate is valid, in days since 1970-01-01; unknown without TLS.
        not_after: number,
        /// Bits of the protocols that it offers: 1 TLS 1.0, 2 TLS 1.1, 4 TLS 1.2, 8 TLS 1.3, 16 HTTP/2; unknown if they were not asked.
        protocols: number,
        /// Addresses of the host that were fetched.
        fetched: number,
        /// Those that answered 500 to 599.
        failed: number,
        /// Those of the first 50 that answered 403 or 503 with a challenge of a firewall.
        challenged: number,
    }
    /// A site table: one row about the crawl.
    crawl: Crawl, NewCrawl {
        /// The start address.
        start: text,
        /// The number of its page after redirects.
        home: number,
        /// The day of the crawl, in days since 1970-01-01.
        day: number,
        /// Fetched pages of the site.
        pages: number,
        /// The limit that ended the crawl, such as "pages", "depth", "time", "query-variants"; empty if it ended by itself.
        limit: text,
        /// What is connected, one in a line: "render", "gsc", "serp", "lighthouse", "shop", "tls", "history", "external".
        connected: text,
        /// The part of paths that the crawl left out because they differ in the query only, one in a line: the path, a space, the number of variants.
        variants: text,
    }
    /// A site table: a page that a sitemap lists, with the first sitemap that does.
    listings: Listing, NewListing {
        /// The number of the page.
        page: number,
        /// The row of the sitemap in the table `sitemaps`.
        sitemap: number,
        /// The versions in other languages that the sitemap names, one in a line: the code, a space, the number of the address.
        alternates: text,
    }
}

/// The tables of a site. The others belong to pages.
pub const OF_SITE: &[&str] = &[
    "states",
    "references",
    "duplicates",
    "chains",
    "robots",
    "sitemaps",
    "probes",
    "hosts",
    "crawl",
    "listings",
];

/// A row of a table, for code that works with any of them.
pub trait Item {
    const TABLE: &'static str;
    /// The same row, in a batch that lives for `'b`.
    type In<'b>: Item;

    /// The rows of the table.
    fn count(batch: &Batch<'_>) -> usize;
    fn of<'b>(batch: &'b Batch<'b>, index: usize) -> Self::In<'b>;
    /// The row's number in its table.
    fn place(&self) -> u32;
}

impl<'a> Batch<'a> {
    /// The table of this name and its layout.
    pub fn named(&self, name: &str) -> Option<(&'static Layout, View<'a>)> {
        let layout = TABLES.iter().find(|layout| layout.name == name)?;
        Some((layout, self.get(name)?))
    }

    /// The rows of another table that belong to a page of this batch.
    pub fn rows_of_page(&self, page: usize, table: &str) -> Option<std::ops::Range<u32>> {
        let owned = |column: &&Column| matches!(column.kind, Kind::Rows(of) if of == table);
        let column = layouts::pages.columns.iter().find(owned)?;
        let (cell, _) = layouts::pages.column(column.name)?;
        let row = self.pages.row(page);
        let first = row.number(cell);
        Some(first..first.saturating_add(row.number(cell + 1)))
    }
}

impl Page<'_> {
    /// Whether it is a page of the site that was read: HTML with a status of success.
    pub fn is_document(self) -> bool {
        self.role() == 0 && self.html() && (200..300).contains(&self.status())
    }
}

impl Tables {
    /// The tables of one page: `fill` adds the rows that belong to it.
    pub fn of_page(page: &NewPage<'_>, fill: impl FnOnce(&mut Tables)) -> Tables {
        let mut tables = Tables::default();
        fill(&mut tables);
        page.push(&mut tables.pages);
        tables.claim();
        tables
    }

    /// Makes all rows those of the only page.
    pub fn claim(&mut self) {
        let mut cell = 0;
        for column in layouts::pages.columns {
            if let Kind::Rows(of) = column.kind {
                let rows = self.view().get(of).map_or(0, View::len);
                self.pages.cells[cell..cell + 2].copy_from_slice(&[0, rows as u32]);
            }
            cell += column.kind.cells();
        }
    }

    /// One page of a batch with its rows, as a batch of its own.
    pub fn only(&self, page: usize) -> Tables {
        let (mut one, view) = (Tables::default(), self.view());
        one.pages.append_row(layouts::pages, view.pages.row(page), &mut HashMap::new());
        let mut cell = 0;
        for column in layouts::pages.columns {
            if let Kind::Rows(of) = column.kind
                && let Some(rows) = view.get(of)
            {
                let (mut texts, rows) = (HashMap::new(), view.pages.row(page).rows(cell, rows));
                let table = one.all_mut().find(|(layout, _)| layout.name == of);
                table.into_iter().for_each(|(layout, table)| {
                    rows.clone().for_each(|row| table.append_row(layout, row, &mut texts));
                });
                one.pages.cells[cell] = 0;
            }
            cell += column.kind.cells();
        }
        one
    }

    /// Appends the tables of one or more other pages. `known` holds the texts of each table, and belongs to this value.
    pub fn append(&mut self, other: &Tables, known: &mut Interned) {
        known.tables.resize_with(TABLES.len(), HashMap::new);
        let before: Vec<u32> = self.all().map(|(_, table)| table.len() as u32).collect();
        let pages = self.pages.cells.len();
        for (((layout, table), (_, more)), known) in self.all_mut().zip(other.all()).zip(&mut known.tables) {
            table.append(layout, more.view(), known);
        }
        let layout = layouts::pages;
        for row in self.pages.cells[pages..].chunks_mut(layout.width()) {
            let mut cell = 0;
            for column in layout.columns {
                if let Kind::Rows(of) = column.kind
                    && let Some(index) = TABLES.iter().position(|table| table.name == of)
                {
                    row[cell] += before[index];
                }
                cell += column.kind.cells();
            }
        }
    }
}

/// The texts that a batch contains already, by table.
#[derive(Default)]
pub struct Interned {
    tables: Vec<HashMap<Box<str>, u32>>,
}
