//! Which pages link to a page: for each chunk of pages, the numbers of the linking pages, compressed.

use sitewright_crawler::site::{KIND, Site};
use sitewright_facts::UNKNOWN;

use super::pages::Found;
use super::site::Batches;
use super::store;
use crate::platform::prelude::*;

/// Pages of a chunk.
const CHUNK: u32 = 256;
/// Chunks of one transaction.
const CHUNKS: usize = 100;
const LEVEL: i32 = 3;
/// A chunk is at most this large when it is decompressed.
const MOST_BYTES: usize = 256 * 1024 * 1024;

/// The pages that link to each page, sorted, each once.
fn sources(site: &Site) -> Vec<Vec<u32>> {
    let mut sources: Vec<Vec<u32>> = vec![Vec::new(); site.len()];
    for source in 0..site.len() as u32 {
        for edge in site.edges(source) {
            let Some(known) = sources.get_mut(edge.target as usize) else { continue };
            if edge.kind == KIND.link && edge.target != source && known.last() != Some(&source) {
                known.push(source);
            }
        }
    }
    sources
}

/// For each page of the chunk the number of its sources, then all sources, as little-endian `u32`.
fn packed(chunk: &[Vec<u32>]) -> Result<Vec<u8>> {
    let lengths = chunk.iter().map(|sources| sources.len() as u32);
    // Differences of sorted numbers are small, and compress well.
    let differences = chunk.iter().flat_map(|sources| {
        sources.iter().scan(0, |last, source| Some(source - std::mem::replace(last, *source)))
    });
    let bytes: Vec<u8> = lengths.chain(differences).flat_map(u32::to_le_bytes).collect();
    zstd::encode_all(&*bytes, LEVEL).map_err(Problem::internal)
}

fn unpacked(bytes: &[u8], place: usize) -> Result<Vec<u32>> {
    let bytes = zstd::bulk::decompress(bytes, MOST_BYTES).map_err(Problem::internal)?;
    let numbers: Vec<u32> = bytes.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)).collect();
    let pages = (CHUNK as usize).min(numbers.len());
    let before: usize = numbers[..place.min(pages)].iter().map(|length| *length as usize).sum();
    let length = numbers.get(place).copied().unwrap_or(0) as usize;
    let differences = numbers[pages..].get(before..before + length).unwrap_or_default();
    Ok(differences
        .iter()
        .scan(0_u32, |last, difference| {
            *last = last.wrapping_add(*difference);
            Some(*last)
        })
        .collect())
}

/// Stores which pages link to each page.
pub(super) async fn put(app: &App, account: &str, audit: i64, site: &Site) -> Result<()> {
    let mut sources = sources(site);
    sources.resize(sources.len().next_multiple_of(CHUNK as usize), Vec::new());
    let chunks: Vec<&[Vec<u32>]> = sources.chunks(CHUNK as usize).collect();
    for (group, chunks) in chunks.chunks(CHUNKS).enumerate() {
        let mut tx = app.db.write_for(account).await?;
        for (place, chunk) in chunks.iter().enumerate() {
            if chunk.iter().all(Vec::is_empty) {
                continue;
            }
            let number = (group * CHUNKS + place) as i64;
            db::query(
                "INSERT INTO audit_links (audit, chunk, links) VALUES ($1, $2, $3)
                 ON CONFLICT (audit, chunk) DO UPDATE SET links = excluded.links",
            )
            .binds((audit, number, packed(chunk)?))
            .run(&mut tx)
            .await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn all(app: &App, audit: i64, page: i64) -> Result<Vec<u32>> {
    let chunk = i64::from(CHUNK);
    let links: Option<Vec<u8>> =
        db::query_scalar("SELECT links FROM audit_links WHERE audit = $1 AND chunk = $2")
            .binds((audit, page / chunk))
            .fetch_optional(app.db.read())
            .await?;
    links.map_or(Ok(Vec::new()), |links| unpacked(&links, (page % chunk) as usize))
}

/// How many pages link to a page.
pub(super) async fn count(app: &App, audit: i64, page: i64) -> Result<i64> {
    Ok(all(app, audit, page).await?.len() as i64)
}

/// The links to a page, one for each page that links to it.
pub(super) async fn incoming(
    app: &App,
    batches: &mut Batches,
    number: i64,
    page: Page,
) -> Result<Vec<Found>> {
    let sources = page.cut(all(app, batches.audit, number).await?).data;
    let mut links = Vec::with_capacity(sources.len());
    for source in sources {
        let batch =
            db::query_scalar("SELECT batch FROM audit_pages WHERE audit = $1 AND number = $2 AND batch >= 0");
        let batch: Option<i64> =
            batch.binds((batches.audit, i64::from(source))).fetch_optional(app.db.read()).await?;
        let Some(batch) = batch.filter(|batch| *batch > store::LEFT_OUT) else { continue };
        let tables = batches.get(batch).await?;
        let view = tables.view();
        let from = view.numbered(source);
        let link = from.and_then(|page| page.links().find(|link| i64::from(link.target()) == number));
        if let (Some(link), Some(from)) = (link, from) {
            links.push(Found::of(link, Some(i64::from(source)).filter(|_| source != UNKNOWN), from.url()));
        }
    }
    Ok(links)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_of_a_page_are_read_back() {
        let mut chunk = vec![Vec::new(); CHUNK as usize];
        chunk[0] = vec![5];
        chunk[3] = vec![0, 7, 900_000];
        let bytes = packed(&chunk).expect("packed");
        let read = |place| unpacked(&bytes, place).expect("readable");
        assert_eq!((read(0), read(1), read(3), read(999)), (vec![5], vec![], vec![0, 7, 900_000], vec![]));
    }
}
