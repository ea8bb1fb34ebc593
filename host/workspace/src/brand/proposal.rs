//! A proposal of the brand kit, read from the user's website. Nothing is stored: the user decides.

use tokio::sync::Semaphore;

use super::links::same_site;
use super::reading::{self, Reading};
use super::rules::line;
use super::summary::{self, Found, Summary};
use super::{BrandKitContent, Config, voice};
use crate::messages::realtime;
use crate::platform::fetch::{Page, Unread, Visit};
use crate::platform::prelude::*;
use crate::platform::users::Business;

/// Pages that are read per site, including the first.
const PAGES: usize = 5;
/// Time limit of a proposal.
const LONGEST: Duration = Duration::from_secs(30);
/// Sites that are read concurrently.
const AT_ONCE: usize = 4;
/// `Retry-After` for a busy reader, in seconds.
const TRY_AGAIN: u64 = 10;
const ADDRESS_CHARS: usize = 2000;

/// The accounts with a site being read.
pub(super) struct Readers {
    fetcher: Fetcher,
    accounts: Mutex<HashSet<String>>,
    places: Semaphore,
}

impl Readers {
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        Ok(Self {
            fetcher: Fetcher::new(config)?,
            accounts: Mutex::default(),
            places: Semaphore::new(AT_ONCE),
        })
    }

    /// Starts reading, one site at a time per account.
    fn enter<'r>(&'r self, account: &'r str) -> Result<Reader<'r>> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if accounts.insert(account.to_owned()) {
            return Ok(Reader { readers: self, account });
        }
        Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, "brand.reading-already").retry_after(TRY_AGAIN))
    }
}

struct Reader<'r> {
    readers: &'r Readers,
    account: &'r str,
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.readers.accounts.lock().unwrap_or_else(PoisonError::into_inner).remove(self.account);
    }
}

/// The website to read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteToRead {
    /// Its address; `https://` may be left out.
    #[serde(default)]
    #[schema(required, max_length = 2000, example = "example.com")]
    url: String,
}

/// The proposal from a website. It is not stored; save it, corrected, with PUT.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BrandKitProposal {
    /// The address of the page, after redirects.
    url: String,
    #[serde(rename = "brandKit")]
    brand_kit: BrandKitContent,
    /// The page of each value of the kit.
    found: Vec<Found>,
    /// What the site seems to be; null if it says too little.
    #[schema(required)]
    business: Option<Business>,
    /// The subject of the home page: its title without the name; may be empty.
    topic: String,
    /// The language of the site; null if it names none, or another one.
    #[schema(required)]
    language: Option<Locale>,
    /// Words that the language model used to describe tone and audience; 0 if they follow from rules.
    words: i64,
    /// The pages that were requested, in order.
    pages: Vec<PageLookedFor>,
}

/// A requested page. Open pages of the user receive it as the event `brand.page-read` as soon as it is read.
#[derive(Debug, Serialize, ToSchema)]
struct PageLookedFor {
    url: String,
    /// Why it was not read, in the reader's language; null if it was.
    #[schema(required)]
    problem: Option<String>,
}

/// Read a proposal of the brand kit from a website
///
/// Reads up to five pages of the site, and only those that its robots.txt allows. Nothing is stored.
#[utoipa::path(post, path = "/api/brand-kit/proposal", tag = "brand", request_body = SiteToRead, responses((status = 200, body = BrandKitProposal),
    (status = 429, description = "Another site is being read for this account; `Retry-After` says when to retry")))]
pub(super) async fn propose_brand_kit(
    app: App,
    user: User,
    locale: Locale,
    json::Json(site): json::Json<SiteToRead>,
) -> Result<Json<BrandKitProposal>> {
    let addresses = addresses(&site.url).ok_or_else(|| not_read(&Unread::NotAnAddress))?;
    let readers = app.part::<Readers>();
    let _reader = readers.enter(&user.id)?;
    let _place = readers.places.acquire().await.map_err(Problem::internal)?;
    let reader = SiteReader { app: &app, account: &user.id, visit: readers.fetcher.visit(LONGEST), locale };
    reader.read(addresses).await.map(Json)
}

