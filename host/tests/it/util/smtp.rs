//! A fake mail server: accepts mails on loopback, or refuses them on request.

use std::collections::VecDeque;

use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::prelude::*;

#[derive(Default)]
struct Desk {
    mails: Vec<String>,
    /// Refusals of the next mails.
    refusals: VecDeque<&'static str>,
}

pub struct SmtpServer {
    pub url: String,
    desk: Arc<Mutex<Desk>>,
}

impl SmtpServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("smtp://{}", listener.local_addr().expect("an address"));
        let desk = Arc::new(Mutex::new(Desk::default()));
        let shared = desk.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Self { url, desk }
    }

    /// Refuses the next mail with this line.
    pub fn refuse_next(&self, line: &'static str) {
        self.lock().refusals.push_back(line);
    }

    /// The received mails.
    pub fn mails(&self) -> Vec<String> {
        self.lock().mails.clone()
    }

    /// Waits for this many mails.
    pub async fn wait(&self, count: usize) -> Vec<String> {
        eventually(&format!("{count} mails have not come"), async || {
            Some(self.mails()).filter(|mails| mails.len() >= count)
        })
        .await
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn serve(stream: TcpStream, desk: Arc<Mutex<Desk>>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 stand-in ESMTP\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "EHLO" => "250-stand-in\r\n250 8BITMIME",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()? {
                    if line == "." {
                        break;
                    }
                    mail.push_str(line.strip_prefix('.').unwrap_or(&line));
                    mail.push('\n');
                }
                let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
                match desk.refusals.pop_front() {
                    Some(refusal) => refusal,
                    None => {
                        desk.mails.push(mail);
                        "250 taken"
                    }
                }
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

/// The plain text of a mail, in any encoding.
pub fn text_of(mail: &str) -> String {
    let part = mail.split("Content-Type: text/plain").nth(1).expect("a plain text");
    let (head, rest) = part.split_once("\n\n").expect("a head");
    let body = rest.split("\n--").next().unwrap_or_default();
    if head.contains("base64") {
        let plain = STANDARD.decode(body.split_whitespace().collect::<String>()).expect("base64");
        return String::from_utf8(plain).expect("UTF-8");
    }
    if head.contains("quoted-printable") { unquote(body) } else { body.to_owned() }
}

fn unquote(text: &str) -> String {
    let joined = text.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match (first, digits.and_then(|pair| u8::from_str_radix(pair, 16).ok())) {
            (b'=', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}
