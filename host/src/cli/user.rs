//! `sitewright user …`

use clap::{Args, Subcommand};

use super::language;
use crate::{
    accounts::{self, NewPerson},
    auth::Role,
    config::Config,
    error::Problem,
    locale::Locale,
};

#[derive(Subcommand)]
pub(super) enum Command {
    /// Make an account, and print its id and, if asked for, a link that signs in once
    Create(Create),
}

#[derive(Args)]
#[group(id = "way-in", required = true, multiple = true)]
pub(super) struct WayIn {
    /// Password of the account
    #[arg(long)]
    password: Option<String>,
    /// Print a link that signs in once
    #[arg(long)]
    link: bool,
}

#[derive(Args)]
pub(super) struct Create {
    #[arg(long)]
    email: String,
    #[arg(long)]
    name: String,
    #[command(flatten)]
    way_in: WayIn,
    /// May administer the product
    #[arg(long)]
    admin: bool,
    /// Language of the screen: en or pl
    #[arg(long, value_parser = language)]
    language: Option<Locale>,
}

pub(super) async fn run(config: Config, command: Command) -> anyhow::Result<()> {
    let Command::Create(create) = command;
    let app = crate::open_quietly(config).await?;
    let person = NewPerson {
        name: Some(create.name),
        email: Some(create.email),
        password: create.way_in.password,
        role: if create.admin { Role::Admin } else { Role::User },
        language: create.language,
    };
    let made = accounts::create_person(&app, person, create.way_in.link).await;
    let url = app.config.public_url(app.config.listen);
    app.close().await;
    let (id, token) = made.map_err(|problem| anyhow::anyhow!(plainly(&problem)))?;
    println!("{id}");
    if let Some(token) = token {
        println!("Open {url}/auth/one-time-login/{token}");
    }
    Ok(())
}

/// A problem with the fields that it is about, as options.
fn plainly(problem: &Problem) -> String {
    let view = problem.tell(Locale::En);
    match view.errors {
        Some(errors) => errors
            .iter()
            .flat_map(|(field, messages)| messages.iter().map(move |message| format!("--{field}: {message}")))
            .collect::<Vec<_>>()
            .join("\n"),
        None => problem.to_string(),
    }
}
