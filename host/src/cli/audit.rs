//! `sitewright audit`: audits a site without a server and a database, with the built-in rule packs and those
//! of files.
//!
//! Exit codes: 0 if nothing fails the audit, 1 for findings at or above `--fail-on`, 2 for wrong usage, for a site that
//! cannot be read and for a rule pack that failed, and 130 if it was interrupted.

mod baseline;
mod html;
mod json;
mod options;
mod packs;
mod sarif;
mod screen;
mod text;
mod verdict;

use clap::ValueEnum;
use tokio::signal::unix::{SignalKind, signal};

use super::failure::{self, Failure};
use crate::catalogue::tools::{Pace, Tools};
use crate::cli::prelude::*;
use crate::platform::bundle::Bundle;
use crate::platform::model::Connected;
use crate::sites::audits::offline;

use baseline::Baseline;
pub(super) use options::Audit;
use screen::Screen;
use verdict::Verdict;

/// Packs check a batch side by side; a pool for thousands of runs takes longer to reserve than a small audit.
const INSTANCES: u32 = 64;
/// The exit code of a program that was interrupted.
const INTERRUPTED: u8 = 130;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
    Html,
}

/// The lowest level that fails an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Error,
    Warning,
}

pub(super) async fn run(config: Config, audit: Audit) -> anyhow::Result<ExitCode> {
    failure::as_json(audit.format() == Format::Json);
    // The crawler uses a library with the only provider that is built in. A second call finds it installed.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let language = audit.language;
    let baseline = audit.baseline.as_deref().map(|file| Baseline::read(file, language)).transpose()?;
    let mut order = audit.order()?;
    let config = Config { max_instances: Some(INSTANCES), ..config };
    let bundle = Bundle::open(config.bundle.clone());
    let tools = Tools::open(&config, &bundle, Connected::of(&config), Pace::Lazily).await?;
    order.packs = packs::given(&audit.pack, &tools, language).await?;
    let screen = Screen::new(language);
    let done = offline::audit(&config, &tools, &order, |step| screen.show(step), stopped()?).await;
    screen.end();
    let report = done.map_err(|problem| match problem.cause() {
        Some(cause) => anyhow!("{cause:#}"),
        None => Failure::of(&problem, language, |field| audit.option(field)).misuse().into(),
    })?;
    let verdict = Verdict::new(report, baseline, audit.fail_on);
    print(&audit, &verdict)?;
    Ok(verdict.exit_code())
}

/// Completes when the program is asked to stop. A second request ends it at once.
fn stopped() -> anyhow::Result<impl Future<Output = ()>> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let (sender, receiver) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        let mut sender = Some(sender);
        loop {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            match sender.take() {
                // The audit may have ended meanwhile.
                Some(sender) => drop(sender.send(())),
                None => std::process::exit(INTERRUPTED.into()),
            }
        }
    });
    Ok(async {
        if receiver.await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Prints the result. If it goes to a file, a summary is printed.
fn print(audit: &Audit, verdict: &Verdict) -> anyhow::Result<()> {
    let language = audit.language;
    let whole = match audit.format() {
        Format::Text => text::whole(verdict, language),
        Format::Json => json::whole(verdict, language)?,
        Format::Sarif => sarif::whole(verdict, language)?,
        Format::Html => html::whole(verdict, language),
    };
    let Some(file) = &audit.output else {
        print!("{whole}");
        return Ok(());
    };
    let failed = || Text::key("cli.cannot-write").with("file", file.display().to_string()).say(language);
    fs::write(file, whole).with_context(failed)?;
    print!("{}", text::summary(verdict, language));
    Ok(())
}
