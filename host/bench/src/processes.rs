//! Two server processes on one PostgreSQL that is some milliseconds away, against one. The distance shows what waits for
//! what: two processes on a machine with two cores share its processors, but not each other's waits.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use futures::future::{try_join, try_join_all};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::client::Client;
use crate::figures::{Bar, Figures};
use crate::http_runs::example;
use crate::postgres;
use crate::server::{Server, Setup};

const TOOL: &str = "facebook-post";
/// Each has one connection.
const ACCOUNTS: usize = 48;
const RUNS_OF_EACH: usize = 25;
/// One way.
const DISTANCE: Duration = Duration::from_millis(4);

pub async fn measure(figures: &mut Figures) -> Result<()> {
    let database = postgres::server();
    database.copy_template("processes");
    let url = away(database.socket())?;
    let setup = Setup::new()?.set("DATABASE_URL", format!("{url}/processes"));
    let first = setup.start().await?;
    let servers = [first, setup.beside()?.start().await?];
    let tokens = (0..ACCOUNTS).map(|number| setup.account(&format!("{number}@example.com"), false));
    let tokens = tokens.collect::<Result<Vec<_>>>()?;
    load(&servers, &tokens, 2).await?;
    let one = load(&servers[..1], &tokens, RUNS_OF_EACH).await?;
    let two = load(&servers, &tokens, RUNS_OF_EACH).await?;
    figures.add("postgres_runs_per_s_one_process", one, Bar::None);
    figures.add("postgres_runs_per_s_two_processes", two, Bar::None);
    figures.add("postgres_two_to_one_process", two / one, Bar::AtLeast(1.6));
    Ok(())
}

/// Runs per second of all accounts, which are spread over the servers.
async fn load(servers: &[Server], tokens: &[String], runs: usize) -> Result<f64> {
    let body = example(&servers[0], TOOL).await?;
    let begin = Instant::now();
    let accounts = tokens.iter().enumerate().map(|(number, token)| {
        let (server, body) = (&servers[number % servers.len()], &body);
        async move {
            let mut client = Client::connect(&server.address, Some(token)).await?;
            for _ in 0..runs {
                client.run(&format!("/api/tools/{TOOL}/runs"), body).await?;
            }
            anyhow::Ok(())
        }
    });
    try_join_all(accounts).await?;
    Ok((tokens.len() * runs) as f64 / begin.elapsed().as_secs_f64())
}

/// An address at which the server behind this socket seems to be `DISTANCE` away. It has a thread of its own: creating an
/// account blocks that of the benchmark.
fn away(socket: PathBuf) -> Result<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let url = format!("postgres://postgres@{}", listener.local_addr()?);
    std::thread::spawn(move || runtime.block_on(accept(listener, socket)));
    Ok(url)
}

async fn accept(listener: std::net::TcpListener, socket: PathBuf) -> std::io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    loop {
        let (client, _) = listener.accept().await?;
        let socket = socket.clone();
        tokio::spawn(async move {
            client.set_nodelay(true)?;
            let (client_reads, client_writes) = client.into_split();
            let (reads, writes) = UnixStream::connect(socket).await?.into_split();
            try_join(carry(client_reads, writes), carry(reads, client_writes)).await
        });
    }
}

/// Passes bytes on in their order, each `DISTANCE` after it came.
async fn carry(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
) -> std::io::Result<()> {
    let (sender, mut receiver) = mpsc::channel::<(Instant, Vec<u8>)>(1024);
    let read = async move {
        let mut buffer = vec![0; 64 * 1024];
        loop {
            let length = from.read(&mut buffer).await?;
            let bytes = (Instant::now() + DISTANCE, buffer[..length].to_vec());
            if length == 0 || sender.send(bytes).await.is_err() {
                return Ok(());
            }
        }
    };
    let write = async move {
        while let Some((due, bytes)) = receiver.recv().await {
            sleep_until(due).await;
            to.write_all(&bytes).await?;
        }
        to.shutdown().await
    };
    try_join(read, write).await.map(drop)
}