fn not_read(reason: &Unread) -> Problem {
    Problem::invalid_field("url", reason.text())
}

/// The possible addresses for a typed text, in the order in which they are tried.
fn addresses(typed: &str) -> Option<Vec<Url>> {
    let typed = line(typed);
    if typed.is_empty() || typed.chars().count() > ADDRESS_CHARS {
        return None;
    }
    let candidates = match typed.contains("://") {
        true => vec![typed],
        false => vec![format!("https://{typed}"), format!("http://{typed}")],
    };
    let urls = candidates.iter().map(|address| Url::parse(address).ok()).collect::<Option<Vec<_>>>()?;
    let is_site = |url: &Url| {
        url.host_str().is_some_and(|host| host.contains(['.', ':']) || host == "localhost")
            && matches!(url.scheme(), "http" | "https")
    };
    urls.iter().all(is_site).then_some(urls)
}

/// Reads one site for a user.
struct SiteReader<'r> {
    app: &'r App,
    account: &'r str,
    visit: Visit,
    locale: Locale,
}

impl SiteReader<'_> {
    async fn read(mut self, addresses: Vec<Url>) -> Result<BrandKitProposal> {
        let page = home(&mut self.visit, &addresses).await.map_err(|reason| not_read(&reason))?;
        let home = page.url.clone();
        let first = read_page(page, self.locale).await?;
        let mut pages = Vec::new();
        self.report(&mut pages, &home, None);
        let more: Vec<Url> = first.links.iter().take(PAGES - 1).cloned().collect();
        let mut readings = vec![first];
        for url in more {
            let problem = match self.visit.page(&url).await {
                // A page that redirects to another site is not about this one.
                Ok(page) if !same_site(&page.url, &home) => continue,
                Ok(page) => {
                    readings.push(read_page(page, readings[0].locale).await?);
                    None
                }
                Err(reason) => Some(reason.text().say(self.locale)),
            };
            self.report(&mut pages, &url, problem);
        }
        let language = readings[0].language;
        let (summary, text) = blocking({
            let home = home.clone();
            move || (summary::of(&readings, &home), voice::text(&readings))
        })
        .await
        .map_err(Problem::internal)?;
        let (summary, words) = voice::described(self.app, self.account, summary, text, &home).await?;
        let Summary { brand_kit, found, business, topic } = summary;
        let url = home.to_string();
        Ok(BrandKitProposal { url, brand_kit, found, business, topic, language, words, pages })
    }

    fn report(&self, pages: &mut Vec<PageLookedFor>, url: &Url, problem: Option<String>) {
        let page = PageLookedFor { url: url.to_string(), problem };
        realtime::publish_now(self.app, self.account, "brand.page-read", &page);
        pages.push(page);
    }
}

async fn home(visit: &mut Visit, addresses: &[Url]) -> Result<Page, Unread> {
    let mut last = Unread::NotAnAddress;
    for address in addresses {
        match visit.page(address).await {
            // Some sites still support HTTP only.
            Err(Unread::Unreachable) => last = Unread::Unreachable,
            found => return found,
        }
    }
    Err(last)
}

async fn read_page(page: Page, locale: Locale) -> Result<Reading> {
    blocking(move || reading::read(&page, locale)).await.map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_type_addresses_in_many_ways() {
        let tried = |typed| addresses(typed).map(|urls| urls.iter().map(Url::to_string).collect::<Vec<_>>());
        assert_eq!(
            tried(" example.com "),
            Some(vec!["https://example.com/".into(), "http://example.com/".into()])
        );
        assert_eq!(tried("http://żółw.pl/a"), Some(vec!["http://xn--w-uga1v8h.pl/a".into()]));
        for wrong in [
            "",
            "example",
            "ftp://example.com",
            "javascript://x.y/%0aalert(1)",
            "file:///etc/passwd",
            "https://",
        ] {
            assert_eq!(tried(wrong), None, "{wrong}");
        }
    }
}
