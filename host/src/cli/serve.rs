//! `sitewright serve`

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr};

use clap::builder::FalseyValueParser;
use tokio::signal::unix::{SignalKind, signal};

use super::output;
use crate::cli::prelude::*;
use crate::people::accounts;
use crate::platform::config::{self, SettingInfo};
use crate::platform::logs;
use crate::platform::starting::{Progress, Waiting};

#[derive(Args)]
pub(super) struct Serve {
    /// Print a one-time sign-in link for the administrator, who is created if there is none
    #[arg(long, env = "SITEWRIGHT_LOGIN_LINK", value_parser = FalseyValueParser::new())]
    login_link: bool,
    /// List the settings and exit
    #[arg(long)]
    help_settings: bool,
}

pub(super) async fn run(arguments: Serve) -> anyhow::Result<()> {
    if arguments.help_settings {
        print_settings();
        return Ok(());
    }
    let config = Config::load()?;
    logs::start(&config)?;
    config::unknown_variables().iter().for_each(|stranger| tracing::warn!("{stranger}"));
    // The server keeps running if its output is closed.
    output::go_on_without_readers();
    allow_many_files();
    // Before anything is opened or printed, so that a busy address leaves nothing behind.
    let listener = listen(&config).await?;
    let address = listener.local_addr()?;
    let lock = lock(&config.data)?;
    if !config.cache().exists() {
        tracing::info!(
            "compiling the tools for this machine; this happens only at the first start and takes up to a minute. {} shows how far it is",
            config.public_url(address)
        );
    }
    let progress = Progress::default();
    let waiting = Waiting::start(listener, &config, progress.clone());
    let app = crate::open_reporting(config, progress).await?;
    let url = app.config.public_url(address);
    let link = if arguments.login_link { Some(accounts::administrator_link(&app).await?) } else { None };

    note_address(&lock, address)?;
    stop_on_signal(app.stop.clone())?;
    let listener = waiting.end().await?;
    tracing::info!(%address, data = %app.config.data.display(), "serving");
    match link {
        Some(token) => println!("Open {url}/auth/one-time-login/{token}"),
        None => println!("Serving {url}"),
    }
    crate::serve(app, listener).await
}

/// Every run that waits for the model holds a connection, and the usual limit of 1,024 files would end that early. A
/// process may raise it to the hard limit itself.
fn allow_many_files() {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls only read or write the struct that they are given.
    let raised = unsafe {
        libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) == 0 && {
            limit.rlim_cur = limit.rlim_max;
            libc::setrlimit(libc::RLIMIT_NOFILE, &limit) == 0
        }
    };
    if raised {
        tracing::debug!(files = limit.rlim_cur, "open files are limited to");
    } else {
        tracing::warn!("the limit of open files could not be raised; many waiting runs may fail");
    }
}

async fn listen(config: &Config) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(config.listen).await {
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "{} is in use by another program. Stop it, or choose another port: SITEWRIGHT_LISTEN=127.0.0.1:8090",
            config.listen
        ),
        done => done.with_context(|| format!("cannot listen on {} (SITEWRIGHT_LISTEN)", config.listen)),
    }
}

/// The file that a running server locks; it contains the server's address.
pub(super) const LOCK: &str = "server.lock";

/// Stores the server's address for commands on this machine.
fn note_address(mut lock: &File, address: SocketAddr) -> anyhow::Result<()> {
    let here = match address {
        SocketAddr::V4(at) if at.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, at.port())),
        SocketAddr::V6(at) if at.ip().is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, at.port())),
        at => at,
    };
    lock.set_len(0)?;
    writeln!(lock, "http://{here}").with_context(|| format!("cannot write {LOCK}"))
}

/// Locks the data folder: two servers on one folder would both take over the same runs.
fn lock(data: &Path) -> anyhow::Result<File> {
    fs::create_dir_all(data)
        .with_context(|| format!("cannot create the data folder {} (SITEWRIGHT_DATA)", data.display()))?;
    let path = data.join(LOCK);
    // The content of another server stays while that one holds the lock.
    let file = File::options().write(true).create(true).truncate(false).open(&path);
    let file = file.with_context(|| format!("cannot create {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!(
            "another server uses the data folder {}. Stop that one, or choose another folder: SITEWRIGHT_DATA",
            data.display()
        ),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// The first signal stops the server gracefully, the second one at once.
fn stop_on_signal(stop: CancellationToken) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        for last in [false, true] {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            if last {
                tracing::warn!("stopping at once");
                std::process::exit(1);
            }
            tracing::info!("stopping");
            stop.cancel();
        }
    });
    Ok(())
}

fn print_settings() {
    println!("Settings come from the environment, or from the TOML file that SITEWRIGHT_CONFIG names.\n");
    for SettingInfo { name, about, default } in Config::settings() {
        let default = if default.is_empty() { "not set".to_owned() } else { default };
        println!("{}\n   {about}\n   Default: {default}", config::variable(name));
    }
}
