//! Large freed memory of a rule pack, which reads a site in blocks of rows: without reuse, a site of a million pages would
//! not fit into its memory. Small memory is not worth its bookkeeping.

/// Smaller memory is not kept.
const LEAST: usize = 4 * 1024;
const PLACES: usize = 32;
/// Large memory has multiples of this size, so that neighbours touch each other.
const STEP: usize = 16;

/// The memory that is set aside for this size.
pub const fn reserved(size: usize) -> usize {
    if size < LEAST { size } else { size.saturating_add(STEP - 1) & !(STEP - 1) }
}

/// Ranges of free memory that do not touch each other: start and size, unused places with the size 0.
pub struct Freed {
    ranges: [(usize, usize); PLACES],
}

impl Freed {
    pub const fn new() -> Self {
        Self { ranges: [(0, 0); PLACES] }
    }

    /// Takes memory from the smallest range that has enough of it.
    pub fn take(&mut self, size: usize, align: usize) -> Option<usize> {
        if size < LEAST {
            return None;
        }
        let size = reserved(size);
        let enough =
            |(start, free): &&mut (usize, usize)| start.next_multiple_of(align) - start + size <= *free;
        let range = self.ranges.iter_mut().filter(enough).min_by_key(|(_, free)| *free)?;
        let start = range.0.next_multiple_of(align);
        let end = range.0 + range.1;
        // What is lost to the alignment is a few bytes, once for each range.
        *range = (start + size, end - start - size);
        Some(start)
    }

    /// Keeps freed memory, joined with what is free beside it. If there is no place, the smallest range is lost.
    pub fn give(&mut self, start: usize, size: usize) {
        if size < LEAST {
            return;
        }
        let mut joined = (start, reserved(size));
        for range in &mut self.ranges {
            let touches = range.0 + range.1 == joined.0 || joined.0 + joined.1 == range.0;
            if range.1 > 0 && touches {
                joined = (range.0.min(joined.0), range.1 + joined.1);
                *range = (0, 0);
            }
        }
        if let Some(smallest) = self.ranges.iter_mut().min_by_key(|(_, size)| *size)
            && smallest.1 < joined.1
        {
            *smallest = joined;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Freed, reserved};

    const KIB: usize = 1024;

    #[test]
    fn memory_is_reused_and_joined() {
        let mut freed = Freed::new();
        assert_eq!(freed.take(8 * KIB, 8), None);
        freed.give(1 << 20, 100 * KIB);
        let first = freed.take(60 * KIB, 8).expect("there is enough");
        let second = freed.take(40 * KIB, 8).expect("the rest");
        assert_eq!((first, second), (1 << 20, (1 << 20) + 60 * KIB));
        assert_eq!(freed.take(4 * KIB, 8), None);
        freed.give(second, 40 * KIB);
        freed.give(first, 60 * KIB);
        assert_eq!(freed.take(100 * KIB, 8), Some(first));
    }

    #[test]
    fn the_smallest_range_that_fits_is_used() {
        let mut freed = Freed::new();
        freed.give(1 << 20, 64 * KIB);
        freed.give(1 << 22, 16 * KIB);
        assert_eq!(freed.take(10 * KIB, 8), Some(1 << 22));
        assert_eq!(freed.take(10 * KIB, 8), Some(1 << 20));
    }

    #[test]
    fn blocks_of_changing_sizes_need_the_memory_of_two() {
        let (mut freed, mut end) = (Freed::new(), 1 << 20);
        let start = end;
        let mut held: Vec<(usize, usize)> = Vec::new();
        for round in 0..10_000_usize {
            let size = 20 * KIB + (round * 7_919) % (100 * KIB);
            let place = freed.take(size, 8).unwrap_or_else(|| {
                end += reserved(size);
                end - reserved(size)
            });
            held.push((place, size));
            if held.len() > 1 {
                let (place, size) = held.remove(0);
                freed.give(place, size);
            }
        }
        assert!(end - start < 1_000 * KIB, "{} KiB", (end - start) / KIB);
    }
}
