//! A conversation: the requests of a shop system with the answers of a shop, without its secrets. `--record` makes it, and
//! it may be written by hand.

use sitewright_engine::shop::Change;
use sitewright_engine::{HttpRequest, HttpResponse};

use super::super::{case, read, write};
use crate::cli::prelude::*;

/// The login of the connection in a conversation.
pub(super) const LOGIN: &str = "login";

/// The folder of conversations below the recordings.
pub(super) const FOLDER: &str = "shop";
/// The format version that this program writes and reads.
const FORMAT: u32 = 1;
/// Items of a page of a recorded list, and its pages: a large shop is not recorded to its end.
pub(super) const PAGE: u32 = 5;
pub(super) const PAGES: u32 = 4;

/// What a shop answered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Conversation {
    pub format: u32,
    /// The host of the connection.
    pub host: String,
    /// The names of the connection's secrets.
    pub secrets: Vec<String>,
    /// The time of the calls, in milliseconds since the Unix epoch: a plugin has no other clock.
    #[serde(default)]
    pub now_ms: u64,
    /// The `limit` of `list`, and the most pages that are listed of each kind.
    #[serde(default = "page")]
    pub page: u32,
    #[serde(default = "pages")]
    pub pages: u32,
    /// The exchanges of `check`, `list` and `read`, in any order.
    pub reading: Vec<Exchange>,
    #[serde(default)]
    pub writing: Vec<Writing>,
}

fn page() -> u32 {
    PAGE
}

fn pages() -> u32 {
    PAGES
}

/// One call of `write`, and a `read` of the same items after it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Writing {
    pub kind: String,
    pub changes: Vec<Change>,
    /// Equal requests have their answers in this order.
    pub exchanges: Vec<Exchange>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exchange {
    /// With `{secret:NAME}` in place of a secret.
    pub request: HttpRequest,
    /// With `[secret]` in place of a secret.
    pub answer: HttpResponse,
}

impl Conversation {
    pub fn new(host: &str, secrets: Vec<String>, now_ms: u64) -> Self {
        let host = host.to_owned();
        let (reading, writing) = (Vec::new(), Vec::new());
        Self { format: FORMAT, host, secrets, now_ms, page: PAGE, pages: PAGES, reading, writing }
    }

    /// Adds the exchanges of a reading, each request once.
    pub fn read(&mut self, exchanges: Vec<Exchange>) {
        for exchange in exchanges {
            if !self.reading.iter().any(|known| known.request == exchange.request) {
                self.reading.push(exchange);
            }
        }
    }

    /// All hosts that it reaches.
    pub fn hosts(&self) -> BTreeSet<String> {
        let writing = self.writing.iter().flat_map(|writing| &writing.exchanges);
        let urls = self.reading.iter().chain(writing).map(|exchange| exchange.request.url.as_str());
        let hosts = urls.filter_map(|url| Url::parse(url).ok()?.host_str().map(str::to_owned));
        hosts.chain([self.host.clone()]).collect()
    }

    /// Writes it as a file named after the shop, in the folder of the plugin.
    pub fn keep(&self, plugin: &Path, reader: Locale) -> anyhow::Result<PathBuf> {
        let folder = folder(plugin);
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let file = folder.join(format!("{}.json", self.host));
        write(&file, &serde_json::to_vec_pretty(self)?, reader)?;
        Ok(file)
    }
}

impl Exchange {
    /// Without what names the client or the day: the login, cookies and dates.
    pub fn clean(mut self, login: &str) -> Self {
        const DROPPED: [&str; 4] = ["date", "expires", "set-cookie", "last-modified"];
        self.answer.headers.retain(|(name, _)| !DROPPED.iter().any(|it| name.eq_ignore_ascii_case(it)));
        if !login.is_empty() {
            let Self { request, answer } = &mut self;
            let headers = request.headers.iter_mut().chain(&mut answer.headers).map(|(_, value)| value);
            headers.chain([&mut request.url]).for_each(|text| *text = text.replace(login, LOGIN));
            for body in [&mut request.body, &mut answer.body] {
                if let Ok(text) = std::str::from_utf8(body) {
                    *body = text.replace(login, LOGIN).into_bytes();
                }
            }
        }
        self
    }
}

fn folder(plugin: &Path) -> PathBuf {
    plugin.join(case::RECORDINGS).join(FOLDER)
}

/// The conversations of a plugin's folder with the names of their files.
pub(super) fn all(plugin: &Path, reader: Locale) -> anyhow::Result<Vec<(String, Conversation)>> {
    let one = |file: PathBuf| {
        let name = case::name_of(&format!("{}/{FOLDER}", case::RECORDINGS), &file);
        let conversation: Conversation = serde_json::from_slice(&read(&file, reader)?)
            .map_err(|error| case::unread(&name, &error, reader))?;
        if conversation.format != FORMAT {
            bail!(Text::key("cli.other-format").with("format", conversation.format).fail(reader));
        }
        Ok((name, conversation))
    };
    case::files(&folder(plugin)).into_iter().map(one).collect()
}
