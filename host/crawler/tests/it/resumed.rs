//! A crawl goes on from what its batches said.

use std::collections::HashMap;

use sitewright_crawler::crawl::{Crawl, Known};
use sitewright_crawler::frontier::Limits;
use tempfile::TempDir;

use crate::server::{Server, all, crawl, links, parse, settings};

/// Page `n` links to pages `2n + 1` and `2n + 2`, as far as 500.
async fn tree() -> Server {
    Server::start(|asked| {
        let number: usize = asked.path.trim_start_matches('/').parse().unwrap_or(0);
        let targets = [2 * number + 1, 2 * number + 2].map(|target| format!("/{target}"));
        links(targets.iter().map(String::as_str).take(if number < 250 { 2 } else { 0 }))
    })
    .await
}

#[tokio::test]
async fn a_crawl_that_was_killed_visits_the_rest_once() {
    let server = tree().await;
    let mut known: HashMap<u32, Known> = HashMap::new();
    let mut killed = Crawl::new(settings(), &server.url("/"), parse).expect("a crawl");
    for _ in 0..3 {
        let batch = killed.next().await.expect("a batch");
        for address in batch.addresses {
            known.insert(address.number, Known { address, is_done: false });
        }
        for visit in batch.visits {
            known.get_mut(&visit.number).expect("its address came before").is_done = true;
        }
    }
    drop(killed);
    let stored = known.values().filter(|known| known.is_done).count();
    let again = Crawl::resume(settings(), &server.url("/"), parse, known.values().cloned()).expect("a crawl");
    let results = all(again).await;

    let visited: Vec<u32> = results.visits().map(|visit| visit.number).collect();
    assert!(visited.iter().all(|number| !known.get(number).is_some_and(|known| known.is_done)));
    assert_eq!(stored + visited.len(), 501);
    let paths = server.paths();
    for known in known.values().filter(|known| known.is_done) {
        let own = &known.address.url[known.address.url.rfind('/').unwrap_or(0)..];
        assert_eq!(paths.iter().filter(|path| *path == own).count(), 1, "{own}");
    }
    let numbers: Vec<u32> = results.addresses().map(|address| address.number).collect();
    assert!(numbers.iter().all(|number| !known.contains_key(number)), "old numbers are not given again");
}

#[tokio::test]
async fn answers_that_were_not_stored_are_not_requested_again() {
    const CONCURRENCY: usize = 4;
    let (server, folder) = (tree().await, TempDir::new().expect("a folder"));
    let mut own = settings();
    own.pace.concurrency = CONCURRENCY;
    own.journal = Some(folder.path().join("journal"));
    // Each part stores some batches, reads one more, and is killed.
    let mut known: HashMap<u32, Known> = HashMap::new();
    for part in 0..4 {
        let mut killed =
            Crawl::resume(own.clone(), &server.url("/"), parse, known.values().cloned()).expect("a crawl");
        for number in 0..3 {
            let batch = killed.next().await.expect("a batch");
            if number == 2 {
                break;
            }
            for address in batch.addresses {
                known.insert(address.number, Known { address, is_done: false });
            }
            for visit in batch.visits {
                let known = known.get_mut(&visit.number).expect("its address came before");
                assert!(!known.is_done, "part {part} visits {} again", visit.url);
                known.is_done = true;
            }
        }
        drop(killed);
    }
    let stored = known.values().filter(|known| known.is_done).count();
    let last = Crawl::resume(own.clone(), &server.url("/"), parse, known.values().cloned()).expect("a crawl");
    assert_eq!(stored + all(last).await.visits().count(), 501);

    let mut requests: HashMap<String, usize> = HashMap::new();
    for path in server.paths() {
        *requests.entry(path).or_default() += 1;
    }
    assert_eq!(requests.len(), 501);
    let again: usize = requests.values().map(|requests| requests - 1).sum();
    assert!(again <= 4 * CONCURRENCY, "{again} pages were requested again");
    let left: u64 = std::fs::read_dir(folder.path().join("journal"))
        .expect("the folder")
        .map(|file| file.expect("a file").metadata().expect("its size").len())
        .sum();
    assert!(left < 1024 * 1024, "{left} bytes of stored answers stay");
}

#[tokio::test]
async fn a_damaged_journal_is_no_obstacle() {
    let (server, folder) = (tree().await, TempDir::new().expect("a folder"));
    for (name, bytes) in [("1", &[200, 0, 0, 0, 1][..]), ("2", &[0xFF; 100]), ("3", &[]), ("note", b"text")] {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let mut own = settings();
    own.journal = Some(folder.path().to_owned());
    assert_eq!(crawl(own, &server, "/").await.visits().count(), 501);
}

#[tokio::test]
async fn limits_count_what_was_visited_before() {
    let server = tree().await;
    let mut own = settings();
    own.limits = Limits { pages: 60, ..Limits::default() };
    let first = crawl(own.clone(), &server, "/").await;
    let visited: Vec<u32> = first.visits().map(|visit| visit.number).collect();
    assert_eq!(visited.len(), 60);
    let known = |limit: u32| {
        let known = first
            .addresses()
            .map(|address| Known { address: address.clone(), is_done: visited.contains(&address.number) });
        let own = sitewright_crawler::crawl::Settings {
            limits: Limits { pages: limit, ..Limits::default() },
            ..settings()
        };
        Crawl::resume(own, &server.url("/"), parse, known.collect::<Vec<_>>()).expect("a crawl")
    };
    assert_eq!(all(known(60)).await.visits().count(), 0);
    assert_eq!(all(known(100)).await.visits().count(), 40);
}
