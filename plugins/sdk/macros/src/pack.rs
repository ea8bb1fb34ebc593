//! Compresses texts: a byte encodes a letter or a pair of other bytes, the most frequent pair first (byte-pair
//! encoding). Texts shrink to half, and each can be decompressed separately.

/// The byte after every text.
const END: u8 = 0;
/// The maximum length that one byte may encode; the SDK copies this many bytes at once.
const LONGEST: usize = 16;
/// The minimum frequency of a pair: it must save more than its entry in the table costs.
const LEAST: u32 = 4;
const CODES: usize = 256;

/// Lists of texts, compressed and concatenated.
pub struct Packed {
    pub codes: Vec<u8>,
    /// The offset of each list in `codes`; the last is the end.
    pub starts: Vec<usize>,
    /// The letters that the lowest bytes encode, including the byte after texts.
    pub literals: Vec<u8>,
    /// The pairs that the higher bytes encode.
    pub pairs: Vec<[u8; 2]>,
}

/// `None` if the texts use all byte values.
pub fn pack(lists: &[&Vec<String>]) -> Option<Packed> {
    let mut literals: Vec<u8> = vec![END];
    literals.extend(lists.iter().flat_map(|list| list.iter()).flat_map(|text| text.bytes()));
    literals.sort_unstable();
    literals.dedup();
    let code = |byte: u8| literals.binary_search(&byte).ok().and_then(|place| u8::try_from(place).ok());
    let mut codes: Vec<u8> = Vec::new();
    for text in lists.iter().flat_map(|list| list.iter()) {
        for byte in text.bytes().filter(|byte| *byte != END) {
            codes.push(code(byte)?);
        }
        codes.push(END);
    }
    let mut lengths = vec![1; literals.len()];
    let mut pairs = Vec::new();
    while lengths.len() < CODES
        && let Some(pair) = most_frequent(&codes, &lengths)
    {
        codes = replaced(&codes, pair, u8::try_from(lengths.len()).ok()?);
        lengths.push(pair.iter().map(|code| lengths[usize::from(*code)]).sum());
        pairs.push(pair);
    }
    Some(Packed { starts: starts(lists, &codes), codes, literals, pairs })
}

/// The most frequent pair in `codes` that is inside one text; the lowest of equally frequent pairs.
fn most_frequent(codes: &[u8], lengths: &[usize]) -> Option<[u8; 2]> {
    let mut counts = vec![0u32; CODES * CODES];
    for pair in codes.windows(2).filter(|pair| pair[0] != END && pair[1] != END) {
        counts[usize::from(pair[0]) * CODES + usize::from(pair[1])] += 1;
    }
    let fits = |place: &usize| lengths.get(place / CODES).zip(lengths.get(place % CODES));
    let fits = |place: &usize| fits(place).is_some_and(|(left, right)| left + right <= LONGEST);
    let best = (0..counts.len())
        .filter(|place| counts[*place] >= LEAST)
        .filter(fits)
        .max_by_key(|place| (counts[*place], CODES * CODES - place))?;
    Some([u8::try_from(best / CODES).ok()?, u8::try_from(best % CODES).ok()?])
}

fn replaced(codes: &[u8], pair: [u8; 2], code: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(codes.len());
    let mut rest = codes;
    while let Some((first, after)) = rest.split_first() {
        if rest.starts_with(&pair) {
            out.push(code);
            rest = &rest[2..];
        } else {
            out.push(*first);
            rest = after;
        }
    }
    out
}

fn starts(lists: &[&Vec<String>], codes: &[u8]) -> Vec<usize> {
    let mut ends = (0..codes.len()).filter(|place| codes[*place] == END).map(|place| place + 1);
    let mut starts = vec![0];
    for list in lists {
        let last = list.iter().filter_map(|_| ends.next()).last();
        starts.push(last.or(starts.last().copied()).unwrap_or_default());
    }
    starts
}
