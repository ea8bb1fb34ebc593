//! `sitewright plugin dev`: builds a plugin after each change of its folder, and uploads it to a running server for
//! its author only.

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::beside::Beside;
use super::server::{Server, ServerArgs, answered};
use super::watch::{self, Watch};
use super::{Refused, build, folder, fresh, reason, workshop};
use crate::cli::output;
use crate::cli::prelude::*;

#[derive(Args)]
pub struct Dev {
    /// The plugin's folder
    folder: PathBuf,
    #[command(flatten)]
    server: ServerArgs,
    /// Email address of the administrator to act as, if there is no --target; the first administrator by default
    #[arg(long, conflicts_with = "target")]
    account: Option<String>,
    /// Build and upload once, and keep the version on the server
    #[arg(long)]
    once: bool,
    /// Keep the version on the server at the end
    #[arg(long)]
    keep: bool,
    /// Language of the messages: en or pl
    #[arg(long, default_value = super::super::tongue(), value_parser = super::super::language)]
    language: Locale,
}

pub(super) async fn run(config: Config, dev: Dev) -> anyhow::Result<ExitCode> {
    // From here on the end is awaited, so that the key is deleted even if the output is closed.
    output::go_on_without_readers();
    let mut stop = Stop::listen()?;
    let folder =
        dev.folder.canonicalize().with_context(|| format!("cannot find {}", dev.folder.display()))?;
    let workshop = workshop(&config)?;
    let named = dev.server.named(dev.language)?;
    let beside = match &named {
        Some(_) => None,
        None => Some(Beside::open(&config, dev.account.as_deref(), dev.language).await?),
    };
    let Some(server) = named.as_ref().or(beside.as_ref().map(|beside| &beside.server)) else {
        return Ok(ExitCode::FAILURE);
    };
    let mut bench = Bench { folder, workshop, server, language: dev.language, served: None };
    let done = bench.work(dev.once, &mut stop).await;
    if !dev.once && !dev.keep {
        bench.clear().await;
    }
    if let Some(beside) = beside {
        beside.close().await;
    }
    done
}

/// Ends at the first Ctrl-C, at a termination signal, or when the output is closed.
struct Stop(Signal, Signal);

impl Stop {
    fn listen() -> anyhow::Result<Self> {
        Ok(Self(signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
            () = output::reader_left() => {}
        }
    }
}

/// The state of the command.
struct Bench<'a> {
    folder: PathBuf,
    workshop: Workshop,
    server: &'a Server,
    language: Locale,
    /// The plugin that the server currently serves to its author.
    served: Option<String>,
}

impl Bench<'_> {
    async fn work(&mut self, once: bool, stop: &mut Stop) -> anyhow::Result<ExitCode> {
        let mut watch = Watch::on(&self.folder)?;
        let mut last = None;
        loop {
            let state = watch::state(&self.folder);
            if last != Some(state) {
                last = Some(state);
                let done = tokio::select! {
                    done = self.round() => done,
                    () = stop.wait() => return Ok(ExitCode::SUCCESS),
                };
                match done {
                    Ok(code) if once => return Ok(code),
                    Ok(_) => {}
                    Err(error) if once => return Err(error),
                    // The next change may fix it.
                    Err(error) => eprintln!("sitewright: {error:#}"),
                }
            }
            tokio::select! {
                change = watch.change() => change?,
                () = stop.wait() => return Ok(ExitCode::SUCCESS),
            }
        }
    }

    /// One cycle: from the folder to the server's catalogue.
    async fn round(&mut self) -> anyhow::Result<ExitCode> {
        let begun = Instant::now();
        if fresh::Component::of(&self.folder).is_to_be_built()
            && !build::build(&self.folder, self.language).await?
        {
            self.show(vec![Text::key("cli.dev-build-failed").say(self.language)]).await;
            return Ok(ExitCode::FAILURE);
        }
        let bytes = match folder::as_it_is(&self.workshop, &self.folder, self.language).await? {
            Ok((bytes, _)) => bytes,
            Err(problems) => {
                self.show(problems.iter().map(|problem| reason(problem, self.language).line()).collect())
                    .await;
                return Ok(Refused::of(&problems, self.language).end());
            }
        };
        let taken = match answered(self.server.develop(bytes).await)? {
            Ok(taken) => taken,
            Err(refusal) => {
                self.show(refusal.lines()).await;
                return Ok(refusal.print());
            }
        };
        if let Some(before) = self.served.replace(taken.plugin.clone()).filter(|id| *id != taken.plugin) {
            // The id changed; the version under the old one is obsolete.
            let _ = answered(self.server.withdraw(&before).await)?;
        }
        println!(
            "{} {}  {}  {:.2} s",
            taken.plugin,
            taken.version,
            self.server.url(&taken.page),
            begun.elapsed().as_secs_f64()
        );
        if !taken.notes.is_empty() {
            println!("  {}", Text::key("cli.before-it-is-installed").say(self.language));
        }
        taken.notes.iter().for_each(|note| println!("  {}", note.line()));
        Ok(ExitCode::SUCCESS)
    }

    /// Also shows errors on the open pages of the previous version. They are in the terminal in any case.
    async fn show(&self, errors: Vec<String>) {
        const MOST: usize = 20;
        const CHARS: usize = 500;
        let Some(plugin) = &self.served else { return };
        let cut = |error: String| error.chars().take(CHARS).collect();
        let errors: Vec<String> = errors.into_iter().take(MOST).map(cut).collect();
        let _ = self.server.report_errors(plugin, &errors).await;
    }

    /// Removes the version from the server.
    async fn clear(&self) {
        let Some(plugin) = &self.served else { return };
        let message = match answered(self.server.withdraw(plugin).await) {
            Ok(Ok(())) => Text::key("cli.withdrawn").with("plugin", plugin.as_str()).say(self.language),
            Ok(Err(refusal)) => {
                refusal.print();
                return;
            }
            Err(error) => return eprintln!("sitewright: {error:#}"),
        };
        println!("{message}");
    }
}
