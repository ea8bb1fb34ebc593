//! The row of a page, and the rows of its text: what the whole document is like.

use std::ops::Range;

use sitewright_facts::{NewPage, NewParagraph, NewPrice, NewText, Tables, UNKNOWN, layouts};
use sitewright_sdk::units::arial;

use super::{
    Found, Input,
    blocks::{Block, Blocks, cut},
    dates, limits,
    reader::Region,
    response::Response,
    targets::Counts,
};
use crate::text::{self, Measure};

/// The words in which the stored paragraphs begin.
const OPENING: u32 = 300;
/// The words from which descriptions of products are compared.
const COMPARABLE: u32 = 20;

/// A document that was read.
pub struct Document<'a> {
    pub is_html: bool,
    pub found: &'a Found,
    pub blocks: &'a Blocks,
    pub head_ended_by: &'a str,
}

/// What the main text is like.
#[derive(Default)]
struct MainText {
    measure: Measure,
    all_words: u32,
    language: &'static str,
    certainty: u32,
    longest_paragraph: u32,
    placeholder: &'static str,
    more_prices: u32,
    mojibake: u32,
    cards: u32,
    card_words: u32,
}

/// Appends the row of the page; its number.
pub fn write(
    input: &Input<'_>,
    response: &Response<'_>,
    document: Document<'_>,
    before: &Counts,
    tables: &mut Tables,
) -> usize {
    let row = tables.pages.len();
    let received = received(input, response, document.found, before, tables);
    if document.is_html {
        let main = read_text(document.blocks, &document.found.cards, before, tables);
        describe(received, &document, &main, before, tables).push(&mut tables.pages);
    } else {
        let found = document.found;
        NewPage {
            canonical: found.header_canonical.as_deref().unwrap_or_default(),
            noindex: found.robots.noindex,
            nofollow: found.robots.nofollow,
            hints: before.hints(tables),
            ..received
        }
        .push(&mut tables.pages);
    }
    row
}

/// The columns about the response. Those about a document are unknown.
fn received<'a>(
    input: &Input<'a>,
    response: &'a Response<'a>,
    found: &'a Found,
    before: &Counts,
    tables: &Tables,
) -> NewPage<'a> {
    NewPage {
        url: &found.own_url,
        media_type: &response.media_type,
        charset: response.charset,
        encoding: &response.encoding,
        location: &response.location,
        body_bytes: input.body.len() as u32,
        lastmod_day: dates::day_of_header(response.last_modified).unwrap_or(input.response.lastmod_day),
        headers: before.headers(tables),
        location_number: UNKNOWN,
        canonical_number: UNKNOWN,
        meta_charset_at: found.meta_charset_at,
        description_words: UNKNOWN,
        modified_day: found.newest.unwrap_or(UNKNOWN),
        flesch: UNKNOWN,
        fog: UNKNOWN,
        ..input.response
    }
}

fn describe<'a>(
    received: NewPage<'a>,
    document: &Document<'a>,
    main: &MainText,
    before: &Counts,
    tables: &Tables,
) -> NewPage<'a> {
    let Document { found, blocks, .. } = document;
    let goods = found.goods_text.as_deref().map(measured);
    let width = |text: &Option<String>, size| text.as_ref().map_or(0, |text| arial(text, size));
    NewPage {
        html: true,
        doctype: found.doctype,
        lang: found.lang.as_deref().map(|lang| cut(lang, 64)),
        title: found.title.as_deref(),
        title_px: width(&found.title, 20),
        description: found.description.as_deref(),
        description_px: width(&found.description, 14),
        viewport: found.viewport.as_deref(),
        canonical: found.canonical(),
        canonical_foreign: found.canonical_is_foreign(),
        noindex: found.robots.noindex,
        nofollow: found.robots.nofollow,
        head_ended_by: cut(document.head_ended_by, 64),
        elements: found.elements,
        nesting: found.nesting,
        text_bytes: blocks.visible.len() as u32,
        words: main.measure.words,
        all_words: main.all_words,
        sentences: main.measure.sentences,
        language: main.language,
        language_certainty: main.certainty,
        flesch: main.measure.flesch().map_or(UNKNOWN, |ease| (ease + 100_000.0).max(0.0) as u32),
        fog: main.measure.fog().map_or(UNKNOWN, |index| index as u32),
        longest_paragraph: main.longest_paragraph,
        text_hash: main.measure.hash(),
        simhash: main.measure.simhash(),
        mojibake: main.mojibake,
        placeholder: main.placeholder,
        author: found.author(),
        article: found.article || found.signed_article,
        onclick_links: found.onclick_links,
        more_prices: main.more_prices,
        titles: before.titles(tables),
        metas: before.metas(tables),
        hints: before.hints(tables),
        headings: before.headings(tables),
        links: before.links(tables),
        images: before.images(tables),
        resources: before.resources(tables),
        data: before.data(tables),
        forms: before.forms(tables),
        paragraphs: before.paragraphs(tables),
        ids: before.ids(tables),
        hidden: before.hidden(tables),
        prices: before.prices(tables),
        description_words: goods.as_ref().map_or(UNKNOWN, |text| text.words),
        description_simhash: goods.as_ref().map_or(0, |text| text.simhash_from(COMPARABLE)),
        cards: main.cards,
        card_words: main.card_words,
        texts: before.texts(tables),
        ..received
    }
}

