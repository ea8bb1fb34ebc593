//! Text of a given length.

/// Words that make plausible sentences in any order.
const WORDS: &str = "garden river morning table window letter winter market bridge stone music paper kitchen summer \
    village forest candle journey corner island pocket mirror orchard harbour ladder meadow thunder velvet copper \
    blanket lantern feather pepper saddle timber valley walnut basket cotton marble quiet bright narrow gentle early \
    heavy simple golden silver hollow distant ancient careful modest patient sudden carries follows gathers remembers \
    crosses answers borrows watches repairs paints travels measures collects explains discovers between under across \
    beyond without before after around slowly often rarely almost together again always the and with from into over";

/// So many words, in sentences of twelve. The same words for the same seed, and others for another one.
pub fn varied(count: usize, seed: &str) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut state = seed
        .bytes()
        .fold(0x9e37_79b9_u64, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut text = String::new();
    for index in 0..count {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = words[(state >> 33) as usize % words.len()];
        if index > 0 {
            text.push_str(if index % 12 == 0 { ". " } else { " " });
        }
        if index % 12 == 0 {
            text.push_str(&word[..1].to_uppercase());
            text.push_str(&word[1..]);
        } else {
            text.push_str(word);
        }
    }
    if count > 0 {
        text.push('.');
    }
    text
}
