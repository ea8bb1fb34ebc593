//! Products: the element that describes one, and the cards of a list of them.

use super::{
    blocks::Place,
    names::{Name, Tag},
    reader::{Context, Mark, Reader},
};
use crate::text;

/// Parts of the class or id of a description.
const DESCRIPTIONS: [&str; 3] = ["description", "Description", "opis"];
/// Parts of the class or id of a card.
const CARDS: [&str; 5] = ["product", "produkt", "item", "card", "tile"];
/// The longest text of a card, in bytes.
const CARD_BYTES: usize = 1_024;

impl Reader<'_, '_> {
    /// Marks an element that describes a product or is a card of one.
    pub fn begin_goods(&mut self, tag: Tag, context: Context) {
        let attributes = &self.tokens.attributes;
        let names = || [Name::Class, Name::Id].into_iter().filter_map(|name| attributes.raw(name));
        let is_any = |parts: &[&str]| names().any(|value| parts.iter().any(|part| value.contains(part)));
        if attributes.is(Name::Itemprop, "description") || is_any(&DESCRIPTIONS) {
            self.at_end(Mark::GoodsText(self.blocks.here(context)));
        } else if matches!(tag, Tag::Li | Tag::Article | Tag::Div) && is_any(&CARDS) {
            self.at_end(Mark::Card(self.blocks.here(context), self.found.links));
        }
    }

    pub fn finish_goods_text(&mut self, place: Place) {
        let text = self.blocks.since(place, usize::MAX);
        let longest = &mut self.found.goods_text;
        if longest.as_ref().is_none_or(|longest| longest.len() < text.len()) {
            *longest = Some(text);
        }
    }

    /// A card has a link and a price. What contains several cards is a list.
    pub fn finish_card(&mut self, place: Place, links: u32) {
        let Some(range) = self.blocks.range_since(place) else { return };
        let cards = &mut self.found.cards;
        let inner = cards.iter().rev().take_while(|card| card.start >= range.start).count();
        if self.found.links == links || range.len() > CARD_BYTES || inner > 1 {
            return;
        }
        let mut has_price = inner == 1;
        if !has_price {
            text::prices(&self.blocks.visible[range.clone()], |_| has_price = true);
        }
        if has_price {
            cards.truncate(cards.len() - inner);
            cards.push(range);
        }
    }
}
