//! Counts in memory, bounded: by pages that exist, by sources of a day, and by visitors of a day.

use crate::platform::prelude::*;
use crate::platform::rate::place;

/// A source that is unknown, or one of too many.
pub const NAMELESS: &str = "";
/// Sources of a day that are counted by name.
const MOST_SOURCES: usize = 300;
/// Pages of a day that are counted by path.
const MOST_PAGES: usize = 5_000;
/// Distinct visitors of a day, once for each row in which they are counted: 8 bytes each.
const MOST_SEEN: usize = 2_000_000;

/// A view of a page.
#[derive(Debug)]
pub struct View<'a> {
    /// The path of a page that exists.
    pub page: &'a str,
    /// As [`super::source`] gives it.
    pub source: &'a str,
    pub address: Option<IpAddr>,
    /// The browser's name.
    pub agent: &'a str,
}

/// What a row is about. Rows are written in this order, so that two processes cannot deadlock.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    day: i64,
    kind: &'static str,
    name: String,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    views: i64,
    visitors: i64,
    sign_ups: i64,
}

pub(super) type Counted = BTreeMap<Key, Counts>;

/// The counts of this process.
#[derive(Clone, Default)]
pub struct Counter(Arc<Mutex<Today>>);

#[derive(Default)]
struct Today {
    day: i64,
    /// Makes hashes of this day useless on the next.
    salt: String,
    /// Who was counted for what.
    seen: HashSet<u64>,
    pages: HashSet<String>,
    sources: HashSet<String>,
    pending: Counted,
}

/// The name, if it is known or there is room for it.
fn known(names: &mut HashSet<String>, name: &str, most: usize) -> bool {
    names.contains(name) || (names.len() < most && names.insert(name.to_owned()))
}

impl Today {
    fn roll(&mut self) {
        let day = Timestamp::now().day();
        if self.day != day {
            let pending = std::mem::take(&mut self.pending);
            *self = Self { day, salt: new_secret(), pending, ..Self::default() };
        }
    }

    /// The rows to which a page and a source belong.
    fn keys(&mut self, page: &str, source: &str) -> Vec<Key> {
        self.roll();
        let key = |kind, name: &str| Key { day: self.day, kind, name: name.to_owned() };
        let (day, of_page, of_source) = (key("day", ""), key("page", page), key("source", source));
        let has_page = !page.is_empty() && known(&mut self.pages, page, MOST_PAGES);
        let has_source = known(&mut self.sources, source, MOST_SOURCES);
        let of_source = if has_source { of_source } else { Key { name: NAMELESS.to_owned(), ..of_source } };
        [Some(day), has_page.then_some(of_page), Some(of_source)].into_iter().flatten().collect()
    }

    /// Whether this visitor is new for a row.
    fn is_new(&mut self, visitor: &str, key: &Key) -> bool {
        let digest = Sha256::digest(format!("{}\0{visitor}\0{}\0{}", self.salt, key.kind, key.name));
        let mut first = [0; 8];
        first.iter_mut().zip(digest).for_each(|(byte, of_digest)| *byte = of_digest);
        self.seen.len() < MOST_SEEN && self.seen.insert(u64::from_le_bytes(first))
    }
}

impl Counter {
    fn today(&self) -> MutexGuard<'_, Today> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn count(&self, view: &View) {
        let mut today = self.today();
        let visitor = view.address.map(|address| place(address).to_string()).unwrap_or_default() + view.agent;
        for key in today.keys(view.page, view.source) {
            let is_new = today.is_new(&visitor, &key);
            let counts = today.pending.entry(key).or_default();
            counts.views += 1;
            counts.visitors += i64::from(is_new);
        }
    }

    pub fn sign_up(&self, page: &str, source: &str) {
        let mut today = self.today();
        for key in today.keys(page, source) {
            today.pending.entry(key).or_default().sign_ups += 1;
        }
    }

    /// What is not stored yet.
    pub(super) fn take(&self) -> Counted {
        std::mem::take(&mut self.today().pending)
    }

    /// Takes back what could not be stored.
    pub(super) fn put_back(&self, counted: Counted) {
        let mut today = self.today();
        for (key, counts) in counted {
            let known = today.pending.entry(key).or_default();
            known.views += counts.views;
            known.visitors += counts.visitors;
            known.sign_ups += counts.sign_ups;
        }
    }
}

/// Adds the counts to the stored ones.
pub(super) async fn write(app: &App, counted: &Counted) -> Result<()> {
    let mut tx = app.db.write_rows().await?;
    for (Key { day, kind, name }, counts) in counted {
        db::query(
            "INSERT INTO visits (day, kind, name, views, visitors, sign_ups) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (day, kind, name) DO UPDATE SET views = visits.views + excluded.views,
                 visitors = visits.visitors + excluded.visitors, sign_ups = visits.sign_ups + excluded.sign_ups",
        )
        .binds((day, kind, name, counts.views, counts.visitors, counts.sign_ups))
        .run(&mut *tx)
        .await?;
    }
    Ok(tx.commit().await?)
}
