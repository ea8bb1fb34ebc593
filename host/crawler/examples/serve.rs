//! Serves a generated site on loopback, to measure a crawl: `cargo run --release --example serve -- 2000 8099`.
//!
//! Each of the pages has 31 KB and 40 links; all of them are linked, directly or through others, from the first.

use std::fmt::Write as _;
use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

const LINKS: usize = 40;
const BYTES: usize = 31 * 1024;

#[tokio::main]
async fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<usize>().ok());
    let pages = arguments.next().flatten().unwrap_or(2_001);
    let port = arguments.next().flatten().and_then(|port| u16::try_from(port).ok()).unwrap_or(8099);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    println!("{pages} pages at http://127.0.0.1:{port}/page/0");
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(async move { answer(stream, pages).await });
    }
}

async fn answer(stream: TcpStream, pages: usize) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut first, mut line) = (String::new(), String::new());
    loop {
        first.clear();
        if stream.read_line(&mut first).await? == 0 {
            return Ok(());
        }
        loop {
            line.clear();
            if stream.read_line(&mut line).await? <= 2 {
                break;
            }
        }
        let path = first.split(' ').nth(1).unwrap_or_default();
        let number = path.strip_prefix("/page/").and_then(|number| number.parse().ok());
        let (status, body) = match number.filter(|number| *number < pages) {
            Some(number) => ("200 OK", page(number, pages)),
            None => ("404 Not Found", String::new()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let body = if first.starts_with("HEAD") { String::new() } else { body };
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await?;
    }
}

fn page(number: usize, pages: usize) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><head><title>Page {number} of a generated site</title>\
         <meta name=\"description\" content=\"A page to measure a crawl with, number {number}.\">\
         <link rel=\"canonical\" href=\"/page/{number}\"></head><body><h1>Page {number}</h1><ul>"
    );
    for link in 1..=LINKS {
        let there = (number * LINKS + link) % pages;
        let _ = write!(page, "<li><a href=\"/page/{there}\">Go to page {there}</a></li>");
    }
    page.push_str("</ul>");
    let mut paragraph = 0;
    while page.len() < BYTES {
        paragraph += 1;
        let _ = write!(
            page,
            "<p>Paragraph {paragraph} of page {number} has <b>some words</b> that a reader may skip, because \
             they only make the page as long as an ordinary one.</p>"
        );
    }
    page.push_str("</body></html>");
    page
}
