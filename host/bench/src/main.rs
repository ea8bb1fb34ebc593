//! Measures the project's performance bars on this machine in one run.
//!
//! Prints a table and writes `target/bench.json`, one flat object. Every load goes to loopback and has a fixed count.

mod blog;
mod client;
mod crawl;
mod fairness;
mod figures;
mod guests;
mod http_runs;
mod installed;
mod jobs;
mod one_against_all;
mod overhead;
#[path = "../../tests/it/util/postgres.rs"]
mod postgres;
mod prelude;
mod processes;
mod realtime;
mod server;
mod shell;
mod sign_in;
mod slow_model;
mod start;
mod tools;
mod update;
mod waiting;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use figures::Figures;

/// The server.
pub const PROGRAM: &str = server::BINARY;

#[derive(Parser)]
#[command(about = "Measures Sitewright; writes target/bench.json")]
struct Arguments {
    /// The parts to run; the usual ones if none is named.
    parts: Vec<Part>,
    /// Pages of the large crawl.
    #[arg(long, default_value_t = 1_000_000)]
    pages: usize,
    /// Minutes of the large crawl at most.
    #[arg(long, default_value_t = 120)]
    minutes: u64,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    Overhead,
    Http,
    Waiting,
    Realtime,
    Fairness,
    Start,
    Shell,
    SignIn,
    /// The largest inputs of every tool.
    Tools,
    /// Takes some minutes: runs only when it is named.
    Installed,
    /// New versions under load.
    Update,
    /// Background jobs.
    Jobs,
    /// Two processes on one PostgreSQL.
    Processes,
    /// One hostile account beside a normal one.
    OneAgainstAll,
    /// The public blog with a thousand posts.
    Blog,
    /// Visitors without an account beside users.
    Guests,
    /// The speed of an audit beside other crawlers: runs only when it is named.
    Crawl,
    /// An audit of a very large site: runs only when it is named.
    CrawlLarge,
}

impl Part {
    /// The parts that run when none is named.
    const USUAL: [Part; 15] = [
        Part::Overhead,
        Part::Http,
        Part::Waiting,
        Part::Realtime,
        Part::Fairness,
        Part::Start,
        Part::Shell,
        Part::SignIn,
        Part::Tools,
        Part::Update,
        Part::Jobs,
        Part::Processes,
        Part::OneAgainstAll,
        Part::Blog,
        Part::Guests,
    ];

    fn measure(self, figures: &mut Figures, arguments: &Arguments) -> Result<()> {
        match self {
            Part::Overhead => overhead::measure(figures),
            Part::Http => serve(http_runs::measure(figures)),
            Part::Waiting => serve(waiting::measure(figures)),
            Part::Realtime => serve(realtime::measure(figures)),
            Part::Fairness => serve(fairness::measure(figures)),
            Part::Start => serve(start::measure(figures)),
            Part::Shell => shell::measure(figures),
            Part::SignIn => serve(sign_in::measure(figures)),
            Part::Tools => serve(tools::measure(figures)),
            Part::Installed => serve(installed::measure(figures)),
            Part::Update => serve(update::measure(figures)),
            Part::Jobs => jobs::measure(figures),
            Part::Processes => serve(processes::measure(figures)),
            Part::OneAgainstAll => serve(one_against_all::measure(figures)),
            Part::Blog => serve(blog::measure(figures)),
            Part::Guests => serve(guests::measure(figures)),
            Part::Crawl => serve(crawl::measure(figures)),
            Part::CrawlLarge => serve(crawl::large::measure(figures, arguments.pages, arguments.minutes)),
        }
    }
}

/// Load generators need one thread: the server under load should get the rest.
fn serve(load: impl Future<Output = Result<()>>) -> Result<()> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(load)
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let is_whole = arguments.parts.is_empty();
    let mut figures = Figures::default();
    let parts: &[Part] = if is_whole { &Part::USUAL } else { &arguments.parts };
    for part in parts {
        part.measure(&mut figures, &arguments)?;
    }
    figures.write("target/bench.json", is_whole)
}
