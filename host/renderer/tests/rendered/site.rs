//! A site on loopback, its crawl, and the rendered view of its pages.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};

use sitewright_crawler::crawl::{Crawl, Settings, Sitemaps};
use sitewright_crawler::fetch::{self, Network};
use sitewright_crawler::gather::{self, Gatherer};
use sitewright_crawler::render::{Filled, Renderer};
use sitewright_facts::{Interned, Page, Tables};
use sitewright_renderer::Browser;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// What a path answers.
#[derive(Clone)]
pub enum Answer {
    Html(String),
    Of(&'static str, &'static str),
    Moved(String),
    /// The beginning of an image that never ends.
    Endless,
}

/// The head and the body of a document.
pub fn page(head: &str, body: &str) -> Answer {
    Answer::Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width\">{head}</head><body>{body}</body></html>"
    ))
}

pub struct Site {
    pub url: Url,
    paths: Arc<Mutex<Vec<String>>>,
    /// The number of requests so far.
    pub asked: watch::Receiver<usize>,
}

impl Site {
    pub async fn start(answers: impl IntoIterator<Item = (&'static str, Answer)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let answers: Arc<HashMap<&str, Answer>> = Arc::new(answers.into_iter().collect());
        let (paths, (count, asked)) = (Arc::<Mutex<Vec<String>>>::default(), watch::channel(0));
        let all = paths.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answers.clone(), all.clone(), count.clone()));
            }
        });
        Self { url: url.parse().expect("an address"), paths, asked }
    }

    pub fn paths(&self) -> Vec<String> {
        self.paths.lock().expect("the paths").clone()
    }

    /// Crawls the site and renders its first pages.
    pub async fn rendered(&self, browser: Browser, most: usize) -> (Tables, Filled) {
        let fetch = fetch::Settings { network: Arc::new(Own), ..fetch::Settings::new("TestBot/1.0") };
        let settings = Settings {
            sitemaps: Sitemaps::None,
            checks_resources: false,
            checks_externals: false,
            ..Settings::new(fetch)
        };
        let mut gatherer = Gatherer::new(&settings, &self.url, 20_000, &[], Tables::default());
        let mut renderer =
            Renderer::new(Arc::new(browser), &settings, &self.url, 20_000).expect("a renderer");
        let parse = gather::parse(&settings, &self.url, 20_000);
        let mut crawl = Crawl::new(settings, &self.url, parse).expect("a crawl");
        let (mut pages, mut texts) = (Tables::default(), Interned::default());
        while let Some(batch) = crawl.next().await {
            pages.append(&gatherer.take(batch).pages, &mut texts);
        }
        self.paths.lock().expect("the paths").clear();
        renderer.obey(gatherer.around());
        let filled = renderer.fill(&mut pages, most).await;
        (pages, filled)
    }

    /// Renders the home page, and passes it on.
    pub async fn home<T>(&self, browser: Browser, check: impl FnOnce(Page<'_>) -> T) -> T {
        let (tables, _) = self.rendered(browser, 1).await;
        let view = tables.view();
        check(view.pages().next().expect("a page"))
    }
}

/// Only the address of the site may be called.
struct Own;

impl Network for Own {
    fn allows(&self, _: &str, address: IpAddr) -> bool {
        address == IpAddr::V4(Ipv4Addr::LOCALHOST)
    }
}

async fn serve(
    mut stream: TcpStream,
    answers: Arc<HashMap<&'static str, Answer>>,
    paths: Arc<Mutex<Vec<String>>>,
    count: watch::Sender<usize>,
) {
    let (mut head, mut piece) = (Vec::new(), [0; 4096]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match stream.read(&mut piece).await {
            Ok(read) if read > 0 => head.extend_from_slice(&piece[..read]),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let answer = answers.get(path.as_str()).cloned();
    paths.lock().expect("the paths").push(path);
    count.send_modify(|count| *count += 1);
    let full = |status: &str, kind: &str, more: &str, body: &str| {
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n{more}\r\n{body}"
        )
    };
    let text = match answer {
        Some(Answer::Html(html)) => full("200 OK", "text/html", "", &html),
        Some(Answer::Of(kind, body)) => full("200 OK", kind, "", body),
        Some(Answer::Moved(to)) => full("302 Found", "text/plain", &format!("Location: {to}\r\n"), ""),
        Some(Answer::Endless) => {
            "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 900000\r\n\r\n".into()
        }
        None => full("404 Not Found", "text/plain", "", "no such page"),
    };
    // The client may be gone.
    let _ = stream.write_all(text.as_bytes()).await;
    if text.contains("900000") {
        while stream.write_all(b".").await.is_ok() {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    }
}
