//! `sitewright tool …`: the tools without a server and an account: built-in ones, and those installed in the data
//! folder.

pub(super) mod show;

use clap::Subcommand;

use super::failure::Failure;
use super::running::{self, Face, Order, Program};
use super::{examples, language};
use crate::catalogue::tools::{self, Pace, Tool, Tools};
use crate::cli::prelude::*;
use crate::market::registry;
use crate::platform::app::App;
use crate::platform::bundle::Bundle;
use crate::platform::db::Place;
use crate::platform::model::Connected;

/// One run needs one instance; a pool for thousands takes longer to reserve than the run itself.
const INSTANCES: u32 = 2;

#[derive(Subcommand)]
pub(super) enum Command {
    /// List the installed tools
    #[command(after_help = examples::TOOL_LIST)]
    List(List),
    /// Show a tool: its publisher, permissions, limits, form and example
    #[command(after_help = examples::TOOL_SHOW)]
    Show(show::Show),
    /// Run a tool and print its result
    #[command(after_help = examples::TOOL_RUN)]
    Run(Run),
}

#[derive(Args)]
pub(super) struct List {
    /// Language of the names: en or pl
    #[arg(long, default_value = super::tongue(), value_parser = language)]
    language: Locale,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(super) struct Run {
    /// Id of the tool, such as facebook-post
    id: String,
    #[command(flatten)]
    order: Order,
}

pub(super) async fn run(config: Config, command: Command) -> anyhow::Result<ExitCode> {
    let config = Config { max_instances: Some(INSTANCES), ..config };
    let (tools, app) = open(&config).await?;
    for (plugin, why) in tools.refused() {
        eprintln!("sitewright: the plugin {plugin} cannot be installed: {why}");
    }
    let done = match command {
        Command::List(list) => list_tools(&tools, &list),
        Command::Show(show) => show::run(&config, &tools, &show).await,
        Command::Run(run) => run_tool(&config, &tools, run).await,
    };
    if let Some(app) = app {
        app.close().await;
    }
    done
}

/// The built-in tools, and those of the data folder if it has a database.
async fn open(config: &Config) -> anyhow::Result<(Tools, Option<App>)> {
    let has_database = match config.database()? {
        Place::Sqlite(file) => file.exists(),
        Place::Postgres(_) => true,
    };
    if !has_database {
        let (bundle, connected) = (Bundle::open(config.bundle.clone()), Connected::of(config));
        return Ok((Tools::open(config, &bundle, connected, Pace::Lazily).await?, None));
    }
    let app = tools::load_lazily(crate::open_quietly(config.clone()).await?).await?;
    let app = registry::load_quietly(app).await?;
    Ok((app.part::<Tools>().clone(), Some(app)))
}

#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    version: &'a str,
    publisher: &'a str,
    name: &'a str,
    summary: &'a str,
    category: &'a str,
    words: u32,
    /// Whether it came in a package.
    installed: bool,
}

fn list_tools(tools: &Tools, list: &List) -> anyhow::Result<ExitCode> {
    let tools = tools.list_all(list.language);
    let listed: Vec<Listed> = tools.iter().map(|tool| listed(tool, list.language)).collect();
    if list.json {
        println!("{}", serde_json::to_string_pretty(&listed)?);
        return Ok(ExitCode::SUCCESS);
    }
    let width = listed.iter().map(|tool| tool.id.len()).max().unwrap_or_default();
    for tool in listed {
        println!("{:width$}  {} – {}", tool.id, tool.name, tool.summary);
    }
    Ok(ExitCode::SUCCESS)
}

fn listed(tool: &Tool, language: Locale) -> Listed<'_> {
    let text = tool.text(language);
    Listed {
        id: &tool.id,
        version: &tool.version,
        publisher: &tool.publisher,
        name: &text.name,
        summary: &text.summary,
        category: &tool.category,
        words: tool.words,
        installed: tool.package.is_some(),
    }
}

/// Finds a tool by id; the error lists what exists.
fn find(tools: &Tools, id: &str, language: Locale) -> Result<std::sync::Arc<Tool>, Failure> {
    tools.find(id).map_err(|_| {
        let known: Vec<String> = tools.list_all(language).iter().map(|tool| tool.id.clone()).collect();
        Text::key("cli.no-tool").with("tool", id).with("known", known.join(", ")).fail(language).misuse()
    })
}

async fn run_tool(config: &Config, tools: &Tools, run: Run) -> anyhow::Result<ExitCode> {
    let language = run.order.screen;
    let tool = find(tools, &run.id, language)?;
    if let Some(why) = tool.closed() {
        return Err(Failure::of(&crate::work::runs::problems::closed(why), language, str::to_owned).into());
    }
    let plugin = tool.code.plugin().await?;
    let described = tool.described().await.map_err(|problem| anyhow!("{problem}"))?;
    let texts = Locale::ALL.map(|locale| described.text(locale));
    let program = Program {
        plugin,
        id: &tool.id,
        grants: tool.grants.clone(),
        texts: texts.map(|text| Face { input: &text.input, example: &text.example }),
    };
    running::run(config, program, &run.order).await
}