fn measured(text: &str) -> Measure {
    let mut measure = Measure::default();
    measure.block(text);
    measure
}

impl Found {
    /// The author by structured data, `meta` or a byline, in this order.
    fn author(&self) -> &str {
        let meta = self.meta_author.as_deref().map_or("", |author| cut(author, 256));
        [self.data_author.as_str(), meta, &self.byline]
            .into_iter()
            .find(|author| !author.is_empty())
            .unwrap_or("")
    }
}

/// Reads the visible text, and writes the rows of paragraphs, prices and of the main text.
fn read_text(blocks: &Blocks, cards: &[Range<usize>], before: &Counts, tables: &mut Tables) -> MainText {
    let is_main = main_part(&blocks.all);
    let mut text = String::with_capacity(blocks.visible.len());
    for block in blocks.all.iter().filter(|block| is_main(block)) {
        text.push_str(&blocks.visible[block.start..block.end]);
        text.push('\n');
    }
    let language = text::detect(&text);
    let mut main = MainText {
        measure: Measure::new(language.code),
        language: language.code,
        certainty: language.certainty,
        placeholder: text::placeholder(&text),
        mojibake: text::mojibake(&blocks.visible),
        ..MainText::default()
    };
    let mut others = Measure::default();
    let (mut cards, mut in_card) = (cards.iter().peekable(), false);
    let mut after_headings = vec![0; before.headings(tables).1 as usize];
    for block in &blocks.all {
        let line = &blocks.visible[block.start..block.end];
        if !is_main(block) {
            others.block(line);
            continue;
        }
        let words_before = main.measure.words;
        let words = main.measure.block(line);
        while cards.next_if(|card| card.end <= block.start).is_some() {
            in_card = false;
        }
        if cards.peek().is_some_and(|card| card.start <= block.start) {
            main.cards += u32::from(!std::mem::replace(&mut in_card, true));
            main.card_words += words;
        }
        if block.in_heading {
            continue;
        }
        main.longest_paragraph = main.longest_paragraph.max(words);
        if let Some(count) =
            (block.headings as usize).checked_sub(1).and_then(|index| after_headings.get_mut(index))
        {
            *count += words;
        }
        if words > 0 && words_before < OPENING && before.paragraphs(tables).1 < limits::PARAGRAPHS as u32 {
            NewParagraph {
                text: cut(line, 1_024),
                words,
                words_before,
                at: block.at as u32,
                ..Default::default()
            }
            .push(&mut tables.paragraphs);
        }
    }
    main.all_words = main.measure.words + others.words;
    write_words_after(&after_headings, before, tables);
    main.more_prices = write_prices(blocks, tables);
    let text = cut(text.trim_ascii_end(), 65_536);
    NewText { text, ..NewText::default() }.push(&mut tables.texts);
    main
}

/// Which blocks are the main text: those of `main`, otherwise those of articles, otherwise all but those of navigation,
/// header, footer and sidebars. Navigation and sidebars in `main` are not.
fn main_part(all: &[Block]) -> impl Fn(&Block) -> bool + use<> {
    let has_main = all.iter().any(|block| block.context.in_main && block.context.place == Region::Content);
    let has_article =
        all.iter().any(|block| block.context.in_article && block.context.place == Region::Content);
    move |block| {
        let context = block.context;
        context.place == Region::Content
            && if has_main { context.in_main } else { !has_article || context.in_article }
    }
}

fn write_words_after(counts: &[u32], before: &Counts, tables: &mut Tables) {
    let first = before.headings(tables).0 as usize;
    let Some((cell, _)) = layouts::headings.column("words_after") else { return };
    let width = tables.headings.width as usize;
    for (row, count) in tables.headings.cells.chunks_mut(width).skip(first).zip(counts) {
        row[cell] = *count;
    }
}

/// Writes the visible prices; the number of those that were left out.
fn write_prices(blocks: &Blocks, tables: &mut Tables) -> u32 {
    let (mut written, mut more) = (0, 0);
    text::prices(&blocks.visible, |price| {
        if written == limits::PRICES {
            more += 1;
            return;
        }
        written += 1;
        let block = blocks.all.partition_point(|block| block.start <= price.at).saturating_sub(1);
        let at = blocks.all.get(block).map_or(0, |block| block.at as u32);
        NewPrice { hundredths: price.hundredths, text: price.text, at, ..NewPrice::default() }
            .push(&mut tables.prices);
    });
    more
}
