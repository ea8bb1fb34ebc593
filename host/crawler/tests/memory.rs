//! The memory of a crawl of a site whose pages are as large as possible. It is a program of its own, because it measures
//! the memory of the process.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "the other tests use the rest")]
#[path = "it/server.rs"]
mod server;

use std::io::Write as _;
use std::sync::Arc;
use std::time::Duration;

use server::{Answer, Server, crawl, links, settings, status};
use sitewright_crawler::crawl::End;

/// Megabytes that the process may use at most: some bodies of 15 MB that are received, and some that wait or are decoded.
const MOST: u64 = 400;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_any_size_need_bounded_memory() {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..100 {
        encoder.write_all(&[0; 1024 * 1024]).expect("memory");
    }
    let bomb: Arc<[u8]> = encoder.finish().expect("memory").into();
    let server = Server::start(move |asked| {
        let number: usize = asked.path.trim_start_matches('/').parse().unwrap_or(0);
        match asked.path.as_str() {
            "/robots.txt" => status(404),
            "/" => {
                let pages: Vec<String> = (1..=60).map(|number| format!("/{number}")).collect();
                links(pages.iter().map(String::as_str))
            }
            _ if number.is_multiple_of(2) => {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".to_owned();
                Answer::Endless(head, vec![b'x'; 256 * 1024], Duration::ZERO)
            }
            _ => {
                let kind = ("Content-Type", "text/html".to_owned());
                Answer::Whole(200, vec![kind, ("Content-Encoding", "gzip".to_owned())], bomb.to_vec())
            }
        }
    })
    .await;
    let results = crawl(settings(), &server, "/").await;
    assert_eq!(results.last().end, Some(End::Done));
    assert_eq!(results.visits().count(), 61);
    let status = std::fs::read_to_string("/proc/self/status").expect("the state of the process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak of memory");
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(peak / 1024 < MOST, "{} MB", peak / 1024);
}
